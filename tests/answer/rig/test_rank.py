"""Which model comes first on a rig, at which quantization, and that the figures are those of `predict`."""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from advisor.advice.assembled import assembled
from advisor.answer.asked.problem import ProblemError
from advisor.answer.request.request import answer_request
from advisor.answer.rig.rank import best_first, each_of_best, first_current, rank_current, rank_models, ranker
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import answer_question, task_models, usual_question
from advisor.answer.text.execution_targets import distinct_targets, execution_targets
from advisor.answer.text.one_setting import Setting
from advisor.answer.text.run_option import RunOption
from advisor.answer.text.setting import Chooser
from advisor.answer.which_device.room import leaves_room
from advisor.answer.which_model.published_forms import GOOD_FORMS, VERY_LARGE_FORMS, WORSE_FORMS, loss_steps
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.answers.usability import ENOUGH_SHARE
from advisor.facts.cards.card import month_of
from advisor.facts.kept.profile import Profile
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GIB
from tests.fakes.known_computers import known_computer
from tests.fakes.rigs import laptop
from tests.fakes.sure import sure

CATALOG = load_catalog()
CARD_ID = "gpus/nvidia/rtx-4090"
CPU_ID = CATALOG.cpus.find("Ryzen 9 7950X") or pytest.fail("no card of the CPU")


def cpu(amount_gib: float = 64, **fields: Any) -> Processor:
    size = known(round(amount_gib * GIB), origin="detected", source="a test")
    card = cpu_processor(CPU_ID, CATALOG)
    return card.changed(memory_total_bytes=size, memory_free_bytes=size, **fields)


def gpu() -> Processor:
    return gpu_processor(CARD_ID, CATALOG)


RANKED: dict[str, tuple[Ranked, ...]] = {}
"""All models take a second, and many tests ask the same."""


def ranked(*processors: Processor, workload_id: str = "chat") -> tuple[Ranked, ...]:
    asked = f"{workload_id} {processors}"
    if asked not in RANKED:
        RANKED[asked] = rank_models(Rig(name="a rig", processors=processors), CATALOG, workload_id=workload_id)
    return RANKED[asked]


def option(one: Ranked) -> RunOption:
    assert isinstance(one.way, Setting)
    return one.way.option


def settled(one: Ranked) -> Setting:
    assert isinstance(one.way, Setting)
    return one.way


def with_gpu(workload_id: str = "chat") -> tuple[Ranked, ...]:
    return ranked(cpu(), gpu(), workload_id=workload_id)


def on_processor() -> tuple[Ranked, ...]:
    return ranked(cpu())


@pytest.mark.broad
@pytest.mark.parametrize("rank", [with_gpu, on_processor, partial(with_gpu, "long-documents")])
def test_every_model_is_listed_once_the_useful_ones_first(rank: Callable[[], tuple[Ranked, ...]]) -> None:
    found = rank()
    assert sorted(one.model_id for one in found) == sorted(CATALOG.models)
    current = [one for one in found if not one.older]
    assert list(found[: len(current)]) == current
    useful = [one.light_is_useful and not one.is_weak for one in current]
    assert useful == sorted(useful, reverse=True)
    assert {"great", "slow", "wont_run"} <= {one.usability for one in found}
    for one in found:
        assert one.usability == one.light.usability
        does_not_fit = option(one).result.fit.verdict == "too_big" or one.light.held_by == "context"
        assert (one.usability == "wont_run") == does_not_fit
        if one.light.is_useful:
            enough = CATALOG.workloads["chat"].enough_tokens_per_s or 0
            assert sure(option(one).result.decode.tokens_per_s).middle >= ENOUGH_SHARE * enough


@pytest.mark.parametrize("processors", [(cpu(), gpu()), (cpu(2),)])
def test_current_models_stand_as_in_the_whole_ranking(processors: tuple[Processor, ...]) -> None:
    whole = ranked(*processors)
    current, folded = rank_current(Rig(name="a rig", processors=processors), CATALOG, workload_id="chat")
    assert [one.model_id for one in current] == [one.model_id for one in whole if not one.older]
    assert folded == sum(one.older for one in whole)


def is_great_inside(one: Ranked) -> bool:
    return option(one).fit.verdict == "fits" and one.usability == "great"


def test_what_does_not_run_is_ordered_by_what_is_missing() -> None:
    for older in (False, True):
        last = [one for one in on_processor() if one.usability == "wont_run" and one.older is older]
        missing = [-(option(one).result.fit.spare_bytes or 0) for one in last]
        assert missing == sorted(missing)


def test_the_same_figures_as_predict() -> None:
    in_card = [one for one in with_gpu() if option(one).processor.kind == "gpu" and is_great_inside(one)]
    assert len(in_card) > 50
    for one in in_card[::9]:
        estimate = option(one).result
        request = {
            "device": "RTX 4090",
            "model": one.model.name,
            "quant": estimate.quant,
            "context_tokens": estimate.context_tokens,
            "prompt_tokens": estimate.prompt_tokens,
            "depth_tokens": estimate.depth_tokens,
            "generated_tokens": estimate.generated_tokens,
        }
        answer = answer_request(request, CATALOG)
        assert answer.fit == estimate.fit.verdict
        assert sure(answer.tokens_per_s).middle == pytest.approx(sure(estimate.decode.tokens_per_s).middle)
        assert sure(answer.tokens_per_s).low == pytest.approx(sure(estimate.decode.tokens_per_s).low)
        assert answer.limit == estimate.decode.limit
        assert answer.memory
        assert answer.memory.total_bytes == estimate.memory.total_bytes


@pytest.mark.broad
def test_more_memory_never_lowers_the_quantization_of_a_model_in_use() -> None:
    larger = {one.model_id: one for one in ranked(cpu(256))}
    steps = {quant: step for step, quant in enumerate((*GOOD_FORMS, *WORSE_FORMS))}
    for one in on_processor():
        other = larger[one.model_id]
        assert other.light.place <= one.light.place or other.light.is_useful
        if is_great_inside(one) and option(one).result.quant in steps:
            assert steps[option(other).result.quant] <= steps[option(one).result.quant]


def test_a_last_resort_only_where_four_bits_cannot_be_used() -> None:
    reduced = [one for one in ranked(gpu()) if is_great_inside(one) and option(one).result.quant in WORSE_FORMS]
    assert reduced
    assert all(option(one).result.fit.pools[0].pool == "vram" for one in reduced)
    full = [one for one in with_gpu() if option(one).result.quant == GOOD_FORMS[0]]
    assert len(full) > 50


@pytest.mark.broad
def test_newer_models_of_a_size_come_first_and_the_use_counts() -> None:
    chat = [one.model_id for one in with_gpu()]
    coding = [one.model_id for one in ranked(cpu(), gpu(), workload_id="coding")]
    assert chat.index("qwen/qwen3.8-27b") < chat.index("qwen/qwen3-32b") < chat.index("qwen/qwen2.5-32b")
    coder = "qwen/qwen3-coder-30b-a3b"
    assert coding.index(coder) < chat.index(coder)


def test_a_model_of_very_few_bits_comes_after_newer_ones_of_its_size() -> None:
    """Ternary Bonsai 8B, of April 2026, is Qwen3 8B trained to weights of three values."""
    chat = [one.model_id for one in with_gpu()]
    assert chat.index("qwen/qwen3.5-9b") < chat.index("bonsai/ternary-bonsai-8b")


def test_a_rig_of_unknown_speed_is_ranked_by_fit() -> None:
    nothing = unknown(told("not measured"))
    found = ranked(cpu(bandwidth_bytes_per_s=nothing))
    assert {one.usability for one in found} == {"unknown", "wont_run"}
    assert all(option(one).result.decode.tokens_per_s is None for one in found)
    untimed = [one for one in found if one.usability == "unknown" and one.model.native_quant is None]
    assert {option(one).result.quant for one in untimed if leaves_room(option(one).fit)} <= {
        "Q4_K_M",
        "IQ4_XS",
        *WORSE_FORMS,
        *VERY_LARGE_FORMS,
    }
    usual = next(one for one in untimed if one.model_id == "qwen/qwen3-8b")
    assert option(usual).result.quant == "Q4_K_M"


def test_the_longest_conversation_fits_and_a_longer_one_does_not() -> None:
    for one in itertools.islice((one for one in with_gpu() if is_great_inside(one)), 0, 60, 13):
        longest, model = one.largest_context_tokens or 0, one.model
        most = model.shape.context_tokens if model.shape else None
        if most is None:
            assert one.largest_context_tokens is None, "what was asked about is no limit of the model"
            continue
        assert longest >= option(one).result.context_tokens
        assert most is None or longest <= most


def test_a_rig_without_processors_is_refused() -> None:
    with pytest.raises(ProblemError, match="no_processor"):
        ranked()


def card_of_12_gb() -> tuple[Ranked, ...]:
    return ranked(cpu(32), gpu_processor("gpus/nvidia/rtx-3060-12gb", CATALOG))


def test_divided_mixtures_compete_with_what_fits_a_card() -> None:
    first = [one.model_id for one in card_of_12_gb()[:10]]
    assert {"gpt-oss/gpt-oss-20b", "qwen/qwen3.6-35b-a3b", "gemma/gemma-4-26b-a4b"} <= set(first)
    divided = [one for one in card_of_12_gb()[:10] if option(one).fit.verdict == "spills"]
    assert len(divided) > 3
    assert all(sure(one.light.share).middle >= 1 for one in divided)


def test_old_models_are_folded_and_far_behind() -> None:
    found = card_of_12_gb()
    newest = max(month_of(card.released) for card in CATALOG.models.values())
    assert all(newest - month_of(one.model.released) <= 24 for one in found[:50])
    ids = [one.model_id for one in found]
    assert ids.index("gpt2/gpt2") > 150
    assert next(one for one in found if one.model_id == "gpt2/gpt2").older


def test_nothing_is_folded_where_only_older_models_are_of_use() -> None:
    old = [one for one in card_of_12_gb() if one.older and one.light_is_useful]
    assert not any(one.older for one in best_first(old))


def test_a_tiny_model_is_not_better_for_being_fast() -> None:
    found = {one.model_id: place for place, one in enumerate(card_of_12_gb())}
    assert found["gemma/gemma-4-12b"] < found["qwen/qwen3.5-2b"] < found["smollm/smollm2-135m"]


def test_coders_lead_coding_and_not_chat() -> None:
    chat = [one.model for one in card_of_12_gb()[:6]]
    card = gpu_processor("gpus/nvidia/rtx-3060-12gb", CATALOG)
    coding = [one.model for one in ranked(cpu(32), card, workload_id="coding")[:6]]
    assert all("chat" in model.good_for for model in chat)
    assert sum("coding" in model.good_for for model in coding) > 3
    assert any("chat" not in model.good_for for model in coding[:3])


def test_a_model_too_weak_for_the_work_stands_behind_slow_ones() -> None:
    found = [one for one in ranked(cpu(32), workload_id="coding") if not one.older]
    weak = next(place for place, one in enumerate(found) if one.is_weak and not one.light_is_useful)
    slow = next(place for place, one in enumerate(found) if one.usability == "slow" and not one.is_weak)
    assert slow < weak


def test_a_model_too_weak_for_the_work_is_not_of_use_however_fast() -> None:
    found = [one for one in ranked(cpu(32), gpu(), workload_id="coding") if one.is_weak]
    assert any(one.is_held_by_model for one in found)
    for one in found:
        assert one.usability == one.light.usability
        assert not (one.is_held_by_model and one.light.is_useful)
        assert one.is_held_by_model == (one.light.held_by == "model")


def test_what_leaves_other_programs_their_memory_stands_before_what_takes_it() -> None:
    """Of 8 GB macOS grants 5.3 GiB to the graphics; other programs hold some of that now."""
    size = {"memory_total_bytes": 8 * GIB, "memory_free_bytes": round(4.8 * GIB)}
    facts = {name: known(one, origin="detected", source="a test") for name, one in size.items()}
    card_id = sure(CATALOG.gpus.find("M1 8-core"))
    apple = gpu_processor(card_id, CATALOG).changed(**facts)
    found = [one for one in ranked(cpu(8), apple) if not (one.older or one.is_weak or one.is_discouraged)]
    squeezed = [one.way.is_squeezed for one in found if isinstance(one.way, Setting) and one.light_is_useful]
    assert any(squeezed)
    assert squeezed == sorted(squeezed)
    need = CATALOG.workloads["chat"].context_tokens
    for one in found:
        if isinstance(one.way, Setting) and one.light_is_useful and one.way.is_held:
            most = sure(one.model.shape).context_tokens
            assert most is None or (one.largest_context_tokens or 0) >= min(need, most)


@pytest.mark.broad
def test_qlora_that_is_advised_against_is_not_recommended_first() -> None:
    """Of mixtures of experts but those released in 4 bits, and of what a card says so of; LoRA is not meant."""
    card = gpu_processor("gpus/nvidia/rtx-3090", CATALOG)
    found = [one for one in ranked(cpu(64), card, workload_id="fine-tune-qlora") if not one.older]
    told = {one.model.name: one.is_discouraged for one in found}
    assert told["Qwen3.6 35B-A3B"]
    assert told["Qwen3.5 9B"]
    assert not told["gpt-oss 20B"]
    assert not told["Qwen3.8 27B"]
    useful = [one.is_discouraged for one in found if one.light_is_useful and not one.is_weak]
    assert useful == sorted(useful)
    assert not any(one.is_advised_against for one in ranked(cpu(64), card, workload_id="fine-tune-lora"))


def test_a_file_that_only_its_makers_program_reads_is_no_matter_where_it_is_trained() -> None:
    """LoRA begins with the weights as they were trained: no GGUF is read."""
    rig = Rig(name="a rig", processors=(cpu(16), gpu_processor("gpus/nvidia/rtx-3090", CATALOG)))
    own = {one for one, model in CATALOG.models.items() if model.own_program}
    for workload_id, is_counted in (("chat", True), ("serve-a-team", True), ("fine-tune-lora", False)):
        rank = ranker(rig, CATALOG, workload_id)
        found = [rank(one, CATALOG.models[one]) for one in own]
        assert found
        assert all((one.own_program is not None) == is_counted for one in found)


@pytest.mark.broad
@pytest.mark.parametrize("workload_id", CATALOG.other_workloads)
def test_every_task_ranks_all_models_that_can_do_it(workload_id: str) -> None:
    found = ranked(cpu(), gpu(), workload_id=workload_id)
    assert {one.model_id for one in found} == set(task_models(CATALOG.other_workloads[workload_id], CATALOG))
    assert found[0].light.is_useful
    assert not found[0].older
    useful = [one.light_is_useful and not one.is_weak for one in found if not one.older]
    assert useful == sorted(useful, reverse=True)
    for one in found[:5]:
        assert isinstance(one.way, TaskOption)
        assert one.way.light == one.light


def test_a_task_is_ranked_as_it_is_answered() -> None:
    rig = Rig(name="a rig", processors=(cpu(), gpu()))
    for one in ranked(cpu(), gpu(), workload_id="pictures")[:8]:
        answer = answer_question(rig, CATALOG, usual_question("pictures", CATALOG, one.model.name), candidates=())
        assert answer.chosen == one.way


@pytest.mark.broad
@pytest.mark.parametrize("workload_id", ["chat", "coding", "pictures", "speech", "fine-tune-qlora"])
@pytest.mark.parametrize("processors", [(cpu(16),), (cpu(), gpu())], ids=["processor", "card"])
def test_the_first_models_alone_are_those_of_the_whole_ranking(
    processors: tuple[Processor, ...], workload_id: str
) -> None:
    rig = Rig(name="a rig", processors=processors)
    steps = tuple(each_of_best(rig, CATALOG, workload_id=workload_id, count=3))
    found = [one for one in steps if one is not None]
    whole = ranked(*processors, workload_id=workload_id)
    assert [(one.model_id, one.light) for one in found] == [(one.model_id, one.light) for one in whole[:3]]
    assert len(steps) <= len(whole) + 3


def test_the_first_models_are_found_without_asking_most_others() -> None:
    rig = Rig(name="a rig", processors=(cpu(), gpu()))
    steps = tuple(each_of_best(rig, CATALOG, workload_id="chat", count=3))
    assert len(steps) < len(CATALOG.models) / 4


def test_a_file_is_chosen_for_the_thinking_that_is_asked_for() -> None:
    model = CATALOG.models["qwen/qwen3-8b"]
    assert model.thinking is not None
    assert model.thinking.habit == "unless_switched_off"
    chooser = Chooser(Rig(name="a rig", processors=(cpu(),)), CATALOG, CATALOG.workloads["chat"])
    with_it, without = chooser.best(model, thinking="on").light, chooser.best(model, thinking="off").light
    assert (with_it.thinks, without.thinks) == (True, False)
    assert sure(with_it.answer_s).middle > 2 * sure(without.answer_s).middle


@pytest.mark.broad
@pytest.mark.parametrize("workload_id", ["chat", "coding", "pictures"])
@pytest.mark.parametrize("count", [1, 12, 400])
def test_the_first_of_the_current_are_the_same_as_of_all(workload_id: str, count: int) -> None:
    slow = assembled(Profile(machine=laptop()), CATALOG).rig.processors
    for processors in ((cpu(), gpu()), (cpu(1),), slow):
        rig = Rig(name="a rig", processors=processors)
        current, folded = rank_current(rig, CATALOG, workload_id=workload_id)
        first, left_out = first_current(rig, CATALOG, workload_id=workload_id, count=count)
        assert [one.model_id for one in first] == [one.model_id for one in current[:count]]
        assert left_out == folded


def test_equal_cards_are_asked_once_and_together() -> None:
    pair = (gpu().changed(id="gpu0"), gpu().changed(id="gpu1"))
    targets = execution_targets(Rig(name="a rig", processors=(cpu(), *pair)), CATALOG)
    found = distinct_targets(targets)
    assert [(one.processor.id, one.devices) for one in found[:2]] == [(cpu().id, 1), ("gpu0", 1)]
    assert [one.devices for one in found[2:]] == [2]
    fuller = pair[1].changed(memory_free_bytes=known(GIB, origin="detected", source="a test"))
    targets = execution_targets(Rig(name="a rig", processors=(cpu(), pair[0], fuller)), CATALOG)
    assert distinct_targets(targets) == targets


def test_a_file_of_clear_loss_leads_only_where_it_is_clearly_ahead() -> None:
    """On 128 GB of shared memory a model of 3 bits that is hardly ahead gives way to those of four and more."""
    rig = known_computer("computers/framework/desktop-395-128gb", CATALOG).rig
    found = [one for one in rank_models(rig, CATALOG, workload_id="chat") if not one.older]
    assert loss_steps(settled(found[0]).quant) == 0
    worse = next(one for one in found if loss_steps(settled(one).quant))
    ahead = found[: found.index(worse)]
    assert worse.light_is_useful
    assert any(one.able < worse.able for one in ahead)


def test_a_divided_model_that_fills_the_ram_to_its_reserve_is_not_great() -> None:
    """The whole machine counts: where RAM may not hold the rest other programs have to be closed."""
    lights = {}
    for gib in (32, *(size / 4 for size in range(160, 200)), 64):
        found = Chooser(Rig(name="a rig", processors=(cpu(gib), gpu())), CATALOG, CATALOG.workloads["chat"])
        one = found.at(CATALOG.models[CATALOG.models.find("gpt-oss 120B") or ""], "MXFP4_MOE")
        lights[gib] = (one.usability, one.option.fit.verdict, one.light.held_by)
    assert list(dict.fromkeys(light for light, _, _ in lights.values())) == ["wont_run", "fine", "great"]
    assert {held for light, verdict, held in lights.values() if light == "fine" and verdict == "spills"} == {"memory"}
