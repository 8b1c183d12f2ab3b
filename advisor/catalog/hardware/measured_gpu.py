"""Measured arithmetic of a graphics processor in the place of what its data sheet or driver says."""

from advisor.catalog.cards.processor import shader_hz_from_fp32
from advisor.catalog.hardware.judged_rate import Judge
from advisor.facts.machine.machine import Gpu
from advisor.facts.machine.measurement import MeasurementName
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, unknown

_MATRIX: dict[MeasurementName, str] = {
    "gpu_matrix_fp16_acc32": "fp16_flop_per_s",
    "gpu_matrix_fp16_acc16": "fp16_accumulate16_flop_per_s",
    "gpu_matrix_int8": "int8_op_per_s",
}
"""Matrix rates by the column of the data sheet with the same accumulator (docs/measuring.md 6)."""

_FULL_METHODS = ("cuda_wgmma_",)
"""Beginnings of methods whose instruction reaches the peak where that of one warp does not."""


def measured_arithmetic(processor_id: str, gpu: Gpu, described: Processor, judge: Judge) -> dict[str, Fact[float]]:
    """The rates of arithmetic that were measured, by field; what is not measured, or cannot be, is left out."""

    def is_low(name: MeasurementName) -> bool:
        result = judge.result(name, device=processor_id)
        is_full = result is not None and result.method.startswith(_FULL_METHODS)
        return (gpu.compute_capability.value or "").startswith(described.traits.one_warp_falls_short) and not is_full

    single = judge.rate("gpu_fp32", device=processor_id, paper=described.fp32_flop_per_s).best
    found = {"fp32_flop_per_s": single}
    paper: Fact[float]
    for name, field in _MATRIX.items():
        paper = getattr(described, field)
        found[field] = judge.rate(name, device=processor_id, paper=paper, is_lower_bound=is_low(name)).best
    judged: dict[MeasurementName, Fact[float]] = {
        "gpu_matrix_bf16": described.fp16_flop_per_s,
        "gpu_matrix_fp8": unknown("no card states it"),
    }
    for name, paper in judged.items():
        judge.rate(name, device=processor_id, paper=paper, is_lower_bound=is_low(name))
    half = _half(processor_id, described, judge)
    if half is not None and found["fp16_flop_per_s"].origin != "measured":
        found["fp16_flop_per_s"] = half
    if described.shader_hz.value is None and single.origin == "measured" and single.value is not None:
        found["shader_hz"] = shader_hz_from_fp32(
            single.value, vendor=described.vendor, traits=described.traits, source=single.source or ""
        )
    return {field: fact for field, fact in found.items() if fact.value is not None}


def _half(processor_id: str, described: Processor, judge: Judge) -> Fact[float] | None:
    """The fp16 rate of vectors, where that is the fp16 rate of the chip or nothing else is known of it."""
    paper = described.fp16_flop_per_s
    if paper.value is not None and described.traits.matrix_units != "none":
        return None
    return judge.rate("gpu_fp16", device=processor_id, paper=paper).best
