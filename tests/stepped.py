"""Work in short steps, done at once."""

from collections.abc import Generator
from typing import TypeVar

Found = TypeVar("Found")


def ended(steps: Generator[None, None, Found]) -> Found:
    """What steps found."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
