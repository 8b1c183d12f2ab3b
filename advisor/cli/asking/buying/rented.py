"""Whether a card that is named is better rented: than bought, or than the one that is there kept."""

from advisor.answer.money.prices import Prices
from advisor.answer.worth.question import USUAL_HOURS_PER_DAY
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answer_if_any
from advisor.cli.asking.beside.now_and_then import rent_or_buy_another
from advisor.cli.asking.beside.rental import asks_to_buy, hourly_rent, is_rare, rent_or_buy
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Line, Step, Told
from advisor.cli.asking.swap import used_price
from advisor.cli.asking.told_rig import ToldRig
from advisor.cli.asking.told_work import MOST, ToldWork
from advisor.cli.asking.versus.with_own import SELLERS_SHARE
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.cli.frame.rig_options import USUAL_RAM_GB
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.present.words.money import currency_of

_RAM = ("--ram", f"{USUAL_RAM_GB}")
_WORTH_MONTHS = 36
"""So long the money of a sale has to pay the rent (a judgment, as for other purchases)."""


def rented_steps(told: Said, rig: ToldRig, work: ToldWork, prices: Prices) -> list[Step]:
    """Renting against buying, or against what is there, with what each does; empty where that is not asked."""
    if not told.trade.is_rented:
        return []
    if told.trade.is_sold:
        return _sold_and_rented(told, rig, work, prices)
    hardware = told.hardware
    cards = [*{gpu.card_id: gpu for one in (*hardware.offered, *hardware.owned) for gpu in one.gpus}.values()]
    if not asks_to_buy(told.wording.text) or rig.has_own:
        return []
    named, home, text = told.models[:1], work.works()[0], told.wording.text
    if len(cards) == 2 and (said := rent_or_buy_another(cards, text, named, home, prices)):
        rigs = [("--gpu", one.value) for one in cards]  # each with the RAM that is usual beside it
        return [Told(said), *(work.line(each, one) for each in named for one in rigs)]
    if len(cards) != 1:
        return []
    if not (said := rent_or_buy(cards[0], told.volume.hours_per_day, prices, rarely=is_rare(text))):
        return []
    on = ("--gpu", cards[0].value, *_RAM)
    if told.models:
        return [Told(said), *(work.line(one, on) for one in told.models[:MOST])]
    return [Told(said), Line(("rank", "--workload", home or DEFAULT_WORKLOAD, "--limit", "5", *on))]


def _sold_and_rented(told: Said, rig: ToldRig, work: ToldWork, prices: Prices) -> list[Step]:
    """Selling what is there to rent another card, or the same; empty where no price of either is known."""
    owned, offered = told.hardware.owned, told.hardware.offered
    if len(owned) != 1 or len(owned[0].gpus) != 1 or len(offered) > 1 or any(len(one.gpus) != 1 for one in offered):
        return []
    own = owned[0].gpus[0]
    rented = offered[0].gpus[0] if offered else own
    hourly, used = hourly_rent(rented, prices), used_price(own.card_id, prices)
    if not hourly or used is None:
        return []
    brings = used.usd.middle * own.number * SELLERS_SHARE
    rigs = [rig.ways(owned[0])[0].options, ("--gpu", rented.value, *_RAM)][: 1 if rented is own else 2]
    of_work = ("--workload", home) if (home := work.works()[0]) else ()
    does = [_does_well(told.models[0].name, of_work, one, prices.catalog) for one in rigs] if told.models else []
    words = _words(told, own, rented, (brings, hourly), needs_rent=does == [False, True], prices=prices)
    if told.models:
        return [Told(words), *(work.line(each, one) for each in told.models[:1] for one in rigs)]
    best = ("ask", "", "--workload", home or DEFAULT_WORKLOAD)
    return [Told(words), *(Line((*best, *one), wants_best=True) for one in rigs)]


def _words(
    told: Said, own: NamedPart, rented: NamedPart, money: tuple[float, float], *, needs_rent: bool, prices: Prices
) -> str:
    """Keep or sell, how many hours of rent a sale pays, and how long these last."""
    (brings, hourly), currency, hours_per_day = money, currency_of(prices.money), told.volume.hours_per_day
    per_day, hours = hours_per_day or USUAL_HOURS_PER_DAY, brings / hourly
    months, rarely = hours / (per_day * DAYS_PER_MONTH), is_rare(told.wording.text) and hours_per_day is None
    pays = (
        f"Sold, {own.value} brings about {currency.text(round(brings, -1))} (used price less 13%): about "
        f"{float(f'{hours:.2g}'):,.0f} hours of a rented {rented.value} at {currency.text(hourly)} an hour."
    )
    a_day = f"{per_day:.2g} hour{'' if per_day == 1 else 's'} a day"
    lasts = f"At {a_day}{'' if hours_per_day else ' (assumed)'} that lasts {months:.0f} months."
    lasts = "" if rarely else f"{lasts} Then the card is gone." if months < _WORTH_MONTHS else lasts
    gib = [(prices.catalog.gpus[one.card_id].memory_gib or 0) * one.number for one in (own, rented)]
    if rarely or months >= _WORTH_MONTHS:
        first = f"By money alone sell the {own.value}: used so little, it pays the rent for years."
    elif needs_rent:
        first = f"Rent for {told.models[0].name}, which {own.value} does not do well; keep that for the rest."
    elif gib[1] > gib[0]:
        first = f"Keep the {own.value}, and rent only for what {gib[0]:g} GB do not hold."
    else:
        first = f"Keep the {own.value}: rent would cost more."
    more = f"{rented.value} holds more: {gib[1]:g} GB of VRAM in place of {gib[0]:g} GB." if gib[1] > gib[0] else ""
    private = "With rent your data leaves the house, and each start takes minutes: keep it for privacy and comfort."
    return "\n".join(filter(None, (first, pays, lasts, more, private)))


def _does_well(model: str, work: tuple[str, ...], rig: tuple[str, ...], catalog: Catalog) -> bool:
    found = answer_if_any((model, *work, *rig), catalog)
    return found is not None and found.is_useful
