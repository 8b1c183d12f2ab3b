"""Reads JSON of strangers within bounds that hold before anything is built from it."""

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn

from advisor.facts.values.units import MEGA

MOST_PARTS = MEGA
"""Commas and opening brackets: each stands for at most one object that is built. Eight belong to a tensor."""

Pairs = list[tuple[str, Any]]


class TooManyPartsError(ValueError):
    """A text that lists more than anything needs."""


def bounded_json(
    raw: bytes | str, *, most_parts: int = MOST_PARTS, once: Callable[[Pairs], dict[str, Any]] | None = None
) -> Any:
    """What a JSON text holds; NaN and infinity are no numbers, `once` may refuse keys that an object has twice.

    Raises:
        TooManyPartsError: it would take too much memory.
        RecursionError: it is nested without end.
        ValueError: it is no JSON.
    """
    marks: tuple[Any, ...] = (b",", b"{", b"[") if isinstance(raw, bytes) else (",", "{", "[")
    if sum(map(raw.count, marks)) > most_parts:
        raise TooManyPartsError
    return json.loads(raw, object_pairs_hook=once, parse_constant=_no_number, parse_float=_number)


def _number(text: str) -> float:
    """The number; 1e999 is written like one and is infinite."""
    number = float(text)
    return number if isfinite(number) else _no_number(text)


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)
