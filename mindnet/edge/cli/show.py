"""A note becomes lines for people.

    Note  →  lines

Knows how each part of a note looks in a terminal; leaves out parts that a note has not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from mindnet.edge.cli.output import align, one_line
from mindnet.errors import Problem
from mindnet.model import Block, BlockKind, Note

_WORDS = 56  # characters of a block that are shown
_FRONTMATTER = {True: "read", False: "cannot be read", None: "none"}

Rows = list[tuple[str, ...]]


def note_lines(note: Note) -> Iterator[str]:
    """Everything that was read, part by part."""
    yield one_line(f"{note.title}  ({note.path})")
    yield from _indent(align(_facts(note)))
    for name, rows_of in _PARTS.items():
        if rows := rows_of(note):
            yield ""
            yield f"{name} ({len(rows)})"
            yield from _indent(align([tuple(one_line(cell) for cell in row) for row in rows]))


def problem_line(problem: Problem) -> str:
    """`Garden/Oak.md:3 warning duplicate_block_id …`."""
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    return one_line(f"{place} {problem.severity} {problem.code} {problem.message}")


def _indent(lines: list[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _facts(note: Note) -> Rows:
    tasks = note.tasks_open + note.tasks_done
    facts = (
        ("type", note.type or "-"),
        ("aliases", ", ".join(note.aliases) or "-"),
        ("tags", ", ".join(note.tags) or "-"),
        ("frontmatter", _FRONTMATTER[note.frontmatter_ok]),
        ("tasks", f"{note.tasks_done} of {tasks} done" if tasks else ""),
    )
    return [(name, one_line(fact)) for name, fact in facts if fact]


def _properties(note: Note) -> Rows:
    return [
        (key, one_line(json.dumps(value, ensure_ascii=False), _WORDS))
        for key, value in note.properties.items()
    ]


def _blocks(note: Note) -> Rows:
    return [
        (
            _lines(block.line_start, block.line_end),
            _kind(block),
            block.section_type or "",
            " ".join((*(f"^{each}" for each in block.block_ids), block.key or "")).strip(),
            one_line(block.text, _WORDS),
        )
        for block in note.blocks
    ]


def _headings(note: Note) -> Rows:
    return [(str(each.line), "#" * each.level, each.title) for each in note.headings]


def _links(note: Note) -> Rows:
    return [
        (str(each.line), each.kind.value, each.relation, each.status or "", each.raw)
        for each in note.links
    ]


def _tags(note: Note) -> Rows:
    return [(str(each.line), f"#{each.tag}") for each in note.tag_occurrences]


def _callouts(note: Note) -> Rows:
    return [
        (str(each.line), each.type, each.fold or "", f"depth {each.depth}", each.title)
        for each in note.callouts
    ]


def _block_ids(note: Note) -> Rows:
    return [
        (
            str(each.line),
            f"^{each.id}",
            one_line(note.source[each.char_start : each.char_end], _WORDS),
        )
        for each in note.block_ids
    ]


def _problems(note: Note) -> Rows:
    return [(problem_line(problem),) for problem in note.problems]


def _lines(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _kind(block: Block) -> str:
    """`heading 2`, `list of 3`, `code python`: the kind, and what tells it from its like."""
    more = {
        BlockKind.HEADING: str(block.level),
        BlockKind.LIST: f"of {len(block.items)}",
        BlockKind.TABLE: f"of {len(block.rows)}",
        BlockKind.CODE: block.language or "",
        BlockKind.CALLOUT: block.callout.type if block.callout else "",
    }.get(block.kind, "")
    page = "" if block.page is None else f"page {block.page}"
    return " ".join(part for part in (block.kind.value, more, page) if part)


_PARTS: dict[str, Callable[[Note], Rows]] = {
    "Properties": _properties,
    "Blocks": _blocks,
    "Headings": _headings,
    "Links": _links,
    "Tags": _tags,
    "Callouts": _callouts,
    "Block ids": _block_ids,
    "Problems": _problems,
}
