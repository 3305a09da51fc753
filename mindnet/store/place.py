"""Where the index of a vault lies, and who may look at it.

    vault root  →  path of the index

Knows the user's state folder; notes are private, so what is made here is the user's alone.
"""

from __future__ import annotations

import os
import re
from hashlib import blake2b
from pathlib import Path

from mindnet.errors import IndexUnusable
from mindnet.settings_files import load_user_settings

_ODD = re.compile(r"[^\w.-]+")
_CACHE_TAG = """Signature: 8a477f597d28d172789f06886806bc55
# Indexes made by mindnet: they can be deleted and are rebuilt from the vaults.
"""


def index_path(root: Path, named: str | Path | None = None) -> Path:
    """The file that was named, else MINDNET_DB, else `db` of the user, else in the state folder."""
    given = named
    if given is None:
        given = os.environ.get("MINDNET_DB") or load_user_settings().db
    if given is not None:
        return Path(os.path.abspath(os.path.expanduser(given)))
    name = _ODD.sub("_", root.name)[:40] or "vault"
    digest = blake2b(os.fsencode(root), digest_size=6).hexdigest()
    return state_folder() / f"{name}-{digest}.db"


def state_folder() -> Path:
    """The folder where the indexes lie that nobody put elsewhere."""
    import platformdirs

    return platformdirs.user_state_path("mindnet", appauthor=False)


def make_folder(path: Path) -> None:
    """The folder of an index, the user's alone; it tells backups that it can be left out."""
    try:
        if not path.parent.is_dir():
            path.parent.mkdir(mode=0o700, parents=True)
            (path.parent / "CACHEDIR.TAG").write_text(_CACHE_TAG, encoding="ascii")
    except OSError as error:
        raise IndexUnusable(path, str(error.strerror)) from None


def make_index_file(path: Path) -> None:
    """An empty file for the index, unless there is one; its folder is made where missing."""
    make_folder(path)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise IndexUnusable(path, str(error.strerror)) from None
