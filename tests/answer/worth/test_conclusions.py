"""What would turn a verdict, and what its money is explained with, as codes and figures."""

import datetime
from dataclasses import replace
from typing import Any

import pytest

from advisor.answer.worth.conclusions import MONTHS, Turn, first_faster, paid_back, purchases, trip_card, turns
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import worth_steps
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.worth import OwnPrice
from advisor.facts.kept.settings import Money
from tests.answer.worth.known_before import known_before
from tests.answer.worth.worth_on import worth_on
from tests.fakes.machines import unheard_of
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()


def asked(rig: str, workload: str, model: str | None, *, is_measured: bool = True, **money: Any) -> WorthAnswer:
    detected, measured = RIGS[rig]
    detected = detected if is_measured else unheard_of(detected)
    known = known_machine(detected, (), CATALOG)
    question = WorthQuestion(CATALOG, workload, model, None, Money(**{"cloud": True, **money}))
    found = assemble_rig(known, measured if is_measured else None, CATALOG)
    before = known_before(rig, workload, model, is_measured)
    *_, answer = worth_steps(known, found, question, today=datetime.date(2026, 11, 20), known=before)
    assert answer is not None
    return answer


def codes(answer: WorthAnswer) -> list[str]:
    return [turn.code for turn in turns(answer)]


def turn(answer: WorthAnswer, code: str) -> Turn:
    return next(one for one in turns(answer) if one.code == code)


def test_enough_is_turned_by_a_larger_model_alone() -> None:
    assert codes(asked("4090 desktop", "chat", "Llama 3.1 8B")) == ["larger_model"]


def test_an_unknown_speed_is_turned_by_measuring() -> None:
    assert codes(asked("virtual machine", "chat", "Llama 3.1 8B", is_measured=False))[-1] == "measure"


@pytest.mark.parametrize(("share", "code"), [(3.0, ["pays_at_twice"]), (1.9, []), (0.6, ["price_below"]), (0.1, [])])
def test_a_price_is_told_where_it_is_near_what_is_asked(share: float, code: list[str]) -> None:
    dear = asked("gaming PC", "coding", "Qwen3 32B")
    assert dear.best is not None
    assert dear.best.cost_usd is not None
    others = [
        replace(one, worth_below_usd=share * dear.best.cost_usd) if one is dear.best else one for one in dear.others
    ]
    told = [one for one in turns(replace(dear, others=tuple(others))) if one.code in ("price_below", "pays_at_twice")]
    assert [one.code for one in told] == code
    assert all(one.figure == share * dear.best.cost_usd for one in told if one.code == "price_below")


def test_work_that_must_stay_is_no_turn_where_that_was_said() -> None:
    open_to_leave, stays = (codes(asked("gaming PC", "coding", "Qwen3 32B", stays_here=said)) for said in (None, True))
    assert {"stays_yes", "stays_no", "stays_depends"} & set(open_to_leave)
    assert not {"stays_yes", "stays_no", "stays_depends"} & set(stays)


def test_purchases_run_and_the_one_that_is_meant_comes_first() -> None:
    answer = asked("gaming PC", "coding", "Qwen3 32B")
    found = purchases(answer)
    assert found[0] == answer.best == first_faster(answer)
    assert all(one.reached is not None and one.reached.runs for one in found)


def test_the_trip_is_counted_for_the_card_that_is_there_else_for_the_best_one() -> None:
    known = known_machine(RIGS["gaming PC"][0], (), CATALOG)
    own = trip_card(asked("gaming PC", "coding", "Qwen3 32B"), assemble_rig(known, None, CATALOG))
    assert own is not None
    assert "3060" in own.name
    plain = asked("office PC", "pictures", None)
    offered = trip_card(plain, assemble_rig(known_machine(RIGS["office PC"][0], (), CATALOG), None, CATALOG))
    assert plain.best is not None
    assert offered == plain.best.reached.processor


def test_a_purchase_is_paid_back_at_what_the_other_way_has_cost_by_then() -> None:
    cheap = OwnPrice(of="gpus/nvidia/rtx-3060-12gb", kind="card", usd=120.0)
    answer = asked("office PC", "pictures", None, hours_per_day=24.0, own_prices=(cheap,))
    best, found = answer.best, paid_back(answer.best)
    assert best is not None
    assert found is not None
    months, usd = found
    assert 0 < months <= MONTHS
    assert best.otherwise_usd_per_day is not None
    assert usd == pytest.approx(30 * months * best.otherwise_usd_per_day)
    assert paid_back(None) is None


def test_a_weaker_power_supply_is_told_what_to_buy_instead() -> None:
    told, untold = (asked("office PC", "chat", "Qwen3 8B", budget_usd=200, psu_w=said) for said in (750, None))
    assert "weaker_supply" not in codes(told)
    found, best = turn(untold, "weaker_supply"), untold.best
    assert best is not None
    assert best.needs is not None
    assert found.figure == best.needs.supply_w
    assert found.about is not None
    assert found.about.needs is None or (found.about.needs.supply_w or 0) < (found.figure or 0)
    assert (found.about.cost_usd or 0) <= (best.cost_usd or 0)


def test_a_card_beside_the_own_one_is_named_where_a_slot_for_it_would_make_it_the_better_one() -> None:
    for budget_usd in (400, 500, 700):
        answer = asked("gaming PC", "coding", "Qwen3.6 35B-A3B", budget_usd=budget_usd)
        for found in (one.about for one in turns(answer) if one.code == "second_slot"):
            assert found is not None
            assert found.kind == "second_card"
            assert answer.best is not None
            assert answer.best.reached.rate is not None
            assert found.reached.rate is not None
            assert found.reached.rate.middle > answer.best.reached.rate.middle
            assert (found.cost_usd or 0) <= (answer.best.cost_usd or 0)


def test_what_would_do_it_at_a_price_that_nobody_told_is_named() -> None:
    dear = asked("office PC", "chat", "DeepSeek-V3 671B", stays_here=True, budget_usd=12_000)
    found = turn(dear, "unpriced_way").about
    assert found is not None
    assert found.price is None
    assert found.reached.light.is_useful
    price = OwnPrice(of=found.id, kind="computer", usd=11_000.0)
    told = asked("office PC", "chat", "DeepSeek-V3 671B", stays_here=True, budget_usd=12_000, own_prices=(price,))
    assert "unpriced_way" not in codes(told)


def test_a_smaller_step_costs_clearly_less() -> None:
    for budget_usd in (600, 1000, 1600):
        answer = asked("office PC", "chat", "Qwen3.6 35B-A3B", budget_usd=budget_usd)
        steps = [one.about for one in turns(answer) if one.code == "smaller_step"]
        costs = [step.cost_usd for step in steps if step is not None and step.cost_usd is not None]
        assert answer.best is not None
        assert all(usd < (answer.best.cost_usd or 0) for usd in costs)


def test_a_larger_power_supply_comes_on_top_where_the_budget_holds_it() -> None:
    """A card of a third of the use was named, though card and supply together cost less than what may be spent."""
    answer = asked("office PC", "chat", "Qwen3 8B", budget_usd=400)
    found = turn(answer, "larger_supply")
    assert answer.best is not None
    assert found.about is answer.best
    assert (answer.best.cost_usd or 0) + (found.figure or 0) <= 400
    assert "weaker_supply" not in codes(answer)


def test_an_agent_is_counted_at_its_pace_and_no_faster_than_it_goes() -> None:
    """Four hours of the fastest card without a break made an API cost ten times what anybody pays."""
    agent, pile = (WorthQuestion(CATALOG, work, None, None, Money()) for work in ("coding-agent", "serve-many"))
    pace = agent.workload.enough_tokens_per_s
    assert agent.used_per_s(180.0) == pace
    assert agent.used_per_s(3.0) == 3.0
    assert pile.used_per_s(180.0) == 180.0


def test_a_named_model_that_needs_more_money_is_told_what_runs_it() -> None:
    """A laptop's owner was named a Mac for other models, and asked for the price of another one."""
    answer = asked("laptop", "chat", "Llama 3.3 70B", cloud=False)
    assert answer.decision.verdict == "no"
    found = turn(answer, "runs_it").about
    assert found is not None
    assert found.reached.light.is_useful
    assert not {"buys_most", "unpriced_way"} & set(codes(answer))
    dearer = [one for one in answer.others if one.runs and one.reached.light.is_useful and one.price is not None]
    assert found.cost_usd == min(one.cost_usd or 0.0 for one in dearer if not one.reached.is_reduced)


def test_a_purchase_is_counted_for_the_work_that_is_done_now() -> None:
    """Two hours a day of a card six times as fast were twelve of the old one: electricity seemed to pay for it."""
    answer = asked("gaming PC", "pictures", "image/flux-1-dev", cloud=False)
    faster = [
        one for one in purchases(answer) if one.gain is not None and one.gain.middle > 2 and one.price is not None
    ]
    assert faster
    for one in faster:
        assert answer.counted.does_as_much(one)
        assert answer.counted.work_of(one) == answer.counted.work_of(answer.now)
        assert one.break_even.days is None or one.break_even.days > 3 * 365, one.id


def test_a_card_for_half_the_money_that_misses_the_line_by_little_is_told() -> None:
    found = worth_on("PC with RTX 3090", "fine-tune-qlora", "Llama 3.3 70B", budget_usd=5000.0)
    told = [one.about for one in turns(found) if one.code == "smaller_step"]
    assert found.best is not None
    for one in filter(None, told):
        assert (one.cost_usd or 0.0) <= 0.8 * (found.best.cost_usd or 0.0)


def test_another_model_that_is_as_capable_and_great_here_is_told() -> None:
    """Llama 3.3 70B on an RTX 3090 was a plain yes to a second one."""
    found = worth_on("PC with RTX 3090", "chat", "Llama 3.3 70B")
    assert found.decision.verdict == "yes"
    assert found.is_matched_here
    assert not worth_on("PC with RTX 3060 12GB", "chat", "Qwen3.6 35B-A3B").is_matched_here
