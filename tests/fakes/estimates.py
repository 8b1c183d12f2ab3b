"""Answers for tests of sentences, charts and the report: imagined rigs, figures rounded."""

from typing import Any

from advisor.answer.text.judged import light_of_estimate
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.estimate import Estimate, Fit, Input, MemoryNeed, PoolNeed, Speed, Term, TermName, Verdict
from advisor.facts.answers.text_answer import Roofline, Sweep, SweepPoint, TextAnswer
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.values.range import Range, middle
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB
from advisor.present.tasks.view import answer_view
from advisor.present.words.view import WillItRunView


def gib(amount: float) -> int:
    return round(amount * GIB)


def speed(rate: float | None = 65.0, *, second: TermName = "kv_cache", **fields: Any) -> Speed:
    """Generation speed; nine tenths of the time is reading, what comes second a quarter of it."""
    time_s = 1 / rate if rate else 0.0
    bandwidth = Input(name="read_rate", value=468e9, unit="bytes_per_s", origin="measured", source="gpu_memory_read")
    terms = (
        Term(name="weights", s=0.65 * time_s, inputs=(bandwidth,)),
        Term(name=second, s=0.23 * time_s, inputs=(bandwidth,)),
        Term(name="overhead", s=0.12 * time_s),
    )
    known: dict[str, Any] = {
        "tokens_per_s": rate,
        "low_tokens_per_s": rate and rate * 0.8,
        "high_tokens_per_s": rate and rate * 1.2,
        "limit": "memory_bandwidth",
        "terms": terms if rate else (),
        "confidence": "C",
        "basis": (reason("bandwidth_from", origin="measured"), reason("calibration_used", name="cuda/Q4_K")),
    }
    return Speed(**{**known, **fields})


def estimate(
    rate: float | None = 65.0,
    *,
    processor_id: str = "gpu0",
    name: str = "RTX 4070 SUPER",
    pools: tuple[PoolNeed, ...] | None = None,
    verdict: Verdict = "fits",
    spare_gib: float | None = 3.4,
    reserve_gib: float = 1.0,
    **fields: Any,
) -> Estimate:
    memory = MemoryNeed(
        weights_bytes=gib(4.7),
        kv_cache_bytes=gib(1.1),
        compute_bytes=gib(0.3),
        output_bytes=gib(0.1),
        runtime_bytes=0,
        total_bytes=gib(6.2),
        exact=True,
    )
    need = memory.total_bytes
    pools = pools or (PoolNeed(pool="vram", need_bytes=need, free_bytes=gib(10.6), total_bytes=gib(12)),)
    known: dict[str, Any] = {
        "processor_id": processor_id,
        "processor_name": name,
        "model_name": "Qwen3 8B",
        "quant": "Q4_K_M",
        "context_tokens": 8192,
        "prompt_tokens": 1000,
        "depth_tokens": 8192,
        "generated_tokens": 300,
        "memory": memory,
        "fit": Fit(
            verdict=verdict,
            pools=pools,
            budget_bytes=gib(9.6),
            spare_bytes=None if spare_gib is None else gib(spare_gib),
            reserve_bytes=gib(reserve_gib),
        ),
        "decode": speed(rate),
        "prefill": speed(rate and rate * 40, second="arithmetic", limit="compute"),
        "time_to_first_token_s": rate and 0.3,
        "weight_bytes_per_token": gib(4.4),
        "kv_bytes_per_token_at_depth": gib(1.1),
        "flop_per_token": 16e9,
    }
    return Estimate(**{**known, **fields})


def cpu_estimate(rate: float | None = 6.0, **fields: Any) -> Estimate:
    pool = PoolNeed(pool="ram", need_bytes=gib(6.2), free_bytes=gib(26.0), total_bytes=gib(31.2))
    return estimate(rate, **{"processor_id": "cpu", "name": "Ryzen 7 7700", "pools": (pool,), **fields})


def sweep(answered: Estimate, *, slow_down: float = 3.2e-7) -> Sweep:
    start = middle(answered.decode.tokens_per_s)
    points = []
    for depth in (0, 8192, 16384, 32768):
        rate = None if start is None else 1 / (1 / start + depth * slow_down)
        points.append(
            SweepPoint(
                depth_tokens=depth,
                tokens_per_s=None if rate is None else Range(rate * 0.8, rate, rate * 1.2),
            )
        )
    return Sweep(
        processor_id=answered.processor_id,
        processor_name=answered.processor_name,
        points=tuple(points),
        fits_tokens=40960,
    )


def roofline(answered: Estimate, bandwidth: float | None = 468e9, peak: float | None = 142e12) -> Roofline:
    rate = middle(answered.decode.tokens_per_s)
    return Roofline(
        processor_id=answered.processor_id,
        processor_name=answered.processor_name,
        bandwidth_bytes_per_s=bandwidth,
        bandwidth_origin=None if bandwidth is None else "measured",
        peak_flop_per_s=peak,
        peak_origin=None if peak is None else "datasheet",
        decode_flop_per_byte=2.7,
        decode_flop_per_s=rate and rate * 16e9,
        prefill_flop_per_byte=1400.0,
        prefill_flop_per_s=rate and rate * 40 * 16e9,
        peak_kind="matrix",
    )


def answer(chosen: Estimate | None = None, *, cpu: Estimate | None = None, **fields: Any) -> TextAnswer:
    """A question about Qwen3 8B on a rig with a graphics card; pass `chosen=cpu` for one without."""
    cpu = cpu or cpu_estimate()
    chosen = chosen or estimate()
    parts = (cpu,) if chosen.processor_id == cpu.processor_id else (cpu, chosen)
    known: dict[str, Any] = {
        "rig_name": "This computer",
        "model_id": "qwen/qwen3-8b",
        "model_name": "Qwen3 8B",
        "quant": "Q4_K_M",
        "context_tokens": 8192,
        "largest_context_tokens": 40960,
        "chosen": chosen,
        "cpu": cpu,
        "options": parts,
        "offloaded": None,
        "sweeps": tuple(sweep(part) for part in parts),
        "rooflines": tuple(
            roofline(part) if part.processor_id == "gpu0" else roofline(part, 39e9, 1.0e12) for part in parts
        ),
        "candidates": (
            estimate(98.0, processor_id="gpus/nvidia/rtx-3090", name="RTX 3090"),
            estimate(140.0, processor_id="gpus/nvidia/rtx-4090", name="RTX 4090"),
            estimate(None, processor_id="gpus/nvidia/gtx-1650", name="GTX 1650", verdict="too_big", spare_gib=-2.2),
        ),
    }
    light = light_of_estimate(load_catalog().workloads["chat"], chosen, None)
    return TextAnswer(**{**known, "light": light, **fields})


def spilled(rate: float = 9.0) -> Estimate:
    """A model of 6.2 GiB on a card of 4 GiB: 2.6 GiB there, the rest in main memory."""
    pools = (
        PoolNeed(pool="vram", need_bytes=gib(2.6), free_bytes=gib(3.6), total_bytes=gib(4)),
        PoolNeed(pool="ram", need_bytes=gib(3.6), free_bytes=gib(26), total_bytes=gib(31.2)),
    )
    return estimate(rate, pools=pools, verdict="spills", spare_gib=-3.6, decode=speed(rate, limit="capacity"))


def too_big() -> Estimate:
    """The same model where nothing holds it."""
    pool = PoolNeed(pool="vram", need_bytes=gib(6.2), free_bytes=gib(3.6), total_bytes=gib(4))
    return estimate(30.0, pools=(pool,), verdict="too_big", spare_gib=-3.6)


def unified(rate: float | None = 20.0) -> Estimate:
    """A graphics part that shares a memory whose free part is unknown."""
    pool = PoolNeed(pool="unified", need_bytes=gib(6.2), free_bytes=None, total_bytes=gib(8))
    return estimate(rate, pools=(pool,), verdict="unknown", spare_gib=None, reserve_gib=1)


def text_view(answer: TextAnswer, workload: WorkloadCard | None = None) -> WillItRunView:
    """The view of an answer, for a person who waits for the first word as long as it takes."""
    patient = load_catalog().workloads["chat"].changed(enough_first_word_s=None)
    return answer_view(answer, workload or patient)
