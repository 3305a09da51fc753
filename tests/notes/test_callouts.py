"""`notes.md` N23, N39–N43: callouts, tasks, comments and math. `⏎` stands for a line end."""

import pytest

from mindnet import Note, read_note


def read(text: str) -> Note:
    return read_note(text.replace("⏎", "\n"))


def told(text: str) -> list[str]:
    """`["paragraph one⏎two", "rule ---"]`"""
    return [f"{each.kind} {each.text}".replace("\n", "⏎") for each in read(text).blocks]


def callouts(text: str) -> list[tuple[str, str, str | None]]:
    return [(each.type, each.title, each.fold) for each in read(text).callouts]


def codes(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in read(text).problems]


def links(text: str) -> list[tuple[str, int]]:
    return [(each.target_text, each.line) for each in read(text).links]


# Callouts.


@pytest.mark.parametrize(
    ("line", "kind", "title", "fold"),
    [
        ("> [!note]", "note", "", None),
        (">[!note]", "note", "", None),
        (">   [!note]  In *May*  ", "note", "In *May*", None),
        (">\t[!note] a", "note", "a", None),
        ("   > [!note] a", "note", "a", None),
        ("> [!NOTE]+", "note", "", "+"),
        ("> [!Note]- Closed", "note", "Closed", "-"),
        ("> [!note]-Closed", "note", "Closed", "-"),
        ("> [!note] - a", "note", "- a", None),
        ("> [!note]a", "note", "a", None),
        ("> [!note|left]", "note", "", None),
        ("> [!note | a | b]+ c", "note", "c", "+"),
        ("> [!my own kind ] a", "my own kind", "a", None),
        ("> [!ÄPFEL🍎] a", "äpfel🍎", "a", None),
        ("> [!a[b] c", "a[b", "c", None),
    ],
)
def test_a_quote_that_begins_with_a_type_is_a_callout(
    line: str, kind: str, title: str, fold: str | None
) -> None:
    """N39, N40."""
    note = read(f"{line}⏎> body")

    assert [each.kind for each in note.blocks] == ["callout"]
    assert callouts(f"{line}⏎> body") == [(kind, title, fold)]
    assert note.blocks[0].callout == note.callouts[0]
    assert (note.callouts[0].line, note.callouts[0].depth) == (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "> [! x]",
        "> [!]",
        "> [! ]",
        "> a⏎> [!x]",
        ">⏎> [!x]",
        "> a [!x]",
        "> [x]",
        "> ![x]",
        "> [!x",
        "> [!x⏎> y]",
        "> \\[!x]",
        "> `[!x]`",
    ],
)
def test_other_quotes_are_quotes(text: str) -> None:
    """N39, §11."""
    assert told(text) == [f"quote {text}"]
    assert callouts(text) == []


def test_a_callout_needs_a_quote() -> None:
    """N39."""
    assert callouts("[!note] a⏎⏎- [!note] b⏎⏎```⏎> [!note] c⏎```⏎⏎    > [!note] d") == []


def test_callouts_are_recorded_at_every_depth() -> None:
    """N40: depth counts the quotes around it and itself; only the outermost makes a block."""
    note = read(
        "> [!a]⏎> > [!b]- in⏎> > > [!c]⏎>⏎> - > [!d]⏎⏎"
        "- > [!e]⏎  - x⏎⏎    > [!f]⏎⏎> > [!g]⏎⏎[^1]: > [!h]"
    )

    assert [(each.type, each.line, each.depth) for each in note.callouts] == [
        ("a", 1, 1),
        ("b", 2, 2),
        ("c", 3, 3),
        ("d", 5, 2),
        ("e", 7, 1),
        ("f", 10, 1),
        ("g", 12, 2),
        ("h", 14, 1),
    ]
    assert [each.kind for each in note.blocks] == ["callout", "list", "quote", "footnote"]
    assert [each.callout and each.callout.type for each in note.blocks] == ["a", None, None, None]


def test_title_and_body_of_a_callout_are_ordinary_content() -> None:
    """N40."""
    text = "> [!note] See [[Oak]] #a⏎> - [ ] [[Elm]] #b"

    assert links(text) == [("Oak", 1), ("Elm", 2)]
    assert (read(text).tags, read(text).tasks_open) == (("a", "b"), 1)


# Tasks.


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        ("- [ ] a", (1, 0)),
        ("* [x] a", (0, 1)),
        ("+ [X] a⏎+ [-] b⏎+ [?] c⏎+ [🌱] d", (0, 4)),
        ("1. [ ] a⏎2) [x]\tb", (1, 1)),
        ("- [ ] a⏎  - [x] b⏎    1. [ ] c", (2, 1)),
        ("> - [ ] a⏎> > - [x] b", (1, 1)),
        ("> [!todo]⏎> - [ ] a", (1, 0)),
        ("- > - [ ] a", (1, 0)),
        ("-⏎  [ ] a", (1, 0)),
        ("- [] a⏎- [xx] b⏎- [x]c⏎- a [ ] b⏎- [x](u) c⏎- \\[ ] d", (0, 0)),
        ("[ ] a⏎⏎> [x] b", (0, 0)),
        ("- a⏎⏎  [ ] b", (0, 0)),
        ("```⏎- [ ] a⏎```⏎⏎    - [ ] b⏎⏎-     [ ] c", (0, 0)),
        ("%%⏎- [ ] a⏎%%⏎⏎$$⏎- [ ] a⏎$$⏎⏎<div>⏎- [ ] b", (0, 0)),
    ],
)
def test_tasks_are_counted_at_every_depth(text: str, tasks: tuple[int, int]) -> None:
    """N41: in quotes too, in code not."""
    note = read(text)

    assert (note.tasks_open, note.tasks_done) == tasks


def test_a_task_stays_a_list_item() -> None:
    """N24, N41."""
    (block,) = read("- [ ] a⏎- [/] b⏎- c").blocks

    assert (block.kind, [each.task for each in block.items]) == ("list", ["open", "done", None])


# Comments and math.


def of_both(*texts: str) -> pytest.MarkDecorator:
    """Each text with `%%` and with `$$`, and the kind of block that these marks make."""
    kinds = {"%%": "comment", "$$": "math"}
    cases = [(each.replace("%%", mark), kinds[mark]) for each in texts for mark in kinds]
    return pytest.mark.parametrize(("text", "kind"), cases)


@of_both("%%⏎a⏎⏎# b⏎%%", "%% a⏎b %%", "%%⏎%%", "%%a⏎> b⏎- c %% tail", "  %%⏎a⏎   %%", "%%%⏎a⏎%%")
def test_a_block_between_two_marks_interrupts_a_paragraph(text: str, kind: str) -> None:
    """N22, N23: what follows the closing mark on its line belongs to the block."""
    assert told(f"one⏎{text}⏎two") == ["paragraph one", f"{kind} {text}", "paragraph two"]
    assert codes(f"one⏎{text}⏎two") == []


@of_both("%%a%%", "%% a %% b⏎c", "%%a%% b⏎%%c%%")
def test_an_opening_line_that_holds_the_mark_twice_opens_nothing(text: str, kind: str) -> None:
    """N23: alone in its paragraph it makes a block all the same (N22)."""
    assert told(f"one⏎{text}⏎two") == [f"paragraph one⏎{text}⏎two"]
    assert told(text[:2] + "a" + text[:2]) == [f"{kind} {text[:2]}a{text[:2]}"]


@of_both("%% a⏎⏎# b", "a⏎%%⏎⏎b", "> %%⏎> a⏎⏎%%", "- %%⏎⏎%% a", "- %%⏎- a %%", "> %%⏎> a⏎lazy %%")
def test_without_a_closing_mark_in_the_same_container_the_line_is_text(
    text: str, kind: str
) -> None:
    """N23, N42, §11: with a notice."""
    assert kind not in {each.kind for each in read(text).blocks}
    assert {code for _, code in codes(text)} == {"unclosed"}


@of_both("> %%⏎> # a⏎>⏎> - [ ] b ^x⏎> > [!note]⏎> %%⏎> {}", "> a⏎> %%⏎> > [!note] b⏎> %%⏎> {}")
def test_marks_may_stand_in_a_quote(text: str, kind: str) -> None:
    """N23, N42, N43: nothing between them is structure, and what follows is."""
    text = text.format(f"- [ ] {kind}")
    note = read(text)

    assert (told(text), codes(text)) == ([f"quote {text}"], [])
    assert (note.callouts, note.tasks_open, note.block_ids) == ((), 1, ())


@of_both("- %%⏎  # a⏎⏎  - [ ] b⏎  %% c⏎  {}⏎- d", "1. a⏎   %%⏎   > [!note] b⏎   %%⏎   {}⏎2. d")
def test_marks_may_stand_in_an_item(text: str, kind: str) -> None:
    """N23."""
    text = text.format(f"- [ ] {kind}")
    note = read(text)

    assert (told(text), codes(text)) == ([f"list {text}"], [])
    assert (len(note.blocks[0].items), note.callouts, note.tasks_open) == (2, (), 1)


@of_both("- a⏎%%⏎b⏎%%", "> a⏎%%⏎b⏎%%", "| a |⏎|---|⏎%%⏎b⏎%%")
def test_marks_at_the_top_level_end_what_stands_above(text: str, kind: str) -> None:
    """N23."""
    assert [each.kind for each in read(text).blocks][1:] == [kind]


def test_nothing_in_a_comment_block_is_structure() -> None:
    """N23, N30: but links and tags in it count (N42)."""
    note = read("%%⏎# A⏎- [ ] b ^b⏎> [!section] x⏎[[Oak]] #tree⏎```⏎%%⏎p")

    assert [(each.kind, each.section_type) for each in note.blocks] == [
        ("comment", None),
        ("paragraph", None),
    ]
    assert (note.headings, note.callouts, note.block_ids, note.tasks_open) == ((), (), (), 0)
    assert (note.links[0].raw, note.links[0].line, note.tags) == ("[[Oak]]", 5, ("tree",))
    assert note.problems == ()


def test_marks_in_code_and_html_are_no_marks() -> None:
    """N22."""
    text = "```⏎%%⏎```⏎⏎<div>⏎$$⏎⏎    %%⏎⏎a"

    assert told(text) == ["code ```⏎%%⏎```", "html <div>⏎$$", "code     %%", "paragraph a"]


def test_links_and_tags_in_inline_comments_count() -> None:
    """N42: it may reach over lines; an unclosed one is text."""
    text = "a %% [[Oak]] #b⏎[[Elm]] %% c⏎⏎- d %% [[Ash]]⏎⏎[[Fir]] %%"

    assert links(text) == [("Oak", 1), ("Elm", 2), ("Ash", 4), ("Fir", 6)]
    assert [each.kind for each in read(text).blocks] == ["paragraph", "list", "paragraph"]


@pytest.mark.parametrize(
    "text", ["$$⏎{}⏎$$", "$${}$$", "<div>⏎{}⏎</div>", "<!-- {} -->", "> $$⏎> {}⏎> $$"]
)
def test_math_and_html_are_kept_but_hold_no_links_and_tags(text: str) -> None:
    """N43."""
    text = text.format("[[Oak]] #tree [a](b.md)")

    assert (links(text), read(text).tags) == ([], ())
    assert "".join(each.text for each in read(text).blocks) == text.replace("⏎", "\n")
