"""A text becomes finds: links, tags, comments, each with its place in it.

    str, definitions  →  Finds

Knows what hides what: from left to right, the leftmost construct that is complete wins
(`links.md` L10). Linear, whatever the text.
Leaves relations and sections to `links`, and block structure to `blocks`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from mindnet.notes import grammar
from mindnet.notes.finds import NOTHING, Finds, Found

# Each branch begins with a letter, so that `re` leaps over all others. The usual links come
# whole: nothing in them can begin anything, and nothing waits for its partner.
WORTH_A_LOOK = re.compile(r"\[|#|<|::|%%")
_WORDS_AND_DESTINATION = rf"\[([^\\`$<\[\]#%]*+)\]\({grammar.PLAIN_DESTINATION}"
_TOKEN = re.compile(
    rf"\[\[([^\[\]\n]++)\]\]|{_WORDS_AND_DESTINATION}|!{_WORDS_AND_DESTINATION}"
    r"|\\.|``*|\$\$?|<|!\[\[?|\[\[?|\]|#|%%",
    re.DOTALL,
)
_LAST_OF_IMAGE = 5  # of the groups above
_WIKILINK = re.compile(r"\[\[(?!\[)((?:[^\[\]\n]|\[(?!\[)|\](?!\]))*+)\]\]")
_MATH = re.compile(r"\$(?![ \t\n$])(?:\\.|[^$\\\n])*+(?<![ \t])\$(?![\d$])")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\x00-\x1f]*)>")
_EMAIL = re.compile(r"<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>")
_DECLARATION = re.compile(r"<![A-Za-z]")
_TAG = re.compile(r"#([^\s\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\]+)")
_EMPHASIS = re.compile(r"(\*+|_+|~~|==)$")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_HIGHEST = 20  # images in images; higher ones are text, or their words would be told over and over
_BLINDS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"))


@dataclass(slots=True)
class _Bracket:
    """An opening bracket that waits for its partner."""

    start: int
    text_start: int
    embed: bool
    tags: list[tuple[int, int, str]] = field(default_factory=list)  # right behind it, if a link's
    inner: bool = False  # holds a bracket itself, so its text is no label
    height: int = 0  # how many links stand in each other in it


def find_in(text: str, definitions: Mapping[str, str]) -> Finds:
    """What a text holds, in its order."""
    if not WORTH_A_LOOK.search(text):
        return NOTHING
    finds = _Scan(text, definitions)
    finds.run()
    if len(finds.links) > 1:
        finds.links.sort(key=attrgetter("start"))
    finds.tags.sort()
    return finds


class _Scan(Finds):
    """The finds of a text, on the one way through it."""

    __slots__ = (
        "brackets", "code", "comment", "dead", "definitions", "edge", "first", "hopeless", "text",
    )  # fmt: skip

    def __init__(self, text: str, definitions: Mapping[str, str]) -> None:
        Finds.__init__(self)  # one for every text: `super()` would be a tenth of its price
        self.text = text
        self.definitions = definitions
        self.brackets: list[_Bracket] = []
        self.dead = 0  # how many of them, from the outermost, can be no links any more
        self.comment = -1  # place of an open %%
        self.edge = 0  # end of the last construct: a tag may follow it at once
        self.code: dict[int, list[int]] | None = None  # backtick runs by length
        self.first: dict[str, int] = {}  # where each emphasis mark stands first
        self.hopeless: tuple[str, ...] = ()  # closing marks that do not come again

    def run(self) -> None:
        """Goes from mark to mark."""
        text, search, place = self.text, _TOKEN.search, 0
        while match := search(text, place):
            last = match.lastindex
            if last is None:
                mark = match[0]
                place = _HANDLERS[mark[0]](self, match.start(), mark)
            elif last == 1:
                place = self.plain_wikilink(match)
            else:
                place = self.plain_link(match, last)

    def plain_wikilink(self, match: re.Match[str]) -> int:
        body, start, end = match[1], match.start(), match.end()
        if not body.strip(" \t"):
            return self.open_bracket(start, "[[")
        self.links.append(Found(start, end, "wiki", False, body))
        self.edge = end
        return end

    def plain_link(self, match: re.Match[str], last: int) -> int:
        start, end = match.span()
        words, destination = match.group(last - 1, last)
        embed = last == _LAST_OF_IMAGE
        self.links.append(Found(start, end, "markdown", embed, destination, words))
        if self.brackets:
            around = self.brackets[-1]
            around.inner, around.height = True, max(around.height, 1)
            if not embed:
                self.dead = len(self.brackets)
        self.edge = end
        return end

    def escape(self, start: int, _mark: str) -> int:
        if self.text[start + 1] in _PUNCTUATION:
            self.edge = start + 2
            return start + 2
        return start + 1

    def backticks(self, start: int, mark: str) -> int:
        if self.code is None:
            self.code = {}
            for run in re.finditer("`+", self.text):
                self.code.setdefault(len(run[0]), []).append(run.start())
        same = self.code.get(len(mark), [])
        number = bisect_left(same, start + len(mark))
        if number == len(same):
            return start + len(mark)
        return self._hide(start, same[number] + len(mark))

    def dollar(self, start: int, mark: str) -> int:
        if mark == "$$":
            end = self._find("$$", start + 2)
            return start + 2 if end < 0 else self._hide(start, end + 2)
        match = _MATH.match(self.text, start)
        return self._hide(start, match.end()) if match else start + 1

    def angle(self, start: int, _mark: str) -> int:
        text = self.text
        if tag := grammar.TAG.match(text, start):
            return self._hide(start, tag.end())
        if link := _AUTOLINK.match(text, start):
            self.links.append(Found(start, link.end(), "autolink", False, link[1]))
            self.edge = link.end()
            return link.end()
        if address := _EMAIL.match(text, start):
            return self._hide(start, address.end())
        for opening, closing in _BLINDS:
            if text.startswith(opening, start):
                at = 2 if opening == "<!--" else len(opening)  # `<!-->` is a comment too
                end = self._find(closing, start + at)
                return start + 1 if end < 0 else self._hide(start, end + len(closing))
        if _DECLARATION.match(text, start):
            end = self._find(">", start)
            return start + 1 if end < 0 else self._hide(start, end + 1)
        return start + 1

    def open_bracket(self, start: int, mark: str) -> int:
        embed = mark[0] == "!"
        if mark.endswith("[["):
            end = self._wikilink(start, start + embed, embed)
            if end > 0:
                return end
        text_start = start + embed + 1
        if self.brackets:
            self.brackets[-1].inner = True
        self.brackets.append(_Bracket(start, text_start, embed))
        return text_start

    def _wikilink(self, start: int, place: int, embed: bool) -> int:
        match = _WIKILINK.match(self.text, place)
        if match is None or not match[1].strip(" \t"):
            return -1
        body, end = match[1], match.end()
        alias = body.partition("|")[2]
        if alias.count("[") > alias.count("]") and self.text.startswith("]", end):
            body, end = body + "]", end + 1  # [[y|[t]]]
        self.links.append(Found(start, end, "wiki", embed, body))
        self.edge = end
        return end

    def close_bracket(self, start: int, _mark: str) -> int:
        if not self.brackets:
            return start + 1
        bracket = self.brackets.pop()
        alive = bracket.embed or len(self.brackets) >= self.dead
        alive = alive and bracket.height < _HIGHEST
        self.dead = min(self.dead, len(self.brackets))
        link = self._markdown_link(bracket, start) if alive else None
        found = link is not None and link.body != ""
        if self.brackets:
            self.brackets[-1].height = max(self.brackets[-1].height, bracket.height + found)
        if link is None or not found:
            return start + 1
        self.links.append(link)
        self.tags += bracket.tags
        if not bracket.embed:
            self.dead = len(self.brackets)  # a link holds no other link
        self.edge = link.end
        return link.end

    def _markdown_link(self, bracket: _Bracket, end: int) -> Found | None:
        text, start = self.text, bracket.text_start
        if text.startswith("(", end + 1) and (found := grammar.match_destination(text, end + 1)):
            words = text[start:end]
            return Found(bracket.start, found[1], "markdown", bracket.embed, found[0], words)
        if not self.definitions or text.startswith("^", start):
            return None
        key, stop = None, end + 1
        if text.startswith("[]", end + 1):
            stop = end + 3
        elif text.startswith("[", end + 1) and (label := grammar.match_label(text, end + 2)):
            key, stop = label
        if not key and not bracket.inner and end - start < 1000:
            key = grammar.label_key(text[start:end])
        destination = self.definitions.get(key) if key else None
        if destination is None:
            return None
        words = text[start:end]
        return Found(bracket.start, stop, "markdown", bracket.embed, destination, words)

    def hash_sign(self, start: int, _mark: str) -> int:
        match = _TAG.match(self.text, start)
        if match is None:
            return start + 1
        tag = match[1].rstrip("/")
        if not tag or tag.isdigit():
            return start + 1
        found = (start, start + 1 + len(tag), tag)
        if self._may_begin_tag(start):
            self.tags.append(found)
            self.edge = found[1]
            return found[1]
        if self.brackets:
            bracket = self.brackets[-1]
            if start == (bracket.tags[-1][1] if bracket.tags else bracket.text_start):
                bracket.tags.append(found)
        return start + 1

    def _may_begin_tag(self, start: int) -> bool:
        if start == 0 or start == self.edge or self.text[start - 1].isspace():
            return True
        if self.text[start - 1] not in "*_~=":
            return False
        mark = _EMPHASIS.search(self.text, max(0, start - 8), start)
        return mark is not None and self._is_emphasis(mark.start(), start, mark[0])

    def _is_emphasis(self, start: int, end: int, mark: str) -> bool:
        """Whether these signs open or close something: their like stands on the other side."""
        before = self.text[start - 1] if start else " "
        opens = before.isspace() or before in _PUNCTUATION or mark in ("==", "~~")
        if opens and self._find(mark, end + 1) >= 0:
            return True
        if before.isspace() or (mark[0] == "_" and before.isalnum()):
            return False  # closes nothing; `snake_case_#x` is one word
        if mark not in self.first:
            self.first[mark] = self.text.find(mark)
        return self.first[mark] < start - 1

    def percent(self, start: int, _mark: str) -> int:
        if self.comment < 0:
            self.comment = start
        else:
            self.comments.append((self.comment, start + 2))
            self.comment = -1
        return start + 2

    def _hide(self, start: int, end: int) -> int:
        self.blind.append((start, end))
        self.edge = end
        return end

    def _find(self, mark: str, place: int) -> int:
        if mark in self.hopeless:
            return -1
        found = self.text.find(mark, place)
        if found < 0:
            self.hopeless += (mark,)
        return found


_Handler = Callable[[_Scan, int, str], int]
_HANDLERS: dict[str, _Handler] = {
    "\\": _Scan.escape,
    "`": _Scan.backticks,
    "$": _Scan.dollar,
    "<": _Scan.angle,
    "!": _Scan.open_bracket,
    "[": _Scan.open_bracket,
    "]": _Scan.close_bracket,
    "#": _Scan.hash_sign,
    "%": _Scan.percent,
}
