"""Office computers with small power supplies: what is advised for them, and what is said of what was asked about."""

import datetime
from typing import Any

import pytest

from advisor.answer.worth.conclusions import turns
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.lines import worth_lines
from tests.answer.judge.expert_rigs import named_rig

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)
OLD_CARDS = ("gpus/nvidia/gtx-1070", "gpus/amd/rx-580-8gb", "gpus/nvidia/gtx-1660-super")
SERVER_CARD = "gpus/nvidia/tesla-p100-pcie-16gb"


def office(*named: str, **told: Any) -> WorthAnswer:
    memory = {"ram_gib": 16, "sticks": 2, "slots": 4, "ram_type": "DDR4", "ram_mt": 2666}
    machine, rig = named_rig({"cpu": "i5-10400", **memory, "gpus": [], "form": "desktop"}, CATALOG)
    question = WorthQuestion(CATALOG, "chat", "Qwen3 8B", None, Money(**{"slots": 1, **told}), named_cards=named)
    return answer_worth(machine, rig, question, today=TODAY)


@pytest.mark.parametrize("psu_w", [240.0, 260.0, 300.0, 350.0])
@pytest.mark.parametrize("budget_usd", [100.0, 150.0, 180.0, 200.0, 300.0])
def test_no_card_of_servers_is_the_advice_for_an_office_computer(budget_usd: float, psu_w: float) -> None:
    """A card of 250 W that wants a blower was, for one of 300 W, with a supply that hardly goes in."""
    best = office(budget_usd=budget_usd, psu_w=psu_w).best
    assert best is None or not best.is_makeshift


def test_what_a_slot_feeds_is_what_to_save_for() -> None:
    answer = office(budget_usd=150.0, psu_w=300.0)
    assert answer.decision.verdict == "no"
    [more] = [one for one in turns(answer) if one.code == "little_more"]
    assert more.about is not None
    assert more.about.id == "gpus/nvidia/rtx-3050-6gb"


def test_whoever_asks_about_a_card_of_servers_is_told_of_it() -> None:
    lines = worth_lines(office(SERVER_CARD, budget_usd=400.0, psu_w=300.0))
    assert any("Tesla P100" in line for line in lines[:3])
    assert any("Above 4G decoding, a blower" in line for line in lines)


def test_a_card_that_works_only_with_a_blower_is_paid_with_it() -> None:
    """Within the budget by itself, and past it with what it does not run without."""
    price = next(one.price for one in office(SERVER_CARD, budget_usd=500.0).others if one.id == SERVER_CARD)
    assert price is not None
    [near] = [one for one in office(SERVER_CARD, budget_usd=price.usd.high + 5).others if one.id == SERVER_CARD]
    [enough] = [one for one in office(SERVER_CARD, budget_usd=price.usd.high + 50).others if one.id == SERVER_CARD]
    assert (near.is_dear, enough.is_dear) == (True, False)


@pytest.mark.parametrize(
    "told", [{"psu_w": 300.0}, {"psu_w": 240.0}, {"psu_w": 500.0}, {}, {"slots": 0}, {"slots": 0, "psu_w": 300.0}]
)
def test_what_was_asked_about_has_its_line_whatever_keeps_it_out(told: dict[str, Any]) -> None:
    """Three cards without a price were dropped without a word."""
    lines = worth_lines(office(*OLD_CARDS, budget_usd=150.0, **told))
    for card_id in OLD_CARDS:
        name = CATALOG.gpus[card_id].name
        assert any(name in line for line in lines), (name, told)
