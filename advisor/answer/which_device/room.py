"""Whether a model that fits leaves room beside it; a file of its own, for it is asked before all else is loaded."""

from advisor.facts.answers.estimate import Fit
from advisor.facts.values.units import GIB

_COMFORT = 0.1
"""Share of the free memory that stays free beside a model that is recommended."""
_MOST_COMFORT_BYTES = 2 * GIB
"""So much is room enough on any computer, beside what is reserved anyway: a larger file is worth more (a judgment)."""
_LITTLE_SHARE, _LITTLE_BYTES = 0.2, 10 * GIB
"""Less than the smaller of both is little for a system and the programs of a working day (judged)."""
_SMALL_SHARE, _DESKTOP_BYTES = 0.4, 6 * GIB
"""What a desktop with an editor and a browser takes; a small computer has to do with that share (judged)."""


def little_left_bytes(fit: Fit, main_bytes: int | None) -> int | None:
    """What a model, or its part there, leaves of main memory for all else, where that is little; None where enough."""
    held = [one.need_bytes for one in fit.pools if one.pool != "vram"]
    if fit.verdict not in ("fits", "spills") or not held or main_bytes is None:
        return None
    left_bytes = main_bytes - sum(held)
    enough_bytes = max(little_bytes(main_bytes), min(_DESKTOP_BYTES, _SMALL_SHARE * main_bytes))
    return left_bytes if 0 <= left_bytes < enough_bytes else None


def is_cramped(fit: Fit) -> bool:
    """Whether a model, or the part that lies in main memory, leaves little of it for a system and for programs."""
    pools = [one for one in fit.pools if one.pool != "vram" and one.total_bytes]
    if fit.verdict == "too_big":
        return False
    if fit.verdict == "fits" and len(pools) == len(fit.pools) and not leaves_room(fit):
        return True
    return any(one.need_bytes > (one.total_bytes or 0) - little_bytes(one.total_bytes or 0) for one in pools)


def little_bytes(main_bytes: float) -> float:
    """Less than so much beside a model is little for a system and programs."""
    return min(_LITTLE_SHARE * main_bytes, _LITTLE_BYTES)


def leaves_room(fit: Fit) -> bool:
    """Whether a model fits with enough to spare that the next browser tab does not push it out."""
    free_bytes = fit.pools[0].free_bytes if fit.pools else None
    if fit.verdict != "fits" or fit.spare_bytes is None or free_bytes is None:
        return False
    return fit.spare_bytes >= min(_COMFORT * free_bytes, _MOST_COMFORT_BYTES)
