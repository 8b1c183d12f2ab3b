"""Formats of numbers that hardware multiplies: what they take in memory and what they bring in speed."""

from typing import Literal

from advisor.facts.values.fact import Fact
from advisor.facts.values.record import Record

FormatName = Literal["FP64", "FP32", "TF32", "BF16", "FP16", "FP8", "INT8", "FP6", "NVFP4", "MXFP4", "INT4"]
Accumulator = Literal["FP64", "FP32", "FP16", "INT32"]
Units = Literal["matrix", "vector", "none", "unknown"]
"""What multiplies a format: units for whole matrices, the ordinary ones, nothing (it is unpacked to 16 bits first)."""


class NumberFormat(Record):
    """One format on one device; products are summed in `accumulator`.

    `stored_bits` are those of one number in memory with its share of the scale of its block. `memory_factor` and
    `speed_factor` are over FP16 with sums in FP32, `rate` operations per second. Without units for it the rate is that
    of 16 bits: memory is saved, arithmetic is not.
    """

    name: FormatName
    accumulator: Accumulator
    stored_bits: float
    units: Units
    rate: Fact[float]
    memory_factor: float
    speed_factor: float | None = None
