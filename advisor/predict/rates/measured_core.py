"""Rates of an engine on the cores of a CPU, from what was measured of those cores (docs/physics.md 6.4).

A measured product streams stored weights from memory, so that reading hides a part of its time. What the cores alone
would take follows from it by the rule by which generation puts both together again (4-norm): 1/R^4 = 1/rate^4 - 1/B^4,
with B the rate at which as many threads read.
"""

from collections.abc import Container
from math import prod
from typing import NamedTuple

from advisor.facts.cards.calibration import Calibration, Product
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.facts.rig.rig import Processor, ThreadRate
from advisor.facts.values.units import GIGA
from advisor.predict.model.subject import Run
from advisor.predict.rates.overlap import rate_alone
from advisor.predict.rates.rates import rate_of_type, used_cores

_NOT_LIMITING = 0.95
"""A product this near to plain reading tells only that the cores are no limit; how fast they are it does not."""


def measured_unpack_bytes_per_s(
    processor: Processor, calibration: Calibration, run: Run, *, block_type: str
) -> float | None:
    """Bytes of weights of one type that the cores at work multiply per second, memory aside; None if not measured."""
    cores = used_cores(processor, run)
    if not cores or not processor.core.dots:
        return None
    name, share = _dot_of(calibration, block_type, measured=processor.core.dots)
    if name is not None and (alone := _compute_bytes_per_s(processor, name, cores=cores)):
        return alone * share
    per_core = {
        name: rate / cores
        for name in processor.core.dots
        if (rate := _compute_bytes_per_s(processor, name, cores=cores))
    }
    usual, scale = rate_of_type(calibration.core_gb_per_s, block_type), _scale(calibration, per_core)
    return usual * GIGA * scale * cores if usual and scale else None


def hides_behind_memory(processor: Processor, calibration: Calibration, run: Run, *, block_type: str) -> bool:
    """Whether the product of a type was measured as fast as memory is read: in a cache the cores are faster by far."""
    cores = used_cores(processor, run)
    name, _ = _dot_of(calibration, block_type, measured=processor.core.dots)
    if name is None or not cores:
        return False
    nearest = _nearest(processor, name, cores=cores)
    read = _read_rate(processor, nearest.threads)
    return read is not None and nearest.rate >= _NOT_LIMITING * read


def measured_prompt_flop_per_s(
    processor: Processor, calibration: Calibration, run: Run, *, main_type: str
) -> float | None:
    """FLOP per second of one core on dense weights of a type in a prompt; None where that is not known from here.

    1 / R = 1 / known x (p x known peak / peak + (1 - p) x known product / product): in a prompt weights are unpacked
    and scaled as in generation, and only a part of the time goes with the peak. A product that hides behind memory is
    at least what is usual.
    """
    core, figures = calibration.prompt_core, processor.core
    if core is None or processor.vendor not in core.vendors:
        return None
    known, (product, _) = core.gflop_per_s.get(main_type), _dot_of(calibration, main_type, measured=figures.dots)
    peak, known_peak, part = figures.int8_op_per_s, core.int8_gop_per_s, core.peak_share
    if main_type in PLAIN_TYPES:
        peak, known_peak, part = figures.fma_flop_per_s, core.fma_gflop_per_s, core.plain_peak_share
    alone = _compute_bytes_per_s(processor, product, cores=1) if product in core.dot_gb_per_s else None
    if known is None or peak is None or product is None or alone is None:
        return None
    slower = core.dot_gb_per_s[product] * GIGA / alone
    if hides_behind_memory(processor, calibration, run, block_type=main_type):
        slower = min(slower, 1.0)
    return known * GIGA / (part * known_peak * GIGA / peak + (1 - part) * slower)


def run_core_gflop_per_s(processor: Processor, calibration: Calibration, *, main_type: str) -> float | None:
    """GFLOP/s with kernels newer than the prompts that a calibration was fitted on, which tell nothing of them.

    From the core that was run here by the peaks of both, with products that are alike, and what cores reach in the
    middle that nobody measured: from tablets, which are short of power, to desktops. None for other types, designs.
    """
    core, fitted = calibration.prompt_core, calibration.fitted_core_int8_gop_per_s
    if core is None or fitted is None:
        return None
    is_alike = processor.microarchitecture in core.alike or processor.vector in core.alike_vectors
    known = core.gflop_per_s.get(main_type) if is_alike else None
    if known is None:
        return None
    return core.unmeasured_share * known / (core.peak_share * core.int8_gop_per_s / fitted + 1 - core.peak_share)


def prompt_share(processor: Processor, calibration: Calibration, *, main_type: str) -> float | None:
    """Measured arithmetic of one core over that of the cores the calibration is of, 1 = alike; None if not known.

    Quantized weights are multiplied as small integers, others as floating-point numbers.
    """
    if main_type in PLAIN_TYPES:
        measured, fitted = processor.core.fma_flop_per_s, calibration.fitted_core_fma_gflop_per_s
    else:
        measured, fitted = processor.core.int8_op_per_s, calibration.fitted_core_int8_gop_per_s
    return measured / (fitted * GIGA) if measured and fitted else None


class AttentionRates(NamedTuple):
    """What one core does in attention while generating: bytes of cache read and products per second."""

    kv_bytes_per_s: float
    mac_per_s: float


def attention_rates(processor: Processor, calibration: Calibration) -> AttentionRates | None:
    """Rates of one core: those of a known core x measured / known fp32 arithmetic; None if not measured."""
    known, measured = calibration.known_core_fma_gflop_per_s, processor.core.fma_flop_per_s
    cache, products = calibration.known_core_kv_gb_per_s, calibration.known_core_attention_gmac_per_s
    if not (known and measured and cache and products):
        return None
    scale = measured / known
    return AttentionRates(cache * scale, products * scale)


def _compute_bytes_per_s(processor: Processor, name: str, *, cores: int) -> float | None:
    """What so many cores would multiply if memory took no time, from the measurement on the nearest number."""
    nearest = _nearest(processor, name, cores=cores)
    read = _read_rate(processor, nearest.threads)
    if read is None:
        return None
    reached = min(nearest.rate, _NOT_LIMITING * read)
    alone = rate_alone(reached, read)
    return alone * cores / min(nearest.threads, processor.cores.value or nearest.threads)


def _nearest(processor: Processor, name: str, *, cores: int) -> ThreadRate:
    return min(processor.core.dots[name], key=lambda rate: abs(rate.threads - cores))


def _read_rate(processor: Processor, threads: int) -> float | None:
    """Bytes per second that so many threads read: measured with them, else as many as one reads, up to the most."""
    rates: tuple[ThreadRate, ...] = processor.core.read
    exact = next((rate.rate for rate in rates if rate.threads == threads), None)
    most = processor.read_bytes_per_s.value
    one = next((rate.rate for rate in rates if rate.threads == 1), None)
    if exact is not None or one is None:
        return exact or most
    return min(threads * one, most) if most else threads * one


def _dot_of(calibration: Calibration, block_type: str, *, measured: Container[str]) -> tuple[Product | None, float]:
    """The measured product that a block type goes by, and its share of that."""
    for name, shares in calibration.dot_share.items():
        share = shares.get("F16" if block_type == "BF16" else block_type)
        if name in measured and share is not None:
            return name, share
    return None, 0.0


def _scale(calibration: Calibration, per_core: dict[str, float]) -> float | None:
    """How much faster than the calibration's the measured quantized products are, in the (geometric) middle."""
    ratios = [
        per_core[name] * share / (usual * GIGA)
        for name, shares in calibration.dot_share.items()
        for block_type, share in shares.items()
        if name in per_core and block_type not in PLAIN_TYPES
        if (usual := calibration.core_gb_per_s.get(block_type))
    ]
    return float(prod(ratios) ** (1 / len(ratios))) if ratios else None
