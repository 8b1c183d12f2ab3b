"""Two causes at work at once, of which the slower decides (docs/physics.md 6.2).

The 4-norm has a soft corner where both are alike: 19 % more time than either where they are equal.
"""

SOFT = 4
"""The power of the norm for two parts of the hardware."""


def overlapped_s(one_s: float, other_s: float, *, power: int = SOFT) -> float:
    """Seconds of two things that happen at once: (one^p + other^p)^(1/p)."""
    return float((one_s**power + other_s**power) ** (1 / power)) if other_s else one_s


def lower_rate(one: float, other: float) -> float:
    """The rate that two bounds leave together, above 0: (one^-4 + other^-4)^(-1/4)."""
    return float((one**-SOFT + other**-SOFT) ** (-1 / SOFT))


def rate_alone(both: float, other: float) -> float:
    """The bound that leaves the rate `both` together with a higher one, `other`: the inverse of `lower_rate`."""
    return float((both**-SOFT - other**-SOFT) ** (-1 / SOFT))
