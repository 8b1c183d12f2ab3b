"""Where a figure comes from, in words a person knows."""

import re
from collections.abc import Iterator
from typing import Any

from advisor.facts.values.fact import Fact, Origin, Source
from advisor.facts.values.reason import Reason
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.reasons.in_words import cited, in_words
from advisor.present.words.words import say, to_say

_WORDS: dict[Origin, str] = {
    "measured": to_say("measured here"),
    "detected": to_say("read from the system"),
    "datasheet": to_say("data sheet"),
    "estimated": to_say("estimated"),
    "user": to_say("typed by you"),
}
_SHORT: dict[Origin, str] = {
    **_WORDS,
    "measured": to_say("measured"),
    "detected": to_say("detected"),
    "user": to_say("typed in"),
}
_DRIVER_SOURCES = ("nvml", "nvidia", "amdgpu", "i915", "xe", "d3dkmt", "driver", "cuda", "vulkan", "metal")

_CARD = re.compile(r"(specs|cards|packs)/(?:[\w.-]+/)*([\w.-]+)\.toml")
_METHOD = re.compile(r"(?:\bby )?\b[a-z]\w+/\d+, (\d{4}-\d\d-\d\d)T[\d:.]+(?:[+-][\d:]+|Z)?")


def origin_words(origin: Origin | None, *, source: Source | None = None) -> str:
    """Words for an origin; what a graphics driver said is told apart from the rest of the system."""
    if origin is None:
        return say(UNKNOWN)
    if origin == "detected" and any(word in name for name in _names(source) for word in _DRIVER_SOURCES):
        return say("read from the driver")
    return say(_WORDS[origin])


def short_origin(fact: Fact[Any]) -> str:
    """The same in one or two words, for a label in a picture."""
    return say(_SHORT[fact.origin] if fact.value is not None and fact.origin else UNKNOWN)


def fact_origin(fact: Fact[Any]) -> str:
    """Words for where a fact comes from, "unknown" where it has no value."""
    return origin_words(fact.origin if fact.value is not None else None, source=fact.source)


def fact_detail(fact: Fact[Any]) -> str:
    """The source behind a fact, or the reason why it is unknown."""
    if fact.value is None:
        return in_words(fact.reason) if fact.reason else ""
    return source_words(fact.source)


_FILE_WITHIN = re.compile(r"(?<![\w/.])([\w.-]+/[\w.-]+),? (?:data|src)/[\w./-]*\w(?: \(github\))?")
"""A file within a repository on GitHub, of which people want to know the repository."""


def source_words(source: Source | None) -> str:
    """A source: a name, or how the value was made of others; empty for none.

    Of a card its name without the folder, and whether it is the person's own; of a measurement its day.
    """
    text = in_words(source) if isinstance(source, Reason) else say(source or "")
    text = _FILE_WITHIN.sub(r"github.com/\1", text)
    return _METHOD.sub(r"\1", _CARD.sub(_card_words, text))


def addresses(source: Source) -> str:
    """Where a price stands, without the notes on it."""
    return cited(source_words(source))


def _card_words(found: re.Match[str]) -> str:
    return found[2] if found[1] == "specs" else say("{name} (yours)", name=found[2])


def _names(source: object) -> Iterator[str]:
    """The code, and the names of files, calls and cards in a source."""
    if isinstance(source, Reason):
        yield source.code
        for part in source.parameters.values():
            yield from _names(part)
    elif isinstance(source, str):
        yield source.lower()
