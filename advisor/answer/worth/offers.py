"""The ways that are compared, asked in short steps: every upgrade with its rig, and what is rented."""

from collections.abc import Generator
from typing import TypeVar

from advisor.answer.money.prices import Prices
from advisor.answer.text.setting import USUAL
from advisor.answer.what_if.upgrade import Asked
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.answer.worth.compared import Compared, Counted
from advisor.answer.worth.known import Known
from advisor.answer.worth.likely import likely
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.ways import offered, rented_way
from advisor.facts.rig.rig import Rig
from advisor.predict.worth.verdict import UNASKED_USD

Found = TypeVar("Found")
Steps = Generator[None, None, Found]
"""Short steps, and what they found."""


def offers_with_rigs(
    rig: Rig, limits: UpgradeLimits, now: Reached, prices: Prices, known: Known, question: WorthQuestion
) -> Steps[tuple[list[Compared], dict[str, Rig]]]:
    """Every upgrade with what it reaches, and the rigs that they make."""
    offers, rigs, money = list[Compared](), dict[str, Rig](), question.money
    is_much = (money.budget_usd or 0.0) > UNASKED_USD
    asked = Asked(
        now.need_bytes or 0,
        now.fit == "too_big",
        slots=money.slots,
        psu_w=money.psu_w,
        has_airflow=limits.has_airflow,
        may_lie_in_ram=question.api_model_id is not None,
        for_many=question.task == "serve" and (question.at_once != 1 or is_much),
        makers=question.makers,
        named=question.named_cards,
        least_vram_gib=question.least_vram_gib,
        good_bytes=_good_bytes(now, question),
    )
    found = [
        one
        for one in known.upgrades(rig, limits, asked, prices)
        if asked.takes(one.maker) and question.is_of_part(one.kind) and asked.is_large_enough(one)
    ]
    yield None
    may_be_less = not any(one.reached.light.is_useful for one in known.free_way(rig, now, question))
    for one in likely(found, rig, now, question):
        yield None
        offers.append(offered(one, now, question, known.speeds, may_be_less=may_be_less))
        rigs[one.id] = one.rig
    return offers, rigs


def _good_bytes(now: Reached, question: WorthQuestion) -> int:
    """What cards have to hold: a file of good quality, where what is here takes a poor one."""
    need = now.need_bytes or 0
    model = question.catalog.models.get(question.api_model_id or "")
    if not need or model is None or now.estimate is None or question.quant is not None or not now.is_reduced:
        return need
    good = subject_of(model, find_quant(USUAL[0], model, question.catalog)[0], question.catalog)
    return need + max(0, round(good.weights.total_bytes - now.estimate.memory.weights_bytes))


def counted_ways(now: Reached, prices: Prices, known: Known, question: WorthQuestion) -> Steps[Counted]:
    """What counts the money, with what is rented and the API where somebody asks for them."""
    if not question.with_cloud:
        return Counted(question, prices.electricity(), now, (), None)
    rented: list[Compared] = []
    for card_id, price in prices.rented().items():
        yield None
        rented += rented_way(card_id, price, now, question, known.speeds)
    return Counted(question, prices.electricity(), now, tuple(rented), prices.api(question.api_model_id, question.mix))
