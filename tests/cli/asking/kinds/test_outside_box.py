"""`rig-advisor ask` about a GPU outside of the computer: what its cable costs, and whether a desktop is better."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of

Said = pytest.CaptureFixture[str]


def _asked(said: Said, words: str) -> list[str]:
    main(["ask", words])
    told = said.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    "words",
    [
        "RTX 4090 in an eGPU over Thunderbolt: how much do I lose?",
        "how much slower is a 3090 over oculink",
        "performance loss of a 5090 egpu on usb4?",
        "how bad is an oculink egpu for llms",
        "does an external GPU over TB4 slow down llms",
    ],
)
def test_what_the_cable_costs_is_told_with_figures(words: str, capsys: Said) -> None:
    """A ranking on the card in a slot stood there."""
    lines = _asked(capsys, words)
    assert lines[0].startswith("In short: Little, for a model that fits in its VRAM: ")
    told = " ".join(lines[:4])
    assert "Loading " in told
    assert "RAM" in told
    assert not any(one.startswith("Not understood") for one in lines)


@pytest.mark.parametrize(
    "words",
    ["Laptop with eGPU or a desktop?", "egpu or desktop for local llm", "should I get a desktop or an egpu box"],
)
def test_a_desktop_is_the_answer_where_neither_is_there(words: str, capsys: Said) -> None:
    lines = _asked(capsys, words)
    assert lines[0].startswith("In short: A desktop, ")
    assert not any("Core i5-1335U" in one for one in lines)


@pytest.mark.parametrize(
    "words",
    [
        "should I use tensor parallel with two egpus over usb4",
        "two 3090 egpus on thunderbolt, tensor parallel or layer split?",
        "two egpus over oculink: split by layer?",
    ],
)
def test_a_split_over_cables_is_told(words: str, capsys: Said) -> None:
    assert any("split by layers" in one and "16%" in one for one in _asked(capsys, words))


def test_a_purchase_with_money_stays_one() -> None:
    assert lines_of("Laptop with RTX 4060 8GB and 16GB RAM, 400 dollars: eGPU or more RAM?")[0].startswith("worth ")
