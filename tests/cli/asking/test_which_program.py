"""Plain questions about programs: which to take, how fast each writes on a card, and whether it runs there."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.software import programs_among
from advisor.cli.asking.steps import Told
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


def answer(words: str) -> list[str]:
    step = plan_of(words).steps[0]
    assert isinstance(step, Told)
    return step.text.splitlines()


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("llama.cpp, Ollama, LM Studio or MLX", ["llama-cpp", "ollama", "lm-studio", "mlx"]),
        ("exllama v2 vs exllamav3 vs TabbyAPI", ["exllamav2", "exllamav3", "tabbyapi"]),
        ("koboldcpp or oobabooga", ["koboldcpp", "text-generation-webui"]),
        ("sglang, vLLM or TensorRT-LLM", ["sglang", "vllm", "tensorrt-llm"]),
        ("Jan or GPT4All", ["jan", "gpt4all"]),
        ("comfyui or forge or a1111", ["comfyui", "forge", "automatic1111"]),
        ("I bought it in Jan 2025", []),
        ("I forge ahead", []),
    ],
)
def test_programs_are_known_by_what_people_call_them(words: str, ids: list[str]) -> None:
    assert programs_among(words, load_catalog()) == ids


def test_on_a_mac_mlx_is_fastest_with_figures_and_the_chip_that_is_assumed() -> None:
    words = "Which program is fastest on a Mac, llama.cpp, Ollama, LM Studio or MLX?"
    first, *lines = answer(words)
    assert first.startswith("For one person MLX writes fastest on M4 Pro")
    assert [one.removeprefix("- ").split(" (")[0] for one in lines[:4]] == ["llama.cpp", "Ollama", "LM Studio", "MLX"]
    assert "runs llama.cpp and MLX" in lines[2]
    assert "tokens/s with Qwen3 8B" in lines[3]
    assert lines[-1] == "Assumed: M4 Pro (20-core GPU) (--gpu)."
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    ("words", "starts"),
    [
        ("is ollama slower than llama.cpp on a 3090", "Both run llama.cpp, so with the same settings"),
        ("ollama, lm studio or koboldcpp on an rx 6600", "All of them run llama.cpp, so with the same settings"),
        ("ollama or vllm for a single 3090?", "For one person llama.cpp"),
        ("mlx or ollama on my 4090", "Only Ollama of them runs on RTX 4090."),
        ("vllm or sglang on a 1080 ti", "None of them runs on GTX 1080 Ti."),
    ],
)
def test_what_decides_between_programs_comes_first(words: str, starts: str) -> None:
    assert answer(words)[0].startswith(starts)


def test_a_program_without_figures_says_so_and_one_that_does_not_run_says_what_it_takes() -> None:
    _, exl, _ = answer("exllamav3 or llama.cpp on a 3090")
    assert "its speed is not predicted here" in exl
    _, mlx, _ = answer("mlx or ollama on my 4090")
    assert mlx == "- MLX: does not run on RTX 4090. It takes a Mac with an M chip."


def test_with_a_model_its_answer_on_the_rig_follows() -> None:
    assert lines_of("mlx or llama.cpp for qwen3 30b a3b on a mac studio m4 max 64gb")[1].startswith("ask Qwen3 30B-A3B")


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("qwen3 8b on a 3060 with ollama", "Answered for llama.cpp, on which Ollama is built."),
        ("qwen3 8b on a 3060 with tabbyapi", "Answered for llama.cpp, not for TabbyAPI."),
    ],
)
def test_a_program_that_is_only_named_is_said_beside_the_answer(words: str, note: str) -> None:
    assert note in plan_of(words).notes
    assert not plan_of(words).unknown


def test_the_command_prints_it(capsys: Said) -> None:
    assert main(["ask", "is ollama slower than llama.cpp on a 3090"]) == 0
    assert capsys.readouterr().out.startswith("Both run llama.cpp")


def test_on_several_gpus_programs_are_compared_on_all_of_them() -> None:
    """Two 3090 were compared as one, with a model that one of them holds."""
    first, *lines = answer("vllm or llama.cpp for one user on two 3090?")
    assert first.startswith("For one person vLLM writes fastest on 2 x RTX 3090 with Qwen3 32B in 4 bits, 1.5 times as")
    assert any(one.startswith("- llama.cpp ") and "with --split-mode tensor" in one for one in lines)
    alone, *_ = answer("vllm or llama.cpp for one user on a 3090?")
    assert alone.startswith("For one person llama.cpp writes fastest on RTX 3090 with Qwen3 8B")
