"""A purchase that a plain question asks about: the answer of `worth`, and what is said before it."""

import argparse
import re
from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import RENT, SECOND, Prices
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered
from advisor.cli.asking.buying.added import is_added, of_added
from advisor.cli.asking.buying.beyond_budget import beyond_budget
from advisor.cli.asking.buying.more_ram import of_ram
from advisor.cli.asking.buying.new_prices import asked_new, unknown_new
from advisor.cli.asking.sentence.least_vram import asks_for_card
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.sentence.told_prices import told_prices
from advisor.cli.frame.command import UsageError
from advisor.cli.worth import add_options, worth_answered
from advisor.facts.answers.worth import CARDS, Price
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIB
from advisor.present.upgrade.option_names import best_name, made_possible, option_name, rate_words
from advisor.present.upgrade.text import elsewhere_words
from advisor.present.words.light import light_word
from advisor.present.words.money import Currency, currency_of, price_words, span_words
from advisor.present.words.quantity import capacity
from advisor.present.words.support_words import ended_support
from advisor.present.words.words import capital, joined

_TOO_MUCH, _TOO_GOOD = 1.1, 0.6
"""So many times the usual price is too much, or so little that something may be wrong with it (judgments)."""
_IS_IT_GOOD = re.compile(
    r"\b(?:good idea|worth|good|makes? sense|deal|bargain|ok(?:ay)?|enough|should i|recommend\w*|still|any good)\b",
    re.IGNORECASE,
)
_ENOUGH_ASKED = re.compile(
    r"\b(?:is|are|will|would|does)\b[^?.]*\b(?:good|fast|strong|powerful|quick|big)? ?enough\b|\bsuffic(?:e|ient)\b",
    re.IGNORECASE,
)
_NO_RATE = Range.exactly(0.0)
_BEFORE_NAME = re.compile(r"^(?:Add |Replace with |Rent |Rented (?:\d+x )?)")
_WHAT_TO_BUY = re.compile(
    r"\b(?:what|which|whats)\b[^.?!]*\b(?:buy|get|upgrade|spend|add|purchase|go for|pick)\b", re.IGNORECASE
)
_CHEAPEST = re.compile(r"\b(?:cheap\w*|budget|least expensive|lowest price)\b", re.IGNORECASE)


def bought(words: Sequence[str]) -> tuple[WorthAnswer, str]:
    """The answer to the options of `worth`, and what was assumed.

    Raises:
        SentenceError, ReasonError: there is none; the text says why.
    """
    parser = _Parser(prog="rig-advisor worth", add_help=False)
    add_options(parser)
    return worth_answered(parser.parse_args(words))


def model_to_buy_for(answer: WorthAnswer, cards: Sequence[str]) -> str:
    """What a purchase is judged with where the usual model needs none: the best that it makes possible, or none.

    Who pays for answers, or asks about one of the `cards` for no computer of his own, wants better answers than the
    small model writes that is fast enough on the usual PC. What is held against an API is judged with a model of both.
    """
    is_paid = answer.question.bill_usd_per_day is not None
    catalog, sold_id = answer.question.catalog, answer.counted.sold_id
    asked = [way for way in answer.others if answer.question.asks_about(way.id) and sold_id in way.newly_usable]
    if sold_id is not None and asked and not is_paid:  # held against an API, with the model that is sold
        return catalog.models[sold_id].name
    if answer.decision.reason != "enough" or not (is_paid or cards):
        return ""
    ways = [answer.buys_most] if is_paid else [way for way in answer.others if way.id in cards]
    for way in (one.with_new for one in ways if one is not None):
        new = [one for one in way.newly_usable if one not in way.in_better_file and one in catalog.models]
        if new:
            return catalog.models[new[0]].name
    return ""


def better_file(answer: WorthAnswer, cards: Sequence[str]) -> str:
    """The file that the one card takes that was asked about, where what is advised instead takes a poor one; or none.

    What such a card is bought for is the better file.
    """
    way = next((one for one in answer.others if [one.id.removeprefix(SECOND)] == [*cards]), None)
    if way is None or answer.best is None or way.reached.quant is None or not way.reached.light.is_useful:
        return ""
    poor, good = answer.best.reached.quant, way.reached.quant
    return good if poor is not None and loss_steps(poor) and not loss_steps(good) else ""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(message)


def said_first(told: Said, answer: WorthAnswer, prices: Prices, *, is_usual_pc: bool) -> Iterator[str]:
    """What answers the question itself where the verdict is about something else.

    That is the card that was asked about, or which one to take though none is needed.
    """
    cards = [gpu for one in told.hardware.offered for gpu in one.gpus]
    if answer.decision.reason == "enough" and not cards and _ENOUGH_ASKED.search(told.wording.text) is not None:
        yield "Yes, it is good enough: nothing to buy."
    is_outside = told.is_outside and not told.is_private
    if is_outside and told.asks.cost and not told.hardware.computers and told.volume.tokens_per_day is None:
        yield f"{capital(elsewhere_words(answer, currency_of(answer.question.money)))}."
    elif is_outside:
        for one in told_prices(told.wording.text, cards, told.wording.amounts):
            usual, way = prices.bought(one.card.card_id), answer.option(one.card.card_id)
            asked = way.price.usd.middle if way is not None and way.price is not None else None
            if usual is not None and asked is not None and _differs(asked, usual):
                yield f"{one.card.name} usually sells for {price_words(usual, currency_of(answer.question.money))}."
    elif len(cards) == 1 and cards[0].number == 1:
        spent = next((one.spent for one in told_prices(told.wording.text, cards, told.wording.amounts)), None)
        is_asked = spent is not None or told.is_outside or _IS_IT_GOOD.search(told.wording.text) is not None
        is_asked = is_asked or is_added(told)
        way = _way_of(cards[0].card_id, answer) if is_asked else None
        usual = prices.bought(cards[0].card_id)
        if way is not None and way.kind == "second_card" and answer.decision.reason == "enough":
            yield from of_added(way, answer)
        elif way is not None:
            yield from _about(way, spent is not None, answer, usual, is_usual_pc=is_usual_pc)
        elif spent is not None and usual is not None:
            yield from _of_price(answer.best, usual, currency_of(answer.question.money))
    elif not cards and is_usual_pc and asks_for_card(told.wording.text) and answer.decision.reason == "enough":
        yield _anyway(told, answer)
    elif not cards and is_usual_pc and answer.decision.reason == "over_budget":
        yield from beyond_budget(answer, prices)
    elif not cards and told.spent is not None and _WHAT_TO_BUY.search(told.wording.text) is not None:
        yield from _all_the_same(answer)


def _all_the_same(answer: WorthAnswer) -> Iterator[str]:
    """What the money is spent best on, where nothing is needed."""
    if answer.decision.reason == "enough" and (most := answer.buys_most) is not None:
        reached = rate_words(most.reached, answer.question)
        yield f"If you buy all the same: {_with_price(most, currency_of(answer.question.money))}, {reached}."


def with_it(
    answer: WorthAnswer, models: Sequence[str], rig: Sequence[tuple[str, str]], catalog: Catalog
) -> Iterator[str]:
    """What lighter models do with what is advised, or on the computer as it is where nothing is."""
    options = _with_best(answer, rig, catalog)
    if options is None:
        return
    for model in models:
        found, verdict, _ = answered((model, "--workload", answer.question.workload_id, *options), catalog)
        wait = verdict.figures[1]
        beside = f" with {best_name(answer.best)}" if answer.best is not None and _card_name(answer) else ""
        time = f", {wait.name.lower()} {wait.amount}" if found.usability != "wont_run" else ""
        yield f"{found.model}{beside}: {verdict.light_word.lower()}{time}."


def of_offers(text: str, words: Sequence[str], told: Said, prices: Prices) -> Iterator[str]:
    """Where the card stands that somebody asked about, and what a new one costs where that is meant."""
    rows = [row.split("  ")[0] for row in text.splitlines() if "  " in row]
    for ram in told.hardware.offered_rams:
        size = " ".join(filter(None, (f"{ram.told.gib:g} GB" if ram.told.gib else "", "of RAM")))
        is_listed = any(row.startswith(f"{ram.told.gib:g} GB") for row in rows) if ram.told.gib else bool(rows)
        where = f"Asked about {size}: see the rows with RAM."
        yield where if is_listed else of_ram(ram, words, told, prices.catalog, size)
    plain = {one: _BEFORE_NAME.sub("", one) for one in rows}
    for gpu in (gpu for one in told.hardware.offered for gpu in one.gpus):
        pair = f"Pair of {gpu.name}"
        name = pair if gpu.number == 2 and pair in rows else gpu.name
        row = next((one for one in rows if plain[one].startswith(name)), "")
        where = f"see the row {row}" if row else "it is not among the options"
        yield f"Asked about {name}: {where}."
    yield from unknown_new(asked_new(told), prices)


def _card_name(answer: WorthAnswer) -> str:
    return option_name(answer.best) if answer.best is not None and answer.best.kind in CARDS else ""


def _with_best(answer: WorthAnswer, rig: Sequence[tuple[str, str]], catalog: Catalog) -> list[str] | None:
    """The options for the computer with what is advised; None for what options do not name."""
    best = answer.best
    gpus = [value for name, value in rig if name == "--gpu" and value != "none"]
    others = [word for name, value in rig if name != "--gpu" for word in (name, value)]
    if best is not None and (best.kind not in CARDS or not best.edits):
        return None
    for edit in best.edits if best is not None else ():
        if edit.memory_bytes is not None:
            others = [*_without(others, "--ram"), "--ram", f"{edit.memory_bytes / GIB:g}"]
        if edit.card is None:
            continue
        gpus = [*(gpus if edit.kind == "second_card" else gpus[1:]), catalog.gpus[edit.card].name]
    return [*(word for one in gpus or ["none"] for word in ("--gpu", one)), *others]


def _without(words: Sequence[str], option: str) -> list[str]:
    """Words of options without one and its value."""
    found = zip(words[::2], words[1::2], strict=True)
    return [word for name, value in found if name != option for word in (name, value)]


def _of_price(best: Compared | None, usual: Price, currency: Currency) -> Iterator[str]:
    """What to say of the price of the card that is advised."""
    if best is None or best.price is None:
        return
    asked = best.price.usd.middle
    if not _differs(asked, usual):
        yield f"A usual price: it sells for {price_words(usual, currency)}."
    elif asked > usual.usd.high:
        yield f"No, not for {currency.text(asked)}: it usually sells for {price_words(usual, currency)}. For that, yes."
    else:
        yield f"A good price: it usually sells for {price_words(usual, currency)}."


def is_overpriced(told: Said, answer: WorthAnswer, prices: Prices) -> bool:
    """Whether the one card that is advised was told to cost clearly more than it sells for."""
    cards = [gpu for one in told.hardware.offered for gpu in one.gpus]
    is_told = any(told_prices(told.wording.text, cards, told.wording.amounts))
    usual, best = prices.bought(cards[0].card_id) if len(cards) == 1 else None, answer.best
    if not is_told or usual is None or best is None or best.price is None or answer.decision.verdict != "yes":
        return False
    return best.id.removeprefix(SECOND) == cards[0].card_id and best.price.usd.middle > _TOO_MUCH * usual.usd.high


def _way_of(card_id: str, answer: WorthAnswer) -> Compared | None:
    """The best way with a card; None where it is not among them, or the verdict is about it."""
    ways = [one for one in answer.others if one.id.removeprefix(SECOND) == card_id and not one.id.startswith(RENT)]
    if any(one.id == answer.decision.best_id for one in ways):
        return None
    return min(ways, key=lambda one: (one.reached.light.place, -(one.reached.rate or _NO_RATE).middle), default=None)


def _about(
    way: Compared, is_told: bool, answer: WorthAnswer, usual: Price | None, *, is_usual_pc: bool
) -> Iterator[str]:
    """What to say of one card at its price: yes or no first, then why, then what is better."""
    currency, question, best = currency_of(answer.question.money), answer.question, answer.best
    name, light = str(way.name), way.reached.light
    cost = span_words(way.price, currency) if way.price is not None else ""
    at = f" for {cost}" if is_told else ""
    asked = way.price.usd.middle if way.price is not None and is_told else None
    is_much = asked is not None and usual is not None and asked > _TOO_MUCH * usual.usd.high
    is_little = asked is not None and usual is not None and asked < _TOO_GOOD * usual.usd.low
    if not light.is_useful:
        yield f"No: not the {name}{at}."
    elif is_much:
        yield f"No: {cost} is too much for a {name}."
    elif answer.decision.reason == "enough":
        yield f"The {name}{at} {_brings_little(way) if is_usual_pc else 'is not needed for this'}."
    elif best is not None:
        yield _instead(way, best, question)
    reach = f"{light_word(light)} with it: {rate_words(way.reached, question)}." if way.runs else ""
    reach = reach or f"{question.model_text} does not fit with it."
    told_usual = (
        f"It usually sells for {price_words(usual, currency)}." if usual and asked and _differs(asked, usual) else ""
    )
    warned = "So far below it, something may be wrong with it." if is_little else ""
    is_said = light.is_useful and not is_much and best is not None
    fan = "It needs a fan before it and often a power adapter." if way.is_makeshift and not is_said else ""
    word = "Less trouble" if best is not None and light.is_useful and _is_faster_with_trouble(way, best) else "Better"
    better = f"{word}: {_with_price(best, currency)}, {rate_words(best.reached, question)}." if best is not None else ""
    yield joined(filter(None, (reach, told_usual, warned, fan, better)))


def _brings_little(way: Compared) -> str:
    """What a card brings where a usual PC is fast enough."""
    times = f"{way.gain.middle:.2g} times as fast as" if way.gain is not None else "faster than"
    return f"answers {times} a usual PC without a GPU, which already does this well"


def _instead(way: Compared, best: Compared, question: WorthQuestion) -> str:
    """That what is advised comes before a card that would do, and what is a nuisance about that card."""
    trouble = f" {way.name}: {joined(troubles, '; ')}." if (troubles := _troubles(way)) else ""
    if alone := made_possible(way, question) if not best.newly_usable else "":
        trouble = f"{trouble} It alone runs {alone}, with its {capacity(way.memory_bytes)} of VRAM."
    if _is_faster_with_trouble(way, best):
        return f"It would do, and faster; {best_name(best)} is less trouble.{trouble}"
    return f"It would do; {best_name(best)} is better value.{trouble}"


def _troubles(way: Compared) -> list[str]:
    """What people mind about a card, for which it is sold at a low price."""
    fan = ["needs a blower, often a power adapter, and has no video output"] if way.is_makeshift else []
    return [*fan, *(ended_support(way.card) if way.card is not None else ())]


def _is_faster_with_trouble(way: Compared, best: Compared) -> bool:
    mine, other = way.reached.rate, best.reached.rate
    return mine is not None and other is not None and mine.middle > other.middle and bool(_troubles(way))


def _differs(asked: float, usual: Price) -> bool:
    return not usual.usd.low / _TOO_MUCH <= asked <= usual.usd.high * _TOO_MUCH


def _with_price(one: Compared, currency: Currency) -> str:
    return f"{best_name(one)} for {span_words(one.price, currency)}" if one.price is not None else best_name(one)


def _anyway(told: Said, answer: WorthAnswer) -> str:
    """The card to take where a computer without one is fast enough for the model that is judged."""
    currency = currency_of(answer.question.money)
    ways = [one for one in answer.others if one.kind in CARDS and one.price is not None and not one.is_dear]
    easy = [one for one in ways if not one.is_makeshift] or ways
    if not easy:
        size = f" with {told.wording.least.vram_gib:g} GB" if told.wording.least.vram_gib else ""
        return f"No card{size} of the list has a price within this."
    if _CHEAPEST.search(told.wording.text) is not None:
        which, one = "The cheapest", min(easy, key=lambda one: one.cost_usd or 0.0)
    else:
        which, one = "The one to take", answer.buys_most if answer.buys_most in easy else easy[0]
    fan = "; it needs a fan before it" if one.is_makeshift else ""
    return f"{which}: {_with_price(one, currency)}, {rate_words(one.reached, answer.question)}{fan}."
