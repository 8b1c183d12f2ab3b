"""Mixtures of experts that a plain question wishes for without naming one: `big MoE models`."""

import re

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.sentence import Sentence

_WISHED = re.compile(
    r"\b(?:(?P<big>big|bigger|biggest|large|larger|largest|huge) )?(?:(?:open|local|new|sparse|llm) )*"
    r"(?:moes?|mixtures?[ -]of[ -]experts?)(?: (?:models?|llms?))?\b",
    re.IGNORECASE,
)
_NO_WISH = re.compile(
    r"\b(?:why|how (?:do|does)|what (?:is|are)|difference|explain|vs\.? dense|or dense)\b", re.IGNORECASE
)
_BIG = ("gpt-oss 120B", "GLM-4.5-Air 106B-A12B")
_ANY = ("gpt-oss 120B", "Qwen3.6 35B-A3B")
"""What people mean by them (a judgment); of larger ones a home computer writes only files of two bits."""


def mixtures_among(sentence: Sentence, catalog: Catalog) -> list[NamedModel]:
    """The usual ones, where no other model is named and they are wished for; the words for them are taken."""
    if _NO_WISH.search(sentence.text) is not None or not (found := sentence.take(_WISHED)):
        return []
    known = (catalog.models.find(name) for name in (_BIG if found[0]["big"] else _ANY))
    names = (catalog.models[one].name for one in known if one)
    return [NamedModel(name, found[0].start(), sized=found[0][0].strip()) for name in names]
