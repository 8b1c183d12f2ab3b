"""What it costs to sell what is there and buy something in its place."""

from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.vram_sets import vram_sets
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.best_of_all import best_of_all
from advisor.cli.asking.sentence.apart.owners import WISHED_LARGER
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Held, Own, Swapped
from advisor.cli.asking.versus.row import LIGHTS
from advisor.cli.asking.versus.with_own import SELLERS_SHARE
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.worth import Price
from advisor.present.words.money import currency_of, price_words
from advisor.present.words.quantity import speed_number, times
from advisor.present.words.words import capital, joined

SOLD = "Sell it, for larger models:"
_SIZES = (96, 48, 32, 24, 20, 16, 12)
"""Of cards, the largest first."""
_LITTLE_USD = 400.0
"""So little to pay is no reason to keep what is clearly slower (a judgment)."""
_NOTICED = 1.3
"""From so many times as fast on somebody notices it (a judgment)."""
_FASTER = 1.05
"""What is nearer to one is told as no faster."""


def swap_notes(bought: Way, sold: Way, prices: Prices) -> Iterator[str]:
    """The price of the one, what the other brings used, and what is left to pay."""
    currency = currency_of(prices.money)
    new, old = _price(bought, prices.bought(bought.priced)), _price(sold, used_price(sold.priced, prices))
    if new is None or old is None:
        missing = [f"what {bought.name} costs"] if new is None else []
        missing += [f"what a used {sold.name} brings"] if old is None else []
        yield f"Money: it is not known {' and '.join(missing)}."
        return
    brings = old.usd.middle * SELLERS_SHARE
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


def swapped(bought: Way, sold: Way, prices: Prices) -> Swapped:
    """What the verdict on a swap rests on."""
    new, old = _price(bought, prices.bought(bought.priced)), _price(sold, used_price(sold.priced, prices))
    left = new.usd.middle - old.usd.middle * SELLERS_SHARE if new is not None and old is not None else None
    more, less = _vram_gib(bought, prices.catalog), _vram_gib(sold, prices.catalog)
    told = f"{more:g} GB of VRAM in place of {less:g} GB" if more and less and more > less else ""
    options = (*sold.options, "--consider", bought.name)
    return Swapped(sold.name, bought.name, left, told, bool(more and less and more < less), options)


def model_for_more(bought: Way, workload: str, catalog: Catalog) -> NamedModel | None:
    """The best model that what is bought runs well: who buys more memory buys it for that; None for other work."""
    if workload not in catalog.workloads:
        return None
    model, does = best_of_all([rig_of(bought.options, catalog)], workload, (), catalog)
    return NamedModel(model, 0) if does else None


def for_larger(held: Held, own: Own | None, told: Said, catalog: Catalog) -> Held:
    """With the best model of the card with the most memory, where larger models are the wish and none is named."""
    is_wished = own is not None and not held.models and WISHED_LARGER.search(told.wording.text) is not None
    if not is_wished:
        return held
    ways = [some[0] for some in held.computers if some]
    model = model_for_more(
        max(ways, key=lambda one: _vram_gib(one, catalog) or 0.0), held.workload or DEFAULT_WORKLOAD, catalog
    )
    return held if model is None else held._replace(models=(model,))


def largest_for(budget_usd: float | None, prices: Prices) -> tuple[str, ...]:
    """The card with the most memory that may be bought, as an option; empty where nothing is told of money."""
    sizes = _SIZES if budget_usd is not None else ()
    found = (one for gib in sizes for one in vram_sets(gib, prices, budget_usd=budget_usd, most=1) if not one.is_old)
    one = next(found, None)
    return ("--gpu", one.card.name) if one is not None else ()


def swapped_pairs(held: Held, answers: Sequence[AskAnswer]) -> Iterator[tuple[AskAnswer, AskAnswer]]:
    """Of each model what it does on the old one, and on the new; nothing where none is swapped."""
    if held.swapped is not None:
        yield from zip(answers[::2], answers[1::2], strict=False)


def swap_verdict(one: Swapped, pairs: Sequence[tuple[AskAnswer, AskAnswer]], prices: Prices) -> str:
    """Keep or sell, first of all; `pairs` are what each work does on the old and the new. Empty for nothing to hold."""
    useful = ("great", "fine")
    new_only = [new for old, new in pairs if new.usability in useful and old.usability not in useful]
    cost = f"about {currency_of(prices.money).text(round(abs(one.left_usd), -1))}" if one.left_usd is not None else ""
    if not pairs or one.is_less:
        return ""  # that it holds less is said first
    if larger := _larger(one, pairs, cost):
        return larger
    if new_only:
        names = joined(dict.fromkeys(new.model for new in new_only), " and ")
        return f"Sell it: {one.new} does {names} well, which {one.old} does not{f' ({cost} to pay)' if cost else ''}."
    if all(new.usability not in useful for _, new in pairs):
        return f"Keep the {one.old}: {one.new} does not do this well either."
    gains = [_gain(old, new) for old, new in pairs]
    if max(gains) < _NOTICED:
        faster = f"only {times(max(gains))} as fast" if max(gains) >= _FASTER else "no faster"
        return f"Keep the {one.old}: {one.new} is {faster} at this."
    speed = joined((times(gain) for gain in gains if gain), " and ")
    light = "great" if all(old.usability == "great" for old, _ in pairs) else "well"
    if one.left_usd is not None and one.left_usd <= _LITTLE_USD:
        return f"Sell it: {speed} the speed for {cost}."
    unless, more = (", unless you want larger models", f", and {one.more}") if one.more else ("", "")
    buys = f"{cost} more buy" if cost else f"{one.new} brings"
    return f"Keep the {one.old}{unless}: it does all of this {light}. {capital(buys)} {speed} the speed{more}."


def _larger(one: Swapped, pairs: Sequence[tuple[AskAnswer, AskAnswer]], cost: str) -> str:
    """Sell it for a larger model in a good file, which the old one runs in a poor one, if at all; empty for none."""
    if len(pairs) != 1 or not one.is_for_larger:
        return ""
    ((old, new),) = pairs
    is_good = new.is_useful and not loss_steps(new.settings.quant or "")
    is_better = LIGHTS.index(new.usability) < LIGHTS.index(old.usability)
    if not is_good or not is_better or new.rate_per_s is None:
        return ""
    brings = f"{one.new} runs {new.model}{_file(new)} at {speed_number(new.rate_per_s.middle)} tokens/s"
    had = "does not run it"
    if old.rate_per_s is not None and old.usability != "wont_run":
        had = f"does {speed_number(old.rate_per_s.middle)}{_file(old)}"
    return f"{SOLD} {brings}; {one.old} {had}{f' ({cost} to pay)' if cost else ''}."


def _file(one: AskAnswer) -> str:
    return f" as {one.settings.quant}" if one.settings.quant else ""


def _gain(old: AskAnswer, new: AskAnswer) -> float:
    """How many times as fast the new one is with the same model; 0 for another one."""
    is_same = old.model_id == new.model_id and old.rate_per_s is not None and new.rate_per_s is not None
    if not is_same or old.rate_per_s is None or new.rate_per_s is None or not old.rate_per_s.middle:
        return 0.0
    return new.rate_per_s.middle / old.rate_per_s.middle


def _vram_gib(one: Way, catalog: Catalog) -> float | None:
    card = catalog.gpus.get(one.priced)
    return card.memory_gib * one.number if card is not None and card.memory_gib else None


def used_price(card_id: str, prices: Prices) -> Price | None:
    """What is asked for it used; None where nobody knows."""
    found = prices.offers(card_id) if card_id else ()
    return next((price for price in found if price.condition == "used"), None)


def _price(one: Way, price: Price | None) -> Price | None:
    return None if price is None else price.changed(usd=price.usd.times(one.number))
