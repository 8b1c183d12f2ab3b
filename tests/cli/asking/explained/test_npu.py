"""`rig-advisor ask` whether an NPU makes models faster: hardly, why, and which programs use it."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "part", "after"),
    [
        (
            "Does my NPU (Ryzen AI 9 HX 370, 50 TOPS) make LLMs faster?",
            "Lemonade and FastFlowLM use it on Ryzen AI 300 and newer",
            "rank --workload chat --limit 5 --cpu Ryzen AI 9 HX 370",
        ),
        ("does an NPU help with LLMs?", "Intel: llama.cpp built with OpenVINO", ""),
        ("can ollama use the npu of my core ultra 7 258v?", "llama.cpp built with OpenVINO", "rank "),
        ("is the neural engine of an M4 used for local models?", "and not the Neural Engine", "rank "),
        ("is a laptop with an NPU worth it for local LLMs?", "do not use it", ""),
        ("will qwen3 8b run on the XDNA 2 NPU of a ryzen ai 9 hx 370 with 32gb?", "on the graphics, by Vulkan", "ask "),
    ],
)
def test_an_npu_hardly_makes_models_faster(words: str, part: str, after: str) -> None:
    first, *rest = lines_of(words)
    assert first.startswith("told Hardly: writing is bound by the memory")
    assert part in first
    assert [one.startswith(after) for one in rest] == ([True] if after else [])
    assert not any("NPU" in one or "TOPS" in one for one in plan_of(words).notes)


def test_the_rate_of_the_memory_is_told() -> None:
    assert "(about 90 GB/s here)" in lines_of("Does my NPU (Ryzen AI 9 HX 370, 50 TOPS) make LLMs faster?")[0]


def test_beside_a_graphics_card_it_is_of_no_use() -> None:
    first, *_ = lines_of("my laptop has an npu and an rtx 4060, which models run?")
    assert first.startswith("told No: the graphics card does the work")
