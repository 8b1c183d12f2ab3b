"""Which power supply a sum of parts wants."""

BESIDE_CARD_W = 100.0
"""Board, drives and fans beside processor and card (a judgment)."""
USUAL_CPU_W = 125.0
"""A processor whose watts nobody states: what a power supply is bought for."""
_SHARE, _STEP_W = 0.8, 50.0
"""A power supply is loaded to four fifths, and sold in steps of so many watts (both a judgment)."""


def supply_for_w(parts_w: float) -> float:
    """The least supply, in watts as it is sold, for parts that take so many together at most."""
    return -(-parts_w / _SHARE // _STEP_W) * _STEP_W
