"""`rig-advisor ask` how much RAM a model needs in a small computer, a server at home, or a container."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (
            "how much RAM for a minipc proxmox homelab with an llm in a container, something like 8b",
            "16 GB of RAM are enough for Qwen3 8B as Q4_K_M and the system. Take 32 GB for other VMs and containers",
        ),
        ("how much ram do i need in a mini pc for an 8b model", "16 GB of RAM are enough for Qwen3 8B as Q4_K_M"),
        ("how much memory for a nuc to run qwen3 30b a3b", "32 GB of RAM are enough for Qwen3 30B-A3B as Q4_K_M"),
        ("n100 mini pc, how much ram for llama 3.1 8b", "16 GB of RAM are enough for Llama 3.1 8B as Q4_K_M"),
        ("how much ram for a home server with qwen3 14b on cpu only", "16 GB of RAM are enough for Qwen3 14B"),
        (
            "how much memory should my unraid box have for gpt-oss 20b",
            "32 GB of RAM are enough for gpt-oss 20B as MXFP4",
        ),
        ("min ram for a thin client with qwen3 4b", "16 GB of RAM are enough for Qwen3 4B"),
    ],
)
def test_the_amount_comes_first(words: str, first: str) -> None:
    told = lines_of(words)[0]
    assert told.startswith(f"told {first}")
    assert "Counted: it takes " in told


def test_two_sticks_where_the_cpu_has_two_channels_and_a_container_with_its_share() -> None:
    told = lines_of("how much ram for ollama in docker on a ryzen 5600 with gemma 3 12b")[0]
    assert "Take two equal sticks" in told
    assert "Give its container or VM at least 10 GB" in told


def test_what_it_does_with_so_much_stands_below() -> None:
    assert lines_of("how much ram do i need in a mini pc for an 8b model")[1] == "ask Qwen3 8B --cpu N100 --ram 16"


@pytest.mark.parametrize(
    "words",
    [
        "how much ram does qwen3 8b need",
        "how much vram does qwen3 8b need in docker",
        "how much ram beside a 3090 for gpt-oss 120b",
        "is 16gb ram enough for qwen3 8b on a mini pc",
        "mini pc for qwen3 8b, how fast",
    ],
)
def test_other_questions_on_memory_are_answered_as_ever(words: str) -> None:
    assert not any("GB of RAM are enough for" in one for one in lines_of(words))
