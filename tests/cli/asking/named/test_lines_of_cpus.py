"""A line of processors without a number stands for a usual one of it, with the memory that such computers have."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "cpu"),
    [
        ("can i run deepseek r1 671b on an epyc with 512gb", "EPYC 7302"),
        ("deepseek r1 671b on an epyc with 768gb ddr5", "EPYC 9334"),
        ("gpt-oss 120b on a dual xeon with 256gb", "2x Xeon E5-2680 v4"),
        ("is a threadripper pro workstation with 256gb good for glm 4.6", "Ryzen Threadripper PRO 3975WX"),
        ("qwen3 30b on a threadripper with 128gb", "Ryzen Threadripper 3970X"),
    ],
)
def test_it_is_the_usual_one_of_its_time(words: str, cpu: str) -> None:
    [line] = lines_of(words)
    assert f"--cpu {cpu}" in line
    assert not plan_of(words).unknown
    assert any(one.startswith(f"Assumed: {cpu} for ") for one in plan_of(words).notes)


def test_one_that_is_named_is_that_one() -> None:
    assert "--cpu epyc 7742" in lines_of("epyc 7742 with 256gb for qwen3 235b")[0]


@pytest.mark.parametrize("words", ["which quant for llama 3.3 70b on 48gb", "llama 3.3 70b with 48 gb"])
def test_48_gb_alone_are_two_cards(words: str) -> None:
    assert "--gpu 2x RTX 3090" in lines_of(words)[0]
    assert any("for 48 GB of VRAM" in one for one in plan_of(words).notes)
    assert "--ram 48" in lines_of(f"{words} of ram")[0]
