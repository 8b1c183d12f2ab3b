"""A coding agent of one person: program, file type and cache are chosen before a part is moved to main memory."""

from typing import Any

import pytest

from advisor.answer.asked.problem import ProblemError
from advisor.answer.judge.light import Paced, light_of
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.serving import ServeAnswer
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.values.range import Range
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()


def chosen(model: str, computer: str, **fields: Any) -> TaskOption:
    question = named_question("coding-agent", model, CATALOG, fields=fields)
    rig = known_computer(CATALOG.computers.find(computer) or "", CATALOG).rig
    option: TaskOption = answer_question(rig, CATALOG, question, candidates=()).chosen
    return option


def settings(option: TaskOption) -> tuple[str, str, str]:
    request = option.request
    return request.engine, getattr(request, "precision", ""), getattr(request, "kv_type", "")


RTX_3090, RTX_3060, TWO_3090 = "PC with RTX 3090", "PC with RTX 3060 12GB", "PC with two RTX 3090"


@pytest.mark.parametrize("precision", ["Q4_K_M", "IQ4_XS", "Q6_K"])
@pytest.mark.parametrize("computer", [RTX_3090, RTX_3060])
def test_a_named_file_type_is_run_by_a_program_that_reads_it_and_on_the_card(computer: str, precision: str) -> None:
    option = chosen("Qwen3 14B", computer, precision=precision)
    assert settings(option)[:2] == ("llama.cpp", precision)
    assert not option.is_cpu


@pytest.mark.parametrize(
    ("model", "computer"), [("Qwen3 32B", RTX_3090), ("Qwen3 8B", RTX_3060), ("Llama 3.3 70B", TWO_3090)]
)
def test_a_smaller_type_or_cache_comes_before_main_memory(model: str, computer: str) -> None:
    option = chosen(model, computer)
    assert option.fit.verdict in ("fits", "tight")
    assert option.rate is not None
    assert option.rate.middle > 2 * 6, "divided they write about 6 tokens a second"


def test_a_good_file_that_is_enough_in_its_middle_is_not_given_up_for_a_light() -> None:
    """With a part in RAM either way IQ3_XXS is a fifth faster, and loses answers."""
    parts = {"cpu": "Ryzen 5 5600", "ram_gib": 32, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"}
    _, rig = named_rig({**parts, "gpus": ["RTX 4060"]}, CATALOG)
    question = named_question("coding-agent", "Qwen3 Coder 30B-A3B", CATALOG)
    found = answer_question(rig, CATALOG, question, candidates=(), is_glance=True)
    assert isinstance(found.chosen, TaskOption)
    assert loss_steps(str(getattr(found.chosen.request, "precision", ""))) == 0
    assert sure(found.light.share).middle >= 1


def test_a_cache_stays_whole_where_it_has_room() -> None:
    assert settings(chosen("Qwen3 14B", RTX_3090, precision="Q4_K_M"))[2] == "f16"


@pytest.mark.parametrize("computer", ["MacBook Pro M5 32GB", "Office PC without graphics card 16GB"])
def test_no_server_for_cards_runs_elsewhere(computer: str) -> None:
    for precision in (None, "IQ4_XS", "bf16", "F16", "fp32"):
        fields = {} if precision is None else {"precision": precision}
        assert settings(chosen("Qwen3 8B", computer, **fields))[0] == "llama.cpp"
    with pytest.raises(ProblemError):
        chosen("Qwen3 8B", computer, precision="AWQ INT4")


def test_what_was_released_in_few_bits_is_called_so() -> None:
    for computer in ("Framework Desktop Ryzen AI Max+ 395 128GB", "PC with RTX 4090"):
        assert "MXFP4" in settings(chosen("gpt-oss-20b", computer))[1]


def agent(computer: str, **fields: Any) -> ServeAnswer:
    answer = chosen("Qwen3 Coder 30B-A3B", computer, **fields).answer
    assert isinstance(answer, ServeAnswer)
    return answer


@pytest.mark.parametrize("computer", [RTX_3090, RTX_3060, "MacBook Pro M5 32GB"])
def test_the_first_prompt_is_read_as_a_whole_and_every_other_one_where_it_goes_on(computer: str) -> None:
    short, long = (agent(computer, precision="Q4_K_M", prompt_tokens=n) for n in (24_000, 48_000))
    assert sure(short.first_prompt_s) > 4 * sure(short.time_to_first_token_s)
    assert sure(long.first_prompt_s) > 1.8 * sure(short.first_prompt_s)
    assert sure(long.time_to_first_token_s) < 2.5 * sure(short.time_to_first_token_s)


@pytest.mark.parametrize(
    ("computer", "precision"),
    [(RTX_3090, "Q4_K_M"), (RTX_3090, "AWQ INT4"), ("Framework Desktop Ryzen AI Max+ 395 128GB", "Q4_K_M")],
)
def test_room_is_kept_for_the_least_context_that_agents_ask_for(computer: str, precision: str) -> None:
    found = {n: agent(computer, precision=precision, kv_type="f16", context=n) for n in (16_384, 32_768, 40_960)}
    usual = agent(computer, precision=precision, kv_type="f16")
    sizes = {n: sure(one.memory).kv_cache_bytes for n, one in found.items()}
    assert sure(usual.memory).kv_cache_bytes == sizes[32_768]
    assert sizes[16_384] == pytest.approx(sizes[32_768] / 2, rel=0.01)
    assert sizes[40_960] == pytest.approx(sizes[32_768] * 1.25, rel=0.01)
    assert sure(usual.first_prompt_s) < sure(found[32_768].first_prompt_s)


def test_room_takes_memory_and_no_time() -> None:
    narrow, wide = (agent(RTX_3090, precision="Q4_K_M", context=n, prompt_tokens=24_000) for n in (24_400, 36_864))
    assert sure(wide.memory).kv_cache_bytes > 1.4 * sure(narrow.memory).kv_cache_bytes
    assert sure(wide.tokens_per_s).middle == pytest.approx(sure(narrow.tokens_per_s).middle)
    assert wide.first_prompt_s == pytest.approx(sure(narrow.first_prompt_s))


def test_where_nothing_is_kept_there_is_no_first_prompt_apart() -> None:
    whole, kept = (agent(RTX_3090, precision="Q4_K_M", **one) for one in ({"cached_tokens": 0}, {}))
    assert whole.first_prompt_s is None
    assert sure(whole.time_to_first_token_s) == pytest.approx(sure(kept.first_prompt_s), rel=0.05)


def test_a_call_is_written_as_fast_however_much_of_its_prompt_is_new() -> None:
    few, many = (sure(agent(RTX_3090, new_tokens=n, precision="Q4_K_M").tokens_per_s).middle for n in (500, 8000))
    assert few == pytest.approx(many)


def test_a_first_prompt_of_many_minutes_is_slow_although_each_step_is_not() -> None:
    card = CATALOG.other_workloads["coding-agent"]
    paced = Paced(Range.exactly(60.0), Range.exactly(5.0), first_prompt_s=Range.exactly(600.0))
    light = light_of(card, paced, "fits")
    assert (light.usability, light.held_by) == ("slow", "first_prompt")
