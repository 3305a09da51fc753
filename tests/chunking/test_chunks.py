"""The record of a chunk and its names: `chunks.md` §2, §3."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from mindnet import Chunk
from tests.chunking.notes import A, B, C, D, blocks, flags, sliding, smart, strict


def only(text: str, path: str = "doc-1.md") -> Chunk:
    (chunk,) = sliding(text, path=path)
    return chunk


def sha(text: str) -> str:
    return sha256(text.encode()).hexdigest()


# The whole record.


def test_every_field_is_told() -> None:
    """§2: the third part of a section, with all that can be said of it."""
    front = "---\ntitle: The oak\ntype: Tree\ntags: [wood]\naliases: [Quercus]\n---\n"
    text = front + blocks(
        "# Trees", "## Oak ^oak", "> [!section] fact", f"{A} {B}", f"{C} #old ^c", f"{D} ^d"
    )
    chunks = smart(
        text, path="Garden/Oak.md", target=23, max=44, side="both", tokens=10, max_heading_levels=1
    )
    start = text.index(C)

    assert len(chunks) == 2
    assert chunks[1].to_dict() == {
        "chunk_id": sha(f"Garden/Oak:4:5:{start}:{len(text)}"),
        "content_id": sha(f'[["Trees","Oak"],"{C} #old\\n\\n{D}",0]'),
        "ref": "Garden/Oak#c01",
        "block_span": "Garden/Oak:4-5",
        "document_id": "Garden/Oak",
        "vault": None,
        "index": 1,
        "prev_ref": "Garden/Oak#c00",
        "next_ref": None,
        "path": "Garden/Oak.md",
        "char_start": start,
        "char_end": len(text),
        "line_start": 15,
        "line_end": 17,
        "block_start_idx": 4,
        "block_end_idx": 5,
        "core_block_indices": [4, 5],
        "overlap_prev_block_indices": [3],
        "overlap_next_block_indices": [],
        "block_indices": [3, 4, 5],
        "page": None,
        "headings_path": ["Trees", "Oak"],
        "text_headings_path": ["Oak"],
        "section_title": "Oak",
        "section_path": "/Trees/Oak",
        "nearest_heading": 1,
        "section_type": "fact",
        "block_id": "oak",
        "block_ids": ["c", "d"],
        "chunk_type": "paragraph",
        "flags": ["split", "continued"],
        "token_count": 35,
        "core_token_count": 22,
        "tokenizer": "chars4",
        "title": "The oak",
        "note_type": "Tree",
        "profile": "test",
        "strategy": "by_heading",
        "tags": ["wood", "old"],
        "aliases": ["Quercus"],
        "modified": None,
        "content_hash": chunks[0].to_dict()["content_hash"],
        "md_text": f"{C} #old ^c\n\n{D} ^d",
        "normalized_text": f"{C} #old\n\n{D}",
        "prefix": "## Oak",
        "overlap_prev": B,
        "overlap_next": "",
        "full_text": blocks("## Oak", B, f"{C} #old", D),
        "window": blocks("The oak > Oak\n## Oak", B, f"{C} #old", D),
        "embedding_text": blocks("The oak > Oak\n## Oak", B, f"{C} #old", D),
        "navigation": chunks[1].navigation,
    }
    assert json.loads(json.dumps(chunks[1].to_dict())) == chunks[1].to_dict()


def test_at_the_top_there_is_no_section() -> None:
    """§2."""
    told = only(A).to_dict()

    assert (told["headings_path"], told["section_title"], told["section_path"]) == ([], None, "/")
    assert (told["nearest_heading"], told["section_type"], told["note_type"]) == (None, None, None)
    assert (told["block_id"], told["block_ids"], told["flags"]) == (None, [], [])
    assert (told["prev_ref"], told["next_ref"], told["page"]) == (None, None, None)


def test_offsets_count_a_bom_and_the_frontmatter() -> None:
    """§2: code points of the decoded file, lines from 1."""
    chunk = only(f"\ufeff---\r\na: 🌳\r\n---\r\n\r\n{A}\r\n\r\n{B}\r\n")

    assert (chunk.char_start, chunk.char_end) == (19, 103)
    assert (chunk.line_start, chunk.line_end) == (5, 7)


def test_the_version_of_the_note_changes_with_its_text_alone() -> None:
    """§2: `content_hash`."""
    hashes = [
        only(text, path).to_dict()["content_hash"] for text, path in ((A, "a.md"), (A, "b.md"))
    ]

    assert hashes[0] == hashes[1] != only(B).to_dict()["content_hash"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("Garden/Oak.md", "Garden/Oak"),
        ("Oak.MD", "Oak.MD"),
        ("Oak.txt", "Oak.txt"),
        ("a.txt.md", "a.txt.md"),
        ("a.canvas.md", "a.canvas.md"),
        ("a.MD.md", "a.MD.md"),
        ("a.b.md", "a.b"),
    ],
)
def test_a_document_is_named_by_its_path(path: str, name: str) -> None:
    """§2: so that no two notes share one."""
    assert only(A, path).document_id == name


# Kinds.


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (A, "paragraph"),
        (blocks("# H", A), "paragraph"),
        (blocks("# H", "- a"), "list"),
        (blocks("# H", "|a|\n|-|"), "table"),
        (blocks("# H", "```\na\n```"), "code"),
        (blocks("# H", "> a"), "quote"),
        (blocks("> [!note] a", "> b"), "quote"),
        ("# H", "heading"),
        ("# H\n\n## I", "heading"),
        ("# H\n\n---", "heading"),
        ("# H\n\n%% x %%", "heading"),
        ("<figure>a</figure>", "figure"),
        ("<FIGURE>\na\n</FIGURE>", "figure"),
        ("![[a.png]]", "paragraph"),
        ("![a](b.png)", "paragraph"),
        ("$$\na\n$$", "paragraph"),
        ("<div>a</div>", "paragraph"),
        ("[^1]: a", "paragraph"),
        (blocks("$$\na\n$$", A, "<div>a</div>", "[^1]: a", "![[a.png]]"), "paragraph"),
        (blocks("- a", "%% x %%", "> [!edge] up [[X]]", "---", "- b"), "list"),
        (blocks("> [!section] x", "- a"), "list"),
        (blocks(A, "- a"), "mixed"),
        (blocks("- a", "|a|\n|-|"), "mixed"),
        (blocks("<figure>a</figure>", A), "mixed"),
    ],
)
def test_the_kind_of_a_chunk(text: str, kind: str) -> None:
    """§2: `chunk_type`."""
    assert only(text).chunk_type == kind


def test_flags_tell_what_happened() -> None:
    """§2, C9."""
    chunks = smart(blocks("## A", f"{A} {B} {C}", f"![[{'x' * 200}]]", "# End"), target=12, max=16)

    assert flags(chunks) == [
        {"split"},
        {"split", "continued"},
        {"split", "continued"},
        {"oversize", "split", "continued"},
        {"heading_only"},
    ]
    assert flags(strict(blocks("# A", "## B", A))) == [{"heading_only"}, set()]
    assert flags(smart(A)) == [set()]


# Names.


def test_a_chunk_is_named_by_its_place() -> None:
    """§3: blocks 1–2, characters 9–54 of `doc-1`."""
    chunk = strict(blocks("# Title", "## A", A.replace("hhhh", "hhh")))[1]

    assert (chunk.block_start_idx, chunk.block_end_idx) == (1, 2)
    assert (chunk.char_start, chunk.char_end) == (9, 54)
    assert chunk.chunk_id == "a5fb08336983b33cc9dbebd932de712bf01e8b0ae7c6c4277a198251f46b7181"


def test_its_words_are_named_by_themselves() -> None:
    """§3: compact JSON in UTF-8, without escapes."""
    chunk = only(blocks("# Żółć", 'Says "好".'))
    words = '[["Żółć"],"# Żółć\\n\\nSays \\"好\\".",0]'

    assert chunk.content_id == sha(words)


def test_equal_chunks_are_counted() -> None:
    """§3: from 0, under the same headings."""
    chunks = strict(blocks("# A", A, "# A", A, "# B", A, "# A", A))

    assert [chunk.content_id for chunk in chunks] == [
        sha(f'[["{name}"],"# {name}\\n\\n{A}",{number}]')
        for name, number in (("A", 0), ("A", 1), ("B", 0), ("A", 2))
    ]


def test_words_keep_their_name_when_the_note_is_renamed_or_edited_elsewhere() -> None:
    """§3: and their place does not."""
    text = blocks("# A", A, "# B", B)
    before = strict(text)[1]
    renamed = strict(text, path="x.md")[1]
    edited = strict(blocks("# A", f"{C} {A}", "# B", f"{B} ^id"))[1]

    assert before.content_id == renamed.content_id == edited.content_id
    assert len({before.chunk_id, renamed.chunk_id, edited.chunk_id}) == 3


def test_refs_have_at_least_two_digits() -> None:
    """§3."""
    chunks = strict(blocks(*(f"# {number}" for number in range(101))))
    refs = [chunk.ref for chunk in chunks]

    assert (refs[0], refs[9], refs[99], refs[100]) == (
        *("doc-1#c00", "doc-1#c09", "doc-1#c99", "doc-1#c100"),
    )
    assert [chunk.prev_ref for chunk in chunks] == [None, *refs[:-1]]
    assert [chunk.next_ref for chunk in chunks] == [*refs[1:], None]


def test_a_span_of_blocks_tells_the_part_of_its_last() -> None:
    """§3: `:3-5.1`, then `:5-5.2`."""
    text = blocks("# T", A, B, "## S", A, f"{B} {C} {D}")
    chunks = smart(text, target=22, max=26)

    assert [chunk.block_span for chunk in chunks] == ["doc-1:0-2", "doc-1:3-5.1", "doc-1:5-5.2"]
    assert only(blocks(A, B)).block_span == "doc-1:0-1"
