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


def test_what_a_new_card_costs_is_said_where_a_used_one_is_counted(capsys: Said) -> None:
    for words in ("should I buy a new RTX 5070 Ti for local llms, I have a 1660", "new 5070 ti or used 3090 for llms"):
        (told,) = (one for one in answer_lines(capsys, words) if one.startswith("A new RTX 5070 Ti costs "))
        assert told.endswith("; counted is a used one.")
    assert not any(one.startswith("A new ") for one in answer_lines(capsys, "5070 ti or 3090 for llms"))
