"""Which models people no longer start with: too old, or replaced by a later one of their maker."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from advisor.facts.cards.card import month_of
from advisor.facts.cards.model import ModelCard

OLD_MONTHS = 24
"""Models more than so many months older than the newest one known are old."""

_LIKE_PARAMS, _LIKE_ACTIVE = (0.6, 1.35), 1.35
"""A later model of a size in this range, that computes with at most so many times as much, takes a model's place."""

_FEWEST_LEFT = 10
"""Where fewer models than this would be left, nothing is out of date: the field moves slowly."""

_GENERATION_MONTHS = 12
"""Without a number that tells, a model this much later is of the next generation."""

_NUMBER = re.compile(r"[\d.]+")
_VERSION = re.compile(r"(?<![\d.])(\d{1,2}(?:\.\d+)?)(?![\d.]*[BMbm]\b|[\d.])")


def outdated(models: Mapping[str, ModelCard], *, newest_month: int, use: str) -> frozenset[str]:
    """Ids of those among the models for a use that are old or have a successor; none where hardly any other is left."""
    lines: dict[tuple[str, str], list[tuple[str, ModelCard]]] = defaultdict(list)
    for model_id, card in models.items():
        lines[card.maker, _line(card)].append((model_id, card))
    old = {model_id for model_id, card in models.items() if newest_month - month_of(card.released) > OLD_MONTHS}
    found = old | {
        model_id
        for line in lines.values()
        for model_id, card in line
        if model_id not in old and any(_replaces(later, card, use) for _, later in line)
    }
    return frozenset(found) if len(models) - len(found) >= _FEWEST_LEFT else frozenset()


def newest_month(cards: Iterable[ModelCard]) -> int:
    """When the newest model was released, in months since the year 0."""
    return max((month_of(card.released) for card in cards), default=0)


def _line(card: ModelCard) -> str:
    """The family without its version: "qwen" of Qwen2.5 and Qwen3.6, not "qwen-coder"."""
    return _NUMBER.sub("", card.family).strip(" -").lower()


def _generation(card: ModelCard) -> float:
    """The number in a model's name that tells no size: 3.6 of Qwen3.6 35B-A3B; 0 where there is none."""
    found = _VERSION.search(card.name)
    return float(found.group(1)) if found else 0.0


def _replaces(later: ModelCard, card: ModelCard, use: str) -> bool:
    """Whether a model is of a later generation and of the same size, and does the same as well, by what is known."""
    months = month_of(later.released) - month_of(card.released)
    if later.kind != card.kind or months <= 0 or _generation(later) < _generation(card):
        return False
    if _generation(later) == _generation(card) and months < _GENERATION_MONTHS:
        return False
    size = later.params / card.params
    if not _LIKE_PARAMS[0] <= size <= _LIKE_PARAMS[1] or later.active_params > _LIKE_ACTIVE * card.active_params:
        return False
    needed = use if use in card.good_for else card.good_for[0]
    return needed in later.good_for and not _can_more(card, later) and not _is_better(card, later)


def _is_better(card: ModelCard, later: ModelCard) -> bool:
    """Whether the earlier one is rated better than the later one."""
    if card.rating is None or later.rating is None:
        return False
    more = card.rating.score > later.rating.score
    return not more if card.rating.scale == "word_error_percent" else more


def _can_more(card: ModelCard, later: ModelCard) -> bool:
    """Whether the later one lacks something that the earlier one is known to do."""
    return any(card.is_able(one) and later.is_able(one) is False for one in ("sees", "hears"))
