"""`rig-advisor ask` where one computer is held against another: which can do more, whether to keep it."""

import pytest

from advisor.__main__ import main
from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "better"),
    [
        ("m3 macbook air 24gb vs framework desktop 128gb for local coding agent", "Framework Desktop"),
        ("framework desktop 128gb or an m4 mac mini 16gb for coding?", "Framework Desktop"),
        ("mac mini m4 16gb vs rtx 3090 pc for llms", "RTX 3090"),
    ],
)
def test_the_computer_whose_best_model_can_do_clearly_more_is_named(words: str, better: str, capsys: Said) -> None:
    lines = answer_lines(capsys, words)
    verdict = next(one for one in lines if one.startswith("Take the "))
    assert verdict.startswith(f"Take the {better}")
    assert "which can do clearly more than" in verdict
    assert not any("Both do this well." in one for one in lines)
    assert any("The best that each runs: " in one for one in lines)


def test_a_model_that_both_run_well_makes_no_difference(capsys: Said) -> None:
    told = " ".join(answer_lines(capsys, "RTX 3090 or 2x RTX 5060 Ti 16GB?"))
    assert "can do clearly more" not in told


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("sell my 4080 super and buy a 5090 or keep it for flux and llms?", "Keep the RTX 4080 SUPER, unless you want"),
        (
            "should i sell my 3060 12gb and get a 3090 for qwen3 32b?",
            "Sell it: RTX 3090 does Qwen3 32B well, which",
        ),
        (
            "is it worth swapping my RTX 4070 for a 5070 for llms?",
            "Keep the RTX 4070: RTX 5070 is only 1.3 times as fast at this.",
        ),
        ("swap my 3090 for a 7900 xtx for qwen3 14b?", "Keep the RTX 3090: RX 7900 XTX is no faster at this."),
        ("trade in my 4090 for a 5090, qwen3 8b", "Keep the RTX 4090, unless you want larger models: it does"),
    ],
)
def test_keep_or_sell_is_said_first(words: str, verdict: str, capsys: Said) -> None:
    lines = answer_lines(capsys, words)
    assert lines[0].startswith(verdict)
    assert not any(one.startswith("Take the ") for one in lines)


def test_no_plain_yes_to_thousands_where_what_is_there_is_fast_enough(capsys: Said) -> None:
    rig = ("worth", "--workload", "chat", "--gpu", "RTX 4080 SUPER", "--ram", "32")
    main([*rig, "--consider", "RTX 5090"])
    assert capsys.readouterr().out.startswith("It depends on your budget: an RTX 5090, $4,299 to $5,258.")
    main([*rig, "--consider", "RTX 3090"])
    assert capsys.readouterr().out.startswith("Yes: an RTX 3090 for ")


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        ("should I sell my 3080 10gb and buy a used 3090", "RTX 3080 10GB", "RTX 3090"),
        ("swap my 3070 for a used 3090?", "RTX 3070", "RTX 3090"),
        ("trade in my 4070 for a 7900 xtx", "RTX 4070", "RX 7900 XTX"),
    ],
)
def test_a_card_with_more_memory_is_judged_by_the_larger_model_that_it_runs(
    words: str, old: str, new: str, capsys: Said
) -> None:
    lines = answer_lines(capsys, words)
    assert lines[0].startswith(f"Sell it, for larger models: {new} runs Qwen3.8 27B as Q")
    assert f"; {old} does " in lines[0]
    assert lines[1].startswith("Cheaper: keep it and add ")


@pytest.mark.parametrize(
    ("words", "owned", "offered"),
    [
        ("3080 10gb to 3090 upgrade worth it for 27b models", "RTX 3080 10GB", "RTX 3090"),
        ("from a 3060 12gb to a 4060 ti 16gb for llms, worth it?", "RTX 3060 12GB", "RTX 4060 Ti 16GB"),
        ("3060 12gb -> 3090 worth it?", "RTX 3060 12GB", "RTX 3090"),
        ("is a 4090 to 5090 upgrade worth it", "RTX 4090", "RTX 5090"),
        ("going from 4070 to 5080, what do i gain for flux", "RTX 4070", "RTX 5080"),
    ],
)
def test_what_another_takes_the_place_of_is_there(words: str, owned: str, offered: str) -> None:
    (line,) = lines_of(words)
    assert line.startswith("worth ")
    assert f"--gpu {owned} " in line
    assert line.endswith(f"--consider {offered}") or f"--consider {offered} " in line
    assert f"--gpu {offered}" not in line


def test_what_is_added_to_a_card_leaves_it_there() -> None:
    (line,) = lines_of("is it worth adding a 3060 12gb to my 3090")
    assert "--gpu RTX 3090" in line
