"""The power supply that what is advised takes, where nobody told which one is there."""

from dataclasses import replace

from advisor.answer.money.prices import Prices
from advisor.answer.worth.worth_answer import WorthAnswer


def with_supply(answer: WorthAnswer, prices: Prices) -> WorthAnswer:
    """The answer with the price of the power supply that is needed, where nobody told of the one that is there."""
    best = answer.best
    watts = best.needs.supply_w if best is not None and best.needs is not None else None
    supply = prices.supply(watts) if best is not None and watts and "supply_unknown" in best.doubts else None
    return answer if supply is None else replace(answer, supply_usd=supply.usd.middle)
