"""A formula that claims name: what computes it, and how it is written for people."""

from collections.abc import Callable
from typing import NamedTuple


class Formula(NamedTuple):
    """`compute` takes the inputs of a claim by name, and `catalog` where it asks for it; all in base units.

    Names of inputs in braces stand for what a claim calls them.
    """

    compute: Callable[..., float]
    words: str
