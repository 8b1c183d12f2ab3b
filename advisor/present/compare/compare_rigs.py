"""Several rigs side by side on one question: a row and a bar each, and what follows as a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from advisor.answer.money.prices import Prices
from advisor.answer.rig.compared_rig import ComparedRig
from advisor.answer.tasks.registry import TEXT
from advisor.facts.answers.estimate import Verdict
from advisor.facts.answers.worth import Price
from advisor.facts.kept.settings import Money
from advisor.present.tasks.registry import SHOWN
from advisor.present.words.answer_text import STATE_WORDS, reading_words
from advisor.present.words.limit import LIMIT_WORDS
from advisor.present.words.money import currency_of, price_words
from advisor.present.words.origin import short_origin
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, bandwidth, duration, speed_number, times
from advisor.present.words.series import RangeBar, RangeChart, Role, Table, linear_axis
from advisor.present.words.words import capital, say, to_say

Whose = Literal["own", "what_if", "saved"]

COLUMNS = (
    to_say("Rig"),
    to_say("Fit"),
    to_say("Speed"),
    to_say("First word"),
    to_say("Limit"),
    to_say("Memory bandwidth"),
    to_say("Price"),
)
NOT_COMPARED = to_say("does not fit")
_CLEARLY = 1.1
"""A rig is called faster from this on: less lies within the range of the estimate."""
ROLES: dict[Whose, Role] = {"own": "this_rig", "what_if": "candidate", "saved": "other_programs"}
_WHOSE: dict[Whose, str] = {"own": to_say("this rig"), "what_if": to_say("what-if"), "saved": to_say("saved rig")}


@dataclass(frozen=True)
class Compared:
    """One rig in the list: what it answers, or the `trouble` why it does not. `price` is a finished text.

    `subject` is what it was asked, in words.
    """

    id: str
    name: str
    whose: Whose
    found: ComparedRig | None
    trouble: str = ""
    price: str = ""
    subject: str = ""


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


def compare_view(rigs: Sequence[Compared]) -> CompareView:
    """The rigs in their order."""
    task = next((one.found.task for one in rigs if one.found is not None), TEXT)
    return CompareView(
        title=_title(rigs),
        subtitle=next((one.subject for one in rigs if one.subject), ""),
        unit=unit_text(task),
        rows=tuple(rig_row(one) for one in rigs),
        chart=_chart(rigs, task),
    )


def unit_text(task: str) -> str:
    """What speeds of a task are shown in."""
    return say(SHOWN[task].unit.text)


def rig_row(one: Compared) -> RigRow:
    """One rig as texts."""
    found = one.found
    if found is None:
        return RigRow(one.id, one.whose, "unknown", (one.name, *[say(UNKNOWN)] * 5, one.price), one.trouble)
    answer, rate = found.answer, found.processor.best_bytes_per_s
    first = duration(answer.time_to_first_token_s) if found.runs and answer.time_to_first_token_s is not None else ""
    limit = say(LIMIT_WORDS[answer.limit]) if found.runs and answer.limit else ""
    width = bandwidth(rate.value) + (f", {short_origin(rate)}" if rate.value is not None else "")
    cells = (
        one.name,
        say(STATE_WORDS[found.fit]),
        speed_text(found),
        first,
        say(LIMIT_WORDS["capacity"]) if found.fit == "too_big" else limit,
        width,
        one.price,
    )
    where = say("On {name}.", name=short_name(found.processor.name))
    return RigRow(one.id, one.whose, found.fit, cells, f"{where} {one.trouble}".strip())


def speed_text(found: ComparedRig) -> str:
    """The speed with its range; what does not fit has none."""
    if found.fit == "too_big":
        return say(NOT_COMPARED)
    return SHOWN[found.task].rate_text(found.rate)


def what_if_price(price: Price | None, money: Money) -> str:
    """What a change costs."""
    return say(UNKNOWN) if price is None else price_words(price, currency_of(money))


def owned_price(found: ComparedRig, prices: Prices) -> str:
    """What the graphics card, or the whole computer, of a saved rig costs."""
    card = found.processor.card
    price = prices.bought(card) if card else None
    if price is None:
        return say(UNKNOWN)
    what = say("the card") if found.processor.pool == "vram" else say("the computer")
    return f"{what}: {price_words(price, currency_of(prices.money))}"


def _title(rigs: Sequence[Compared]) -> str:
    """Which rig is the fastest, against the own one."""
    own = next((one for one in rigs if one.whose == "own"), None)
    others = [one for one in rigs if one is not own]
    if not others:
        return say("Add a rig or a what-if to compare with this one")
    running = [one for one in others if one.found is not None and one.found.runs]
    best = max(running, key=_middle, default=None)
    if (
        best is not None
        and own is not None
        and own.found is not None
        and own.found.fit != "too_big"
        and not own.found.rate
    ):
        return say("{name} is the fastest; how fast this rig is, is not known", name=best.name)
    if own is None or own.found is None or not own.found.runs:
        if best is None:
            return say("None of these rigs runs it at a speed that is known")
        if best.whose == "what_if":
            return say("{name} this rig would run it; as it is, it does not", name=best.name)
        return say("{name} would run it", name=best.name)
    if best is None:
        return say("Only this rig runs it")
    gain = _middle(best) / _middle(own)
    return _against_own(best, gain)


def _against_own(best: Compared, gain: float) -> str:
    name, faster = best.name, times(gain)
    if gain <= 1 / _CLEARLY:
        return say("This rig is the fastest of them")
    if best.whose == "what_if":
        if gain >= _CLEARLY:
            return say("{name} this rig would be {faster} as fast as it is now", name=name, faster=faster)
        return say("{name} this rig would be about as fast as it is now", name=name)
    if gain >= _CLEARLY:
        return say("{name} would be {faster} as fast as this rig", name=name, faster=faster)
    return say("{name} would be about as fast as this rig", name=name)


def _middle(one: Compared) -> float:
    return one.found.rate.middle if one.found is not None and one.found.rate is not None else 0.0


def _chart(rigs: Sequence[Compared], task: str) -> RangeChart:
    per_s = SHOWN[task].unit.per_s
    bars = tuple(_bar(one, per_s) for one in rigs)
    rows = tuple((*rig_row(one).cells, say(_WHOSE[one.whose])) for one in rigs)
    unit, titles = unit_text(task), tuple(map(say, COLUMNS))
    return RangeChart(
        title=_span(rigs, unit, per_s),
        subtitle=say("{unit}, with the range", unit=capital(unit)),
        sentence=_sentence(rigs),
        axis=linear_axis(unit, largest=max((bar.high or 0.0 for bar in bars), default=0.0) or 1.0),
        bars=bars,
        table=Table((*titles[:2], say("Speed ({unit})", unit=unit), *titles[3:], say("Whose")), rows),
    )


def _span(rigs: Sequence[Compared], unit: str, per_s: float) -> str:
    """From the slowest to the fastest rig that runs it."""
    running = sorted((one for one in rigs if one.found is not None and one.found.runs), key=_middle)
    if not running:
        return say("How fast these rigs are is not known")
    slow, fast = (speed_number(_middle(one) * per_s) for one in (running[0], running[-1]))
    if len(running) == 1:
        return f"{running[0].name}: {slow} {unit}"
    return say(
        "From {slow} ({slowest}) to {fast} {unit} ({fastest})",
        slow=slow,
        slowest=running[0].name,
        fast=fast,
        unit=unit,
        fastest=running[-1].name,
    )


def _bar(one: Compared, per_s: float) -> RangeBar:
    found, role = one.found, ROLES[one.whose]
    hatched = one.whose == "what_if"
    if found is None or not found.runs or found.rate is None:
        text = one.trouble or say(UNKNOWN) if found is None else speed_text(found)
        return RangeBar(one.name, None, None, None, text, role)
    low, middle, high = (value * per_s for value in (found.rate.low, found.rate.middle, found.rate.high))
    spills = say(", spills") if found.fit == "spills" else ""
    return RangeBar(one.name, low, middle, high, f"{speed_text(found)}{spills}", role, hatched=hatched)


def _sentence(rigs: Sequence[Compared]) -> str:
    """How wide the gap between the slowest and the fastest is, and what the own one is against reading."""
    own = next((one.found for one in rigs if one.whose == "own"), None)
    running = sorted((one for one in rigs if one.found is not None and one.found.runs), key=_middle)
    words = []
    if own is not None and own.runs and own.rate is not None and own.task == TEXT:
        words.append(say("This rig is {reading}.", reading=reading_words(own.rate.middle)))
    if len(running) > 2:
        gap = times(_middle(running[-1]) / _middle(running[0]))
        words.append(
            say("{fastest} is {gap} as fast as {slowest}.", fastest=running[-1].name, gap=gap, slowest=running[0].name)
        )
    lacking = [one.name for one in rigs if one.found is not None and one.found.fit == "too_big"]
    if lacking:
        words.append(say("Too small for it: {lacking}.", lacking=", ".join(lacking)))
    return " ".join(words)
