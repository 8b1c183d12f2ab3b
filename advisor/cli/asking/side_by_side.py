"""What several computers, or several models on one, answer to a plain question, side by side in one table."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import NamedTuple

from advisor.advice.assembled import assembled
from advisor.answer.money.prices import Prices
from advisor.answer.rig.rank import each_of_best
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import NamedMemory, named_memory
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.named_computers import TOGETHER, NamedComputer, Way
from advisor.cli.asking.wish import Wish
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.cli.frame.rig_options import AskedRig, asked_rig
from advisor.cli.frame.table import aligned
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.answers.worth import Price
from advisor.facts.values.units import GIB
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import duration, times
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import joined

_USEFUL: tuple[Usability, ...] = ("great", "fine")
_LIGHTS: tuple[Usability, ...] = ("great", "fine", "slow", "unknown", "wont_run")
_CLEARLY = 1.15
"""From this on a computer is called faster, or dearer."""


class Held(NamedTuple):
    """What a question holds against each other: models (none: each computer's best) and computers with CPU and RAM."""

    models: tuple[str, ...]
    workload: str
    computers: tuple[NamedComputer, ...]
    cpu: str = ""
    ram: NamedMemory | None = None


class _Row(NamedTuple):
    name: str
    answer: AskAnswer
    verdict: Verdict
    price: Price | None
    assumed: tuple[str, ...]

    @property
    def is_useful(self) -> bool:
        return self.answer.usability in _USEFUL

    @property
    def rate(self) -> float:
        return self.answer.rate_per_s.middle if self.answer.rate_per_s else 0.0


def side_by_side(held: Held, wish: Wish, prices: Prices) -> tuple[str, Usability]:
    """The table with what follows, and the best light of it.

    Raises:
        SentenceError, ReasonError: one of them has no answer.
    """
    usual = _usual_ram(held, prices.catalog) if held.ram is None else None
    held = held if usual is None else held._replace(ram=usual)
    rows = _rows(held, wish, prices)
    wait_name = rows[0].verdict.figures[1].name
    table = [("Computer", "Model", "File", "Verdict", "Speed", "First word", wait_name, "Price")]
    for one in rows:
        speed, wait, _ = one.verdict.figures
        told = f"{speed.amount} ({speed.span})" if speed.span else speed.amount
        price = span_words(one.price, currency_of(prices.money)) if one.price else ""
        quant, first_s = one.answer.settings.quant or "", one.answer.first_token_s
        first = duration(first_s) if first_s is not None and wait_name != "First word" else ""
        table.append((one.name, one.answer.model, quant, one.verdict.light_word, told, first, wait.amount, price))
    columns = [column for column in zip(*table, strict=True) if any(column[1:])]
    alike = (f"{usual} GB of RAM (--ram)",) if usual is not None else ()
    assumed = dict.fromkeys((*alike, *(text for one in rows for text in one.assumed)))
    note = f"Assumed: {'; '.join(assumed)}.\n" if assumed else ""
    text = aligned(list(zip(*columns, strict=True)))
    best = min((one.answer.usability for one in rows), key=_LIGHTS.index)
    return f"{text}{_conclusion(rows, prices)}\n{note}", best


def _rows(held: Held, wish: Wish, prices: Prices) -> list[_Row]:
    """Every computer with every model; where none is named all with the same one, or nothing can be compared."""
    if held.models:
        return [_best_way(held, one, model, wish, prices) for model in held.models for one in held.computers]
    own = [_best_way(held, one, None, wish, prices) for one in held.computers]
    models = dict.fromkeys(row.answer.model for row in own)
    if len(models) == 1:
        return own
    alike = [[_best_way(held, one, model, wish, prices) for one in held.computers] for model in models]

    def suits(rows: list[_Row]) -> tuple[int, int, float]:
        """How many do it well, how many without RAM beside VRAM, and how capable the model is."""
        whole = sum(one.answer.settings.placement != "gpu+ram" for one in rows)
        model = prices.catalog.models.get(rows[0].answer.model_id)
        able = capability(model, prices.catalog.blocks, use=DEFAULT_WORKLOAD) if model is not None else 0.0
        return sum(one.is_useful for one in rows), whole, able

    return max(alike, key=suits)


def _best_way(held: Held, computer: NamedComputer, model: str | None, wish: Wish, prices: Prices) -> _Row:
    """The cheapest of its sizes that does the work; where none does the largest, of those without a price the last.

    Where no model is named the one with as much memory as the others have.
    """
    priced = [(prices.bought(way.priced), way) for way in computer.ways]
    if model is None and (like := _usual_gib(held, prices.catalog)) and len(computer.ways) > 1:
        _, way = min(priced, key=lambda one: (abs(_gib(one[1], prices.catalog) - like), one[0] is None))
        return _row(held, way, model, wish, prices)
    known = [(price, way) for price, way in priced if price is not None]
    ways = [way for _, way in sorted(known, key=lambda one: one[0].usd.middle)] or list(computer.ways)
    row = _row(held, ways[0], model, wish, prices)
    for way in ways[1:]:
        if row.is_useful:
            break
        row = _row(held, way, model, wish, prices)
    return row


def _usual_ram(held: Held, catalog: Catalog) -> NamedMemory | None:
    """The RAM of all computers of named GPUs: the most that is usual beside any of them; None where there are none."""
    gpus = [way for one in held.computers for way in one.ways if way.option == "gpu"]
    sizes = [_asked(held, way, catalog).profile.machine.memory.installed_bytes.value or 0 for way in gpus]
    return NamedMemory(gib=max(sizes) / GIB) if sizes else None


def _usual_gib(held: Held, catalog: Catalog) -> float:
    """The most memory of the computers that are sold in one size; 0 for none."""
    return max((_gib(one.ways[0], catalog) for one in held.computers if len(one.ways) == 1), default=0.0)


def _gib(way: Way, catalog: Catalog) -> float:
    computer = catalog.computers.get(way.priced)
    return (computer.memory_gib or 0.0) if computer is not None else 0.0


def _row(held: Held, way: Way, model: str | None, wish: Wish, prices: Prices) -> _Row:
    catalog, asked = prices.catalog, _asked(held, way, prices.catalog)
    workload = held.workload or (None if model else DEFAULT_WORKLOAD)
    named = model or _first(asked, workload or DEFAULT_WORKLOAD, catalog)
    answer, verdict = asked_answer(replace(wish, model=named, workload=workload), asked, catalog)
    price = prices.bought(way.priced)
    price = price and price.changed(usd=price.usd.times(way.number))
    return _Row(way.value, answer, verdict, price, asked.assumed)


def _asked(held: Held, way: Way, catalog: Catalog) -> AskedRig:
    """The computer as the options of a command would name it."""
    is_whole, of_ram = way.option == "machine", named_memory(way.ram) if way.ram else None
    options = argparse.Namespace(
        machine=Path(way.value) if is_whole else None,
        gpu=None if is_whole else ["none"] if of_ram else way.value.split(TOGETHER),
        cpu=None if is_whole else held.cpu or None,
        ram=None if is_whole else of_ram or held.ram,
        unified=False,
    )
    return asked_rig(options, catalog)


def _first(asked: AskedRig, workload: str, catalog: Catalog) -> str:
    """The first model of a computer's ranking."""
    rig = assembled(asked.profile, catalog, name=asked.name).rig
    *_, best = each_of_best(rig, catalog, workload_id=workload, count=1)
    return best.model.name if best is not None else ""


def _conclusion(rows: Sequence[_Row], prices: Prices) -> str:
    """What an expert would say of them, in one line."""
    useful = [one for one in rows if one.is_useful]
    if not useful:
        slow, fast = (end(rows, key=lambda one: one.rate) for end in (min, max))
        runs = slow.rate and all(one.answer.usability == "slow" for one in rows)
        return joined(("None of them does this well.", f"{_faster(fast, slow, rows)}." if runs else ""))
    if len(useful) == 1:
        others = joined((f"{one.name} ({one.verdict.light_word.lower()})" for one in rows if one not in useful), ", ")
        return f"Only {_called(useful[0], rows)} does this well, not {others}."
    return " ".join(_of_several(useful, rows, prices))


def _of_several(useful: Sequence[_Row], rows: Sequence[_Row], prices: Prices) -> Iterator[str]:
    """Which of those that do the work is faster, and which costs less."""
    slow, fast = min(useful, key=lambda one: one.rate), max(useful, key=lambda one: one.rate)
    is_one_model = len({one.answer.model_id for one in rows}) == 1
    yield f"{'All' if len(useful) > 2 else 'Both'} do this well."
    if not is_one_model and len({one.name for one in rows}) == 1 and fast.rate / (slow.rate or inf) >= _CLEARLY:
        yield f"{_faster(fast, slow, rows)}."
    for one in useful:
        if loss_steps(_file(one)) and any(not loss_steps(_file(other)) for other in useful):
            yield f"{_file(one)} answers noticeably worse than the usual file of {one.answer.model}."
    if slow.rate and is_one_model and fast.rate / slow.rate >= _CLEARLY:
        yield f"{_faster(fast, slow, rows)}."
        if _bytes(slow) / _bytes(fast) >= _CLEARLY:
            yield f"{_called(slow, rows)} takes the better file: {_file(slow)}, not {_file(fast)}."
    priced = [(one.price.usd.middle, one) for one in useful if one.price is not None]
    if len(priced) > 1:
        priced.sort(key=lambda one: one[0])
        (least, cheap), (most, dear) = priced[0], priced[-1]
        if most / least >= _CLEARLY:
            gap = currency_of(prices.money).text(round(most - least, -1))
            yield f"{_called(cheap, rows)} costs about {gap} less than {_called(dear, rows)}."


def _faster(fast: _Row, slow: _Row, rows: Sequence[_Row]) -> str:
    return f"{_called(fast, rows)} is {times(fast.rate / slow.rate)} as fast as {_called(slow, rows)}"


def _bytes(one: _Row) -> int:
    return sum(one.answer.need_bytes.values()) or 1


def _file(one: _Row) -> str:
    return one.answer.settings.quant or "another"


def _called(one: _Row, rows: Sequence[_Row]) -> str:
    """Its computer, or the model where all are on one computer."""
    if len({row.name for row in rows}) > 1:
        return one.name
    is_one_model = len({row.answer.model_id for row in rows}) == 1
    return f"{one.answer.model} as {_file(one)}" if is_one_model else one.answer.model
