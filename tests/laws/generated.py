"""Notes as people write them, and as nobody would.

notes()          blocks of every kind, nested, with all that can stand in a text
plain_notes()    CommonMark and tables alone, for a comparison with another reader
wild_texts()     anything a file can hold, lone surrogates included
mutations(notes) real notes with their lines deleted, doubled, swapped and spliced
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st
from markdown_it import MarkdownIt

Lines = list[str]


def _listed(*rows: str) -> tuple[str, ...]:
    """`a · b⏎c` as a tuple of texts."""
    return tuple(each.replace("⏎", "\n") for row in rows for each in row.split(" · "))


_WORDS = (
    "oak",
    "a",
    "The old tree.",
    "дуб",
    "日本",
    "🌳",
    "e\u0301",
    "x\u00a0y",
    "\u2028",
    "\f",
    "\0",
)
_PLAIN_WORDS = _listed(r"oak · a · The old tree. · *so* · `code` · &amp; · a | b · \* · 2. · x-")
_MARKS = _listed(
    "[[Oak]] · ![[oak.png|200]] · [[Oak#Care ^dry|it]] · [[a|[b]]] · [[ · ]] · [[]] · [ · ] · ](",
    "[x](y) · [x](<y z> 'w') · ![x](y.png) · [![x](y)](z) · [r] · [x][r] · <https://a.example>",
    "#tag · #a/b · **#x** · #1 · `co\tde` · `` · ` · $x$ · $$ · $5 · %% · %% #c %% · \t · :: · *",
    "<b> · </b> · <b c='d' · < · <!-- x --> · <!-- · https://a.example/#x · [!note] · ** · == · ~~",
    "up:: [[X]] · [up:: [[X]]] · (up::  · ) · ^[[[n]]] · [^1] · ^id · ^id-2 · ^i_d · \\ · \\[ ·   ",
    "| · \\|",
)
_FRONTS = (
    "title: Oak\ntags: [a, b/c]\naliases: Quercus",
    "up: '[[Trees|all]]'\nrel:\n  near: ['[[A]]', \"[b](B)\"]",
    "text: |\n  one\n  [[two]]\nnote: >-\n  [[three]]",
    "a: [unclosed",
    "- a\n- b",
    "x: &x '[[X]]'\ny: *x",
    "",
)
_WILD = (
    "-*+>#`~$%^[]()<>!|:=_\\&\"'.1 2\n\n\n\t\r abxéж日🌳\u00a0\u0085\u2028\ufeff\f\0\ud800\udcff"
)


def _words(marks: Sequence[str]) -> st.SearchStrategy[str]:
    """A line of text."""
    return st.builds(
        lambda pieces, gap: gap.join(pieces),
        st.lists(st.sampled_from(marks), min_size=1, max_size=5),
        st.sampled_from((" ", " ", "")),
    )


def _leaf(words: st.SearchStrategy[str], templates: Sequence[str]) -> st.SearchStrategy[Lines]:
    """A block that holds no others: a template whose `@` are words."""
    return st.builds(
        lambda template, lines: _fill(template, lines).split("\n"),
        st.sampled_from(templates),
        st.lists(words, min_size=3, max_size=3),
    )


def _fill(template: str, lines: Lines) -> str:
    pieces = template.split("@")
    return "".join(f"{piece}{lines[i % 3]}" for i, piece in enumerate(pieces[:-1])) + pieces[-1]


_PLAIN = _listed(
    "@ · @⏎@ · @⏎  @⏎@ · @ · # @ · ## @ ## · ###### @ · # · @⏎=== · @⏎@⏎--- · --- · * * *",
    "    @⏎⏎    @ · ```⏎@⏎⏎@⏎``` · ~~~ py⏎@⏎~~~ · ```⏎@ · <div>⏎@⏎</div> · <!-- @ --> · <b>⏎@",
    "<!--⏎⏎@⏎--> · @⏎<b> · <pre>⏎⏎@⏎</pre> · |@|@|⏎|-|:-:|⏎|@|⏎",
)
_RICH = _PLAIN + _listed(
    "@ ^id · @⏎@ ^other · ^lone · ## @ ^head · | @ | b |⏎|---|---|⏎| @ |⏎^table · [r]: @ · <@",
    "$$⏎@⏎⏎@⏎$$ · $$ @ $$ · $$⏎@ · %%⏎# @⏎⏎@⏎%% · %% @ %% · %%⏎@ · %%@%% %%@%% · [r]: x 'y'⏎@",
    "![[@]] · ![@](x.png) ^fig · <figure>⏎@⏎</figure> · up:: @ · **up**:: [[X]] · section-type:: @",
    "section-type:: plan · \t@ · @⏎\t@ · @⏎    @ · ```dataview⏎@⏎``` · ~~~ · @⏎|-| · >[!x|y]- @",
    "> [!section] plan · > [!section] @ · [^1]: @⏎⏎    @ · |@|@|⏎|-|-|⏎|@|",
)
_QUOTES = ("> ", ">", "> ", ">\t", "  > ")
_MARKERS = ("- ", "* ", "+ ", "1. ", "2) ", "-\t", "-   ", "- [ ] ", "- [x] ", "10. ")


def _containers(plain: bool) -> st.SearchStrategy[Lines]:
    words = _words(_PLAIN_WORDS if plain else (*_WORDS, *_MARKS, *_WORDS))
    leaves = _leaf(words, _PLAIN if plain else _RICH)
    titles = st.just("") if plain else st.sampled_from(("", "", "[!note]- A title", "[!edge] up"))
    quotes = _QUOTES[:3] if plain else _QUOTES
    return st.recursive(
        leaves,
        lambda blocks: st.one_of(
            st.builds(_quote, _bodies(blocks), st.sampled_from(quotes), titles, st.booleans()),
            st.builds(
                _items, st.lists(_bodies(blocks), min_size=1, max_size=3), st.sampled_from(_MARKERS)
            ),
        ),
        max_leaves=8,
    )


def _bodies(blocks: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    return st.builds(_join, st.lists(blocks, min_size=1, max_size=3), st.sampled_from((0, 1, 1, 2)))


def _join(blocks: list[Lines], gap: int) -> Lines:
    lines: Lines = []
    for block in blocks:
        is_code = block[0].startswith("    ")  # right under a text it would be none
        lines += [""] * max(gap, is_code) * bool(lines) + block
    return lines


def _quote(body: Lines, mark: str, title: str, lazy: bool) -> Lines:
    lines = [mark + title] if title else []
    lines += [f"{mark}{line}" if line else mark.rstrip() for line in body]
    return [*lines[:-1], body[-1]] if lazy and len(lines) > 1 and body[-1][:1].isalpha() else lines


def _items(bodies: list[Lines], marker: str) -> Lines:
    indent = " " * len(re.sub(r"\[.\] ", "", marker))
    return [
        (marker if number == 0 else indent if line else "") + line
        for body in bodies
        for number, line in enumerate(body)
    ]


def notes() -> st.SearchStrategy[str]:
    """A whole note, with or without BOM, frontmatter and a last line end."""
    fronts = st.sampled_from(("", "", "", *(f"---\n{front}\n---\n" for front in _FRONTS)))
    bodies = st.builds(
        _join, st.lists(_containers(plain=False), max_size=6), st.sampled_from((0, 1, 1, 2))
    )
    return st.builds(
        lambda bom, front, body, end, last: (
            bom + (front + "\n".join(body) + last).replace("\n", end)
        ),
        st.sampled_from(("", "", "", "\ufeff")),
        fronts,
        bodies,
        st.sampled_from(("\n", "\n", "\r\n", "\r")),
        st.sampled_from(("", "\n", " \n\n")),
    )


def plain_notes() -> st.SearchStrategy[str]:
    """CommonMark and tables, behind a blank line: a first `---` is no frontmatter.

    Left out is what markdown-it reads in its own way, or not at all:
    definitions and footnotes (it tells nothing of the former, and knows no latter);
    `a⏎|-|` (it wants a bar in the header, GFM does not); `<b>` right under a table (a row to it);
    a lazy line indented by four or more (it begins code, which cannot interrupt a paragraph).
    """
    blocks = st.lists(_containers(plain=True), max_size=6)
    return st.builds(_join, blocks, st.sampled_from((0, 1, 1, 2))).map(
        lambda lines: "\n" + "\n".join(lines)
    )


_SECOND_READER = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
_KINDS = {
    "bullet_list": "list",
    "ordered_list": "list",
    "blockquote": "quote",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "hr": "rule",
}


def second_reading(text: str) -> list[tuple[str, int, int]]:
    """Kind, first and last line of each block, as markdown-it sees them."""
    lines, found = text.split("\n"), []
    for token in _SECOND_READER.parse(text):
        if token.level == 0 and token.map:
            start, end = token.map
            while not lines[end - 1].strip(" \t"):  # it counts blank lines under a list
                end -= 1
            kind = token.type.removesuffix("_open")
            found.append((_KINDS.get(kind, kind), start + 1, end))
    return found


def wild_texts() -> st.SearchStrategy[str]:
    """Marks in any order, any text, any bytes."""
    return st.one_of(
        st.text(st.sampled_from(_WILD), max_size=12),
        st.text(st.sampled_from(_WILD), min_size=15, max_size=80),
        st.text(st.characters(), max_size=40),
        st.binary(max_size=60).map(lambda data: data.decode("utf-8", "surrogateescape")),
    )


def mutations(texts: Sequence[str]) -> st.SearchStrategy[str]:
    """A note some of whose lines are deleted, doubled, swapped, or taken from another note."""
    steps = st.tuples(
        st.sampled_from(("delete", "double", "swap", "splice", "cut")), _PLACES, _PLACES
    )
    return st.builds(
        _mutate,
        st.sampled_from(texts),
        st.sampled_from(texts),
        st.lists(steps, min_size=1, max_size=6),
    )


_PLACES = st.integers(0, 10_000)


def _mutate(text: str, other: str, steps: list[tuple[str, int, int]]) -> str:
    lines, others = text.splitlines(keepends=True), other.splitlines(keepends=True)
    for step, first, second in steps:
        size = len(lines) or 1
        i, j = first % size, second % size
        if step == "delete":
            del lines[i : i + 1 + j % 4]
        elif step == "double":
            lines[i:i] = lines[j : j + 5]
        elif step == "swap" and lines:
            lines[i], lines[j] = lines[j], lines[i]
        elif step == "splice":
            k = second % (len(others) or 1)
            lines[i:i] = others[k : k + 8]
        elif step == "cut" and lines:
            lines[i] = lines[i][: second % (len(lines[i]) + 1)]
    return "".join(lines)
