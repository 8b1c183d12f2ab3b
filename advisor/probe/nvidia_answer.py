"""What NVIDIA's driver answers, the same record from its library and from captured `nvidia-smi` XML."""

import re

from advisor.facts.fact import Fact
from advisor.facts.machine import Link
from advisor.facts.record import Record

_UNIFIED_NAMES = r"GB10|nvgpu|Orin|Xavier|Thor"


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

    @property
    def unified(self) -> bool:
        """Whether the GPU works in main memory: no pool of its own, and the mode or the name says so."""
        named = re.search(_UNIFIED_NAMES, self.name.value or "") is not None
        return self.no_own_memory and (self.addressing_mode == "ATS" or named)


class NvidiaAnswer(Record):
    """All devices of one driver."""

    driver_version: str | None
    devices: tuple[NvidiaDevice, ...]
