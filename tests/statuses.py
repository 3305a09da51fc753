"""A vault in which every reason for leaving a file out is met once."""

from __future__ import annotations

from pathlib import Path

CONFIG = """
ignore = ["Old/**"]
max_note_bytes = 1000
private = [{ property = "private" }, { tag = "secret" }, { folder = "Diary/**" }]

[types]
decision = "heading_strict"

[[rules]]
folder = "Journal/**"
profile = "sliding_short"
"""
NOTES = {
    "Oak.md": "# Oak\n\nSee [[Elm]] and #tree. #Tree #wood\n",
    "Decide.md": "---\ntype: decision\n---\n# Why\n\n[[Oak]]\n",
    "Journal/Day.md": "A day.\n",
    "Asks.md": "---\nchunk_profile: sentense\n---\ntext\n",
    "Late/Last.md": "Found last.\n",
    "Old/Note.md": "old\n",
    "Forms/Day.md": "form\n",
    "oak.png": "",
    "Large.md": "x" * 2000,
    "Board.canvas": "no json",
    "Secret.md": "---\nprivate: true\n---\nhidden\n",
    "Tagged.md": "hidden #secret/plan\n",
    "Diary/One.md": "hidden\n",
}


def a_vault(root: Path) -> Path:
    """The vault, with the settings of Obsidian that name templates and late files."""
    (root / ".mindnet").mkdir(parents=True)
    (root / ".obsidian").mkdir()
    (root / ".mindnet" / "config.toml").write_text(CONFIG)
    (root / ".obsidian" / "templates.json").write_text('{"folder": "Forms"}')
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Late/"]}')
    for name, text in NOTES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (root / "Bytes.md").write_bytes(b"\xff\xfe")
    return root
