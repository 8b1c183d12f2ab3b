"""A model that is to be trained and of which only the size in millions is told: `train a small gpt for 124M`."""

import re
from math import log

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.values.units import MEGA

_TRAINED = re.compile(r"\b(?:pre-?)?train(?:ing|ed|s)?\b|\bfine-? ?tun\w+|\bq?-?loras?\b", re.IGNORECASE)
_FROM_NOTHING = re.compile(r"\bpre-?train\w*|\bfrom (?:scratch|nothing)\b", re.IGNORECASE)
_SIZE = re.compile(
    r"(?<![\w.$€£-])(?P<size>\d{2,4})(?: ?m| million)\b"
    r"(?:[ -]?(?P<named>param\w*|models?|llms?|gpts?|transformers?)\b)*"
    r"(?! ?(?:tok\w*|examples?|samples?|rows?|words?|texts?|documents?|lines?|pages?|sentences?|images?|records?|steps?"
    r"|dataset|data|of\b|/|minutes?))",
    re.IGNORECASE,
)
_SURE = 100
"""From so many on a bare number of millions is a size; below it may be minutes."""
_ALIKE, _NEAR = 0.15, 2.0
"""Of one size, and not more than so many times as large or as small."""
_USUAL = "GPT-2"
"""What people train from nothing who name no other."""


def of_millions(sentence: Sentence, catalog: Catalog) -> tuple[str, int, str] | None:
    """The name of the model nearest in size, where that stands, and what was written; None where nothing is trained."""
    if _TRAINED.search(sentence.text) is None:
        return None
    for one in _SIZE.finditer(sentence.left):
        size = int(one["size"])
        if not one["named"] and size < _SURE:
            continue
        model = _nearest(size * MEGA, catalog, is_new=_FROM_NOTHING.search(sentence.text) is not None)
        if model:
            sentence.blank(*one.span())
            return model, one.start(), f"{size}M"
    return None


def _nearest(params: float, catalog: Catalog, *, is_new: bool) -> str:
    """Of those of that size the usual one, or the newest; else the nearest."""
    away = {one.name: abs(log(one.params / params)) for one in catalog.models.values()}
    alike = [one for one in catalog.models.values() if away[one.name] <= log(1 + _ALIKE)]
    if is_new and (usual := [one.name for one in alike if one.name.startswith(_USUAL)]):
        return min(usual, key=away.__getitem__)
    if alike:
        return max(alike, key=lambda one: (str(one.released or ""), one.name)).name
    name = min(away, key=away.__getitem__)
    return name if away[name] <= log(_NEAR) else ""
