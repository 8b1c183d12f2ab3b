"""The longest context that still fits (docs/physics.md 5.7)."""

from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.predict.memory.load import spare_bytes
from advisor.predict.model.subject import Run, Subject, with_context

STEP_TOKENS = 256
"""Caches come in steps of so many tokens."""

MOST_LINES = 6
"""Two are enough nearly always."""


def largest_context_tokens(
    processor: Processor, subject: Subject, calibration: Calibration, run: Run, *, most_tokens: int
) -> int | None:
    """The largest multiple of 256 tokens up to `most_tokens` whose need is within the budget; None when not even 256.

    The need grows nearly in proportion to the context: it is tried where a straight line reaches the budget, and by
    halves where that does not soon find it.
    """

    def spare(steps: int) -> int:
        found = spare_bytes(processor, subject, calibration, with_context(run, steps * STEP_TOKENS))
        return -1 if found is None else found

    low, high = 1, max(1, most_tokens // STEP_TOKENS)
    too_much = spare(high)
    if too_much >= 0:
        return high * STEP_TOKENS
    left = spare(low)
    if left < 0:
        return None
    tries = 0
    while high - low > 1:  # `low` fits, `high` does not
        tries += 1
        share = left / (left - too_much) if tries <= MOST_LINES else 0.5
        middle = min(max(low + int((high - low) * share), low + 1), high - 1)
        found = spare(middle)
        if found >= 0:
            low, left = middle, found
        else:
            high, too_much = middle, found
    return low * STEP_TOKENS
