"""How long a model thinks before its answer starts (docs/physics.md 7.9)."""

import re
from functools import lru_cache
from math import sqrt
from statistics import median
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Speed
from advisor.facts.answers.model_parts import ThinkingAnswer
from advisor.facts.asked.question import ThinkingWish
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_parts import Thinking, ThinkingHabit
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason

_THINKS_BY_NAME = re.compile(r"think|reason", re.IGNORECASE)
"""Names of forms that always think, where their card is one for several forms."""


class Thought(NamedTuple):
    """What a model thinks before it answers: `tokens` from simple questions to hard ones; None where that is off.

    `habit` is None for a model of which nobody looked. `wish` is what a person wants: `auto` leaves it to the light.
    """

    tokens: Range | None
    habit: ThinkingHabit | None
    notes: tuple[Reason, ...] = ()
    wish: ThinkingWish = "auto"


def thought_of(
    card: ModelCard | None,
    catalog: Catalog,
    *,
    name: str | None = None,
    stated_tokens: int | None = None,
    wish: ThinkingWish = "auto",
) -> Thought | None:
    """What a model thinks unless it is told otherwise; None where it answers at once, or nobody looked.

    `name` is what it was called; `stated_tokens` take the place of the published means, with 0 it does not think.
    `wish` counts where the model leaves the choice.
    """
    thinking = card.thinking if card else None
    habit = thinking.habit if thinking else None
    if habit == "if_asked" and name and _THINKS_BY_NAME.search(name):
        habit = "always"
    if stated_tokens == 0 or (stated_tokens is None and (habit is None or (habit == "if_asked" and wish != "on"))):
        return None
    if wish == "off" and habit == "unless_switched_off":
        return Thought(None, habit, wish=wish)
    tokens, notes = _tokens(thinking, catalog, stated_tokens)
    if habit == "unless_switched_off":
        notes = (*notes, reason("thinking_can_be_off"))
    if card is not None and card.doubts("thinking"):
        notes = (*notes, reason("thinking_uncertain"))
    return Thought(tokens, habit, notes, wish)


def may_think(thought: Thought | None) -> tuple[Thought | None, ...]:
    """The ways in which a model can be run: as it thinks, and kept from thinking where that can be had."""
    if thought is None or thought.habit != "unless_switched_off" or thought.wish != "auto":
        return (thought,)
    return thought, thought._replace(tokens=None)


def thinking_answer(thought: Thought | None, wait_s: float | None, decode: Speed) -> ThinkingAnswer | None:
    """The time until the visible answer starts, `wait_s` after the request; None where the model answers at once."""
    if thought is None or thought.tokens is None:
        return None
    tokens, rate, seconds = thought.tokens, decode.tokens_per_s, None
    if rate is not None:
        seconds = rate.into(tokens.middle)
    starts = seconds.plus(Range.exactly(wait_s)) if seconds is not None and wait_s is not None else None
    return ThinkingAnswer(
        habit=thought.habit, tokens=tokens, thinking_s=seconds, answer_starts_s=starts, notes=thought.notes
    )


def _tokens(thinking: Thinking | None, catalog: Catalog, stated_tokens: int | None) -> tuple[Range, tuple[Reason, ...]]:
    """Tokens of thinking from simple questions to hard ones; of a model without figures those of the others."""
    if stated_tokens is not None:
        return Range.exactly(float(stated_tokens)), ()
    if thinking is None or not thinking.tokens.counts:
        return usual_tokens(catalog), (reason("thinking_of_others"),)
    return _between(min(thinking.tokens.counts), max(thinking.tokens.counts)), (reason("thinking_by_question"),)


def _between(low: float, high: float) -> Range:
    return Range(low, sqrt(low * high), high)


@lru_cache(maxsize=4)
def usual_tokens(catalog: Catalog) -> Range:
    """The middle model's tokens for simple questions and for hard ones."""
    known = [counts for card in catalog.models.values() if card.thinking and (counts := card.thinking.tokens.counts)]
    return _between(median(map(min, known)), median(map(max, known)))
