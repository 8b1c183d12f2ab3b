"""Energy of work on a device whose power limit is known (docs/physics.md 13)."""

from advisor.predict.worth.verdict import Span

WRITING_SHARE, WORKING_SHARE = Span(0.6, 0.775, 0.95), Span(0.8, 0.9, 1.0)
"""Watts over the power limit: while text is written (judged), and under arithmetic (a judgment)."""


def work_energy_j(*, low_s: float, middle_s: float, high_s: float, limit_w: float, is_arithmetic: bool) -> Span:
    """Joules of work that takes so long: seconds x power limit x the share of it that such work draws."""
    share = WORKING_SHARE if is_arithmetic else WRITING_SHARE
    seconds = (low_s, middle_s, high_s)
    return Span(*(one_s * limit_w * part for one_s, part in zip(seconds, share, strict=True)))
