"""A second reading of the rules: simple notes, cut as plainly as `strategies.md` tells it.

It knows sections of one level, paragraphs of short sentences, lists and deeper headings, counts
every text as a whole, and takes no care of time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

Span = tuple[int, int]
Part = tuple[str, int, int]  # what leads it, start, end
Found = tuple[Part, int | None]  # and the section it was cut from, if it was
Limits = tuple[int, int]


@dataclass
class Block:
    """A heading is one unit, a paragraph its sentences, a list its items."""

    kind: str
    units: list[Span]

    @property
    def span(self) -> Span:
        return self.units[0][0], self.units[-1][1]


@dataclass
class Simple:
    """A note whose sections are known without reading it."""

    text: str
    sections: list[list[Block]]
    count: Callable[[str], int] = len
    over_headings: bool = False  # W4

    def lends(self, block: Block) -> bool:
        return block.kind == "text" or (self.over_headings and block.kind != "list")

    def size(self, start: int, end: int, lead: str = "") -> int:
        return self.count(lead + self.text[start:end])


def write(sections: list[list[tuple[str, list[str]]]], gap: str) -> Simple:
    it = Simple("", [])
    for blocks in sections:
        it.sections.append([])
        for kind, units in blocks:
            block = Block(kind, [])
            for number, unit in enumerate(units):
                under = it.sections[-1] and it.sections[-1][-1].kind == "heading"
                apart = gap if under and kind == "text" else "\n\n"
                it.text += ("\n" if kind == "list" else " ") if number else apart if it.text else ""
                block.units.append((len(it.text), len(it.text) + len(unit)))
                it.text += unit
            it.sections[-1].append(block)
    return it


def words(most: int, *frames: str) -> st.SearchStrategy[str]:
    some = st.lists(st.sampled_from(("o", "oak", "tree", "garden")), min_size=1, max_size=most)
    return st.builds(
        lambda frame, text: frame.replace("@", " ".join(text)), st.sampled_from(frames), some
    )


BLOCKS = st.one_of(
    st.builds(
        lambda sentences, last: ("text", [*sentences, *last]),
        st.lists(words(7, "W@."), min_size=1, max_size=5),
        st.lists(words(3, "W@"), max_size=1),
    ),
    st.lists(words(5, "- W@.", "- W@"), min_size=1, max_size=5).map(lambda units: ("list", units)),
    words(3, "### W@").map(lambda unit: ("deep", [unit])),
)
BODIES = st.lists(st.lists(BLOCKS, min_size=1, max_size=5), min_size=1, max_size=5)
NOTES = st.builds(
    lambda first, bodies, gap: write(
        [
            [*([] if number == 0 and first else [("heading", [f"## H{number}"])]), *_apart(body)]
            for number, body in enumerate(bodies)
        ],
        gap,
    ),
    st.booleans(),
    BODIES,
    st.sampled_from(("\n\n", "\n", "\n\n\n")),
)
LIMITS = st.tuples(st.integers(20, 60), st.integers(1, 60)).map(lambda two: (two[0], min(two)))


def _apart(body: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Texts first and last, and between lists, which would be one without them."""
    kept = [("text", ["Wo."])]
    for block in body:
        kept += [("text", ["Wo."])] if block[0] == kept[-1][0] == "list" else []
        kept.append(block)
    return [*kept, ("text", ["Wo."])] if kept[-1][0] == "deep" else kept


# by_heading.


def read_smart(it: Simple, most: int, target: int) -> list[Found]:
    """H5–H11."""
    found: list[Found] = []
    for number, section in enumerate(it.sections):
        start, end = section[0].span[0], section[-1].span[1]
        lead, begin = found[-1][0][:2] if found else ("", start)
        if found and it.size(begin, end, lead) <= most:  # H6
            found[-1] = (lead, begin, end), found[-1][1]
        elif it.size(start, end) <= most:  # H7
            found.append((("", start, end), None))
        else:  # H8
            parts = cut_section(it, section, most, target, carries=True)
            found += [(part, number) for part in parts]
    return found


def read_strict(it: Simple, most: int, target: int) -> list[Found]:
    """H13, H14."""
    found: list[Found] = []
    for number, section in enumerate(it.sections):
        start, end = section[0].span[0], section[-1].span[1]
        if it.size(start, end) <= most:
            found.append((("", start, end), None))
        else:
            parts = cut_section(it, section, most, target, carries=False)
            found += [(part, number) for part in parts]
    return found


def cut_section(
    it: Simple, section: list[Block], most: int, target: int, carries: bool
) -> list[Part]:
    headed = section[0].kind == "heading"
    lead = f"{it.text[slice(*section[0].span)]}\n\n" if headed else ""
    start, end = section[0].span[0], section[-1].span[1]
    units: list[Span] = []
    for unit in (unit for block in section[headed:] for unit in block.units):  # H9
        holds = units and it.text[units[-1][1] - 1] != "."
        if holds and it.size(units[-1][0], unit[1], lead) <= most:
            units[-1] = (units[-1][0], unit[1])
        else:
            units.append(unit)
    parts: list[Part] = []
    while units:
        if carries and parts and it.size(units[0][0], end, lead) <= most:  # H11
            return [*parts, (lead, units[0][0], end)]
        total, number = it.size(*units[0], lead), 1  # H10
        while number < len(units) and total + it.size(*units[number]) <= target:
            total += it.size(*units[number])
            number += 1
        front = (lead, units[0][0]) if parts else ("", start)
        while number > 1 and it.size(front[1], units[number - 1][1], front[0]) > most:  # C7
            number -= 1
        parts.append((*front, units[number - 1][1]))
        units = units[number:]
    return parts


# sliding_window.


def read_sliding(it: Simple, most: int, target: int) -> list[Span]:
    """W1, W3: the cores."""
    cores: list[Span] = []
    for block in (block for section in it.sections for block in section):
        start, end = block.span
        if cores and it.size(cores[-1][0], end) <= most:
            cores[-1] = (cores[-1][0], end)
        elif it.size(start, end) <= most:
            cores.append((start, end))
        else:
            total = target
            for left, right in block.units:
                total += it.size(left, right)
                if left == start or total > target or it.size(cores[-1][0], right) > most:
                    cores.append((left, right))
                    total = it.size(left, right)
                cores[-1] = (cores[-1][0], right)
    return cores


# Overlap.


def lend(it: Simple, found: list[Found], most: int, budget: int, side: str) -> list[str]:
    """C20–C23: the full texts with what neighbours lend that were cut from one section."""
    texts = []
    for number, ((lead, start, end), section) in enumerate(found):
        before: list[Span] = []
        behind: list[Span] = []
        if side != "next" and number and found[number - 1][1] == section:
            before = near(it, found[number - 1][0], start, budget, side)
        if side != "previous" and found[number + 1 :] and found[number + 1][1] == section:
            behind = near(it, found[number + 1][0], end, budget, side)
        while True:  # C21
            left = before[-1][0] if before else start
            right = behind[-1][1] if behind else end
            if not (before or behind) or it.size(left, right, lead) <= most:
                break
            (behind or before).pop()
        texts.append(lead + it.text[left:right])
    return texts


def near(it: Simple, giver: Part, seam: int, budget: int, side: str) -> list[Span]:
    """C20, C23: sentences of the giver from the seam outward."""
    back = giver[1] < seam
    blocks = [block for section in it.sections for block in section]
    place = seam if back else seam - 1
    taker = next(block for block in blocks if block.span[0] <= place < block.span[1])
    walk = [block for block in blocks if block.span[0] < giver[2] and block.span[1] > giver[1]]
    taken: list[Span] = []
    for block in walk[::-1] if back else walk:
        if not (it.lends(block) and it.lends(taker)):
            break
        units = [unit for unit in block.units if giver[1] <= unit[0] and unit[1] <= giver[2]]
        ends = [end for unit in (*taken, *units) for end in unit]
        if side == "both" and it.size(min(ends), max(ends)) <= budget:
            taken += units[::-1] if back else units
            continue
        if side == "both" and taken:
            break
        for unit in units[::-1] if back else units:
            if sum(it.size(*each) for each in (*taken, unit)) > budget:
                return taken
            taken.append(unit)
        if side == "both":
            break
    return taken
