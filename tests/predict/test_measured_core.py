"""Speeds on a processor whose cores were measured, and on cards that read better or worse than their kind."""

from dataclasses import replace
from typing import Any

import pytest

from advisor.answer.asked.checked_request import checked_request
from advisor.answer.which_model.subject import find_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor, processor_of
from advisor.facts.asked.request import PredictRequest
from advisor.facts.cards.card import GpuTraits
from advisor.facts.rig.rig import CoreFigures, Processor, ThreadRate
from advisor.facts.values.fact import known
from advisor.facts.values.reason import told
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.arithmetic_rate import arithmetic_flop_per_s
from advisor.predict.rates.measured_core import prompt_share
from advisor.predict.rates.rates import cache_rate, matrix_peak, read_health, read_rate
from advisor.predict.speed.decode import decode_parts, unpack_bytes_per_s
from advisor.predict.speed.prefill import prefill_parts

CPU, CUDA = "llama-cpp-cpu", "llama-cpp-cuda"
READ = 42e9


def product(engine: float, *, share: float) -> float:
    """What our own product reaches on one thread where the engine, at `share` of it, reaches so much."""
    alone = (engine**-4 - READ**-4) ** -0.25 / share
    return float((alone**-4 + READ**-4) ** -0.25)


ZEN5 = CoreFigures(
    read=(ThreadRate(threads=1, rate=READ), ThreadRate(threads=2, rate=60e9)),
    dots={
        "q4_0_dot": (ThreadRate(threads=1, rate=product(25.0e9, share=0.72)),),
        "q8_0_dot": (ThreadRate(threads=1, rate=29.6e9),),
        "f16_dot": (ThreadRate(threads=1, rate=product(34.7e9, share=1.1)),),
    },
    fma_flop_per_s=271e9,
    int8_op_per_s=1090e9,
)


def measured_cpu(core: CoreFigures = ZEN5) -> Processor:
    return processor_of(
        told("test"), id="cpu", name="CPU", kind="cpu", vendor="amd", pool="ram", core=core,
        cores=known(2, origin="detected", source="test"),
        bandwidth_bytes_per_s=known(83e9, origin="datasheet", source="test"),
        read_bytes_per_s=known(60e9, origin="measured", source="test"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("block_type", "reached"), [("F16", 34.7), ("Q8_0", 29.6), ("Q4_0", 25.0), ("Q4_K", 24.8), ("Q6_K", 31.8)]
)
def test_one_thread_is_predicted_at_the_rate_that_was_measured(
    catalog: Catalog, block_type: str, reached: float
) -> None:
    one = Run(context_tokens=4096, threads=1)
    rate = unpack_bytes_per_s(measured_cpu(), catalog.calibrations[CPU], one, block_type=block_type)
    assert rate is not None
    both = (rate**-4 + 42e9**-4) ** -0.25
    assert both == pytest.approx(reached * 1e9, rel=0.02)


def test_one_thread_reads_what_one_thread_read(catalog: Catalog) -> None:
    for threads, rate in ((1, 42e9), (2, 60e9), (None, 60e9)):
        found = read_rate(measured_cpu(), catalog.calibrations[CPU], Run(context_tokens=4096, threads=threads))
        assert found is not None
        assert (found.value, found.origin) == (rate, "measured")


def test_types_without_a_measured_product_go_with_the_others(catalog: Catalog) -> None:
    run, calibration = Run(context_tokens=4096), catalog.calibrations[CPU]
    plain = unpack_bytes_per_s(measured_cpu(CoreFigures()), calibration, run, block_type="IQ4_XS")
    twice = {name: (ThreadRate(threads=1, rate=rates[0].rate / 2),) for name, rates in ZEN5.dots.items()}
    fast, slow = (
        unpack_bytes_per_s(measured_cpu(core), calibration, run, block_type="IQ4_XS")
        for core in (ZEN5, ZEN5.changed(dots=twice))
    )
    assert plain is not None
    assert fast is not None
    assert slow is not None
    assert slow < 0.55 * fast
    assert 0.7 * plain < fast < 1.6 * plain


def test_a_product_as_fast_as_reading_says_that_the_cores_are_no_limit(catalog: Catalog) -> None:
    core = ZEN5.changed(dots={"q8_0_dot": (ThreadRate(threads=1, rate=41.9e9),)})
    run = Run(context_tokens=4096, threads=1)
    rate = unpack_bytes_per_s(measured_cpu(core), catalog.calibrations[CPU], run, block_type="Q8_0")
    assert rate == pytest.approx(42e9 * 0.95 * (1 - 0.95**4) ** -0.25)


def test_a_deep_context_costs_a_measured_core_what_it_costs_such_cores(catalog: Catalog) -> None:
    """Own runs of llama.cpp on this core: Qwen3 0.6B as Q4_K_M loses 76 % of its speed at 2048 tokens on one thread."""
    request, _ = checked_request({"model": "Qwen3 0.6B", "quant": "Q4_K_M"}, PredictRequest)
    subject, _ = find_subject(request, catalog)
    calibration = catalog.calibrations[CPU]

    def seconds(depth: int, core: CoreFigures = ZEN5) -> float:
        run = Run(context_tokens=4096, threads=1, depth_tokens=depth, generated_tokens=2)
        found = decode_parts(measured_cpu(core), subject, calibration, run)
        assert found is not None
        return found.total_s

    assert 1 - seconds(0) / seconds(2048) == pytest.approx(0.76, abs=0.04)
    half = ZEN5.changed(fma_flop_per_s=271e9 / 2)
    assert seconds(2048, half) - seconds(0, half) == pytest.approx(2 * (seconds(2048) - seconds(0)), rel=0.02)


def test_prompts_go_by_measured_arithmetic(catalog: Catalog) -> None:
    calibration = catalog.calibrations[CPU]
    assert prompt_share(measured_cpu(), calibration, main_type="Q4_K") == pytest.approx(1090 / 550)
    assert prompt_share(measured_cpu(), calibration, main_type="F16") == pytest.approx(271 / 138)
    assert prompt_share(measured_cpu(CoreFigures()), calibration, main_type="F16") is None


GRANITE_RAPIDS = CoreFigures(
    read=(ThreadRate(threads=1, rate=1e12),),
    dots={
        "q4_0_dot": (ThreadRate(threads=1, rate=32.0e9),),
        "q8_0_dot": (ThreadRate(threads=1, rate=25.7e9),),
        "f16_dot": (ThreadRate(threads=1, rate=35.1e9),),
    },
    fma_flop_per_s=242e9,
    int8_op_per_s=968e9,
)
"""Read in a cache: memory limits none of it."""
WITH_AVX2_ALONE = GRANITE_RAPIDS.changed(
    dots={
        "q4_0_dot": (ThreadRate(threads=1, rate=25.1e9),),
        "q8_0_dot": (ThreadRate(threads=1, rate=24.7e9),),
        "f16_dot": (ThreadRate(threads=1, rate=34.9e9),),
    },
    fma_flop_per_s=128e9,
    int8_op_per_s=233e9,
)
NEW = "2026-11"


def of_type(catalog: Catalog, quant: str, model: str = "Qwen3 0.6B") -> Subject:
    request, _ = checked_request({"model": model, "quant": quant}, PredictRequest)
    return find_subject(request, catalog)[0]


@pytest.mark.parametrize(
    ("core", "quant", "reached_gflop_per_s"),
    [
        (GRANITE_RAPIDS, "Q8_0", 106),
        (GRANITE_RAPIDS, "Q4_0", 148),
        (GRANITE_RAPIDS, "Q4_K_M", 185),
        (GRANITE_RAPIDS, "Q6_K", 225),
        (GRANITE_RAPIDS, "F16", 102),
        (WITH_AVX2_ALONE, "Q8_0", 77.7),
        (WITH_AVX2_ALONE, "Q4_0", 84.5),
        (WITH_AVX2_ALONE, "F16", 64.3),
    ],
)
def test_a_core_reads_a_prompt_of_each_type_as_fast_as_it_did(
    catalog: Catalog, core: CoreFigures, quant: str, reached_gflop_per_s: float
) -> None:
    run = Run(context_tokens=1024, prompt_tokens=512, threads=1, build_date=NEW)
    rate = arithmetic_flop_per_s(measured_cpu(core), of_type(catalog, quant), catalog.calibrations[CPU], run)
    assert rate == pytest.approx(reached_gflop_per_s * 1e9, rel=0.25)


@pytest.mark.parametrize(
    ("design", "quant", "times"),
    [("zen4", "Q6_K", 2.1), ("zen4", "Q5_K_M", 2.3), ("zen4", "Q4_0", 1.0), ("zen3", "Q6_K", 1.0)],
)
def test_tiles_speed_up_cores_with_wide_units_known_by_their_data_sheet(
    catalog: Catalog, design: Any, quant: str, times: float
) -> None:
    core = measured_cpu(CoreFigures()).changed(architecture=design, vendor="amd")
    run = Run(context_tokens=1024, prompt_tokens=512, threads=1)
    old, new = (
        arithmetic_flop_per_s(core, of_type(catalog, quant), catalog.calibrations[CPU], replace(run, build_date=month))
        for month in ("2026-09", NEW)
    )
    assert old
    assert new
    assert new / old == pytest.approx(times, rel=0.05)


def compute_s(catalog: Catalog, quant: str, build: str, core: CoreFigures = GRANITE_RAPIDS) -> float:
    run = Run(context_tokens=1024, prompt_tokens=512, threads=1, build_date=build)
    subject = of_type(catalog, quant, "Granite 3.1 1B A400M")
    parts = prefill_parts(measured_cpu(core), subject, catalog.calibrations[CPU], run)
    assert parts is not None
    return parts.compute_s


@pytest.mark.parametrize(("quant", "ran_s"), [("Q4_0", 512 / 125), ("Q8_0", 512 / 79.4)])
def test_experts_on_a_cpu_read_a_prompt_token_by_token(catalog: Catalog, quant: str, ran_s: float) -> None:
    assert compute_s(catalog, quant, NEW) == pytest.approx(ran_s, rel=0.15)


def test_experts_of_types_that_later_builds_tile_are_read_together_by_those(catalog: Catalog) -> None:
    assert compute_s(catalog, "Q6_K", NEW) < 0.6 * compute_s(catalog, "Q6_K", "2026-08")
    assert compute_s(catalog, "Q4_K_M", NEW) < compute_s(catalog, "Q4_K_M", "2026-08")


def test_a_product_that_hides_behind_slow_memory_does_not_slow_a_prompt(catalog: Catalog) -> None:
    slow = ThreadRate(threads=1, rate=5e9)
    hidden = GRANITE_RAPIDS.changed(read=(slow,), dots=dict.fromkeys(GRANITE_RAPIDS.dots, (slow,)))
    assert compute_s(catalog, "Q8_0", NEW, hidden) == pytest.approx(compute_s(catalog, "Q8_0", NEW), rel=0.1)


def card(catalog: Catalog, name: str, **measured: float) -> Processor:
    card_id = catalog.gpus.find(name)
    assert card_id is not None
    facts = {field: known(value, origin="measured", source="test") for field, value in measured.items()}
    return gpu_processor(card_id, catalog).changed(**facts)


@pytest.mark.parametrize(
    ("share", "health"), [(0.91, 1.0), (0.86, 1.0), (0.95, 1.0), (0.80, 0.80 / 0.91), (0.2, 0.3), (1.04, 1.05)]
)
def test_a_card_is_as_fast_as_its_kind_unless_it_reads_otherwise(catalog: Catalog, share: float, health: float) -> None:
    plain = card(catalog, "RTX 4090")
    paper = plain.bandwidth_bytes_per_s.value
    assert paper is not None
    measured = card(catalog, "RTX 4090", read_bytes_per_s=share * paper)
    assert read_health(measured) == pytest.approx(health)
    before, after = (read_rate(one, catalog.calibrations[CUDA]) for one in (plain, measured))
    assert before is not None
    assert after is not None
    assert after.value == pytest.approx(before.value * health)
    assert after.origin == "measured"
    cache = cache_rate(measured, catalog.calibrations[CUDA])
    assert cache is not None
    assert cache.value == pytest.approx(paper * min(max(1.0, share), health))


def test_of_a_card_without_a_kind_the_measured_rate_stands(catalog: Catalog) -> None:
    odd = card(catalog, "RTX 4090", read_bytes_per_s=5e11).changed(architecture=None, traits=GpuTraits())
    rate = read_rate(odd, catalog.calibrations[CUDA])
    assert rate is not None
    assert rate.value == 5e11


def test_a_measured_matrix_rate_belongs_to_a_higher_peak(catalog: Catalog) -> None:
    measured = card(catalog, "RTX 4090", fp16_accumulate16_flop_per_s=3e14)
    peak, reached = matrix_peak(measured), matrix_peak(measured, reached=True)
    assert peak is not None
    assert reached is not None
    assert (peak.value, reached.value) == (pytest.approx(3e14 / 0.95), 3e14)
    assert (peak.origin, reached.origin) == ("measured", "measured")
