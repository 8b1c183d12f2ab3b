"""Reads values of a Hugging Face config.json, whose keys have several names for one thing."""

from collections.abc import Mapping
from typing import Any, TypeGuard

from advisor.facts.cards.model import MOST_LAYERS
from advisor.facts.values.plain_text import plain_text

_LARGEST = 1 << 31
"""No width, count or context of a model is larger; beyond it a number is nonsense."""

_NESTED = ("text_config", "llm_config", "language_config", "thinker_config", "decoder", "language_model")
"""Where models that also see or hear keep the part that writes."""


class ConfigKeys:
    """The part of a configuration that describes the language model; a missing or absurd value is None."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.whole = config
        merged = dict(config)
        for _ in _NESTED:
            inner = next((merged[name] for name in _NESTED if isinstance(merged.get(name), dict)), None)
            if inner is None:
                break
            merged = {key: value for key, value in merged.items() if key not in _NESTED} | inner
        self._values = merged

    def with_defaults(self, defaults: Mapping[str, Any]) -> "ConfigKeys":
        """The same keys, with these where one is missing."""
        return ConfigKeys({**defaults, **self._values})

    def raw(self, *names: str) -> Any:
        """The first value under one of the names, as it is; None where there is none."""
        return next((self._values[name] for name in names if self._values.get(name) is not None), None)

    def number(self, *names: str) -> int | None:
        """The first positive whole number under one of the names; of a list the largest."""
        for name in names:
            value = self._values.get(name)
            counts = [one for one in (value if isinstance(value, list) else [value]) if _is_count(one)]
            if any(counts):
                return max(counts)
        return None

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers, at most one for each layer; none where it is anything else."""
        value = self._values.get(name)
        return tuple(value) if _is_by_layer(value) and all(map(_is_count, value)) else ()

    def texts(self, *names: str) -> tuple[str, ...]:
        """A list of texts, at most one for each layer; none where it is anything else."""
        value = self.raw(*names)
        return tuple(value) if _is_by_layer(value) and all(isinstance(one, str) for one in value) else ()

    def text(self, *names: str) -> str | None:
        """A text, fit to be shown; None where it is anything else."""
        value = self.raw(*names)
        return plain_text(value) or None if isinstance(value, str) else None

    def flag(self, *names: str) -> bool | None:
        """True or false; None where it is not said."""
        value = self.raw(*names)
        return value if isinstance(value, bool) else None

    def part(self, *names: str) -> "ConfigKeys":
        """An object within; an empty one where there is none."""
        value = self.raw(*names)
        return ConfigKeys(value if isinstance(value, dict) else {})


def _is_by_layer(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list) and len(value) <= MOST_LAYERS


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < _LARGEST
