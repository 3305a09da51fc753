"""Notes as the examples of `strategies.md` write them, and how they are cut.

A, B and C are sentences of 40 characters: ten tokens of `chars4`, in which all tests count unless
they say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mindnet import Chunk, Note, Profile, read_note
from mindnet.cuts import Overlap, WindowStyle
from mindnet.pipeline import cut_note

A = "Aaaa bbbb cccc dddd eeee ffff gggg hhhh."
B = "Bbbb cccc dddd eeee ffff gggg hhhh iiii."
C = "Cccc dddd eeee ffff gggg hhhh iiii jjjj."
D = "Dddd eeee ffff gggg hhhh iiii jjjj kkkk."
E = "Eeee ffff gggg hhhh iiii jjjj kkkk llll."

PATH = "doc-1.md"


def blocks(*texts: str) -> str:
    """A note of these blocks, a blank line between each two."""
    return "\n\n".join(texts)


def a_note(text: str, path: str = PATH, types: Mapping[str, str] | None = None) -> Note:
    return read_note(text, path=path, settings={"heading_types": types or {}})


def a_profile(strategy: str = "by_heading", **keys: Any) -> Profile:
    """A profile that counts in `chars4`; `side` and `tokens` or `ratio` are its overlap."""
    overlap = {name: keys.pop(name) for name in ("side", "tokens", "ratio") if name in keys}
    window = {name: keys.pop(name) for name in WindowStyle.__slots__ if name in keys}
    if "target" not in keys and "max" in keys:
        keys["target"] = min(400, keys["max"])
    return Profile(
        name="test",
        strategy=strategy,
        overlap=Overlap(**overlap),
        window=WindowStyle(**window),
        **{"tokenizer": "chars4", **keys},
    )


def cut(text: str, strategy: str = "by_heading", path: str = PATH, **keys: Any) -> list[Chunk]:
    types = keys.pop("types", None)
    return list(cut_note(a_note(text, path, types), a_profile(strategy, **keys)))


def smart(text: str, **keys: Any) -> list[Chunk]:
    return cut(text, "by_heading", **keys)


def strict(text: str, **keys: Any) -> list[Chunk]:
    return cut(text, "by_heading", strict_heading_split=True, **keys)


def sliding(text: str, **keys: Any) -> list[Chunk]:
    return cut(text, "sliding_window", **keys)


def structured(text: str, **keys: Any) -> list[Chunk]:
    """By block, with the limits of the profile that ships, and without overlap."""
    return cut(text, "by_block", **{"target": 650, "max": 900, "min": 120, **keys})


def fixed(text: str, **keys: Any) -> list[Chunk]:
    """Fixed size, by the profile that ships; `target` and `min` give way to the rest."""
    keys = {"max": 750, "side": "previous", "ratio": 0.12, "tokens": 75, **keys}
    keys = {"target": min(500, keys["max"]), "sentences": "punctuation", **keys}
    return cut(text, "fixed_size", **{"min": min(100, keys["target"]), **keys})


def many(word: str, number: int) -> str:
    """P(word, number) of `strategies.md` §6: for four letters five characters each."""
    return " ".join([word] * number) + "."


def paged(*pages: str, **keys: Any) -> list[Chunk]:
    """By sentence, the pages of a plain text, with the overlap of the profile that ships."""
    return sentences("\f".join(pages), **{"path": "a.txt", **keys})


def sentences(text: str, **keys: Any) -> list[Chunk]:
    """By sentence, by the profile that ships."""
    given = {"max": 500, "side": "next", "ratio": 0.10, "sentences": "punctuation", **keys}
    return cut(text, "by_sentence", **given)


def cores(chunks: Iterable[Chunk]) -> list[str]:
    return [chunk.md_text for chunk in chunks]


def normal(chunks: Iterable[Chunk]) -> list[str]:
    return [chunk.normalized_text for chunk in chunks]


def full(chunks: Iterable[Chunk]) -> list[str]:
    return [chunk.full_text for chunk in chunks]


def sizes(chunks: Iterable[Chunk]) -> list[int]:
    return [chunk.token_count for chunk in chunks]


def types(chunks: Iterable[Chunk]) -> list[str | None]:
    return [chunk.section_type for chunk in chunks]


def kinds(chunks: Iterable[Chunk]) -> list[str]:
    return [chunk.chunk_type for chunk in chunks]


def flags(chunks: Iterable[Chunk]) -> list[set[str]]:
    return [set(chunk.flags) for chunk in chunks]


def spans(chunks: Iterable[Chunk]) -> list[tuple[int, int]]:
    return [(chunk.block_start_idx, chunk.block_end_idx) for chunk in chunks]
