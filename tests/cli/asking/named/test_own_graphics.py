"""`rig-advisor ask` with graphics in the CPU beside a GPU, and with a laptop chip of Qualcomm."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    "words",
    [
        "3060 12gb together with the cpu's integrated graphics, does it add memory?",
        "can I use my igpu and a 4070 together for Qwen3 32B",
        "RTX 3060 12GB + Intel UHD 770 iGPU: best model?",
        "4070 and Radeon 780M, llama 3.1 8b",
        "split a model across my rtx 4060 and the integrated graphics?",
    ],
)
def test_graphics_in_the_cpu_beside_a_gpu_count_for_nothing_and_it_is_said(words: str) -> None:
    """It was held against the GPU as another computer, or passed over without a word."""
    first, *lines = lines_of(words)
    assert first.startswith("told No: ")
    assert "same RAM" in first
    assert lines
    assert not any("UHD" in one or "780M" in one or one.startswith("held") for one in lines)


@pytest.mark.parametrize(
    "words", ["4070 or Radeon 780M for llama 3.1 8b", "radeon 780m with 64gb ddr5: best model", "rtx 4060 for qwen3 8b"]
)
def test_held_against_a_gpu_or_alone_they_are_a_computer(words: str) -> None:
    assert not lines_of(words)[0].startswith("told ")


@pytest.mark.parametrize(
    ("words", "cpu"),
    [
        ("Snapdragon X Elite: how fast is Qwen3 8B?", "--cpu Snapdragon X Elite"),
        ("Snapdragon X Elite laptop 32GB: best model", "--cpu Snapdragon X Elite --ram 32"),
        ("surface laptop with snapdragon x plus 16gb, qwen3 8b", "--cpu X1P-64-100 --ram 16"),
        ("qwen3 8b on a copilot+ pc with X1E-80-100 and 32gb ram", "--cpu X1E-80-100 --ram 32"),
        ("snapdragon x2 elite 48gb gpt-oss 20b", "--cpu X2E-80-100 --ram 48"),
    ],
)
def test_a_chip_of_qualcomm_for_laptops_is_one(words: str, cpu: str) -> None:
    """It was a phone, or a usual laptop with a chip of Intel."""
    assert lines_of(words)[0].endswith(cpu)


@pytest.mark.parametrize("words", ["snapdragon 8 gen 3 phone llm", "llm on a snapdragon 8 elite"])
def test_a_phone_stays_one(words: str) -> None:
    assert lines_of(words)[0].startswith("told Not judged here: phones")
