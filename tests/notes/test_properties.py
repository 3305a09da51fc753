"""`notes.md` N9, N10, N12: YAML that people write, and YAML that attacks."""

import json
import time
from contextlib import suppress
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mindnet.notes import properties
from mindnet.notes.properties import BadProperties, Scalar, parse_properties


def values(text: str) -> dict[str, Any]:
    return parse_properties(text).values


def scalar(text: str) -> Scalar:
    (only,) = parse_properties(text).scalars
    return only


def refusal(text: str) -> BadProperties:
    with pytest.raises(BadProperties) as caught:
        parse_properties(text)
    return caught.value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("12:30:45", "12:30:45"),
        ("1_000", "1_000"),
        ("=", "="),
        ("true", True),
        ("True", True),
        ("FALSE", False),
        ("tRUE", "tRUE"),
        ("", None),
        ("~", None),
        ("Null", None),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("+12", 12),
        ("-3", -3),
        ("1.50", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1.", 1.0),
        ('"5"', "5"),
        ("'null'", "null"),
        ("!!str 5", "5"),
        ('!!int "5"', 5),
        ("!!float 5", 5.0),
        ("!!seq [1]", [1]),
        ("[[Note]]", [["Note"]]),
        ("'it''s'", "it's"),
        ("|\n  two\n  lines\n", "two\nlines\n"),
    ],
)
def test_words_mean_what_the_core_schema_of_yaml_1_2_says_n9(written: str, value: Any) -> None:
    found = values(f"key: {written}")["key"]

    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("2024-1-2", "2024-01-02"),
        ('"2024-1-2"', "2024-01-02"),
        ("2024-01-02 10:00", "2024-01-02T10:00:00"),
        ("2024-01-02t9:05:07", "2024-01-02T09:05:07"),
        ("2024-01-02T10:00:00.25Z", "2024-01-02T10:00:00.25Z"),
        ("2024-01-02 10:00 +2", "2024-01-02T10:00:00+02:00"),
        ("2024-01-02T10:00:00-0330", "2024-01-02T10:00:00-03:30"),
        ("2024-13-45", "2024-13-45"),
        ("2023-02-29", "2023-02-29"),
        ("0000-01-01", "0000-01-01"),
        ("2024-01-02 24:00", "2024-01-02 24:00"),
        ("2024-01-02 10:00 +99:00", "2024-01-02 10:00 +99:00"),
        ("on 2024-1-2", "on 2024-1-2"),
    ],
)
def test_dates_are_kept_in_iso_form_and_impossible_ones_as_written_n12(
    written: str, kept: str
) -> None:
    assert values(f"day: {written}") == {"day": kept}


@pytest.mark.parametrize(
    "written", [".inf", "-.INF", ".nan", "1e999", "9" * 5000, "0x" + "f" * 5000]
)
def test_numbers_that_json_cannot_hold_become_strings_n12(written: str) -> None:
    assert values(f"n: {written}") == {"n": written}


def test_keys_are_strings_as_written_and_keep_their_order_n12() -> None:
    text = 'b: 1\nTags: 2\n1.0: 3\nnull: 4\n<<: {x: y}\n"q": 5\n? [a, b]\n: 6\n'

    assert list(values(text)) == ["b", "Tags", "1.0", "null", "<<", "q", "[a, b]"]
    assert values(text)["<<"] == {"x": "y"}


def test_json_is_accepted_with_its_escapes_n9() -> None:
    text = '{"a":"x\\/y",\n\t"smile": "\\ud83d\\ude00", "half": "\\ud83d!", "raw": "\\\\ud83d"}'

    assert values(text) == {"a": "x/y", "smile": "😀", "half": "\ufffd!", "raw": "\\ud83d"}


def test_outside_double_quotes_an_escape_is_text() -> None:
    assert values("a: '\\ud83d'\nb: \\uD83D\nc: \"\\uD83D\"") == {
        "a": "\\ud83d",
        "b": "\\uD83D",
        "c": "\ufffd",
    }


def test_only_three_characters_end_a_line_n4() -> None:
    text = "a: x\x85y\nb: 'x\u2028- y'\nc\u2029d: \ufeffe\n"

    assert values(text) == {"a": "x\x85y", "b": "x\u2028- y", "c\u2029d": "\ufeffe"}
    assert [each.line for each in parse_properties(text).scalars] == [1, 2, 3]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_nothing_at_all_is_valid_n10(text: str) -> None:
    assert parse_properties(text) == ({}, (), {})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- a\n- b", 1),
        ("just words", 1),
        ("null", 1),
        ("a: 1\nb: 2\na: 3\n", 3),
        ("a: {b: 1, b: 2}", 1),
        ("ok: 1\ntitle: a: b\n", 2),
        ("ok: 1\nuser: @me\n", 2),
        ("ok: 1\n\n\tx: y\n", 3),
        ("ok: 1\nup: [unclosed\n", 2),
        ("ok: 1\nx: *nobody\n", 2),
        ("ok: 1\nx: !secret y\n", 2),
        ("ok: 1\nx: !!int y\n", 2),
        ("ok: 1\nx: !!set {y}\n", 2),
        ("ok: 1\nx: a\x00b\n", 2),
        ("ok: 1\nx: a\x7fb\n", 2),
        ("a: 1\n--- \nb: 2\n", 2),
        ("a: 1\n...\nb: 2\n", 3),
    ],
)
def test_what_is_no_mapping_is_refused_with_its_line_n10(text: str, line: int) -> None:
    assert refusal(text).line == line


def nested(depth: int) -> str:
    return "a: " + "[" * (depth - 1) + "]" * (depth - 1)


def test_64_levels_are_read_and_65_are_not_n10() -> None:
    assert values(nested(64))
    assert "64 deep" in str(refusal(nested(65)))


def test_64_aliases_are_read_and_65_are_not_n10() -> None:
    assert len(values("a: &a x\nb: [" + "*a," * 64 + "]")["b"]) == 64
    assert "64 times" in str(refusal("a: &a x\nb: [" + "*a," * 65 + "]"))


def test_64_kb_are_read_and_one_byte_more_is_not_n10() -> None:
    assert values("a: " + "ä" * 32766 + "x")
    assert "64 KB" in str(refusal("a: " + "ä" * 32767))


def test_20_000_values_are_read_and_more_are_not_n10() -> None:
    assert len(values("a: [" + "x," * 19_999 + "]")["a"]) == 19_999
    assert "20,000" in str(refusal("a: [" + "x," * 20_000 + "]"))


def doubling(first: str, body: str) -> str:
    lines = [f"a0: &a0 {first}"]
    lines += [f"a{i}: &a{i} {body.format(*[f'*a{i - 1}'] * 2)}" for i in range(1, 31)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "bomb",
    [
        pytest.param("a: " + "[" * 60_000, id="nested lists"),
        pytest.param("{a: " * 15_000, id="nested mappings"),
        pytest.param("a: " + "[" * 1000 + "]" * 1000, id="nested, but short"),
        pytest.param("- " * 30_000, id="nested items"),
        pytest.param("? " * 30_000, id="nested keys"),
        pytest.param(doubling("[x, x]", "[{}, {}]"), id="a billion laughs"),
        pytest.param(doubling("{x: y}", "{{<<: [{}, {}]}}"), id="merged laughs"),
        pytest.param(doubling(f'"{"x" * 60_000}"', "[{}, {}]"), id="long laughs"),
        pytest.param(
            f"k: &k [{'x,' * 9000}]\n" + doubling("{? *k : x}", "[{}, {}]"), id="laughing keys"
        ),
        pytest.param("a: &a [*a, *a]", id="a list that holds itself"),
        pytest.param("a: &a {b: *a, c: *a}", id="a mapping that holds itself"),
        pytest.param(f"? {'k' * 32_000}\n: [" + '"[[a]]",' * 4000 + "]", id="long places"),
    ],
)
def test_a_bomb_is_refused_within_a_second_n10(bomb: str) -> None:
    began = time.perf_counter()

    assert refusal(bomb).line >= 1
    assert time.perf_counter() - began < 1


def test_every_scalar_knows_its_place_and_its_innermost_name_l20() -> None:
    text = 'up: "[[X]]"\nrel:\n  down:\n    - one\n    - {side: two}\n'

    found = parse_properties(text)

    assert [(each.place, each.name, each.line) for each in found.scalars] == [
        ("up", "up", 1),
        ("rel.down.0", "down", 4),
        ("rel.down.1.side", "side", 5),
    ]
    assert found.lines == {"up": 1, "rel": 2}


@pytest.mark.parametrize(
    ("text", "written", "line"),
    [
        ('up: "[[X]]"  # why', '"[[X]]"', 1),
        ("up: 'a ''b'''", "'a ''b'''", 1),
        ("up: plain words \n", "plain words", 1),
        ("up:\n  later\n", "later", 2),
        ("up: &here !!str\n  'x'\n", "'x'", 2),
        ("up: >-\n  [[X]]\n\n", ">-\n  [[X]]", 1),
        ("𝄞é: ü\n", "ü", 1),
        ("x\u2028y: '\u2028'", "'\u2028'", 1),
        ('up: "\\ud83d\\ude00"', '"\\ud83d\\ude00"', 1),
    ],
)
def test_a_scalar_spans_what_yaml_writes_quotes_included_l43(
    text: str, written: str, line: int
) -> None:
    found = scalar(text)

    assert text[found.char_start : found.char_end] == written
    assert found.line == line


def test_text_keeps_what_the_value_does_not() -> None:
    assert [each.text for each in parse_properties("a: 007\nb: 2024-1-2").scalars] == [
        "007",
        "2024-1-2",
    ]


yaml_like = st.text(st.sampled_from("ab01:-[]{}\"'\\ud8&*!|>#?,%@~.\n \t\x85\u2028é😀\x00"))


@given(st.text() | yaml_like | yaml_like.map("a: {}".format))
def test_any_text_is_read_or_refused_and_what_is_read_is_json_n10(text: str) -> None:
    with suppress(BadProperties):
        found = parse_properties(text)
        assert json.loads(json.dumps(found.values, ensure_ascii=False).encode()) == found.values
        for each in found.scalars:
            assert 0 <= each.char_start <= each.char_end <= len(text)
            each.place.encode()  # holds no half characters


def test_without_libyaml_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    methods = {name: getattr(properties._Loader, name) for name in ("get_single_data", "resolve")}
    text = 'a: [1, yes, "\\ud83d\\ude00", 2024-1-2]\nb: {c: ~}\n'
    quick = parse_properties(text)
    monkeypatch.setattr(properties, "_Loader", type("Slow", (yaml.SafeLoader,), methods))

    assert parse_properties(text) == quick
    assert refusal("a: " + "[" * 1000 + "]" * 1000)
    assert refusal('a: "\\Uffffffff"')
