"""A vault is looked over before it has an index, and gets its settings file.

    vault, rules  →  Outlook
    vault  →  <vault>/.mindnet/config.toml

Knows every setting with its default, as people read them.
The one room that writes into a vault: a file that was not there, whole or not at all.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from mindnet.answers import Outlook
from mindnet.errors import ConfigExists, ConfigNotWritten, Problem
from mindnet.indexer import Rules
from mindnet.keeping import SeenFile
from mindnet.model import Note
from mindnet.pipeline import read_note
from mindnet.profiles import choose_profile
from mindnet.settings import CONFIG, Settings
from mindnet.vault.files import read_bytes, read_source
from mindnet.vault.privacy import is_private
from mindnet.vault.walk import walk_vault
from mindnet.vault.why import count_left_out

CONFIG_TEXT = """\
# Settings of this vault for mindnet. Everything here is optional: a line that
# begins with # shows a setting with its default, or an example of one that is
# empty. Take the # away to change it, then run: mindnet reindex

# How notes are cut that nothing else speaks for; mindnet profiles lists them.
# default_profile = "heading_smart"

# Files and folders that are no notes, such as "Templates/**" or "*.bak.md".
# ignore = []

# Notes that nobody may see, by property, tag or folder; one rule is enough.
# private = [{ property = "private" }]

# Files from this size on are skipped, with a problem.
# max_note_bytes = 10_000_000

# Files that Obsidian excludes: "demote" finds them last, "ignore" leaves them out.
# obsidian_excluded = "demote"

# Whether the old properties `tag` and `alias` are read.
# legacy_properties = false

# Where the vault can be read on the web; chunks then carry an address there.
# base_url = "https://notes.example"

# How notes are cut by their `type:`. A `chunk_profile:` in a note is stronger.
# [types]
# decision = "heading_strict"

# How notes are cut by folder, tag, extension or property; the first that fits.
# [[rules]]
# folder = "Journal/**"
# profile = "sliding_short"

# Names of typed links, and what they are called from the other end.
# [relations]
# depends_on = "required_by"

# Section types by heading, for headings that carry none themselves.
# [heading_types]
# "Decision*" = "decision"

# [links]
# resolve_aliases = false   # Obsidian does not; true lets a link name an alias
# list_relations = false    # whether `- depends_on [[Rain]]` is a typed link
"""

Progress = Callable[[int, float, int], None]  # files done, share of the work, bytes done


def look_out(root: Path, rules: Rules, progress: Progress) -> Outlook:
    """Reads every note of a vault, and counts what would be indexed."""
    walk = walk_vault(root, rules.settings)
    skipped = Counter(problem.code for problem in walk.problems)
    profiles: Counter[str] = Counter()
    size = demoted = done = seen = 0
    for number, file in enumerate(walk.notes, start=1):
        found = _read(root, file, rules.settings)
        seen += file.stamp.size if file.stamp else 0
        done += found is not None
        if isinstance(found, Problem):
            skipped[found.code] += 1
        elif found is not None:
            size += file.stamp.size if file.stamp else 0
            demoted += file.demoted
            profiles[choose_profile(found, rules.settings, rules.profiles).profile.name] += 1
        progress(done, number / len(walk.notes), seen)
    return Outlook(
        notes=profiles.total(),
        bytes=size,
        demoted=demoted,
        skipped=dict(sorted(skipped.items())),
        left_out=count_left_out(root, walk, rules.settings),
        profiles=dict(profiles.most_common()),
    )


def write_config(root: Path) -> Path:
    """Writes the settings file of a vault, which must not have one."""
    file = root / CONFIG
    refuse_config(root)
    if os.path.lexists(file.parent) and os.path.realpath(file.parent) != str(file.parent):
        raise ConfigNotWritten(file, f"{file.parent.name} is a symlink, and nobody knows whereto")
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        os.makedirs(file.parent, exist_ok=True)
        try:
            new.write_text(CONFIG_TEXT, encoding="utf-8")
            _put(new, file)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigNotWritten(file, str(error.strerror)) from None
    return file


def _put(new: Path, file: Path) -> None:
    """Gives a whole file its name, and never takes the place of another."""
    try:
        os.link(new, file)
    except FileExistsError:
        raise ConfigExists(file) from None
    except OSError:  # a disk without links
        refuse_config(file.parent.parent)
        os.rename(new, file)


def refuse_config(root: Path) -> None:
    """An error if the vault has settings already."""
    if os.path.lexists(root / CONFIG):
        raise ConfigExists(root / CONFIG)


def _read(root: Path, file: SeenFile, settings: Settings) -> Note | Problem | None:
    """A note, the problem that hides it, or None where nothing is told of it."""
    found = read_bytes(root, file, settings.max_note_bytes, 0)
    if found is None or isinstance(found, Problem):
        return found
    source = read_source(file.path, found.data, settings)
    if source is None or isinstance(source, Problem):
        return source
    note = read_note(source, settings)
    if is_private(note, source.text, settings):
        return None
    bad = [problem for problem in note.problems if problem.code == "bad_json"]
    return bad[0] if bad else note
