"""What is typed is read in every way it may be meant, and never fails: `interfaces.md` §2."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindnet.addresses import Address, parse_ref
from mindnet.checks import check_of, has_check, spell_chunk, spell_lines

CHECK = "9f3ac1d2"
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(
    lambda name: name.strip() == name and not name.startswith(("[[", "![["))
)


def last(text: str) -> Address:
    """The reading with the shortest name."""
    return parse_ref(text).addresses[-1]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Oak", Address("Oak")),
        ("Trees/Oak.md", Address("Trees/Oak.md")),
        ("Oak#Care", Address("Oak", headings=("Care",), rest="#Care")),
        ("Oak#Care#Water", Address("Oak", headings=("Care", "Water"), rest="#Care#Water")),
        ("Oak#^dry", Address("Oak", block="dry", rest="#^dry")),
        ("Oak#Care ^dry", Address("Oak", ("Care",), "dry", rest="#Care ^dry")),
        ("Oak#Care#^dry", Address("Oak", ("Care",), "dry", rest="#Care#^dry")),
        ("Oak#c03", Address("Oak", chunk=3, rest="#c03")),
        ("Oak#c103", Address("Oak", chunk=103, rest="#c103")),
        (f"Oak#c03@{CHECK}", Address("Oak", chunk=3, check=CHECK, rest=f"#c03@{CHECK}")),
        ("Oak:12", Address("Oak", lines=(12, 12), rest=":12")),
        ("Oak:12-30", Address("Oak", lines=(12, 30), rest=":12-30")),
        (f"Oak:12-30@{CHECK}", Address("Oak", lines=(12, 30), check=CHECK, rest=f":12-30@{CHECK}")),
        ("[[Oak]]", Address("Oak")),
        ("![[Oak#Care|the oak]]", Address("Oak", ("Care",), rest="#Care")),
        ("[[Oak\\|the oak]]", Address("Oak")),
        ("[[Oak|]]", Address("Oak")),
        ("  Oak  ", Address("Oak")),
        ("Oak#", Address("Oak", rest="#")),
    ],
)
def test_every_form_of_an_address_is_read(text: str, address: Address) -> None:
    assert last(text) == address


@pytest.mark.parametrize("heading", ["c3", "c", "C03", "c03x", "c03@9f3a", "c0３", "H1#c03"])
def test_what_only_looks_like_a_chunk_is_a_heading(heading: str) -> None:
    address = last(f"Oak#{heading}")

    assert address.chunk is None
    assert address.headings == tuple(heading.split("#"))


@pytest.mark.parametrize("text", ["Oak:", "Oak:x", "Oak:1-", "Oak:1-2-3", "Oak:１２", "Oak: 12"])
def test_what_only_looks_like_lines_is_a_name(text: str) -> None:
    assert [each.name for each in parse_ref(text).addresses] == [text]


def test_names_may_hold_what_parts_addresses() -> None:
    readings = parse_ref("C# notes: a#c00").addresses

    assert [(each.name, each.chunk, each.headings) for each in readings] == [
        ("C# notes: a#c00", None, ()),
        ("C# notes: a", 0, ()),
        ("C", None, ("notes: a", "c00")),
    ]


@pytest.mark.parametrize("length", [8, 9, 63, 64])
def test_hexadecimal_digits_may_be_the_id_of_a_chunk(length: int) -> None:
    assert parse_ref("9F3a" * 16).chunk_id == "9f3a" * 16
    assert parse_ref(("9f3a" * 16)[:length]).chunk_id == ("9f3a" * 16)[:length]


@pytest.mark.parametrize("text", ["9f3ac1d", "9f3a" * 16 + "0", "9f3ac1dg", "９f3ac1d2"])
def test_fewer_digits_or_others_are_a_name(text: str) -> None:
    assert parse_ref(text).chunk_id is None


def test_a_link_is_known_as_one() -> None:
    assert parse_ref("[[Oak]]").is_link
    assert parse_ref("[[9f3ac1d2]]").chunk_id is None  # no link names a chunk so
    assert not parse_ref("Oak").is_link


@pytest.mark.parametrize("text", ["", "x" * 10_000, "#" * 10_000, "[[" * 5_000])
def test_what_no_note_can_be_called_has_no_reading(text: str) -> None:
    assert parse_ref(text).addresses == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (" Oak ", [" Oak ", "Oak"]),
        (" Oak #c00", [" Oak #c00", " Oak ", "Oak", "Oak #c00", "Oak "]),
        ("[[Oak]]", ["[[Oak]]", "Oak"]),
        ("  ", ["  "]),
    ],
)
def test_a_file_may_be_called_as_it_was_typed(text: str, names: list[str]) -> None:
    assert list(dict.fromkeys(each.name for each in parse_ref(text).addresses)) == names


@given(st.text())
def test_whatever_is_typed_is_no_error(text: str) -> None:
    assert len(parse_ref(text).addresses) <= 4 * 65


@given(st.text("#:@[]|\\^c0123-a ", max_size=300))
def test_whatever_looks_like_an_address_is_no_error(text: str) -> None:
    assert len(parse_ref(text).addresses) <= 4 * 65


@given(names, st.integers(0, 10**6), st.text())
def test_the_address_of_a_chunk_is_read_as_it_was_spelled(name: str, index: int, text: str) -> None:
    ref = spell_chunk(name, index, text)
    readings = [each for each in parse_ref(ref).addresses if each.name == name]

    assert [(each.chunk, each.check) for each in readings] == [(index, check_of(text))]


@given(names, st.integers(1, 10**6), st.integers(0, 100), st.text())
def test_the_address_of_lines_is_read_as_it_was_spelled(
    name: str, first: int, more: int, text: str
) -> None:
    ref = spell_lines(name, first, first + more, text)
    readings = [each for each in parse_ref(ref).addresses if each.name == name]

    assert [each.lines for each in readings] == [(first, first + more)]


def test_a_check_is_the_start_of_a_sha256() -> None:
    whole = sha256("Wäter it.".encode()).hexdigest()

    assert check_of("Wäter it.") == whole[:8]
    assert has_check("Wäter it.", whole)
    assert has_check("Wäter it.", whole[:8].upper())
    assert not has_check("Water it.", whole[:8])
