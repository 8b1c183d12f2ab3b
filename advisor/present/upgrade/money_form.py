"""What a person says about money: the currencies to choose from, what may be typed, and what it then means."""

from math import isfinite
from typing import Literal

from pydantic import ValidationError

from advisor.facts.kept.settings import Money
from advisor.present.words.money import Currency, currency_note, currency_of
from advisor.present.words.words import local_number, plain_number, say, to_say

MoneyField = Literal["currency", "usd_rate", "electricity_per_kwh"]

CURRENCIES = (
    *("USD", "EUR", "GBP", "JPY", "INR", "CNY", "AUD", "BRL", "CAD", "CHF", "CZK", "DKK", "HUF", "IDR", "KRW", "MXN"),
    *("NOK", "NZD", "PLN", "RON", "SEK", "SGD", "TRY", "TWD", "UAH", "ZAR"),
)
"""Codes that are offered; any other code of three letters can be typed."""

BETWEEN = "/"
"""Stands between the two prices of an API."""

_REFUSALS: dict[MoneyField, str] = {
    "currency": to_say("A currency is a code of three letters, for example EUR."),
    "usd_rate": to_say("This is not a number above 0, for example 1.08."),
    "electricity_per_kwh": to_say("This is not a number from 0 to 1,000, for example 0.30."),
}


def typed_money(money: Money, field: MoneyField, text: str) -> tuple[Money | None, str]:
    """The amounts with one thing typed anew, nothing for unknown; or None and one sentence why it cannot be that."""
    words = text.strip()
    if field == "currency":
        code = words.upper()
        values: dict[str, object] = {"currency": code, "usd_rate": money.usd_rate if code == money.currency else None}
    else:
        number = typed_number(words)
        if words and number is None:
            return None, say(_REFUSALS[field])
        values = {field: number}
    try:
        return money.changed(**values), ""
    except ValidationError:
        return None, say(_REFUSALS[field])


def money_text(amount: float | None) -> str:
    """A number as a person would type it; nothing where it is unknown."""
    return "" if amount is None else local_number(f"{amount:.6f}".rstrip("0").rstrip("."))


def api_text(prompt_price: float, generated_price: float) -> str:
    """Both prices of an API as a person would type them: "0.1 / 0.4"."""
    return f"{money_text(prompt_price)} {BETWEEN} {money_text(generated_price)}"


def money_sentences(money: Money) -> tuple[str, ...]:
    """What follows from what was typed."""
    found = currency_of(money)
    rate = (
        say(": one {code} is {amount}, as you typed", code=found.code, amount=Currency().text(found.usd))
        if found.code != "USD"
        else ""
    )
    amounts = currency_note(money) or say("Amounts are shown in {name}{rate}.", name=_name(found.code), rate=rate)
    price = money.electricity_per_kwh
    if price is None:
        return (amounts, say("Without a price of electricity, the mean of the world is counted with."))
    return (
        amounts,
        say("Electricity costs {price} per kWh, as you typed.", price=Currency(money.currency).text(price)),
    )


def _name(code: str) -> str:
    return say("US dollars") if code == "USD" else code


def typed_number(words: str) -> float | None:
    """A number with a point, or with a comma for it."""
    try:
        plain = plain_number(words)
        number = float(plain.replace(",", ".") if plain.count(",") == 1 and "." not in plain else plain)
    except ValueError:
        return None
    return number if isfinite(number) else None
