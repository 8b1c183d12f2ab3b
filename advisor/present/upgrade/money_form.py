"""What a person says about money, use and computer: fields, what may be typed in them, and what it then means."""

from collections.abc import Iterator
from math import isfinite
from typing import Literal

from pydantic import ValidationError

from advisor.answer.money.exchange import rate_of, reference_rate
from advisor.answer.money.prices import is_api, with_own_price
from advisor.answer.worth.question import USUAL_HOURS_PER_DAY
from advisor.facts.kept.settings import Money
from advisor.facts.values.frozen import frozen
from advisor.present.words.choice import Choice, Knob
from advisor.present.words.money import Currency, average_words, currency_note, currency_of, rate_words
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.view import Knobs
from advisor.present.words.words import local_number, plain_number, say, say_count, to_say

MoneyField = Literal[
    "currency", "hours_per_day", "budget_usd", "electricity_per_kwh", "usd_rate", "slots", "psu_w", "users",
    "tokens_per_day",
]  # fmt: skip

CURRENCIES = (
    *("USD", "EUR", "GBP", "JPY", "INR", "CNY", "AUD", "BRL", "CAD", "CHF", "CZK", "DKK", "HUF", "IDR", "KRW", "MXN"),
    *("NOK", "NZD", "PLN", "RON", "SEK", "SGD", "TRY", "TWD", "UAH", "ZAR"),
)
"""Codes that are offered; any other code of three letters can be typed."""

BETWEEN = "/"
"""Stands between the two prices of an API."""

_REFUSALS: dict[MoneyField, str] = {
    "currency": to_say("Enter a code of three letters, for example EUR."),
    "usd_rate": to_say("Enter a number above 0, for example 1.08."),
    "electricity_per_kwh": to_say("Enter a price from 0 to 1,000, for example 0.30."),
    "hours_per_day": to_say("Enter 0 to 24 hours."),
    "budget_usd": to_say("Enter an amount, for example 800."),
    "slots": to_say("Enter a whole number, 0 to 16."),
    "psu_w": to_say("Enter watts above 0, for example 650."),
    "users": to_say("Enter a whole number, 1 to 1,024."),
    "tokens_per_day": to_say("Enter a number above 0, for example 2000000."),
}
_NO_PRICE = to_say("Enter an amount, for example 450.")
_NO_API_PRICE = to_say("Enter two prices per million tokens, read / written, for example 0.10 / 0.40.")


@frozen
class MoneyForm:
    """One field: its name with the unit, what stands in it, and what is counted with while nothing does."""

    field: MoneyField
    label: str
    text: str
    otherwise: str


def money_forms(money: Money, knobs: Knobs | None = None) -> tuple[MoneyForm, ...]:
    """All fields in the order of reading; the rate only where a currency needs one.

    By the knobs of the question: users where a model is served, tokens there and where an API is compared.
    """
    code, own = currency_of(money).code, money.currency
    budget = None if money.budget_usd is None else money.budget_usd / currency_of(money).usd
    electricity, average = money_text(money.electricity_per_kwh), average_words(money)
    stated = reference_rate(own)
    otherwise = say("unknown: in dollars") if stated is None else rate_words(own, stated)
    rate = (MoneyForm("usd_rate", say("US dollars for one {own}", own=own), money_text(money.usd_rate), otherwise),)
    return (
        MoneyForm(
            "hours_per_day",
            say("Hours a day"),
            money_text(money.hours_per_day),
            say("{hours:.0f}, assumed", hours=USUAL_HOURS_PER_DAY),
        ),
        MoneyForm("budget_usd", say("Budget, {code}", code=code), money_text(budget), say("no limit")),
        MoneyForm("electricity_per_kwh", say("Electricity, {own} per kWh", own=own), electricity, average),
        *(rate if own != "USD" else ()),
        *_amount_forms(money, knobs),
        MoneyForm("slots", say("GPU slots"), money_text(money.slots), say(UNKNOWN)),
        MoneyForm("psu_w", say("Power supply, W"), money_text(money.psu_w), say(UNKNOWN)),
    )


def _amount_forms(money: Money, knobs: Knobs | None) -> Iterator[MoneyForm]:
    is_served = knobs is not None and knobs.knob("users") is not None
    is_written = knobs is not None and (is_served or knobs.knob("context") is not None)
    if is_served:
        yield MoneyForm("users", say("Users at once"), money_text(money.users), say("usual for this work"))
    if is_served or (is_written and _is_cloud(money)):
        tokens = money_text(money.tokens_per_day)
        yield MoneyForm("tokens_per_day", say("Tokens a day"), tokens, say("from the hours a day"))


def _is_cloud(money: Money) -> bool:
    return money.cloud or money.stays_here is False


def cloud_knob(money: Money) -> Knob:
    """Whether rent and API are compared, too."""
    choices = (
        Choice("off", say("Off"), say("Only purchases and this computer")),
        Choice("on", say("On"), say("Also compare a rented GPU and an API")),
    )
    return Knob("cloud", say("Compare with the cloud"), choices, "on" if _is_cloud(money) else "off")


def with_cloud(money: Money, choice: str) -> Money:
    """The amounts with that choice of `cloud_knob`."""
    return money.changed(cloud=choice == "on", stays_here=None)


def typed_money(money: Money, field: MoneyField, text: str) -> tuple[Money | None, str]:
    """What was said with one thing typed anew, nothing for unknown; or None and one sentence why it cannot be that."""
    words = text.strip()
    if field == "currency":
        code = words.upper()
        values: dict[str, object] = {"currency": code, "usd_rate": money.usd_rate if code == money.currency else None}
    else:
        number: float | int | None = typed_number(words)
        if words and number is None:
            return None, say(_REFUSALS[field])
        if number is not None and field == "budget_usd":
            number *= currency_of(money).usd
        elif number is not None and field in ("slots", "users"):
            number = int(number) if number == int(number) else -1
        values = {field: number}
    try:
        return money.changed(**values), ""
    except ValidationError:
        return None, say(_REFUSALS[field])


def typed_price(money: Money, way_id: str, text: str) -> tuple[Money | None, str]:
    """What was said with one price typed, in the currency that amounts are shown in; nothing forgets it.

    Of an API both prices, for tokens read and written.
    """
    refusal, usd = say(_NO_API_PRICE if is_api(way_id) else _NO_PRICE), currency_of(money).usd
    parts = text.split(BETWEEN) if text.strip() else []
    amounts = [number * usd for part in parts if (number := typed_number(part.strip())) is not None]
    if parts and (len(amounts) < len(parts) or len(parts) != 1 + is_api(way_id)):
        return None, refusal
    try:
        return with_own_price(money, way_id, *amounts), ""
    except ValidationError:
        return None, refusal


def money_text(amount: float | None) -> str:
    """A number as a person would type it; nothing where it is unknown."""
    return "" if amount is None else local_number(f"{amount:.6f}".rstrip("0").rstrip("."))


def api_text(prompt_price: float, generated_price: float) -> str:
    """Both prices of an API as a person would type them: "0.1 / 0.4"."""
    return f"{money_text(prompt_price)} {BETWEEN} {money_text(generated_price)}"


def pack_sentence(money: Money) -> str:
    """Which file of prices is counted with; nothing without one."""
    pack = money.pack
    if pack is None:
        return ""
    return say_count(
        "{count} price of {name} ({date}) comes before those of the app.",
        "{count} prices of {name} ({date}) come before those of the app.",
        len(pack.prices),
        name=pack.name,
        date=pack.as_of.isoformat(),
    )


def money_sentences(money: Money) -> tuple[str, ...]:
    """What follows from what was typed."""
    found = currency_of(money)
    name, rate = say("US dollars"), ""
    if found.code != "USD":
        amount = Currency().text(found.usd)
        name, rate = found.code, _rate_told(money, amount)
    shown = say("Amounts are shown in {name}{rate}.", name=name, rate=rate)
    amounts = (currency_note(money) if rate_of(money) is None else None) or shown
    price = money.electricity_per_kwh
    if price is None:
        text = to_say("Without your price of electricity, the {average} is used.")
        return (amounts, say(text, average=average_words(money)))
    return (
        amounts,
        say("Electricity costs {price} per kWh (yours).", price=Currency(money.currency).text(price)),
    )


def _rate_told(money: Money, amount: str) -> str:
    """What a unit is worth, and who says so."""
    if money.usd_rate is not None:
        return say(": one {code} is {amount}, as you typed", code=money.currency, amount=amount)
    stated = reference_rate(money.currency)
    return "" if stated is None else say(": {rate}", rate=rate_words(money.currency, stated))


def typed_number(words: str) -> float | None:
    """A number with a point, or with a comma for it."""
    try:
        plain = plain_number(words)
        number = float(plain.replace(",", ".") if plain.count(",") == 1 and "." not in plain else plain)
    except ValueError:
        return None
    return number if isfinite(number) else None
