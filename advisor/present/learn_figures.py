"""Figures of claims as text, by their base unit, and what their inputs are called."""

from collections.abc import Callable

from advisor.facts.claim import CLAIM_UNITS
from advisor.facts.estimate import Input
from advisor.facts.units import GIGA, KILO, MEGA, MICROSECOND, SECONDS_PER_DAY, SECONDS_PER_HOUR, TERA
from advisor.predict.cost import DAYS_PER_YEAR
from advisor.present.money import Currency
from advisor.present.quantity import (
    bandwidth,
    capacity,
    compute,
    count,
    duration,
    frequency,
    latency,
    power,
)

_DOLLARS = Currency()
_LARGEST_SPELLED = KILO * TERA
_WHOLE_FROM = 10
_DAYS_FROM = 2 * SECONDS_PER_DAY
_LARGE = ((TERA, "trillion"), (GIGA, "billion"), (MEGA, "million"))

_NAMES = {
    "at_work": "share of the time at work",
    "bandwidth": "memory bandwidth",
    "bits": "bits of a weight",
    "busy": "work a day",
    "bytes_per_s": "memory bandwidth",
    "cache_bytes": "last cache",
    "card_power": "power of the card",
    "card_rate": "memory bandwidth of the card",
    "context": "conversation",
    "copy_s": "time of one copy",
    "cpu_flop_per_s": "arithmetic of the processor",
    "cpu_power": "power of the processor",
    "cpu_rate": "memory bandwidth of the processor",
    "devices": "cards",
    "duration": "time",
    "electricity": "price of electricity",
    "first_flop_per_s": "first rate of arithmetic",
    "flop_per_s": "arithmetic",
    "generated": "tokens written",
    "gpu_flop_per_s": "arithmetic of the card",
    "hosted": "price of a written token from others",
    "hosted_prompt": "price of a token read by others",
    "idle": "power without work",
    "lane": "rate of one lane",
    "launch_s": "time of one start",
    "launches": "starts on the card",
    "link_bytes_per_s": "rate of the slot",
    "load": "power at work",
    "moved": "sent",
    "parallel_share": "share that runs on the card",
    "params": "weights",
    "peer": "link between cards",
    "price": "price of the card",
    "prompt": "tokens read",
    "quant": "form",
    "rate": "requests a second",
    "reached": "share of the rate reached",
    "rent": "price of an hour",
    "request_s": "time of one request",
    "requests": "requests at once",
    "second_flop_per_s": "second rate of arithmetic",
    "sequence": "text",
    "speed_up": "speed-up on the card",
    "than": "compared with",
    "utilization": "share of the rate reached",
    "words": "words a second",
    "words_per_token": "words in a token",
}


def input_name(name: str) -> str:
    """What an input is called; one word already is its name."""
    return _NAMES.get(name, name)


def claim_input_text(number: Input) -> str:
    """One input with its unit."""
    return figure_text(number.value, number.unit)


def figure_text(value: float, unit: str) -> str:
    """A figure of a claim in its base unit: "16,896 cores", "63 days", "40.4 times", "31%"."""
    return _TEXTS[unit](value)


def claimed_text(value: float, unit: str) -> str:
    """A figure in the unit of its claim: times as the claim counts them, "6,041 hours"; all others as usual."""
    base, factor = CLAIM_UNITS[unit]
    if base == "times" and value == 1:
        return "as much"
    return f"{amount(value / factor)} {unit}" if base == "s" and unit != base else figure_text(value, base)


def amount(number: float) -> str:
    """A large or small number: "16.1 billion", "3.8 x 10^25", "16,896", "0.75"."""
    if number >= _LARGEST_SPELLED:
        digits, exponent = f"{number:.1e}".split("e+")
        return f"{digits} x 10^{int(exponent)}"
    for factor, word in _LARGE:
        if number >= factor:
            return f"{number / factor:.3g} {word}" if number < KILO * factor else f"{number / factor:,.0f} {word}"
    return count(round(number)) if number >= 100 or number == round(number) else f"{number:.3g}"


def span(time_s: float) -> str:
    """A time from microseconds to thousands of years: "20 µs", "14 min", "62.8 days", "20,000 years"."""
    days = time_s / SECONDS_PER_DAY
    if days >= 2 * DAYS_PER_YEAR:
        return f"{_two_digits_from(days / DAYS_PER_YEAR, KILO)} years"
    if time_s >= _DAYS_FROM:
        return f"{days:.0f} days"
    if time_s >= SECONDS_PER_HOUR:
        return f"{time_s / SECONDS_PER_HOUR:.1f} hours".replace(".0 ", " ")
    return duration(time_s) if time_s >= 1 else latency(max(time_s, MICROSECOND))


def _two_digits_from(number: float, limit: float) -> str:
    """Whole from ten on, in round hundreds or thousands above the limit."""
    if number < 10:
        return f"{number:.1f}"
    return f"{float(f'{number:.2g}') if number >= limit else number:,.0f}"


def _number_of(words: str, *, one: str | None = None) -> Callable[[float], str]:
    """A text function for so many of something, and for one of it where that is called otherwise."""

    def text(value: float) -> str:
        return f"{amount(value)} {one if one and value == 1 else words}"

    return text


_TEXTS: dict[str, Callable[[float], str]] = {
    "count": lambda value: amount(round(value) if value >= _WHOLE_FROM else value),
    "cores": _number_of("cores", one="core"),
    "cards": _number_of("cards", one="card"),
    "times": _number_of("times"),
    "share": lambda value: f"{amount(100 * value)}%",
    "flop": _number_of("calculations"),
    "flop_per_s": compute,
    "bytes": capacity,
    "bytes_per_weight": _number_of("bytes per weight"),
    "bits": _number_of("bits", one="bit"),
    "bytes_per_s": bandwidth,
    "s": span,
    "tokens": _number_of("tokens", one="token"),
    "tokens_per_s": _number_of("tokens/s"),
    "params": _number_of("weights"),
    "usd": _DOLLARS.text,
    "usd_per_hour": lambda value: f"{_DOLLARS.text(value)} an hour",
    "usd_per_kwh": lambda value: f"${value:.4g} per kWh",
    "usd_per_token": lambda value: f"{_DOLLARS.text(value * MEGA)} per million tokens",
    "hz": frequency,
    "w": power,
    "per_s": lambda value: f"{amount(value)} a second",
    "words_per_s": lambda value: f"{amount(value)} words a second",
}
