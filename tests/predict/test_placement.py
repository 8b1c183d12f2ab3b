"""Where layers and experts are put: the choice is the best there is, and llama.cpp is told so in its own words."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB, MIB
from advisor.predict.memory.launch import launch_plan
from advisor.predict.memory.layout import holds, layout, place
from advisor.predict.memory.load import load, memory_need, reordered_bytes
from advisor.predict.memory.split import (
    Split,
    best_counts,
    chosen_split,
    deal,
    default_counts,
    fullest_bytes,
    host_shares,
    parts_of,
)
from advisor.predict.model.kv_cache import CacheSetup
from advisor.predict.model.subject import CardShare, Run, Subject
from tests.predict.test_properties import CALIBRATION, CARD, CPU, MODELS

CATALOG = load_catalog()
SPARSE = ("qwen/qwen3-30b-a3b", "deepseek/deepseek-v3", "gpt-oss/gpt-oss-120b")

models = st.sampled_from((*MODELS, "gpt-oss/gpt-oss-120b"))
budgets = st.integers(min_value=1, max_value=160).map(lambda gib: gib * GIB)
sizes = st.lists(st.integers(min_value=1, max_value=1000), min_size=1, max_size=9)


def subject(model: str, quant: str = "Q4_K_M") -> Subject:
    name = CATALOG.models[model].native_quant or quant
    return subject_of(CATALOG.models[model], CATALOG.quants[CATALOG.quants.find(name) or name], CATALOG)


@given(models, budgets, st.sampled_from((1024, 32768)), st.sampled_from((1, 2, 3)))
def test_no_better_split_fits(model: str, budget: int, context_tokens: int, devices: int) -> None:
    about, run = subject(model), Run(context_tokens=context_tokens, devices=devices)
    need, parts = memory_need(about, CALIBRATION, run), parts_of(about, run)
    count = parts.layers
    found = next(iter(place(need, parts, run, budget_bytes=budget)), None)
    fitting = [
        one
        for one in (Split(layers, experts) for layers in range(1, count + 2) for experts in (0, count))
        if holds(need, parts, one, run, budget_bytes=budget)
    ]
    if found is None:
        assert not fitting
        return
    assert all((layout(need, parts, one, run).fullest_bytes <= budget) for one in (found, *fitting))
    if not about.is_sparse:
        assert found == Split(max(one.gpu_layers for one in fitting))
        return
    if found.gpu_layers == count + 1:
        fewer = Split(count + 1, found.host_expert_layers - 1)
        assert not found.host_expert_layers or not holds(need, parts, fewer, run, budget_bytes=budget)
    else:
        assert found.host_expert_layers == count
        assert found.gpu_layers == max(one.gpu_layers for one in fitting if one.host_expert_layers)


@given(models, st.sampled_from((1024, 32768, 131072)), st.integers(0, 90), st.integers(0, 90), st.sampled_from((1, 4)))
def test_every_byte_lies_somewhere(model: str, context: int, layers: int, experts: int, devices: int) -> None:
    about, run = subject(model), Run(context_tokens=context, devices=devices)
    need, parts = memory_need(about, CALIBRATION, run), parts_of(about, run)
    split = Split(min(layers, parts.layers + 1), min(experts, parts.layers))
    assert sum(parts.cache_bytes) == need.kv_cache_bytes
    assert sum(parts.card_sizes(split)) == parts.card_bytes(split)
    lies = layout(need, parts, split, run)
    assert lies.cards_bytes + lies.main_bytes == need.total_bytes
    assert lies.cards_bytes <= lies.fullest_bytes * devices
    beside = about.weights.embedding_bytes + need.output_bytes
    assert lies.main_bytes >= beside - devices
    shares = host_shares(parts, split, expert_share=about.weights.expert_share, batch=1)
    assert 0 <= shares.layers <= shares.expert_layers <= 1
    assert 0 <= shares.read <= 1
    assert parts.host_weights_bytes(split) + about.weights.embedding_bytes <= about.weights.total_bytes
    everything = layout(need, parts, parts.everything, run)
    assert everything.main_bytes == pytest.approx(beside, abs=devices)


@given(sizes, st.integers(min_value=1, max_value=4))
def test_parts_are_dealt_out_so_that_the_fullest_holds_least(parts: list[int], devices: int) -> None:
    counts = best_counts(parts, devices=devices)
    assert sum(counts) == sum(default_counts(len(parts), devices=devices)) == len(parts)
    cuts = combinations(range(len(parts) + devices - 1), devices - 1)
    every = (
        [upper - lower - 1 for lower, upper in zip((-1, *cut), (*cut, len(parts) + devices - 1), strict=True)]
        for cut in cuts
    )
    least = min(fullest_bytes(parts, one) for one in every)
    assert fullest_bytes(parts, counts) == least
    assert deal(parts, most_bytes=least - 1, devices=devices) is None


def test_layers_of_equal_cards_are_dealt_out_as_llama_cpp_does() -> None:
    assert default_counts(33, devices=2) == (17, 16)
    assert default_counts(81, devices=4) == (21, 20, 20, 20)


@given(
    models, st.integers(min_value=1, max_value=200), st.integers(min_value=1, max_value=60), st.sampled_from((1, 2, 4))
)
def test_more_memory_never_leaves_more_to_the_host(model: str, gib: int, more_gib: int, devices: int) -> None:
    about, run = subject(model), Run(context_tokens=8192, devices=devices)
    need, parts = memory_need(about, CALIBRATION, run), parts_of(about, run)
    shares = []
    for size in (gib, gib + more_gib):
        split = next(iter(place(need, parts, run, budget_bytes=size * GIB)), None)
        moved = split and host_shares(parts, split, expert_share=about.weights.expert_share, batch=1)
        shares.append(moved.read if moved else 1.0)
    assert shares[1] <= shares[0]


def test_layers_count_as_the_engine_counts_them() -> None:
    parts = parts_of(subject(MODELS[0]), Run(context_tokens=4096))
    assert parts.everything == Split(33)
    assert [parts.host_layers(Split(layers)) for layers in (0, 1, 2, 32, 33, 99)] == [32, 32, 31, 1, 0, 0]
    assert parts.card_sizes(Split(0)) == []
    assert parts.card_sizes(Split(1)) == [parts.weights.output_bytes]
    assert len(parts.card_sizes(Split(12))) == 12
    assert chosen_split(parts, gpu_layers=None, host_expert_layers=None) is None
    assert chosen_split(parts, gpu_layers=32, host_expert_layers=20) is None
    assert chosen_split(parts, gpu_layers=8, host_expert_layers=20) == Split(8)


def test_the_table_of_words_is_no_output_layer() -> None:
    weights = subject(MODELS[0]).weights
    parts = parts_of(subject(MODELS[0]), Run(context_tokens=4096))
    assert parts.weights.embedding_bytes == weights.embedding_bytes == round(281.8125 * MIB)
    assert parts.weights.output_bytes == pytest.approx(411 * MIB, rel=0.001)
    tied = parts_of(subject("gemma/gemma-3-27b"), Run(context_tokens=4096))
    assert tied.weights.embedding_bytes == 0
    assert tied.weights.output_bytes > GIB


def test_what_llama_cpp_does_by_itself_is_not_said() -> None:
    about = subject(MODELS[0])
    assert launch_plan(about, Run(context_tokens=8192)).arguments == ("-c", "8192")
    partial_offload = launch_plan(about, Run(context_tokens=8192, threads=6), split=Split(20))
    assert partial_offload.arguments == ("-c", "8192", "-ngl", "20", "-t", "6")
    assert (partial_offload.gpu_layers, partial_offload.host_expert_layers, partial_offload.layers) == (20, 0, 32)
    quantized = CacheSetup(key_type="Q8_0", value_type="Q8_0", sequences=4)
    assert launch_plan(about, Run(context_tokens=8192, cache=quantized)).arguments == (
        *("-c", "8192", "-np", "4", "--kv-unified", "-ctk", "q8_0", "-ctv", "q8_0", "-fa", "on"),
    )
    assert launch_plan(about, Run(context_tokens=8192, devices=2), tensor_split=(17, 16)).arguments[-2:] == (
        "-ts",
        "17,16",
    )
    different = Run(context_tokens=8192, devices=2, cards=(CardShare(CARD, CALIBRATION, None, 0.5),) * 2)
    assert launch_plan(about, different, tensor_split=(30, 3)).arguments[-2:] == ("-ts", "30,3")
    assert launch_plan(subject("gemma/gemma-3-27b"), Run(context_tokens=8192)).arguments == ("-c", "8192", "-np", "1")
    assert launch_plan(subject(SPARSE[0]), Run(context_tokens=512), split=Split(49, 12)).arguments[-2:] == (
        *("--n-cpu-moe", "12"),
    )


def test_a_division_of_ones_own_is_named_where_the_engines_would_not_fit() -> None:
    run = Run(context_tokens=4096, devices=3)
    about = subject("llama/llama-3.3-70b")
    need = memory_need(about, CALIBRATION, run)
    parts = parts_of(about, run)
    best = layout(need, parts, parts.everything, run).fullest_bytes
    named = layout(need, parts, parts.everything, run, budget_bytes=best)
    assert sum(named.tensor_split) == 81
    assert not layout(need, parts, parts.everything, run, budget_bytes=2 * best).tensor_split


@pytest.mark.parametrize(("quant", "mib"), [("Q4_K_M", 3204.0), ("Q4_0", 3744.0), ("Q6_K", 0.0), ("F16", 0.0)])
def test_a_processor_stores_weights_a_second_time(quant: str, mib: float) -> None:
    about = subject(MODELS[0], quant)
    assert reordered_bytes(CPU, about) == mib * MIB
    assert reordered_bytes(CARD, about) == 0
    detected = CPU.changed(vendor="other", architecture="aarch64")
    assert reordered_bytes(detected, about) >= mib * MIB
    assert reordered_bytes(CPU.changed(vendor="other", architecture=None), about) == 0
    assert reordered_bytes(CPU.changed(vector="none"), about) == 0


def test_a_card_does_not_hold_what_stays_beside_it() -> None:
    about, run = subject(MODELS[0]), Run(context_tokens=4096)
    loaded = load(CARD, about, CALIBRATION, run)
    assert [pool.pool for pool in loaded.fit.pools] == ["vram", "ram"]
    assert sum(pool.need_bytes for pool in loaded.fit.pools) == loaded.need.total_bytes
    assert loaded.fit.pools[1].need_bytes == about.weights.embedding_bytes + loaded.need.output_bytes
    assert len(load(CPU, about, CALIBRATION, run).fit.pools) == 1


def test_closing_other_programs_may_be_what_it_takes() -> None:
    about, run = subject(MODELS[0]), Run(context_tokens=4096)
    free = CARD.changed(memory_free_bytes=known(4 * GIB, origin="detected", source="a test"))
    assert load(free, about, CALIBRATION, run).fit.others_closed == "fits"
    assert load(CARD, about, CALIBRATION, run).fit.others_closed is None
    large = subject("llama/llama-3.3-70b")
    assert load(free, large, CALIBRATION, run).fit.others_closed is None


def test_what_a_driver_says_of_an_apple_chip_is_taken_as_it_is() -> None:
    card_id = "socs/apple/m4-10-core"
    chip = gpu_processor(card_id, CATALOG)
    detected = chip.changed(memory_total_bytes=known(11 * GIB, origin="detected", source="a test"))
    about = subject(MODELS[0])
    assert load(detected, about, CALIBRATION, Run(context_tokens=4096)).fit.pools[0].free_bytes == 11 * GIB


def test_of_what_a_system_takes_by_itself_nothing_can_be_closed() -> None:
    """An office PC of 16 GB was told to close 3 GiB of other programs, which were Windows."""
    about, run = subject(MODELS[0]), Run(context_tokens=4096)
    need = load(CPU, about, CALIBRATION, run).need.total_bytes

    def closed(free_bytes: int) -> str | None:
        total = known(free_bytes + 3 * GIB, origin="datasheet", source="a test")
        idle = known(free_bytes, origin="estimated", source="a test")
        one = CPU.changed(memory_total_bytes=total, memory_free_bytes=idle)
        return load(one, about, CALIBRATION, run).fit.others_closed

    assert closed(need - GIB) is None
    assert closed(need + GIB) == "fits"
