"""Classes become values that are cheap to make, and kinds that are cheap to name.

    class  →  dataclass(frozen=True, slots=True)

Knows what Python takes for them, which shows where a vault has hundred thousands of blocks.
A frozen dataclass sets each field through `object.__setattr__`; a value is filled while it is,
for a moment, of an open subclass.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from typing import Any, TypeVar, dataclass_transform

_Class = TypeVar("_Class")

_OPEN = {
    "__slots__": (),
    "__setattr__": object.__setattr__,
    "__delattr__": object.__delattr__,
}
_set_class = object.__dict__["__class__"].__set__  # `self.__class__ = …` is what is frozen


class Kind(StrEnum):
    """An enum whose members are plain attributes: Python 3.11 alone asks a function for each."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, member in cls.__members__.items():
            type.__setattr__(cls, name, member)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[_Class]) -> type[_Class]:
    """A frozen dataclass with slots, as any other but for the price.

    It has no subclasses and nothing to do once it is filled; its defaults are plain values.
    """
    frozen: Any = dataclass(frozen=True, slots=True)(cls)
    quick = _filling_init(frozen)
    quick.__qualname__ = f"{cls.__qualname__}.__init__"
    quick.__annotations__ = frozen.__init__.__annotations__
    frozen.__init__ = quick
    made: type[_Class] = frozen
    return made


def _filling_init(frozen: Any) -> Any:
    """`__init__` of a value: opens it, fills its slots in plain assignments, and closes it."""
    every = fields(frozen)
    assert not any(each.default_factory is not MISSING for each in every), frozen
    names = {
        "_set_class": _set_class,
        "_open": type(frozen.__name__, (frozen,), dict(_OPEN)),
        "_frozen": frozen,
        **{f"_default_{each.name}": each.default for each in every},
    }
    arguments = (
        each.name if each.default is MISSING else f"{each.name}=_default_{each.name}"
        for each in every
    )
    lines = (
        f"def __init__(self, {', '.join(arguments)}):",
        "_set_class(self, _open)",
        *(f"self.{each.name} = {each.name}" for each in every),
        "self.__class__ = _frozen",
    )
    exec("\n    ".join(lines), names)  # as dataclasses do it
    return names["__init__"]
