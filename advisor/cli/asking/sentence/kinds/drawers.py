"""The first name that people had for pictures from words, where it is held against another model that draws."""

import re
from collections.abc import Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.sentence import Sentence

_NAMED = re.compile(r"\b(?:stable diffusion|sd)\b(?! ?(?:cards?|[\d.]|xl|turbo))", re.IGNORECASE)
_HELD = re.compile(r"\b(?:or|vs\.?|versus|than|against|compared (?:to|with))\b", re.IGNORECASE)
_WORK = "pictures"


def with_usual_drawer(sentence: Sentence, models: Sequence[NamedModel], catalog: Catalog) -> list[NamedModel]:
    """The models, with the one that `Stable Diffusion` stands for; the words for it are left, they tell the work."""
    found, usual = _NAMED.search(sentence.left), catalog.other_workloads[_WORK].model
    other = [catalog.other_models.find(one.name) for one in models]
    is_drawn = any(one and catalog.other_models[one].kind == "image" for one in other)
    model_id = catalog.other_models.find(usual or "")
    if found is None or model_id is None or not is_drawn or _HELD.search(sentence.text) is None:
        return list(models)
    name = catalog.other_models[model_id].name
    if name in (one.name for one in models):
        return list(models)
    usual_one = NamedModel(name, found.start(), sized=found[0])
    return sorted((*models, usual_one), key=lambda one: one.start)
