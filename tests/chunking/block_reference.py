"""A second reading of `by_block`: simple notes, cut as plainly as `strategies.md` tells it.

It knows headings, rules, paragraphs of short sentences, lists, quotes of one-line paragraphs, code
and tables, counts every text as a whole, and takes no care of time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from hypothesis import strategies as st

Span = tuple[int, int]

ALONE = ("table", "code")
MARKS = {"list": "- ", "quote": "> "}
JOINTS = {"paragraph": " ", "quote": "\n>\n"}
HEADER = "|oak|\n|-|"


@dataclass
class Block:
    """What it is, and its sentences, items, rows or lines."""

    kind: str
    units: list[Span]

    @property
    def span(self) -> Span:
        return self.units[0][0], self.units[-1][1]


@dataclass
class Limits:
    max: int
    target: int
    min: int


@dataclass
class Simple:
    """A note whose blocks are known without reading it."""

    text: str = ""
    blocks: list[Block] = field(default_factory=list)
    count: Callable[[str], int] = len

    def size(self, start: int, end: int, lead: str = "") -> int:
        return self.count(lead + self.text[start:end])


@dataclass
class Part:
    """A chunk: what leads it, its core, its blocks, and whether it may grow."""

    lead: str
    start: int
    end: int
    blocks: list[Block]
    open: bool = True

    @property
    def kinds(self) -> set[str]:
        return {block.kind for block in self.blocks}


def write(blocks: list[tuple[str, list[str]]], gap: str) -> Simple:
    it = Simple()
    for kind, units in blocks:
        block = Block(kind, [])
        if it.text:
            it.text += gap
        for number, unit in enumerate(units):
            it.text += JOINTS.get(kind, "\n") if number else ""
            start, ends = len(it.text), unit
            if kind == "quote" and number + 1 < len(units):
                ends = f"{unit}\n>"  # the bare line goes with what stands before it
            block.units.append((start, start + len(ends)))
            it.text += unit
        it.blocks.append(block)
    return it


def words(most: int, frame: str) -> st.SearchStrategy[str]:
    some = st.lists(st.sampled_from(("o", "oak", "tree", "garden")), min_size=1, max_size=most)
    return some.map(lambda text: frame.replace("@", " ".join(text)))


def fenced(lines: list[str]) -> list[str]:
    """Lines of code, with the fences at the first and the last."""
    lines = [f"```\n{lines[0]}", *lines[1:]]
    return [*lines[:-1], f"{lines[-1]}\n```"]


def units(most: int, frame: str) -> st.SearchStrategy[list[str]]:
    return st.lists(words(most, frame), min_size=1, max_size=6)


BLOCKS = st.one_of(
    *[units(7, "W@.").map(lambda texts: ("paragraph", texts))] * 3,
    units(4, "- W@").map(lambda texts: ("list", texts)),
    units(4, "> W@").map(lambda texts: ("quote", texts)),
    units(3, "x = @").map(
        lambda texts: (
            ("code", [f"```\n{texts[0]}", *texts[1:-1], f"{texts[-1]} \n```"])
            if len(texts) > 1
            else ("code", [f"```\n{texts[0]}\n```"])
        )
    ),
    units(3, "|W@|").map(lambda texts: ("table", [f"{HEADER}\n{texts[0]}", *texts[1:]])),
    words(2, "# W@").map(lambda text: ("heading", [text])),
    st.just(("rule", ["---"])),
)
NOTES = st.builds(
    lambda blocks, gap: write(apart(blocks), gap),
    st.lists(BLOCKS, min_size=1, max_size=9),
    st.sampled_from(("\n\n", "\n\n\n")),
)
LIMITS = st.tuples(st.integers(24, 60), st.integers(1, 60), st.integers(0, 60)).map(
    lambda three: Limits(three[0], min(three[:2]), min(three))
)


def apart(blocks: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """A text first, which no rule can make a frontmatter, and between two lists or two quotes."""
    kept = [("paragraph", ["Wo."])]
    for block in blocks:
        if block[0] == kept[-1][0] and block[0] in MARKS:
            kept.append(("paragraph", ["Wo."]))
        kept.append(block)
    return kept


def read_blocks(it: Simple, limits: Limits) -> list[Part]:
    """B3–B7."""
    parts: list[Part] = []
    for block in it.blocks:
        start, end = block.span
        if block.kind in ("heading", "rule"):  # B3, B4
            close(parts)
        elif parts and joins(it, parts[-1], block, limits):
            parts[-1].end = end
            parts[-1].blocks.append(block)
        elif it.size(start, end) <= limits.max:
            parts.append(Part("", start, end, [block], block.kind not in ALONE))
        else:
            parts += cut_block(it, block, limits)
    return parts


def close(parts: list[Part]) -> None:
    for part in parts[-1:]:
        part.open = False


def joins(it: Simple, part: Part, block: Block, limits: Limits) -> bool:
    """B4, B5."""
    both = it.size(part.start, block.span[1])
    if not part.open or block.kind in ALONE or both > limits.max:
        return False
    now = it.size(part.start, part.end)
    texts = part.kinds | {block.kind} == {"paragraph"}
    return now < limits.min or (texts and now < limits.target) or both < limits.target


def cut_block(it: Simple, block: Block, limits: Limits) -> list[Part]:
    """B7."""
    parts: list[Part] = []
    lead = {"code": "```\n", "table": f"{HEADER}\n"}.get(block.kind, "")
    for start, end in block.units:
        last = parts[-1] if parts else None
        if last and not is_full(it, last, end, limits):
            last.end = end
        else:
            parts.append(Part(lead if parts else "", start, end, [block], open=False))
    parts[-1].open = block.kind == "paragraph"
    return parts


def is_full(it: Simple, part: Part, end: int, limits: Limits) -> bool:
    """Whether a part closes before the unit that ends here."""
    now, both = it.size(part.start, part.end, part.lead), it.size(part.start, end, part.lead)
    if part.kinds == {"table"}:
        return both > limits.target
    return now >= limits.target or both > limits.max


def read_lent(it: Simple, parts: list[Part], limits: Limits, budget: int) -> list[str]:
    """B8, C20–C22: the full texts with what the chunk before lends."""
    texts = [part.lead + it.text[part.start : part.end] for part in parts]
    for number, (giver, taker) in enumerate(pairwise(parts), 1):
        lent = near(it, giver, taker, budget)
        gap = it.text[giver.end : taker.start]
        gap = "\n\n" if gap.strip() else gap  # a rule
        while lent:
            text = it.text[lent[-1][0] : giver.end] + gap + texts[number]
            if it.count(text) <= limits.max:
                texts[number] = text
                break
            lent.pop()
    return texts


def near(it: Simple, giver: Part, taker: Part, budget: int) -> list[Span]:
    """The sentences of the giver, the nearest first."""
    first, last = it.blocks.index(giver.blocks[-1]), it.blocks.index(taker.blocks[0])
    if any(block.kind == "heading" for block in it.blocks[first:last]):
        return []
    if taker.blocks[0].kind != "paragraph":
        return []
    taken: list[Span] = []
    for block in reversed(giver.blocks):
        if block.kind != "paragraph":
            break
        for unit in reversed(block.units):
            if not (giver.start <= unit[0] and unit[1] <= giver.end):
                continue
            if sum(it.size(*each) for each in (*taken, unit)) > budget:
                return taken
            taken.append(unit)
    return taken
