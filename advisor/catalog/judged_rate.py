"""A measured memory rate beside the one on paper: which of the two is doubted (detection section 4.4)."""

from typing import NamedTuple

from advisor.facts.fact import Fact, unknown
from advisor.facts.measurement import ABOVE_PAPER

CACHE = "measured faster than this memory can be: a cache answered, so the figure is not used"
WRONG_LAYOUT = "measured faster than this layout allows, so what is known of the layout is wrong"


class JudgedRate(NamedTuple):
    """The rate on paper and the measured one; the one that cannot be true is unknown with its reason."""

    paper: Fact[float]
    read: Fact[float]


def judged_rate(paper: Fact[float], read: Fact[float], *, is_virtual: bool = False) -> JudgedRate:
    """Both rates, one of them dropped where the measured one is more than there can be.

    A layout that was inferred, or that a virtual machine shows, is proven wrong by it. One that firmware, driver or
    data sheet state stands, and so does what a person typed: then the measurement was not one of this memory.
    """
    if paper.value is None or read.value is None or read.value <= ABOVE_PAPER * paper.value:
        return JudgedRate(paper, read)
    stands = paper.origin == "user" or (paper.origin != "estimated" and not is_virtual)
    return JudgedRate(paper, unknown(CACHE)) if stands else JudgedRate(unknown(WRONG_LAYOUT), read)
