"""Small records of our own making, which need no check: `@frozen` in place of `@dataclass(frozen=True)`.

Python writes and compiles six functions for such a dataclass; for all of ours that is a sixth of a command's time. Here
it writes one, and all share the rest. That nothing is set later is left to the type checker.
"""

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

Kind = TypeVar("Kind")


@overload
def frozen(kind: type[Kind], /) -> type[Kind]: ...


@overload
def frozen(*, eq: bool) -> Callable[[type[Kind]], type[Kind]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(Field, field))
def frozen(kind: type[Any] | None = None, /, *, eq: bool = True) -> Any:
    """A class whose annotations are its fields. Two are equal where their fields are; without `eq` none is."""
    return _made(kind, eq) if kind is not None else lambda one: _made(one, eq)


def _made(kind: type[Any], is_compared: bool) -> type[Any]:
    made = dataclass(repr=False, eq=False)(kind)
    own = fields(made)
    ways: dict[str, Callable[..., Any]] = {"__repr__": _description(tuple(one.name for one in own if one.repr))}
    if is_compared:
        values = _values(tuple(one.name for one in own if one.compare))
        ways |= {"__eq__": _comparison(values), "__hash__": lambda one: hash(values(one))}
    for name, way in ways.items():
        if name not in kind.__dict__:
            setattr(made, name, way)
    return made


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What tells one of a class from another: the values of these fields."""
    return attrgetter(*names) if len(names) > 1 else lambda one: tuple([getattr(one, name) for name in names])


def _comparison(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], bool]:
    def equal(one: Any, other: object) -> bool:
        if one is other:
            return True
        return values(one) == values(other) if other.__class__ is one.__class__ else NotImplemented

    return equal


def _description(names: tuple[str, ...]) -> Callable[[Any], str]:
    def description(one: Any) -> str:
        return f"{type(one).__qualname__}({', '.join(f'{name}={getattr(one, name)!r}' for name in names)})"

    return description
