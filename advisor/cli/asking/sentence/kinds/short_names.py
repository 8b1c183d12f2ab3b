"""Models by the words of their name alone, without its version and size: `glm air`."""

import re

from advisor.answer.which_model.family import family_members
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelCard

_PART = re.compile(r"[a-z]+|\d+(?:\.\d+)?", re.IGNORECASE)
_SIZE = re.compile(r"(?<![a-z])a?\d+(?:\.\d+)?[bm]\b|\d+x\d+b\b", re.IGNORECASE)
_MOST_WORDS = 3


def by_short_name(typed: str, catalog: Catalog) -> ModelCard | None:
    """The newest model whose name has these words and no others; None where they begin names, as a family does."""
    words = typed.lower().split()
    if not 1 < len(words) <= _MOST_WORDS or not all(one.isalpha() for one in words) or family_members(typed, catalog):
        return None
    found = [one for one in catalog.models.values() if one.name.lower().startswith(words[0]) and _words(one) == words]
    return max(found, key=lambda one: one.released, default=None)


def _words(card: ModelCard) -> list[str]:
    """The words of its name."""
    return [one for one in _PART.findall(_SIZE.sub(" ", card.name.lower())) if one.isalpha()]
