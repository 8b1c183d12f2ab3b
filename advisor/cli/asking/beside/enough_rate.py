"""Whether so many tokens a second are enough for a kind of work, where no model and no computer is named."""

import re

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.said import Said
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.present.words.quantity import count, duration

_ENOUGH = re.compile(r"\b(?:enough|ok|okay|usable|good|fine|slow|fast|acceptable|sufficient|bearable)\b", re.IGNORECASE)
_GREAT = 2.0
"""So many times what the work needs is great, as the light has it."""


def enough_rate(told: Said, catalog: Catalog) -> str:
    """The answer; empty where it is not asked."""
    rate = told.volume.wanted_per_s or told.volume.had_per_s
    card = catalog.workloads.get(next(iter(told.works), DEFAULT_WORKLOAD))
    is_asked = rate and not told.models and _ENOUGH.search(told.wording.text) is not None
    if not is_asked or not rate or card is None or not card.enough_tokens_per_s:
        return ""
    need = card.enough_tokens_per_s
    light = "Great" if rate >= _GREAT * need else "Fine" if rate >= need else "Slow"
    takes = f"an answer of {count(card.generated_tokens)} tokens takes {duration(card.generated_tokens / rate)}"
    lines = f"from {need:g} tokens/s on it is fine, from {_GREAT * need:g} great"
    return (
        f"{light} for {card.name.lower()}: at {rate:g} tokens/s {takes}; {lines}. "
        "A model that thinks writes several times as much first: name one with your computer for its whole wait."
    )
