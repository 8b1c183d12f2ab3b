"""Floating-point arithmetic of a CPU's cores in programs like PyTorch (docs/physics.md 11.2)."""

from collections.abc import Mapping
from math import inf

from advisor.facts.cards.card import CpuArchitecture
from advisor.facts.cards.pipeline import CoreWidth
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import GIGA

_SLOW_CORE_SHARE = 0.5
_WIDE: frozenset[str | None] = frozenset[CpuArchitecture](
    (
        *("zen4", "zen5", "cascade lake", "ice lake", "tiger lake", "rocket lake"),
        *("sapphire rapids", "emerald rapids", "granite rapids"),
    )
)
"""Processors with two multiply-adds of 16 numbers at once."""

_NARROW: Mapping[CpuArchitecture | str | None, float] = {"cortex-a72": 0.4, "cortex-a76": 1.0, "neoverse-n1": 2.0}
"""Processors with two of 4, and what a core reaches beside one of a Raspberry Pi 5 (16 FLOP a clock, 38 GFLOP/s).

A72: half of them, 1.8 GHz, and a memory that four cores wait for; N1: 3 GHz and the caches of servers. Judged from a
Raspberry Pi 4 and a server that spoke with the same two models (specs/networks/vocoder.toml).
"""


def cores_flop_per_s(
    processor: Processor,
    core_gflop_per_s: Mapping[CoreWidth, float],
    *,
    gflop_per_j: float | None,
    threads: int | None = None,
) -> float | None:
    """FLOP per second of fp32 matrices: cores at work x the rate of one, at most power (W) x GFLOP per joule.

    `core_gflop_per_s` is what one core reaches by its vector instructions. None where the cores are not known.
    """
    cores = processor.cores.value
    if threads is not None:
        cores = min(threads, cores) if cores else threads
    if cores is None:
        return None
    slow = processor.slow_cores * _SLOW_CORE_SHARE if threads is None else 0.0
    most = processor.power_w.value * gflop_per_j * GIGA if processor.power_w.value and gflop_per_j else inf
    width, beside = _width(processor)
    return min((cores + slow) * core_gflop_per_s[width] * beside * GIGA, most)


def _width(processor: Processor) -> tuple[CoreWidth, float]:
    """The vector instructions that decide what a core computes, and what it reaches beside others of these."""
    design = processor.microarchitecture
    if design in _WIDE or processor.vector == "avx512_vnni":
        return "wide", 1.0
    beside = _NARROW.get(design)
    return ("neon", beside) if beside is not None else (processor.vector or "other", 1.0)
