"""The data of a drawing is no content: `index.md` §3.1."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet import Chunk, Note, Profile, chunk_text, read_note
from tests.chunking.laws import check, cut
from tests.laws.generated import notes, wild_texts
from tests.laws.test_cutting_laws import profiles

PATH = "Boards/Oil Store.excalidraw.md"
WORDS = "Door, [[Oil]] ^door0001\n"
DATA = '{"type":"excalidraw","text":"zanzibar [[Nowhere]] #nothing"}'
FENCE = f"```json\n{DATA}\n```"
FORMS = {
    "as it is": f"{WORDS}\n# Drawing\n{FENCE}\n",
    "compressed": f"{WORDS}\n## Drawing\n```compressed-json\nzanzibarN4KAkARALgng\n\nDgu\n```\n",
    "in a comment": f"{WORDS}\n%%\n# Drawing\n{FENCE}\n%%\n",
    "a comment that ends with the fence": f"{WORDS}\n%%\n# Drawing\n{FENCE}%%\n",
    "a comment under the heading": f"{WORDS}\n# Drawing\n%%\n{FENCE}\n%%\n",
    "another fence": f"{WORDS}\n# Drawing ##\n~~~~ JSON\n{DATA}\n```\n~~~~\n",
    "a heading with a line under it": f"{WORDS}\nDrawing\n===\n\n{FENCE}\n",
    "never closed": f"{WORDS}\n# Drawing\n```json\n{DATA}\n",
    "words that end the comment": f'{WORDS}\n%%\n# Drawing\n```json\n{{\n\t"a": "50 %%",\n\t"b":\n'
    f"\n{DATA}\n}}\n```\n%%\n",
}


def read(text: str, path: str = PATH) -> tuple[Note, tuple[Chunk, ...]]:
    return read_note(text, path=path), chunk_text(text, path=path)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_no_chunk_link_or_tag_knows_of_it(form: str, end: str) -> None:
    note, chunks = read(FORMS[form].replace("\n", end))
    told = json.dumps([chunk.to_dict() for chunk in chunks])

    assert "zanzibar" in note.source
    assert "zanzibar" not in told
    assert [link.target_text for link in note.links] == ["Oil"]
    assert note.tags == ()
    assert chunks[0].normalized_text.startswith("Door, [[Oil]]")
    assert chunks[0].block_ids == ("door0001",)


@pytest.mark.parametrize("form", FORMS)
def test_it_stays_a_block_with_its_place(form: str) -> None:
    note, _ = read(FORMS[form])

    assert any("zanzibar" in block.text for block in note.blocks)
    for block in note.blocks:
        assert block.text == note.source[block.char_start : block.char_end]


def test_what_stands_around_it_is_read() -> None:
    note, chunks = read(f"{FORMS['as it is']}\nBehind it, [[Elm]].\n\n# More\n\nOak.\n")

    assert [chunk.md_text for chunk in chunks] == [
        "Door, [[Oil]] ^door0001\n\n# Drawing",
        "Behind it, [[Elm]].\n\n# More\n\nOak.",
    ]
    assert [link.target_text for link in note.links] == ["Oil", "Elm"]


def test_links_in_its_comment_count() -> None:
    """`links.md` L15."""
    note, _ = read(f"%%\n[[Before]]\n# Drawing\n{FENCE}\n[[Behind]] #tag\n%%\n")

    assert [link.target_text for link in note.links] == ["Before", "Behind"]
    assert [note.source[link.char_start : link.char_end] for link in note.links] == [
        "[[Before]]",
        "[[Behind]]",
    ]
    assert note.tags == ("tag",)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (FORMS["as it is"], "Boards/Oil Store.md"),
        (FORMS["as it is"].replace("# Drawing", "# A Drawing"), PATH),
        (FORMS["as it is"].replace("# Drawing", "# Drawing\n\n## Notes"), PATH),
        (FORMS["as it is"].replace("```json", "```js"), PATH),
        (f"{FENCE}\n\n# Drawing\n", PATH),
        (f"````md\n# Drawing\n{FENCE}\n````\n", PATH),
    ],
    ids=[
        "another file",
        "another heading",
        "a heading below",
        "another language",
        "above",
        "shown",
    ],
)
def test_any_other_code_is_content(text: str, path: str) -> None:
    _, chunks = read(text, path)

    assert any("zanzibar" in chunk.normalized_text for chunk in chunks)


@given(notes(), st.sampled_from(tuple(FORMS)), notes(), profiles())
@tries(deadline=None, max_examples=100)
def test_the_laws_of_cutting_hold_for_drawings(
    before: str, form: str, after: str, profile: Profile
) -> None:
    check(f"{before}\n\n{FORMS[form]}\n{after}", profile, PATH)


@given(wild_texts(), profiles())
@tries(deadline=None, max_examples=100)
def test_the_laws_of_cutting_hold_for_whatever_is_drawn(text: str, profile: Profile) -> None:
    check(f"# Drawing\n```json\n{text}\n```\n{text}", profile, PATH)


@given(st.sampled_from(tuple(FORMS)), profiles())
@tries(deadline=None, max_examples=100)
def test_no_way_to_cut_reads_a_drawing(form: str, profile: Profile) -> None:
    it = cut(f"{FORMS[form]}\n# Behind\n\nSomething else.\n", profile, PATH)

    for chunk in it.chunks:
        assert "zanzibar" not in chunk.md_text
        assert "zanzibar" not in chunk.window
