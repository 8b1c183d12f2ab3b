"""`rig-advisor ask` where something is held against an API: the verdict is about what was asked about."""

import json

import pytest

from advisor.__main__ import main
from tests.answer_lines import answer_lines

Capture = pytest.CaptureFixture[str]
_LATE, _PAYS = "No, not for the money: ", "Yes, if "


def _asked(capsys: Capture, words: str) -> list[str]:
    main(["ask", words])
    told = capsys.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (
            "is an RTX PRO 6000 96GB at $8500 worth it for running a coding agent for myself vs API",
            f"{_LATE}an RTX PRO 6000 Blackwell for $8,500",
        ),
        (
            "would a mac studio m3 ultra 96gb at $4000 pay off against openrouter for gpt-oss-120b, 5M tokens a day",
            f"{_LATE}a Mac Studio M3 Ultra (60-core GPU) 96GB for $4,000",
        ),
        (
            "does a 5090 pay off versus the api if my agent runs 10 hours a day with qwen3.6 27b",
            f"{_PAYS}Qwen3.6 27B does what you need: an RTX 5090 for ",
        ),
        (
            "is it worth buying two 3090s instead of paying for api tokens? 3M tokens/day",
            f"{_LATE}a pair of RTX 3090 for ",
        ),
        (
            "I code with an agent via openrouter. Would buying an RX 7900 XTX for $800 be cheaper?",
            f"{_PAYS}Qwen3.8 27B does what you need: an RX 7900 XTX for $800",
        ),
    ],
)
def test_the_verdict_is_about_what_was_asked_about(words: str, first: str, capsys: Capture) -> None:
    lines = _asked(capsys, words)
    verdict = next(place for place, one in enumerate(lines) if one.startswith(first))
    assert "pays for itself after" in lines[verdict]
    assert "a month, " in lines[verdict + 2]
    assert any(one.startswith("Of all options: ") for one in lines)


def test_an_agents_repeated_prompts_cost_what_the_provider_asks_for_them(capsys: Capture) -> None:
    lines = _asked(capsys, "RTX PRO 6000 for $8500 or the API for a coding agent with qwen3.8 27b?")
    assert "Of its prompts 92% repeat the last call and count $0.040 per million." in lines
    lines = _asked(capsys, "dgx spark $4000 vs api for qwen3 coder next agent")
    assert any(one.startswith("It states no lower price for the 92%") for one in lines)
    assert any(one.startswith("It depends on what repeated prompts cost: a DGX Spark") for one in lines)


def test_the_form_of_options_speaks_about_the_card_first(capsys: Capture) -> None:
    card = "RTX PRO 6000 Blackwell"
    words = ["worth", "Qwen3.8 27B", "--gpu", "none", "--ram", "64", "--workload", "coding-agent", "--cloud"]
    named = ["--consider", card, "--price", f"{card}=8500"]
    main([*words, *named])
    assert capsys.readouterr().out.startswith(f"{_LATE}an {card} for $8,500 pays for itself after")
    main([*words, *named, "--json"])
    assert any(one.startswith(_LATE) for one in json.loads(capsys.readouterr().out)["notes"])
    main(words)
    assert not capsys.readouterr().out.startswith(_LATE)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("I own two 3090s, is it cheaper to use an API?", "What you have is cheaper: electricity $"),
        ("in germany, i have two 3090s already, 24/7 use, API or local for qwen3 32b?", "The API is cheaper: "),
        ("I have 2x 3090. is the API cheaper for Llama 3.3 70B?", "Both cost about the same: electricity here $"),
    ],
)
def test_what_is_owned_costs_only_its_electricity_against_an_api(words: str, first: str, capsys: Capture) -> None:
    assert answer_lines(capsys, words)[0].startswith(first)
