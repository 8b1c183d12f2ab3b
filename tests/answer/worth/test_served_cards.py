"""Where many are served, cards that current tools support lead."""

import datetime
import re

import pytest

from advisor.answer.money.prices import Prices, set_count
from advisor.answer.what_if.built_pcs import built_pcs
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached, reached
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import GIB
from advisor.present.upgrade.lines import worth_lines
from advisor.present.upgrade.rows import worth_rows
from advisor.present.words.money import currency_of
from tests.answer.judge.expert_rigs import named_rig

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)


def test_a_card_without_current_tools_does_not_lead_where_many_are_served() -> None:
    specs = {"cpu": "EPYC 7302", "ram_gib": 128, "sticks": 8, "slots": 8, "ram_type": "DDR4", "ram_mt": 3200}
    machine, rig = named_rig({**specs, "gpus": ["Tesla P40"], "form": "server"}, CATALOG)
    question = WorthQuestion(CATALOG, "serve-a-team", "Qwen3.6 35B-A3B", None, Money(), users=5)
    answer = answer_worth(machine, rig, question, today=TODAY)
    cards = [one for one in answer.others if one.card is not None and one.runs]
    ended = [one.card.has_ended_support for one in cards if one.card is not None]
    assert not any(ended[:3])
    rows = worth_rows(answer, currency_of(Money()))
    old = [row for row in rows if row.cells[0].text.endswith(("V100 PCIe 32GB", "Tesla V100 PCIe 16GB"))]
    assert all("a CUDA 12 build" in " ".join(cell.text for cell in row.cells) for row in old)


def test_built_pcs_cost_their_parts_and_a_card_that_they_feed() -> None:
    prices = Prices(CATALOG, Money(), TODAY)
    found = built_pcs(prices, budget_usd=3000.0)
    assert {CATALOG.gpus[one.card_id].memory_gib for one in found} >= {16, 24}
    for one in found:
        card = prices.bought(one.card_id)
        assert card is not None
        assert one.price.usd.low >= card.usd.low + one.base_price.usd.low
        assert one.price.usd.low <= 3000.0
        assert CATALOG.gpus[one.card_id].has_fan
    assert built_pcs(prices, budget_usd=500.0) == []


def test_three_and_four_equal_cards_are_weighed_where_so_many_slots_were_told() -> None:
    specs = {"cpu": "Threadripper 3960X", "ram_gib": 128, "sticks": 4, "slots": 8, "ram_type": "DDR4", "ram_mt": 3200}
    machine, rig = named_rig({**specs, "gpus": ["RTX 3060 12GB"], "form": "desktop"}, CATALOG)
    sets = {}
    for slots in (None, 2, 4):
        money = Money(slots=slots)
        question = WorthQuestion(CATALOG, "chat", "Mistral Medium 3.5 128B", None, money)
        ways = answer_worth(machine, rig, question, today=TODAY).others
        sets[slots] = [one for one in ways if set_count(one.id) > 2]
    assert [len(sets[None]), len(sets[2])] == [0, 0]
    four = [one for one in sets[4] if one.id.startswith("four:")]
    assert any(one.reached.light.is_useful for one in four)
    for one in four:
        single = Prices(CATALOG, Money(), TODAY).bought(one.id.removeprefix("four:"))
        assert one.needs is not None
        assert one.price is not None
        assert single is not None
        assert one.needs.cards == 4
        assert one.price.usd.middle == pytest.approx(4 * single.usd.middle)


def test_servers_for_many_cost_their_parts_and_a_second_supply_where_one_is_too_small() -> None:
    """Two and four equal cards on a board that is made for them, in the order of their price."""
    prices = Prices(CATALOG, Money(), TODAY)
    alone = built_pcs(prices, budget_usd=20_000.0)
    found = built_pcs(prices, budget_usd=20_000.0, for_many=True)
    assert not any(one.name[0] in "24" and one.name[1] == "x" for one in alone)
    sets = [one for one in found if one.name[1:3] == "x "]
    assert {one.name[0] for one in sets} == {"2", "4"}
    for one in sets:
        each, count = prices.bought(one.card_id), int(one.name[0])
        assert each is not None
        parts = each.usd.middle * count + one.base_price.usd.middle
        assert parts <= one.price.usd.middle < parts + 700
    assert found == sorted(found, key=lambda one: one.price.usd.middle)


def test_a_bill_that_nothing_replaces_is_kept_and_the_whole_model_is_what_does_not_fit() -> None:
    """A 355B for a coding agent on an RTX 3090: what fills the card is not what the model needs."""
    memory = {"ram_gib": 64, "sticks": 2, "slots": 4, "ram_type": "DDR5", "ram_mt": 5600}
    machine, rig = named_rig({"cpu": "Ryzen 7 7700", **memory, "gpus": ["RTX 3090"], "form": "desktop"}, CATALOG)
    money = Money(budget_usd=4000.0, cloud=True)
    question = WorthQuestion(CATALOG, "coding-agent", "GLM-4.7", None, money, bill_usd_per_day=200 / 30)
    answer = answer_worth(machine, rig, question, today=TODAY)
    assert answer.decision.reason == "over_budget"
    said = "\n".join(worth_lines(answer))
    assert re.search(r"Your bill of \$\d+ a month: keep what it pays for, nothing within the budget replaces it", said)
    fit = next(one for one in answer.findings if one.rule == "R9")
    assert fit.favors == "cpu"
    assert fit.figure > 150 * GIB


def test_another_model_is_named_only_where_it_serves_as_many_as_were_asked_about() -> None:
    """Qwen3.6 35B-A3B serves the usual team on a small card, and not thirty."""
    machine, rig = named_rig(
        {"cpu": "Ryzen 9 7950X", "ram_gib": 32, "gpus": ["RTX 3060 12GB"], "form": "desktop"}, CATALOG
    )
    named = dict[int, str | None]()
    for users in (4, 30):
        question = WorthQuestion(CATALOG, "serve-a-team", "Llama 3.1 8B", None, Money(budget_usd=3000.0), users=users)
        answer = answer_worth(machine, rig, question, today=TODAY)
        named[users] = answer.runs_well or answer.instead
    assert named[30] is None or of_users(30, named[30], rig).is_enough
    assert named[30] != "qwen3.6-35b-a3b"


def of_users(users: int, model: str, rig: Rig) -> Reached:
    question = WorthQuestion(CATALOG, "serve-a-team", CATALOG.models[model].name, None, Money(), users=users)
    return reached(rig, question)
