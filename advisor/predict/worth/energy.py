"""Energy of work on a device whose power limit is known (docs/physics.md 13)."""

from advisor.facts.values.range import Range

WRITING_SHARE, WORKING_SHARE = Range(0.6, 0.775, 0.95), Range(0.8, 0.9, 1.0)
"""Watts over the power limit: while text is written (judged), and under arithmetic (a judgment)."""


def work_energy_j(work_s: Range, *, limit_w: float, is_arithmetic: bool) -> Range:
    """Joules of work that takes so long: seconds x power limit x the share of it that such work draws."""
    share = WORKING_SHARE if is_arithmetic else WRITING_SHARE
    return Range(*(one_s * limit_w * part for one_s, part in zip(work_s, share, strict=True)))
