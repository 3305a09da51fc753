"""A cut note becomes a drawing: its text, with a ruler wherever a chunk begins.

    Cut, KeptCut  →  Picture  →  lines

Knows how a chunk looks in a terminal: where it stands, how full it is, why it begins there, what
is its own (`│`) and what was added so that it can be read alone (`┊`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mindnet.edge.cli.output import (
    one_line,
    one_row,
    page_width,
    takes,
    takes_colour,
    width_of,
    wrap,
)

if TYPE_CHECKING:
    from mindnet.cuts import Chunk, Profile
    from mindnet.kept import Edge, KeptChunk, KeptCut
    from mindnet.library import Cut
    from mindnet.model import Heading

    AnyChunk: TypeAlias = Chunk | KeptChunk

_HEAD, _TAIL = 6, 3  # rows that are shown of a long text
_SHOWN = 4000  # characters from either end, beyond which a text is not looked at
_CELLS = 8  # of the bar
_WORDS = 40  # columns of a link's target
_LED = 8  # edges of a chunk that are named
_LED_WELL = (None, "resolved", "self", "attachment")
_NAME = 12  # columns that are left to a ref, however much stands beside it
_UNITS = {"by_heading": "section", "sliding_window": "block"}
_DELIMITER = re.compile(r"[ \t>]*[|:-][ \t|:-]*")


class Pen(NamedTuple):
    """The signs a drawing is made of."""

    core: str = "│ "
    added: str = "┊ "
    rule: str = "─"
    full: str = "█"
    empty: str = "░"
    more: str = "…"
    dot: str = "·"
    section: str = "§"
    cut: str = "●"
    dim: str = ""
    bold: str = ""
    plain: str = ""
    width: int = 80


_ASCII = Pen("| ", ": ", "-", "#", ".", "...", "-", "section", "*")


def choose_pen() -> Pen:
    """The signs that stdout can show."""
    pen = Pen() if takes("".join(Pen()[:9])) else _ASCII
    if takes_colour():
        pen = pen._replace(dim="\x1b[2m", bold="\x1b[1m", plain="\x1b[0m")
    return pen._replace(width=page_width())


class Picture(NamedTuple):
    """What is drawn: a note that was cut, just now or when it was indexed."""

    path: str
    profile: Profile
    rule: str | None  # that chose the profile; an index does not keep it
    headings: Sequence[Heading]
    chunks: Sequence[AnyChunk]
    tokens_of: Callable[[str], int] | None  # counts a text


def draw(cut: Cut, pen: Pen) -> Iterator[str]:
    """The whole note, chunk by chunk."""
    note, choice = cut.note, cut.choice
    count = cut.chunks[0].count if cut.chunks else None
    picture = Picture(note.path, choice.profile, choice.rule, note.headings, cut.chunks, count)
    return _draw(picture, pen)


def draw_kept(cut: KeptCut, pen: Pen) -> Iterator[str]:
    """The same of a note of the index."""
    return _draw(Picture(cut.path, cut.profile, None, cut.headings, cut.chunks, None), pen)


def _draw(picture: Picture, pen: Pen) -> Iterator[str]:
    yield f"{pen.bold}{one_line(picture.path)}{pen.plain}"
    yield _facts(picture, pen)
    for before, chunk in zip((None, *picture.chunks), picture.chunks, strict=False):
        yield ""
        yield from _draw_chunk(before, chunk, picture, pen)


def _facts(picture: Picture, pen: Pen) -> str:
    """`heading_smart (default_profile) · 3 chunks · 291 tokens`."""
    number, profile = len(picture.chunks), picture.profile
    tokens = sum(chunk.token_count for chunk in picture.chunks)
    parts = (
        profile.name if picture.rule is None else f"{profile.name} ({picture.rule})",
        f"{number:,} chunk{'' if number == 1 else 's'}",
        f"{tokens:,} token{'' if tokens == 1 else 's'} ({profile.tokenizer})",
    )
    return one_line(f" {pen.dot} ".join(parts))


def _draw_chunk(
    before: AnyChunk | None, chunk: AnyChunk, picture: Picture, pen: Pen
) -> Iterator[str]:
    profile = picture.profile
    yield _ruler(chunk, profile, pen)
    for words in (
        _kind(chunk, pen),
        _reason(before, chunk, profile),
        _carried(chunk, picture, pen),
        _led(chunk),
    ):
        if words:
            for row in wrap(one_line(words), pen.width - 4):
                yield f"    {pen.dim}{row}{pen.plain}"
    yield from _added(chunk.prefix, pen)
    yield from _added(chunk.overlap_prev, pen)
    yield from (f"{pen.core}{row}".rstrip() for row in _rows(chunk.md_text, pen))
    yield from _added(chunk.overlap_next, pen)


def _ruler(chunk: AnyChunk, profile: Profile, pen: Pen) -> str:
    """`── Garden/Oak#c03 ────── lines 9-18 ── ███░░░░░ 105/600 ──`."""
    right = f" {_lines(chunk)} {pen.rule * 2} {_bar(chunk, profile, pen)} {pen.rule * 2}"
    room = max(_NAME, pen.width - width_of(right) - 4)
    ref = one_line(chunk.ref)
    while width_of(ref) > room:  # its end tells more than its beginning
        ref = pen.more + ref[len(pen.more) + 1 :]
    line = pen.rule * (room - width_of(ref))
    return f"{pen.bold}{pen.rule * 2} {ref} {line}{pen.plain}{right}"


def _lines(chunk: AnyChunk) -> str:
    if chunk.line_start == 0:
        return "card"  # of a canvas, which has no lines
    first, last = chunk.line_start, chunk.line_end
    return f"line {first}" if first == last else f"lines {first}-{last}"


def _bar(chunk: AnyChunk, profile: Profile, pen: Pen) -> str:
    tokens, most = chunk.token_count, profile.max
    cells = min(_CELLS, max(1, tokens * _CELLS // most))
    return f"{pen.full * cells}{pen.empty * (_CELLS - cells)} {tokens}/{most}"


def _kind(chunk: AnyChunk, pen: Pen) -> str:
    """`mixed [decision] split · Garden > Oak`."""
    section = (f"[{chunk.section_type}]",) if chunk.section_type else ()
    steps: list[str] = []
    for step in (chunk.title, *chunk.headings_path):
        steps += [step] if step not in steps[-1:] else []
    return f"{' '.join((chunk.chunk_type, *section, *chunk.flags))} {pen.dot} {' > '.join(steps)}"


def _reason(before: AnyChunk | None, chunk: AnyChunk, profile: Profile) -> str:
    """Why a chunk begins here, as far as the two beside the cut tell."""
    why = _why(before, chunk, profile) if before else ""
    return f"begins here: {why}" if why else ""


def _why(before: AnyChunk, chunk: AnyChunk, profile: Profile) -> str:
    unit = _UNITS.get(profile.strategy)
    if before.section_type != chunk.section_type:
        types = (before.section_type or "none", chunk.section_type or "none")
        return "the section type changes from {} to {}".format(*types)
    if _continues(chunk):
        return f"the whole {unit or 'text'} would pass {profile.max}"
    if profile.strategy == "by_heading" and _is_strict(profile):
        return "every section stands alone"
    return f"with the next {unit} the chunk before would pass {profile.max}" if unit else ""


def _continues(chunk: AnyChunk) -> bool:
    return "continued" in chunk.flags or bool(chunk.prefix)


def _is_strict(profile: Profile) -> bool:
    return profile.strict_heading_split or not profile.enable_smart_edge_allocation


def _carried(chunk: AnyChunk, picture: Picture, pen: Pen) -> str:
    """`continues § Oak, heading repeated, then § Ash; 34 tokens of overlap before it`."""
    said = []
    if _continues(chunk):
        title = f"{pen.section} {chunk.section_title}" if chunk.section_title else "the text before"
        joined = _joined(chunk, picture, pen)
        said.append(", ".join((f"continues {title}", *_repeated(chunk), *joined)))
    for text, where in ((chunk.overlap_prev, "before"), (chunk.overlap_next, "after")):
        if text:
            size = f"{picture.tokens_of(text)} tokens of " if picture.tokens_of else ""
            said.append(f"{size}overlap {where} it")
    return "; ".join(said)


def _led(chunk: AnyChunk) -> str:
    """`leads to Trees (up), Elm (missing) and 3 more`: the edges that begin in a kept chunk."""
    edges: tuple[Edge, ...] = getattr(chunk, "edges", ())
    more = f" and {len(edges) - _LED:,} more" if len(edges) > _LED else ""
    return f"leads to {', '.join(map(_target, edges[:_LED]))}{more}" if edges else ""


def _target(edge: Edge) -> str:
    facts = [edge.relation] if edge.relation != "links_to" else []
    facts += [edge.status] if edge.status not in _LED_WELL else []
    words = edge.resolved or edge.target_text if edge.target_text.strip() else edge.raw
    name = one_line(words, _WORDS)
    return f"{name} ({', '.join(facts)})" if facts else name


def _repeated(chunk: AnyChunk) -> Sequence[str]:
    """`heading repeated`, `heading and table header repeated`."""
    parts = [part for part in re.split(r"\n[ \t]*\n", chunk.prefix) if part.strip()]
    named = " and ".join(dict.fromkeys(map(_name_of, parts)))
    return (f"{named} repeated",) if named else ()


def _name_of(part: str) -> str:
    lines = part.splitlines()
    if lines[-1].lstrip(" \t>").startswith(("```", "~~~")):
        return "opening fence"
    is_table = "|" in part and _DELIMITER.fullmatch(lines[-1]) is not None
    return "table header" if is_table else "heading"


def _joined(chunk: AnyChunk, picture: Picture, pen: Pen) -> Sequence[str]:
    """The sections that are packed onto what is carried over."""
    level = picture.profile.split_level
    inside = (each for each in picture.headings if _is_in(each.char_start, chunk))
    return [f"then {pen.section} {each.title}" for each in inside if each.level <= level]


def _is_in(place: int, chunk: AnyChunk) -> bool:
    return chunk.char_start <= place < chunk.char_end


def _added(text: str, pen: Pen) -> Iterator[str]:
    rows = _rows(text, pen) if text.strip() else []
    return (f"{pen.dim}{f'{pen.added}{row}'.rstrip()}{pen.plain}" for row in rows)


def _rows(text: str, pen: Pen) -> list[str]:
    """The text as rows, the middle of a long one left out."""
    if len(text) > 2 * _SHOWN:
        text = f"{text[:_SHOWN]}\n{text[-_SHOWN:]}"
    lines = text.strip("\r\n").splitlines()
    rows = [row for line in lines for row in wrap(one_row(line), pen.width - 2)]
    if len(rows) <= _HEAD + _TAIL + 1:
        return rows
    return [*rows[:_HEAD], pen.more, *rows[-_TAIL:]]
