"""Numbers in text that another program printed, with their units turned into base units."""

import re
from math import isfinite

from advisor.facts.values.units import GB, GIB, GIGA, KB, KIB, KILO, MB, MEGA, MIB, TERA, TIB

Rounded = tuple[float, float]
"""A value, and how much one unit of its last digit is."""

_AMOUNT = re.compile(r"^([\d.]+)\s*([A-Za-z]*)$")
_BYTES = {"b": 1, "kib": KIB, "mib": MIB, "gib": GIB, "tib": TIB, "kb": KB, "mb": MB, "gb": GB}
_COUNTS = {"": 1, "k": KILO, "m": MEGA, "b": GIGA, "t": TERA}


LONGEST = 500
"""No name of a model or list of devices is longer."""


def words(value: object) -> str | None:
    """A name out of JSON, no longer than names are; None where there is none."""
    return value.strip()[:LONGEST] or None if isinstance(value, str) else None


def number(value: object) -> float | None:
    """A finite number out of JSON or text; None where it is none."""
    try:
        found = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return found if isfinite(found) and not isinstance(value, bool) else None


def whole(value: object) -> int | None:
    """The same as a whole number."""
    found = number(value)
    return int(found) if found is not None else None


def positive(value: object) -> float | None:
    """The same where it is above nothing."""
    found = number(value)
    return found if found is not None and found > 0 else None


def rounded_bytes(text: str) -> Rounded | None:
    """A size as `4.36 GiB`, and one unit of its last digit, in bytes."""
    return _rounded(text, _BYTES)


def rounded_count(text: str) -> Rounded | None:
    """A number of parameters as `7.62 B`, and one unit of its last digit."""
    return _rounded(text, _COUNTS)


def _rounded(text: str, units: dict[str, int]) -> Rounded | None:
    found = _AMOUNT.match(text.strip())
    value = positive(found[1]) if found else None
    if found is None or value is None or found[2].lower() not in units:
        return None
    unit = units[found[2].lower()]
    decimals = len(found[1].partition(".")[2])
    return value * unit, unit * 10.0**-decimals
