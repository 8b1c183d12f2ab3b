"""The peaks of arithmetic of a device: on paper, or those that measured rates belong to (docs/physics.md 12.2)."""

from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact
from advisor.predict.rates.rates import Rate, derived, rate_of

KERNEL_SHARE = 0.95
"""Of the peak, what the measurement's straight chains of products reach (docs/physics.md 12.2)."""

_SINGLE_SHARE, _DUAL_ISSUE_SHARE = 0.94, 0.57
"""The same in fp32: the middle of 61 cards, and of those whose data sheets count instructions in pairs."""

_GEFORCE_FP16_TO_FP32 = (1.5, 3.0)
"""Cards with an fp16 rate of twice their fp32 rate accumulate in fp32 at half speed: with fp16 it is double."""

FOUR_BIT_FLOATS = ("MXFP4", "NVFP4")
"""Block types that the newest matrix units multiply as they are stored."""


def matrix_peak(processor: Processor, *, reached: bool = False) -> Rate | None:
    """FLOP per second of the fastest fp16 matrix mode: fp16-accumulate where it is faster, else fp16, else fp32.

    The fp32 rate says nothing where an architecture has matrix units of several times that rate: then None. With
    `reached` what was measured stands as it is, else for the peak that it belongs to: over 0.95 (docs/physics.md 12.2).
    """
    fast = _peak(processor.fp16_accumulate16_flop_per_s, reached=reached)
    plain, single = _peak(processor.fp16_flop_per_s, reached=reached), _single(processor, reached=reached)
    if fast is not None or plain is None:
        return fast or (single if processor.traits.fp32_stands_for_matrix else None)
    low, high = _GEFORCE_FP16_TO_FP32
    if processor.vendor == "nvidia" and single is not None and low < plain.value / single.value < high:
        return derived(plain, 2 * plain.value, "twice the rate of fp32 accumulation")
    return plain


def prompt_peak(processor: Processor, *, main_type: str, reached: bool = False) -> Rate | None:
    """FLOP per second that nothing exceeds on prompts: the matrix peak, or int8 for quantized weights where that is it.

    Where fp16 is no faster than fp32 there are no matrix units, and quantized weights are multiplied in int8 (dp4a).
    """
    peak = matrix_peak(processor, reached=reached)
    whole, single = _peak(processor.int8_op_per_s, reached=reached), _single(processor, reached=reached)
    if main_type in PLAIN_TYPES or whole is None or peak is None or single is None or peak.value > single.value:
        return peak
    return max(peak, whole, key=lambda rate: rate.value)


def physical_peak(processor: Processor, *, main_type: str) -> Rate | None:
    """The arithmetic rate that nothing can exceed on a prompt; None where the rate of a faster type is not known.

    Quantized weights may be multiplied in int8 at several times the fp16 rate, four-bit floats faster still; Apple's
    graphics units have no faster type than fp16.
    """
    if processor.kind == "cpu":
        return None
    peak, whole = matrix_peak(processor), _peak(processor.int8_op_per_s, reached=False)
    if main_type in PLAIN_TYPES or processor.vendor == "apple":
        return peak
    if peak is None or whole is None or main_type in FOUR_BIT_FLOATS:
        return None
    return max(peak, whole, key=lambda rate: rate.value)


def _single(processor: Processor, *, reached: bool) -> Rate | None:
    share = _DUAL_ISSUE_SHARE if processor.traits.fp32_counts_pairs else _SINGLE_SHARE
    return _peak(processor.fp32_flop_per_s, reached=reached, share=share)


def _peak(fact: Fact[float], *, reached: bool, share: float = KERNEL_SHARE) -> Rate | None:
    rate = rate_of(fact)
    if rate is None or rate.origin != "measured" or reached:
        return rate
    return Rate(rate.value / share, rate.origin, f"{rate.source}: measured rate / {share:g}")
