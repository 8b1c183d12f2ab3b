"""The order of names that people read: numbers in them count as numbers."""

import re

_DIGITS = re.compile(r"([0-9]+)")


def by_numbers(label: str) -> tuple[tuple[int, str], ...]:
    """What labels are put in order by, so that `node 2` stands before `node 10`."""
    return tuple((int(part), "") if at % 2 else (-1, part) for at, part in enumerate(_DIGITS.split(label)))
