"""`rig-advisor ask` for how little money a model runs: the cheapest way first, also one whose price nobody knows."""

import pytest

from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    "words",
    [
        "Want to run deepseek r1 671b at home, what's the cheapest way?",
        "cheapest way to run deepseek r1 671b locally",
        "least expensive setup for deepseek r1 671b",
        "how can i run deepseek r1 671b as cheaply as possible",
        "budget build for deepseek r1 671b?",
        "what's the least i can pay to run deepseek r1 671b at home",
    ],
)
def test_the_cheapest_way_comes_first_and_a_smaller_model_is_named(words: str, capsys: Said) -> None:
    """The table began with the dearest, and a used server without a price was not named as the cheapest."""
    lines = answer_lines(capsys, words)
    assert lines[0] == "The cheapest ways to DeepSeek-R1 671B, the cheapest first:"
    assert lines[1].startswith("1. Not your own, your data leaves you: the API of DeepInfra, $0.50 read, $2.15 ")
    assert lines[1].endswith(" a month at 2 hours a day.")
    assert lines[2].startswith(
        "2. Likely the cheapest of your own, its price is not in the list: a used server, EPYC 7302"
    )
    assert "512 GB of DDR4-3200, 4.7 tokens/s as Q4_K_M, " in lines[2]
    assert lines[3].startswith("3. With a known price: ")
    assert "IQ2_XXS" not in lines[3]
    assert lines[4].startswith("4. What does it well: ")
    less = next(one for one in lines if one.startswith("On less: "))
    assert "Qwen3.8 27B (newer, and at least as able" in less
    assert "on a PC with " in less
    assert lines[lines.index("") + 2].startswith("Server, EPYC 7302")


def test_what_runs_on_a_cheap_computer_needs_no_other_way(capsys: Said) -> None:
    assert not any("API" in one for one in answer_lines(capsys, "cheapest gpu for qwen3 8b"))
    assert answer_lines(capsys, "cheapest pc for llama 3.3 70b")[0].startswith("Computer ")


def test_what_does_not_run_is_no_way(capsys: Said) -> None:
    lines = answer_lines(capsys, "cheapest way to run kimi k2 locally")
    assert not any("won't run" in one for one in lines[: lines.index("")])


def test_of_cards_it_is_said_that_the_price_is_theirs_alone(capsys: Said) -> None:
    lines = answer_lines(capsys, "budget way to run qwen3 235b at home")
    assert any("RTX 3090 for $" in one and "(the cards alone)" in one for one in lines[: lines.index("")])


@pytest.mark.parametrize(
    "words",
    [
        "What's the cheapest way to run a 70b at reading speed?",
        "cheapest pc for llama 3.3 70b",
        "least expensive setup for a 70b model",
        "how can i run llama 3.3 70b as cheaply as possible",
        "budget build for llama 3.3 70b?",
        "what's the least i can pay to run a 70b at home",
    ],
)
def test_the_cheapest_is_one_table_of_whole_computers_from_the_cheapest_on(words: str, capsys: Said) -> None:
    """Cards without a PC stood beside whole computers, and cheaper used cards were left out."""
    lines = answer_lines(capsys, words)
    rows = lines[1 : next(place for place, one in enumerate(lines) if one.startswith("Llama 3.3 70B needs "))]
    assert len(rows) <= 5
    assert rows[0].startswith("PC with 2x Tesla P40 ")
    assert all(one.startswith(("PC with ", "Server with ", "Framework ", "Mac ")) for one in rows)
    assert all("  Q4_K_M  " in one and "$" in one for one in rows)
    told = " ".join(lines)
    assert "The cheapest that does this well: PC with 2x Tesla P40 for $" in told
    assert "The cheapest without old cards or a blower: " in told
    assert "All prices are of whole computers." in told
    assert sum(one.startswith("Asked as: ") for one in lines) == len(rows)
    assert sum(one.startswith("Computer ") for one in lines) == 1


def test_a_card_beside_whole_computers_is_told_what_its_ram_costs(capsys: Said) -> None:
    """A card for $210 stood beside computers for $3,324, and nobody was told that 64 GB of RAM cost $700."""
    priced = "A GPU's price is without the PC; 64 GB of DDR5 RAM cost $"
    lines = answer_lines(capsys, "what do i need to run gpt oss 120b decently without going broke?")
    assert any(one.startswith(priced) for one in lines)
    assert not any(one.startswith(priced) for one in answer_lines(capsys, "what gpu do i need for qwen3 8b?"))
