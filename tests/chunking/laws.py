"""The laws of `chunks.md` §4, each about one note and one way to cut it.

`check` cuts a text and holds the chunks against all of them. What a law needs to know of a note
it takes from `read_note`, and nothing from the rooms that cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from mindnet import Chunk, Note, Profile, read_note
from mindnet.chunking.tokens import token_counter
from mindnet.model import BlockKind, LinkKind
from mindnet.pipeline import cut_note

SETTINGS = {"heading_types": {"a*": "plan"}}
SECTIONS = ("\n\n# Then\n\nMore of it.\n", "\n\n###### Then\n\n- more of it\n")
FIGURE = re.compile("<figure.*?</figure>", re.DOTALL | re.IGNORECASE)  # S3: wherever it stands
BLANKS = " \t\r\n"  # what stands between blocks; any other white space is of a block
LENT = (
    *("overlap_next", "overlap_next_block_indices", "block_indices"),
    *("full_text", "window", "embedding_text", "token_count"),
)


@dataclass(frozen=True)
class Cut:
    """A note, the profile that cuts it, and what comes out."""

    note: Note
    profile: Profile
    chunks: tuple[Chunk, ...]


def cut(text: str, profile: Profile, path: str = "Garden/Oak.md") -> Cut:
    note = read_note(text, path=path, settings=SETTINGS)
    return Cut(note, profile, cut_note(note, profile))


def check(text: str, profile: Profile, path: str = "Garden/Oak.md") -> None:
    it = cut(text, profile, path)
    for law in LAWS:
        law(it)


def cores_hold_the_whole_body_once(it: Cut) -> None:
    """Law 1."""
    place, owed = 0, _owed(it.note)
    if it.profile.strategy == "by_block":
        for block in it.note.blocks:
            if block.kind is BlockKind.HEADING:
                owed[block.char_start : block.char_end] = bytes(len(block.text))
    for chunk in it.chunks:
        assert place <= chunk.char_start < chunk.char_end
        assert chunk.md_text == it.note.source[chunk.char_start : chunk.char_end]
        owed[chunk.char_start : chunk.char_end] = bytes(chunk.char_end - chunk.char_start)
        place = chunk.char_end
    assert "".join(it.note.source[each] for each, lost in enumerate(owed) if lost) == ""


def nothing_passes_the_limit(it: Cut) -> None:
    """Law 2."""
    count = token_counter(it.profile.tokenizer)
    for chunk in it.chunks:
        assert chunk.token_count == count(chunk.full_text)
        assert chunk.core_token_count == count(chunk.normalized_text)
        if "oversize" in chunk.flags:
            assert any(_atoms(it.note, chunk))
            assert (chunk.prefix, chunk.overlap_prev, chunk.overlap_next) == ("", "", "")
            assert chunk.token_count > it.profile.max
        elif chunk.token_count > it.profile.max:
            assert it.profile.max < 4, (chunk.token_count, chunk.full_text)
            one = chunk.full_text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            assert len(one) == 1, (chunk.token_count, chunk.full_text)  # halves are never parted


def no_chunk_is_blank_and_all_are_named(it: Cut) -> None:
    """Law 3."""
    said = _owed(it.note)
    for aside in it.note.asides:
        said[aside.char_start : aside.char_end] = bytes(aside.char_end - aside.char_start)
    for number, chunk in enumerate(it.chunks):
        assert chunk.index == number
        assert chunk.normalized_text.strip() != ""
        assert any(said[chunk.char_start : chunk.char_end])
    for name in ("chunk_id", "content_id", "ref"):
        assert len({getattr(chunk, name) for chunk in it.chunks}) == len(it.chunks)


def no_chunk_has_two_types(it: Cut) -> None:
    """Law 4: an empty heading, and what hides around it, counts with what follows."""
    free = set(_empty(it.note))
    for chunk in it.chunks:
        held = [it.note.blocks[number] for number in chunk.core_block_indices]
        types = {block.section_type for block in held if block.index not in free}
        assert types <= {chunk.section_type}


def neighbours_lend_and_nobody_else(it: Cut) -> None:
    """Law 5: what is lent ends or begins at the seam, and adds nothing to any core."""
    side = it.profile.overlap.side
    for before, after in pairwise(it.chunks):
        assert before.normalized_text.endswith(after.overlap_prev)
        assert after.normalized_text.startswith(before.overlap_next)
        if after.overlap_prev or before.overlap_next:
            assert before.section_type == after.section_type
    if side not in ("previous", "both") and not _keeps_blanks(it):
        assert {chunk.overlap_prev for chunk in it.chunks} <= {""}
    if side not in ("next", "both") and not _keeps_blanks(it):
        assert {chunk.overlap_next for chunk in it.chunks} <= {""}
    if side != "none":
        alone = cut_note(
            it.note, replace(it.profile, overlap=replace(it.profile.overlap, side="none"))
        )
        assert [_core(chunk) for chunk in alone] == [_core(chunk) for chunk in it.chunks]


def the_texts_make_the_full_text(it: Cut) -> None:
    """C8, C22: prefix, overlap and core, with the white space of the source between them."""
    behind = (*it.chunks[1:], None)
    for before, chunk, after in zip((None, *it.chunks), it.chunks, behind, strict=False):
        texts = {chunk.normalized_text}
        if before and chunk.overlap_prev:
            gaps = _between(it, before, chunk)
            texts = {chunk.overlap_prev + gap + text for gap in gaps for text in texts}
        if after and chunk.overlap_next:
            gaps = _between(it, chunk, after)
            texts = {text + gap + chunk.overlap_next for gap in gaps for text in texts}
        joints = ("\n", "\n\n") if chunk.prefix else ("",)
        assert chunk.full_text in {
            f"{chunk.prefix}{each}{text}" for each in joints for text in texts
        }
        assert 2 * token_counter(it.profile.tokenizer)(chunk.prefix) <= it.profile.max


def places_are_right(it: Cut) -> None:
    """`chunks.md` §2: lines and blocks of the core, headings of its blocks."""
    paths = {block.headings_path for block in it.note.blocks}
    line, place = 1, 0
    for chunk in it.chunks:
        first, last = it.note.blocks[chunk.block_start_idx], it.note.blocks[chunk.block_end_idx]
        text = chunk.md_text  # `by_sentence` keeps white space at a cut (C5)
        start = chunk.char_start + len(text) - len(text.lstrip(BLANKS))
        assert first.char_start <= chunk.char_start or _keeps_blanks(it)
        assert first.char_start <= start < first.char_end
        assert last.char_start < chunk.char_end
        assert chunk.char_start + len(text.rstrip(BLANKS)) <= last.char_end
        between = it.note.source[place : chunk.char_start]
        line += _breaks(between)
        last_line = line + _breaks(re.sub(r"(?:\r\n|\r|\n)\Z", "", text))
        assert (chunk.line_start, chunk.line_end) == (line, last_line)
        line, place = line + _breaks(chunk.md_text), chunk.char_end
        assert chunk.headings_path in paths


def cutting_twice_gives_the_same(it: Cut) -> None:
    """Law 6."""
    again = cut(it.note.source, it.profile, it.note.path)
    assert [each.to_dict() for each in again.chunks] == [each.to_dict() for each in it.chunks]


def a_section_behind_changes_the_last_alone(it: Cut) -> None:
    """Law 6: what the last lends aside, and only where the note was closed."""
    longer = cut(it.note.source + SECTIONS[len(it.note.source) % 2], it.profile, it.note.path)
    if not _reads_the_same(it.note, longer.note):
        return
    kept = [_told(chunk) for chunk in it.chunks[:-1]]
    now = [_told(chunk) for chunk in longer.chunks[: len(kept)]]
    for record in (*kept[-1:], *now[len(kept) - 1 :]):
        for name in LENT:
            del record[name]
    assert now == kept


LAWS: tuple[Callable[[Cut], None], ...] = (
    cores_hold_the_whole_body_once,
    nothing_passes_the_limit,
    no_chunk_is_blank_and_all_are_named,
    no_chunk_has_two_types,
    neighbours_lend_and_nobody_else,
    the_texts_make_the_full_text,
    places_are_right,
    cutting_twice_gives_the_same,
    a_section_behind_changes_the_last_alone,
)


def _keeps_blanks(it: Cut) -> bool:
    """Whether white space at a cut lies in the cores; there, a cut word is doubled too (S14)."""
    return it.profile.strategy == "by_sentence"


def _owed(note: Note) -> bytearray:
    """One for each character that has to lie in a core.

    A block of nothing but directives, comments and ids is owed nothing.
    """
    owed = bytearray(len(note.source))
    for block in note.blocks:
        if block.kind not in (BlockKind.COMMENT, BlockKind.RULE):
            owed[block.char_start : block.char_end] = bytes(not c.isspace() for c in block.text)
    said = bytearray(owed)
    for aside in note.asides:
        said[aside.char_start : aside.char_end] = bytes(aside.char_end - aside.char_start)
        if note.source[aside.char_start] != "^":
            owed[aside.char_start : aside.char_end] = bytes(aside.char_end - aside.char_start)
    for block in note.blocks:
        if not any(said[block.char_start : block.char_end]):
            owed[block.char_start : block.char_end] = bytes(block.char_end - block.char_start)
    return owed


def _atoms(note: Note, chunk: Chunk) -> Iterator[str]:
    """The embeds and figures that lie in a chunk."""
    for link in note.links:
        start, end = link.char_start or 0, link.char_end or 0
        if link.kind is LinkKind.EMBED and chunk.char_start <= start < end <= chunk.char_end:
            yield link.raw
    for number in chunk.core_block_indices:
        if note.blocks[number].kind is BlockKind.FIGURE:
            yield note.blocks[number].text
    if chunk.strategy == "by_sentence":
        yield from FIGURE.findall(chunk.md_text)


def _empty(note: Note) -> Iterator[int]:
    """Headings with nothing under them, and the directives and comments right around them.

    Drawings are no content either.
    """
    run: list[int] = []
    before: list[int] = []
    for block in note.blocks:
        if block.kind is BlockKind.HEADING:
            yield from run
            run, before = [*before, block.index], []
        elif block.directive or block.data or block.kind is BlockKind.COMMENT:
            before.append(block.index)
            run += [block.index] * bool(run)
        else:
            run, before = [], []
    yield from run


def _between(it: Cut, before: Chunk, after: Chunk) -> set[str]:
    """C22; on one page of sentences, white space that left the cores is not read (S22, S25)."""
    gap = it.note.source[before.char_end : after.char_start]
    if gap.strip():
        return {"\n\n"}
    return {gap, ""} if _keeps_blanks(it) else {gap}


def _breaks(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _core(chunk: Chunk) -> tuple[Any, ...]:
    return chunk.char_start, chunk.char_end, chunk.normalized_text, chunk.prefix, chunk.flags


def _told(chunk: Chunk) -> dict[str, Any]:
    """The record without what is said of the whole note."""
    return {**chunk.to_dict(), "content_hash": "", "tags": []}


def _reads_the_same(note: Note, longer: Note) -> bool:
    """Whether nothing was left open, so that a section behind a note changes none of its blocks."""
    same = longer.blocks[: len(note.blocks)] == note.blocks
    return same and longer.asides[: len(note.asides)] == note.asides
