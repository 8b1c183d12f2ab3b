"""A file of prices that a person adds, for command and window."""

from pathlib import Path

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.imported.price_pack import read_price_pack
from advisor.facts.kept.settings import Money
from advisor.facts.values.frozen import frozen
from advisor.facts.values.local_time import local_today
from advisor.facts.values.reason import ReasonError
from advisor.present.words.reasons.in_words import in_words


@frozen
class AddedPrices:
    """The amounts with the prices of the file; None where it cannot be used. `sentences` say why, or what was left."""

    money: Money | None
    sentences: tuple[str, ...] = ()


def added_prices(path: Path, money: Money, catalog: Catalog) -> AddedPrices:
    """The amounts with the prices of that file in place of those of an earlier one."""
    rates = {money.currency: money.usd_rate} if money.usd_rate is not None else {}
    today = local_today()
    try:
        read = read_price_pack(path, catalog, today=today, rates=rates)
    except ReasonError as error:
        return AddedPrices(None, (in_words(error.reason),))
    return AddedPrices(money.changed(pack=read.pack), tuple(map(in_words, read.unknown)))
