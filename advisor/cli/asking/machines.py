"""Complete computers of the catalog that can be bought for a kind of work, within what may be spent."""

from advisor.answer.money.prices import Prices
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.best_of_all import best_of_all
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.side_by_side import LIGHTS, Compared, Row, answered_row, compared
from advisor.cli.asking.steps import Machines
from advisor.cli.asking.wish import AUTO
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.answers.worth import Price
from advisor.present.words.money import currency_of

_FORMS = ("mini", "desktop", "workstation")
_SHOWN = 6


def machines_for(asked: Machines, prices: Prices) -> Compared:
    """Those that do it, the cheapest first; where none does, the fastest of them.

    Raises:
        UsageError: none has a price within the budget.
    """
    catalog = prices.catalog
    offers = _offers(asked, prices)
    if not offers:
        raise UsageError("no complete computer of the list has a price within this budget; parts: rig-advisor worth")
    note = ""
    if asked.model is not None:
        model, quant = asked.model.name, (asked.model.quants or (AUTO,))[0]
    else:
        rig = rig_of(_way(max(offers, key=lambda one: one[0].usd.middle)[1], catalog).options, catalog)
        model, _ = best_of_all([rig], asked.workload or DEFAULT_WORKLOAD, asked.settings, catalog)
        quant, note = AUTO, f"Compared with {model}, the best that the dearest of them runs well."
    rows = [answered_row(_way(one, catalog), model, asked, quant, prices) for _, one in offers]
    useful = [one for one in rows if one.is_useful]
    shown = useful or sorted(rows, key=lambda one: (LIGHTS.index(one.answer.usability), -one.rate))
    shown = sorted(_best(shown), key=lambda one: one.price.usd.middle if one.price else 0.0)
    ending = _conclusion(useful, prices)
    return compared(shown, asked.budget_usd, prices, notes=(note,) if note else (), conclusion=ending)


def _best(rows: list[Row]) -> list[Row]:
    """The cheapest of them, and of those that are faster than all cheaper ones the fastest."""
    kept, fastest = list[Row](), 0.0
    for one in sorted(rows, key=lambda one: one.price.usd.middle if one.price else 0.0):
        if one.rate > fastest * 1.02 or len(kept) < _SHOWN // 2:
            kept.append(one)
            fastest = max(fastest, one.rate)
    return kept[:3] + kept[3:][-(_SHOWN - 3) :]


def _conclusion(useful: list[Row], prices: Prices) -> str:
    if not useful:
        return "No complete computer of the list within the budget does this well."
    currency = currency_of(prices.money)
    cheap = min(useful, key=lambda one: one.price.usd.middle if one.price else 0.0)
    fast = max(useful, key=lambda one: one.rate)
    cost = f" (about {currency.text(cheap.price.usd.middle)})" if cheap.price else ""
    faster = f" The fastest: {fast.name}." if fast.rate > cheap.rate * 1.05 else ""
    quant = cheap.answer.settings.quant or ""
    worse = f" As {quant} it answers noticeably worse than in its usual file." if loss_steps(quant) else ""
    return f"{cheap.name}{cost} is the cheapest that does this well.{faster}{worse}"


def _offers(asked: Machines, prices: Prices) -> list[tuple[Price, str]]:
    """Prices and ids of computers within the budget, of those that are alike inside the cheapest."""
    catalog = prices.catalog
    found = dict[tuple[object, ...], tuple[Price, str]]()
    for computer_id, card in catalog.computers.items():
        price = prices.bought(computer_id) if card.memory_gib and card.form in (asked.forms or _FORMS) else None
        if price is None or (asked.budget_usd is not None and price.usd.low > asked.budget_usd):
            continue
        alike = card.gpu, card.memory_gib
        if alike not in found or price.usd.middle < found[alike][0].usd.middle:
            found[alike] = price, computer_id
    return list(found.values())


def _way(computer_id: str, catalog: Catalog) -> Way:
    name = catalog.computers[computer_id].name
    return Way(("--machine", name), name, computer_id)
