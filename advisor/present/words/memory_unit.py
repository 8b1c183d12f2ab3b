"""The unit in which sizes of memory are told: GiB as systems count, or GB as disks and downloads do."""

from typing import NamedTuple

from advisor.facts.values.units import GB, GIB, KIB, KILO, MEGA, MIB
from advisor.present.words.words import to_say


class MemoryUnit(NamedTuple):
    """The unit for what is large, medium and small; each is `step` times the next."""

    name: str
    bytes: float
    medium: tuple[str, float]
    small: tuple[str, float]
    step: float


BINARY = MemoryUnit("GiB", GIB, ("MiB", MIB), ("KiB", KIB), KIB)
DECIMAL = MemoryUnit("GB", GB, ("MB", MEGA), ("kB", KILO), KILO)
UNITS = {one.name: one for one in (BINARY, DECIMAL)}
CHOICES = {
    BINARY.name: to_say("GiB (1,024 MiB)"),
    DECIMAL.name: to_say("GB (1,000 MB)"),
}
"""The units to choose from, in words."""


def memory_unit() -> MemoryUnit:
    """The unit in force."""
    return _in_force[-1]


def count_memory_in(name: str) -> None:
    """Put a unit in force; any other name stands for GiB. Texts that are shown already stay as they are."""
    _in_force[:] = [UNITS.get(name, BINARY)]


_in_force = [BINARY]
