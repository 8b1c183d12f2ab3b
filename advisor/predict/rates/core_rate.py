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

_NARROW: frozenset[str | None] = frozenset[CpuArchitecture](("cortex-a72", "cortex-a76", "neoverse-n1"))
"""Processors with two of 4: 16 FLOP a clock in each core, 38 GFLOP/s at 2.4 GHz."""


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
    return min((cores + slow) * core_gflop_per_s[_width(processor)] * GIGA, most)


def _width(processor: Processor) -> CoreWidth:
    """The vector instructions that decide what a core computes: 512 bits wide, few, or the usual ones."""
    design = processor.design or processor.architecture
    if design in _WIDE or processor.vector == "avx512_vnni":
        return "wide"
    return "neon" if design in _NARROW else processor.vector or "other"
