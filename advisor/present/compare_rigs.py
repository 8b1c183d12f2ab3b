"""Several rigs side by side on one question: a row and a bar each, and what follows as a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from advisor.answer.compared_rig import TEXT_TASK, ComparedRig
from advisor.answer.prices import Prices
from advisor.facts.estimate import Verdict
from advisor.facts.settings import Money
from advisor.facts.worth import Price
from advisor.present.answer_text import STATE_WORDS, reading_words
from advisor.present.limit import LIMIT_WORDS
from advisor.present.money import currency_of, price_words
from advisor.present.origin import short_origin
from advisor.present.processor_name import short_name
from advisor.present.quantity import UNKNOWN, bandwidth, duration, speed_number, times
from advisor.present.rig_picture import best_rate
from advisor.present.series import RangeBar, RangeChart, Role, Table
from advisor.present.task_words import UNITS, rate_text
from advisor.present.ticks import linear_axis

Whose = Literal["own", "what_if", "saved"]

COLUMNS = ("Rig", "Fit", "Speed", "First word", "Limit", "Memory bandwidth", "Price")
NOT_COMPARED = "does not fit"
_CLEARLY = 1.1
"""A rig is called faster from this on: less lies within the range of the estimate."""
ROLES: dict[Whose, Role] = {"own": "this_rig", "what_if": "candidate", "saved": "other_programs"}
_WHOSE: dict[Whose, str] = {"own": "this rig", "what_if": "what-if", "saved": "saved rig"}


@dataclass(frozen=True)
class Compared:
    """One rig in the list: what it answers, or the `trouble` why it does not. `price` is a finished text."""

    id: str
    name: str
    whose: Whose
    found: ComparedRig | None
    trouble: str = ""
    price: str = ""


@dataclass(frozen=True)
class RigRow:
    """One row: its cells follow `COLUMNS`; `detail` says more of the rig or what is wrong with it."""

    id: str
    whose: Whose
    state: Verdict
    cells: tuple[str, ...]
    detail: str = ""


@dataclass(frozen=True)
class CompareView:
    """Everything page Compare shows. `unit` is that of the speeds."""

    title: str
    subtitle: str
    unit: str
    rows: tuple[RigRow, ...]
    chart: RangeChart


def compare_view(rigs: Sequence[Compared], *, subject: str) -> CompareView:
    """The rigs in their order, asked about `subject`."""
    task = next((one.found.task for one in rigs if one.found is not None), TEXT_TASK)
    return CompareView(
        title=_title(rigs),
        subtitle=subject,
        unit=unit_text(task),
        rows=tuple(rig_row(one) for one in rigs),
        chart=_chart(rigs, task),
    )


def unit_text(task: str) -> str:
    """What speeds of a task are shown in."""
    return "tokens/s" if task == TEXT_TASK else UNITS[task].text


def rig_row(one: Compared) -> RigRow:
    """One rig as texts."""
    found = one.found
    if found is None:
        return RigRow(one.id, one.whose, "unknown", (one.name, *[UNKNOWN] * 5, one.price), one.trouble)
    answer, rate = found.answer, best_rate(found.processor)
    first = duration(answer.time_to_first_token_s) if found.runs and answer.time_to_first_token_s is not None else ""
    limit = LIMIT_WORDS[answer.limit] if found.runs and answer.limit else ""
    width = bandwidth(rate.value) + (f", {short_origin(rate)}" if rate.value is not None else "")
    cells = (
        one.name,
        STATE_WORDS[found.fit],
        speed_text(found),
        first,
        LIMIT_WORDS["capacity"] if found.fit == "too_big" else limit,
        width,
        one.price,
    )
    return RigRow(one.id, one.whose, found.fit, cells, f"On {short_name(found.processor.name)}. {one.trouble}".strip())


def speed_text(found: ComparedRig) -> str:
    """The speed with its range; what does not fit has none."""
    if found.fit == "too_big":
        return NOT_COMPARED
    return rate_text("serve" if found.task == TEXT_TASK else found.task, found.rate)


def what_if_price(price: Price | None, money: Money) -> str:
    """What a change costs."""
    return UNKNOWN if price is None else price_words(price, currency_of(money))


def owned_price(found: ComparedRig, prices: Prices) -> str:
    """What the graphics card, or the whole computer, of a saved rig costs."""
    card = found.processor.card
    price = prices.bought(card) if card else None
    if price is None:
        return UNKNOWN
    what = "the card" if found.processor.pool == "vram" else "the computer"
    return f"{what}: {price_words(price, currency_of(prices.money))}"


def _title(rigs: Sequence[Compared]) -> str:
    """Which rig is the fastest, against the own one."""
    own = next((one for one in rigs if one.whose == "own"), None)
    others = [one for one in rigs if one is not own]
    if not others:
        return "Add a rig or a what-if to compare with this one"
    running = [one for one in others if one.found is not None and one.found.runs]
    best = max(running, key=_middle, default=None)
    if (
        best is not None
        and own is not None
        and own.found is not None
        and own.found.fit != "too_big"
        and not own.found.rate
    ):
        return f"{best.name} is the fastest; how fast this rig is, is not known"
    if own is None or own.found is None or not own.found.runs:
        if best is None:
            return "None of these rigs runs it at a speed that is known"
        return f"{_would(best)} run it; as it is, it does not" if best.whose == "what_if" else f"{_would(best)} run it"
    if best is None:
        return "Only this rig runs it"
    gain = _middle(best) / _middle(own)
    if gain >= _CLEARLY:
        return f"{_would(best)} be {times(gain)} as fast{_than(best)}"
    if gain > 1 / _CLEARLY:
        return f"{_would(best)} be about as fast{_than(best)}"
    return "This rig is the fastest of them"


def _would(one: Compared) -> str:
    return f"{one.name} this rig would" if one.whose == "what_if" else f"{one.name} would"


def _than(one: Compared) -> str:
    return " as it is now" if one.whose == "what_if" else " as this rig"


def _middle(one: Compared) -> float:
    return one.found.rate.middle if one.found is not None and one.found.rate is not None else 0.0


def _chart(rigs: Sequence[Compared], task: str) -> RangeChart:
    per_s = 1.0 if task == TEXT_TASK else UNITS[task].per_s
    bars = tuple(_bar(one, per_s) for one in rigs)
    rows = tuple((*rig_row(one).cells, _WHOSE[one.whose]) for one in rigs)
    unit = unit_text(task)
    return RangeChart(
        title=_span(rigs, unit, per_s),
        subtitle=f"{unit[:1].upper()}{unit[1:]}, with the range",
        sentence=_sentence(rigs),
        axis=linear_axis(unit, largest=max((bar.high or 0.0 for bar in bars), default=0.0) or 1.0),
        bars=bars,
        table=Table((*COLUMNS[:2], f"Speed ({unit})", *COLUMNS[3:], "Whose"), rows),
    )


def _span(rigs: Sequence[Compared], unit: str, per_s: float) -> str:
    """From the slowest to the fastest rig that runs it."""
    running = sorted((one for one in rigs if one.found is not None and one.found.runs), key=_middle)
    if not running:
        return "How fast these rigs are is not known"
    slow, fast = (speed_number(_middle(one) * per_s) for one in (running[0], running[-1]))
    if len(running) == 1:
        return f"{running[0].name}: {slow} {unit}"
    return f"From {slow} ({running[0].name}) to {fast} {unit} ({running[-1].name})"


def _bar(one: Compared, per_s: float) -> RangeBar:
    found, role = one.found, ROLES[one.whose]
    hatched = one.whose == "what_if"
    if found is None or not found.runs or found.rate is None:
        text = one.trouble or UNKNOWN if found is None else speed_text(found)
        return RangeBar(one.name, None, None, None, text, role)
    low, middle, high = (value * per_s for value in (found.rate.low, found.rate.middle, found.rate.high))
    spills = ", spills" if found.fit == "spills" else ""
    return RangeBar(one.name, low, middle, high, f"{speed_text(found)}{spills}", role, hatched=hatched)


def _sentence(rigs: Sequence[Compared]) -> str:
    """How wide the gap between the slowest and the fastest is, and what the own one is against reading."""
    own = next((one.found for one in rigs if one.whose == "own"), None)
    running = sorted((one for one in rigs if one.found is not None and one.found.runs), key=_middle)
    words = []
    if own is not None and own.runs and own.rate is not None and own.task == TEXT_TASK:
        words.append(f"This rig is {reading_words(own.rate.middle)}.")
    if len(running) > 2:
        gap = times(_middle(running[-1]) / _middle(running[0]))
        words.append(f"{running[-1].name} is {gap} as fast as {running[0].name}.")
    lacking = [one.name for one in rigs if one.found is not None and one.found.fit == "too_big"]
    if lacking:
        words.append(f"Too small for it: {', '.join(lacking)}.")
    return " ".join(words)
