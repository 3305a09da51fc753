"""What is open while a note is walked through, innermost last.

Knows which holders a line continues, and how things are opened and closed.
Leaves what a line begins to `openers`, and the way through the lines to `blocks`.
"""

from __future__ import annotations

import re

from mindnet.model import BlockKind
from mindnet.notes import grammar
from mindnet.notes.columns import advance, behind_mark, skip_blanks
from mindnet.notes.layout import Holder, Layout, Leaf, Top
from mindnet.notes.spots import Spot

DEEPEST = 32  # holders inside holders; what lies deeper is text

VERBATIM = frozenset({"fence", "indented", "html", "math", "comment"})  # take lines as they are


class OpenLeaf:
    """A block that holds no others, while its lines come in."""

    __slots__ = ("before", "fence", "id", "kind", "own", "place", "spans", "stop", "until")

    def __init__(self, kind: str, place: int, before: int, own: bool) -> None:
        self.kind = kind  # "paragraph", "table", or one of those that take lines as they are
        self.place = place
        self.before = before  # end of what stands before it
        self.spans: list[tuple[int, int]] = []
        self.own = own  # the own text of an item
        self.id: tuple[int, int] | None = None  # a block id right under a table
        self.fence = ""
        self.until: re.Pattern[str] | None = None  # what ends an HTML block
        self.stop = -1  # end of the line that closes a comment or math block


class Walk:
    """The state between two lines."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start  # of the body
        self.layout = Layout()
        self.stack: list[Holder] = []
        self.leaf: OpenLeaf | None = None
        self.list_bullet = ""  # of the list that is open at the top level
        self.line = 0  # start of the present line
        self.last_end = 0  # of the words of the last line before it that has some
        self.spot = Spot()
        self.told_depth = False

    def match_holders(self, start: int, end: int, stack: list[Holder]) -> tuple[int, int, int]:
        """How many holders the line continues, and the position behind their marks."""
        if not stack:
            return 0, start, 0
        text, place, column = self.text, start, 0
        words, words_column = place, column
        if start < end and text[start] in " \t":
            words, words_column = skip_blanks(text, place, column, end)
        for number, holder in enumerate(stack):
            if holder.kind == "quote":
                if words == end or words_column - column > 3 or text[words] != ">":
                    return number, place, column
                place, column = behind_mark(text, words + 1, words_column + 1, end)
                words, words_column = skip_blanks(text, place, column, end)
            elif words == end:
                if holder.empty and holder.kind == "item":
                    return number, place, column
                place, column = words, words_column
            elif words_column - column >= holder.indent:
                place, column = advance(text, place, column, holder.indent)
            else:
                return number, place, column
        return len(stack), place, column

    def is_too_deep(self, matched: int, place: int) -> bool:
        """Whether one more holder would be one too many; says so once."""
        if matched < DEEPEST:
            return False
        if not self.told_depth:
            self.told_depth = True
            sentence = f"nested deeper than {DEEPEST}: what lies deeper is read as plain text"
            self.layout.strange.append((place, "too_deep", sentence))
        return True

    # -- opening -------------------------------------------------------------------------------

    def open_top(self, kind: BlockKind, start: int) -> Top:
        """A new top-level block."""
        tops = self.layout.tops
        if tops:
            tops[-1].end = self.last_end
        self.list_bullet = ""
        top = Top(kind, start)
        tops.append(top)
        return top

    def open_holder(self, kind: str, block_kind: BlockKind | None, place: int) -> Holder:
        """A new holder in the innermost one; without a kind it joins the block that is open."""
        parent = self.stack[-1] if self.stack else None
        if parent is None:
            if block_kind is not None:
                self.open_top(block_kind, self.line)
        else:
            parent.empty = False
            if block_kind is not None:
                parent.list_bullet = ""
        line = self.line
        start = place if place > line and self.text[line:place].strip(" \t") else line
        holder = Holder(kind, parent, len(self.layout.tops) - 1, start, line)
        self.stack.append(holder)
        return holder

    def open_leaf(self, kind: str, block_kind: BlockKind, place: int) -> OpenLeaf:
        """A new block that holds no others, and waits for more lines."""
        before = self.last_end
        self.leaf = leaf = OpenLeaf(kind, place, before, self.open_block(block_kind))
        return leaf

    def open_block(self, kind: BlockKind) -> bool:
        """A new block in the innermost holder; whether it is an item's own text."""
        if not self.stack:
            self.open_top(kind, self.line)
            return False
        holder = self.stack[-1]
        own = holder.empty and holder.kind == "item"
        holder.empty = False
        holder.list_bullet = ""
        return own

    def add_paragraph(self, start: int, end: int) -> None:
        """A whole paragraph outside of all holders."""
        top = self.open_top(BlockKind.PARAGRAPH, start)
        top.leaf = leaf = self.add_leaf("paragraph", [(start, end)])
        self.last_end = self.trim(end)
        if self.text.startswith("[", start):
            self.define(leaf)

    def add_leaf(self, kind: str, spans: list[tuple[int, int]]) -> Leaf:
        """A text for links to stand in."""
        holder = self.stack[-1] if self.stack else None
        leaf = Leaf(kind, len(self.layout.tops) - 1, holder, spans)
        self.layout.leaves.append(leaf)
        return leaf

    # -- closing -------------------------------------------------------------------------------

    def close_to(self, matched: int) -> None:
        """Closes the open leaf, and all holders but the outermost ones."""
        if self.leaf is not None:
            self.close_leaf()
        while len(self.stack) > matched:
            self.stack.pop().end = self.last_end

    def close_all(self) -> None:
        """Closes everything: the text is at its end."""
        self.close_to(0)
        if self.layout.tops:
            self.layout.tops[-1].end = self.last_end

    def close_leaf(self) -> None:
        """Closes the open leaf, if there is one."""
        leaf, self.leaf = self.leaf, None
        if leaf is None:
            return
        if leaf.kind == "paragraph":
            self._close_paragraph(leaf)
        elif leaf.kind == "fence":
            sentence = f"close this code with a line of {leaf.fence}"
            self.layout.strange.append((leaf.place, "unclosed", sentence))
        elif leaf.kind == "comment":
            self.add_leaf("comment", leaf.spans)
        elif leaf.id:
            start, end = leaf.id
            self.add_leaf("glued", [(start, self.trim(end))]).start = leaf.place

    def _close_paragraph(self, open_leaf: OpenLeaf) -> None:
        spans = open_leaf.spans
        start = spans[0][0]
        if len(spans) > 1 and not self.stack:  # nothing stands between its lines
            spans = [(start, spans[-1][1])]
        leaf = self.add_leaf("paragraph", spans)
        if self.text.startswith("[", start):
            self.define(leaf)
        if not self.stack:
            self.layout.tops[-1].leaf = leaf
        else:
            leaf.own = open_leaf.own

    def define(self, leaf: Leaf) -> None:
        """Takes note of the link definitions a paragraph begins with."""
        text, place = leaf.text(self.text), 0
        while definition := grammar.match_definition(text, place):
            self.layout.definitions.setdefault(definition.label, definition.destination)
            place = definition.end
        leaf.skip = min(place, len(text))

    def trim(self, end: int) -> int:
        """The end of the words before this place."""
        while end > 0 and self.text[end - 1] in " \t":
            end -= 1
        return end
