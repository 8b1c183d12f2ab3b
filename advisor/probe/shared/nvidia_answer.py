"""What NVIDIA's driver answers, the same record from its library and from captured `nvidia-smi` XML."""

import re

from advisor.facts.machine.machine import Link
from advisor.facts.values.fact import Fact
from advisor.facts.values.record import Record

WIDTHS = frozenset({1, 2, 4, 8, 12, 16, 32})
_HIGHEST_GENERATION = 8
_HIGHEST_W = 5000
_UNIFIED_NAMES = r"\b(GB10|nvgpu|Orin|Xavier|Thor)\b"


class MemorySlice(Record):
    """One MIG slice in bytes."""

    total_bytes: int
    free_bytes: int | None


class NvidiaDevice(Record):
    """One device. `link` holds the lower of card and slot; `no_own_memory` when the driver has no pool to report."""

    pci_address: str | None
    pci_id: Fact[str]
    name: Fact[str]
    total_bytes: Fact[int]
    free_bytes: Fact[int]
    no_own_memory: bool
    addressing_mode: str | None
    mig: Fact[bool]
    slices: tuple[MemorySlice, ...]
    link: Fact[Link]
    power_limit_w: Fact[float]
    compute_capability: Fact[str]
    subsystem_id: Fact[str]
    theoretical_bytes_per_s: Fact[float]
    fp32_flop_per_s: Fact[float]
    nvlinks: Fact[int]

    @property
    def unified(self) -> bool:
        """Whether the GPU works in main memory: no pool of its own, and the mode or the name says so.

        Some drivers of such chips report main memory as the GPU's; a refusal to answer says nothing.
        """
        if re.search(_UNIFIED_NAMES, self.name.value or ""):
            return self.no_own_memory or self.total_bytes.value is not None
        return self.no_own_memory and self.addressing_mode == "ATS"


def sane_generation(number: int | None) -> int | None:
    """A generation of PCIe; None for 0, 255 and other marks of nothing."""
    return number if number and 0 < number < _HIGHEST_GENERATION else None


def sane_width(number: int | None) -> int | None:
    """A number of lanes that exists."""
    return number if number in WIDTHS else None


def sane_power_w(watts: float | None) -> float | None:
    """A power limit a card can have."""
    return watts if watts is not None and 0 < watts < _HIGHEST_W else None


class NvidiaAnswer(Record):
    """All devices of one driver."""

    driver_version: str | None
    devices: tuple[NvidiaDevice, ...]
