"""Plain questions on settings, systems, makers and speeds: answered as such, never as a purchase or a ranking."""

import pytest

from advisor.__main__ import main
from advisor.cli.asking.steps import Told
from tests.answer_lines import answer_lines
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "starts"),
    [
        ("is flash attention worth turning on?", "In short: Yes, leave it on"),
        ("is q8 kv cache ok or does it hurt quality?", "In short: Q8_0 is fine"),
        ("why does it get slower with long context", "In short: Every new token looks back"),
        ("is a thunderbolt egpu ok", "In short: Yes, for a model that fits in its VRAM"),
        ("why is gpu usage low while generating", "In short: Normal where a part of the model is in RAM"),
        ("is 10 tokens per second enough for coding?", "Slow for coding: at 10 tokens/s an answer of 600 tokens takes"),
        ("is 20 t/s ok for chatting", "Great for chat: at 20 tokens/s"),
        ("linux or windows for llms", "Either does: ComfyUI, llama.cpp"),
    ],
)
def test_it_is_answered_alone(words: str, starts: str) -> None:
    plan = plan_of(words)
    (step,) = plan.steps
    assert isinstance(step, Told)
    assert step.text.startswith(starts)
    assert not plan.unknown


def test_what_runs_on_one_system_alone_is_that_of_the_card() -> None:
    assert "Only on Linux: vLLM" in lines_of("Linux or Windows for running llms on a 4090?")[0]
    assert "vLLM" not in lines_of("Linux or Windows for running llms on a 1080 ti?")[0]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("AMD or NVIDIA for Stable Diffusion", "worth --workload pictures --maker amd --maker nvidia"),
        ("3.5k budget for a local llm box, what would you build", "machines any for 3500 chat"),
        ("do i need 64gb ram if i have a 4090", "held any on --gpu RTX 4090 --ram 32 | --gpu RTX 4090 --ram 64"),
    ],
)
def test_what_to_buy_is_asked_as_that(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_a_card_that_is_named_is_answered_with_its_figures() -> None:
    plan = plan_of("why does it get slower with long context on my 3090")
    (line,) = lines_of("why does it get slower with long context on my 3090")
    assert "on RTX 3090: " in line
    assert not plan.unknown


@pytest.mark.parametrize(
    ("words", "starts"),
    [
        ("how many layers on gpu for qwen3 32b q4 with a 4070 12gb", "On the GPU: 34 layers of Qwen3 32B as Q4_K_M"),
        ("what -ngl should i use for qwen3 8b on a 3060 12gb", "On the GPU: all layers of Qwen3 8B"),
    ],
)
def test_the_layers_for_the_gpu_come_first(words: str, starts: str, capsys: Said) -> None:
    main(["ask", words])
    assert capsys.readouterr().out.startswith(starts)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("do I need ECC RAM for llms", "told Not judged here: ECC memory."),
        ("does ollama use both gpus",
         "told Yes: llama.cpp divides a model by layers over unlike GPUs. Name them for what"
         " they hold together and how fast it is."),
        ("i have 2 old 1070s, anything useful?", "rank --workload chat --limit 10 --gpu 2x GTX 1070"),
        ("text to speech model for a 6gb card", "rank --workload speak --limit 10 --gpu RTX 2060 6GB"),
    ],
)  # fmt: skip
def test_what_nothing_rests_on_gets_no_ranking_and_cards_in_the_plural_are_known(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_what_a_box_outside_costs_is_told_beside_what_the_card_does_in_it(capsys: Said) -> None:
    told = answer_lines(capsys, "Can I use my RTX 4080 over an eGPU enclosure with a ThinkPad for SDXL?")
    assert told[0].startswith("In short: Little, for a model that fits in its VRAM: ")
    assert not any(one.startswith("Not understood") for one in told)
    assert any(one.endswith(": Stable Diffusion XL") for one in told)


def test_a_version_of_which_there_are_several_sizes_is_a_model(capsys: Said) -> None:
    """Its number was not understood, and all models for pictures were listed."""
    told = answer_lines(capsys, "Can my laptop with an RTX 4050 6GB run Stable Diffusion 3.5?")
    assert told[0].endswith(": Stable Diffusion 3.5 Medium")
