"""Where sentences end: `strategies.md` C16, C17, C19."""

from __future__ import annotations

import pytest

from mindnet.chunking.sentences import guess_language, sentence_ends
from tests.chunking.notes import A, B, C, a_profile, blocks, cores, full, sliding

LONG = 20_000  # characters up to which the library is asked


def sentences(text: str, how: str = "punctuation") -> list[str]:
    ends = sentence_ends(text, guess_language(text) if how == "linguistic" else None)
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


# Punctuation.


def test_the_example_of_the_specification() -> None:
    """C16."""
    text = 'He paid 3.14 euros. She said "stop." Then v1.2 came... 好。是！'

    assert sentences(text) == [
        "He paid 3.14 euros.",
        ' She said "stop."',
        " Then v1.2 came...",
        " 好。",
        "是！",
    ]


@pytest.mark.parametrize("ending", ".!?")
def test_an_ascii_ending_needs_white_space_a_closing_mark_or_the_end(ending: str) -> None:
    """C16."""
    assert sentences(f"a{ending} b") == [f"a{ending}", " b"]
    assert sentences(f"a{ending}\nb") == [f"a{ending}", "\nb"]
    assert sentences(f"a{ending})b") == [f"a{ending})", "b"]
    assert sentences(f"a{ending}b c") == [f"a{ending}b c"]
    assert sentences(f"a{ending}") == [f"a{ending}"]
    assert sentences(f"a{ending}, b") == [f"a{ending}, b"]


@pytest.mark.parametrize("ending", "。！？‼⁇⁈⁉")
def test_the_other_seven_end_a_sentence_always(ending: str) -> None:
    """C16."""
    assert sentences(f"a{ending}b") == [f"a{ending}", "b"]


@pytest.mark.parametrize("mark", "\"')]}’”»›」』）】〕〉》〗〙〛〞〟")
def test_closing_marks_belong_to_the_sentence_they_close(mark: str) -> None:
    """C16."""
    assert sentences(f"a.{mark} b。{mark}c") == [f"a.{mark}", f" b。{mark}", "c"]
    assert sentences(f"a.{mark}{mark} b") == [f"a.{mark}{mark}", " b"]


@pytest.mark.parametrize("mark", ["…", ";", ":", "．", "｡", "।", "؟", "“", "«", "(", "*", "_", "`"])
def test_nothing_else_ends_a_sentence(mark: str) -> None:
    """C16: endings are exactly ten, and closing marks those that are listed."""
    assert sentences(f"a{mark} b") == [f"a{mark} b"]
    assert sentences(f"a.{mark}b") == [f"a.{mark}b"]


def test_of_several_endings_the_last_counts() -> None:
    """C16: an ASCII ending before another ending stands before none of what it needs."""
    assert sentences("What?! No... Yes!") == ["What?!", " No...", " Yes!"]
    assert sentences("好！？是") == ["好！", "？", "是"]


def test_a_rest_without_ending_is_a_last_sentence() -> None:
    """C16."""
    assert sentences("One. and more") == ["One.", " and more"]
    assert sentences("no ending") == ["no ending"]
    assert sentences("") == []


# The library.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Dr. Smith met Mrs. Jones at 5 p.m. on Monday. They saw oaks, e.g. the old one.",
            ["Dr. Smith met Mrs. Jones at 5 p.m. on Monday.", " They saw oaks, e.g. the old one."],
        ),
        (
            "Herr Dr. Müller kam z. B. am 3. Mai. Er blieb bis zum Abend.",
            ["Herr Dr. Müller kam z. B. am 3. Mai.", " Er blieb bis zum Abend."],
        ),
        (
            "Mieszka przy ul. Długiej, np. obok parku. To jest dobry adres.",
            ["Mieszka przy ul. Długiej, np. obok parku.", " To jest dobry adres."],
        ),
        (
            "Он жил на ул. Ленина в г. Москве. Это было давно.",
            ["Он жил на ул. Ленина в г. Москве.", " Это было давно."],
        ),
        ("今天天气很好。我们去公园吧！你呢？", ["今天天气很好。", "我们去公园吧！", "你呢？"]),
        ("今日は晴れです。散歩に行きましょう。", ["今日は晴れです。", "散歩に行きましょう。"]),
    ],
    ids=["English", "German", "Polish", "Russian", "Chinese", "Japanese"],
)
def test_abbreviations_are_known_in_many_languages(text: str, expected: list[str]) -> None:
    """C17."""
    assert sentences(text, "linguistic") == expected


def test_each_block_speaks_its_own_language() -> None:
    """C17: German abbreviations are known in the German block, whatever stands around it."""
    english = "The doctor came on Monday and he stayed for the whole of the week."
    german = "Der Baum steht z. B. am Bach. Er ist alt."
    chunks = sliding(blocks(english, german), target=9, max=10)

    assert cores(chunks)[-2:] == ["Der Baum steht z. B. am Bach.", "Er ist alt."]


def test_sentences_that_are_no_slices_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """C17: `punctuation` takes over for that block."""
    monkeypatch.setattr("sentencex.segment", lambda *_: ["Dr Smith came.", "He left."])

    assert sentences("Dr. Smith came. He left.", "linguistic") == [
        *("Dr.", " Smith came.", " He left.")
    ]


def test_a_long_block_is_cut_by_punctuation() -> None:
    """C17: over 20,000 characters."""
    sentence = "Dr. Smith came to see the tree. "
    short, long = sentence * (LONG // 32), sentence * (LONG // 32 + 1)

    assert sentences(short, "linguistic")[0] == "Dr. Smith came to see the tree."
    assert sentences(long, "linguistic")[0] == "Dr."


def test_what_a_long_block_lends_is_a_sentence_by_punctuation_too() -> None:
    """C17: the block decides, not the part of it that lends."""
    text = "Dr. Smith came to see the tree. " * (LONG // 32 + 1)
    chunks = sliding(text, target=40, max=60, side="previous", tokens=7)

    assert chunks[1].overlap_prev == "Smith came to see the tree."


def test_an_unknown_language_is_cut_by_punctuation() -> None:
    """C17: nobody knows the abbreviations of runes."""
    assert sentences("ᚠᚢ. ᚦᚨ. ᚱᚲ", "linguistic") == ["ᚠᚢ.", " ᚦᚨ.", " ᚱᚲ"]


@pytest.mark.parametrize("text", ["日本\ud800。はい。", "the \udcff oak. It is", "дуб \ud83c."])
def test_half_a_character_is_no_reason_to_stop(text: str) -> None:
    """C17, law 7: every input is cut."""
    assert "".join(sentences(text, "linguistic")) == text
    assert "".join(full(sliding(text, max=1))).replace(" ", "") == text.replace(" ", "")


def test_the_library_is_asked_unless_the_profile_says_otherwise() -> None:
    """C17: the default of `by_heading` and `sliding_window`."""
    text = "Dr. Smith came to the old oak. He left."

    assert a_profile("by_heading").sentences == a_profile("sliding_window").sentences
    assert cores(sliding(text, target=8, max=9))[0] == "Dr. Smith came to the old oak."
    assert cores(sliding(text, target=2, max=9, sentences="punctuation"))[0] == "Dr."


def test_a_sentence_never_crosses_a_block() -> None:
    """C19: a block without a stop is a sentence that ends with the block."""
    chunks = sliding(blocks(A.rstrip("."), B, C), max=30, side="previous", tokens=12)

    assert cores(chunks) == [blocks(A.rstrip("."), B), C]
    assert chunks[1].overlap_prev == B
