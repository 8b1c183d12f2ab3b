"""`rig-advisor ask` why a model that is divided between GPU and CPU is slow: what it means, and what helps first."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("ollama is super slow, it says 45%/55% CPU/GPU. what can i do?", ("45% of it", "OLLAMA_CONTEXT_LENGTH=4096")),
        ("ollama ps shows 62%/38% GPU/CPU, why", ("38% of it", "OLLAMA_KV_CACHE_TYPE=q8_0")),
        ("ollama ps says 30% cpu and 70% gpu and it crawls", ("30% of it",)),
        ("lm studio only 20/33 layers on gpu, slow", ("a part of it", "Context Length")),
        ("llama-server offloaded 28/41 layers to gpu, how do I fix it", ("a part of it", "lies in RAM")),
        ("ollama runs half on the cpu, how do i stop that", ("a part of it",)),
        ("my model is partly in system ram and very slow, what should I do", ("1. A smaller file",)),
        ("model spills into ram and it's slow, what to do", ("4. Close what else",)),
        ("why does ollama split the model between gpu and cpu", ("the CPU works through it",)),
    ],
)
def test_what_does_not_fit_and_what_helps_are_told(words: str, parts: tuple[str, ...]) -> None:
    (line,) = lines_of(words)
    assert line.startswith("told Model and context do not fit in VRAM, so ")
    assert [one for one in parts if one not in line] == []


def test_the_file_that_fits_whole_is_named_with_its_speed() -> None:
    (line,) = lines_of("ollama says 20%/80% CPU/GPU with qwen3 14b on my 3060 12gb, what can I do")
    assert "The largest file of Qwen3 14B that fits whole with 4,096 tokens of context: " in line
    assert "too much for VRAM" in line
    assert "tokens/s" in line


def test_without_a_model_the_best_that_fits_whole_is_named() -> None:
    (line,) = lines_of("ollama ps shows 45%/55% CPU/GPU on my RTX 4060, it is slow")
    assert "Whole on it: " in line


@pytest.mark.parametrize(
    "words",
    [
        "can I split qwen3 32b between gpu and cpu on a 3060",
        "how fast is gpt-oss 120b with half in ram on a 4090 and 128gb ram",
        "power limit my 3090 to 70%, how slow is qwen3 32b",
        "ollama is using 100% CPU instead of my gpu",
        "llama-server says 0 layers offloaded to gpu, why",
        "which models run partly in ram on a 4060",
        "qwen3 14b on rtx 3070 8gb spills into ram, how do i make it faster",
        "gpu at 90% and cpu at 20%, is my 3090 the bottleneck for qwen3 14b",
        "is a 3060 for $200 worth it, ollama says 45%/55% CPU/GPU",
    ],
)
def test_other_questions_on_both_are_answered_as_ever(words: str) -> None:
    assert not any("Model and context do not fit" in one for one in lines_of(words))
