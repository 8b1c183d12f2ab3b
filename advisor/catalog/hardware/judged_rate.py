"""A measured figure beside the one on paper: which is doubted (docs/detection.md 4.4, docs/measuring.md 6 and 11).

Also what was measured of a processor's cores: arithmetic, products of stored weights, caches.
"""

from collections.abc import Sequence
from typing import NamedTuple

from advisor.catalog.cards.processor import shader_hz_from_fp32
from advisor.facts.machine.disturbance import disturbance, measured, widest
from advisor.facts.machine.machine import Gpu
from advisor.facts.machine.measurement import ABOVE_PAPER, Measurement, MeasurementName, Measurements
from advisor.facts.rig.rig import CoreFigures, Judgement, Processor, ThreadRate, Verdict
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason

CACHE = reason("cache_answered")
WRONG_LAYOUT = reason("layout_wrong")
HIGH, FAR_BELOW = 1.02, 0.5
"""Above and below these shares of the figure on paper a measured one is remarked on."""


class JudgedRate(NamedTuple):
    """The figure on paper and the measured one; the one that cannot be true is unknown with its reason."""

    paper: Fact[float]
    read: Fact[float]

    @property
    def verdict(self) -> Verdict:
        """What becomes of the measured figure."""
        if self.read.value is None:
            return "impossible"
        if self.paper.value is None:
            return "layout" if self.paper.reason == WRONG_LAYOUT else "no_reference"
        share = self.read.value / self.paper.value
        return "high" if share > HIGH else "far_below" if share < FAR_BELOW else "good"

    @property
    def best(self) -> Fact[float]:
        """The measured figure where it holds, else the one on paper."""
        return self.read if self.read.value is not None else self.paper


def judged_rate(paper: Fact[float], read: Fact[float], *, is_virtual: bool = False) -> JudgedRate:
    """Both figures, one of them dropped where the measured one is more than there can be.

    A layout that was inferred, or that a virtual machine shows, is proven wrong by it. One that firmware, driver or
    data sheet state stands, and so does what a person typed: then the measurement was not one of this memory.
    """
    if paper.value is None or read.value is None or read.value <= ABOVE_PAPER * paper.value:
        return JudgedRate(paper, read)
    stands = paper.origin == "user" or (paper.origin != "estimated" and not is_virtual)
    return JudgedRate(paper, unknown(CACHE)) if stands else JudgedRate(unknown(WRONG_LAYOUT), read)


class Judge:
    """Takes measured figures for a rig one by one, and keeps what became of each in `judgements`."""

    def __init__(self, measurements: Measurements | None) -> None:
        self._measurements = measurements
        self.judgements: list[Judgement] = []

    def result(self, name: MeasurementName, *, device: str) -> Measurement | None:
        """The measurement of that name on that device."""
        results = self._measurements.results if self._measurements else ()
        return next((one for one in results if (one.name, one.device) == (name, device)), None)

    def is_impossible(self, name: MeasurementName, *, device: str) -> bool:
        """Whether the figure of that name, taken before, was more than there can be."""
        return any((one.name, one.device, one.verdict) == (name, device, "impossible") for one in self.judgements)

    def rate(
        self,
        name: MeasurementName,
        *,
        device: str,
        paper: Fact[float],
        is_virtual: bool = False,
        is_lower_bound: bool = False,
    ) -> JudgedRate:
        """A measured figure and the one on paper. A lower bound never takes the place of a higher one on paper."""
        result = self.result(name, device=device)
        if result is None:
            return JudgedRate(paper, unknown("not_measured_yet"))
        read = measured(self._measurements, name, device=device).changed(on_paper=paper.value)
        both = judged_rate(paper, read, is_virtual=is_virtual)
        is_low = is_lower_bound and both.read.value is not None and both.read.value < (paper.value or 0.0)
        verdict: Verdict = "lower_bound" if is_low else both.verdict
        self.judgements.append(Judgement(name=name, device=device, verdict=verdict, paper=paper))
        return JudgedRate(paper, unknown("measured_as_lower_bound")) if is_low else both


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
        "gpu_matrix_fp8": unknown("no_card_states_it"),
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


DOTS: tuple[MeasurementName, ...] = ("q4_0_dot", "q8_0_dot", "f16_dot")


_PEAKS: tuple[MeasurementName, ...] = ("fma_fp32", "int8_dot")


def core_figures(judge: Judge, *, kinds: Sequence[str], cores: int | None, paper: Fact[float]) -> CoreFigures:
    """The figures of all cores together or, of several kinds, of the first and fastest one.

    Weights come from memory, so that nothing is multiplied faster than memory is read: `paper` is that rate.
    """
    dots = {name: _possible(judge, _result(judge, name, kinds), paper) for name in DOTS}
    fma, int8 = (_result(judge, name, kinds) for name in _PEAKS)
    return CoreFigures(
        read=tuple(_read(judge, paper)),
        dots={name: _rates(result) for name, result in dots.items() if result},
        fma_flop_per_s=_per_core(fma, cores),
        int8_op_per_s=_per_core(int8, cores),
        uncertainty=widest(disturbance(result) for result in (*dots.values(), fma, int8) if result),
        cache_curve=_curve(_result(judge, "cache_curve", kinds)),
    )


def together(judge: Judge, name: MeasurementName, *, kinds: Sequence[str]) -> Fact[float]:
    """The rate of all cores: measured together, else the sum over their kinds."""
    found = [result for device in _devices(kinds) if (result := judge.result(name, device=device))]
    if not found:
        return unknown("not_measured_yet")
    parts = found[:1] if found[0].device == "cpu" else found
    for part in parts:
        judge.rate(name, device=part.device, paper=unknown("no_data_sheet_states_it"))
    source = f"{parts[0].method}, {parts[0].started_at}"
    total: Fact[float] = known(sum(part.figure for part in parts), origin="measured", source=source)
    return total.changed(uncertainty=widest(map(disturbance, parts)))


def _devices(kinds: Sequence[str]) -> tuple[str, ...]:
    return ("cpu", *(f"cpu:{kind}" for kind in kinds))


def _result(judge: Judge, name: MeasurementName, kinds: Sequence[str]) -> Measurement | None:
    """The measurement on the fast cores alone, else on all."""
    fast = [f"cpu:{kinds[0]}"] if kinds else []
    results = (judge.result(name, device=device) for device in (*fast, "cpu"))
    return next((result for result in results if result is not None), None)


def _possible(judge: Judge, result: Measurement | None, paper: Fact[float]) -> Measurement | None:
    """The measurement unless a cache must have answered."""
    if result is None or judge.rate(result.name, device=result.device, paper=paper).read.value is None:
        return None
    return result


def _read(judge: Judge, paper: Fact[float]) -> list[ThreadRate]:
    """The memory read rate by threads, few first."""
    one = _possible(judge, judge.result("memory_read_one_thread", device="cpu"), paper)
    is_wrong = judge.is_impossible("memory_read", device="cpu")
    both = (one, None if is_wrong else judge.result("memory_read", device="cpu"))
    rates = {rate.threads: rate for result in both if result for rate in _rates(result)}
    return [rates[threads] for threads in sorted(rates)]


def _rates(result: Measurement) -> tuple[ThreadRate, ...]:
    """What each number of threads reached, few first."""
    rates = dict(result.tried) | {result.threads or 1: result.figure}
    return tuple(ThreadRate(threads=threads, rate=rates[threads]) for threads in sorted(rates) if rates[threads] > 0)


def _per_core(result: Measurement | None, cores: int | None) -> float | None:
    """Of as many cores as there were threads at most: two threads of one core share its units."""
    if result is None:
        return None
    threads = result.threads or 1
    return result.figure / min(threads, cores or threads)


def _curve(result: Measurement | None) -> tuple[tuple[int, float], ...] | None:
    return result.value if result is not None and isinstance(result.value, tuple) else None
