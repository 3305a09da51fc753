from __future__ import annotations

import pytest

from mindnet import read_note
from mindnet.settings import Settings, settings_from
from mindnet.vault.privacy import is_private


def is_hidden(text: str, path: str = "Notes/a.md", **settings: object) -> bool:
    chosen = settings_from(settings)
    return is_private(read_note(text, path, chosen), text, chosen)


@pytest.mark.parametrize("value", ["true", "yes", "1", "maybe", "[]", "'false '' '", "2024-01-01"])
def test_any_value_makes_a_note_private(value: str) -> None:
    assert is_hidden(f"---\nprivate: {value}\n---\n")


@pytest.mark.parametrize("value", ["false", "no", "off", "0", "", "null", "~", "False", '" NO "'])
def test_a_no_leaves_a_note_visible(value: str) -> None:
    assert not is_hidden(f"---\nprivate: {value}\n---\n")


@pytest.mark.parametrize(
    "text",
    [
        "---\nPrivate: true\n---\n",
        "---\nup: [unclosed\nprivate: true\n---\n",
        "---\nup: [unclosed\nPRIVATE\n---\n",
        "---\r\nup: [unclosed\r\n  'private' : x\r\n---\r\n",
        "---\n{private: false, up: [}\n---\n",
        "---\nprivate: false\nprivate: false\n---\n",
        "---\nprivate: true\nand no end",
        "\ufeff---\nprivate: true\n",
        "\n---\nprivate: true\n---\n",
        "---\n- private: true\n---\n",
    ],
)
def test_frontmatter_that_cannot_be_read_hides_a_note_by_the_key_alone(text: str) -> None:
    assert is_hidden(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "private: true",
        "# Note\n\nprivate: true",
        "---\ntitle: private\n---\nprivate: true",
        "---\nup: [unclosed\nprivateer: x\n---\n",
        "---\nup: [unclosed\n---\nprivate: true\n",
        "---\nprivate_notes: true\n---\n",
    ],
)
def test_other_words_leave_a_note_visible(text: str) -> None:
    assert not is_hidden(text)


@pytest.mark.parametrize(
    "text",
    [
        "A word about #secret things",
        "#Secret/plans",
        "---\ntags: [secret]\n---\n",
        "---\ntags: work, secret\n---\n",
        "---\ntag: '#secret'\n---\n",
        "---\ntags: [secret\n---\n",
    ],
)
def test_a_tag_hides_a_note(text: str) -> None:
    assert is_hidden(text, private=[{"tag": "#secret"}])


def test_a_longer_tag_is_another_tag() -> None:
    assert not is_hidden("#secretary `#secret`", private=[{"tag": "secret"}])


@pytest.mark.parametrize("folder", ["Notes/**", "notes/**", "Notes", "**/a.md", "*.md"])
def test_a_folder_hides_its_notes(folder: str) -> None:
    assert is_hidden("", private=[{"folder": folder}])


def test_another_property_can_be_the_private_one() -> None:
    text = "---\nprivate: true\ndraft: true\n---\n"

    assert is_hidden(text, private=[{"property": "draft"}])
    assert not is_hidden(text, private=[{"property": "hidden"}])
    assert not is_hidden(text, private=[])


def test_a_canvas_is_private_by_folder_and_tag_only() -> None:
    card = '{"nodes": [{"id": "1", "type": "text", "text": "#secret", "x": 0, "y": 0}]}'

    assert is_hidden(card, "Board.canvas", private=[{"tag": "secret"}])
    assert not is_hidden(card, "Board.canvas")


def test_privacy_looks_at_the_whole_of_a_long_text_once() -> None:
    text = "---\n" + "\n, - \t" * 300_000
    note = read_note("---\n[\n---\n")

    assert not is_private(note, text, Settings())
