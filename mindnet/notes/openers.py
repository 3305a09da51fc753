"""What a line can begin: a quote, an item, a heading, code, a table …

    Walk, Spot  →  the position behind the mark, TAKEN, or None where nothing begins

Knows in which order CommonMark asks, and what may stand right under a paragraph.
One function a block; `OPENERS` says which of them a sign can mean, and `OPENERS_UNDER_TEXT`
which right under a paragraph.
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
    match = grammar.FOOTNOTE.match(walk.text, spot.place, spot.end)
    if match is None or walk.is_too_deep(spot.matched, spot.place):
        return None
    walk.close_to(spot.matched)
    walk.open_holder("footnote", BlockKind.FOOTNOTE, spot.place).indent = 4
    behind = match.end()
    return skip_blanks(walk.text, behind, spot.column + behind - spot.place, spot.end)


def open_item(walk: Walk, spot: Spot) -> Position | None:
    """`- text` or `1. text`; right under a paragraph only with a text, and from 1 on."""
    match = grammar.MARKER.match(walk.text, spot.place, spot.end)
    if match is None or walk.is_too_deep(spot.matched, spot.place):
        return None
    marker = match[1]
    behind = (match.end(), spot.column + len(marker))
    place, column = skip_blanks(walk.text, *behind, spot.end)
    blank, width = place == spot.end, column - behind[1]
    if spot.under == "paragraph" and (blank or int(match[2] or 1) != 1):
        return None
    if blank or width > 4:  # an empty item, or one that begins with code
        width = 1
        place, column = behind_mark(walk.text, *behind, spot.end)
    walk.close_to(spot.matched)
    holder = _join_list(walk, spot.place, marker)
    holder.indent = spot.indent + len(marker) + width
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
    match = grammar.ATX.match(walk.text, spot.place, spot.end)
    if match is None:
        return None
    start, words = match.start(2), match[2].rstrip(" \t")
    bare = words.rstrip("#")
    if not bare or bare[-1] in " \t":
        words = bare.rstrip(" \t")
    walk.close_to(spot.matched)
    own = walk.open_block(BlockKind.HEADING)
    leaf = walk.add_leaf("heading", [(start, start + len(words))])
    leaf.own = own
    if not walk.stack:
        top = walk.layout.tops[-1]
        top.level, top.heading, top.leaf = len(match[1]), words, leaf
    return TAKEN


def open_setext(walk: Walk, spot: Spot) -> Position | None:
    """A line of `=` or `-` that makes the paragraph above it a heading."""
    open_leaf = walk.leaf
    if open_leaf is None or not grammar.SETEXT.match(walk.text, spot.place, spot.end):
        return None
    walk.leaf = None
    leaf = walk.add_leaf("heading", list(open_leaf.spans))
    walk.define(leaf)
    if not leaf.text(walk.text):  # nothing but definitions
        walk.layout.leaves.pop()
        walk.leaf = open_leaf
        return None
    leaf.own = open_leaf.own
    if not walk.stack:
        _make_heading(walk, leaf, 1 if walk.text[spot.place] == "=" else 2)
    return TAKEN


def _make_heading(walk: Walk, leaf: Leaf, level: int) -> None:
    """Turns the paragraph above into a heading; its link definitions stay behind as one."""
    top = walk.layout.tops[-1]
    if leaf.skip:
        start = walk.text.rfind("\n", 0, leaf.place(0)) + 1
        walk.last_end = walk.trim(start - 1)
        top = walk.open_top(BlockKind.HEADING, start)
        leaf.top += 1
    lines = leaf.text(walk.text).split("\n")
    top.kind, top.level, top.leaf = BlockKind.HEADING, level, leaf
    top.heading = " ".join(line.strip(" \t") for line in lines)


def open_rule(walk: Walk, spot: Spot) -> Position | None:
    """`---`, `***` or `___`."""
    if not grammar.RULE.match(walk.text, spot.place, spot.end):
        return None
    walk.close_to(spot.matched)
    walk.open_block(BlockKind.RULE)
    return TAKEN


def open_fence(walk: Walk, spot: Spot) -> Position | None:
    """Three or more backticks or tildes."""
    match = grammar.FENCE.match(walk.text, spot.place, spot.end)
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
    text, place, end = walk.text, spot.place, spot.end
    html = grammar.match_html(text, place, end)
    above = walk.leaf.kind if walk.leaf else ""
    if html is None or (above == "paragraph" and not html.interrupts):
        return None
    walk.close_to(spot.matched)
    if html.end and html.end.search(text, place, end):
        walk.open_block(BlockKind.HTML)
    else:
        walk.open_leaf("html", BlockKind.HTML, place).until = html.end
    if not walk.stack and text[place : place + 7].lower() == "<figure":
        walk.layout.tops[-1].kind = BlockKind.FIGURE
    return TAKEN


def open_comment(walk: Walk, spot: Spot) -> Position | None:
    """`%%` whose partner stands on a later line."""
    return _open_marked(walk, spot, "%%", BlockKind.COMMENT)


def open_math(walk: Walk, spot: Spot) -> Position | None:
    """`$$` whose partner stands on a later line."""
    return _open_marked(walk, spot, "$$", BlockKind.MATH)


def _open_marked(walk: Walk, spot: Spot, mark: str, kind: BlockKind) -> Position | None:
    text, place = walk.text, spot.place
    if not text.startswith(mark, place) or text.find(mark, place + 2, spot.end) >= 0:
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
    "-": (open_item, open_rule),  # the pattern of an item leaves `- - -` alone
    "*": (open_item, open_rule),
    "_": (open_rule,),
    "+": (open_item,),
    **dict.fromkeys("0123456789", (open_item,)),
}
OPENERS_UNDER_TEXT: dict[str, tuple[Opener, ...]] = {
    **OPENERS,
    "=": (open_setext,),
    "|": (open_table,),
    ":": (open_table,),
    "-": (open_table, open_setext, open_item, open_rule),
}
