"""The cheapest complete computers that run a model, those that are built around used cards among them."""

import re
from collections.abc import Iterator, Sequence

from advisor.advice.assembled import assembled
from advisor.answer.money.prices import Prices
from advisor.answer.what_if.built_pcs import BuiltPc, built_with
from advisor.answer.which_model.published_forms import loss_steps
from advisor.cli.asking.answered import pairs, parted, rig_of
from advisor.cli.asking.machines import Offer, built_way, offers_of, parts_of
from advisor.cli.asking.need.needs import memory_words
from advisor.cli.asking.side_by_side import Compared, answered_row, compared
from advisor.cli.asking.steps import Held, Machines, Needs
from advisor.cli.asking.versus.row import Row, file_of, is_useful_filled
from advisor.cli.asking.versus.to_mind import of_each
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.units import GIB
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import speed_number

_CARD = re.compile(r"\b(?:e?gpus?|(?:graphics |video )?cards?)\b", re.IGNORECASE)
_READING = re.compile(r"\breading[- ]speed\b|\bas (?:fast|quick\w*) as (?:i|we|you|one|people) (?:can )?read\b", re.I)
_USUAL = "Q4_K_M"
"""The file in which most people run a model: all are held against each other in it."""
_NUMBERS = (1, 2, 3, 4)
_FEWEST = 0.9
"""Cards with less of what a model needs hold too little of it."""
_MOST_USD = 3_000.0
"""Where none costs less, other ways are told (a judgment)."""
_SHOWN, _MOST_ASKED = 4, 60
_ABOUT = 0.98
"""What is shown as the same speed is as fast."""
_FASTER = 2.0
"""So many times as fast as the cheapest one more is told."""


def cheapest_whole(asked: Needs, text: str, prices: Prices) -> Compared | None:
    """The cheapest first, all with the rest of a computer; None where only a card is asked for, or none is cheap."""
    model_id = prices.catalog.models.find(asked.model.name)
    if not asked.is_cheapest or asked.card or model_id is None or _CARD.search(text) is not None:
        return None
    model = prices.catalog.models[model_id]
    native = model.native_quant if model.native_quant and "4" in model.native_quant else _USUAL
    held, quant = Held((asked.model,), asked.workload, (), asked.settings), (asked.model.quants or (native,))[0]
    wanted = max(asked.wanted_per_s, READING_TOKENS_PER_S if _READING.search(text) is not None else 0.0)
    good, offers = list[Row](), sorted(_offers(asked, prices), key=lambda one: one.price.usd.middle)
    for offer in offers[:_MOST_ASKED]:
        row = answered_row(offer.way, asked.model.name, held, quant, prices)._replace(price=offer.price)
        is_good = row.is_useful and is_useful_filled(row) and row.rate >= _ABOUT * wanted
        if is_good and (asked.model.quants or not loss_steps(file_of(row))):
            is_next = len(good) < _SHOWN or row.rate >= _FASTER * good[0].rate
            good += [row] if is_next else []
        if len(good) > _SHOWN:
            break
    if not good or _usd(good[0]) > _MOST_USD:
        return None
    built = [one.built for one in offers if one.built is not None and one.way.name in {row.name for row in good}]
    notes = (*parts_of(built, prices), *of_each(good))
    told = " ".join((*memory_words(asked, prices), *_conclusion(good, prices)))
    return compared(good, None, prices, notes=notes, said=told)._replace(is_whole=True)


def _offers(asked: Needs, prices: Prices) -> Iterator[Offer]:
    """Complete computers, and PCs and servers with so many of each card as hold the model."""
    catalog = prices.catalog
    yield from (one for one in offers_of(Machines(asked.model, asked.workload, None), prices) if one.built is None)
    card = catalog.models[catalog.models.find(asked.model.name) or ""]
    need = card.params / 2 if card.params == card.active_params else 0.0  # experts of a mixture may be in RAM
    for card_id, gpu in catalog.gpus.items():
        if gpu.memory_kind != "dedicated" or prices.bought(card_id) is None:
            continue
        for number in _NUMBERS:
            vram = number * (gpu.memory_gib or 0.0) * GIB
            built = built_with(prices, card_id, number) if vram >= _FEWEST * need else None
            if built is None:
                continue
            yield _offer(built, number, prices)
            if vram >= 2 * max(need, GIB):
                break


def _offer(built: BuiltPc, number: int, prices: Prices) -> Offer:
    name = built.name if number == 1 or built.name[:1].isdigit() else f"{number}x {built.name}"
    named = built._replace(name=name)
    return Offer(named.price, built_way(named, prices.catalog), named)


def _conclusion(good: Sequence[Row], prices: Prices) -> Iterator[str]:
    """Which is the cheapest, the cheapest of what is still supported and has a fan, and a far faster one."""
    first = good[0]
    yield f"The cheapest that does this well: {_told(first, prices)}."
    sound = next((one for one in good if _is_sound(one, prices)), None)
    if sound is not None and sound is not first:
        yield f"The cheapest without old cards or a blower: {_told(sound, prices)}."
    fast = next((one for one in good if one.rate >= _FASTER * first.rate), None)
    if fast is not None and fast is not sound:
        yield f"The cheapest at twice the speed: {_told(fast, prices)}."
    yield "All prices are of whole computers."


def _is_sound(one: Row, prices: Prices) -> bool:
    """Whether its cards have fans and are supported."""
    words, _ = parted(one.words[2:])
    _, rig = assembled(rig_of(words, prices.catalog).profile, prices.catalog)
    names = [value.rpartition("x ")[2] for name, value in pairs(words) if name == "--gpu"]
    cards = [prices.catalog.gpus.get(prices.catalog.gpus.find(name) or "") for name in names]
    is_old = any(card.has_ended_support for card in rig.processors)
    return not is_old and all(card is None or card.has_fan for card in cards)


def _told(one: Row, prices: Prices) -> str:
    cost = span_words(one.price, currency_of(prices.money)) if one.price is not None else ""
    return f"{one.name} for {cost}, {speed_number(one.rate)} tokens/s"


def _usd(one: Row) -> float:
    return one.price.usd.middle if one.price is not None else 0.0
