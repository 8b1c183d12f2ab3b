"""Several rigs side by side on one question: a row and a bar each, and what follows as a sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from advisor.answer.money.prices import Prices
from advisor.answer.rig.compared_rig import ComparedFinding, ComparedRig, Comparison, compared
from advisor.answer.tasks.registry import TEXT
from advisor.answer.worth.question import is_beyond
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import Usability
from advisor.facts.answers.worth import Price
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.kept.settings import NOTHING_SAID, Money
from advisor.facts.values.frozen import frozen
from advisor.present.tasks.shown import SHOWN
from advisor.present.upgrade.charts import range_subtitle
from advisor.present.words.answer_text import left_aside, reading_words
from advisor.present.words.choice import Choice
from advisor.present.words.light import light_words
from advisor.present.words.limit import LIMIT_WORDS
from advisor.present.words.money import currency_of, price_words, span_words
from advisor.present.words.origin import short_origin
from advisor.present.words.palette import Role
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, duration, fact_bandwidth, speed_number, times
from advisor.present.words.series import RangeBar, RangeChart, Table, linear_axis
from advisor.present.words.words import joined, kept_by_language, say, to_say, uncapital

Whose = Literal["own", "what_if", "saved", "for_sale"]

COLUMNS = (
    to_say("Rig"),
    to_say("Verdict"),
    to_say("Speed"),
    to_say("First word"),
    to_say("Held back by"),
    to_say("Memory bandwidth"),
    to_say("Price"),
)
NOT_COMPARED = to_say("won't fit")
ROLES: dict[Whose, Role] = {
    "own": "this_rig",
    "what_if": "candidate",
    "saved": "other_programs",
    "for_sale": "other_programs",
}
_WHOSE: dict[Whose, str] = {
    "own": to_say("this rig"),
    "what_if": to_say("what-if"),
    "saved": to_say("saved rig"),
    "for_sale": to_say("from the list"),
}

_TITLES: dict[ComparedFinding, str] = {
    "own_speed_unknown": to_say("{name} is the fastest; this rig's speed is unknown"),
    "none_runs": to_say("No known speed on any of these rigs"),
    "only_others": to_say("{name} would run it"),
    "only_own": to_say("Only this rig runs it"),
    "own_fastest": to_say("This rig is the fastest of them"),
    "faster": to_say("{name}: {faster} as fast as this rig"),
    "alike": to_say("{name}: about as fast as this rig"),
}
_WHAT_IF_TITLES: dict[ComparedFinding, str] = {
    "only_others": to_say("{name} this rig would run it"),
    "faster": to_say("{name} this rig is {faster} as fast as without"),
    "alike": to_say("{name} this rig is about as fast as without"),
}
"""Where the fastest is a change of the own rig, tried on or not: so nothing is said of how the rig is now."""
_TITLES_WHILE_TRIED: dict[ComparedFinding, str] = {
    "own_speed_unknown": to_say("{name} is the fastest; the speed of the rig as it is now is unknown"),
    "only_own": to_say("Only the rig as it is now runs it"),
    "own_fastest": to_say("The rig as it is now is the fastest of them"),
    "faster": to_say("{name}: {faster} as fast as the rig as it is now"),
    "alike": to_say("{name}: about as fast as the rig as it is now"),
}
"""While something is tried on: the rig shown on all pages is another one than the own one of the list."""


@frozen
class Compared:
    """One rig in the list: what it answers, or the `trouble` why it does not.

    `price` is a finished text; `is_within` whether all of it is within the budget, None where that is not known or no
    budget was said.
    """

    id: str
    name: str
    whose: Whose
    found: ComparedRig | None
    trouble: str = ""
    price: str = ""
    is_within: bool | None = None


@frozen
class RigRow:
    """One row: its cells follow `COLUMNS`; `detail` says more of the rig or what is wrong with it."""

    id: str
    whose: Whose
    light: Usability
    cells: tuple[str, ...]
    detail: str = ""
    can_be_tried: bool = False
    """Whether it is a change of this rig that is possible."""


@frozen
class CompareView:
    """Rigs side by side. `unit` is that of the speeds; `budget` says which are within it, empty without one."""

    title: str
    budget: str
    unit: str
    rows: tuple[RigRow, ...]
    chart: RangeChart


def compare_view(rigs: Sequence[Compared], money: Money = NOTHING_SAID, *, is_tried: bool = False) -> CompareView:
    """The rigs in their order; `is_tried`: something is tried on, which is not in the own one."""
    task = next((one.found.task for one in rigs if one.found is not None), TEXT)
    own = next((place for place, one in enumerate(rigs) if one.whose == "own"), None)
    found = compared([one.found for one in rigs], own)
    return CompareView(
        title=_title(rigs, found, is_tried=is_tried),
        budget=_budget(rigs, money),
        unit=unit_text(task),
        rows=tuple(rig_row(one) for one in rigs),
        chart=_chart(rigs, found, task, is_tried=is_tried),
    )


def unit_text(task: str) -> str:
    """What speeds of a task are shown in."""
    return say(SHOWN[task].unit.text)


def rig_row(one: Compared) -> RigRow:
    """One rig as texts."""
    found, price = one.found, joined((one.price, _standing(one)), ", ")
    if found is None:
        return RigRow(one.id, one.whose, "unknown", (one.name, *[say(UNKNOWN)] * 5, price), one.trouble)
    rate = found.processor.best_bytes_per_s
    first = duration(found.first_word_s) if found.runs and found.first_word_s is not None else ""
    limit = say(LIMIT_WORDS[found.limit]) if found.runs and found.limit else ""
    width = joined((fact_bandwidth(rate), short_origin(rate) if rate.value is not None else ""), ", ")
    cells = (
        one.name,
        light_words(found.light),
        speed_text(found),
        first,
        say(LIMIT_WORDS["capacity"]) if found.fit == "too_big" else limit,
        width,
        price,
    )
    name = short_name(found.processor.counted_name)
    where = say("On {name}, as {file}.", name=name, file=found.file) if found.file else say("On {name}.", name=name)
    detail = joined((where, left_aside(found.unusable), one.trouble))
    return RigRow(one.id, one.whose, found.light.usability, cells, detail, one.whose == "what_if")


def speed_text(found: ComparedRig) -> str:
    """The speed with its range; what does not fit has none."""
    if found.fit == "too_big":
        return say(NOT_COMPARED)
    return SHOWN[found.task].rate_text(found.rate)


def priced(one: Compared, price: Price | None, money: Money) -> Compared:
    """The rig with what it costs, and whether that is within the budget; nobody pays the price of a launch any more."""
    if price is None:
        return replace(one, price=say("price not known"))
    is_known = money.budget_usd is not None and price.condition != "launch"
    within = not is_beyond(price, money) if is_known else None
    return replace(one, price=price_words(price, currency_of(money)), is_within=within)


def priced_part(one: Compared, prices: Prices) -> Compared:
    """The rig with what its graphics card costs, or the chip that is the whole computer; the rest has no price."""
    part = one.found.processor if one.found is not None else None
    price = prices.bought(part.card) if part is not None and part.card else None
    found = priced(one, price, prices.money)
    if price is None or part is None:
        return found
    what, is_all = (say("the card"), False) if part.pool == "vram" else (say("the computer"), True)
    return replace(
        found,
        price=say("{what}: {price}", what=what, price=found.price),
        is_within=found.is_within if is_all or found.is_within is False else None,
    )


def _standing(one: Compared) -> str:
    """How its price stands to the budget."""
    return {True: say("within budget"), False: say("over budget"), None: ""}[one.is_within]


def _budget(rigs: Sequence[Compared], money: Money) -> str:
    """Which of the others are within the budget."""
    if money.budget_usd is None:
        return ""
    within = [one.name for one in rigs if one.is_within]
    budget = currency_of(money).text(money.budget_usd)
    if within:
        return say("Within {budget}: {names}.", budget=budget, names=joined(within, ", "))
    return say("None of these has a known price within {budget}.", budget=budget)


def _title(rigs: Sequence[Compared], found: Comparison, *, is_tried: bool) -> str:
    """Which rig is the fastest, against the own one."""
    best = None if found.best is None else rigs[found.best]
    titles = {**_TITLES, **_TITLES_WHILE_TRIED} if is_tried else _TITLES
    words = _WHAT_IF_TITLES if best is not None and best.whose == "what_if" else titles
    text = words.get(found.finding, titles[found.finding])
    name = best.name if best else ""
    if best is not None and best.is_within is False:
        name = say("{name} (over budget)", name=name)
    return say(text, name=name, faster=times(found.gain or 0.0))


def _chart(rigs: Sequence[Compared], found: Comparison, task: str, *, is_tried: bool) -> RangeChart:
    per_s = SHOWN[task].unit.per_s
    usual = rigs[0].found.file if rigs[0].found is not None else ""
    bars = tuple(_bar(one, per_s, usual) for one in rigs)
    rows = tuple((*rig_row(one).cells, say(_WHOSE[one.whose])) for one in rigs)
    unit, titles = unit_text(task), tuple(map(say, COLUMNS))
    return RangeChart(
        title=_span(rigs, found, unit, per_s),
        subtitle=range_subtitle(unit, bars, task),
        sentence=_sentence(rigs, found, is_tried=is_tried),
        axis=linear_axis(unit, largest=max((bar.high or 0.0 for bar in bars), default=0.0) or 1.0),
        bars=bars,
        table=Table((*titles[:2], say("Speed ({unit})", unit=unit), *titles[3:], say("Owner")), rows),
    )


def _span(rigs: Sequence[Compared], found: Comparison, unit: str, per_s: float) -> str:
    """From the slowest to the fastest rig that runs it."""
    if not found.running:
        return say("How fast these rigs are is not known")
    slowest, fastest = rigs[found.running[0]], rigs[found.running[-1]]
    slow, fast = (speed_number(one.found.middle_per_s * per_s) for one in (slowest, fastest) if one.found)
    if len(found.running) == 1:
        return f"{slowest.name}: {slow} {unit}"
    return say(
        "From {slow} ({slowest}) to {fast} {unit} ({fastest})",
        slow=slow,
        slowest=_inside(slowest),
        fast=fast,
        unit=unit,
        fastest=_inside(fastest),
    )


def _inside(one: Compared) -> str:
    """Its name inside a sentence: what is no name but words about the own rig has a small first letter."""
    is_words = one.whose == "what_if" or (one.whose == "own" and one.name.startswith(say("This rig")))
    return uncapital(one.name) if is_words else one.name


def _bar(one: Compared, per_s: float, usual_file: str) -> RangeBar:
    """Its speed; a file other than that of the own rig is told."""
    found, role = one.found, ROLES[one.whose]
    if found is None or not found.runs or found.rate is None:
        text = one.trouble or say(UNKNOWN) if found is None else speed_text(found)
        return RangeBar(one.name, None, None, None, text, role)
    low, middle, high = (value * per_s for value in (found.rate.low, found.rate.middle, found.rate.high))
    remarks = [say("partly in RAM")] if found.fit == "spills" else []
    remarks += [found.file] if found.file not in ("", usual_file) else []
    remarks += [_standing(one)] if one.is_within is False else []
    return RangeBar(
        one.name, low, middle, high, joined((speed_text(found), *remarks), ", "), role, found.fit == "spills"
    )


def _sentence(rigs: Sequence[Compared], found: Comparison, *, is_tried: bool) -> str:
    """How wide the gap between the slowest and the fastest is, and what the own one is against reading."""
    own = next((one.found for one in rigs if one.whose == "own"), None)
    words = []
    if own is not None and own.runs and own.rate is not None and own.task == TEXT:
        text = to_say("The rig as it is now: {reading}.") if is_tried else to_say("This rig: {reading}.")
        words.append(say(text, reading=reading_words(own.rate.middle)))
    if found.spread is not None:
        slowest, fastest = _inside(rigs[found.running[0]]), rigs[found.running[-1]].name
        gap = times(found.spread)
        text = to_say("{fastest}: {gap} as fast as {slowest}.")
        if gap == times(1):
            text = to_say("{fastest}: about as fast as {slowest}.")
        words.append(say(text, fastest=fastest, gap=gap, slowest=slowest))
    if found.too_small:
        words.append(
            say("Not enough memory: {lacking}.", lacking=joined((rigs[one].name for one in found.too_small), ", "))
        )
    return joined(words)


@kept_by_language(2)
def computer_choices(catalog: Catalog, prices: Prices | None = None) -> tuple[Choice, ...]:
    """Every computer of the catalog: usual ones to compare with first, servers last.

    With prices each tells its own; with a budget what is within it comes first, and what is over it last.
    """
    servers = ("server", "rack")
    usual, server = say("common setup"), say("server")
    tags = {id: _tag(id, prices) for id in catalog.computers}
    found = sorted(
        catalog.computers.items(), key=lambda one: (tags[one[0]][0], not one[1].usual, one[1].form in servers)
    )
    kinds = {id: usual if card.usual else server if card.form in servers else "" for id, card in found}
    return tuple(
        Choice(id, card.name, joined((kinds[id], tags[id][1]), ", "), "\n".join(_found_by(card, catalog)))
        for id, card in found
    )


def _found_by(card: ComputerCard, catalog: Catalog) -> Iterator[str]:
    """What else a computer is called, and the names of its chips."""
    yield from card.aliases
    for part in (catalog.gpus.get(card.gpu or ""), catalog.cpus.get(card.cpu or "")):
        if part is not None:
            yield from (part.name, *part.aliases)


def _tag(computer_id: str, prices: Prices | None) -> tuple[int, str]:
    """How a computer stands to the budget (within it, unknown, over it), and its price in short."""
    price = prices.bought(computer_id) if prices is not None else None
    if prices is None or price is None:
        return 1, ""
    beyond, has_budget = is_beyond(price, prices.money), prices.money.budget_usd is not None
    return 2 if beyond else 1 - has_budget, joined(
        (span_words(price, currency_of(prices.money)), say("over budget") if beyond else ""), ", "
    )
