"""`rig-advisor ask` on several cards that nobody says are there: a verdict on buying them, and forks of programs."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of

Capture = pytest.CaptureFixture[str]


def _asked(capsys: Capture, words: str) -> list[str]:
    main(["ask", words])
    told = capsys.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("3x Tesla P40 for $900 good idea in 2026?", "Only for large models: 3x Tesla P40 for $900 runs gpt-oss 120B"),
        ("4x MI50 32GB worth it? will vllm work?", "Only for large models: 4x Instinct MI50 32GB for $480 to $2,520"),
        ("is buying four tesla p40 for 1000 dollars a bad idea?", "Only for large models: 4x Tesla P40 for $1,000"),
        ("are 2x V100 32GB for $1400 a good buy for local llms?", "Yes, if you can cool them: 2x Tesla V100 PCIe 32GB"),
        ("thinking about four 3060 12gb instead of one big card, good idea?", "No: an RX 7900 XTX for $930 is "),
        ("three tesla p40s at 250 each worth it for gpt-oss 120b?", "Yes, if you can cool them: 3x Tesla P40 for $750"),
        ("2x RTX 3090 for 9000, worth it for local llm?", "No: 2x RTX 3090 for $9,000 is too much"),
    ],
)
def test_several_cards_get_a_verdict_with_what_they_hold_and_take(words: str, first: str, capsys: Capture) -> None:
    lines = _asked(capsys, words)
    assert lines[0].startswith(first)
    assert lines[1].startswith("They hold ")
    assert any(one.startswith("Power: the cards alone take up to ") for one in lines)
    assert not any("what you have is enough" in one for one in lines)


def test_what_else_the_money_buys_is_told(capsys: Capture) -> None:
    lines = _asked(capsys, "3x Tesla P40 for $900 good idea in 2026?")
    assert any(one.startswith("The same money buys an RX 7900 XT for ") for one in lines)
    assert any(one.startswith("$300 each; one sells for $270 to $398") for one in lines)


@pytest.mark.parametrize("words", ["4x MI50 32GB worth it? will vllm work?", "I have 4x MI50 32GB, will vllm work?"])
def test_forks_that_others_keep_are_named(words: str, capsys: Capture) -> None:
    told = "\n".join(_asked(capsys, words))
    assert "Only in forks: ai-infos/vllm-gfx906-mobydick and nlzy/vllm-gfx906 (GitHub, Linux) run on" in told
    assert "vLLM does not run" not in told


def test_a_card_that_no_fork_serves_gets_a_plain_no(capsys: Capture) -> None:
    assert _asked(capsys, "does vllm run on a tesla p40?")[0].startswith("No: vLLM does not run on Tesla P40")


@pytest.mark.parametrize(
    "words",
    ["is it a good idea to run two models on my 3090?", "rtx 3060 12gb worth upgrading for llm?"],
)
def test_what_is_there_stays_there(words: str) -> None:
    assert not any("--consider" in one for one in lines_of(words))
