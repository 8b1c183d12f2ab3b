"""What servers of models have in common: the models they name, and prompts of about so many tokens."""

from advisor.facts.values.record import Record

_COUNTING = "Count from one to a thousand in words, one after the other: one, two, three, four, five, "
_COUNTING_TOKENS = 24
_WORDS = ("time", "year", "people", "way", "day", "man", "thing", "woman", "life", "child", "world", "school", "state",
          "family", "student", "group", "country", "problem", "hand", "part", "place", "case", "week", "company",
          "system", "program", "question", "work", "government", "number", "night", "point")  # fmt: skip
"""Each of them one token for most models."""


MOST_FIGURE = 1e18
"""Nanoseconds of thirty years: no count, time or rate that a server tells is larger."""


def told_figure(value: object) -> float | None:
    """A figure above 0 as a server tells it; None for what can be none, whatever it is."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MOST_FIGURE:
        return None
    return float(value)


class ServedModel(Record):
    """A model as a server names it; `quant` as the server calls its quantization, None where it does not say."""

    name: str
    quant: str | None = None
    is_loaded: bool = False


def prompt_of(tokens: int, *, number: int) -> str:
    """About so many tokens, from the first on others for each number, and then something that goes on for long."""
    count = max(1, tokens - _COUNTING_TOKENS)
    words = [_WORDS[(index * 7 + index * index + number) % len(_WORDS)] for index in range(count)]
    return f"{number} {' '.join(words)}. {_COUNTING}"
