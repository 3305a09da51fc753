"""One text or one file, without any index.

    read_note(text), read_file(path)  →  Note
    chunk_text(text), chunk_file(path)  →  Chunks
    load_rules(vault)  →  Settings, Profiles

Knows which settings and which profile are meant when nobody says.
Imports the rooms when they are needed.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from mindnet.errors import FileNotReadable, Problem, VaultNotNamed
from mindnet.model import Note, NotePath, SourceFile
from mindnet.settings import Settings, settings_from
from mindnet.settings_files import load_settings, settings_files
from mindnet.vault.root import enclosing_vault, find_root

if TYPE_CHECKING:
    from mindnet.comparison import Comparison
    from mindnet.cuts import Chunk
    from mindnet.profiles import Choice, GivenProfile, Profiles, Uses

    AnyPath = str | os.PathLike[str]
    Keys = Mapping[str, Any] | None
    GivenSettings = Settings | Mapping[str, Any] | None

_LONG = 200_000  # characters


def read_note(text: str, path: AnyPath = "note.md", settings: GivenSettings = None) -> Note:
    """What mindnet reads in a text; `path` gives the note its name and its kind."""
    source = SourceFile(NotePath(os.fspath(path).replace("\\", "/")), text)
    return _read(source, _settle(settings))


def read_file(file: AnyPath) -> Note:
    """What mindnet reads in a file, by the settings of the vault it lies in."""
    from mindnet.vault.files import note_path
    from mindnet.vault.named import read_named, shown_path

    root = enclosing_vault(file)
    settings = load_settings(root) if root else Settings()
    data = read_named(file, settings.max_note_bytes + 1)
    return _read_data(note_path(shown_path(file, root)), data, settings)


def read_stream(stream: BinaryIO) -> Note:
    """What mindnet reads in a stream, by the settings of the vault around us."""
    root = enclosing_vault()
    settings = load_settings(root) if root else Settings()
    try:
        data = stream.read(settings.max_note_bytes + 1)
    except OSError as error:
        raise FileNotReadable("standard input", str(error.strerror)) from None
    return _read_data(NotePath("stdin.md"), data, settings)


class Cut(NamedTuple):
    """A note, the profile it got and why, and its chunks."""

    note: Note
    choice: Choice
    chunks: tuple[Chunk, ...]


def chunk_text(
    text: str,
    path: AnyPath = "note.md",
    profile: GivenProfile = None,
    settings: GivenSettings = None,
    **overrides: Any,
) -> tuple[Chunk, ...]:
    """How a text is cut by the profile given, else by the one that the settings' rules pick.

    Further keywords override single keys: `max=200`, `overlap__side="both"`.
    """
    from mindnet.profiles import check_settings, load_profiles, make_chooser

    settled, profiles = _settle(settings), load_profiles(None)
    if profile is None:
        check_settings(settled, profiles)
    choose = make_chooser(profile, overrides, settled, profiles)
    return _cut(read_note(text, path, settled), choose, {"base_url": settled.base_url}).chunks


def chunk_file(
    file: AnyPath, profile: GivenProfile = None, overrides: Keys = None
) -> tuple[Chunk, ...]:
    """How a file is cut, by the settings and profiles of the vault it lies in."""
    return cut_file(file, profile, overrides).chunks


def cut_file(file: AnyPath, profile: GivenProfile = None, overrides: Keys = None) -> Cut:
    """The same as `chunk_file`, with the note and the rule that chose its profile."""
    from mindnet.vault.named import modified_at

    root = enclosing_vault(file)
    choose, facts = _prepare(root, profile, overrides)
    facts |= {"vault": root.name, "root": str(root)} if root else {}
    return _cut(read_file(file), choose, {**facts, "modified": modified_at(file)})


def cut_stream(stream: BinaryIO, profile: GivenProfile = None, overrides: Keys = None) -> Cut:
    """How what comes in a stream is cut, by the settings of the vault around us."""
    choose, facts = _prepare(enclosing_vault(), profile, overrides)
    return _cut(read_stream(stream), choose, facts)


def compare_file(file: AnyPath, names: Sequence[str], overrides: Keys = None) -> Comparison:
    """What each of these profiles makes of a file, the same keys laid over all of them."""
    root = enclosing_vault(file)
    choosers = [_prepare(root, name, overrides)[0] for name in names]
    return _compare(read_file(file), choosers)


def compare_stream(stream: BinaryIO, names: Sequence[str], overrides: Keys = None) -> Comparison:
    """What each of these profiles makes of what comes in a stream."""
    choosers = [_prepare(enclosing_vault(), name, overrides)[0] for name in names]
    return _compare(read_stream(stream), choosers)


def load_rules(root: Path | None) -> tuple[Settings, Profiles]:
    """The settings and profiles of a vault, checked against each other; the shipped without one."""
    from mindnet.profiles import check_settings, load_profiles

    settings = load_settings(root) if root else Settings()
    profiles = load_profiles(root)
    check_settings(settings, profiles, settings_files(root))
    return settings, profiles


def find_vault(named: str | Path | None = None) -> Path | None:
    """The vault that is meant, or None where nobody names one."""
    try:
        return find_root(named)
    except VaultNotNamed:
        return None


def count_uses(root: Path, settings: Settings, profiles: Profiles) -> Uses:
    """How many notes of the vault get each profile, and by which rule."""
    from mindnet.profiles import count_choices

    return count_choices(_notes(root, settings), settings, profiles)


def _prepare(
    root: Path | None, profile: GivenProfile, overrides: Keys
) -> tuple[Callable[[Note], Choice], dict[str, str | None]]:
    """Who chooses the profile, and what chunks know of the vault; no note is read before."""
    from mindnet.profiles import make_chooser

    settings, profiles = load_rules(root)
    choose = make_chooser(profile, overrides or {}, settings, profiles)
    return choose, {"base_url": settings.base_url}


def _cut(note: Note, choose: Callable[[Note], Choice], facts: Mapping[str, Any]) -> Cut:
    from mindnet import pipeline

    choice = choose(note)
    chunks = pipeline.cut_note(note, choice.profile)
    if any(facts.values()):
        chunks = tuple(replace(chunk, **facts) for chunk in chunks)
    return Cut(note, choice, chunks)


def _compare(note: Note, choosers: Iterable[Callable[[Note], Choice]]) -> Comparison:
    from mindnet.comparison import compare

    cuts = (_cut(note, choose, {}) for choose in choosers)
    return compare(note, [(cut.choice.profile, cut.chunks) for cut in cuts])


def _notes(root: Path, settings: Settings) -> Iterator[Note]:
    """Every note of the vault that may be seen."""
    from mindnet.vault.files import ReadFile, read_bytes, read_source, walk_vault
    from mindnet.vault.privacy import is_private

    for file in walk_vault(root, settings).notes:
        found = read_bytes(root, file, settings.max_note_bytes, 0)
        source = (
            read_source(file.path, found.data, settings) if isinstance(found, ReadFile) else None
        )
        if isinstance(source, SourceFile):
            note = _read(source, settings)
            if not is_private(note, source.text, settings):
                yield note


def _settle(settings: GivenSettings) -> Settings:
    return settings if isinstance(settings, Settings) else settings_from(settings or {})


def _read(source: SourceFile, settings: Settings) -> Note:
    from mindnet import pipeline

    with _undisturbed(len(source.text)):
        return pipeline.read_note(source, settings)


@contextmanager
def _undisturbed(size: int) -> Iterator[None]:
    """Keeps the collector from counting a long note's values over and over: they all stay."""
    pause = size > _LONG and gc.isenabled()
    if pause:
        gc.disable()
    try:
        yield
    finally:
        if pause:
            gc.enable()


def _read_data(path: NotePath, data: bytes, settings: Settings) -> Note:
    """The note, or an empty one with the problem that hides its text."""
    from mindnet.vault.files import decode_source

    source = decode_source(path, data, settings)
    if isinstance(source, Problem):
        return replace(_read(SourceFile(path, ""), settings), problems=(source,))
    return _read(source, settings)
