"""Amounts of money and long times as text, in the person's currency where its rate is known."""

import datetime
from collections.abc import Mapping
from math import floor, log10

from advisor.answer.money.exchange import Rate, rate_of
from advisor.answer.money.prices import ApiPrice, Region, region_of
from advisor.facts.answers.worth import Price
from advisor.facts.kept.settings import Money
from advisor.facts.values.frozen import frozen
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.words import joined, local_number, say, say_count, to_say

_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}
CONDITIONS = {"new": to_say("new"), "used": to_say("used"), "launch": to_say("launch")}
_TYPED = to_say("typed by you")
AVERAGES: Mapping[Region, str] = {
    "world": to_say("world average"),
    "eu": to_say("EU average"),
    "uk": to_say("UK average"),
}
"""Whose mean price of electricity is counted with."""
_WEEK, _MONTH, _YEAR = 7, 30.4, 365
_MONTHS = (
    to_say("January"),
    to_say("February"),
    to_say("March"),
    to_say("April"),
    to_say("May"),
    to_say("June"),
    to_say("July"),
    to_say("August"),
    to_say("September"),
    to_say("October"),
    to_say("November"),
    to_say("December"),
)


@frozen
class Currency:
    """What amounts are written in: dollars, or another currency with its worth in dollars."""

    code: str = "USD"
    usd: float = 1.0

    def text(self, amount_usd: float | None) -> str:
        """An amount: "$1,342", "$9.40", below one "$0.047", nothing "$0"."""
        if amount_usd is None:
            return say(UNKNOWN)
        number = _amount(abs(amount_usd) / self.usd)
        sign = "-" if amount_usd < 0 and number != "0" else ""
        symbol = _SIGNS.get(self.code)
        if symbol:
            return say("{sign}{symbol}{number}", sign=sign, symbol=symbol, number=number)
        return say("{code} {sign}{number}", code=self.code, sign=sign, number=number)


def currency_of(money: Money) -> Currency:
    """The person's currency where its rate is known, else dollars."""
    rate = rate_of(money)
    return Currency() if rate is None else Currency(money.currency, rate.usd)


def average_words(money: Money) -> str:
    """Whose mean price of electricity is counted with, where a person says none."""
    return say(AVERAGES[region_of(money.currency)])


def currency_note(money: Money) -> str | None:
    """By whose rate amounts are in the person's currency where nobody typed one, or what is missing for that."""
    rate = rate_of(money)
    if rate is not None:
        told = rate_words(money.currency, rate)
        return say("Assumes {rate}.", rate=told) if told else None
    return say(
        "Amounts are in US dollars: say how many dollars one {currency} is worth to see them in that.",
        currency=money.currency,
    )


def rate_words(code: str, rate: Rate) -> str:
    """What a bank stated: "1 EUR = 1.1269 USD (ECB, 2026-10-06)"; nothing of a rate that was typed."""
    if rate.as_of is None:
        return ""
    usd = local_number(f"{rate.usd:.5g}")
    return say("1 {code} = {usd} USD ({bank}, {day})", code=code, usd=usd, bank=rate.bank, day=rate.as_of.isoformat())


def price_words(price: Price, currency: Currency) -> str:
    """A price with its day: "$500 to $1,000 (used, February 2026)"."""
    known: list[str] = [say(CONDITIONS[price.condition])] if price.condition else []
    if price.as_of is not None:
        known.append(month(price.as_of.year, price.as_of.month))
    known += [say(_TYPED)] if price.origin == "user" else []
    return span_words(price, currency) + (say(" ({remarks})", remarks=joined(known, ", ")) if known else "")


_WHOLE_FROM = 10.0
"""What is about so much has no cents."""


def span_words(price: Price, currency: Currency) -> str:
    """An amount, or the span of what sources state: "$500 to $1,000"."""
    ends = price.usd.low, price.usd.high
    if price.origin == "estimated" and price.usd.low / currency.usd >= _WHOLE_FROM:
        ends = round(ends[0] / currency.usd) * currency.usd, round(ends[1] / currency.usd) * currency.usd
    low, high = map(currency.text, ends)
    span = low if low == high else say("{low} to {high}", low=low, high=high)
    return say("about {amount}", amount=span) if price.origin == "estimated" and price.usd.high else span


def api_words(api: ApiPrice, currency: Currency) -> str:
    """The prices of an API: "$0.05 per million tokens read, $0.08 written (September 2025)"."""
    read, written = currency.text(api.prompt_usd), currency.text(api.generated_usd)
    day = say(_TYPED) if api.as_of is None else month(api.as_of.year, api.as_of.month)
    return say(
        "{read} per million tokens read, {written} written ({day})",
        read=read,
        written=written,
        day=day,
    )


def month(year: int, number: int) -> str:
    """A month by name."""
    return say("{month} {year}", month=say(_MONTHS[number - 1]), year=str(year))


def short_month(day: datetime.date) -> str:
    """A month in a narrow place: "Feb 2026"."""
    name = say(_MONTHS[day.month - 1])
    return say("{month} {year}", month=name[:3] if name.isalpha() else name, year=str(day.year))


def long_time(days: float, *, short: bool = False) -> str:
    """A span of days as people say it: "12 days", "5 weeks", "14 months", "3.5 years"; beyond a life time so."""
    if round(days) < 2 * _WEEK:
        return say_count("{count} day", "{count} days", max(1, round(days)))
    if days < 2 * _MONTH:
        return say_count("{count} week", "{count} weeks", round(days / _WEEK))
    if days < 2 * _YEAR:
        return say_count("{count} month", "{count} months", round(days / _MONTH))
    years = days / _YEAR
    if years > 100:
        return say("over 100 years") if short else say("more than 100 years")
    years = round(years, 1 if years < 10 else None)
    return say_count("{count} years", "{count} years", years, count=local_number(f"{years:,}".removesuffix(".0")))


def _amount(number: float) -> str:
    """Cents from one to a hundred, whole amounts above, two digits below."""
    if number == 0:
        return "0"
    if round(number, 2) >= 100:
        return local_number(f"{number:,.0f}")
    if round(number, 2) >= 1:
        return local_number(f"{number:.2f}".removesuffix(".00"))
    decimals = min(6, 1 - floor(log10(number)))
    text = f"{number:.{decimals}f}"
    return local_number(text) if float(text) else "0"
