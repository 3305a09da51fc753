"""Single keys given by hand, and which profile a note gets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mindnet.cuts import Overlap, Profile
from mindnet.errors import SettingsError, Severity
from mindnet.library import load_rules, read_note
from mindnet.profiles import (
    Choice,
    check_settings,
    choose_profile,
    count_choices,
    load_profiles,
    make_chooser,
    parse_value,
    profile_from,
)
from mindnet.settings import Settings, settings_from

SHIPPED = load_profiles(None)
SETTINGS = settings_from(
    {
        "default_profile": "heading_smart",
        "types": {"Journal": "sliding_short"},
        "rules": [
            {"folder": "Journal/**", "profile": "sliding_standard"},
            {"tag": "#Meeting", "profile": "heading_strict"},
            {"extension": "txt", "profile": "sentence"},
            {"property": {"series": "notebook", "part": 2}, "profile": "structured"},
            {"folder": "Old/**", "tag": "data", "profile": "fixed"},
        ],
    }
)


def choose(text: str = "", path: str = "note.md", settings: Settings = SETTINGS) -> Choice:
    return choose_profile(read_note(text, path), settings, SHIPPED)


def picked(text: str = "", path: str = "note.md") -> tuple[str, str]:
    choice = choose(text, path)
    assert choice.problem is None
    return choice.profile.name, choice.rule


def sizes(profile: Profile) -> tuple[int, int, int]:
    return profile.target, profile.max, profile.min


@pytest.mark.parametrize(
    ("name", "keys", "numbers"),
    [
        ("heading_smart", {}, (400, 600, 0)),
        ("heading_smart", {"max": 200}, (200, 200, 0)),
        ("heading_smart", {"max": 500}, (400, 500, 0)),
        ("heading_smart", {"target": 800}, (800, 800, 0)),
        ("structured", {"max": 100}, (100, 100, 100)),
        ("structured", {"target": 50}, (50, 900, 50)),
        ("structured", {"min": 700}, (700, 900, 700)),
        ("structured", {"min": 1000}, (1000, 1000, 1000)),
        ("structured", {"min": 10, "max": 60}, (60, 60, 10)),
        ("structured", {"min": 60, "max": 80, "target": 70}, (70, 80, 60)),
        ("sentence", {"target": 800}, (500, 500, 0)),
        ("sentence", {"max": 800}, (800, 800, 0)),
    ],
)
def test_a_size_from_further_down_gives_way(
    name: str, keys: dict[str, int], numbers: tuple[int, int, int]
) -> None:
    by_name = profile_from(name, SHIPPED, keys)

    assert sizes(by_name) == numbers
    assert profile_from(SHIPPED.get_recipe(name).profile, SHIPPED, keys) == by_name
    assert sizes(profile_from({"extends": name, **keys}, SHIPPED)) == numbers


def test_a_strategy_by_hand_brings_its_own_defaults_along() -> None:
    profile = profile_from("heading_smart", SHIPPED, {"strategy": "fixed_size"})

    assert sizes(profile) == (400, 600, 100)  # what the file says stays, the rest is new
    assert profile.sentences == "punctuation"
    assert profile.overlap == Overlap("none", 65, 0.12)


def test_keys_may_be_spelled_with_dots_or_underscores() -> None:
    dots = {"overlap.side": "both", "overlap.tokens": [10, 21], "window.page_tag": False}
    lines = {key.replace(".", "__"): value for key, value in dots.items()}
    tables = {"overlap": {"side": "both", "tokens": [10, 21]}, "window": {"page_tag": False}}
    profile = profile_from("fixed", SHIPPED, dots)

    assert (
        profile == profile_from("fixed", SHIPPED, lines) == profile_from("fixed", SHIPPED, tables)
    )
    assert profile.overlap == Overlap("both", 15, 0.12)
    assert not profile.window.page_tag


def test_a_profile_value_is_taken_as_it_is() -> None:
    mine = Profile("mine", "sliding_window", overlap=Overlap("previous", ratio=0.2))

    assert profile_from(mine, SHIPPED) == mine  # no cap slips in from the defaults
    assert profile_from(mine, SHIPPED, {"max": 100}).name == "mine"


@pytest.mark.parametrize(
    ("value", "keys", "sentence"),
    [
        ("heading_smrt", {}, "there is no profile 'heading_smrt'; did you mean heading_smart?"),
        ("zzz", {}, "there is no profile 'zzz'; there are fixed, heading_smart"),
        ({}, {}, "a profile needs a strategy, or another profile that it extends"),
        ({"extends": "fixd"}, {}, "extends names a profile that does not exist, 'fixd'; did you"),
        ({"strategy": "by_hedding"}, {}, "did you mean by_heading?"),
        (7, {}, "a profile is a name, a Profile or a dict, not 7"),
        (Profile("p", "by_heading", target=9, max=8), {}, "target (9) is above max (8)"),
        (Profile("p", "nope"), {}, "strategy should be by_block, by_heading"),
        ("fixed", {"max": 100, "target": 200}, "target (200) is above max (100)"),
        ("fixed", {"max": "many"}, "max should be a whole number above 0, not 'many'"),
        ("fixed", {"targt": 5}, "there is no key targt; did you mean target?"),
        ("fixed", {"overlap__sid": "both"}, "no key sid in overlap; did you mean side?"),
        ("fixed", {"overlap": 5, "overlap.side": "both"}, "overlap should be a table, not 5"),
        ("fixed", {"extends": "structured"}, "cannot be overridden"),
    ],
)
def test_what_is_wrong_by_hand_is_told_by_its_key(
    value: Any, keys: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        profile_from(value, SHIPPED, keys)

    assert sentence in str(caught.value)
    assert "in the settings" not in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("200", 200),
        ("0.5", 0.5),
        ("true", True),
        ("[50, 80]", [50, 80]),
        ('"both"', "both"),
        ("both", "both"),
        ("", ""),
        ("5\ny = 6", "5\ny = 6"),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_what_is_typed_is_a_toml_value_and_a_bare_word_a_text(words: str, value: object) -> None:
    assert parse_value(words) == value


def test_the_note_itself_speaks_first() -> None:
    text = "---\ntype: journal\nchunk_profile: structured\n---\n"

    assert picked(text, "Journal/a.md") == ("structured", "chunk_profile in its frontmatter")


def test_its_type_speaks_next_whatever_its_case() -> None:
    assert picked("---\ntype: JOURNAL\n---\n", "Journal/a.md") == ("sliding_short", "type Journal")


@pytest.mark.parametrize(
    ("text", "path", "name", "rule"),
    [
        ("#meeting", "Journal/a.md", "sliding_standard", "rule 1: folder Journal/**"),
        ("#meeting", "a.md", "heading_strict", "rule 2: tag #Meeting"),
        ("see #MEETING/board", "a.md", "heading_strict", "rule 2: tag #Meeting"),
        ("---\ntags: [meeting]\n---\n", "a.md", "heading_strict", "rule 2: tag #Meeting"),
        ("#meetings", "a.md", "heading_smart", "default_profile"),
        ("", "a/b.TXT", "sentence", "rule 3: extension txt"),
        ("", "txt.md", "heading_smart", "default_profile"),
        ("", "journal/a.md", "heading_smart", "default_profile"),
        ("#data", "Old/a.md", "fixed", "rule 5: folder Old/**, tag data"),
        ("#data", "a.md", "heading_smart", "default_profile"),
        ("", "Old/a.md", "heading_smart", "default_profile"),
    ],
)
def test_then_the_rules_in_order_each_as_a_whole(
    text: str, path: str, name: str, rule: str
) -> None:
    assert picked(text, path) == (name, rule)


@pytest.mark.parametrize(
    ("front", "name"),
    [
        ("series: notebook\npart: 2", "structured"),
        ("Series: [diary, notebook]\npart: 2", "structured"),
        ("series: notebook", "heading_smart"),
        ("series: notebook\npart: '2'", "heading_smart"),
        ("series: notebooks\npart: 2", "heading_smart"),
    ],
)
def test_a_rule_by_property_wants_all_of_its_values(front: str, name: str) -> None:
    assert picked(f"---\n{front}\n---\n")[0] == name


def test_true_is_no_number() -> None:
    settings = settings_from({"rules": [{"property": {"draft": True}, "profile": "fixed"}]})

    assert choose("---\ndraft: true\n---\n", settings=settings).profile.name == "fixed"
    assert choose("---\ndraft: 1\n---\n", settings=settings).profile.name == "heading_smart"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("heading_strct", "'heading_strct'; did you mean heading_strict?"),
        ("[fixed]", "names no profile that exists"),
        ("7", "names no profile that exists: '7'"),
    ],
)
def test_a_name_in_vain_is_a_problem_and_the_next_rule_decides(value: str, sentence: str) -> None:
    choice = choose(f"---\r\ntype: journal\r\nchunk_profile: {value}\r\n---\r\n")

    assert (choice.profile.name, choice.rule) == ("sliding_short", "type Journal")
    assert choice.problem is not None
    assert (choice.problem.code, choice.problem.line) == ("unknown_profile", 3)
    assert choice.problem.severity is Severity.WARNING
    assert sentence in choice.problem.message


@pytest.mark.parametrize("value", ["", "''", "null", "' '"])
def test_an_empty_name_says_nothing(value: str) -> None:
    assert picked(f"---\nchunk_profile: {value}\n---\n") == ("heading_smart", "default_profile")


@pytest.mark.parametrize(
    ("config", "line", "sentence"),
    [
        ('default_profile = "heading_smrt"', 1, "default_profile names a profile that does not"),
        ('[types]\nrecipe = "recipe"', 2, "types.recipe names a profile that does not exist"),
        ('[[rules]]\ntag = "a"\nprofile = "fixt"', 3, "'fixt'; did you mean fixed?"),
    ],
)
def test_settings_that_name_no_profile_are_told_with_their_line(
    tmp_path: Path, config: str, line: int, sentence: str
) -> None:
    (tmp_path / ".mindnet").mkdir()
    (tmp_path / ".mindnet" / "config.toml").write_text(config)
    with pytest.raises(SettingsError) as caught:
        load_rules(tmp_path)

    assert str(caught.value).startswith(f"{tmp_path / '.mindnet' / 'config.toml'}:{line}: ")
    assert sentence in str(caught.value)


def test_settings_without_a_file_are_checked_too() -> None:
    with pytest.raises(SettingsError, match=r"rules\[0\].profile names a profile"):
        check_settings(settings_from({"rules": [{"tag": "a", "profile": "x"}]}), SHIPPED)


def test_what_is_given_by_hand_is_checked_before_any_note() -> None:
    for given, keys in ((None, {"maks": 5}), ("fixd", {}), ("fixed", {"max": 0})):
        with pytest.raises(SettingsError):
            make_chooser(given, keys, SETTINGS, SHIPPED)


def test_the_uses_of_profiles_are_counted_by_rule() -> None:
    texts = ("", "#meeting", "---\nchunk_profile: x\n---\n#meeting", "---\ntype: journal\n---\n")
    uses = count_choices((read_note(text) for text in texts), SETTINGS, SHIPPED)

    assert uses.counts == {
        "heading_smart": {"default_profile": 1},
        "heading_strict": {"rule 2: tag #Meeting": 2},
        "sliding_short": {"type Journal": 1},
    }
    assert [problem.code for problem in uses.problems] == ["unknown_profile"]
