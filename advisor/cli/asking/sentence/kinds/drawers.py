"""The first name that people had for pictures from words, beside another model that draws, or held against it."""

import re
from collections.abc import Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.sentence import Sentence

_NAMED = re.compile(r"\b(?:stable diffusion|sd)\b(?! ?(?:cards?|[\d.]|xl|turbo))", re.IGNORECASE)
_HELD = re.compile(r"\b(?:or|vs\.?|versus|than|against|compared (?:to|with))\b", re.IGNORECASE)
_AND = r"(?:,|/|&|\+|and|plus|as well as|und)"
_LISTED_BEHIND, _LISTED_BEFORE = (
    re.compile(pattern, re.IGNORECASE)
    for pattern in (rf" ?{_AND} (?:also |for |run )?\W?$", rf"{_AND} (?:also |for |run |the )*$")
)
"""What stands between the two where one is named beside the other."""
_WORK = "pictures"


def with_usual_drawer(sentence: Sentence, models: Sequence[NamedModel], catalog: Catalog) -> list[NamedModel]:
    """The models, with the one that `Stable Diffusion` stands for; the words for it are left, they tell the work."""
    found, usual = _NAMED.search(sentence.left), catalog.other_workloads[_WORK].model
    other = [catalog.other_models.find(one.name) for one in models]
    is_drawn = any(one and catalog.other_models[one].kind == "image" for one in other)
    model_id = catalog.other_models.find(usual or "")
    if found is None or model_id is None or not is_drawn:
        return list(models)
    if _HELD.search(sentence.text) is None and not _is_listed(sentence, found, models):
        return list(models)
    name = catalog.other_models[model_id].name
    if name in (one.name for one in models):
        return list(models)
    usual_one = NamedModel(name, found.start(), sized=found[0])
    return sorted((*models, usual_one), key=lambda one: one.start)


def _is_listed(sentence: Sentence, found: re.Match[str], models: Sequence[NamedModel]) -> bool:
    """Whether it stands in a list with a model: `stable diffusion and flux`."""
    behind = next((one.start for one in models if one.start > found.start()), None)
    if behind is not None and _LISTED_BEHIND.fullmatch(sentence.text[found.end() : behind]) is not None:
        return True
    is_before = any(one.start < found.start() for one in models)
    return is_before and _LISTED_BEFORE.search(sentence.text[: found.start()]) is not None
