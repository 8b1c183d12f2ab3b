"""`rig-advisor ask` why a program runs on the CPU though a GPU is there: how to see it, and the usual reasons."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("ollama is using cpu instead of my gpu, why", ("`ollama ps` shows", "1. Model and context too large")),
        ("lm studio runs on the cpu only", ("Settings > Hardware", "GPU Offload 0")),
        ("llama.cpp not using my 3060", ("`offloaded 33/33 layers to GPU`", "llama.cpp runs on RTX 3060")),
        ("my rx 6700 xt is not used by ollama", ("RX 6700 XT", "AMD card that ROCm does not cover")),
        ("ollama in docker doesn't detect my gpu", ("1. A container without access: `--gpus=all`",)),
        ("gpu usage is 0% when I run llama-server, why?", ("See it: ",)),
        ("llama-server says 0 layers offloaded to gpu, why", ("See it: ",)),
        ("why does koboldcpp ignore my graphics card", ("See it: the program's log",)),
    ],
)
def test_the_usual_reasons_are_told_in_their_order(words: str, parts: tuple[str, ...]) -> None:
    (line,) = lines_of(words)
    assert line.startswith("told See it: ")
    assert [one for one in parts if one not in line] == []


def test_what_a_named_model_does_on_the_card_stands_below() -> None:
    first, *rest = lines_of("why does ollama show 100% CPU with qwen3 14b on my RTX 4060")
    assert first.startswith("told See it: `ollama ps`")
    assert "AMD card" not in first
    assert rest == ["ask Qwen3 14B --gpu RTX 4060"]


@pytest.mark.parametrize(
    "words",
    [
        "can I run ollama on the cpu only with 32gb ram",
        "which models run on the cpu only in lm studio",
        "how fast is qwen3 8b in ollama on cpu with a ryzen 5600",
        "is it ok to run llama.cpp on the cpu instead of a gpu",
        "qwen3 8b on cpu only, 32gb ddr5",
        "does a 3090 instead of a 4070 help for qwen3 14b in ollama",
        "is ddr5-6000 instead of 4800 faster for qwen3 8b on the cpu",
        "my 4090 is not used much, can it run qwen3 32b",
        "should I buy a 3060 if ollama does not use my rx 580?",
    ],
)
def test_a_computer_that_runs_on_its_cpu_by_will_is_answered_as_ever(words: str) -> None:
    assert not any("Usual reasons" in one for one in lines_of(words))
