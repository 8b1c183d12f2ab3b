"""The table of options: what it holds is what is said of it."""

from typing import Any

import pytest

from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.worth import PURCHASES
from advisor.present.upgrade.rows import NEWLY_USABLE, PRICE, SPEED
from advisor.present.upgrade.speed_cell import is_partly_in_ram
from advisor.present.upgrade.view import worth_view
from tests.answer.worth.worth_on import worth_on

CATALOG = load_catalog()


def answer_for(computer: str, model: str, workload: str = "chat", **money: Any) -> WorthAnswer:
    return worth_on(computer, workload, model, **money)


def test_a_laptop_takes_memory_and_no_gpu() -> None:
    """It 'can't be upgraded' stood above three sizes of memory for it."""
    answer = answer_for("Laptop with RTX 4060 8GB", "Llama 3.3 70B")
    view = worth_view(answer, None)
    assert any("RAM" in row.name for row in view.rows)
    assert view.title == "No: more RAM doesn't make Llama 3.3 70B run well here."
    assert "More RAM doesn't make Llama 3.3 70B run well here, and a laptop or mini PC takes no GPU." in view.reasons
    assert not any("can't be upgraded" in one for one in view.reasons)


def test_money_is_about_the_way_that_the_text_names() -> None:
    """A Mac of $5,499 stood beside "For $1,959, a Framework Desktop would run it well"."""
    view = worth_view(answer_for("Laptop with RTX 4060 8GB", "Qwen3.8 27B"), None)
    money = next(one for one in view.reasons if one.startswith("Money: "))
    named = next(one for one in view.would_change if "would run it well" in one)
    assert view.title.startswith("No: ")
    name = named.partition(", ")[2].partition(" would run it well")[0]
    assert money.startswith(f"Money: {name} costs ")


def test_only_what_is_listed_is_said_to_stand_last_and_the_month_is_cheapest_first() -> None:
    answer = answer_for("Laptop with RTX 4060 8GB", "Qwen3.6 35B-A3B", cloud=True)
    view = worth_view(answer, None)
    assert view.order == (
        "This computer is fast enough, so the cheapest come first. Price ranges count by their middle. "
        "Every row runs Q3_K_M unless it names another file. "
        "At the end: those without a price, those paid by the month."
    )
    monthly = [float(one.cells[PRICE].value or 0.0) for one in view.rows if one.is_elsewhere]
    assert len(monthly) > 1
    assert monthly == sorted(monthly)
    within = worth_view(answer_for("Laptop with RTX 4060 8GB", "Qwen3.6 35B-A3B", budget_usd=800.0), None)
    assert within.order.endswith("another file. What costs more than $800 even at a good price is left out.")


@pytest.mark.parametrize(
    ("computer", "words"),
    [
        ("PC with RTX 3060 12GB", "In place of the RTX 3060 12GB."),
        ("PC with two RTX 3090", "In place of one RTX 3090, beside the rest."),
    ],
)
def test_a_card_says_what_it_takes_the_place_of(computer: str, words: str) -> None:
    rows = worth_view(answer_for(computer, "Llama 3.3 70B"), None).rows
    swapped = [one for one in rows if [edit.kind for edit in one.edits] == ["card"]]
    beside = [one for one in rows if one.edits and one.edits[0].kind == "second_card"]
    assert swapped
    assert all(words in one.detail for one in swapped)
    assert not any("In place" in line for one in beside for line in one.detail)


def test_a_model_that_runs_in_a_smaller_file_is_not_made_possible() -> None:
    answer = answer_for("Laptop with RTX 4060 8GB", "Qwen3.6 35B-A3B")
    memory = [one for one in worth_view(answer, None).rows if "RAM" in one.name]
    assert {one.cells[NEWLY_USABLE].text for one in memory} == {"Qwen3.6 35B-A3B, less compressed"}


ORDERED = [
    ("PC with RTX 3060 12GB", "Qwen3.6 35B-A3B", "coding"),
    ("PC with RX 7900 XTX", "Llama 3.3 70B", "chat"),
    ("Office PC without graphics card 16GB", "Mellum2 12B-A2.5B", "agent"),
    ("PC with two RTX 3090", "gpt-oss 120B", "chat"),
]


@pytest.mark.parametrize(("computer", "model", "workload"), ORDERED)
def test_what_stands_below_a_dearer_and_slower_one_shows_why(computer: str, model: str, workload: str) -> None:
    """An RX 7900 XT for $558 and 84 tokens/s stood below an RTX 4090 for $2,200, with no word of its RAM."""
    answer = answer_for(computer, model, workload=workload)
    ways = {one.id: one for one in answer.others}
    view = worth_view(answer, None)
    rows = [one for one in view.rows if one.way_id in ways and isinstance(one.cells[PRICE].value, float)]
    rows = [one for one in rows if ways[one.way_id].kind in PURCHASES and not one.is_best]
    for index, low in enumerate(rows):
        for high in rows[:index]:
            figures = [
                (float(one.cells[SPEED].value or 0.0), float(one.cells[PRICE].value or 0.0)) for one in (high, low)
            ]
            (fast, dear), (faster, cheaper) = figures
            if faster > 1.05 * fast and cheaper < dear:
                way = ways[low.way_id]
                seen = " ".join(cell.text for cell in low.cells)
                marks = {
                    "models partly in RAM": "partly in RAM" in seen,
                    "files of low quality": (way.reached.quant or "-") in seen,
                    "several GPUs": low.name.startswith("Add ") or "pair of" in low.name.lower(),
                    "AMD and Intel": way.maker in ("amd", "intel"),
                    "those that need an extra fan": "an extra fan" in seen,
                    "those that may be too slow": low.usability != "great",
                    "slower ones": not answer.is_by_value,
                }
                assert any(holds and words in view.order for words, holds in marks.items()), (high.name, low.name)


@pytest.mark.parametrize(("computer", "model", "workload"), ORDERED)
def test_a_small_file_is_named_in_every_row_that_is_judged_in_it(computer: str, model: str, workload: str) -> None:
    """An RTX 5090 stayed Fine at 40 tokens/s beside a Mac that was Great at 15: in IQ3_XXS, as this computer."""
    answer = answer_for(computer, model, workload=workload)
    ways = {one.id: one for one in (answer.now, *answer.others)}
    for row in worth_view(answer, None).rows:
        done = ways[row.way_id].reached
        if done.runs and done.is_reduced:
            assert (done.quant or "-") in row.cells[SPEED].text, row.name
        assert ("partly in RAM" in row.cells[SPEED].text) == (done.runs and is_partly_in_ram(done)), row.name


def test_pictures_name_the_file_of_each_row_where_it_is_not_the_same_in_all() -> None:
    """An RX 9070 XT took 4.8 s in FP8 beside an RTX 3080 Ti with 8.9 s in four bits, and no row said so."""
    answer = answer_for("PC with RTX 3060 12GB", "FLUX.2 klein 9B", workload="pictures")
    texts = [row.cells[SPEED].text for row in worth_view(answer, None).rows if row.cells[SPEED].text]
    files = ("16 bits", "FP8", "Q8_0", "Q4_K_M")
    assert all(sum(name in text for name in files) == 1 for text in texts), texts
    assert len({name for name in files for text in texts if name in text}) > 1


def test_models_of_the_reasons_are_those_of_the_table() -> None:
    """The reasons named three models and the table the one that was asked about, which ran before, slowly."""
    answer = answer_for("Office PC without graphics card 16GB", "Mellum2 12B-A2.5B", workload="agent")
    view = worth_view(answer, None)
    assert answer.decision.verdict == "yes"
    told = next(one for one in view.reasons if one.startswith("Newly runs well: "))
    best = next(row for row in view.rows if row.is_best)
    first = best.cells[NEWLY_USABLE].text.removesuffix(" and more")
    assert told.removeprefix("Newly runs well: ").startswith(first)
    assert not any("akes possible" in text for row in view.rows for text in row.detail)
