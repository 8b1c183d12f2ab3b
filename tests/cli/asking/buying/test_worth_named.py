"""`rig-advisor worth` on what was named: a line of its own, and a budget that a rare price alone is within."""

import pytest

from advisor.__main__ import main

Capture = pytest.CaptureFixture[str]
_RIG = ("--gpu", "RTX 3060 12GB", "--ram", "2x8 DDR4-3200")


def _lines(capsys: Capture, *words: str) -> list[str]:
    main(["worth", *words])
    return capsys.readouterr().out.splitlines()


def test_the_lowest_end_of_a_wide_span_is_no_yes_and_what_was_named_has_its_line(capsys: Capture) -> None:
    lines = _lines(capsys, "gpt-oss:120b", *_RIG, "--consider", "64GB RAM", "--budget", "400")
    assert lines[0] == "No: nothing within $400 does this well."
    assert lines[1].startswith("You asked about 64 GB of DDR4 RAM in all: about $420 to $480, over your $400.")
    assert lines[2].startswith("Great with it: about ")
    assert any(one.startswith("- For $20 more: 64 GB of DDR4 RAM in all") for one in lines)
    assert not any(one.startswith("- If you find a pair of Instinct") for one in lines), "none looks for server cards"


def test_what_is_advised_needs_no_line_of_its_own(capsys: Capture) -> None:
    lines = _lines(capsys, "gpt-oss:120b", *_RIG, "--consider", "64GB RAM", "--budget", "500")
    assert lines[0].startswith("Yes, for this model: 64 GB of DDR4 RAM")
    assert not any(one.startswith("You asked about") for one in lines)


def test_memory_takes_a_price_by_its_size(capsys: Capture) -> None:
    lines = _lines(capsys, "gpt-oss:120b", *_RIG, "--part", "memory", "--price", "64GB RAM=300")
    assert lines[0] == "Yes, for this model: 64 GB of DDR4 RAM in all for $300."


def test_a_poor_file_of_what_was_named_is_told(capsys: Capture) -> None:
    """A Radeon at 8 tokens/s stood below one at 5, and nothing said that only its file is poor."""
    lines = _lines(capsys, "Llama 3.3 70B", "--gpu", "2x RTX 3060 12GB", "--ram", "64", "--consider", "RX 7900 XT")
    (named,) = (one for one in lines if " with it: " in one)
    assert named.endswith(" as IQ3_XXS, which answers worse.")


def test_a_lesser_card_beside_the_own_one_is_called_no_faster(capsys: Capture) -> None:
    """It was judged in place of the own card, which nobody would take out for it."""
    lines = _lines(capsys, "Qwen3.6 27B", "--gpu", "RTX 3090", "--consider", "RTX 3060 12GB")
    assert lines[1].startswith("You asked about an added RTX 3060 12GB: ")
    assert lines[2].startswith("Great with it: ")
    assert lines[2].endswith(", no faster than now.")
