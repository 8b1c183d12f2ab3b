"""What is said of where a model lies, of what would make it fit, and of how to start it."""

from typing import Any

import pytest

from advisor.facts.answers.estimate import LaunchPlan
from advisor.facts.answers.task_answer import BetterSetting
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.usability import Light
from tests.fakes.estimates import answer, cpu_estimate, estimate, gib, spilled, text_view, too_big


def plan(*arguments: str, **fields: Any) -> LaunchPlan:
    return LaunchPlan(arguments=("-c", "8192", *arguments), layers=36, **fields)


def test_the_command_stands_under_the_answer_and_on_paper() -> None:
    view = text_view(answer(estimate(launch=plan("-ctk", "q8_0"))))
    assert view.launch == "llama-server -m MODEL.gguf -c 8192 -ctk q8_0 -ngl 37"
    assert text_view(answer(too_big())).launch == ""
    alone = cpu_estimate(launch=plan())
    assert text_view(answer(alone)).launch == "llama-server -m MODEL.gguf -c 8192"
    beside = text_view(answer(alone, options=(alone, estimate())))
    assert beside.launch == "llama-server -m MODEL.gguf -c 8192 -dev none", "the card would be used otherwise"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"gpu_layers": 26}, "11 of 36 layers run from RAM."),
        ({"host_expert_layers": 30}, "The experts of 30 of 36 layers run from RAM."),
        (
            {"gpu_layers": 20, "host_expert_layers": 36},
            "17 of 36 layers and the experts of 36 of 36 layers run from RAM.",
        ),
    ],
)
def test_what_works_in_main_memory_is_counted(fields: dict[str, int], sentence: str) -> None:
    one = spilled().changed(launch=plan("-ngl", "26", **fields))
    assert sentence in text_view(answer(one, offloaded=one)).detail


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (SmallerSetting(context_tokens=4096, total_bytes=gib(3.4)),
         "It would fit with a context of 4,096 tokens (3.4 GiB in all)."),
        (SmallerSetting(cache_type="Q8_0", total_bytes=gib(3.4)),
         "It would fit with the conversation stored as Q8_0 (-ctk q8_0 -ctv q8_0, 3.4 GiB in all)."),
        (SmallerSetting(ubatch_tokens=128, total_bytes=gib(3.4)),
         "It would fit with prompts read 128 tokens at a time (-ub 128, 3.4 GiB in all)."),
        (SmallerSetting(quant="Q3_K_M", total_bytes=gib(3.4)), "As Q3_K_M it would fit (3.4 GiB in all)."),
    ],
)  # fmt: skip
def test_the_smallest_change_is_a_sentence_and_takes_the_place_of_the_general_one(
    setting: SmallerSetting, sentence: str
) -> None:
    for one in (too_big(), spilled()):
        detail = text_view(answer(one, smaller=setting)).detail
        assert sentence in detail
        assert "may fit" not in detail
        assert "may fit" in text_view(answer(one)).detail


def test_other_programs_are_named_where_closing_them_is_enough() -> None:
    one = spilled()
    told = one.changed(fit=one.fit.changed(others_closed="fits"))
    sentence = "It would fit if other programs were closed: they hold 410 MiB of VRAM."
    assert sentence in text_view(answer(told, offloaded=told)).detail
    assert "other programs were closed" not in text_view(answer(one, offloaded=one)).detail


def test_loading_may_take_more_than_what_stays() -> None:
    tight = cpu_estimate(reordered_bytes=gib(21.0))
    sentence = "Loading may take longer: file and reordered copy are 27.2 GiB together"
    assert sentence in text_view(answer(tight, cpu=tight)).detail
    roomy = cpu_estimate(reordered_bytes=gib(3.0))
    assert "Loading may take longer" not in text_view(answer(roomy, cpu=roomy)).detail


def test_what_stays_beside_the_card_is_no_spill() -> None:
    whole = estimate()
    out_bytes = whole.memory.output_bytes
    beside = whole.fit.pools[0].changed(
        pool="ram", need_bytes=gib(0.3) + out_bytes, free_bytes=gib(26), total_bytes=gib(31.2)
    )
    card = whole.fit.pools[0].changed(need_bytes=whole.memory.total_bytes - gib(0.3))
    view = text_view(answer(whole.changed(fit=whole.fit.changed(pools=(card, beside)))))
    assert len(view.charts["fit"].bars) == 1
    told = "307 MiB of the weights (token embeddings) stay in RAM."
    assert told in view.detail
    assert told in view.why[-1].evidence  # where the memory of both is added up, other than in the verdict
    assert {part: size for _, part, size in view.charts["fit"].table.rows}["weights"] == "4.4 GiB"


def test_a_table_of_words_on_the_card_is_not_said_to_lie_in_main_memory() -> None:
    """Gemma uses it for both ends; only the buffer of what comes out is in main memory."""
    whole = estimate(memory=estimate().memory.changed(output_bytes=gib(0.001)))
    out = whole.fit.pools[0].changed(pool="ram", need_bytes=gib(0.001))
    view = text_view(answer(whole.changed(fit=whole.fit.changed(pools=(*whole.fit.pools, out)))))
    assert "table of words" not in view.charts["fit"].sentence


def test_explain_names_the_file_of_the_card_beside_the_largest_that_fits() -> None:
    """The card advised Q5_K_M, and Explain told of Q6_K alone."""
    light = Light(usability="great")
    found = answer(too_big(), smaller=SmallerSetting(quant="Q6_K", total_bytes=gib(10.3)))
    for quant, told in (("Q5_K_M", "; Q5_K_M leaves more room and is faster."), ("Q6_K", ".")):
        better = found.changed(better=BetterSetting(fields={"quant": quant}, light=light))
        assert f"As Q6_K it would fit (10.3 GiB in all){told}" in text_view(better).detail
