"""Which formats of numbers a device multiplies, how fast, and what each saves (docs/physics.md 12.3).

A rate that the card states comes first. Else what the maker states per unit holds: TF32 runs at half the rate of FP16,
BF16 at the same, FP8 and INT8 at twice, FP6 at that of FP8, four-bit floats at twice that, INT4 at twice INT8 - on
architectures with units for them (NVIDIA architecture white papers Volta to Blackwell; AMD CDNA and RDNA white papers).
"""

from typing import Literal, NamedTuple

from advisor.facts.cards.card import GpuCard, MatrixFormat
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, Source, known, unknown
from advisor.facts.values.number_format import Accumulator, FormatName, NumberFormat, Units
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import TERA
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


def lacks_bf16(processor: Processor) -> bool:
    """Whether a device multiplies 16 bits in matrix units, but not bf16: programs then compute that in fp32."""
    formats = processor.traits.matrix_formats
    return processor.kind == "gpu" and bool(formats) and "BF16" not in formats


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


class _Format(NamedTuple):
    """Bits in memory, what sums are kept in, the field of the card, and its rate over that of 16 bits."""

    name: FormatName
    accumulator: Accumulator
    stored_bits: float
    field: str
    times_fp16: float | None = None


_FORMATS = (
    _Format("FP64", "FP64", 64, "fp64_tflop_per_s"),
    _Format("FP32", "FP32", 32, "fp32_tflop_per_s"),
    _Format("TF32", "FP32", 32, "tf32_dense_tflop_per_s", 0.5),
    _Format("BF16", "FP32", 16, "bf16_dense_tflop_per_s", 1.0),
    _Format("FP16", "FP32", 16, "fp16_dense_tflop_per_s"),
    _Format("FP16", "FP16", 16, "fp16_accumulate16_dense_tflop_per_s"),
    _Format("FP8", "FP32", 8, "fp8_dense_tflop_per_s"),
    _Format("INT8", "INT32", 8, "int8_dense_top_per_s"),
    _Format("FP6", "FP32", 6.25, "fp6_dense_tflop_per_s"),
    _Format("NVFP4", "FP32", 4.5, "fp4_dense_tflop_per_s"),
    _Format("MXFP4", "FP32", 4.25, "fp4_dense_tflop_per_s"),
    _Format("INT4", "INT32", 4.5, "int4_dense_top_per_s"),
)
_BITS = {"FP8": 8, "NVFP4": 4, "MXFP4": 4}
_BASE_BITS = 16
_VECTOR_FP16_TIMES = 2.5
_FP64_MATRIX_SHARE = 0.4


def memory_factor(stored_bits: float) -> float:
    """Memory of weights in so many bits over that in 16."""
    return stored_bits / _BASE_BITS


def number_formats(processor: Processor, card: GpuCard) -> tuple[NumberFormat, ...]:
    """Every format in the order of its bits, with what the device makes of it."""
    base = format_flop_per_s(processor, _BASE_BITS)
    rows = []
    for one in _FORMATS:
        units = _units(one, processor, card)
        rate = _rate(one, units, processor, card)
        rows.append(
            NumberFormat(
                name=one.name,
                accumulator=one.accumulator,
                stored_bits=one.stored_bits,
                units=units,
                rate=rate,
                memory_factor=memory_factor(one.stored_bits),
                speed_factor=rate.value / base if rate.value and base else None,
            )
        )
    return tuple(rows)


def _units(one: _Format, processor: Processor, card: GpuCard) -> Units:
    """What multiplies the format on this device."""
    formats = _matrix_formats(processor, card)
    if one.name == "FP32":
        return "vector"
    if one.name == "FP64":
        return _units_of_64_bits(card, formats)
    if one.name == "INT8":
        return "matrix" if "INT8" in formats else "vector" if card.int8_dense_top_per_s else "unknown"
    if one.name == "NVFP4" and processor.vendor != "nvidia":
        return "none"
    if one.name in _BITS:
        has_units = getattr(card, one.field) is not None or has_format(processor, _BITS[one.name])
        return "matrix" if has_units else "none"
    if one.field == "fp16_accumulate16_dense_tflop_per_s" and card.fp16_accumulate16_dense_tflop_per_s is None:
        return "unknown"
    if getattr(card, one.field) is not None and one.name != "FP16":
        return "matrix"
    if one.name in formats:
        return "matrix"
    return "vector" if one.name == "FP16" and card.fp16_dense_tflop_per_s else "none"


def _units_of_64_bits(card: GpuCard, formats: tuple[MatrixFormat, ...]) -> Units:
    """Only chips for servers have matrix units for 64 bits; on the others a few units make a small share of fp32."""
    fp64, fp32 = card.fp64_tflop_per_s, card.fp32_tflop_per_s
    if not fp64:
        return "unknown"
    return "matrix" if "FP64" in formats and (fp32 is None or fp64 > _FP64_MATRIX_SHARE * fp32) else "vector"


def _matrix_formats(processor: Processor, card: GpuCard) -> tuple[MatrixFormat, ...]:
    """The formats of its architecture; where only some chips have matrix units: on the others fp16 is twice fp32."""
    fp16, fp32 = card.fp16_dense_tflop_per_s, card.fp32_tflop_per_s
    has_units = fp16 and fp32 and fp16 > _VECTOR_FP16_TIMES * fp32
    return () if processor.traits.matrix_units == "some" and not has_units else processor.traits.matrix_formats


def _rate(one: _Format, units: Units, processor: Processor, card: GpuCard) -> Fact[float]:
    """Operations per second in the format; those of 16 bits where it is unpacked to them."""
    stated = getattr(card, one.field)
    if units == "unknown":
        return unknown("no_source_states_it")
    if units == "none":
        return _found(format_flop_per_s(processor, _BASE_BITS), reason("multiplied_in_16_bits"))
    if stated is not None:
        return known(stated * TERA, origin="datasheet", source=card.source)
    if one.name in _BITS:
        return _found(format_flop_per_s(processor, _BITS[one.name]), reason("by_16_bits"))
    fp16 = processor.fp16_flop_per_s.value
    if one.times_fp16 is not None and fp16 is not None:
        return _found(one.times_fp16 * fp16, reason("times_16_bits", times=one.times_fp16))
    if one.name == "INT4" and processor.int8_op_per_s.value is not None:
        return _found(2 * processor.int8_op_per_s.value, reason("twice_int8"))
    return unknown("no_source_states_it")


def _found(value: float | None, source: Source) -> Fact[float]:
    return known(value, origin="estimated", source=source) if value else unknown("rate_of_16_bits_unknown")
