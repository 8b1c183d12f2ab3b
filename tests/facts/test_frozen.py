"""Small records of our own: what two of them have in common with Python's frozen dataclasses."""

import pickle
from dataclasses import field, fields, replace
from functools import cached_property

from advisor.facts.values.frozen import frozen


@frozen
class Size:
    """A record with two fields, and one that says nothing of its value."""

    width: float
    height: float = 2.0
    note: str = field(default="", compare=False, repr=False)

    @cached_property
    def area(self) -> float:
        """Kept beside the fields."""
        return self.width * self.height


@frozen
class Single:
    """A record with one field."""

    value: float


@frozen(eq=False)
class Way:
    """Each is itself."""

    name: str


@frozen
class Plain:
    """A record with a hash of its own."""

    name: str

    def __hash__(self) -> int:
        return 7


def test_two_are_equal_where_all_that_is_compared_is() -> None:
    assert Size(1.0) == Size(1.0, 2.0, "another")
    assert hash(Size(1.0)) == hash(Size(1.0, 2.0, "another"))
    assert Size(1.0) != Size(1.0, 3.0)
    assert Size(1.0) != (1.0, 2.0)
    nothing = float("nan")
    assert Single(nothing) == Single(nothing)
    assert Single(1.0) != Single(2.0)
    assert Single(1.0) != Plain("1.0")


def test_what_was_worked_out_makes_no_difference() -> None:
    one = Size(2.0)
    assert one.area == 4.0
    assert one == Size(2.0)
    assert "area" not in repr(one)


def test_without_comparison_each_equals_itself_only() -> None:
    assert Way("cpu") != Way("cpu")
    assert len({Way("cpu"), Way("cpu")}) == 2


def test_what_a_class_says_of_itself_stays() -> None:
    assert hash(Plain("a")) == 7
    assert Plain("a") == Plain("a")


def test_fields_are_those_of_a_dataclass() -> None:
    assert [one.name for one in fields(Size)] == ["width", "height", "note"]
    assert replace(Size(1.0), width=3.0) == Size(3.0)
    assert repr(Size(1.0)) == "Size(width=1.0, height=2.0)"
    assert pickle.loads(pickle.dumps(Size(1.0))) == Size(1.0)
