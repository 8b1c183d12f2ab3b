"""Models by the words with which their names begin: `DeepSeek`, `gemma 4`, `wan 2.2`."""

import re
from collections.abc import Callable

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelCard

_FEWEST_LETTERS = 3
_TOKEN = re.compile(r"[a-z]+|\d+(?:\.\d+)?")
_ALIKE = 0.05
"""Models whose sizes differ by a smaller share are of one size."""


def is_of_family(words: str) -> Callable[[ModelCard], bool]:
    """Whether the name of a model begins with these words, and goes on with something that is none of their letters."""
    start = _plain(words)
    goes_on = re.compile(rf"{re.escape(start)}[\W\d_]")
    is_told = len(start) >= _FEWEST_LETTERS
    return lambda card: is_told and goes_on.match(f"{_plain(card.name)} ") is not None


def family_members(words: str, catalog: Catalog) -> list[ModelCard]:
    """All models of that family; empty where these words begin no name."""
    return list(filter(is_of_family(words), (*catalog.models.values(), *catalog.other_models.values())))


def is_one_of_several_sizes(typed: str, card: ModelCard, catalog: Catalog) -> bool:
    """Whether what was typed stands for models of several sizes, of which this card is one: `whisper`, `gemma 3`."""
    own, words = set(_TOKEN.findall(card.name.lower())), _plain(typed).split()
    if own <= set(_TOKEN.findall(typed.lower())):
        return False
    family = " ".join(one for one in words if set(_TOKEN.findall(one)) <= own)
    later = re.compile(rf"{re.escape(family)}\.\d" if family[-1:].isdigit() else r"(?!)")
    members = (one for one in family_members(family, catalog) if later.match(_plain(one.name)) is None)
    return any(abs(one.params - card.params) > _ALIKE * card.params for one in members)


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())
