"""Money behind two things is for either of them; behind one with an article it is what that costs."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from tests.answer_lines import Said, answer_lines

CATALOG = load_catalog()


@pytest.mark.parametrize("words", ["mac studio or 5090 for 3000 dollars", "3090 or 4090 for 1500 dollars"])
def test_the_only_amount_behind_two_things_is_a_budget(words: str, capsys: Said) -> None:
    """It was taken as the price of the second."""
    (amount,) = said(words, CATALOG).wording.amounts
    assert (amount.is_shared, amount.is_asked) == (True, False)
    assert any(one.startswith("Take the ") and "the only one within $" in one for one in answer_lines(capsys, words))


@pytest.mark.parametrize(
    "words", ["5060 ti or a used 3090 for 900 dollars", "a 3090 for 700 dollars or a 4090 for 1600 dollars"]
)
def test_what_one_thing_costs_stays_its_price(words: str) -> None:
    assert not any(one.is_shared for one in said(words, CATALOG).wording.amounts)


def test_very_many_pages_are_looked_up(capsys: Said) -> None:
    """Naming how many there are ended in a context that no model has."""
    first, *others = answer_lines(capsys, "i want to chat with my pdfs, about 5000 pages, on a m1 macbook pro 16gb")
    assert first.startswith("Great: RAG on M1")
    assert any("All 5,000 pages" in one for one in others)


def test_a_question_reaches_worth_as_well(capsys: Said) -> None:
    """It was looked for among the names of models."""
    main(["worth", "is it cheaper to rent a gpu or buy a 3090? i use it 2 hours a day"])
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.startswith("Rent: at 2 hours a day RTX 3090 costs ")
    assert main(["worth", "qwn 3 32"]) == 1
    assert "nearest known: Qwen3 32B" in capsys.readouterr().err


def test_who_needs_nothing_is_told_what_the_money_buys_all_the_same(capsys: Said) -> None:
    lines = answer_lines(capsys, "i got 500 bucks and a gtx 1080, what should i buy")
    assert lines[0].startswith("If you buy all the same: ")
    assert "No: what you have is enough." in lines[1:3]


def test_something_like_chatgpt_is_answered_with_yes_or_no(capsys: Said) -> None:
    first, second, *_ = answer_lines(capsys, "can i run something like chatgpt on my laptop with 8gb ram and no gpu")
    assert first.startswith("Yes, ")
    assert "Services like ChatGPT know far more" in second
