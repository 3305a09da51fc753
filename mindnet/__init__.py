"""Keeps an index of a Markdown vault that a local assistant can ask.

    with mindnet.open_library("~/vault") as library:
        library.reindex()
        hits = library.search("compost")

    note = mindnet.read_note(text, path="Garden/Oak.md")
    chunks = mindnet.chunk_text(text, path="Garden/Oak.md", profile="heading_smart", max=200)

Names are imported when they are first used, so that `import mindnet` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mindnet.cuts import Chunk as Chunk
    from mindnet.cuts import Profile as Profile
    from mindnet.errors import MindnetError as MindnetError
    from mindnet.errors import Problem as Problem
    from mindnet.kept import Edge as Edge
    from mindnet.kept import KeptChunk as KeptChunk
    from mindnet.library import open_library as open_library
    from mindnet.linked import BrokenEdge as BrokenEdge
    from mindnet.linked import Resolution as Resolution
    from mindnet.linked import SeenEdge as SeenEdge
    from mindnet.model import Note as Note
    from mindnet.settings import Settings as Settings
    from mindnet.single import chunk_text as chunk_text
    from mindnet.single import read_note as read_note

__version__ = "0.1.0"

_HOMES = {
    "BrokenEdge": "mindnet.linked",
    "Chunk": "mindnet.cuts",
    "Edge": "mindnet.kept",
    "KeptChunk": "mindnet.kept",
    "MindnetError": "mindnet.errors",
    "Note": "mindnet.model",
    "Problem": "mindnet.errors",
    "Profile": "mindnet.cuts",
    "Resolution": "mindnet.linked",
    "SeenEdge": "mindnet.linked",
    "Settings": "mindnet.settings",
    "chunk_text": "mindnet.single",
    "open_library": "mindnet.library",
    "read_note": "mindnet.single",
}
__all__ = [
    "BrokenEdge",
    "Chunk",
    "Edge",
    "KeptChunk",
    "MindnetError",
    "Note",
    "Problem",
    "Profile",
    "Resolution",
    "SeenEdge",
    "Settings",
    "__version__",
    "chunk_text",
    "open_library",
    "read_note",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return __all__
