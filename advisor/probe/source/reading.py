"""Small readings that every source shares: whole numbers, lists of CPUs, lines of keys and values."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from advisor.facts.values.fact import Fact, T, known, unknown
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import EIB
from advisor.probe.source.root import Root, Unavailable

Raw = TypeVar("Raw", str, bytes)
_LARGEST = EIB
"""Counts beyond this are marks for nothing or for no limit, never counts."""

MOST_CPUS = 8192
"""The most logical CPUs a Linux kernel can be built for."""


def text_or_none(root: Root, path: str) -> str | None:
    """The text of a file, None when there is none."""
    text = root.read_text(path)
    return None if isinstance(text, Unavailable) else text


def told(raw: Raw | Unavailable, parse: Callable[[Raw], T | None], *, source: str, silent: Reason) -> Fact[T]:
    """What `parse` makes of a system's answer; unknown for its own reason, or for `silent` where it tells nothing."""
    if isinstance(raw, Unavailable):
        return unknown(raw.reason)
    value = parse(raw)
    return unknown(silent) if value is None else known(value, origin="detected", source=source)


def whole_number(text: str | None) -> int | None:
    """The integer a file holds, decimal or 0x-hexadecimal; None for anything else and beyond what can be counted."""
    if text is None:
        return None
    try:
        number = int(text.strip(), 16 if text.strip().lower().startswith("0x") else 10)
    except ValueError:
        return None
    return number if abs(number) < _LARGEST else None


def number_in(root: Root, path: str) -> int | None:
    """The integer in a file, None when it holds none."""
    return whole_number(text_or_none(root, path))


def positive(number: int | None) -> int | None:
    """A number above zero, None otherwise."""
    return number if number and number > 0 else None


@lru_cache(maxsize=1024)
def cpu_list(text: str) -> frozenset[int]:
    """CPU numbers of a kernel list such as `0-3,8,10-11`."""
    numbers: set[int] = set()
    for part in text.replace("\n", ",").split(",", MOST_CPUS)[:MOST_CPUS]:
        match = re.fullmatch(r"\s*(\d{1,5})(?:-(\d{1,5}))?\s*", part)
        if match:
            first = int(match[1])
            numbers.update(range(first, min(int(match[2] or first), MOST_CPUS) + 1))
        if len(numbers) > MOST_CPUS:
            break
    return frozenset(numbers)


@lru_cache(maxsize=1024)
def cpu_mask(text: str) -> frozenset[int]:
    """CPU numbers of a kernel mask such as `00000000,0000000f`, the last word lowest."""
    try:
        bits = int("".join(word.strip().rjust(8, "0") for word in text.split(",")), 16)
    except ValueError:
        return frozenset()
    return frozenset(number for number in range(min(bits.bit_length(), MOST_CPUS)) if bits >> number & 1)


def cpu_set_in(root: Root, folder: str, *names: str) -> frozenset[int]:
    """The first readable set among files of a folder: `..._list` holds a list, others a mask."""
    for name in names:
        text = text_or_none(root, f"{folder}/{name}")
        if text is not None:
            found = cpu_list(text) if name.endswith("_list") else cpu_mask(text)
            if found:
                return found
    return frozenset()


def pairs(text: str, separator: str = ":") -> dict[str, str]:
    """Keys and values of lines such as `Key: value`; the first of equal keys stays."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        key, mark, value = line.partition(separator)
        if mark:
            found.setdefault(key.strip(), value.strip())
    return found
