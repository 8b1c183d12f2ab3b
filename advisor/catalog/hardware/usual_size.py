"""How much memory a computer has that is named by its chip alone."""

from collections import Counter
from collections.abc import Sequence


def usual_size(sizes: Sequence[float]) -> float | None:
    """The size that more than half of the computers with a chip are sold with, else the least; None for none."""
    if not sizes:
        return None
    size, number = Counter(sizes).most_common(1)[0]
    return size if 2 * number > len(sizes) else min(sizes)
