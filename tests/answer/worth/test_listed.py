"""What is listed and said of the ways to spend money: in which order, with the cloud and without, and what instead."""

import datetime
import re
from typing import Any

import pytest

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import worth_steps
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.present.upgrade.lines import worth_lines
from advisor.present.upgrade.rows import worth_rows
from advisor.present.upgrade.worth import worth
from advisor.present.words.money import Currency
from tests.answer.worth.known_before import known_before
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)
PLAIN = machine()


def asked(
    workload: str = "coding", model: str | None = "Qwen3 32B", detected: Machine = PLAIN, **money: Any
) -> WorthAnswer:
    known = known_machine(detected, (), CATALOG)
    question = WorthQuestion(CATALOG, workload, model, None, Money(**money))
    before = known_before(workload, model, detected.model_dump_json())
    *_, answer = worth_steps(known, assemble_rig(known, None, CATALOG), question, today=TODAY, known=before)
    assert answer is not None
    return answer


def test_without_the_switch_there_is_neither_rent_nor_api_and_no_pay_back() -> None:
    answer = asked()
    assert not {one.kind for one in answer.others} & {"rent", "api"}
    assert answer.elsewhere is None
    assert "pays" not in "\n".join(worth(answer).reasons)


@pytest.mark.broad
def test_comfort_privacy_and_money_are_a_line_each() -> None:
    for cloud in (False, True):
        reasons = worth(asked(cloud=cloud)).reasons
        assert [one.split(":")[0] for one in reasons] == ["Comfort", "Privacy", "Money"]
        assert sum("never pays" in line for line in worth_lines(asked(cloud=cloud))) <= 2


def test_the_hours_of_a_day_are_explained_in_tokens() -> None:
    assert "2 hours a day of reading answers, about 108,000 tokens" in "\n".join(worth(asked()).notes)


def test_a_way_without_a_price_never_leads_and_one_beyond_the_budget_neither() -> None:
    answer = asked(budget_usd=400.0)
    prices = [one.price for one in answer.others if one.kind != "nothing"]
    assert None not in prices[: sum(price is not None for price in prices)]
    assert answer.best is None or (answer.best.price and answer.best.price.usd.middle <= 400)


def test_what_brings_less_than_a_tenth_is_not_listed() -> None:
    answer = asked("chat", "Llama 3.1 8B", RIGS["4090 desktop"][0])
    bought = [one for one in answer.others if one.kind != "nothing"]
    assert all((one.gain and one.gain.middle >= 1.1) or one.newly_usable for one in bought)


def test_a_model_that_nothing_in_the_budget_reaches_has_one_that_does_the_same_work_here() -> None:
    answer = asked("chat", "Llama 3.1 405B", RIGS["gaming PC"][0], budget_usd=300.0)
    assert answer.decision.verdict == "no"
    assert answer.instead is not None
    name = CATALOG.models[answer.instead].name
    assert f"{name} does this work well here" in worth(answer).reasons[0]
    assert asked("chat", name, RIGS["gaming PC"][0]).decision.reason == "enough"


def test_nothing_is_advised_unasked_for_more_than_a_good_computer_costs() -> None:
    detected = RIGS["4090 desktop"][0]
    unasked = asked("chat", "Qwen3 235B A22B", detected)
    if unasked.decision.reason == "dear":
        assert unasked.best is not None
        asked_for = asked("chat", "Qwen3 235B A22B", detected, budget_usd=50_000.0)
        assert asked_for.decision.verdict == "yes"


def test_a_run_of_training_has_its_price() -> None:
    lines = [line for row in worth_rows(asked("fine-tune-qlora", None), Currency()) for line in row.detail]
    assert any(re.match(r"One run: .+, \$[\d.]+\.$", line) for line in lines)


@pytest.mark.parametrize("rig", ["gaming PC", "4090 desktop"])
@pytest.mark.parametrize("model", ["Devstral Small 2 24B", "Qwen3.6 35B-A3B", "Gemma 4 12B"])
def test_no_part_that_makes_the_work_slower_is_listed(rig: str, model: str) -> None:
    answer = asked("chat", model, RIGS[rig][0])
    now = answer.counted.now
    assert now.light.is_useful
    parts = [one for one in answer.others if one.kind in ("card", "second_card", "memory", "sticks")]
    assert parts
    assert not [one.id for one in parts if one.gain is None or one.gain.middle < 0.9]


@pytest.mark.broad
@pytest.mark.parametrize("name", list(RIGS))
@pytest.mark.parametrize("workload", ["serve-a-team", "serve-many", "films", "speech", "rerank", "pre-train"])
def test_every_workload_has_an_answer_on_every_rig(name: str, workload: str) -> None:
    answer = asked(workload, None, detected=RIGS[name][0])
    assert worth(answer).sentence.endswith(".")


def test_one_more_of_the_same_card_is_listed() -> None:
    """Of a level of price some are shown, and the twin that everybody thinks of first was none of them."""
    card = nvidia_card(name="NVIDIA GeForce RTX 5060 Ti", pci_id=None, total_gib=16.0, free_gib=15.5)
    answer = asked("chat", "Qwen3.6 35B-A3B", machine(gpus=(card,)), budget_usd=650, psu_w=750, slots=2)
    assert any(one.is_twin for one in answer.others)
