"""The longest context that still fits."""

from advisor.facts.calibration import Calibration
from advisor.facts.rig import Processor
from advisor.predict.load import load
from advisor.predict.subject import Run, Subject, with_context

STEP_TOKENS = 256
"""Caches come in steps of so many tokens."""


def largest_context_tokens(
    processor: Processor, subject: Subject, calibration: Calibration, run: Run, *, most_tokens: int
) -> int | None:
    """The largest multiple of 256 tokens up to `most_tokens` whose need is within the budget; None when not even 256.

    The need grows with the context, so halving the interval finds it; the whole is tried first.
    """
    low, high = 0, max(1, most_tokens // STEP_TOKENS)
    middle = high
    while low < high:
        tried = with_context(run, middle * STEP_TOKENS)
        verdict = load(processor, subject, calibration, tried).fit.verdict
        low, high = (middle, high) if verdict in ("fits", "tight") else (low, middle - 1)
        middle = (low + high + 1) // 2
    return low * STEP_TOKENS or None
