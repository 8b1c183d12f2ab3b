"""For pictures, films and training: of two computers about as fast the one whose programs need no work."""

from collections.abc import Sequence

from advisor.answer.money.prices import Prices, within_usd
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.versus.conclusion import CLEARLY
from advisor.cli.asking.versus.pick import Choice
from advisor.cli.asking.versus.row import Row, as_sold
from advisor.cli.asking.versus.tuned import CLOSE, NVIDIA, TUNED, WORKS, design
from advisor.facts.cards.workload import TRAINING
from advisor.present.words.money import currency_of

_MOST = 1.6
"""So many times the price is too much for less trouble (a judgment)."""


def with_less_trouble(pick: Choice, rows: Sequence[Row], budget_usd: float | None, prices: Prices) -> Choice:
    """The choice, or one of NVIDIA's cards in its place where that is about as fast and not much dearer.

    What holds more is chosen for that, whatever its programs need.
    """
    chosen = next((one for one in rows if one.name == pick.name), None)
    trouble = _trouble(chosen, prices.catalog) if chosen is not None and pick.why != "memory" else ""
    if chosen is None or not trouble:
        return pick
    plain = [one for one in rows if one.is_useful and design(one, prices.catalog)[1] == NVIDIA]
    near = [one for one in plain if chosen.rate < CLOSE * one.rate and _is_payable(one, chosen, budget_usd)]
    if not near:
        return pick
    best = max(near, key=lambda one: one.rate)
    speed = "about as fast" if chosen.rate < CLEARLY * best.rate else "nearly as fast"
    return Choice(f"Take the {best.name}: {speed}, and {trouble}{_dearer(best, chosen, prices)}.", best.name, "speed")


def _trouble(one: Row, catalog: Catalog) -> str:
    """What speaks for another card; empty for nothing."""
    architecture, vendor = design(one, catalog)
    if one.answer.workload in WORKS and architecture in TUNED:
        return f"needs no tuned {TUNED[architecture]}"
    work = catalog.other_workloads.get(one.answer.workload)
    is_training = work is not None and work.task in TRAINING
    return "programs for training are written for CUDA" if is_training and vendor in ("amd", "intel") else ""


def _is_payable(one: Row, chosen: Row, budget_usd: float | None) -> bool:
    if one.price is None:
        return budget_usd is None
    if budget_usd is not None and within_usd(one.price) > budget_usd:
        return False
    return chosen.price is None or one.price.usd.middle <= _MOST * chosen.price.usd.middle


def _dearer(best: Row, chosen: Row, prices: Prices) -> str:
    """What it costs more than the other one."""
    if best.price is None or chosen.price is None:
        return ""
    gap = round(best.price.usd.middle - chosen.price.usd.middle, -1)
    cost = f"for about {currency_of(prices.money).text(abs(gap))} {'more' if gap > 0 else 'less'}"
    return f", {cost}{as_sold(best, chosen)}" if gap else ""
