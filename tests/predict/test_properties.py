"""What must hold for any hardware and any question."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.answer.text.partial_offload import estimate
from advisor.answer.text.sweep import roofline
from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import known
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, GIGA
from advisor.predict.memory.fit import budget_bytes, fit
from advisor.predict.memory.layout import place
from advisor.predict.memory.load import load, memory_need
from advisor.predict.memory.split import parts_of
from advisor.predict.model.kv_cache import CacheSetup, kv_bytes_read, kv_cache_bytes
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.offload import offload_s, offload_terms, placement_of
from advisor.predict.speed.prefill import prefill_parts
from advisor.predict.speed.sanity import decode_ceiling
from advisor.predict.speed.speed import decode_speed, prefill_speed
from tests.each import each
from tests.fakes.sure import sure

CATALOG: Catalog = load_catalog()
CARD_ID = "gpus/nvidia/rtx-4090"
CARD = gpu_processor(CARD_ID, CATALOG)
CALIBRATION = (find_calibration(CARD, CATALOG, engine="llama.cpp", backend=None) or pytest.fail("no calibration"))[0]
CPU_ID = CATALOG.cpus.find("Ryzen 9 7950X") or pytest.fail("no card of the CPU")
CPU = cpu_processor(CPU_ID, CATALOG)
CPU_CALIBRATION = (find_calibration(CPU, CATALOG, engine="llama.cpp", backend=None) or pytest.fail("none"))[0]
MODELS = ("llama/llama-3.1-8b", "qwen/qwen3-30b-a3b", "gemma/gemma-3-27b", "deepseek/deepseek-v3")
LADDER = ("Q2_K", "Q4_K_M", "Q8_0")
BITS_LADDER = ("IQ2_XXS", "Q2_K", "Q3_K_M", "Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0", "F16")

models = st.sampled_from(MODELS)
quants = st.sampled_from(LADDER)
contexts = st.integers(min_value=256, max_value=200_000)
bandwidths = st.floats(min_value=20, max_value=4000)
memories = st.integers(min_value=1, max_value=512)


def subject(model: str, quant: str) -> Subject:
    card = CATALOG.quants[CATALOG.quants.find(quant) or quant]
    return subject_of(CATALOG.models[model], card, CATALOG)


def with_bandwidth(gb_per_s: float) -> Processor:
    return CARD.changed(bandwidth_bytes_per_s=known(gb_per_s * GIGA, origin="user", source="a test"))


def with_memory(gib: int) -> Processor:
    return CARD.changed(memory_total_bytes=known(gib * GIB, origin="user", source="a test"))


@given(models, quants, bandwidths, st.floats(min_value=1, max_value=4), contexts)
def test_more_bandwidth_is_never_slower(
    model: str, quant: str, gb_per_s: float, factor: float, depth_tokens: int
) -> None:
    run = Run(context_tokens=depth_tokens + 128, depth_tokens=depth_tokens)
    times = [
        (decode_parts(with_bandwidth(rate), subject(model, quant), CALIBRATION, run) or pytest.fail("no time")).total_s
        for rate in (gb_per_s, gb_per_s * factor)
    ]
    assert times[1] <= times[0] * (1 + 1e-9)


@given(models, quants, contexts, st.integers(min_value=0, max_value=100_000))
def test_a_longer_context_is_never_faster(model: str, quant: str, depth_tokens: int, more_tokens: int) -> None:
    speeds = [
        decode_speed(CARD, subject(model, quant), CALIBRATION, Run(context_tokens=4096, depth_tokens=depth))
        for depth in (depth_tokens, depth_tokens + more_tokens)
    ]
    assert sure(speeds[1].tokens_per_s).middle <= sure(speeds[0].tokens_per_s).middle * (1 + 1e-9)


@given(models, quants, memories, memories, contexts)
def test_more_memory_never_fits_less(model: str, quant: str, gib: int, more_gib: int, context_tokens: int) -> None:
    order = ("too_big", "spills", "tight", "fits")
    need = memory_need(subject(model, quant), CALIBRATION, Run(context_tokens=context_tokens))
    verdicts = [fit(need, with_memory(size)).verdict for size in (gib, gib + more_gib)]
    assert order.index(verdicts[0]) <= order.index(verdicts[1])


@given(models, memories, st.integers(min_value=2, max_value=12))
def test_layers_are_divided_as_whole_ones(model: str, gib: int, devices: int) -> None:
    about, card = subject(model, "Q4_K_M"), with_memory(gib)
    cut = load(card, about, CALIBRATION, Run(context_tokens=4096, devices=devices, split="tensor"))
    whole = load(card, about, CALIBRATION, Run(context_tokens=4096, devices=devices))
    assert (whole.fit.spare_bytes or 0) <= (cut.fit.spare_bytes or 0)
    assert whole.layout.fullest_bytes * devices >= whole.layout.cards_bytes == cut.layout.cards_bytes
    if whole.fit.verdict == "fits":
        assert whole.layout.fullest_bytes <= (card.memory_total_bytes.value or 0)


@given(models, contexts, contexts)
def test_need_grows_with_context(model: str, first_tokens: int, second_tokens: int) -> None:
    short, long = sorted((first_tokens, second_tokens))
    needs = [memory_need(subject(model, "Q4_K_M"), CALIBRATION, Run(context_tokens=size)) for size in (short, long)]
    assert needs[0].total_bytes <= needs[1].total_bytes
    for need in needs:
        parts = need.weights_bytes + need.kv_cache_bytes + need.compute_bytes + need.output_bytes + need.runtime_bytes
        assert parts == need.total_bytes


@given(models, quants, bandwidths, contexts)
def test_terms_add_up_and_nothing_beats_physics(model: str, quant: str, gb_per_s: float, depth_tokens: int) -> None:
    processor, about = with_bandwidth(gb_per_s), subject(model, quant)
    run = Run(context_tokens=depth_tokens + 128, depth_tokens=depth_tokens)
    speed = decode_speed(processor, about, CALIBRATION, run)
    ceiling = decode_ceiling(processor, about, run)
    assert sure(speed.tokens_per_s).middle
    assert sure(speed.tokens_per_s).low
    assert sure(speed.tokens_per_s).high
    assert ceiling
    assert sum(term.s for term in speed.terms) == pytest.approx(1 / sure(speed.tokens_per_s).middle)
    assert (
        sure(speed.tokens_per_s).low
        <= sure(speed.tokens_per_s).middle
        <= sure(speed.tokens_per_s).high
        <= ceiling * (1 + 1e-9)
    )


@given(models, quants, st.integers(min_value=1, max_value=20_000), contexts)
def test_terms_of_a_prompt_add_up(model: str, quant: str, prompt_tokens: int, depth_tokens: int) -> None:
    run = Run(context_tokens=4096, prompt_tokens=prompt_tokens, depth_tokens=depth_tokens)
    for processor, calibration in ((CARD, CALIBRATION), (CPU, CPU_CALIBRATION)):
        speed = prefill_speed(processor, subject(model, quant), calibration, run)
        assert sure(speed.tokens_per_s).middle
        assert sum(term.s for term in speed.terms) == pytest.approx(prompt_tokens / sure(speed.tokens_per_s).middle)
        assert sure(speed.tokens_per_s).low < sure(speed.tokens_per_s).middle < sure(speed.tokens_per_s).high


@given(models, quants, bandwidths, st.floats(min_value=1, max_value=4), contexts, st.sampled_from((1, 4, 16)))
def test_a_processor_measured_faster_is_never_slower_nor_beyond_physics(
    model: str, quant: str, gb_per_s: float, factor: float, depth_tokens: int, threads: int
) -> None:
    about, run = subject(model, quant), Run(context_tokens=4096, depth_tokens=depth_tokens, threads=threads)
    speeds = []
    for rate in (gb_per_s, gb_per_s * factor):
        measured = CPU.changed(read_bytes_per_s=known(rate * GIGA, origin="measured", source="a test"))
        speed, ceiling = decode_speed(measured, about, CPU_CALIBRATION, run), decode_ceiling(measured, about, run)
        assert sum(term.s for term in speed.terms) == pytest.approx(1 / sure(speed.tokens_per_s).middle)
        assert sure(speed.tokens_per_s).high <= (ceiling or 0) * (1 + 1e-9)
        speeds.append(sure(speed.tokens_per_s).middle)
    assert speeds[0] <= speeds[1] * (1 + 1e-9)


@given(models, st.sampled_from((CARD_ID, CPU_ID)), st.integers(1, 64), st.integers(0, 64), contexts)
def test_more_sequences_never_take_less_time(
    model: str, device_id: str, batch: int, more: int, depth_tokens: int
) -> None:
    processor, calibration = (CARD, CALIBRATION) if device_id == CARD_ID else (CPU, CPU_CALIBRATION)
    about, totals = subject(model, "Q4_K_M"), []
    for size in (batch, batch + more):
        run = Run(context_tokens=4096, depth_tokens=depth_tokens, batch=size)
        speed, ceiling = decode_speed(processor, about, calibration, run), decode_ceiling(processor, about, run)
        assert sure(speed.tokens_per_s).high <= (ceiling or 0) * (1 + 1e-9)
        totals.append(size / sure(speed.tokens_per_s).middle)
    assert totals[0] <= totals[1] * (1 + 1e-9)


@given(models, st.sampled_from(tuple(itertools.pairwise(BITS_LADDER))))
def test_weights_grow_with_bits(model: str, names: tuple[str, str]) -> None:
    fewer, more = (subject(model, name).weights for name in names)
    assert fewer.total_bytes < more.total_bytes
    assert fewer.bytes_per_token < more.bytes_per_token
    assert fewer.params == more.params


@given(models, contexts, st.sampled_from(("F32", "F16", "Q8_0", "Q4_0")), st.sampled_from(("F32", "F16", "Q8_0")))
def test_a_token_reads_at_most_the_cache(model: str, tokens: int, key_type: str, value_type: str) -> None:
    about, setup = subject(model, "Q4_K_M"), CacheSetup(key_type=key_type, value_type=value_type)
    held = kv_cache_bytes(about.shape, about.groups, context_tokens=tokens, setup=setup, blocks=about.blocks)
    read = kv_bytes_read(about.shape, about.groups, depth_tokens=tokens, setup=setup, blocks=about.blocks)
    assert 0 < read <= held


@given(models, st.integers(min_value=1, max_value=100_000), st.integers(min_value=0, max_value=50_000))
def test_a_longer_prompt_never_takes_less_time(model: str, prompt_tokens: int, more_tokens: int) -> None:
    times = [
        prefill_parts(CARD, subject(model, "Q4_K_M"), CALIBRATION, Run(context_tokens=4096, prompt_tokens=size))
        for size in (prompt_tokens, prompt_tokens + more_tokens)
    ]
    assert times[0]
    assert times[1]
    assert times[0].total_s <= times[1].total_s * (1 + 1e-9)


@given(st.sampled_from(MODELS[1:]), st.integers(min_value=4, max_value=40))
def test_a_divided_model_is_the_sum_of_both_sides(model: str, gib: int) -> None:
    about, run, card = subject(model, "Q4_K_M"), Run(context_tokens=4096), with_memory(gib)
    need, parts, budget = memory_need(about, CALIBRATION, run), parts_of(about, run), budget_bytes(card)
    splits = place(need, parts, run, budget_bytes=budget or 0)
    if not splits or splits[0] == parts.everything:
        return
    placement = placement_of(need, parts, splits[0], about, run, budget_bytes=budget)
    host, fast = with_bandwidth(50), decode_speed(card, about, CALIBRATION, run)
    slow, quick = (decode_parts(one, about, CALIBRATION, run) for one in (host, card))
    assert slow
    assert quick
    assert 0 < placement.shares.read <= 1
    total_s = offload_s(quick, slow, placement)
    assert quick.total_s <= total_s * (1 + 1e-9)
    assert sum(term.s for term in offload_terms(fast.terms, slow, placement)) == pytest.approx(total_s)


@pytest.mark.parametrize(("card_id", "share"), [("socs/apple/m4-10-core", 0.78), ("socs/apple/m3-max-40-core", 0.84)])
def test_macos_keeps_a_part_of_the_memory_for_itself(card_id: str, share: float) -> None:
    chip = gpu_processor(card_id, CATALOG)
    need = memory_need(subject(MODELS[0], "Q4_K_M"), CALIBRATION, Run(context_tokens=4096))
    assert fit(need, chip).pools[0].free_bytes == round((chip.memory_total_bytes.value or 0) * share)


@pytest.mark.parametrize("quant", ["Q4_K_M", "F16"])
@each("card_id", sorted(CATALOG.gpus))
def test_no_prompt_is_read_faster_than_the_peak_it_is_measured_against(card_id: str, quant: str) -> None:
    card, about, run = gpu_processor(card_id, CATALOG), subject(MODELS[0], quant), Run(4096)
    calibration = (find_calibration(card, CATALOG, engine="llama.cpp", backend=None) or pytest.fail("none"))[0]
    estimated = estimate(card, about, calibration, run)
    line = roofline(card, calibration, about, estimated, run)
    if line.prefill_flop_per_s is not None and line.peak_flop_per_s is not None:
        assert line.prefill_flop_per_s <= line.peak_flop_per_s
    single = card.fp32_flop_per_s.value
    if quant == "F16" and single and (card.architecture or "").startswith("pascal"):
        fastest = max(single, card.fp16_accumulate16_flop_per_s.value or 0)
        assert line.peak_flop_per_s == fastest


def test_a_measured_read_rate_narrows_the_range_of_a_processor() -> None:
    measured = CPU.changed(read_bytes_per_s=known(60 * GIGA, origin="measured", source="a test"))
    about, run = subject(MODELS[0], "Q4_K_M"), Run(context_tokens=4096)
    widths = []
    for one in (CPU, measured):
        speed = decode_speed(one, about, CPU_CALIBRATION, run)
        widths.append(sure(speed.tokens_per_s).high / sure(speed.tokens_per_s).low)
    assert widths[1] < widths[0]
    assert decode_speed(measured, about, CPU_CALIBRATION, run).basis[0] == reason("bandwidth_from", origin="measured")
