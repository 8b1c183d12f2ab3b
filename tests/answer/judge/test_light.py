"""The light: what is great, fine, slow, unknown, and what will not run."""

from typing import Any

import pytest

from advisor.answer.judge.light import Paced, light_of
from advisor.answer.judge.thinking import Thought
from advisor.answer.request.request import answer_request
from advisor.answer.rig.rank import rank_models
from advisor.answer.tasks.ask import answer_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.answers.estimate import Verdict
from advisor.facts.answers.usability import USABILITIES, Usability
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import Range
from advisor.predict.worth.verdict import Case, decide
from tests.fakes.sure import sure

CATALOG = load_catalog()
CHAT = CATALOG.workloads["chat"]
ANSWER_TOKENS = 256


def paced(low: float, middle: float, high: float, *, first_s: float = 1.0) -> Paced:
    return Paced(Range(low, middle, high), Range.exactly(first_s), ANSWER_TOKENS)


@pytest.mark.parametrize(
    ("how", "verdict", "expected"),
    [
        (paced(4, 10, 16), "fits", "great"),
        (paced(5, 9.9, 16), "fits", "fine"),
        (paced(4.2, 5, 8), "fits", "fine"),
        (paced(4.5, 4.6, 7), "fits", "fine"),
        (paced(4.5, 4.59, 7), "fits", "slow"),
        (paced(2.2, 4.9, 7.6), "fits", "slow"),
        (paced(3, 7, 8), "fits", "fine"),
        (paced(2.9, 7, 8), "fits", "slow"),
        (paced(5, 9.96, 16), "fits", "great"),
        (paced(20, 40, 60), "tight", "fine"),
        (paced(8, 10, 12, first_s=10.4), "fits", "great"),
        (paced(8, 10, 12, first_s=13), "fits", "fine"),
        (paced(8, 10, 12, first_s=16), "fits", "slow"),
        (paced(20, 40, 60, first_s=14), "fits", "great"),
        (paced(20, 40, 60, first_s=16), "fits", "fine"),
        (paced(20, 40, 60, first_s=26), "fits", "slow"),
        (None, "fits", "unknown"),
        (paced(20, 40, 60), "unknown", "unknown"),
        (paced(20, 40, 60), "too_big", "wont_run"),
        (None, "too_big", "wont_run"),
    ],
)
def test_a_chat_is_judged_by_pace_wait_and_room(how: Paced | None, verdict: Verdict, expected: Usability) -> None:
    assert light_of(CHAT, how, verdict).usability == expected


@pytest.mark.parametrize("workload_id", ["chat", "coding", "long-documents"])
def test_no_light_falls_from_great_to_slow_at_once(workload_id: str) -> None:
    workload = CATALOG.workloads[workload_id]
    for pace in (1.0, 2.0, 5.0):
        rate = pace * (workload.enough_tokens_per_s or 0.0)
        waits = (1.05**step for step in range(200))
        found = [light_of(workload, paced(0.9 * rate, rate, 1.1 * rate, first_s=one), "fits").place for one in waits]
        assert found == sorted(found)
        assert set(found) >= set(range(found[0], USABILITIES.index("slow") + 1))


def test_a_whole_answer_that_is_sooner_there_has_no_worse_light_for_a_second_of_waiting() -> None:
    """A mixture on six cores: in eight bits the first word after 8.5 s and all after 34 s, in four 13 s and 29 s."""
    quick, slow = (
        light_of(CHAT, paced(0.8 * rate, rate, 1.2 * rate, first_s=first_s), "fits")
        for rate, first_s in ((16, 13), (10, 8.5))
    )
    assert quick.place <= slow.place


def test_the_light_and_the_verdict_about_money_draw_the_same_line() -> None:
    """Whether what is here is enough is asked twice; a 70B at 4.9 tokens/s that may be 2.2 was fine, and "enough"."""
    for low in (0.3, 0.5, 0.7, 0.9):
        for middle in (0.92, 0.98, 1.2, 1.7):
            share = Range(low, middle, 2.0)
            light = light_of(CHAT, paced(5 * low, 5 * middle, 10), "fits")
            case = Case(share, False, (), 2.0, True, 1000.0)
            assert (decide(case).reason == "enough") == light.is_useful, share


def test_enough_means_enough_for_thinking_too() -> None:
    """6 tokens/s outrun a reader, but not one who waits for 1,500 tokens of thinking first."""
    at_six = paced(5.5, 6, 6.5)
    assert light_of(CHAT, at_six, "fits").usability == "fine"
    thought = Thought(Range(300, 1500, 6000), "always")
    found = light_of(CHAT, at_six, "fits", thought=thought)
    assert (found.usability, found.held_by, found.thinks) == ("slow", "answer", True)
    assert sure(found.answer_s).middle == pytest.approx(1 + (1500 + ANSWER_TOKENS) / 6)


def test_a_model_that_can_be_kept_from_thinking_is_judged_without_where_that_is_better() -> None:
    thought = Thought(Range(300, 1500, 6000), "unless_switched_off")
    slow = light_of(CHAT, paced(5.5, 6, 6.5), "fits", thought=thought)
    assert (slow.usability, slow.thinks) == ("fine", False)
    fast = light_of(CHAT, paced(90, 100, 110), "fits", thought=thought)
    assert (fast.usability, fast.thinks) == ("great", True)


def test_faster_is_never_worse() -> None:
    for thought in (None, Thought(Range(300, 1500, 6000), "always"), Thought(Range(9, 99, 999), "unless_switched_off")):
        places = []
        for step in range(1, 200):
            rate = step / 2
            how = paced(0.8 * rate, rate, 1.2 * rate, first_s=60 / rate)
            places.append(light_of(CHAT, how, "fits", thought=thought).place)
        assert places == sorted(places, reverse=True)
        assert {0, USABILITIES.index("slow")} <= set(places)


@pytest.mark.parametrize("workload_id", list(CATALOG.other_workloads))
def test_every_task_has_a_light(workload_id: str) -> None:
    rig = Rig(name="a rig", processors=(gpu_processor("gpus/nvidia/rtx-4090", CATALOG),))
    workload = CATALOG.other_workloads[workload_id]
    kind = CATALOG.models.find(workload.model) or CATALOG.other_models.find(workload.model) or ""
    found = answer_question(
        rig, CATALOG, Question(workload_id=workload_id, model_id=kind, fields=dict(workload.fields))
    )
    assert found.light == found.chosen.light
    assert found.light.usability in ("great", "fine", "slow")
    if found.light.usability == "great":
        assert sure(found.light.share).middle >= 1.95  # by the figure that is read


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"workload": "chat", "model": "Llama 3.1 8B", "quant": "Q4_K_M"}, "great"),
        ({"workload": "chat", "model": "Llama 3.1 405B", "quant": "Q4_K_M"}, "slow"),
        ({"model": "Llama 3.1 8B", "quant": "Q4_K_M"}, None),
        ({"workload": "Images", "task": "image", "model": "SDXL", "width": 1024, "height": 1024, "steps": 30}, "great"),
    ],
)
def test_a_request_that_says_what_it_is_for_is_told_its_light(fields: dict[str, Any], expected: str | None) -> None:
    host = {"memory_gb": 512, "memory_bandwidth_gb_per_s": 60}
    request = {"device": "RTX 4090", "prompt_tokens": 512, "generated_tokens": 256, "host": host, **fields}
    if "task" in fields:
        request = {key: value for key, value in request.items() if not key.endswith("_tokens")}
    assert answer_request(request, CATALOG).usability == expected


def test_a_workload_of_another_task_is_refused() -> None:
    answer = answer_request({"device": "RTX 4090", "model": "Llama 3.1 8B", "workload": "pictures"}, CATALOG)
    assert sure(answer.error).message.code == "workload_of_other_task"


def test_a_model_whose_context_does_not_hold_prompt_and_answer_does_not_do_the_work() -> None:
    """OLMo 2 takes 4,096 tokens, a report of 30 pages 12,000; a chat it holds well."""
    rig = Rig(name="a rig", processors=(gpu_processor("gpus/nvidia/rtx-4090", CATALOG),))
    model_id = sure(CATALOG.models.find("OLMo 2 1B"))
    lights = {}
    for workload_id in ("chat", "long-documents"):
        question = Question(workload_id=workload_id, model_id=model_id)
        found = answer_question(rig, CATALOG, question, candidates=())
        whole = next(one for one in rank_models(rig, CATALOG, workload_id=workload_id) if one.model_id == model_id)
        assert whole.light == found.light
        lights[workload_id] = found.light
    assert lights["chat"].usability == "great"
    assert (lights["long-documents"].usability, lights["long-documents"].held_by) == ("wont_run", "context")


def test_light_and_figure_agree_where_a_wait_is_rounded() -> None:
    """45 s are great: 45.4 s are read as that, 45.6 s as 46 s."""
    thought = Thought(Range(1000, 1000, 1000), "always")
    for seconds, expected in ((45.4, "great"), (45.6, "fine")):
        rate = (ANSWER_TOKENS + 1000) / (seconds - 1)
        how = Paced(Range.exactly(rate), Range.exactly(1.0), ANSWER_TOKENS)
        assert light_of(CHAT, how, "fits", thought=thought).usability == expected
