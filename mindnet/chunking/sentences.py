"""Where sentences end.

    str  →  the ends of its sentences

Knows two ways: by punctuation alone (`strategies.md` C16), and by a library that knows
abbreviations (C17); alone in knowing sentencex.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate

ENDINGS = ".!?。！？‼⁇⁈⁉"
CLOSING = "\"')]}’”»›」』）】〕〉》〗〙〛〞〟"

FindEnds = Callable[[str], list[int]]

_SENTENCE_END = re.compile(
    rf"(?:[.!?](?=\s|[{re.escape(CLOSING)}]|\Z)|[{ENDINGS[3:]}])[{re.escape(CLOSING)}]*"
)
LONGEST = 20_000  # characters that the library is asked about
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("zh", re.compile("[\u3400-\u9fff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("hy", re.compile("[\u0530-\u058f]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
)
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_WORDS = {  # English first: it wins where two are even
    "en": "the and is of to in that it for was on are with as this be at by not or you he she we"
    " they his her its our their i my me from have has had but if so do did can will would when"
    " what who which there then than into no all one were been an",
    "de": "der die das und ist nicht ein eine den dem des mit für auf von sich auch wird werden zu"
    " im am zum zur bei aus nach wie oder aber wenn noch nur sind war ich wir sie es kam",
    "pl": "i w na nie się jest to z że do jak przez dla oraz są od po ale czy który która które"
    " był była było co tak tylko za przy już może o",
    "fr": "le la les des et est une dans pour que qui sur avec pas ne sont au aux ce il elle un du"
    " en par plus nous vous mais ou son sa ses",
    "es": "el los las y es una en que por con para del se no su al lo como más pero un son fue muy"
    " este esta está también sin",
    "it": "il gli le e è una di che per con non del della sono nel alla si un ma come anche più"
    " da lo dei delle questo",
    "pt": "o os as e é uma de que para com não do da em por um no na se mais como foi ao dos das"
    " também são está",
    "nl": "de het een en is van dat niet te op zijn met voor aan er maar ook als bij naar wordt"
    " deze dit door heeft",
}
_LETTERS = (
    ("pl", re.compile("[ąęłńśźż]")),
    ("de", re.compile("[äöüß]")),
    ("es", re.compile("[ñ¿¡]")),
    ("pt", re.compile("[ãõ]")),
    ("fr", re.compile("[çêèœù]")),
)
_SMALL_WORDS = {language: frozenset(words.split()) for language, words in _WORDS.items()}


def sentence_ends(text: str, language: str | None) -> list[int]:
    """The places behind each sentence, white space left to the next; the last is the text's end.

    Without a language, punctuation alone decides.
    """
    ends = _by_library(text, language) if language else _by_punctuation(text)
    last = len(text.rstrip())
    ends = [end for end in ends if end < last]
    return [*ends, last] if last else []


def find_stops(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The endings in a part of a text (C16), each with the closing marks behind it."""
    return _SENTENCE_END.finditer(text, start, end)


def ends_in_stop(text: str) -> bool:
    """Whether a text ends like a sentence, closing marks aside."""
    return text.rstrip().rstrip(CLOSING)[-1:] in tuple(ENDINGS)


def _by_punctuation(text: str) -> list[int]:
    return [match.end() for match in _SENTENCE_END.finditer(text)]


def _by_library(text: str, language: str) -> list[int]:
    from sentencex import segment  # type: ignore[import-untyped]  # it carries no types

    try:
        pieces = list(segment(language, text))
    except UnicodeEncodeError:  # half a character, which JSON can hold
        return _by_punctuation(text)
    if "".join(pieces) != text:
        return _by_punctuation(text)
    starts = accumulate((len(piece) for piece in pieces), initial=0)
    return [
        start + len(piece.rstrip())
        for start, piece in zip(starts, pieces, strict=False)
        if piece.strip()
    ]


def guess_language(text: str) -> str | None:
    """The language of a text, by its letters and its smallest words; None if they do not tell.

    None for a long text too, which the library is not asked about.
    """
    if len(text) > LONGEST:
        return None
    for language, letters in _SCRIPTS:
        if letters.search(text):
            return language
    if _CYRILLIC.search(text):
        return "uk" if _UKRAINIAN.search(text) else "ru"
    return _by_words(text)


def _by_words(text: str) -> str | None:
    """By small words, then by letters that few languages have; plain letters are English."""
    lowered = text.lower()
    words = set(re.findall(r"[^\W\d_]+", lowered))
    scores = {language: len(words & known) for language, known in _SMALL_WORDS.items()}
    best = max(scores, key=lambda language: scores[language])
    if scores[best]:
        return best
    special = next((language for language, letters in _LETTERS if letters.search(lowered)), None)
    return special or ("en" if text.isascii() else None)
