"""What `fixed_size` makes of a block that is too large: `strategies.md` F5."""

from __future__ import annotations

from tests.chunking.notes import A, B, C, D, E, blocks, cores, fixed, flags, full, many, sizes

FIVE = f"{A} {B} {C} {D} {E}"  # 51 tokens; its sentences have 50


def sentences(*lengths: int) -> str:
    """Sentences of so many tokens, on one line."""
    return " ".join("a" * (4 * length - 1) + "." for length in lengths)


def tokens_of(text: str) -> list[int]:
    """The tokens of each sentence."""
    return [len(sentence + ".") // 4 for sentence in text[:-1].split(". ")]


def pieces(text: str, target: int, limit: int, cap: int = 0) -> list[list[int]]:
    """The tokens of the sentences of each piece."""
    chunks = fixed(text, target=target, max=limit, min=0, side="none", tokens=cap)
    return [tokens_of(core) for core in cores(chunks)]


# How many pieces.


def test_the_target_says_how_many() -> None:
    """F5: floor(51 ÷ target + ½) are two, three and five."""
    for target, expected in (
        (35, [f"{A} {B}", f"{C} {D} {E}"]),
        (20, [f"{A} {B}", C, f"{D} {E}"]),
        (10, [A, B, C, D, E]),
    ):
        assert cores(fixed(FIVE, target=target, max=50, min=0, tokens=0)) == expected


def test_max_without_the_cap_says_how_many() -> None:
    """F5: 61 ÷ (60 − 30) are three; the divisor is at least half of `max`."""
    text = sentences(20, 20, 20)

    for cap, expected in ((0, 2), (29, 2), (30, 3), (500, 3)):
        assert len(pieces(text, 40, 60, cap)) == expected


def test_a_ratio_without_cap_leaves_room_too() -> None:
    """F5: half of 60, which is what the fullest chunk would lend."""
    text = sentences(20, 20, 20)

    for ratio, expected in ((None, 2), (0.12, 2), (0.5, 3)):
        chunks = fixed(text, target=40, max=60, min=0, ratio=ratio, tokens=None)
        assert len(chunks) == expected


def test_the_side_of_the_overlap_does_not_move_a_cut() -> None:
    """F5, law 5."""
    for side in ("none", "previous", "next", "both"):
        chunks = fixed(sentences(20, 20, 20), target=40, max=60, min=0, tokens=30, side=side)
        assert cores(chunks) == [sentences(20)] * 3


def test_a_paragraph_that_is_too_large_only_with_its_heading_is_two_pieces() -> None:
    """F5: at least two."""
    chunks = fixed(blocks("# Heading", f"{A} {B}"), target=21, max=21, min=0, tokens=0)

    assert cores(chunks) == [blocks("# Heading", A), B]


# Where they are cut.


def test_a_cut_is_the_sentence_end_nearest_to_the_ideal() -> None:
    """F5: ends at 10, 40 and 50 of 60; the half is 30."""
    assert pieces(sentences(10, 30, 10, 10), 40, 55) == [[10, 30], [10, 10]]


def test_of_two_equally_near_the_earlier() -> None:
    """F5: ends at 20 and 40 of 60."""
    assert pieces(sentences(20, 20, 20), 40, 55) == [[20], [20, 20]]


def test_a_line_end_counts_as_half_as_far() -> None:
    """F5: 18 away it is nearer than 10; at 20 away both are equal, and the earlier wins."""
    head, middle, tail = sentences(12), sentences(28), sentences(20)
    assert pieces(f"{head} {middle} {tail}", 40, 55) == [[12, 28], [20]]
    chunks = fixed(f"{head}\n{middle} {tail}", target=40, max=55, min=0, tokens=0)
    assert cores(chunks) == [head, f"{middle} {tail}"]

    head, middle = sentences(10), sentences(30)
    chunks = fixed(f"{head}\n{middle} {tail}", target=40, max=55, min=0, tokens=0)
    assert cores(chunks) == [head, f"{middle} {tail}"]
    chunks = fixed(f"{tail} {middle}\n{head}", target=40, max=55, min=0, tokens=0)
    assert cores(chunks) == [tail, f"{middle}\n{head}"]


def test_line_ends_may_draw_a_cut_past_another() -> None:
    """F5: the cut for the first fifth is a line end behind that for the second."""
    text = f"{sentences(7, 4)}\n{sentences(7)}\n{sentences(3)}"
    chunks = fixed(text, target=1, max=20, min=0, tokens=0)

    assert cores(chunks) == [*sentences(7, 4).split(" "), sentences(7), sentences(3)]


def test_equal_cuts_fall_together() -> None:
    """F5: five pieces are asked for, and there is one end."""
    assert pieces(sentences(30, 30), 12, 40) == [[30], [30]]


def test_a_piece_that_is_still_too_large_is_cut_again() -> None:
    """F5: the nearest end leaves ten and fifty together, which are 61 tokens."""
    assert pieces(sentences(10, 50, 50), 60, 60) == [[10], [50], [50]]
    assert pieces(sentences(10, 49, 50), 60, 60) == [[10, 49], [50]]


def test_a_sentence_that_is_too_large_goes_down_the_cascade() -> None:
    """F5, C14: at its lines, then words, up to `target`; the others are not touched."""
    long = many("alfa", 40)  # 50 tokens
    chunks = fixed(f"{A} {long} {B}", target=20, max=30, min=0, tokens=0)

    assert cores(chunks)[0] == A
    assert cores(chunks)[-1] == B
    assert [len(core) for core in cores(chunks)[1:-1]] == [79, 79, 40]
    lines = "\n".join(["word" * 4] * 10)  # a sentence of 43 tokens
    chunks = fixed(f"{A} {lines}", target=20, max=30, min=0, tokens=0)
    assert cores(chunks) == [A, *("\n".join(["word" * 4] * number) for number in (4, 4, 2))]


def test_a_word_that_is_too_large_is_cut_between_characters() -> None:
    """C14: and never inside one that is several code points."""
    chunks = fixed("e\u0301" * 100, target=10, max=15, min=0)

    assert "".join(cores(chunks)) == "e\u0301" * 100
    assert {len(core) for core in cores(chunks)} == {40}


def test_an_embed_is_never_cut() -> None:
    """C15: and stands alone where it is too large."""
    embed = f"![{A}. {B}](oak.png)"
    chunks = fixed(f"{A} {embed} {C}", target=15, max=20, min=0, tokens=0)

    assert cores(chunks) == [A, embed, C]
    assert flags(chunks) == [{"split"}, {"oversize", "split", "continued"}, {"split", "continued"}]
    assert [chunk.overlap_prev for chunk in chunks] == ["", "", ""]


# Blocks that are no paragraphs.


def test_a_list_is_cut_between_items_up_to_target() -> None:
    """F5: two items have 22 tokens."""
    items = [f"- {each}" for each in (A, B, C, D, E)]

    for target, most in ((22, 2), (21, 1), (33, 3)):
        chunks = fixed("\n".join(items), target=target, max=40, min=0)
        assert cores(chunks)[0] == "\n".join(items[:most])
        assert "\n".join(cores(chunks)) == "\n".join(items)
        assert max(sizes(chunks)) <= target


def test_a_table_is_cut_between_rows_and_its_header_counts() -> None:
    """F5, C8: nineteen characters and a line break, then sixteen a row."""
    head, row = "| k | v |\n|---|---|", "| aaaa | bbbb |"
    for target, most in ((17, 3), (16, 2), (20, 3), (21, 4)):
        chunks = fixed("\n".join((head, *[row] * 12)), target=target, max=40, min=0)
        assert set(full(chunks)) == {"\n".join((head, *[row] * most))}


def test_code_is_cut_between_lines_and_opened_again() -> None:
    """F5, C8."""
    text = "\n".join(("```py", *["x = 1"] * 20, "```"))
    chunks = fixed(text, target=9, max=20, min=0)

    assert full(chunks)[1] == "\n".join(("```py", *["x = 1"] * 5))
    assert {chunk.prefix for chunk in chunks[1:]} == {"```py"}
    assert "\n".join(cores(chunks)) == text


def test_a_quote_is_cut_between_paragraphs() -> None:
    """F5: pieces up to `target`, not even ones."""
    quote = "\n>\n".join(f"> {each}" for each in (A, B, C, D, E))
    chunks = fixed(quote, target=23, max=40, min=0, side="none")

    assert [core.count("> ") for core in cores(chunks)] == [2, 2, 1]


def test_all_parts_keep_the_id_of_what_was_cut() -> None:
    """C9."""
    chunks = fixed(blocks("# H", f"{A} {B} {C} ^oak"), target=12, max=25, min=0, tokens=0)

    assert [chunk.block_id for chunk in chunks] == ["oak"] * 3
    assert [chunk.block_ids for chunk in chunks] == [(), (), ("oak",)]
    assert [chunk.block_span for chunk in chunks] == ["doc-1:0-1.1", "doc-1:1-1.2", "doc-1:1-1.3"]
