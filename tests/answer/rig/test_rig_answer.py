import sys
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest

from advisor.answer.asked.problem import ProblemError
from advisor.answer.text.text_answer import answer_text
from advisor.answer.which_device.candidates import candidate_ids
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.name_key import model_key, without_active
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB
from advisor.predict.model.subject import Run
from tests.fakes.said import said
from tests.fakes.sure import sure

CATALOG = load_catalog()
CARD_ID = "gpus/nvidia/rtx-4090"
CPU_ID = CATALOG.cpus.find("Ryzen 9 7950X") or pytest.fail("no card of the CPU")


def gib(amount: float) -> object:
    return known(round(amount * GIB), origin="detected", source="a test")


def cpu(amount: float = 64) -> Processor:
    described = cpu_processor(CPU_ID, CATALOG)
    return described.changed(id="cpu", card=None, memory_total_bytes=gib(amount), memory_free_bytes=gib(amount - 8))


def gpu(index: int = 0, free: float = 23) -> Processor:
    card = gpu_processor(CARD_ID, CATALOG)
    return card.changed(id=f"gpu{index}", memory_free_bytes=gib(free))


def ask(
    *processors: Processor,
    model: str = "llama/llama-3.1-8b",
    quant: str = "Q4_K_M",
    candidates: tuple[str, ...] | None = None,
    **fields: Any,
) -> TextAnswer:
    run = Run(**{"context_tokens": 8192, "prompt_tokens": 512, "depth_tokens": 0, "generated_tokens": 256, **fields})
    rig = Rig(name="a rig", processors=processors)
    return answer_text(rig, model_id=model, quant=quant, catalog=CATALOG, run=run, candidates=candidates)


def test_a_card_that_holds_the_model_is_chosen() -> None:
    answer = ask(cpu(), gpu())
    assert answer.chosen.processor_id == "gpu0"
    assert answer.chosen.fit.verdict == "fits"
    assert answer.offloaded is None
    assert [one.processor_id for one in answer.options] == ["cpu", "gpu0"]
    assert answer.cpu
    assert sure(answer.cpu.decode.tokens_per_s).middle < (sure(answer.chosen.decode.tokens_per_s).middle or 0) / 5


def test_sweeps_fall_and_tell_where_the_memory_is_full() -> None:
    answer = ask(cpu(), gpu(free=10))
    assert [one.processor_id for one in answer.sweeps] == ["gpu0", "cpu"]
    for one in answer.sweeps:
        speeds = [sure(point.tokens_per_s).middle or 0.0 for point in one.points]
        assert len(speeds) == 17
        assert speeds == sorted(speeds, reverse=True)
        assert all(sure(point.tokens_per_s).low <= sure(point.tokens_per_s).middle for point in one.points)
    assert answer.largest_context_tokens == answer.sweeps[0].fits_tokens
    assert 8192 < (answer.largest_context_tokens or 0) < 131072
    assert ask(cpu(), gpu(free=10), context_tokens=answer.largest_context_tokens or 0).chosen.fit.spare_bytes or 0 >= 0


def test_the_longest_context_is_not_what_was_asked_where_nobody_states_it() -> None:
    """ "Longest context that fits" repeated the slider: 4,096 tokens of a small model on a card of 24 GiB."""
    card = CATALOG.models["llama/llama-3.1-8b"]
    nameless = card.changed(shape=sure(card.shape).changed(context_tokens=None))
    catalog = replace(CATALOG, models=CardIndex({"llama/llama-3.1-8b": nameless}, model_key, without_active))
    rig = Rig(name="a rig", processors=(cpu(), gpu(free=10)))
    run = Run(context_tokens=4096, prompt_tokens=512, depth_tokens=0, generated_tokens=256)
    answers = [
        answer_text(rig, model_id="llama/llama-3.1-8b", quant="Q4_K_M", catalog=catalog, run=asked)
        for asked in (run, replace(run, context_tokens=8192))
    ]
    stated = ask(cpu(), gpu(free=10)).largest_context_tokens
    assert [one.largest_context_tokens for one in answers] == [stated, stated]


def test_a_card_that_is_too_small_works_together_with_the_processor() -> None:
    answer = ask(cpu(), gpu(), model="llama/llama-3.3-70b")
    assert answer.offloaded is not None
    assert answer.chosen == answer.offloaded
    assert answer.cpu
    assert sure(answer.offloaded.decode.tokens_per_s).middle > sure(answer.cpu.decode.tokens_per_s).middle
    assert [pool.pool for pool in answer.offloaded.fit.pools] == ["vram", "ram"]
    assert sure(answer.sweeps[0].points[0].tokens_per_s).middle == pytest.approx(
        sure(answer.offloaded.decode.tokens_per_s).middle, rel=0.05
    )
    assert answer.sweeps[0].fits_tokens is None, "the curve is of the division for the context that was asked about"


def test_the_longest_context_of_a_divided_model_is_the_one_that_card_and_memory_hold_together() -> None:
    answer = ask(cpu(), gpu(), model="llama/llama-3.3-70b")
    longest = answer.largest_context_tokens or 0
    assert answer.context_tokens <= longest <= 131072
    assert ask(cpu(), gpu(), model="llama/llama-3.3-70b", context_tokens=longest).chosen.fit.verdict == "spills"
    if longest < 131072:
        more = ask(cpu(), gpu(), model="llama/llama-3.3-70b", context_tokens=longest + 256)
        assert more.chosen.fit.verdict == "too_big"


def test_two_cards_hold_together_what_one_does_not() -> None:
    answer = ask(cpu(), gpu(0), gpu(1), model="llama/llama-3.3-70b")
    assert answer.chosen.processor_name.startswith("2 x ")
    assert answer.chosen.fit.verdict == "fits"
    assert len(answer.options) == 3


def test_a_card_without_a_driver_is_shown_but_not_used() -> None:
    blocked = gpu().changed(blocked=reason("no_driver_serves"))
    answer = ask(cpu(), blocked)
    assert answer.chosen.processor_id == "cpu"
    assert [one.processor_id for one in answer.options] == ["cpu", "gpu0"]
    assert "would_reach" in said(*answer.options[1].notes)
    assert not answer.chosen.notes
    assert [one.processor_id for one in answer.sweeps] == ["cpu"]
    assert ask(cpu(), blocked, gpu(1)).chosen.processor_id == "gpu1"


RIGS = {
    "two large cards": (cpu(), gpu(0), gpu(1)),
    "a small card": (cpu(32), gpu(0, free=7)),
    "two unlike cards": (cpu(), gpu(0, free=7), gpu(1, free=15)),
    "three cards, little memory": (cpu(24), gpu(0), gpu(1), gpu(2)),
    "little memory": (cpu(16), gpu(0, free=11)),
    "no card": (cpu(32),),
}


@pytest.mark.broad
@pytest.mark.parametrize("rig", RIGS)
@pytest.mark.parametrize(
    "model", ["hermes/hermes-4-70b", "llama/llama-3.1-8b", "qwen/qwen3-30b-a3b", "gpt-oss/gpt-oss-120b"]
)
def test_a_longer_context_is_never_faster_on_a_rig(rig: str, model: str) -> None:
    quant = CATALOG.models[model].native_quant or "Q4_K_M"
    fastest, held = float("inf"), True
    for context in (2048, 4096, 8192, 12288, 16384, 24576, 32768, 65536, 98304, 131072):
        answer = ask(*RIGS[rig], model=model, quant=quant, context_tokens=context, candidates=())
        one = answer.chosen
        holds = one.fit.verdict in ("fits", "tight") or one == answer.offloaded
        assert held or not holds
        if holds:
            assert 0 < sure(one.decode.tokens_per_s).middle <= fastest
            assert all(pool.free_bytes is None or pool.need_bytes <= pool.free_bytes for pool in one.fit.pools)
            fastest = sure(one.decode.tokens_per_s).middle or 0
        else:
            assert one.fit.verdict == "too_big"
        held = holds


def test_two_cards_that_are_too_small_together_both_work_beside_the_processor() -> None:
    answer = ask(cpu(), gpu(0), gpu(1), model="llama/llama-3.3-70b", context_tokens=65536)
    assert answer.chosen.processor_name.startswith("2 x ")
    assert answer.chosen == answer.offloaded


def test_a_card_that_is_just_too_small_is_never_faster_than_one_that_is_not() -> None:
    model, best = "llama/llama-3.1-8b", float("inf")
    for free in (24, 12, 8, 7, 6.8, 6.6, 6.4, 6.2, 6, 5.8, 5.6, 5.4, 5.2, 5, 4):
        speed = sure(
            ask(cpu(), gpu(free=free), model=model, context_tokens=4096, candidates=()).chosen.decode.tokens_per_s
        ).middle
        assert 0 < (speed or 0) <= best
        best = speed or 0


def test_cards_of_which_only_whole_layers_are_too_much_still_share_with_the_processor() -> None:
    moonlight: dict[str, Any] = {"model": "kimi/moonlight-16b-a3b", "quant": "Q8_0", "candidates": ()}
    for free in (10.2, 10.0, 9.8, 9.6, 9.4, 9.2, 9.0, 8.8):
        answer = ask(cpu(), gpu(0, free=free), gpu(1, free=free), **moonlight)
        assert answer.chosen.processor_name.startswith("2 x ")
        assert answer.chosen.fit.verdict in ("fits", "tight") or answer.chosen == answer.offloaded


def test_a_rig_without_a_card_runs_on_the_processor() -> None:
    answer = ask(cpu())
    assert answer.chosen.processor_id == "cpu"
    assert len(answer.sweeps) == len(answer.rooflines) == 1


def test_nothing_holds_the_model_and_the_answer_says_so() -> None:
    answer = ask(cpu(16), gpu(), model="deepseek/deepseek-v3")
    assert answer.chosen.fit.verdict == "too_big"
    assert answer.offloaded is None
    assert "main_memory" not in {term.name for term in answer.chosen.decode.terms}


def test_rooflines_lie_under_their_ceilings() -> None:
    for line in ask(cpu(), gpu()).rooflines:
        assert line.bandwidth_bytes_per_s
        assert line.decode_flop_per_s
        assert line.decode_flop_per_s <= line.bandwidth_bytes_per_s * line.decode_flop_per_byte
        assert line.prefill_flop_per_byte > line.decode_flop_per_byte


def test_a_roof_tells_what_it_counts() -> None:
    kinds = {line.processor_id: line.peak_kind for line in ask(cpu(), gpu()).rooflines}
    assert kinds == {"cpu": "prompts", "gpu0": "matrix"}


def test_candidates_are_other_current_cards_that_hold_the_model() -> None:
    answer = ask(cpu(), gpu())
    names = [one.processor_id for one in answer.candidates]
    assert 2 <= len(names) <= 3
    assert CARD_ID not in names
    assert all(one.fit.verdict == "fits" for one in answer.candidates)
    chosen = candidate_ids(CATALOG, need_bytes=round(500 * GIB))
    assert len(chosen) == 3


def test_given_candidates_are_taken_and_none_means_none() -> None:
    rig, run = Rig(name="a rig", processors=(cpu(), gpu())), Run(8192, 512, 0, 256)
    for ids in ((), ("gpus/nvidia/rtx-3090",)):
        answer = answer_text(
            rig,
            model_id="llama/llama-3.1-8b",
            quant="Q4_K_M",
            run=run,
            catalog=CATALOG,
            candidates=ids,
        )
        assert tuple(one.processor_id for one in answer.candidates) == ids


def test_an_unknown_model_is_a_problem() -> None:
    with pytest.raises(ProblemError):
        ask(cpu(), model="no/such")


def test_an_answer_is_short_enough_work_for_a_knob() -> None:
    calls = 0

    def count(_frame: FrameType, event: str, _value: object) -> None:
        nonlocal calls
        calls += event == "call"

    ask(cpu(), gpu())
    sys.setprofile(count)
    try:
        ask(cpu(), gpu(), depth_tokens=500)
    finally:
        sys.setprofile(None)
    assert 0 < calls < 12_000, "about a microsecond each"


def test_candidates_beside_an_owned_card_are_more_than_it() -> None:
    own = CATALOG.gpus["gpus/nvidia/rtx-4070-super"]
    chosen = candidate_ids(CATALOG, need_bytes=round(5 * GIB), owned=("gpus/nvidia/rtx-4070-super",))
    assert len(chosen) == 3
    for card in map(CATALOG.gpus.__getitem__, chosen):
        more_memory = (card.memory_gib or 0) > (own.memory_gib or 0)
        assert more_memory or (card.bandwidth_gb_per_s or 0) > (own.bandwidth_gb_per_s or 0)


@pytest.mark.parametrize("owned", ["gpus/nvidia/rtx-4090", "gpus/nvidia/rtx-5090"])
def test_beside_one_of_the_largest_cards_the_largest_are_candidates(owned: str) -> None:
    chosen = candidate_ids(CATALOG, need_bytes=round(5 * GIB), owned=(owned,))
    assert len(chosen) == 3
    assert owned not in chosen
    assert all((CATALOG.gpus[one].memory_gib or 0) >= 20 for one in chosen)
