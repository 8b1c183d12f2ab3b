"""What is typical of a kind of device, where its own figure is not known: a wide estimate (docs/physics.md 12.4)."""

from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import weakest
from advisor.facts.values.units import GIGA
from advisor.predict.rates.rates import Rate, physical_bandwidth

CORE_BYTES_PER_S = 7 * GIGA
"""Memory bandwidth per processor core: the median of the cards in specs/cpus, half of them between 5.5 and 9.5 GB/s."""

VENDOR_RIDGES_FLOP_PER_BYTE: dict[str, float] = {"nvidia": 139, "amd": 64, "intel": 196, "apple": 31, "other": 60}
"""FLOP of the fastest fp16 mode per byte of memory bandwidth, the median of all cards of a maker, for an architecture
that is not known; of other makers a low guess.
"""


def typical_peak(processor: Processor) -> Rate | None:
    """FLOP per second of matrices: bandwidth x FLOP per byte of this architecture, else maker; None without."""
    bandwidth = physical_bandwidth(processor)
    ridge = processor.traits.flop_per_byte or VENDOR_RIDGES_FLOP_PER_BYTE.get(processor.vendor)
    if bandwidth is None or ridge is None:
        return None
    how = f"the bandwidth x {ridge:g} FLOP per byte, typical of {processor.architecture or processor.vendor}"
    return Rate(bandwidth.value * ridge, weakest(bandwidth.origin, "estimated"), how)


def typical_cores(processor: Processor) -> float | None:
    """The cores that go with the bandwidth, at 7 GB/s each; None where that is unknown."""
    bandwidth = physical_bandwidth(processor)
    return bandwidth.value / CORE_BYTES_PER_S if bandwidth else None
