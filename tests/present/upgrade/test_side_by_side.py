"""Several rigs side by side: what follows as a sentence, one row and one bar each, the own one always alike."""

import datetime
import re
from dataclasses import replace

import pytest

from advisor.answer.money.prices import Prices
from advisor.answer.rig.compared_rig import ComparedRig, compared_rig
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.worth import Price
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import Range
from advisor.present.upgrade.side_by_side import (
    COLUMNS,
    Compared,
    CompareView,
    compare_view,
    computer_choices,
    priced,
    priced_part,
)
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()
MODEL = "llama/llama-3.1-8b"


def rig(detected: Machine) -> Rig:
    return assemble_rig(known_machine(detected, (), CATALOG), None, CATALOG)


def text(name: str, detected: Machine) -> ComparedRig:
    own = rig(detected)
    question = named_question("chat", MODEL, CATALOG, quant="Q4_K_M")
    return compared_rig(name, own, answer_question(own, CATALOG, question, candidates=()))


PLAIN = text("This rig", machine())
CARD = text("friend", machine(gpus=(nvidia_card(),)))
SMALL = text("pi", RIGS["Raspberry Pi"][0])
OWN = Compared("own", "This rig", "own", PLAIN)
LITTLE = Compared("pi.json", "pi", "saved", SMALL)
FRIEND = Compared("friend.json", "friend", "saved", CARD, price="the card: $500")
TRIED = Compared("edit", "With RTX 3090", "what_if", CARD, price="$707")


NEW = Price(usd=Range.exactly(900.0), as_of=datetime.date(2026, 9, 1), condition="new", source="a.shop/one")


def prices(budget_usd: float) -> Prices:
    return Prices(CATALOG, Money(budget_usd=budget_usd), datetime.date(2026, 11, 28))


def show(*rigs: Compared) -> CompareView:
    return compare_view(rigs)


def times(one: Compared, factor: float) -> Compared:
    assert one.found is not None
    assert one.found.rate is not None
    rate = one.found.rate
    grown = Range(low=rate.low * factor, middle=rate.middle * factor, high=rate.high * factor)
    return replace(one, found=replace(one.found, rate=grown))


@pytest.mark.parametrize(
    ("rigs", "title"),
    [
        ((OWN, times(replace(FRIEND, found=PLAIN), 4)), "friend: 4 times as fast as this rig"),
        ((OWN, times(replace(TRIED, found=PLAIN), 3)), "With RTX 3090 this rig is 3 times as fast as without"),
        ((OWN, replace(FRIEND, found=PLAIN)), "friend: about as fast as this rig"),
        ((OWN, times(replace(FRIEND, found=PLAIN), 0.5)), "This rig is the fastest of them"),
        ((OWN, replace(FRIEND, found=SMALL)), "Only this rig runs it"),
        ((replace(OWN, found=SMALL), FRIEND), "friend would run it"),
        ((replace(OWN, found=SMALL), TRIED), "With RTX 3090 this rig would run it"),
        ((replace(OWN, found=SMALL), LITTLE), "No known speed on any of these rigs"),
    ],
)  # fmt: skip
def test_the_title_is_what_follows(rigs: tuple[Compared, ...], title: str) -> None:
    assert show(*rigs).title == title


@pytest.mark.parametrize(
    ("rigs", "title"),
    [
        ((OWN, times(replace(FRIEND, found=PLAIN), 4)), "friend: 4 times as fast as the rig as it is now"),
        ((OWN, times(replace(TRIED, found=PLAIN), 3)), "With RTX 3090 this rig is 3 times as fast as without"),
        ((OWN, replace(FRIEND, found=PLAIN)), "friend: about as fast as the rig as it is now"),
        ((OWN, times(replace(FRIEND, found=PLAIN), 0.5)), "The rig as it is now is the fastest of them"),
        ((OWN, replace(FRIEND, found=SMALL)), "Only the rig as it is now runs it"),
        ((replace(OWN, found=SMALL), FRIEND), "friend would run it"),
    ],
)  # fmt: skip
def test_while_something_is_tried_on_the_own_rig_is_told_apart(rigs: tuple[Compared, ...], title: str) -> None:
    """ "This rig" was the one without the card, and "This computer" above it the one with it."""
    view = compare_view(rigs, is_tried=True)
    assert view.title == title
    assert "This rig: " not in view.chart.sentence


def test_a_rig_that_was_not_measured_is_not_said_to_be_slower() -> None:
    unmeasured = replace(OWN, found=replace(PLAIN, rate=None, runs=False))
    assert show(unmeasured, FRIEND).title == "friend is the fastest; this rig's speed is unknown"


def test_a_row_tells_everything_that_is_compared() -> None:
    first, second = show(OWN, FRIEND).rows
    speed = second.cells[COLUMNS.index("Speed")]
    middle, low, high = map(float, re.findall(r"[\d.]+", speed))
    assert 60 < low < middle < high < 160
    assert dict(zip(COLUMNS, second.cells, strict=True)) == {
        "Rig": "friend",
        "Verdict": "Great",
        "Speed": speed,
        "First word": "0.1 s",
        "Held back by": "memory bandwidth",
        "Memory bandwidth": "504 GB/s, data sheet",
        "Price": "the card: $500",
    }
    assert (first.whose, second.whose) == ("own", "saved")
    assert "Ryzen 7 7700" in first.detail


def test_the_own_rig_has_always_the_same_color_and_only_what_spills_is_hatched() -> None:
    """A what-if was hatched, too, as is what lies partly in RAM in every other chart."""
    for rigs in ((OWN, FRIEND, TRIED), (OWN, TRIED), (replace(OWN, found=SMALL), FRIEND)):
        bars = show(*rigs).chart.bars
        assert [bar.role == "this_rig" for bar in bars] == [one.whose == "own" for one in rigs]
        assert not any(bar.hatched for bar in bars)
    chart = show(OWN, replace(TRIED, found=replace(CARD, fit="spills"))).chart
    assert [bar.hatched for bar in chart.bars] == [False, True]
    assert chart.subtitle.endswith("; hatched: partly in RAM")


def test_each_rig_tells_its_price_and_how_it_stands_to_the_budget() -> None:
    """Nobody saw a price, and a budget did nothing."""
    budget = Money(budget_usd=1000.0)

    def cell(tag: Price | None, money: Money) -> str:
        return show(OWN, priced(FRIEND, tag, money)).rows[1].cells[COLUMNS.index("Price")]

    assert cell(None, Money()) == cell(None, budget) == "price not known"
    assert cell(NEW, Money()) == "$900 (new, September 2026)"
    assert cell(NEW, budget) == "$900 (new, September 2026), within budget"
    assert cell(NEW.changed(usd=Range.exactly(1200.0)), budget) == "$1,200 (new, September 2026), over budget"
    assert cell(NEW.changed(condition="launch"), budget) == "$900 (launch, September 2026)"


def test_a_budget_names_who_is_within_it_and_marks_who_is_not() -> None:
    budget = Money(budget_usd=1000.0)
    dear = times(priced(replace(FRIEND, name="dear"), NEW.changed(usd=Range.exactly(1200.0)), budget), 4)
    view = compare_view((OWN, priced(FRIEND, NEW, budget), dear), budget)
    assert view.budget == "Within $1,000: friend."
    assert view.title.startswith("dear (over budget): ")
    assert [bar.text.endswith(", over budget") for bar in view.chart.bars] == [False, False, True]
    assert compare_view((OWN, dear), budget).budget == "None of these has a known price within $1,000."
    assert not show(OWN, dear).budget


def test_the_price_of_a_card_alone_promises_no_computer_within_the_budget() -> None:
    card = replace(CARD, processor=CARD.processor.changed(card="gpus/nvidia/rtx-3090"))
    rich, poor = (priced_part(replace(FRIEND, found=card), prices(usd)) for usd in (100_000.0, 10.0))
    assert rich.price.startswith("the card: $")
    assert (rich.is_within, poor.is_within) == (None, False)


def test_what_does_not_fit_has_no_speed_and_says_so() -> None:
    view = show(OWN, replace(FRIEND, found=SMALL))
    assert view.rows[1].cells[1:5] == ("Won't run", "won't fit", "", "memory size")
    assert view.chart.bars[1].middle is None
    assert "Not enough memory: friend." in view.chart.sentence


def test_a_file_that_cannot_be_read_is_one_row_that_says_why() -> None:
    view = show(OWN, Compared("x.json", "x", "saved", None, "x.json could not be opened: it is not there."))
    assert view.rows[1].cells[:3] == ("x", "unknown", "unknown")
    assert view.rows[1].detail == view.chart.bars[1].text == "x.json could not be opened: it is not there."


def test_the_table_of_the_chart_holds_what_the_page_shows() -> None:
    view = show(OWN, FRIEND, TRIED)
    assert view.chart.table.columns == (
        "Rig", "Verdict", "Speed (tokens/s)", "First word", "Held back by", "Memory bandwidth", "Price", "Owner",
    )  # fmt: skip
    assert [row[:-1] for row in view.chart.table.rows] == [row.cells for row in view.rows]
    assert [row[-1] for row in view.chart.table.rows] == ["this rig", "saved rig", "what-if"]
    slow, fast = (view.rows[place].cells[2].partition(" ")[0] for place in (0, 2))
    assert view.chart.title == f"From {slow} (this rig) to {fast} tokens/s (with RTX 3090)"


def test_another_file_than_that_of_the_own_rig_is_told_on_its_bar() -> None:
    own, other = replace(PLAIN, file="Q4_K_M"), replace(CARD, file="IQ3_XXS")
    first, same, less = show(
        replace(OWN, found=own), replace(FRIEND, found=replace(CARD, file="Q4_K_M")), replace(TRIED, found=other)
    ).chart.bars
    assert less.text.endswith(", IQ3_XXS")
    assert not any("Q4_K_M" in bar.text for bar in (first, same))


def test_usual_rigs_come_first_and_servers_last() -> None:
    choices = computer_choices(CATALOG)
    details = [one.detail for one in choices]
    assert len(choices) == len(CATALOG.computers)
    assert details.count("common setup") >= 15
    assert details == ["common setup"] * details.count("common setup") + [""] * details.count("") + ["server"] * (
        details.count("server")
    )
    names = " ".join(one.text for one in choices)
    for name in ("RTX 3060 12GB", "RTX 5090", "M4 Pro", "M5 16GB", "Ryzen AI Max+ 395", "DGX Spark", "H100", "Pi 5"):
        assert name in names


def test_a_list_to_choose_from_tells_prices_and_puts_what_is_over_the_budget_last() -> None:
    choices = computer_choices(CATALOG, prices(1000.0))
    beyond = ["over budget" in one.detail for one in choices]
    assert any(beyond)
    assert beyond == sorted(beyond)
    assert "$" in choices[0].detail
    assert not computer_choices(CATALOG, Prices(CATALOG, Money(), datetime.date(2026, 11, 28)))[0].detail.count("$")


def test_pictures_are_counted_as_pictures() -> None:
    own = rig(machine(gpus=(nvidia_card(),)))
    found = answer_question(own, CATALOG, named_question("pictures", None, CATALOG), candidates=())
    view = show(Compared("own", "This rig", "own", compared_rig("This rig", own, found)))
    assert view.unit == "images a minute"
    assert view.chart.bars[0].middle is not None
    assert view.rows[0].cells[2].split(" ")[0] == view.chart.title.removeprefix("This rig: ").split(" ")[0]
