"""Whether a model that fits leaves room beside it; a file of its own, for it is asked before all else is loaded."""

from advisor.facts.answers.estimate import Fit
from advisor.facts.values.units import GIB

_COMFORT = 0.1
"""Share of the free memory that stays free beside a model that is recommended."""
_MOST_COMFORT_BYTES = 2 * GIB
"""So much is room enough on any computer, beside what is reserved anyway: a larger file is worth more (a judgment)."""


def leaves_room(fit: Fit) -> bool:
    """Whether a model fits with enough to spare that the next browser tab does not push it out."""
    free_bytes = fit.pools[0].free_bytes if fit.pools else None
    if fit.verdict != "fits" or fit.spare_bytes is None or free_bytes is None:
        return False
    return fit.spare_bytes >= min(_COMFORT * free_bytes, _MOST_COMFORT_BYTES)
