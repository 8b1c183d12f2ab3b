"""Computers of offices by the name of their line: their age by the number, and a small power supply of its own kind."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("I have a Dell OptiPlex 7060 with 16 GB and 300 dollars, what should I buy to run a local chatbot?",
         "worth --workload chat --cpu Core i5-8500 --ram 16 --budget 300 --psu-w 260"),
        ("which model on an EliteDesk 800 G4, 32 gb",
         "rank --workload chat --limit 10 --cpu Core i5-8500 --ram 32"),
        ("my optiplex 5090 micro with 32 gb: which gpu can I add for 400 dollars?",
         "worth --cpu Core i5-8500 --ram 32 --budget 400 --part card --slots 0"),
        ("HP Z240 with 32GB RAM, what GPU to get for local LLMs under 400",
         "worth --workload chat --cpu Core i5-8500 --ram 32 --budget 400 --psu-w 260 --part card"),
        ("optiplex 3020 16gb qwen3 8b", "ask Qwen3 8B --cpu Core i5-4590 --ram 16"),
        ("Lenovo ThinkCentre M910q Tiny 32GB, which model?",
         "rank --workload chat --limit 10 --cpu Core i5-7500 --ram 32"),
        ("optiplex 7060 sff, i7-8700, 32gb ram, which gpu fits under 250 dollars",
         "worth --cpu i7-8700 --ram 32 --budget 250 --psu-w 260 --part card"),
        ("Is an OptiPlex 7060 with 16GB for $150 good for a local chatbot?",
         "rank --workload chat --limit 10 --cpu Core i5-8500 --ram 16"),
    ],
)  # fmt: skip
def test_its_number_tells_its_age(words: str, line: str) -> None:
    assert lines_of(words) == [line]
    assert not plan_of(words).unknown


def test_what_is_assumed_and_its_supply_are_said() -> None:
    notes = plan_of("I have a Dell OptiPlex 7060 with 16 GB and 300 dollars, what should I buy for chat?").notes
    assert "Assumed for Dell OptiPlex 7060: Core i5-8500, as its number tells (--cpu)." in notes
    assert any(one.startswith("Dell OptiPlex 7060 has a small power supply of its maker's own kind: ") for one in notes)
    notes = plan_of("my optiplex 5090 micro with 32 gb: which gpu can I add for 400 dollars?").notes
    assert any("its age is not known here" in one for one in notes)
    assert any("too small for a graphics card" in one for one in notes)


def test_one_beside_a_product_is_not_dropped_without_a_word() -> None:
    plan = plan_of("Should I buy an OptiPlex 7060 or a Mac mini M4 16GB for local AI?")
    assert "Not counted: OptiPlex 7060; ask about it alone." in plan.notes


@pytest.mark.parametrize(
    ("words", "cpu"),
    [
        ("$300 for an office PC with i5-8500 and 16 GB", "i5-8500 --ram 16 --budget 300 --psu-w 260"),
        ("300 dollars to spend on a PC with i7-6700, 16 GB", "i7-6700 --ram 16 --budget 300"),
        ("$200 for an upgrade of a pc with ryzen 5 3600 and 16gb", "ryzen 5 3600 --ram 16 --budget 200"),
    ],
)
def test_money_for_a_computer_that_is_there_is_a_budget(words: str, cpu: str) -> None:
    assert lines_of(words) == [f"worth --cpu {cpu}"]


def test_a_price_that_is_judged_is_that_of_the_computer() -> None:
    first = lines_of("is $300 for a PC with i5-8500 and 16 GB a good deal?")[0]
    assert first.startswith("told Yes, good for this: for $300 a PC with i5-8500 runs ")
