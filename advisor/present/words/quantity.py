"""Quantities as text: one function each. Every one rounds first and picks the prefix afterwards; None is "unknown"."""

from functools import lru_cache
from math import floor, log10
from typing import TYPE_CHECKING, NamedTuple

from advisor.facts.values.units import (
    GB,
    GIGA,
    KIB,
    KILO,
    MEGA,
    MICROSECOND,
    MILLISECOND,
    NANOSECOND,
    SECONDS_PER_DAY,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
    TERA,
)
from advisor.present.words.words import local_number, say, say_count, to_say

if TYPE_CHECKING:  # the first paint needs no records
    from advisor.facts.answers.text_answer import PeakKind
    from advisor.facts.values.fact import Fact
    from advisor.facts.values.range import Range


class MemoryUnit(NamedTuple):
    """The unit for what is large, and those for less; each is `step` times the next."""

    name: str
    smaller: tuple[str, str]
    step: float

    @property
    def bytes(self) -> float:
        """Its size."""
        return self.step**3


BINARY = MemoryUnit("GiB", ("MiB", "KiB"), KIB)
DECIMAL = MemoryUnit("GB", ("MB", "kB"), KILO)
UNITS = {one.name: one for one in (BINARY, DECIMAL)}
CHOICES = {
    BINARY.name: to_say("GiB (1,024 MiB)"),
    DECIMAL.name: to_say("GB (1,000 MB)"),
}
"""The units to choose from, in words."""


def memory_unit() -> MemoryUnit:
    """The unit in force."""
    return _in_force[-1]


def count_memory_in(name: str) -> None:
    """Put a unit in force; any other name stands for GiB. Texts that are shown already stay as they are."""
    _in_force[:] = [UNITS.get(name, BINARY)]


_in_force = [BINARY]


UNKNOWN = to_say("unknown")
_SECONDS, _MINUTES = to_say("{number} s"), to_say("{number} min")
_LONG_WAIT_S = 600
"""From here on nobody counts seconds."""


def capacity(amount_bytes: float | None) -> str:
    """Memory: "12.0 GiB", "384 MiB" below one GiB, "64 KiB" below one MiB; or in GB, MB, kB where that is chosen."""
    if amount_bytes is None:
        return say(UNKNOWN)
    unit = memory_unit()
    medium, small = unit.smaller
    for name, size_bytes in ((small, unit.step), (medium, unit.step**2)):
        if round(amount_bytes / size_bytes) < unit.step and (amount_bytes > 0 or name == medium):
            return f"{_grouped(amount_bytes / size_bytes)} {name}"
    return f"{capacity_number(amount_bytes)} {unit.name}"


def capacity_number(amount_bytes: float) -> str:
    """The bare number in GiB or GB, for labels whose axis or heading names the unit: "4.7", from 100 on "141"."""
    return _one_decimal_below(amount_bytes / memory_unit().bytes, 100)


def bandwidth(rate_bytes_per_s: float | None) -> str:
    """Bytes moved per second: "468 GB/s", below ten "7.9 GB/s"."""
    return say(UNKNOWN) if rate_bytes_per_s is None else f"{bandwidth_gb(rate_bytes_per_s)} GB/s"


def bandwidth_gb(rate_bytes_per_s: float) -> str:
    """The bare number in GB/s, for a label whose next line names the unit."""
    return _one_decimal_below(rate_bytes_per_s / GB, 10)


PEAK_WORDS: dict["PeakKind", str] = {
    "fp32": "fp32",
    "fp16": "fp16",
    "int8": "int8",
    "matrix": to_say("matrix"),
    "prompts": to_say("int8 on prompts"),
}
"""What stands behind a peak: peaks of one chip differ many times by what they count."""


def compute(rate_flop_per_s: float | None, kind: "PeakKind | None" = None) -> str:
    """Arithmetic per second: "142 TFLOPS", "1.0 TFLOPS", two digits below one; "9.2 TFLOPS int8" where it is a peak."""
    if rate_flop_per_s is None:
        return say(UNKNOWN)
    return f"{_tera(rate_flop_per_s)} TFLOPS {say(PEAK_WORDS[kind]) if kind else ''}".rstrip()


def marked(text: str, *, is_uncertain: bool) -> str:
    """A figure, with a ~ before one that may be well off: a disturbed reading, or only usual for its kind."""
    return f"~{text}" if is_uncertain else text


def fact_bandwidth(fact: "Fact[float]") -> str:
    """Bytes per second of a fact, marked where it is uncertain."""
    return marked(bandwidth(fact.value), is_uncertain=fact.uncertainty is not None)


def operations(rate_op_per_s: float | None) -> str:
    """Integer arithmetic per second: "165 TOPS", "1.1 TOPS", two digits below one."""
    return say(UNKNOWN) if rate_op_per_s is None else f"{_tera(rate_op_per_s)} TOPS"


def latency(time_s: float | None) -> str:
    """A wait for memory or for a start: "1.1 ns", "88 ns", "5.4 µs"; from a millisecond on as the time of a step."""
    if time_s is None:
        return say(UNKNOWN)
    if round(time_s / NANOSECOND) < KILO:
        return f"{_one_decimal_below(time_s / NANOSECOND, 10)} ns"
    if round(time_s / MICROSECOND) < KILO:
        return f"{_one_decimal_below(time_s / MICROSECOND, 10)} µs"
    return step_time(time_s)


def speed(rate_tokens_per_s: float | None, *, measured: bool = False) -> str:
    """Tokens per second: "42 tokens/s"; an estimate has two digits, a measured speed three."""
    if rate_tokens_per_s is None:
        return say(UNKNOWN)
    number = _digits(rate_tokens_per_s, 3) if measured else speed_number(rate_tokens_per_s)
    return say("{number} tokens/s", number=number)


def speed_number(rate_tokens_per_s: float) -> str:
    """The bare number of tokens per second with two digits: "42", "4.2", "1,300"."""
    return _digits(rate_tokens_per_s)


def speed_range(rate: "Range") -> str:
    """A speed with its range: "42 (38 to 47)"."""
    low, middle, high = map(speed_number, rate)
    return say("{middle} ({low} to {high})", middle=middle, low=low, high=high)


def duration(time_s: float | None) -> str:
    """A wait or a run: "0.9 s", "38 s", "3 min 20 s", "2 h 5 min"; below a tenth of a second in ms."""
    if time_s is None:
        return say(UNKNOWN)
    if round(time_s, 1) < 0.1:
        return step_time(time_s)
    if round(time_s, 1) < 10:
        return say(_SECONDS, number=_decimal(time_s))
    whole = round(time_s)
    if whole < 60:
        return say(_SECONDS, number=whole)
    minutes, seconds = divmod(whole, 60)
    if minutes < 60:
        said = say("{minutes} min {seconds} s", minutes=minutes, seconds=seconds)
        return said if seconds else say(_MINUTES, number=minutes)
    hours, minutes = divmod(round(time_s / 60), 60)
    said = say("{hours:,} h {minutes} min", hours=hours, minutes=minutes)
    return said if minutes else say("{hours:,} h", hours=hours)


def rough_time(time_s: float) -> str:
    """How long work takes, with two digits: "28 s", "11 min", "3.1 hours", "12 days"."""
    if _rounded(time_s) < 90:
        return say(_SECONDS, number=_digits(time_s))
    if _rounded(time_s / SECONDS_PER_MINUTE) < 90:
        return say(_MINUTES, number=_digits(time_s / SECONDS_PER_MINUTE))
    hours, days = time_s / SECONDS_PER_HOUR, time_s / SECONDS_PER_DAY
    if _rounded(hours) < 48:
        return say_count("{count} hours", "{count} hours", _rounded(hours), count=_digits(hours))
    return say_count("{count} days", "{count} days", _rounded(days), count=_digits(days))


def wait(time_s: float) -> str:
    """What a person waits for: "3 min 20 s", from ten minutes on "28 min" or "3 h 5 min", from two days "3.1 days"."""
    if round(time_s) < _LONG_WAIT_S:
        return duration(time_s)
    if time_s >= 2 * SECONDS_PER_DAY:
        return rough_time(time_s)
    return duration(SECONDS_PER_MINUTE * round(time_s / SECONDS_PER_MINUTE))


def wait_span(low_s: float, high_s: float) -> str:
    """From one wait to another: "4.0 to 5.7 s", "36 s to 1 min 36 s"; empty where both read alike."""
    low, high = wait(low_s), wait(high_s)
    if low == high:
        return ""
    (number, _, unit), (_, _, other) = low.partition(" "), high.partition(" ")
    return say("{low} to {high}", low=number if unit == other and " " not in unit else low, high=high)


def stated(figure: float) -> str:
    """A figure that somebody set, as it was set: "5", "0.5"."""
    return local_number(f"{figure:,g}")


def step_time(time_s: float | None) -> str:
    """The time of one token or a part of it: "15.4 ms", "151 ms", "1.2 s", "1,340 s", below 0.1 ms "85 µs"."""
    if time_s is None:
        return say(UNKNOWN)
    if round(time_s / MILLISECOND, 1) < 0.1:
        return f"{_grouped(time_s / MICROSECOND)} µs"
    if round(time_s / MILLISECOND) < KILO:
        return f"{_one_decimal_below(time_s / MILLISECOND, 100)} ms"
    return say(_SECONDS, number=_one_decimal_below(time_s, 100))


def core_count(number: int, kind: str = "") -> str:
    """Cores, of a kind where there are several: "8 cores", "1 core", "8 P cores"."""
    if kind:
        return say_count("{count:,} {kind} core", "{count:,} {kind} cores", number, kind=kind)
    return say_count("{count:,} core", "{count:,} cores", number)


def thread_count(number: int) -> str:
    """Threads: "16 threads", "1 thread"."""
    return say_count("{count:,} thread", "{count:,} threads", number)


def count(number: int | None) -> str:
    """A count: "7,168"."""
    return say(UNKNOWN) if number is None else local_number(f"{number:,}")


def tokens(number: int | None) -> str:
    """A count of tokens: "8,192 tokens"."""
    return say(UNKNOWN) if number is None else say_count("{count:,} token", "{count:,} tokens", number)


def short_tokens(number: int) -> str:
    """A context length as people say it: "8k" for 8,192, "128k" for 131,072 and for 128,000, "1.5k", "500"."""
    if number < 1000:
        return local_number(f"{number}")
    thousand = number / KIB if number % KIB == 0 and number % 1000 else number / 1000
    whole = round(thousand, 1) >= 10 or abs(thousand - round(thousand)) < 0.05
    return local_number(f"{thousand:.0f}k" if whole else f"{thousand:.1f}k")


def params(number: int | None) -> str:
    """A model's size: "8.0 B", "494 M", from 100 billion on "405 B"."""
    if number is None:
        return say(UNKNOWN)
    if round(number / MEGA) < KILO:
        return f"{_grouped(number / MEGA)} M"
    return f"{_one_decimal_below(number / GIGA, 100)} B"


def percent(share: float | None) -> str:
    """A share of one: "12%", below one percent "0.4%"."""
    if share is None:
        return say(UNKNOWN)
    return say("{number}%", number=_one_decimal_below(share * 100, 1))


def frequency(rate_hz: float | None) -> str:
    """A clock: "5.4 GHz", below one GHz "800 MHz"."""
    if rate_hz is None:
        return say(UNKNOWN)
    if round(rate_hz / MEGA) < KILO:
        return f"{_grouped(rate_hz / MEGA)} MHz"
    return f"{_decimal(rate_hz / GIGA)} GHz"


def transfer_rate(rate_transfers_per_s: int | None) -> str:
    """A memory module's rate: "6000 MT/s" as it is printed on the module."""
    return say(UNKNOWN) if rate_transfers_per_s is None else f"{rate_transfers_per_s / MEGA:.0f} MT/s"


def power(draw_w: float | None) -> str:
    """Power: "220 W"."""
    return say(UNKNOWN) if draw_w is None else f"{_grouped(draw_w)} W"


def times(ratio: float) -> str:
    """How many times as much: "14 times", "1.6 times"."""
    return say_count("{count} times", "{count} times", _rounded(ratio), count=factor(ratio))


def factor(ratio: float) -> str:
    """The bare number of it: "14", "1.6"."""
    return _digits(ratio).removesuffix(local_number(".0"))


def _tera(rate_per_s: float) -> str:
    tera = rate_per_s / TERA
    return _one_decimal_below(tera, 10) if round(tera, 1) >= 1 else _digits(tera)


def _one_decimal_below(number: float, limit: float) -> str:
    return _decimal(number) if round(number, 1) < limit else _grouped(number)


def _digits(number: float, digits: int = 2) -> str:
    return local_number(_english_digits(number, digits))


@lru_cache(maxsize=4096)
def _english_digits(number: float, digits: int) -> str:
    """Kept: a chart says each figure in its hints and in its table, and many stay as they are when a knob turns."""
    if number == 0:
        return "0"
    rounded = _rounded(number, digits)
    return f"{rounded:,.{max(0, digits - 1 - floor(log10(abs(rounded))))}f}"


def _rounded(number: float, digits: int = 2) -> float:
    return round(number, digits - 1 - floor(log10(abs(number)))) if number else 0.0


def _decimal(number: float) -> str:
    return local_number(f"{number:,.1f}")


def _grouped(number: float) -> str:
    return local_number(f"{number:,.0f}")
