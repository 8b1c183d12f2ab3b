"""What is there beside what would be bought: whether it suffices, what the others bring, and what is left to pay."""

from collections.abc import Iterator, Sequence

from advisor.advice.known_models import KnownModels
from advisor.answer.money.prices import Prices
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import wished
from advisor.cli.asking.beside.longest import PLAIN_CACHE, Reach, reach
from advisor.cli.asking.steps import Own
from advisor.cli.asking.versus.conclusion import NOTICED
from advisor.cli.asking.versus.row import Row
from advisor.facts.values.reason import ReasonError
from advisor.present.words.money import Currency, currency_of
from advisor.present.words.quantity import count, times
from advisor.present.words.words import joined

SELLERS_SHARE = 0.87
"""What is left of a used price after the fee of the place where it is sold: eBay keeps about 13 % (ebay.com, selling
fees)."""
_FILES = ("Q8_0", "Q6_K", "Q5_K_M", DEFAULT_QUANT)
_ROOMY_TOKENS = 65_536
"""A better file is worth naming with room for so much of a long talk or of a project (a judgment)."""


def is_enough(rows: Sequence[Row], own: Own) -> bool:
    """Whether what is there does all of it well."""
    here = [one for one in rows if one.name == own.name]
    return bool(here) and all(one.is_useful for one in here)


def own_lines(rows: Sequence[Row], own: Own, prices: Prices) -> Iterator[str]:
    """The verdict on what is there, then each of the others: what it brings, and what is to pay for it."""
    here = [one for one in rows if one.name == own.name]
    others = [one for one in rows if one.name != own.name]
    if not here or not others:
        return
    speed, light = here[0].verdict.figures[0].amount, here[0].verdict.light_word.lower()
    names = joined(dict.fromkeys(one.answer.model for one in here), " and ")
    if is_enough(rows, own):
        yield f"Keep what you have: {own.name} does {names} well, {speed} ({light})."
        yield "What more money brings:"
    else:
        yield f"{own.name} does not do {names} well: {here[0].light}. What money brings:"
    for name in dict.fromkeys(one.name for one in others):
        some = [one for one in others if one.name == name]
        yield f"- {name}: {joined((*_brings(some, here, prices.catalog), _to_pay(some[0], own, prices)), '; ')}."
    used = used_usd(own, prices)
    if used is not None and any(one.name not in own.kept and one.price for one in others):
        brings = _rounded(used * SELLERS_SHARE, currency_of(prices.money))
        yield f"The old {own.name} brings about {brings}: its used price less 13% for the marketplace."
    if fits := [*_fits([here[0], *others], prices.catalog)]:
        yield f"What fits of {here[0].answer.model}: {joined(fits, '; ')}."


def _brings(some: Sequence[Row], here: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """How many times as fast it is, or that it does not do it."""
    if not all(one.is_useful for one in some):
        yield f"{some[0].light}"
        return
    pairs = ((one, other) for one in some for other in here if one.answer.model_id == other.answer.model_id)
    gains = [one.rate / other.rate for one, other in pairs if other.rate]
    if gains and max(gains) >= NOTICED:
        yield f"{joined((times(gain) for gain in gains), ' and ')} the speed"
    elif gains:
        yield "no faster"
    old, new = _vram_gib(here[0], catalog), _vram_gib(some[0], catalog)
    if old and new and old != new:
        yield f"{new:g} GB of VRAM in place of {old:g} GB"


def _vram_gib(row: Row, catalog: Catalog) -> float:
    """What the cards of a row hold together."""
    gpus = wished(row.words[1:], catalog)[1].profile.machine.gpus
    named = (one.card.value for one in gpus)
    cards = [catalog.gpus[one] for one in named if one is not None and one in catalog.gpus]
    return sum(one.memory_gib or 0.0 for one in cards if one.memory_kind == "dedicated")


def _to_pay(row: Row, own: Own, prices: Prices) -> str:
    """Its price, less what the old card brings where that is not kept."""
    currency = currency_of(prices.money)
    if row.price is None:
        return "its price is not known"
    price = row.price.usd.middle
    if row.name in own.kept:
        return f"about {_rounded(price, currency)} to pay, the old card stays"
    used = used_usd(own, prices)
    if used is None:
        return f"about {_rounded(price, currency)} to pay"
    left = price - used * SELLERS_SHARE
    return f"about {_rounded(abs(left), currency)} {'to pay' if left > 0 else 'left over'} with the old card sold"


def used_usd(own: Own, prices: Prices) -> float | None:
    """What is asked for it used; None where that is not known."""
    found = prices.offers(own.card_id) if own.card_id else ()
    return next((one.usd.middle * own.number for one in found if one.condition == "used"), None)


def _rounded(usd: float, currency: Currency) -> str:
    return currency.text(round(usd, -1))


def _fits(rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """The best file that VRAM holds with a long context, and how long that is; nothing for models of several kinds."""
    if len({one.answer.model_id for one in rows}) > 1 or rows[0].answer.model_id not in catalog.models:
        return
    for one in rows:
        best = _best_file(one, catalog)
        if best is not None:
            yield f"{one.name} {best.quant} with {count(best.tokens)} tokens"


def _best_file(row: Row, catalog: Catalog) -> Reach | None:
    most = KnownModels(catalog).longest_tokens(row.answer.model_id)
    native = catalog.models[row.answer.model_id].native_quant
    found: Reach | None = None
    for quant in (native,) if native else _FILES:
        try:
            wish, asked = wished(row.words[1:], catalog)
            one = reach(most or 0, quant, PLAIN_CACHE, wish, asked, catalog) if most else None
        except ReasonError:
            continue
        if one is None or one.answer.settings.placement != "gpu":
            continue
        if one.is_all or one.tokens >= _ROOMY_TOKENS:
            return one
        found = one
    return found
