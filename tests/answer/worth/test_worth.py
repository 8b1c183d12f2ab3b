"""Money of every way to the cent, by hand; and that no odd input makes a division fail."""

import datetime
import math
import re
from typing import Any

import pytest

from advisor.answer.asked.problem import ProblemError
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.conclusions import pay_backs, spent_by_month
from advisor.answer.worth.known import Known
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import worth_steps
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.worth import OwnPrice, RuleFinding
from advisor.facts.cards.card import month_of
from advisor.facts.kept.price_pack import PricePack
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.facts.values.fact import unknown
from advisor.facts.values.reason import Reason
from advisor.present.upgrade.lines import worth_lines
from advisor.present.upgrade.worth import doubts, worth
from advisor.present.words.money import Currency, span_words
from tests.answer.worth.known_before import known_before
from tests.answer.worth.rented import started_hours
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)
PLAIN = machine()
CARD = "gpus/nvidia/rtx-3090"
WITH_CARD = machine(gpus=(nvidia_card(name="NVIDIA GeForce RTX 3090", pci_id=None, total_gib=24.0, free_gib=23.9),))
API = f"api:{CATALOG.models.find('Qwen3 32B')}"


def asked(
    workload: str = "coding",
    model: str | None = "Qwen3 32B",
    detected: Machine = PLAIN,
    quant: str | None = None,
    known: Known | None = None,
    **money: Any,
) -> WorthAnswer:
    found = known_machine(detected, (), CATALOG)
    question = WorthQuestion(CATALOG, workload, model, quant, Money(**{"cloud": True, **money}))
    known = known or known_before(workload, model, quant, detected.model_dump_json())
    *_, answer = worth_steps(found, assemble_rig(found, None, CATALOG), question, today=TODAY, known=known)
    assert answer is not None
    return answer


def option(answer: WorthAnswer, way_id: str) -> Compared:
    found = answer.option(way_id)
    assert found is not None
    return found


def typed(item_id: str, usd: float) -> tuple[OwnPrice, ...]:
    return (OwnPrice(of=item_id, kind="card", usd=usd),)


def test_the_api_of_a_day_is_its_tokens_times_their_prices() -> None:
    """Two hours of reading 15 tokens/s are 108,000 written and 720,000 read, at 0.10 and 0.30 a million."""
    told = OwnPrice(of=API.removeprefix("api:"), kind="api", prompt_usd=0.10, usd=0.30)
    api = option(asked(own_prices=(told,)), API)
    assert api.usd_per_day == pytest.approx(0.720 * 0.10 + 0.108 * 0.30)
    assert api.usd_per_million == pytest.approx(0.1044 / 0.108)


def test_a_card_is_rented_for_the_hours_one_uses_it() -> None:
    rented = option(asked(own_prices=(OwnPrice(of=CARD, kind="rent", usd=0.01),)), f"rent:{CARD}")
    assert rented.usd_per_day == pytest.approx((2 + started_hours(rented)) * 0.01)


def test_electricity_counts_work_at_load_and_the_rest_of_the_day_idle() -> None:
    """108,000 tokens are 180 answers; the card draws 77.5% of 350 W while it writes and 15.8 W for the rest of 8 h."""
    card = option(asked(electricity_per_kwh=0.20), CARD)
    assert card.reached is not None
    assert card.reached.request_s is not None
    busy = 180 * card.reached.request_s.middle / 3600
    assert card.usd_per_day == pytest.approx((0.775 * 350 * busy + 15.8 * (8 - busy)) / 1000 * 0.20)


def test_a_purchase_saves_what_the_cheapest_other_way_costs_less_its_own_electricity() -> None:
    answer = asked()
    card, api = option(answer, CARD), option(answer, API)
    assert card.usd_per_day is not None
    assert api.usd_per_day is not None
    assert card.price is not None
    saved = api.usd_per_day - card.usd_per_day
    assert card.saved_usd_per_day == pytest.approx(saved)
    assert card.break_even.days == pytest.approx(card.price.usd.middle / saved)
    assert card.worth_below_usd == pytest.approx(saved * 3 * 365)


def test_a_typed_price_comes_before_the_card_of_the_catalog_and_below_its_worth_it_pays() -> None:
    below = option(asked(), CARD).worth_below_usd
    assert below is not None
    assert asked(own_prices=typed(CARD, 0.99 * below)).decision.verdict == "yes"
    assert asked(own_prices=typed(CARD, 1.01 * below), stays_here=False).decision.verdict == "depends"


def test_an_old_price_is_marked_and_a_typed_one_is_not() -> None:
    day = datetime.date(2026, 1, 2)
    dated = next(one for one in CATALOG.prices.values() if one.of == "gpus/nvidia/rtx-4090" and one.condition == "used")
    pack = PricePack(name="dated", as_of=day, prices=(dated.changed(as_of=day),))
    found = {one.id: one for one in worth(asked(own_prices=typed(CARD, 600.0), pack=pack)).candidates}
    mine, other = found[CARD].price, found["gpus/nvidia/rtx-4090"].price
    assert mine is not None
    assert other is not None
    assert (mine.is_old, mine.origin) == (False, "user")
    assert other.is_old
    assert any("old price" in note for note in found["gpus/nvidia/rtx-4090"].notes)


def test_where_no_price_is_known_it_asks() -> None:
    unpriced = [one for one in worth(asked(detected=RIGS["office PC"][0])).candidates if one.cost_usd is None]
    assert unpriced
    assert all(any("its price is unknown" in note for note in one.notes) for one in unpriced)


def test_where_the_work_stays_here_neither_rent_nor_api_counts() -> None:
    answer = asked(stays_here=True)
    assert answer.decision.verdict == "yes"
    assert option(answer, CARD).saved_usd_per_day is None


def test_more_hours_pay_back_sooner_and_a_higher_price_later() -> None:
    answer = asked()
    found = pay_backs(answer, option(answer, CARD))
    days = [one.days for one in found if one.days is not None]
    assert days == sorted(days, reverse=True)
    assert all(
        one.low_days <= one.days <= one.high_days for one in found if one.days and one.low_days and one.high_days
    )


def test_money_spent_starts_at_the_price_and_grows_by_what_a_day_costs() -> None:
    card = option(asked(), CARD)
    spent = spent_by_month(card)
    assert spent is not None
    assert card.price is not None
    assert card.usd_per_day is not None
    assert spent[0] == pytest.approx(card.price.usd.middle)
    assert spent[12] == pytest.approx(card.price.usd.middle + 360 * card.usd_per_day)


def test_a_setting_that_makes_it_fit_comes_before_any_purchase() -> None:
    small = nvidia_card(name="NVIDIA GeForce RTX 3090", pci_id=None, total_gib=24.0, free_gib=22.0)
    assert asked(detected=machine(gpus=(small,))).decision.reason == "enough"
    answer = asked(detected=machine(gpus=(small,)), quant="Q4_K_M")
    assert (answer.decision.verdict, answer.decision.reason) == ("no", "costs_nothing")
    assert worth(answer).sentence.startswith("No: a context of")


@pytest.mark.broad
def test_newly_usable_models_are_not_usable_now() -> None:
    answer = asked()
    card = option(answer, CARD)
    assert card.newly_usable
    newest = month_of(max(CATALOG.models[one].released for one in CATALOG.models))
    for model_id in card.newly_usable:
        model = CATALOG.models[model_id]
        assert newest - month_of(model.released) <= 24
        assert not asked(model=model.name).counted.now.is_enough
        assert asked(model=model.name, detected=WITH_CARD).counted.now.is_enough


ODD: tuple[dict[str, Any], ...] = (
    *({"hours_per_day": hours} for hours in (0.0, 24.0, 0.001)),
    *({"budget_usd": usd} for usd in (0.0, 1.0)),
    {"own_prices": typed(CARD, 0.0)},
    *({"currency": "EUR", **more} for more in ({}, {"usd_rate": 1.1, "electricity_per_kwh": 0.38})),
    {"currency": "XTS", "electricity_per_kwh": 0.3},
    {"electricity_per_kwh": 0.0},
    {"slots": 0, "psu_w": 10.0},
    {"stays_here": True, "hours_per_day": 0.0},
)
WORK = (("chat", "Llama 3.1 8B"), ("chat", "Llama 3.1 405B"), ("pictures", None), ("fine-tune-qlora", None))


@pytest.mark.broad
@pytest.mark.parametrize("work", WORK)
def test_odd_money_makes_plain_sentences(work: tuple[str, str | None]) -> None:
    known = Known()
    for money in ODD:
        answer = asked(*work, detected=RIGS["office PC"][0], known=known, **money)
        assert not re.search(r"\b(inf|nan|None)\b", "\n".join(worth_lines(answer))), money
        numbers = [value for one in worth(answer).candidates for value in one.model_dump().values()]
        assert all(math.isfinite(number) for number in numbers if isinstance(number, float)), money


def test_no_hours_are_a_plain_no() -> None:
    assert worth(asked(hours_per_day=0.0)).sentence == "No: nothing pays off at 0 hours."


def test_a_budget_of_nothing_leaves_nothing_to_buy() -> None:
    assert asked(budget_usd=0.0).decision.reason == "over_budget"


@pytest.mark.parametrize("workload", ["chat", "pictures"])
def test_the_model_that_this_computer_is_judged_with_is_named(workload: str) -> None:
    answer = asked(workload, None if workload == "pictures" else "Llama 3.1 8B")
    found = worth(answer)
    assert (found.model, found.quant is None) == (answer.question.model_text, workload == "pictures")
    judged = f"Judged with {found.model}{f' as {found.quant}.' if found.quant else ': 1024 x 1024.'}"
    assert judged in worth_lines(answer)


def test_amounts_stay_in_dollars_until_the_rate_is_told() -> None:
    without, told = asked(currency="UAH"), asked(currency="EUR", usd_rate=1.1)
    assert worth(without).currency == "USD"
    assert any("how many dollars one UAH" in note for note in worth(without).notes)
    assert worth(asked(currency="EUR")).currency == "EUR"
    assert worth(told).currency == "EUR"
    assert told.best is not None
    assert told.best.price is not None
    currency = Currency("EUR", 1.1)
    assert span_words(told.best.price, currency) in "\n".join(worth_lines(told))


def test_what_is_not_known_is_said_with_the_known_names() -> None:
    with pytest.raises(ProblemError, match=r"workload_unknown.*chat"):
        asked("nothing")
    with pytest.raises(ProblemError, match="model_unknown_near"):
        asked("chat", "Lama 3.1 8")
    with pytest.raises(ProblemError, match="no_model_named"):
        asked("chat", None)
    with pytest.raises(ProblemError, match="context_too_short"):
        asked("long-documents", "OLMo 2 1B")


def finding(answer: WorthAnswer, rule: str) -> RuleFinding | None:
    return next((one for one in answer.findings if one.rule == rule), None)


def test_the_processor_is_not_compared_with_itself() -> None:
    """A laptop writes on its processor: the rules compare that with a card, be it one of a computer beside it."""
    answer = asked("chat", "Llama 3.1 8B", RIGS["laptop"][0])
    found = finding(answer, "R1")
    assert found is not None
    assert found.figure > 1.3
    assert answer.card is not None
    assert any(f"the {answer.card.name}" in line for line in worth_lines(answer) if line.startswith("Writing: "))


def test_only_faster_memory_leaves_the_prompt_as_slow_as_it_is() -> None:
    """What a second stick makes of a whole request is what the rule says of it; a card reads prompts faster too."""
    answer = asked("chat", "Llama 3.1 8B", RIGS["office PC"][0])
    found, gain = finding(answer, "R8"), option(answer, "sticks").gain
    assert found is not None
    assert gain is not None
    assert found.figure == pytest.approx(gain.middle, rel=0.02)
    assert finding(asked("chat", "Llama 3.1 8B", RIGS["gaming PC"][0]), "R8") is None


def test_what_nothing_here_can_do_is_rented_for_the_hours_one_works() -> None:
    told = OwnPrice(of="gpus/nvidia/rtx-4090", kind="rent", usd=0.001)
    answer = asked("pictures", "FLUX.1 dev", RIGS["laptop"][0], own_prices=(told,), budget_usd=100.0)
    rented = answer.elsewhere
    assert rented is not None
    assert rented.price is not None
    assert rented.usd_per_day == pytest.approx((2 + started_hours(rented)) * rented.price.usd.middle)


def test_where_the_work_stays_here_the_sentence_tells_of_no_way_out_of_the_house() -> None:
    answer = asked("pictures", None, RIGS["laptop"][0], stays_here=True)
    assert "rented" not in worth(answer).sentence


def test_a_card_that_lacks_a_driver_needs_a_driver_and_no_other_card() -> None:
    gaming = RIGS["gaming PC"][0]
    idle = tuple(gpu.changed(state=seen("no_driver")) for gpu in gaming.gpus)
    answer = asked("chat", "Llama 3.1 8B", gaming.changed(gpus=idle))
    assert (answer.decision.reason, answer.decision.best_id) == ("free_gain", "driver")
    assert "a driver for the RTX 3060" in worth(answer).sentence


def test_a_card_helps_where_the_rig_has_no_speed_and_no_line_is_drawn() -> None:
    office = RIGS["office PC"][0]
    nothing = unknown("not_told")
    memory = office.memory.changed(theoretical_bytes_per_s=nothing, modules=nothing, channels=nothing)
    answer = asked("serve-many", "Llama 3.1 8B", office.changed(memory=memory))
    assert answer.decision.reason != "nothing_helps"
    assert "not known" not in worth(answer).reasons[0]


def test_two_cards_are_weighed_where_one_does_not_hold_the_model() -> None:
    """70 billion parameters at Q4_K_M are 43 GB: two cards of 24 GB, not one."""
    question = "chat", "Llama 3.3 70B", RIGS["gaming PC"][0], "Q4_K_M"
    answer = asked(*question, stays_here=True, own_prices=typed(CARD, 100.0))
    pair, single = option(answer, f"two:{CARD}"), option(answer, CARD)
    assert pair.price is not None
    assert single.price is not None
    assert pair.price.usd.middle == pytest.approx(2 * single.price.usd.middle)
    assert answer.decision.best_id == pair.id
    assert isinstance(pair.name, Reason)
    assert pair.name.code == "pair_of"
    assert "a pair of RTX 3090" in worth(answer).sentence
    assert asked(*question, slots=1).option(pair.id) is None


def test_speed_and_service_are_counted_for_the_same_pages() -> None:
    """Thirty pages are 12,000 tokens; a day is 72 answers of 500."""
    answer = asked("long-documents", "Llama 3.1 8B")
    assert answer.question.run.prompt_tokens == 12_000
    way_id = f"api:{answer.question.model_id}"
    api = option(answer, way_id).api
    assert api is not None
    expected = api.usd(prompt_tokens=72 * 12_000, generated_tokens=72 * 500)
    assert option(answer, way_id).usd_per_day == pytest.approx(expected)


def test_a_typed_price_of_an_api_comes_before_the_cards_and_is_shown_as_typed() -> None:
    model_id = asked().question.model_id
    assert model_id is not None
    free = OwnPrice(of=model_id, kind="api", prompt_usd=0.0, usd=0.0)
    answer = asked(own_prices=(free,))
    assert option(answer, API).usd_per_day == 0.0
    assert "typed by you" in " ".join(doubts(option(answer, API), Currency()))
    assert option(answer, CARD).price == option(asked(), CARD).price


def test_where_nobody_sells_the_model_the_api_of_one_as_able_is_counted_by_its_name() -> None:
    answer = asked("coding", "Apertus 8B")
    api = next(one for one in answer.others if one.kind == "api")
    assert api.usd_per_day
    assert api.id == f"api:{answer.counted.sold_id}" != f"api:{answer.question.model_id}"
    assert CATALOG.models[answer.counted.sold_id or ""].name in str(api.name)
    assert "api" not in {one.kind for one in asked("images", "SDXL").others}


def test_a_model_of_a_shorter_context_is_asked_in_its_own_everywhere() -> None:
    answer = asked("coding", "Llama 3 8B")
    run = answer.question.run
    assert run.prompt_tokens + run.generated_tokens <= run.context_tokens == 8192
    assert answer.question.prompt_per_generated == pytest.approx(run.prompt_tokens / run.generated_tokens)


def test_a_processor_that_is_busy_most_of_the_time_is_enough_for_a_list_and_not_for_callers() -> None:
    lines = worth_lines(asked("embeddings", None, RIGS["office PC"][0]))
    assert any(line.startswith("Load: ") and "requests queue up" in line for line in lines)
    lines = worth_lines(asked("embeddings", None, RIGS["old server"][0]))
    assert not any("requests queue up" in line for line in lines)


def test_nothing_is_saved_for_sure_where_this_computer_does_it_at_an_unknown_cost() -> None:
    """It is fast enough, but its watts are not known: rent, which nobody needs then, is no measure."""
    answer = asked("chat", "EXAONE 4.0 1.2B", RIGS["office PC"][0])
    assert answer.now.reached.is_enough
    alike = [one for one in answer.others if one.price and answer.counted.sold_id not in one.newly_usable]
    assert alike
    assert all(one.saved_usd_per_day is None for one in alike)


def test_several_cards_that_work_together_are_named_together() -> None:
    cards = (
        nvidia_card(
            name="NVIDIA GeForce RTX 3090", pci_id="10de:2204", total_gib=24, free_gib=23.5, pci_address=seen(at)
        )
        for at in ("0000:01:00.0", "0000:02:00.0")
    )
    found = worth(asked("chat", "Llama 3.3 70B", machine(gpus=tuple(cards))))
    assert "2 x RTX 3090" in found.reasons[0]


HUGE = ("coding", "DeepSeek-V4-Pro 1.6T-A49B", RIGS["laptop"][0])


def test_what_nothing_here_does_is_done_elsewhere_where_the_work_may_leave() -> None:
    answer = asked(*HUGE, stays_here=False, budget_usd=300.0)
    assert (answer.decision.verdict, answer.decision.reason) == ("depends", "only_elsewhere")
    assert answer.elsewhere is not None
    assert str(answer.elsewhere.name) in worth(answer).sentence


@pytest.mark.parametrize("cloud", [False, True])
def test_where_the_work_must_stay_here_no_service_is_named(cloud: bool) -> None:
    answer = asked(*HUGE, stays_here=True, cloud=cloud)
    assert answer.decision.verdict == "no"
    assert not any(word in "\n".join(worth_lines(answer)) for word in ("API", "rent"))
