"""Amounts and times as text, and the charts of what is worth its money."""

import datetime
import re
from dataclasses import replace
from typing import Any

import pytest

from advisor.answer.money.prices import Prices
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.worth import OwnPrice
from advisor.facts.kept.settings import Money
from advisor.facts.machine.measurement import Conditions
from advisor.facts.values.units import GB
from advisor.present.upgrade.charts import worth_cost_chart, worth_price_chart, worth_speed_chart
from advisor.present.upgrade.comfort import HINDRANCES
from advisor.present.upgrade.option_names import DOUBTS, enough_words
from advisor.present.upgrade.rows import NAME, NEWLY_USABLE, PRICE, SPEED, worth_rows
from advisor.present.upgrade.sureness import sureness_sentence
from advisor.present.upgrade.text import reasons, verdict_sentence
from advisor.present.upgrade.view import worth_trip, worth_view
from advisor.present.upgrade.worth import worth
from advisor.present.words.money import Currency, currency_note, currency_of, long_time
from tests.fakes.machines import unheard_of
from tests.fakes.measurements import measurement, measurements
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()


def asked(
    rig: str = "office PC",
    workload: str = "pictures",
    model: str | None = None,
    *,
    is_measured: bool = True,
    **money: Any,
) -> WorthAnswer:
    detected, measured = RIGS[rig]
    detected, measured = (detected, measured) if is_measured else (unheard_of(detected), None)
    known = known_machine(detected, (), CATALOG)
    question = WorthQuestion(CATALOG, workload, model, None, Money(**{"cloud": True, **money}))
    return answer_worth(known, assemble_rig(known, measured, CATALOG), question, today=datetime.date(2026, 11, 20))


def test_a_card_beside_the_own_one_is_called_an_added_one() -> None:
    """It read as one that takes the place of the own one, with a power supply for nobody knew what."""
    answer = asked("gaming PC", "chat", "Qwen3 32B", budget_usd=1500.0, slots=2, psu_w=550.0, cloud=False)
    currency = currency_of(answer.question.money)
    assert answer.best is not None
    assert answer.best.edits[0].kind == "second_card"
    assert ": an added " in verdict_sentence(answer, currency)
    names = {row.name for row in worth_rows(answer, currency)}
    assert any(one.startswith("Add ") for one in names)


def test_the_end_of_support_of_a_card_is_told_where_it_is_offered() -> None:
    """A used card of 2016 is cheap for a reason."""
    answer = asked("office PC", "chat", "Llama 3.1 8B", budget_usd=400.0)
    ended = "no new drivers after branch 580, CUDA 12 builds only"

    old = [one for one in answer.others if one.card is not None and one.card.traits.last_driver == 580]
    assert old
    told = {one.id: one.notes for one in worth(answer).candidates}
    assert all(ended in told[one.id] for one in old)
    assert not any(ended in told[one.id] for one in answer.others if one not in old)
    assert any(note.startswith(f"No new drivers{ended[14:]}: ") for note in worth(answer).notes)


@pytest.mark.parametrize(
    ("usd", "text"),
    [(1342.0, "$1,342"), (99.996, "$100"), (9.4, "$9.40"), (2.0, "$2"), (0.0468, "$0.047"), (0.999, "$1")],
)
def test_amounts(usd: float, text: str) -> None:
    assert Currency().text(usd) == text


def test_no_amount_and_a_negative_one() -> None:
    assert Currency().text(0.0) == "$0"
    assert Currency().text(None) == "unknown"
    assert Currency().text(-3.5) == "-$3.50"
    assert Currency().text(1e-9) == "$0"


def test_another_currency_by_its_rate() -> None:
    assert Currency("EUR", 1.25).text(100.0) == "€80"
    assert Currency("CHF", 0.5).text(1.0) == "CHF 2"
    assert currency_of(Money(currency="UAH")) == Currency()
    assert "say how many dollars" in (currency_note(Money(currency="UAH")) or "")
    assert currency_of(Money(currency="EUR")).code == "EUR"
    assert "ECB" in (currency_note(Money(currency="EUR")) or "")
    assert currency_note(Money(currency="EUR", usd_rate=1.1)) is None


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (0.2, "1 day"),
        (9.0, "9 days"),
        (40.0, "6 weeks"),
        (426.0, "14 months"),
        (1095.0, "3 years"),
        (1500.0, "4.1 years"),
        (9000.0, "25 years"),
        (1e9, "more than 100 years"),
    ],
)
def test_long_times(days: float, text: str) -> None:
    assert long_time(days) == text


def test_every_doubt_and_hindrance_has_words() -> None:
    assert all(words[0].islower() for words in (*DOUBTS.values(), *HINDRANCES.values()))


def test_speeds_are_bars_with_their_ranges_this_rig_first() -> None:
    chart = worth_speed_chart(asked("gaming PC", "coding", "Qwen3 32B"))
    assert chart.bars[0].role == "this_rig"
    assert chart.bars[0].hatched
    assert all(bar.low < bar.middle < bar.high for bar in chart.bars if bar.low and bar.middle and bar.high)
    assert max(bar.high or 0.0 for bar in chart.bars) <= chart.axis.high
    assert len(chart.table.rows) == len(chart.bars)


def test_money_over_the_months_marks_the_break_even_where_both_lines_meet() -> None:
    cheap = OwnPrice(of="gpus/nvidia/rtx-3060-12gb", kind="card", usd=60.0)
    chart = worth_cost_chart(asked(hours_per_day=24.0, own_prices=(cheap,)), Currency())
    own, other = chart.lines[0], chart.lines[1]
    (mark,) = chart.marks
    month = int(mark.x)
    assert own.ys[month] > other.ys[month]
    assert own.ys[month + 1] <= other.ys[month + 1]


def test_a_purchase_that_never_pays_back_has_no_mark() -> None:
    chart = worth_cost_chart(asked("office PC", "chat", "Llama 3.1 8B"), Currency())
    assert chart.marks == ()
    assert "does not pay back" in chart.title


def test_cost_per_million_puts_the_cheapest_first() -> None:
    chart = worth_price_chart(asked("gaming PC", "coding", "Qwen3 32B"), Currency("EUR", 1.1))
    costs = [bar.middle for bar in chart.bars]
    assert costs == sorted(costs, key=lambda cost: cost or 0.0)
    assert "€" in chart.bars[0].text


@pytest.mark.broad
@pytest.mark.parametrize("rig", list(RIGS))
def test_every_rig_has_its_charts(rig: str) -> None:
    answer, dollars = asked(rig, hours_per_day=0.0 if rig == "old server" else 2.0), Currency()
    charts = (worth_speed_chart(answer), worth_cost_chart(answer, dollars), worth_price_chart(answer, dollars))
    assert all(chart.title and chart.sentence for chart in charts)


def test_prices_that_are_there_are_not_asked_for() -> None:
    """A table with prices and speeds had "Add prices in the table" below it, as nobody knew the power of the parts."""
    answer = asked("laptop", "chat", "Qwen3 8B", cloud=False)
    assert any(one.price and one.reached.rate for one in answer.others)
    others = tuple(replace(one, usd_per_million=None) for one in answer.others)
    powerless = replace(answer, others=others, elsewhere=None, now=replace(answer.now, usd_per_million=None))
    chart = worth_price_chart(powerless, Currency("USD", 1.0))
    assert all("without electricity" in bar.text for bar in chart.bars)
    assert "Add prices" not in chart.sentence


@pytest.mark.parametrize("is_own", [True, False])
def test_costs_say_nothing_of_a_purchase_where_none_is_drawn(is_own: bool) -> None:
    """Over bars of APIs and rented GPUs stood "after buying", and that the purchase price is included."""
    answer = asked("gaming PC", "chat", "Qwen3 8B")
    assert answer.now.usd_per_million is not None
    others = tuple(one for one in answer.others if one.kind in ("rent", "api"))
    now = answer.now if is_own else replace(answer.now, usd_per_million=None)
    chart = worth_price_chart(replace(answer, others=others, now=now), Currency("USD", 1.0))
    assert len(chart.bars) > 1
    cheapest = "Cheapest: " if is_own else "Cheapest online: "
    assert chart.title == f"{cheapest}{chart.bars[0].name}, {chart.bars[0].text}"
    assert chart.sentence == (
        "Includes electricity; nothing is bought." if is_own else "Paid as it is used; nothing is bought."
    )


def test_the_verdict_has_three_reasons_and_what_would_change_it() -> None:
    found = worth(asked("office PC", "chat", "Llama 3.1 8B"))
    assert len(found.reasons) == 3
    assert found.reasons[0].startswith("Comfort: Slow now")
    assert any("must stay here" in change for change in found.would_change)


def test_enough_is_enough_with_its_figure() -> None:
    found = worth(asked("4090 desktop", "chat", "Llama 3.1 8B"))
    assert found.sentence.startswith("No: what you have is enough")
    assert re.search(r"about \d\d+ tokens/s.* A whole answer within 45 s is great", found.reasons[0])


def test_what_can_take_nothing_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    bought = Prices.bought
    monkeypatch.setattr(Prices, "bought", lambda self, of: None if of.startswith("computers/") else bought(self, of))
    assert "virtual machine" in worth(asked("virtual machine")).reasons[0]
    assert "Apple" in worth(asked("Mac M2 Max", "coding", "Qwen3 32B")).reasons[0]


def test_the_title_leaves_the_figures_of_now_to_the_reasons() -> None:
    found = worth(asked("virtual machine", "chat", "Gemma 4 26B-A4B", budget_usd=300.0))
    assert "it stays at" not in found.sentence
    assert len(found.sentence) < 200


def test_what_fits_at_an_unknown_speed_is_not_said_not_to_run() -> None:
    answer = asked("virtual machine", "chat", "Llama 3.1 8B", is_measured=False)
    assert worth_speed_chart(answer).sentence == "Current speed unknown."
    assert any("My rig" in change for change in worth(answer).would_change)
    assert worth_view(answer, None).offers_measure


def test_one_more_card_stands_beside_any_number() -> None:
    cheap = OwnPrice(of="gpus/nvidia/rtx-3060-12gb", kind="card", usd=200.0)
    answer = asked("gaming PC", "chat", "Qwen3.8 27B", own_prices=(cheap,))
    names = [row.name for row in worth_rows(answer, Currency())]
    assert "Add RTX 3060" in names
    unsold = worth_rows(asked("office PC", "chat", "EXAONE 4.0 1.2B"), Currency())
    assert any(row.name.startswith("API of ") for row in unsold)


def test_what_may_leave_is_told_what_does_it_elsewhere_and_what_does_the_same_work_here() -> None:
    answer = asked("Mac M2 Max", "coding", "DeepSeek-V4-Pro 1.6T-A49B", stays_here=False)
    found = str(reasons(answer, Currency()))
    assert "The API of" in found
    assert answer.instead is None or "does this work well here" in found


def test_what_is_too_slow_at_the_bad_end_of_its_range_alone_is_told_with_that_end() -> None:
    answer = asked("Mac M2 Max", "pictures", "Stable Diffusion XL", cloud=False)
    now = answer.counted.now
    assert now.light.usability == "fine"
    assert now.enough is not None
    assert now.enough.middle >= 1 > now.enough.low
    assert ", at worst " in reasons(answer, Currency())[0][0]


def test_what_a_card_cannot_train_in_16_bits_it_trains_in_4_before_another_is_bought() -> None:
    answer = asked("gaming PC", "fine-tune-lora", "Llama 3.1 8B", cloud=False)
    assert answer.decision.reason == "costs_nothing"
    assert "QLoRA" in verdict_sentence(answer, Currency())


def test_the_table_is_called_by_the_order_in_which_it_stands() -> None:
    """Where all is fast enough already only prices differ, and they rise; else the best value is first."""
    view = worth_view(asked("4090 desktop", "chat", "Qwen3 8B", cloud=False), None)
    assert view.heading == "All options, cheapest first"
    bought = [row for row in view.rows[1:] if "blower" not in "".join(row.detail)]
    prices = [value for row in bought if isinstance(value := row.cells[PRICE].value, float)]
    assert prices == sorted(prices)
    assert len(prices) > 1
    assert worth_view(asked("office PC", "chat", "Qwen3 14B", cloud=False), None).heading.endswith("best value first")


def test_what_makes_the_model_run_says_that_it_makes_it_possible() -> None:
    answer = asked("gaming PC", "chat", "gpt-oss 120B", cloud=False)
    rows = {row.way_id: row for row in worth_rows(answer, Currency())}
    sticks = [row for row in rows.values() if row.way_id.startswith("memory/") and row.usability in ("great", "fine")]
    assert sticks
    assert all(any("gpt-oss 120B" in line for line in row.detail) for row in sticks)
    assert rows["now"].cells[NEWLY_USABLE].text == ""
    enough = asked("4090 desktop", "chat", "Qwen3 8B", cloud=False)
    assert not any("Qwen3 8B" in row.cells[NEWLY_USABLE].text for row in worth_rows(enough, Currency()))


def test_confidence_says_what_it_rests_on() -> None:
    guessed, told = asked("4090 desktop", "chat", "Qwen3 8B"), asked("virtual machine", "chat", "Qwen3 32B")
    assert "not measured" in sureness_sentence(guessed)
    assert "high; measured" in sureness_sentence(told) or told.decision.reason == "nothing_helps"
    assert "takes no parts" in sureness_sentence(asked("virtual machine", "agent", "gpt-oss 120B"))


def test_electricity_says_how_it_is_counted() -> None:
    answer = asked("4090 desktop", "chat", "Qwen3 8B", cloud=False)
    first = " ".join(worth_rows(answer, Currency())[0].detail)
    counted = r"Electricity: \$[\d.]+ a day at \$0\.17 per kWh \(world average\)\. .+ of work at \d+ W"
    assert re.search(rf"{counted}; idle power is left out, as it is on anyway\.", first)
    others = " ".join(part for row in worth_rows(answer, Currency())[1:] for part in row.detail)
    assert re.search(rf"{counted}, 7\.\d hours idle at 16 W\.", others)
    assert "$0.17 per kWh (world average)" in " ".join(map(str, reasons(answer, Currency())))
    own = asked("4090 desktop", "chat", "Qwen3 8B", cloud=False, electricity_per_kwh=0.4)
    assert "$0.40 per kWh." in " ".join(worth_rows(own, Currency())[0].detail)


def test_a_disturbed_measurement_is_not_called_none() -> None:
    detected, _ = RIGS["virtual machine"]
    disturbed = measurements(measurement(value=20 * GB, conditions=Conditions(others_during=0.6)))
    known = known_machine(detected, (), CATALOG)
    question = WorthQuestion(CATALOG, "chat", "Qwen3 1.7B", None, Money())
    answer = answer_worth(known, assemble_rig(known, disturbed, CATALOG), question, today=datetime.date(2026, 11, 20))
    assert answer.decision.sureness == "sure", "else nothing is shown"
    assert sureness_sentence(answer).startswith("Confidence: high; the measurement was disturbed")


def test_a_virtual_machine_has_no_list_of_options_and_no_hint_at_a_purchase() -> None:
    """Over the one row stood that options are ordered by price, and beside it that a purchase may help."""
    answer = asked("virtual machine", "chat", "Qwen3 8B", cloud=False)
    view = worth_view(answer, None)
    assert (view.heading, view.order) == ("This computer as it is", "It can't be upgraded: it is a virtual machine.")
    assert len(view.rows) == 1
    assert view.told == ()
    assert not any("purchase" in line for line in view.would_change)


def test_the_trip_to_a_card_is_not_shown_of_a_layer_that_is_not_in_the_model() -> None:
    """Beside "8.5 times as fast" stood that the CPU is faster for one request: of a layer of 1,000 x 1,000."""
    known = known_machine(RIGS["old server"][0], (), CATALOG)
    rig = assemble_rig(known, None, CATALOG)
    assert worth_trip(asked("old server", "pictures"), rig) is None
    assert worth_trip(asked("old server", "chat", "Llama 3.1 8B"), rig) is not None


def test_the_trip_to_a_card_is_shown_only_of_a_model_that_the_card_holds() -> None:
    """ "The GPU is faster even for one request", weights loaded, stood over one that has no room for them."""
    rig = assemble_rig(known_machine(RIGS["gaming PC"][0], (), CATALOG), None, CATALOG)
    assert worth_trip(asked("gaming PC", "coding", "Qwen3 32B"), rig) is None
    assert worth_trip(asked("gaming PC", "chat", "Qwen3 8B"), rig) is not None


def test_a_budget_stands_in_the_question_and_in_what_nothing_within_it_does() -> None:
    """It was nowhere on paper."""
    answer = asked("laptop", "chat", "LFM2.5 8B-A1B", budget_usd=500.0, cloud=False)
    view = worth_view(answer, None)
    assert view.subject.endswith("budget $500")
    assert len(view.rows) == 1
    assert view.order == "Nothing within $500 makes LFM2.5 8B-A1B noticeably faster."


def test_what_is_cheapest_counts_what_has_an_unknown_power_use() -> None:
    """The chart named a computer for $1,959 beside a table that begins with one for $1,099."""
    answer = asked("laptop", "chat", "gpt-oss 20B", cloud=False)
    currency = currency_of(answer.question.money)
    chart, first = worth_price_chart(answer, currency), worth_rows(answer, currency)[1]
    assert chart.bars[0].name == first.name
    assert "without electricity" in chart.bars[0].text
    assert chart.title.startswith(f"Cheapest: {first.name}, ")
    assert "where power use is known" in chart.sentence


def test_what_would_change_it_names_the_least_expensive_way_to_a_model() -> None:
    """A Mac Studio for $3,099 was to make possible what a Mac mini for $1,099 in the table does."""
    answer = asked("laptop", "chat", "gpt-oss 20B", cloud=False)
    assert answer.buys_most is not None
    model = answer.buys_most.newly_usable[0]
    able = [one for one in answer.others if model in one.newly_usable and one.cost_usd]
    assert answer.buys_most.id == min(able, key=lambda one: one.cost_usd or 0.0).id
    assert answer.buys_most.opened is not None
    assert answer.buys_most.opened.light.is_useful


def test_rows_over_the_budget_say_so() -> None:
    answer = asked("laptop", "coding-agent", None, budget_usd=500.0, cloud=False)
    rows = {row.way_id: row.cells[PRICE].text for row in worth_rows(answer, currency_of(answer.question.money))}
    dear = [one for one in answer.others if one.is_dear and one.price is not None]
    assert dear
    assert all(rows[one.id].endswith("over budget") for one in dear)


def test_other_work_that_is_slow_is_what_overview_calls_slow() -> None:
    """Coding was left out, which Overview shows as slow."""
    answer = asked("office PC", "chat", "LFM2.5 8B-A1B", cloud=False)
    assert "coding" in answer.slow_works


def test_the_first_word_has_one_limit_on_all_pages() -> None:
    """Page Will it run? called up to 12 s fine, this one 10 s enough."""
    words = enough_words(asked("laptop", "chat", "Qwen3.5 9B", cloud=False).question)
    assert words.endswith("first word within 12 s, the whole answer within 1 min 30 s")


def test_a_speed_in_another_program_names_it() -> None:
    """A pair of T4 in vLLM stood before a pair of RTX 3060 with more bandwidth in llama.cpp, and nothing told why."""
    answer = asked("old server", "coding-agent", "Qwen3 30B-A3B", cloud=False)
    cells = {row.cells[NAME].text: row.cells[SPEED].text for row in worth_rows(answer, Currency())}
    assert cells["Pair of Tesla T4"].endswith(", AWQ INT4, vLLM")
    assert cells["Pair of RTX 3060 12GB"].endswith(")")


@pytest.mark.parametrize(
    ("workload", "model", "words"),
    [
        ("chat", "Qwen3 8B", "A larger model or several users: try those settings."),
        ("fine-tune-qlora", "Qwen3 4B", "A larger model: try those settings."),
    ],
)
def test_what_asks_more_is_told_of_the_work(workload: str, model: str, words: str) -> None:
    """Fine-tuning was offered several users."""
    view = worth_view(asked("4090 desktop", workload, model, cloud=False), None)
    assert view.would_change[0] == words
