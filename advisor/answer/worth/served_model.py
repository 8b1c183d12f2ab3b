"""Which model money is set aside for where people or agents are to be served: not what the computer manages today."""

import datetime

from advisor.answer.money.prices import Prices
from advisor.answer.rig.rank import each_of_best
from advisor.answer.rig.ranked import Ranked
from advisor.answer.what_if.card_upgrades import card_upgrades
from advisor.answer.what_if.upgrade import Asked
from advisor.answer.what_if.upgrade_limits import upgrade_limits
from advisor.answer.which_model.capability import capability
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import Rig


def model_to_serve(
    machine: Machine,
    rig: Rig,
    workload_id: str,
    money: Money,
    catalog: Catalog,
    *,
    today: datetime.date,
    for_one: bool = False,
) -> str | None:
    """The first of the ranking with the largest card that the money buys, where it is more capable than the first here.

    None where nothing can be put in for it, and `for_one` where something is of use as it is: that is enough for one.

    Raises:
        ProblemError: the catalog has no engine.
    """
    prices, limits = Prices(catalog, money, today), upgrade_limits(machine, rig, catalog)
    asked = Asked(0, is_too_small=False, slots=money.slots, psu_w=money.psu_w, has_airflow=limits.has_airflow)
    offers = [
        one
        for one in card_upgrades(rig, limits, asked, prices)
        if one.price is not None and one.price.usd.middle <= (money.budget_usd or 0.0) and "no_fan" not in one.doubts
    ]
    if not offers:
        return None
    largest = max(offers, key=lambda one: _memory(one.rig))
    here = _first(rig, workload_id, catalog)
    there = None if for_one and here is not None else _first(largest.rig, workload_id, catalog)
    if there is None or (here is not None and _able(here, catalog) >= _able(there, catalog)):
        return None
    return there.model.name


def _first(rig: Rig, workload_id: str, catalog: Catalog) -> Ranked | None:
    *_, best = each_of_best(rig, catalog, workload_id=workload_id, count=1)
    return best if best is not None and best.light_is_useful else None


def _able(one: Ranked, catalog: Catalog) -> float:
    return capability(one.model, catalog.blocks, use="chat")


def _memory(rig: Rig) -> tuple[float, float]:
    """The memory of its cards, then how fast the last one is."""
    cards = [one for one in rig.processors if one.pool == "vram" and one.blocked is None]
    return sum(one.memory_total_bytes.value or 0 for one in cards), cards[-1].best_bytes_per_s.value or 0.0
