"""Serving with a part of the model in main memory: between the processor alone and a card that holds everything."""

from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.serving import ServeAnswer
from advisor.facts.rig.rig import Rig
from advisor.present.tasks.charts import fit_chart
from advisor.present.tasks.shown import SHOWN
from advisor.present.tasks.view import answer_sentence
from tests.answer.rig.test_divided import CATALOG, processors
from tests.fakes.said import said

HOST = {"cpu": "Ryzen 5 5600", "memory_bandwidth_gb_per_s": 51.2, "memory_gb": 32}
AGENT = {"prompt_tokens": 24_000, "cached_tokens": 22_000, "generated_tokens": 400, "concurrency": 1}


def ask(**fields: Any) -> ServeAnswer:
    request = {"id": "1", "task": "serve", "model": "Qwen3-30B-A3B", "precision": "Q4_K_M", "engine": "llama.cpp"}
    answer = answer_request({**request, "device": "RTX 3060 12GB", "host": HOST, **AGENT, **fields}, CATALOG)
    assert isinstance(answer, ServeAnswer), answer
    return answer


def total(answer: Answer) -> float:
    assert answer.tokens_per_s is not None, answer
    return answer.tokens_per_s.middle


def test_a_card_that_holds_a_part_is_helped_by_main_memory() -> None:
    answer = ask()
    assert (answer.fit, answer.fits, answer.limit) == ("spills", False, "capacity")
    assert answer.memory is not None
    assert [pool.pool for pool in answer.memory.pools] == ["vram", "ram"]
    assert sum(pool.need_bytes for pool in answer.memory.pools) >= answer.memory.weights_bytes
    assert sum(term.s for term in answer.terms) == pytest.approx(1 / total(answer))
    assert answer.launch is not None
    assert "--n-cpu-moe" in answer.launch.arguments
    assert total(ask(device="CPU")) < total(answer) < total(ask(device="RTX 3090"))
    first_s = (ask(device="CPU").time_to_first_token_s, answer.time_to_first_token_s)
    assert (first_s[1] or 0) < (first_s[0] or 0) / 5, "the card reads the prompt, the experts come over the link"


def test_without_a_word_about_the_computer_a_usual_one_is_taken() -> None:
    answer, told = ask(host=None), ask(host={"memory_gb": 64, "memory_bandwidth_gb_per_s": 60})
    assert (answer.fit, answer.tokens_per_s) == ("spills", told.tokens_per_s)
    assert "usual_host_assumed" in said(*answer.notes)
    assert "usual_host_assumed" not in said(*told.notes, *ask(host=None, device="RTX 3090").notes)
    small = ask(host={**HOST, "memory_gb": 8})
    assert (small.fit, small.max_concurrency, small.launch) == ("too_big", 0, None)
    assert ask(device="RTX 3090").launch is None


def test_one_user_writes_as_fast_as_in_a_chat() -> None:
    served = ask(prompt_tokens=4000, cached_tokens=3999, generated_tokens=2000)
    chat: dict[str, Any] = {
        "id": "1",
        "task": "generate",
        "device": "RTX 3060 12GB",
        "model": "Qwen3-30B-A3B",
        "quant": "Q4_K_M",
    }
    chat |= {"engine": "llama.cpp", "host": HOST, "prompt_tokens": 1, "depth_tokens": 4000, "generated_tokens": 2000}
    written = answer_request(chat, CATALOG)
    assert isinstance(written, Answer)
    assert total(served) == pytest.approx(total(written), rel=0.03)


def test_more_at_once_are_served_together_and_each_slower() -> None:
    fields: dict[str, Any] = {"prompt_tokens": 1000, "cached_tokens": 0, "generated_tokens": 300}
    one, four = (ask(concurrency=count, **fields) for count in (1, 4))
    assert total(one) < total(four) < 4 * total(one)
    assert four.memory is not None
    assert one.memory is not None
    assert four.memory.total_bytes > one.memory.total_bytes


def test_what_a_prompt_waits_for_is_the_link_not_the_attention_of_the_processor() -> None:
    def waits_s(cached_tokens: int) -> float:
        fields = {"prompt_tokens": cached_tokens + 1000, "cached_tokens": cached_tokens, "generated_tokens": 1}
        return next(term.s for term in ask(**fields).terms if term.name == "main_memory")

    assert waits_s(20_000) < 2 * waits_s(1000)


@pytest.mark.parametrize(("model", "file"), [("Qwen3 30B-A3B", "Q4_K_M"), ("gpt-oss 120B", "MXFP4")])
def test_a_coding_agent_on_a_small_card_uses_both_memories(model: str, file: str) -> None:
    rig = Rig(name="a rig", processors=processors(main=96, card=12, host_rate=80, card_rate=500))
    answer = answer_question(rig, CATALOG, named_question("coding-agent", model, CATALOG), candidates=())
    chosen = answer.chosen
    assert (chosen.is_cpu, chosen.fit.verdict, chosen.request.engine) == (False, "spills", "llama.cpp")
    assert getattr(chosen.request, "precision", "") == file
    assert [pool.pool for pool in chosen.fit.pools] == ["vram", "ram"]
    assert "of it in RAM" in answer_sentence(answer)
    chart = fit_chart(SHOWN["serve"], answer)
    assert "GiB in RAM; in VRAM" in chart.sentence
    assert all(segment.start + segment.length <= 100.01 for bar in chart.bars for segment in bar.segments)
    alone = next(option for option in answer.options if option.is_cpu)
    assert (chosen.rate.middle if chosen.rate else 0) > 2 * (alone.rate.middle if alone.rate else 0)
