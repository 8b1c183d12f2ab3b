"""Figures of claims as text, by their base unit, and what their inputs are called."""

from collections.abc import Callable

from advisor.facts.answers.claim import CLAIM_UNITS
from advisor.facts.answers.estimate import Input
from advisor.facts.values.units import GIGA, KILO, MEGA, MICROSECOND, SECONDS_PER_DAY, SECONDS_PER_HOUR, TERA
from advisor.predict.worth.cost import DAYS_PER_YEAR
from advisor.present.words.money import Currency
from advisor.present.words.quantity import (
    bandwidth,
    capacity,
    compute,
    count,
    duration,
    frequency,
    latency,
    marked,
    power,
)
from advisor.present.words.words import Plural, language, local_number, say, say_count, to_say, to_say_count

_DOLLARS = Currency()
_LARGEST_SPELLED = KILO * TERA
_WHOLE_FROM = 10
_DAYS_FROM = 2 * SECONDS_PER_DAY
_TRILLION = (TERA, to_say("{number} trillion"))
_LARGE = (_TRILLION, (GIGA, to_say("{number} billion")), (MEGA, to_say("{number} million")))
_MYRIADS = (_TRILLION, (100 * MEGA, to_say("{number} hundred million")), (10 * KILO, to_say("{number} ten thousand")))
_OF_MYRIADS = ("zh", "ja", "ko")
"""Languages that name every fourth power of ten."""
_TIMES = {
    "hours": to_say_count("{count} hours", "{count} hours"),
    "minutes": to_say_count("{count} minutes", "{count} minutes"),
    "days": to_say_count("{count} days", "{count} days"),
    "microseconds": to_say_count("{count} microseconds", "{count} microseconds"),
}
"""Times in the unit of their claim."""

_NAMES = {
    "at_work": to_say("share of the time at work"),
    "answer": to_say("tokens of an answer"),
    "bandwidth": to_say("memory bandwidth"),
    "bits": to_say("bits of a weight"),
    "busy": to_say("work a day"),
    "bytes_per_s": to_say("memory bandwidth"),
    "cache_bytes": to_say("last cache"),
    "card_power": to_say("power of the GPU"),
    "card_rate": to_say("memory bandwidth of the GPU"),
    "context": to_say("conversation"),
    "copy_s": to_say("time of one copy"),
    "cpu_flop_per_s": to_say("fp32 arithmetic of the CPU"),
    "cpu_price": to_say("price of the CPU"),
    "cpu_power": to_say("power of the CPU"),
    "cpu_rate": to_say("memory bandwidth of the CPU"),
    "devices": to_say("GPUs"),
    "duration": to_say("time"),
    "electricity": to_say("price of electricity"),
    "first_flop_per_s": to_say("first rate of arithmetic"),
    "flop_per_s": to_say("arithmetic"),
    "generated": to_say("tokens written"),
    "gpu_flop_per_s": to_say("arithmetic of the GPU"),
    "guess_cost": to_say("cost of one guess, in readings"),
    "held": to_say("held by other programs"),
    "hosted": to_say("price of a written token from others"),
    "hosted_prompt": to_say("price of a token read by others"),
    "idle": to_say("power without work"),
    "lane": to_say("rate of one lane"),
    "launch_s": to_say("time of one start"),
    "launches": to_say("starts on the GPU"),
    "link_bytes_per_s": to_say("rate of the slot"),
    "load": to_say("power at work"),
    "moved": to_say("sent"),
    "parallel_share": to_say("share that runs on the GPU"),
    "params": to_say("weights"),
    "peer": to_say("link between GPUs"),
    "price": to_say("price of the GPU"),
    "prompt": to_say("tokens read"),
    "quant": to_say("form"),
    "ram_bandwidth": to_say("bandwidth of RAM"),
    "rate": to_say("requests a second"),
    "reached": to_say("share of the rate reached"),
    "rent": to_say("price of an hour"),
    "request_s": to_say("time of one request"),
    "requests": to_say("requests at once"),
    "right": to_say("share of guesses that are right"),
    "second_flop_per_s": to_say("second rate of arithmetic"),
    "sequence": to_say("text"),
    "speed": to_say("tokens per second"),
    "speed_up": to_say("speed-up on the GPU"),
    "than": to_say("compared with"),
    "used": to_say("share of the time at work"),
    "utilization": to_say("share of the rate reached"),
    "work": to_say("work"),
    "words": to_say("words a second"),
    "words_per_token": to_say("words in a token"),
}


def input_name(name: str) -> str:
    """What an input is called; one word already is its name."""
    return say(_NAMES.get(name, name))


def claim_input_text(number: Input) -> str:
    """One input with its unit."""
    return marked(figure_text(number.value, number.unit), is_uncertain=number.is_uncertain)


def figure_text(value: float, unit: str) -> str:
    """A figure of a claim in its base unit: "16,896 cores", "63 days", "40.4 times", "31%"."""
    return _TEXTS[unit](value)


def short_figure_text(value: float, unit: str) -> str:
    """The same of a figure of the rig, below one with two digits: "0.21 times", "0.78%"."""
    least = 0.01 if unit == "share" else 1.0
    return figure_text(float(f"{value:.2g}") if abs(value) < least else value, unit)


def claimed_text(value: float, unit: str) -> str:
    """A figure in the unit of its claim: times as the claim counts them, "6,041 hours"; all others as usual."""
    base, factor = CLAIM_UNITS[unit]
    if base == "times" and value == 1:
        return say("as much")
    if base == "s" and unit != base:
        return say_count(*_TIMES[unit], value / factor, count=amount(value / factor))
    return figure_text(value, base)


def amount(number: float) -> str:
    """A large or small number: "16.1 billion", "3.8 x 10^25", "16,896", "0.75"."""
    if number >= _LARGEST_SPELLED:
        digits, exponent = f"{number:.1e}".split("e+")
        return f"{local_number(digits)} x 10^{int(exponent)}"
    for factor, text in _MYRIADS if language().code[:2] in _OF_MYRIADS else _LARGE:
        if number >= max(factor, MEGA):
            digits = f"{number / factor:.3g}" if number < KILO * factor else f"{number / factor:,.0f}"
            return say(text, number=local_number(digits))
    return count(round(number)) if number >= 100 or number == round(number) else local_number(f"{number:.3g}")


def span(time_s: float) -> str:
    """A time from microseconds to thousands of years: "20 µs", "14 min", "62.8 days", "20,000 years"."""
    days = time_s / SECONDS_PER_DAY
    if days >= 2 * DAYS_PER_YEAR:
        years = days / DAYS_PER_YEAR
        return say_count("{count} years", "{count} years", years, count=_two_digits_from(years, KILO))
    if time_s >= _DAYS_FROM:
        return say_count("{count} days", "{count} days", round(days))
    if time_s >= SECONDS_PER_HOUR:
        hours = round(time_s / SECONDS_PER_HOUR, 1)
        return say_count("{count} hours", "{count} hours", hours, count=local_number(f"{hours:g}"))
    return duration(time_s) if time_s >= 1 else latency(max(time_s, MICROSECOND))


def _two_digits_from(number: float, limit: float) -> str:
    """Whole from ten on, in round hundreds or thousands above the limit."""
    if number < 10:
        return local_number(f"{number:.1f}")
    return local_number(f"{float(f'{number:.2g}') if number >= limit else number:,.0f}")


def _number_of(things: Plural) -> Callable[[float], str]:
    """A text function for so many of something."""
    return lambda value: say_count(*things, value, count=amount(value))


_TEXTS: dict[str, Callable[[float], str]] = {
    "count": lambda value: amount(round(value) if value >= _WHOLE_FROM else value),
    "cores": _number_of(to_say_count("{count} core", "{count} cores")),
    "cards": _number_of(to_say_count("{count} GPU", "{count} GPUs")),
    "times": _number_of(to_say_count("{count} times", "{count} times")),
    "share": lambda value: say("{number}%", number=amount(100 * value)),
    "flop": _number_of(to_say_count("{count} calculations", "{count} calculations")),
    "flop_per_s": compute,
    "bytes": capacity,
    "bytes_per_weight": _number_of(to_say_count("{count} bytes per weight", "{count} bytes per weight")),
    "bits": _number_of(to_say_count("{count} bit", "{count} bits")),
    "bytes_per_s": bandwidth,
    "s": span,
    "tokens": _number_of(to_say_count("{count} token", "{count} tokens")),
    "tokens_per_s": _number_of(to_say_count("{count} tokens/s", "{count} tokens/s")),
    "params": _number_of(to_say_count("{count} weights", "{count} weights")),
    "usd": _DOLLARS.text,
    "usd_per_hour": lambda value: say("{value} an hour", value=_DOLLARS.text(value)),
    "usd_per_kwh": lambda value: say("${value:.4g} per kWh", value=value),
    "usd_per_token": lambda value: say("{value} per million tokens", value=_DOLLARS.text(value * MEGA)),
    "hz": frequency,
    "w": power,
    "per_s": lambda value: say("{value} a second", value=amount(value)),
    "words_per_s": lambda value: say("{value} words a second", value=amount(value)),
}
