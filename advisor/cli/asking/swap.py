"""What it costs to sell what is there and buy something in its place."""

from collections.abc import Iterator

from advisor.answer.money.prices import Prices
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.chips import Way
from advisor.facts.answers.worth import Price
from advisor.present.words.money import currency_of, price_words

_SELLERS_SHARE = 0.87
"""What is left of a used price after the fee of the place where it is sold: eBay keeps about 13 % (ebay.com, selling
fees)."""


def swap_notes(bought: Way, sold: Way, prices: Prices) -> Iterator[str]:
    """The price of the one, what the other brings used, and what is left to pay."""
    currency = currency_of(prices.money)
    new, old = _price(bought, prices.bought(bought.priced)), _price(sold, _used(sold, prices))
    if new is None or old is None:
        missing = [f"what {bought.name} costs"] if new is None else []
        missing += [f"what a used {sold.name} brings"] if old is None else []
        yield f"Money: it is not known {' and '.join(missing)}."
        return
    brings = old.usd.middle * _SELLERS_SHARE
    cost, left = price_words(new, currency), new.usd.middle - brings
    told = f"Money: {bought.name} costs {cost}; {sold.name} brings about {currency.text(round(brings, -1))} used"
    rest = f"about {currency.text(round(abs(left), -1))} {'to pay' if left > 0 else 'is left over'}"
    yield f"{told} (its used price less 13% for the marketplace): {rest}."


def swap_first(bought: Way, sold: Way, catalog: Catalog) -> str:
    """What decides between two cards before their speed does: which holds more; empty where neither does."""
    new, old = (_vram_gib(one, catalog) for one in (bought, sold))
    if new is None or old is None or new == old:
        return ""
    told = f"{new:g} GB of VRAM in place of {old:g} GB"
    if new < old:
        return f"Rather not: {bought.name} holds less, {told}, so large models leave it for RAM, or take a poorer file."
    return f"{bought.name} holds more: {told}."


def _vram_gib(one: Way, catalog: Catalog) -> float | None:
    card = catalog.gpus.get(one.priced)
    return card.memory_gib * one.number if card is not None and card.memory_gib else None


def _used(one: Way, prices: Prices) -> Price | None:
    """What is asked for it used, else its price."""
    found = prices.offers(one.priced) if one.priced else ()
    return next((price for price in found if price.condition == "used"), None)


def _price(one: Way, price: Price | None) -> Price | None:
    return None if price is None else price.changed(usd=price.usd.times(one.number))
