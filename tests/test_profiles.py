from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from mindnet.cuts import Overlap, Profile, WindowStyle
from mindnet.errors import SettingsError
from mindnet.profiles import STRATEGIES, load_profiles, profile_from

SHIPPED = load_profiles(None)
WHOLE = """
about = "Everything said."
strategy = "by_heading"
tokenizer = "chars4"
target = 40
max = 60
min = 10
sentences = "punctuation"
split_level = 3
strict_heading_split = true
enable_smart_edge_allocation = false
max_chars = 500
overflow = 1
midpoint_overlap = 0.25
strict_chars = true
slice_chars = 100

[overlap]
tokens = [50, 81]
ratio = 0.5
side = "both"

[window]
style = "tagged"
max_heading_levels = 2
page_tag = false
section_tag = false
section_type = true
"""


def a_vault(folder: Path, **profiles: str) -> Path:
    place = folder / ".mindnet" / "profiles"
    place.mkdir(parents=True)
    for name, text in profiles.items():
        (place / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def sizes(profile: Profile) -> tuple[int, int, int]:
    return profile.target, profile.max, profile.min


def test_every_key_is_read(tmp_path: Path) -> None:
    profiles = load_profiles(a_vault(tmp_path, whole=WHOLE))

    assert profiles.get_recipe("whole").profile == Profile(
        name="whole",
        strategy="by_heading",
        about="Everything said.",
        tokenizer="chars4",
        target=40,
        max=60,
        min=10,
        overlap=Overlap("both", 65, 0.5),
        window=WindowStyle("tagged", 2, False, False, True),
        sentences="punctuation",
        split_level=3,
        strict_heading_split=True,
        enable_smart_edge_allocation=False,
        max_chars=500,
        overflow=1.0,
        midpoint_overlap=0.25,
        strict_chars=True,
        slice_chars=100,
    )


def test_no_field_of_a_profile_is_without_its_key() -> None:
    for each in fields(Profile):
        assert each.name == "name" or each.name in WHOLE


@pytest.mark.parametrize(
    ("strategy", "numbers", "overlap", "sentences"),
    [
        ("by_heading", (400, 600, 0), Overlap("none", 65), "linguistic"),
        ("sliding_window", (400, 600, 0), Overlap("previous", 65), "linguistic"),
        ("by_block", (650, 900, 120), Overlap("previous", 80), "linguistic"),
        ("by_sentence", (500, 500, 0), Overlap("next", None, 0.1), "punctuation"),
        ("fixed_size", (500, 750, 100), Overlap("previous", 75, 0.12), "punctuation"),
    ],
)
def test_each_strategy_starts_from_its_own_defaults(  # H1, W1, B1, S1, F1, C17
    strategy: str, numbers: tuple[int, int, int], overlap: Overlap, sentences: str
) -> None:
    profile = profile_from({"strategy": strategy}, SHIPPED)

    assert strategy in STRATEGIES
    assert sizes(profile) == numbers
    assert (profile.overlap, profile.sentences) == (overlap, sentences)
    assert (profile.split_level, profile.max_chars, profile.overflow) == (2, 1000, 0.2)


def test_the_shipped_profiles_are_there_without_a_vault() -> None:
    assert sizes(SHIPPED.get_recipe("sliding_short").profile) == (200, 350, 0)
    assert SHIPPED.get_recipe("sliding_short").profile.overlap == Overlap("previous", 40)
    assert {recipe.source for recipe in SHIPPED.recipes.values()} == {"shipped"}


def test_a_vault_adds_profiles_and_overrides_them_by_name(tmp_path: Path) -> None:
    own = {"fixed": 'strategy = "by_block"', "mine": 'extends = "fixed"\nmax = 700'}
    profiles = load_profiles(a_vault(tmp_path, **own))

    assert profiles.recipes.keys() == SHIPPED.recipes.keys() | {"mine"}
    assert profiles.get_recipe("fixed").profile.strategy == "by_block"
    assert sizes(profiles.get_recipe("mine").profile) == (650, 700, 120)
    assert profiles.get_recipe("mine").source == ".mindnet/profiles/mine.toml"


def test_a_profile_may_extend_the_shipped_one_of_its_name(tmp_path: Path) -> None:
    own = 'extends = "sliding_short"\nmax = 300\n[overlap]\nside = "both"'
    recipe = load_profiles(a_vault(tmp_path, sliding_short=own)).get_recipe("sliding_short")

    assert sizes(recipe.profile) == (200, 300, 0)
    assert recipe.profile.overlap == Overlap("both", 40)
    assert recipe.extends == ("sliding_short",)
    assert recipe.origins["target"] == "shipped sliding_short"
    assert recipe.origins["max"] == ".mindnet/profiles/sliding_short.toml"
    assert recipe.origins["tokenizer"] == "default"


def test_extends_reaches_as_far_as_it_is_long(tmp_path: Path) -> None:
    own = {
        "a": 'extends = "b"\nabout = "top"',
        "b": 'extends = "c"\ntarget = 100',
        "c": 'extends = "structured"\nmax = 500',
    }
    recipe = load_profiles(a_vault(tmp_path, **own)).get_recipe("a")

    assert recipe.extends == ("b", "c", "structured")
    assert sizes(recipe.profile) == (100, 500, 100)
    assert recipe.origins["min"] == "gives way to target of .mindnet/profiles/b.toml"
    assert recipe.to_dict()["extends"] == ["b", "c", "structured"]


def test_other_files_beside_the_profiles_are_left_alone(tmp_path: Path) -> None:
    folder = a_vault(tmp_path, mine='strategy = "by_block"') / ".mindnet" / "profiles"
    for name in ("notes.md", ".#mine.toml", "mine.toml~"):
        (folder / name).write_text("?")

    assert load_profiles(tmp_path).recipes.keys() == SHIPPED.recipes.keys() | {"mine"}


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("max = 0", 1, "max should be a whole number above 0, not 0"),
        ("\ntarget = -5", 2, "target should be a whole number above 0"),
        ("max = 1.5", 1, "max should be a whole number above 0, not 1.5"),
        ("max = true", 1, "max should be a whole number"),
        ('max = "200"', 1, "max should be a whole number above 0, not '200'"),
        ("max = 2_000_000_000", 1, "max should be at most 1,000,000,000"),
        ("min = -1", 1, "min should be a whole number, 0 or above"),
        ("target = 700\nmax = 600", 1, "target (700) is above max (600)"),
        ("max = 60\nmin = 50\ntarget = 40", 2, "min (50) is above target (40)"),
        ("max = 60\nmin = 70", 2, "min (70) is above max (60)"),
        ("split_level = 0", 1, "a level of headings from 1 to 6"),
        ("split_level = 7", 1, "a level of headings from 1 to 6, not 7"),
        ("strict_heading_split = 1", 1, "true or false, not 1"),
        ("overflow = -0.1", 1, "overflow should be a number, 0 or above"),
        ("overflow = nan", 1, "overflow should be a number, 0 or above"),
        ("overflow = inf", 1, "overflow should be a number, 0 or above"),
        ("midpoint_overlap = 0.5", 1, "a number below 0.5, not 0.5"),
        ("max_chars = 0", 1, "max_chars should be a whole number above 0"),
        ("slice_chars = -1", 1, "slice_chars should be a whole number, 0 or above"),
        ("about = 7", 1, "about should be a text"),
        ('# why\nstrategy = "by_headings"', 2, "strategy should be by_block, by_heading,"),
        ('tokenizer = "cl100k"', 1, "did you mean cl100k_base?"),
        ('sentences = "punctation"', 1, "did you mean punctuation?"),
        ('[overlap]\nside = "prev"', 2, "overlap.side should be none, previous, next or both"),
        ("[overlap]\nratio = 1.1", 2, "overlap.ratio should be a number from 0 to 1, not 1.1"),
        ("[overlap]\ntokens = -1", 2, "overlap.tokens should be a whole number, 0 or above"),
        ("[overlap]\ntokens = [80, 50]", 2, "a number or a range such as [50, 80]"),
        ("[overlap]\ntokens = [1, 2, 3]", 2, "a number or a range such as [50, 80]"),
        ("overlap = 5", 1, "overlap should be a table, not 5"),
        ('[window]\nstyle = "tag"', 2, "did you mean tagged?"),
        ("[window]\nmax_heading_levels = -1", 2, "window.max_heading_levels should be"),
        ("[window]\npage_tag = 0", 2, "window.page_tag should be true or false"),
        ("maks = 5", 1, "there is no key maks; did you mean max?"),
        ("[overlap]\nsite = 1", 2, "there is no key site in overlap; did you mean side?"),
        ('side = "both"', 1, "there is no key side; did you mean overlap.side?"),
        ('# why\nextends = "sliding_shrt"', 2, "to extend; did you mean sliding_short?"),
        ('# why\nextends = "mine"', 2, "extends goes round in a circle: mine → mine"),
        ("# why\nmax = 200", 1, "a profile needs a strategy, or another profile that it extends"),
        ("max = [", 1, "this is not TOML"),
    ],
)
def test_a_wrong_profile_is_told_with_file_line_and_sentence(
    tmp_path: Path, text: str, line: int, sentence: str
) -> None:
    vault = a_vault(tmp_path, mine=text)
    with pytest.raises(SettingsError) as caught:
        load_profiles(vault)

    file = tmp_path / ".mindnet" / "profiles" / "mine.toml"
    assert str(caught.value).startswith(f"{file}:{line}: ")
    assert sentence in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_circle_of_profiles_is_told_whoever_is_asked_first(tmp_path: Path) -> None:
    own = {"a": 'extends = "b"', "b": '\nextends = "c"', "c": 'extends = "a"'}
    with pytest.raises(
        SettingsError, match=r"c\.toml:1: extends goes round in a circle: a → b → c"
    ):
        load_profiles(a_vault(tmp_path, **own))


def test_two_profiles_may_not_lead_back_to_each_other_past_a_shipped_one(tmp_path: Path) -> None:
    own = {"fixed": 'extends = "mine"', "mine": 'extends = "fixed"'}
    with pytest.raises(SettingsError, match="fixed → mine → fixed"):
        load_profiles(a_vault(tmp_path, **own))


def test_a_folder_of_profiles_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / ".mindnet").mkdir()
    (tmp_path / ".mindnet" / "profiles").write_text("a file")
    with pytest.raises(SettingsError, match="cannot be read: Not a directory"):
        load_profiles(tmp_path)


def test_the_key_of_another_strategy_has_no_effect(tmp_path: Path) -> None:
    text = 'strategy = "by_sentence"\ntarget = 800\nsplit_level = 3\nslice_chars = 5'
    profile = load_profiles(a_vault(tmp_path, mine=text)).get_recipe("mine").profile

    assert sizes(profile) == (500, 500, 0)  # by_sentence has no target that could raise its max
    assert (profile.split_level, profile.slice_chars) == (3, 5)


@pytest.mark.parametrize(
    ("tokens", "middle"), [(0, 0), (75, 75), ([50, 80], 65), ((30, 51), 40), ([7, 7], 7)]
)
def test_of_a_range_the_middle_counts_rounded_down(tokens: object, middle: int) -> None:  # C22
    profile = profile_from({"strategy": "by_block", "overlap": {"tokens": tokens}}, SHIPPED)

    assert profile.overlap.tokens == middle
