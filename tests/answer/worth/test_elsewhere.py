"""What is paid elsewhere: rent for whole sessions, an API also where nobody sells the model."""

import pytest

from advisor.facts.answers.worth import OwnPrice
from advisor.present.upgrade.worth import worth
from tests.answer.worth.rented import started_hours
from tests.answer.worth.test_worth import CARD, CATALOG, asked, option
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure


def test_a_card_is_rented_for_the_whole_session_of_who_looks_at_each_picture() -> None:
    told = OwnPrice(of=CARD, kind="rent", usd=0.01)
    rented = option(asked("pictures", None, hours_per_day=8.0, own_prices=(told,)), f"rent:{CARD}")
    assert 8 * 0.01 <= sure(rented.usd_per_day) - started_hours(rented) * 0.01 <= 24 * 0.01


def test_rented_work_of_a_machine_is_the_hours_it_takes_there() -> None:
    told = OwnPrice(of=CARD, kind="rent", usd=0.01)
    answer = asked("fine-tune-qlora", "Llama 3.1 8B", hours_per_day=8.0, own_prices=(told,))
    best, rented = answer.best, option(answer, f"rent:{CARD}")
    assert best is not None
    assert best.reached.rate is not None
    assert rented.reached.rate is not None
    hours = 8 * best.reached.rate.middle / rented.reached.rate.middle + started_hours(rented)
    assert rented.usd_per_day == pytest.approx(hours * 0.01)


def test_nobody_rents_a_card_of_a_data_center_for_clips_where_a_cheaper_one_does() -> None:
    answer = asked("films", None, hours_per_day=0.3)
    cheapest = [one for one in answer.others if one.kind == "rent"]
    assert cheapest
    assert all(one.price is not None and one.price.usd.middle < 1.0 for one in cheapest)


def test_where_nobody_sells_the_model_the_api_is_that_of_one_that_is_bought_for() -> None:
    answer = asked("chat", "LFM2.5 8B-A1B", RIGS["office PC"][0], budget_usd=1500.0)
    api = next(one for one in answer.others if one.kind == "api")
    assert api.usd_per_day
    sold = answer.counted.sold_id
    assert sold is not None
    assert CATALOG.models[sold].name in str(api.name)
    assert any(sold in one.newly_usable for one in answer.others)
    assert any("may leave this computer" in line for line in worth(answer).would_change)


def test_who_compares_with_an_api_buys_nothing_that_costs_more_than_years_of_it() -> None:
    """A computer for GLM-4.6 costs as much as hundreds of months of its API; without comparing it is dear."""
    asked_about = ("coding", "GLM-4.6", RIGS["office PC"][0])
    assert asked(*asked_about, cloud=False).decision.reason == "dear"
    answer = asked(*asked_about)
    assert (answer.decision.verdict, answer.decision.reason) == ("no", "cheaper_elsewhere")
    assert answer.best is not None
    assert sure(answer.elsewhere).kind == "api"
    found = worth(answer)
    assert str(sure(answer.elsewhere).name) in found.sentence
    assert found.sentence.endswith(" a month.")
    assert any(line.startswith("If the work must stay here") for line in found.would_change)
    assert asked(*asked_about, stays_here=True).decision.reason == "dear"
