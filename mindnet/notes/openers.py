"""What a line can begin: a quote, an item, a heading, code, a table …

    Walk, Spot  →  the position behind the mark, TAKEN, or None where nothing begins

Knows in which order CommonMark asks, and what may stand right under a paragraph.
One function a block; `OPENERS` says which of them a sign can mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mindnet.model import BlockKind
from mindnet.notes import grammar
from mindnet.notes.columns import behind_mark, skip_blanks
from mindnet.notes.layout import CalloutMark, Holder, Leaf
from mindnet.notes.spots import TAKEN, Position, Spot
from mindnet.notes.tables import open_table
from mindnet.notes.walk import Walk


def open_quote(walk: Walk, spot: Spot) -> Position | None:
    """`> text`, perhaps a callout."""
    if walk.is_too_deep(spot.matched, spot.place):
        return None
    walk.close_to(spot.matched)
    holder = walk.open_holder("quote", BlockKind.QUOTE, spot.place)
    if holder.parent is None:
        walk.layout.tops[-1].holder = holder
    place, column = behind_mark(walk.text, spot.place + 1, spot.column + 1, spot.end)
    _mark_callout(walk, holder, place, spot.end)
    return place, column


def _mark_callout(walk: Walk, holder: Holder, place: int, end: int) -> None:
    match = grammar.CALLOUT.match(walk.text, place, end)
    if match is None:
        return
    depth = sum(each.kind == "quote" for each in walk.stack)
    kind = match[1].partition("|")[0].strip(" \t").lower()
    title = match[3].strip(" \t")
    holder.callout = CalloutMark(kind, title, match[2] or None, match.start(1), depth)
    walk.layout.callouts.append(holder)


def open_footnote(walk: Walk, spot: Spot) -> Position | None:
    """`[^1]: text`, its continuation indented by four."""
    match = grammar.FOOTNOTE.match(spot.rest)
    if match is None or walk.is_too_deep(spot.matched, spot.place):
        return None
    walk.close_to(spot.matched)
    walk.open_holder("footnote", BlockKind.FOOTNOTE, spot.place).indent = 4
    width = match.end()
    return skip_blanks(walk.text, spot.place + width, spot.column + width, spot.end)


def open_item(walk: Walk, spot: Spot) -> Position | None:
    """`- text` or `1. text`; right under a paragraph only with a text, and from 1 on."""
    match = grammar.MARKER.match(spot.rest)
    if match is None or walk.is_too_deep(spot.matched, spot.place):
        return None
    behind = (spot.place + match.end(), spot.column + match.end())
    place, column = skip_blanks(walk.text, *behind, spot.end)
    blank, width = place == spot.end, column - behind[1]
    if spot.under == "paragraph" and (blank or int(match[2] or 1) != 1):
        return None
    if blank or width > 4:  # an empty item, or one that begins with code
        width = 1
        place, column = behind_mark(walk.text, *behind, spot.end)
    walk.close_to(spot.matched)
    holder = _join_list(walk, spot.place, match[1])
    holder.indent = spot.indent + match.end() + width
    return place, column


def _join_list(walk: Walk, place: int, marker: str) -> Holder:
    """A new item, in the list that is open here or in a new one."""
    owner = walk.stack[-1] if walk.stack else walk
    joins = owner.list_bullet == marker[-1]
    holder = walk.open_holder("item", None if joins else BlockKind.LIST, place)
    holder.marker = marker
    owner.list_bullet = marker[-1]
    keeper = holder.parent or walk.layout.tops[-1]
    keeper.items = keeper.items or []
    keeper.items.append(holder)
    return holder


def open_heading(walk: Walk, spot: Spot) -> Position | None:
    """`## Title`, with or without marks behind it."""
    match = grammar.ATX.match(spot.rest)
    if match is None:
        return None
    words = match["atx_2"]
    start = spot.place + match.start("atx_2") + len(words) - len(words.lstrip(" \t"))
    words = words.strip(" \t")
    bare = words.rstrip("#")
    if not bare or bare[-1] in " \t":
        words = bare.rstrip(" \t")
    walk.close_to(spot.matched)
    own = walk.open_leaf("heading", BlockKind.HEADING, spot.place).own
    walk.leaf = None
    leaf = walk.add_leaf("heading", [(start, start + len(words))])
    if own:
        walk.stack[-1].own = leaf
    if not walk.stack:
        top = walk.layout.tops[-1]
        top.level, top.heading, top.leaf = len(match["atx_1"]), words, leaf
    return TAKEN


def open_setext(walk: Walk, spot: Spot) -> Position | None:
    """A line of `=` or `-` that makes the paragraph above it a heading."""
    if spot.under != "paragraph" or walk.leaf is None or not grammar.SETEXT.match(spot.rest):
        return None
    open_leaf, walk.leaf = walk.leaf, None
    leaf = walk.add_leaf("heading", list(open_leaf.spans))
    walk.define(leaf)
    if not leaf.text(walk.text):  # nothing but definitions
        walk.layout.leaves.pop()
        walk.leaf = open_leaf
        return None
    if open_leaf.own:
        walk.stack[-1].own = leaf
    if not walk.stack:
        _make_heading(walk, leaf, 1 if spot.rest[0] == "=" else 2)
    return TAKEN


def _make_heading(walk: Walk, leaf: Leaf, level: int) -> None:
    """Turns the paragraph above into a heading; its link definitions stay behind as one."""
    top = walk.layout.tops[-1]
    if leaf.skip:
        start = walk.text.rfind("\n", 0, leaf.place(0)) + 1
        walk.last_end = start - 1
        top = walk.open_top(BlockKind.HEADING, start)
        leaf.top += 1
    lines = leaf.text(walk.text).split("\n")
    top.kind, top.level, top.leaf = BlockKind.HEADING, level, leaf
    top.heading = " ".join(line.strip(" \t") for line in lines)


def open_rule(walk: Walk, spot: Spot) -> Position | None:
    """`---`, `***` or `___`."""
    if not grammar.RULE.match(spot.rest):
        return None
    walk.close_to(spot.matched)
    walk.open_leaf("rule", BlockKind.RULE, spot.place)
    walk.leaf = None
    return TAKEN


def open_fence(walk: Walk, spot: Spot) -> Position | None:
    """Three or more backticks or tildes."""
    match = grammar.FENCE.match(spot.rest)
    if match is None:
        return None
    walk.close_to(spot.matched)
    walk.open_leaf("fence", BlockKind.CODE, spot.place).fence = match[1] or match[3]
    if not walk.stack:
        info = (match[2] or match[4] or "").split(None, 1)
        walk.layout.tops[-1].language = info[0] if info else None
    return TAKEN


def open_html(walk: Walk, spot: Spot) -> Position | None:
    """One of the seven kinds of HTML blocks; the last may not stand right under a paragraph."""
    html = grammar.match_html(spot.rest)
    above = walk.leaf.kind if walk.leaf else ""
    if html is None or (above == "paragraph" and not html.interrupts):
        return None
    walk.close_to(spot.matched)
    leaf = walk.open_leaf("html", BlockKind.HTML, spot.place)
    leaf.until = html.end
    if not walk.stack and spot.rest[:7].lower() == "<figure":
        walk.layout.tops[-1].kind = BlockKind.FIGURE
    if html.end and html.end.search(spot.rest):
        walk.leaf = None
    return TAKEN


def open_comment(walk: Walk, spot: Spot) -> Position | None:
    """`%%` whose partner stands on a later line."""
    return _open_marked(walk, spot, "%%", BlockKind.COMMENT)


def open_math(walk: Walk, spot: Spot) -> Position | None:
    """`$$` whose partner stands on a later line."""
    return _open_marked(walk, spot, "$$", BlockKind.MATH)


def _open_marked(walk: Walk, spot: Spot, mark: str, kind: BlockKind) -> Position | None:
    if not spot.rest.startswith(mark) or mark in spot.rest[2:]:
        return None
    stop = _find_closing(walk, mark, spot.matched, spot.end)
    if stop < 0:
        walk.layout.strange.append((spot.place, "unclosed", f"close this {mark} with another"))
        return None
    walk.close_to(spot.matched)
    leaf = walk.open_leaf(kind.value, kind, spot.place)
    leaf.stop = stop
    leaf.spans.append((spot.place, spot.end))
    return TAKEN


def _find_closing(walk: Walk, mark: str, matched: int, end: int) -> int:
    """The end of the line that closes a block of the innermost holder; -1 if none does."""
    text, size = walk.text, len(walk.text)
    found = text.find(mark, end)
    stack = walk.stack[:matched]
    if stack and stack[-1].empty:  # the block itself is about to fill it
        stack[-1] = replace(stack[-1], empty=False)
    while found >= 0 and stack and end < size:
        start = end + 1
        end = text.find("\n", start)
        end = size if end < 0 else end
        level, place, _ = walk.match_holders(start, end, stack)
        if level < matched:
            return -1
        if text.find(mark, place, end) >= 0:
            return end
    if found < 0 or stack:
        return -1
    end = text.find("\n", found)
    return size if end < 0 else end


Opener = Callable[[Walk, Spot], Position | None]

OPENERS: dict[str, tuple[Opener, ...]] = {
    ">": (open_quote,),
    "#": (open_heading,),
    "`": (open_fence,),
    "~": (open_fence,),
    "<": (open_html,),
    "[": (open_footnote,),
    "%": (open_comment,),
    "$": (open_math,),
    "=": (open_setext,),
    "|": (open_table,),
    ":": (open_table,),
    "-": (open_table, open_setext, open_rule, open_item),
    "*": (open_rule, open_item),
    "_": (open_rule,),
    "+": (open_item,),
    **dict.fromkeys("0123456789", (open_item,)),
}
