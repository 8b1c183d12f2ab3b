"""Questions whose answer turned on a word that was passed over: about, new, long prompts, to wait, once a month."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


def _asked(said: Said, words: str) -> str:
    main(["ask", words])
    return said.readouterr().out


@pytest.mark.parametrize(
    ("words", "budget"),
    [
        ("what gpu should i buy for around $500", "575"),
        ("i have a 3060 12gb and about 800 dollars, which gpu", "920"),
        ("which gpu under $500 for a pc with a 3060 12gb", "500"),
    ],
)
def test_about_so_much_may_be_somewhat_more(words: str, budget: str) -> None:
    assert f"--budget {budget}" in lines_of(words)[0]


def test_a_price_that_is_told_as_about_so_much_is_one() -> None:
    [line] = lines_of("is a used 3090 for about $700 worth it? i have a 5600x and 32gb")
    assert "--price RTX 3090=700" in line
    assert "805" not in line


def test_the_card_that_holds_more_is_named_before_the_cheaper_one(capsys: Said) -> None:
    told = _asked(capsys, "is a used 3090 still the best deal for local llms or should i get a 5070 ti?")
    assert "Take the RTX 3090: it alone holds " in told
    assert " used" in told


def test_long_prompts_count_beside_the_speed_of_writing(capsys: Said) -> None:
    told = _asked(capsys, "mac studio m4 max 128gb or dgx spark for coding agents with long prompts?")
    assert "DGX Spark 128GB is done sooner, prompts included: " in told
    assert "Take the" not in told
    assert "Not understood" not in told


def test_what_somebody_would_wait_for_is_told_first() -> None:
    first, *_ = lines_of("should i wait for the rtx 5080 super or buy a 5080 now?")
    assert first.startswith("told Whether to wait is not judged: nothing sure is known of RTX 5080 Super")


def test_a_team_that_asks_what_it_needs_is_told_computers() -> None:
    assert lines_of("we're a team of 10 developers, what do we need to serve a coding model in-house?") == [
        "machines any serve-a-team --set concurrency=5"
    ]


def test_what_is_done_once_a_month_is_rented() -> None:
    first, then = lines_of("would it be cheaper to rent an h100 by the hour to fine-tune a 70b once a month?")
    assert first.startswith("told Rent: H100 SXM 80GB costs $")
    assert "hours a day" not in first
    assert then.startswith("ask Llama 3.3 70B --workload fine-tune-qlora")


def test_a_cache_of_few_bits_is_nothing_to_buy() -> None:
    plan = plan_of("is it worth quantizing the kv cache to q8 for 64k context with qwen3 32b on a 4090?")
    assert [type(one).__name__ for one in plan.steps] == ["Held"]
    assert lines_of("is it worth quantizing the kv cache to q8 for 64k context with qwen3 32b on a 4090?") == [
        "held Qwen3 32B on --gpu RTX 4090 with q8_0/f16 cache  --context 64k"
    ]
