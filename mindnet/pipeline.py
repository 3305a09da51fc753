"""One file's whole way, readable as one sentence; pure.

    SourceFile, Settings  →  Note
    Note, Profile  →  Chunks

Knows the order of the rooms, and nothing of what happens inside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b

from mindnet.chunking.chunks import cut_chunks
from mindnet.chunking.tokens import token_counter
from mindnet.cuts import Chunk, Profile
from mindnet.errors import Problem, a_problem
from mindnet.model import Block, BlockKind, Front, Link, LinkKind, Note, NotePath, SourceFile, Tag
from mindnet.notes.blocks import lay_out
from mindnet.notes.canvas import Canvas, read_canvas
from mindnet.notes.drawings import has_drawings, mark_drawings
from mindnet.notes.layout import Layout
from mindnet.notes.lines import Lines
from mindnet.notes.links import LinkFinder, find_all
from mindnet.notes.note import document_id, parse_front, plain_front
from mindnet.notes.plain import split_pages
from mindnet.notes.sections import Sections, nest_sections
from mindnet.settings import Settings

_MOST_PROBLEMS = 100


def read_note(source: SourceFile, settings: Settings) -> Note:
    """What a file says, whatever it is."""
    suffix = source.path[-7:].lower()
    if suffix.endswith(".txt"):
        return _read_text(source)
    if suffix == ".canvas":
        return _read_canvas(source, settings)
    return _read_markdown(source, settings)


def cut_note(note: Note, profile: Profile) -> tuple[Chunk, ...]:
    """A note, cut the way its profile says."""
    return cut_chunks(note, profile, token_counter(profile.tokenizer))


def _read_markdown(source: SourceFile, settings: Settings) -> Note:
    lines = Lines(source.text)
    front = parse_front(source, lines, settings)
    layout = lay_out(lines.text, front.body_start)
    if has_drawings(source.path):
        mark_drawings(lines.text, layout, front.body_start)
    finds = find_all(lines.text, layout)
    sections = nest_sections(lines, source.text, layout, finds, settings.heading_types)
    finder = LinkFinder(source.path, lines, source.text, layout, settings.list_relations)
    links = finder.find_links(finds, sections.blocks)
    tags = finder.find_tags(finds)
    problems = _tell(source, lines, layout)
    return _note(source, source.text, front, sections, links, tags, layout.tasks, problems)


def _read_text(source: SourceFile) -> Note:
    sections = Sections(split_pages(Lines(source.text), source.text), (), (), ())
    return _note(source, source.text, plain_front(source.path), sections)


def _read_canvas(source: SourceFile, settings: Settings) -> Note:
    canvas = read_canvas(source)
    numbers = range(len(canvas.cards))
    cards = [_read_card(source.path, canvas, number, settings) for number in numbers]
    return _note(
        source,
        canvas.text,
        plain_front(source.path),
        Sections(tuple(block for block, _, _ in cards), (), (), ()),
        (*(link for _, links, _ in cards for link in links), *canvas.links),
        tuple(tag for _, _, tags in cards for tag in tags),
        (),
        canvas.problems,
    )


def _read_card(
    path: NotePath, canvas: Canvas, number: int, settings: Settings
) -> tuple[Block, list[Link], list[Tag]]:
    """A card as a block, with the links and tags of a note that holds just that card."""
    card = canvas.cards[number]
    text, shift = canvas.text[card.char_start : card.char_end], card.char_start
    note = _read_markdown(SourceFile(path, text), settings)
    block = Block(
        number, BlockKind.PARAGRAPH, None, shift, card.char_end, 0, 0, text, (), None, key=card.id
    )  # fmt: skip
    links = [_set_in_card(link, card.id, shift) for link in note.links]
    tags = [
        Tag(tag.tag, 0, tag.char_start + shift, tag.char_end + shift, number)
        for tag in note.tag_occurrences
        if tag.char_start is not None and tag.char_end is not None
    ]
    return block, [link for link in links if link.kind is not LinkKind.PROPERTY], tags


def _set_in_card(link: Link, card: str, shift: int) -> Link:
    return replace(
        link,
        line=0,
        key=card,
        section_path=None,
        section_type=None,
        char_start=(link.char_start or 0) + shift,
        char_end=(link.char_end or 0) + shift,
    )


def _note(
    source: SourceFile,
    text: str,
    front: Front,
    sections: Sections,
    links: Iterable[Link] = (),
    tags: Iterable[Tag] = (),
    tasks: Sequence[str] = (),
    problems: Iterable[Problem] = (),
) -> Note:
    """Everything that is known of a file, put together."""
    occurrences = (*front.tags, *tags)
    titles = (each.title for each in sections.headings if each.level == 1)
    tasks_open = sum(each in " \t" for each in tasks)
    return Note(
        path=source.path,
        document_id=document_id(source.path),
        title=front.title,
        type=front.type,
        aliases=front.aliases,
        tags=_distinct(each.tag for each in occurrences),
        properties=front.properties,
        frontmatter_ok=front.frontmatter_ok,
        first_heading=next(titles, None),
        headings=sections.headings,
        blocks=sections.blocks,
        block_ids=sections.block_ids,
        callouts=sections.callouts,
        tag_occurrences=occurrences,
        links=(*front.links, *links),
        tasks_open=tasks_open,
        tasks_done=len(tasks) - tasks_open,
        problems=_in_order(source.path, (*front.problems, *problems)),
        source=text,
        content_hash=_hash(source.text),
        asides=sections.asides,
    )


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _distinct(tags: Iterable[str]) -> tuple[str, ...]:
    """Each tag once, as first written."""
    first: dict[str, str] = {}
    for tag in tags:
        first.setdefault(tag.lower(), tag)
    return tuple(first.values())


def _tell(source: SourceFile, lines: Lines, layout: Layout) -> list[Problem]:
    return [
        a_problem(source.path, lines.line(place), code, sentence)
        for place, code, sentence in layout.strange
    ]


def _in_order(path: NotePath, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """By line, then code; at most a hundred, the last of which counts the rest."""
    problems = sorted(problems, key=lambda each: (each.line, each.code))
    if len(problems) <= _MOST_PROBLEMS:
        return tuple(problems)
    kept, rest = problems[: _MOST_PROBLEMS - 1], problems[_MOST_PROBLEMS - 1 :]
    more = f"and {len(rest)} more problems in this note, the first: {rest[0].message}"
    return (*kept, a_problem(path, rest[0].line, rest[0].code, more))
