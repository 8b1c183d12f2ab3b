"""Models by the words with which their names begin: `DeepSeek`, `gemma 4`, `wan 2.2`."""

import re
from collections.abc import Callable

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelCard

_FEWEST_LETTERS = 3


def is_of_family(words: str) -> Callable[[ModelCard], bool]:
    """Whether the name of a model begins with these words, and goes on with something that is none of their letters."""
    start = _plain(words)
    goes_on = re.compile(rf"{re.escape(start)}[\W\d_]")
    is_told = len(start) >= _FEWEST_LETTERS
    return lambda card: is_told and goes_on.match(f"{_plain(card.name)} ") is not None


def family_members(words: str, catalog: Catalog) -> list[ModelCard]:
    """All models of that family; empty where these words begin no name."""
    return list(filter(is_of_family(words), (*catalog.models.values(), *catalog.other_models.values())))


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())
