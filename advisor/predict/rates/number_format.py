"""Rates of matrix arithmetic by the format of its factors, and who has units for it (docs/physics.md 12.3)."""

from typing import Literal

from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.predict.rates.rates import typical_peak

Bits = Literal[32, 16, 8, 4]

_FP8_TIMES, _FP4_TIMES, _INT8_TO_FP4 = 2, 4, 2
"""Each halving of the bits doubles the rate; GeForce cards, whose 16-bit rate that accumulates in 32 bits is halved,
have fp4 at twice their int8 rate.
"""


def has_format(processor: Processor, bits: int) -> bool:
    """Whether a device has units for floats of so many bits."""
    if bits >= 16:
        return True
    return processor.kind == "gpu" and ("FP4" if bits == 4 else "FP8") in processor.traits.matrix_formats


def format_flop_per_s(processor: Processor, bits: int, *, accumulate16: bool = False) -> float | None:
    """Peak of matrices whose factors have so many bits, accumulated in fp32; None where it is unknown.

    `accumulate16`: in fp16, twice as fast on GeForce cards. A device without units for the format computes in 16 bits.
    """
    fp16 = processor.fp16_flop_per_s.value
    if bits == 32:
        return processor.fp32_flop_per_s.value
    if fp16 is None:
        fp32 = processor.fp32_flop_per_s.value
        typical = typical_peak(processor)
        return fp32 or (typical.value if typical else None)
    if bits == 16 or not has_format(processor, bits):
        faster = processor.fp16_accumulate16_flop_per_s.value if accumulate16 else None
        return max(fp16, faster or 0.0, processor.fp32_flop_per_s.value or 0.0)
    if bits == 8:
        return _FP8_TIMES * fp16
    int8 = processor.int8_op_per_s.value
    return max(_FP4_TIMES * fp16, _INT8_TO_FP4 * (int8 or 0.0))


def missing_format(processor: Processor, bits: int) -> Reason | None:
    """The note where a device has no units for a format; None where it has."""
    if has_format(processor, bits):
        return None
    return reason("no_units_for_floats", name=processor.name or reason("stated_device"), bits=bits)
