"""Numbers in words, their scale, and how often something is done."""

import re

from advisor.facts.values.units import GIGA, KILO, MEGA

_DAYS = {"day": 1.0, "night": 1.0, "evening": 1.0, "week": 7.0, "month": 30.4, "year": 365.0}
SCALE = {"": 1.0, "k": KILO, "thousand": KILO, "b": GIGA, "billion": GIGA} | dict.fromkeys(
    ("m", "mio", "million", "mil", "mill"), MEGA
)
_SEVERAL = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
_NUMBERS = {"a": 1, "an": 1, "one": 1, **_SEVERAL, "half": 0.5}
NUMBER = rf"(\d+(?:\.\d+)?|{'|'.join(_NUMBERS)})"
COUNT = rf"(\d{{1,5}}|{'|'.join(_SEVERAL)})"
"""A whole number; as a word more than one."""
EACH = (
    r"(?:(?:an? |/ ?|per |every |each |once an? |once per |once every )(day|night|evening|week|month|year)\b"
    r"|(daily|nightly|weekly|monthly))"
)

OFTEN = re.compile(
    r"\b(?:(?P<word>once|twice|one time|two times|three times|four times|five times|(?:a )?few times"
    r"|(?P<count>\d{1,2})x?(?: times| runs)?) (?:an? |per |each |every |in a )|(?:every|each) )"
    r"(?P<unit>day|week|month|year)\b",
    re.IGNORECASE,
)
"""How often something is done."""


def number_of(word: str) -> float:
    """The number that a word is."""
    return float(_NUMBERS.get(word.lower()) or word)


def days(name: str | None, adverb: str | None) -> float:
    """How many days "a week" or "weekly" is."""
    plain = (name or (adverb or "daily").lower().removesuffix("ly")).lower()
    return _DAYS.get(plain, 1.0)
