"""`rig-advisor ask`: what is said of a table is in it, what is known is not assumed, what is of all says so."""

from tests.answer_lines import Said, answer_lines


def test_a_chip_with_its_own_memory_is_not_given_that_of_a_desktop(capsys: Said) -> None:
    assert not any("RAM at 60 GB/s" in one for one in answer_lines(capsys, "LLM on a steam deck"))


def test_the_fastest_that_is_named_stands_in_the_table(capsys: Said) -> None:
    told = answer_lines(capsys, "which complete pc should I buy for llama 3.3 70b, budget $8000")
    named = next(one for one in told if " is the cheapest that does this well." in one)
    name = named.partition("The fastest: ")[2].partition(". ")[0].rstrip(".")
    assert not name or any(one.startswith(name) for one in told if "tokens/s (" in one)


def test_the_speed_of_a_team_is_that_of_all(capsys: Said) -> None:
    told = answer_lines(capsys, "2x 3090 or 5090 to serve qwen3 32b to a team of 10")
    assert any(one.startswith("Computer ") and "Speed of all" in one for one in told)


def test_an_hour_of_a_faster_card_that_is_rented_counts_for_more(capsys: Said) -> None:
    told = answer_lines(capsys, "rent an H100 or buy a 4090 for training my own model now and then")
    assert any(one.startswith("An hour of the rented H100 SXM 80GB does the work of ") for one in told)


def test_a_card_that_is_to_be_new_counts_at_its_price_as_new(capsys: Said) -> None:
    for words in ("should I buy a new RTX 5070 Ti for local llms, I have a 1660", "new 5070 ti or used 3090 for llms"):
        rows = [one for one in answer_lines(capsys, words) if "RTX 5070 Ti  " in one]
        assert rows
        assert not any("used" in one for one in rows)
    assert any("RTX 5070 Ti  " in one and " used" in one for one in answer_lines(capsys, "5070 ti or 3090 for llms"))


def test_a_card_that_nobody_sells_new_counts_as_used_and_says_so(capsys: Said) -> None:
    told = answer_lines(capsys, "should I buy a new RTX 3090 for local llms, I have a 1660")
    assert "No price of a new RTX 3090 is known; counted is a used one." in told


def test_what_the_verdict_adds_is_not_told_again_as_what_was_asked_about(capsys: Said) -> None:
    told = answer_lines(capsys, "is a 5070 Ti worth it for a PC with a 3060 and 32 GB?")
    assert told[0].startswith("Yes: an added RTX 5070 Ti ")
    assert not any(one.startswith("You asked about an RTX 5070 Ti") for one in told)
