"""The ways that are compared for their money, one row each, as finished texts."""

from dataclasses import dataclass

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.worth import WorthAnswer
from advisor.facts.answers.worth import PURCHASES, CandidateKind, Price
from advisor.present.upgrade.money_form import api_text
from advisor.present.upgrade.option_names import option_name, range_words, rate_heading, rate_words, short_rate
from advisor.present.upgrade.worth import back_words, doubts
from advisor.present.words.answer_text import STATE_WORDS
from advisor.present.words.money import CONDITIONS, Currency, short_month
from advisor.present.words.origin import source_words
from advisor.present.words.quantity import speed_number
from advisor.present.words.series import Cell
from advisor.present.words.view import State
from advisor.present.words.words import capital, say, say_count, to_say

NAME, KIND, FIT, SPEED, GAIN, PRICE, PAYS_BACK, WORTH_BELOW, NEWLY_USABLE = range(9)
"""Places of the columns."""

KINDS: dict[CandidateKind, str] = {
    "nothing": to_say("as it is"),
    "setting": to_say("setting"),
    "sticks": to_say("memory sticks"),
    "memory": to_say("more memory"),
    "card": to_say("card"),
    "second_card": to_say("one more card"),
    "computer": to_say("computer"),
    "rent": to_say("rented"),
    "api": "API",
}
ASK_PRICE = to_say("type a price")
OLD = to_say("OLD")
_YOURS = to_say("yours")
SHOWN_MODELS = 12


@dataclass(frozen=True)
class WorthRow:
    """One way: a cell for each column, and all there is to say of it as `detail`.

    `price_text` is what stands in the field when its price is typed anew, None where it has none to type.
    """

    way_id: str
    state: State | None
    cells: tuple[Cell, ...]
    detail: tuple[str, ...]
    price_text: str | None
    is_best: bool = False
    is_price_typed: bool = False
    is_elsewhere: bool = False

    @property
    def name(self) -> str:
        """What the way is called."""
        return self.cells[NAME].text

    @property
    def asks_price(self) -> bool:
        """Whether its price is unknown and may be typed."""
        return self.price_text == ""


def worth_columns(answer: WorthAnswer) -> tuple[str, ...]:
    """The titles of the columns; that of the speed names its unit."""
    speed = rate_heading(answer.question)
    return (
        say("What"),
        say("Kind"),
        say("Fit"),
        speed,
        say("Times as fast"),
        say("Price"),
        say("Pays back after"),
        say("Worth below"),
        say("Newly usable"),
    )


def worth_rows(answer: WorthAnswer, currency: Currency) -> tuple[WorthRow, ...]:
    """First this rig as it is, then every other way, the best first."""
    others = (one for one in answer.others if one.kind != "nothing")
    return tuple(_row(one, answer, currency) for one in (answer.now, *others))


def _row(one: Compared, answer: WorthAnswer, currency: Currency) -> WorthRow:
    done, name, fit = one.reached, option_name(one), one.reached.fit
    gain = None if one.kind == "nothing" or one.gain is None else one.gain.middle
    below, rate = one.worth_below_usd, done.rate
    models = tuple(answer.question.catalog.models[model_id].name for model_id in one.newly_usable)
    newly = "".join(models[:1])
    if len(models) > 1:
        newly = say_count("{name} and {count} more", "{name} and {count} more", len(models) - 1, name=newly)
    cells = (
        Cell(name, name.lower()),
        Cell(say(KINDS[one.kind]), say(KINDS[one.kind])),
        Cell("" if fit is None else say(STATE_WORDS[fit]).lower(), fit),
        Cell(short_rate(done, answer.question), rate.middle if rate else None),
        Cell("" if gain is None else speed_number(gain), gain),
        _price_cell(one, currency),
        Cell(back_words(one, short=True), one.break_even.days if one.kind in PURCHASES else None),
        Cell("" if below is None else currency.text(below), below),
        Cell(newly, float(len(models))),
    )
    return WorthRow(
        way_id=one.id,
        state=fit,
        cells=cells,
        detail=_detail(one, answer, currency, models),
        price_text=_price_text(one, currency),
        is_best=one.id == answer.decision.best_id,
        is_price_typed=_is_typed(one),
        is_elsewhere=one.kind in ("rent", "api"),
    )


def _price_cell(one: Compared, currency: Currency) -> Cell:
    """The price with its day, and a mark where that is long ago."""
    if one.kind == "nothing":
        return Cell("", 0.0)
    if one.api is not None:
        read, written = currency.text(one.api.prompt_usd), currency.text(one.api.generated_usd)
        text = say("{read} in, {written} out", read=read, written=written)
        day = say(_YOURS) if one.api.as_of is None else short_month(one.api.as_of)
        return Cell(_dated(text, None, day, is_old=one.api.is_old), one.api.generated_usd)
    price = one.price
    if price is None:
        return Cell(say(ASK_PRICE), None)
    if one.kind == "setting":
        return Cell(say("nothing"), 0.0)
    amount = currency.text(price.usd.middle) + (say(" an hour") if one.kind == "rent" else "")
    return Cell(_dated(amount, price, _day(price), is_old=price.is_old), price.usd.middle)


def _dated(amount: str, price: Price | None, day: str, *, is_old: bool) -> str:
    used = f" {say(CONDITIONS[price.condition])}" if price is not None and price.condition else ""
    return f"{amount}{used}{f', {day}' if day else ''}{f' · {say(OLD)}' if is_old else ''}"


def _day(price: Price) -> str:
    if price.as_of is None:
        return say(_YOURS) if price.origin == "user" else ""
    return short_month(price.as_of)


def _price_text(one: Compared, currency: Currency) -> str | None:
    """The amount in its field, both of an API; empty where it is unknown."""
    if one.kind in ("nothing", "setting"):
        return None
    if one.api is not None:
        return api_text(one.api.prompt_usd / currency.usd, one.api.generated_usd / currency.usd)
    return "" if one.price is None else f"{one.price.usd.middle / currency.usd:.2f}".removesuffix(".00")


def _is_typed(one: Compared) -> bool:
    if one.api is not None:
        return one.api.as_of is None
    return one.price is not None and one.price.origin == "user"


def _detail(one: Compared, answer: WorthAnswer, currency: Currency, models: tuple[str, ...]) -> tuple[str, ...]:
    """Everything that is known of one way, in sentences."""
    found: list[str] = []
    if one.runs:
        span = range_words(one.reached, answer.question)
        rate = capital(rate_words(one.reached, answer.question))
        found.append(say("{rate}; range {span}.", rate=rate, span=span))
    if one.price is not None and one.kind != "setting":
        found.append(say("Its price: {source}.", source=source_words(one.price.source)))
    if one.usd_per_day is not None:
        what = say("Electricity") if one.kind not in ("rent", "api") else say("All of it")
        found.append(say("{what}: {amount} a day.", what=what, amount=currency.text(one.usd_per_day)))
    if models:
        rest = say(" and {count} more", count=len(models) - SHOWN_MODELS) if len(models) > SHOWN_MODELS else ""
        found.append(say("Newly usable: {models}{rest}.", models=", ".join(models[:SHOWN_MODELS]), rest=rest))
    notes = " ".join(f"{capital(note)}." for note in doubts(one, currency))
    return (*found, notes) if notes else tuple(found)
