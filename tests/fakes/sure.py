"""A value that a test is sure of, and what work in short steps ends with."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def sure(value: T | None) -> T:
    """The value; the test fails where there is none."""
    assert value is not None
    return value


def ended(steps: Generator[None, None, T]) -> T:
    """What steps found, done at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
