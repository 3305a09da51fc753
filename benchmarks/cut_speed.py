"""How fast notes are cut, beside other splitters: `make bench`, or with a VAULT named.

    notes  →  a table: MB/s of mindnet's strategies and of each peer that is installed

CPU seconds of one core, the best of three rounds in which everybody takes turns on the same
files. Peers cut plain text at 2,400 characters, which is mindnet's 600 tokens of `chars4`; they
extract neither links nor sections.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path

from mindnet.cuts import Overlap, Profile
from mindnet.model import Note, SourceFile
from mindnet.pipeline import cut_note, read_note
from mindnet.profiles import load_profiles
from mindnet.settings import Settings
from mindnet.settings_files import load_settings
from mindnet.vault.files import read_source, walk_vault

ROOT = Path(__file__).parent.parent
CHARACTERS = 2400
ROUNDS = 3

Work = Callable[[], int]  # cuts everything, and says how many chunks that gave


def main(arguments: list[str]) -> None:
    root = Path(arguments[0]) if arguments else default_vault()
    settings = load_settings(root)
    sources = list(read_sources(root, settings))
    notes = [read_note(source, settings) for source in sources]
    megabytes = sum(len(source.text.encode()) for source in sources) / 1e6
    print(f"{root.name}: {len(sources)} notes, {megabytes:.1f} MB\n")
    print("| what | MB/s | chunks |\n|---|---:|---:|")
    works = {
        **dict(mindnet_works(sources, notes, settings)),
        **dict(peer_works([source.text for source in sources])),
    }
    for name, (seconds, chunks) in measure(works).items():
        print(f"| {name} | {megabytes / seconds:.1f} | {chunks:,} |")


def default_vault() -> Path:
    """The largest real vault, else the one that ships."""
    hub = ROOT.parent / "shared" / "vaults" / "obsidian-hub"
    return hub if hub.is_dir() else ROOT / "vault_example"


def read_sources(root: Path, settings: Settings) -> Iterator[SourceFile]:
    for file in walk_vault(root, settings).notes:
        source = read_source(file.path, (root / file.place).read_bytes(), settings)
        if isinstance(source, SourceFile):
            yield source


def measure(works: dict[str, Work]) -> dict[str, tuple[float, int]]:
    """The best time of each, and its chunks; everybody takes turns."""
    best: dict[str, tuple[float, int]] = {}
    for _ in range(ROUNDS):
        for name, work in works.items():
            start = time.process_time()
            chunks = work()
            seconds = time.process_time() - start
            best[name] = min(best.get(name, (float("inf"), 0)), (seconds, chunks))
    return best


def mindnet_works(
    sources: list[SourceFile], notes: list[Note], settings: Settings
) -> Iterator[tuple[str, Work]]:
    shipped = load_profiles(None)
    for tokenizer in ("chars4", "cl100k_base"):
        for profile in (
            Profile("heading_smart", "by_heading", tokenizer=tokenizer),
            Profile(
                "sliding", "sliding_window", tokenizer=tokenizer, overlap=Overlap("previous", 65)
            ),
            *(
                replace(shipped.recipes[name].profile, tokenizer=tokenizer)
                for name in ("structured", "sentence", "fixed")
            ),
        ):
            name = f"mindnet, cut alone: {profile.strategy}, {tokenizer}"
            yield name, partial(cut_all, notes, profile)
    smart = Profile("heading_smart", "by_heading", tokenizer="chars4")
    yield (
        "mindnet, read and cut: by_heading, chars4",
        lambda: sum(len(cut_note(read_note(source, settings), smart)) for source in sources),
    )


def cut_all(notes: list[Note], profile: Profile) -> int:
    return sum(len(cut_note(note, profile)) for note in notes)


def cut_texts(cut: Callable[[str], int], texts: list[str]) -> int:
    return sum(cut(text) for text in texts)


def peer_works(texts: list[str]) -> Iterator[tuple[str, Work]]:
    for name, make in PEERS.items():
        try:
            cut = make()
        except ImportError:
            print(f"{name} is not installed: `make bench` brings it", file=sys.stderr)
            continue
        yield name, partial(cut_texts, cut, texts)


def langchain() -> Callable[[str], int]:
    module = import_module("langchain_text_splitters")
    splitter = module.MarkdownTextSplitter(chunk_size=CHARACTERS, chunk_overlap=0)
    return lambda text: len(splitter.split_text(text))


def chonkie() -> Callable[[str], int]:
    module = import_module("chonkie")
    splitter = module.RecursiveChunker(tokenizer="character", chunk_size=CHARACTERS)
    return lambda text: len(splitter.chunk(text))


def semantic_text_splitter() -> Callable[[str], int]:
    splitter = import_module("semantic_text_splitter").MarkdownSplitter(CHARACTERS)
    return lambda text: len(splitter.chunks(text))


PEERS: dict[str, Callable[[], Callable[[str], int]]] = {
    "langchain-text-splitters, Markdown": langchain,
    "chonkie, recursive": chonkie,
    "semantic-text-splitter, Markdown": semantic_text_splitter,
}

if __name__ == "__main__":
    main(sys.argv[1:])
