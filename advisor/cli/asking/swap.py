"""What it costs to sell what is there and buy something in its place."""

from collections.abc import Iterator

from advisor.answer.money.prices import Prices
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
        unknown = ", ".join(name for name, price in ((bought.name, new), (sold.name, old)) if price is None)
        yield f"Money: no price is known for {unknown}."
        return
    brings = old.usd.middle * _SELLERS_SHARE
    cost, left = price_words(new, currency), new.usd.middle - brings
    told = f"Money: {bought.name} costs {cost}; {sold.name} brings about {currency.text(round(brings, -1))} used"
    rest = f"about {currency.text(round(abs(left), -1))} {'to pay' if left > 0 else 'is left over'}"
    yield f"{told} (its used price less 13% for the marketplace): {rest}."


def _used(one: Way, prices: Prices) -> Price | None:
    """What is asked for it used, else its price."""
    found = prices.offers(one.priced) if one.priced else ()
    return next((price for price in found if price.condition == "used"), None)


def _price(one: Way, price: Price | None) -> Price | None:
    return None if price is None else price.changed(usd=price.usd.times(one.number))
