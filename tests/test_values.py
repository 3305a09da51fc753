"""Values are frozen dataclasses that are made in a quick way; nobody may see the difference."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from mindnet.values import Kind, value


@value
class Leaf:
    """A leaf of a tree."""

    tree: str
    length: int = 3
    veins: tuple[int, ...] = field(default=(), metadata={"hidden": True}, repr=False)


@dataclass(frozen=True, slots=True)
class Plain:
    """The same, as Python makes it."""

    tree: str
    length: int = 3
    veins: tuple[int, ...] = field(default=(), metadata={"hidden": True}, repr=False)


class Tree(Kind):
    """Two trees."""

    OAK = "oak"
    ELM = "elm"


def test_a_value_is_made_by_position_by_name_and_with_defaults() -> None:
    assert Leaf("oak", 4, (1,)) == Leaf(veins=(1,), length=4, tree="oak")
    assert Leaf("oak") == Leaf("oak", 3, ())
    assert inspect.signature(Leaf) == inspect.signature(Plain)


def test_a_value_is_of_its_own_class_and_says_its_fields() -> None:
    leaf = Leaf("oak")

    assert type(leaf) is Leaf
    assert repr(leaf) == "Leaf(tree='oak', length=3)"
    assert [each.name for each in fields(leaf)] == ["tree", "length", "veins"]


def test_a_value_cannot_be_changed() -> None:
    leaf = Leaf("oak")

    with pytest.raises(FrozenInstanceError):
        leaf.tree = "elm"  # type: ignore[misc]  # that is the point
    with pytest.raises(FrozenInstanceError):
        del leaf.tree
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        leaf.age = 1  # type: ignore[attr-defined]  # slots leave no room for more
    assert leaf == Leaf("oak")


def test_values_with_the_same_fields_are_the_same() -> None:
    leaf = Leaf("oak", 4)

    assert leaf != Leaf("elm", 4)
    assert hash(leaf) == hash(replace(Leaf("elm", 4), tree="oak"))
    assert copy.deepcopy(leaf) == pickle.loads(pickle.dumps(leaf)) == leaf


@pytest.mark.parametrize("arguments", [(), ("oak", 1, (), "more")])
def test_a_value_wants_its_own_arguments(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        Leaf(*arguments)  # type: ignore[arg-type]  # too few, too many


def test_a_kind_is_an_enum_of_strings() -> None:
    assert list(Tree) == [Tree.OAK, Tree.ELM]
    assert Tree("elm") is Tree.ELM is Tree["ELM"]
    assert f"{Tree.OAK}" == Tree.OAK.value == "oak"
    assert pickle.loads(pickle.dumps(Tree.OAK)) is Tree.OAK
