"""The longest context of a model that is divided between a card and main memory (docs/physics.md 5.5, 5.7)."""

from bisect import bisect_left
from dataclasses import replace

from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.predict.memory.fit import budget_bytes, spare_in_two
from advisor.predict.memory.layout import layout, place
from advisor.predict.memory.load import STEP_TOKENS, memory_need
from advisor.predict.memory.split import parts_of
from advisor.predict.model.subject import Run, Subject


def divided_context_tokens(
    card: Processor, host: Processor, subject: Subject, calibration: Calibration, run: Run, *, most_tokens: int
) -> int | None:
    """The largest multiple of 256 tokens up to `most_tokens` that both hold together, divided anew for it.

    None where not even 256 tokens fit, or the memory of the card is not known.
    """
    most = max(1, most_tokens // STEP_TOKENS)
    if _holds(card, host, subject, calibration, replace(run, context_tokens=most * STEP_TOKENS)):
        return most * STEP_TOKENS
    first_too_long = bisect_left(
        range(1, most),
        True,
        key=lambda steps: (
            not _holds(card, host, subject, calibration, replace(run, context_tokens=steps * STEP_TOKENS))
        ),
    )
    return first_too_long * STEP_TOKENS or None


def _holds(card: Processor, host: Processor, subject: Subject, calibration: Calibration, run: Run) -> bool:
    """Whether both together hold it, with as little in main memory as the card allows."""
    budget = budget_bytes(card)
    if budget is None:
        return False
    need, parts = memory_need(subject, calibration, run), parts_of(subject, run)
    splits = place(need, parts, run, budget_bytes=budget)
    if not splits:
        return False
    lies = layout(need, parts, splits[0], run, budget_bytes=budget)
    cards = tuple(one.processor for one in run.cards)
    spare = spare_in_two(card, host, lies, devices=run.devices, cards=cards)
    return spare is not None and spare >= 0
