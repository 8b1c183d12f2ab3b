"""`rig-advisor ask` whether RAM with a higher rate makes a model faster: by where the model lies, and both speeds."""

import pytest

from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    "words",
    [
        "Is faster RAM worth it with a 4090?",
        "I have a 4090. Should I buy faster RAM?",
        "Will DDR5-6000 instead of DDR5-4800 make my LLM faster? I have a 4090.",
        "does ram speed matter for qwen3 8b on a 12GB 3060",
    ],
)
def test_what_lies_in_vram_gains_nothing(words: str, capsys: Said) -> None:
    first, why, *_ = answer_lines(capsys, words)
    assert first.startswith("No: ")
    assert " lies in VRAM " in first
    assert why.startswith("VRAM is read, not RAM.")


@pytest.mark.parametrize(
    ("words", "rates"),
    [
        ("Is DDR5-7200 worth it over DDR5-4800 for CPU inference on a Ryzen 9950X?", "DDR5-7200 in place of DDR5-4800"),
        ("would faster ddr4 help qwen3 30b on my ryzen 5600 without gpu", "DDR4-3600 in place of DDR4-2666"),
    ],
)
def test_what_lies_in_ram_gains_by_its_rate(words: str, rates: str, capsys: Said) -> None:
    first, *_ = answer_lines(capsys, words)
    assert first.startswith("Yes, ")
    assert rates in first


def test_more_of_it_is_another_question(capsys: Said) -> None:
    assert not any("VRAM is read" in one for one in answer_lines(capsys, "more ram or a better gpu? 3060 and 16 gb"))


def test_another_kind_of_ram_keeps_its_name_and_takes_another_board(capsys: Said) -> None:
    """DDR5-6000 was told as DDR4-6000, and not what it takes."""
    words = "how much faster would qwen3.6 35b a3b be if i upgrade from ddr4 3200 to ddr5 6000, no gpu"
    first, second, *_ = answer_lines(capsys, words)
    assert "with DDR5-6000 in place of DDR4-3200" in first
    assert second.startswith("DDR5 takes another board, and a CPU for it")
