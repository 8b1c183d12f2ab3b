"""What is typical of a kind of device, where its own figure is not known: an estimate, and a wide one."""

from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import weakest
from advisor.facts.values.units import GIGA
from advisor.predict.rates.rates import Rate, physical_bandwidth

CORE_BYTES_PER_S = 7 * GIGA
"""Memory bandwidth per processor core: the median of the cards in specs/cpus, half of them between 5.5 and 9.5 GB/s."""

RIDGES_FLOP_PER_BYTE: dict[str, float] = {
    "maxwell": 13,
    "pascal": 23,
    "volta": 126,
    "turing": 116,
    "ampere": 152,
    "ada": 272,
    "hopper": 294,
    "blackwell": 219,
    "gcn4": 23,
    "gcn5": 43,
    "rdna1": 41,
    "rdna2": 69,
    "rdna3": 135,
    "rdna4": 297,
    "cdna2": 111,
    "cdna3": 218,
    "cdna4": 300,
    "alchemist": 200,
    "battlemage": 241,
    "xe": 27,
    "apple-m1": 27,
    "apple-m2": 31,
    "apple-m3": 39,
    "apple-m4": 31,
    "apple-m": 80,
}
"""FLOP of the fastest fp16 mode per byte of memory bandwidth: medians of the cards in specs/gpus that state both.

The first word that the architecture contains holds. Apple's chips since the M5 have matrix units: 80
is what 608 tokens/s of a 7B model on an M5 say (https://github.com/ggml-org/llama.cpp/pull/16634).
"""

VENDOR_RIDGES_FLOP_PER_BYTE: dict[str, float] = {"nvidia": 139, "amd": 64, "intel": 196, "apple": 31, "other": 60}
"""The same of all cards of a maker, for an architecture that is not known; of other makers a low guess."""


def typical_peak(processor: Processor) -> Rate | None:
    """The matrix rate that goes with the bandwidth in devices of this architecture, else of this maker."""
    bandwidth, architecture = physical_bandwidth(processor), (processor.architecture or "").lower()
    ridge = next(
        (one for word, one in RIDGES_FLOP_PER_BYTE.items() if word in architecture),
        VENDOR_RIDGES_FLOP_PER_BYTE.get(processor.vendor),
    )
    if bandwidth is None or ridge is None:
        return None
    how = f"the bandwidth x {ridge:g} FLOP per byte, typical of {architecture or processor.vendor}"
    return Rate(bandwidth.value * ridge, weakest(bandwidth.origin, "estimated"), how)


def typical_cores(processor: Processor) -> float | None:
    """The cores that go with the bandwidth, where their number is not known."""
    bandwidth = physical_bandwidth(processor)
    return bandwidth.value / CORE_BYTES_PER_S if bandwidth else None
