"""The rates of a device that the speed formulas need, with where each comes from."""

from typing import NamedTuple

from advisor.facts.calibration import Calibration
from advisor.facts.fact import Fact, Origin
from advisor.facts.rig import Processor

_GEFORCE_FP16_TO_FP32 = (1.5, 3.0)
"""Cards with an fp16 rate of twice their fp32 rate accumulate in fp32 at half speed: with fp16 it is double."""


class Rate(NamedTuple):
    """A value with its origin."""

    value: float
    origin: Origin
    source: str


def read_rate(processor: Processor, calibration: Calibration) -> Rate | None:
    """Bytes per second that reading weights reaches: measured, else the calibrated share of the theoretical rate."""
    measured = measured_bandwidth(processor)
    if measured is not None:
        return measured
    nominal = _rate(processor.bandwidth_bytes_per_s)
    if nominal is None:
        return None
    return nominal._replace(value=nominal.value * calibration.bandwidth_share)


def measured_bandwidth(processor: Processor) -> Rate | None:
    """What reading the memory was measured to reach, None before it is measured."""
    return _rate(processor.read_bytes_per_s)


def physical_bandwidth(processor: Processor) -> Rate | None:
    """The bandwidth nothing can exceed: the larger of the theoretical and the measured one."""
    known = [rate for rate in (_rate(processor.bandwidth_bytes_per_s), _rate(processor.read_bytes_per_s)) if rate]
    return max(known, key=lambda rate: rate.value) if known else None


def matrix_peak(processor: Processor) -> Rate | None:
    """FLOP per second of the fastest fp16 matrix mode: fp16-accumulate where it is faster, else fp16, else fp32."""
    fast, plain, single = (
        _rate(fact)
        for fact in (processor.fp16_accumulate16_flop_per_s, processor.fp16_flop_per_s, processor.fp32_flop_per_s)
    )
    if fast is not None or plain is None:
        return fast or single
    low, high = _GEFORCE_FP16_TO_FP32
    if processor.vendor == "nvidia" and single is not None and low < plain.value / single.value < high:
        return plain._replace(value=2 * plain.value)
    return plain


def _rate(fact: Fact[float]) -> Rate | None:
    if fact.value is None or fact.origin is None:
        return None
    return Rate(fact.value, fact.origin, fact.source or "")
