"""What several computers, or several models on one, answer to a plain question, side by side in one table."""

from collections.abc import Collection, Sequence
from itertools import islice
from typing import NamedTuple

from advisor.answer.money.prices import Prices, within_usd
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.answered import answered, pairs, rig_of
from advisor.cli.asking.best_of_all import best_of_all, best_on, gib_of
from advisor.cli.asking.buying.new_prices import unknown_new
from advisor.cli.asking.sentence.apart.between import NOTHING_TOLD, Between
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.steps import Held, Machines
from advisor.cli.asking.versus.alike import alike, held_whole, what_sets_apart
from advisor.cli.asking.versus.built_way import with_built
from advisor.cli.asking.versus.caches import saved_by_cache, with_each_cache
from advisor.cli.asking.versus.conclusion import conclusion, without_equal
from advisor.cli.asking.versus.costs import costs
from advisor.cli.asking.versus.drawn import asked_of_drawn, drawn
from advisor.cli.asking.versus.each_model import for_each_model
from advisor.cli.asking.versus.each_work import for_each_work
from advisor.cli.asking.versus.enough_ram import assumed_words, enough_ram
from advisor.cli.asking.versus.files import in_more_bits, in_one_file, of_poor_files
from advisor.cli.asking.versus.less_trouble import with_less_trouble
from advisor.cli.asking.versus.own_best import Bests, better_model, own_best
from advisor.cli.asking.versus.pick import NO_CHOICE, Choice, for_memory, payable, picked, recommended
from advisor.cli.asking.versus.ratings import ratings
from advisor.cli.asking.versus.row import LIGHTS, Row, bytes_of, file_of
from advisor.cli.asking.versus.table import better_of, no_price_of, table_of, upper_over
from advisor.cli.asking.versus.to_mind import to_mind
from advisor.cli.asking.versus.which_file import first_of_files, kept_of_files, with_best, with_between
from advisor.cli.asking.versus.with_own import is_enough, own_lines
from advisor.cli.asking.wish import AUTO
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.units import GIB
from advisor.present.words.quantity import capacity
from advisor.present.words.words import joined

_TODAY = "DDR5"
"""The type of RAM in a PC that is built today."""
_NEW = 4
"""So many models are named that only one computer runs well."""


class Compared(NamedTuple):
    """The table, what follows from it, the answers behind it, and the command of each.

    `better` is the computer that does it better, and by how much; empty where no computers are compared. `choice` is
    the one to take, `rows` what stands in the table. `is_whole`: complete computers are among them.
    """

    table: str
    conclusion: str
    answers: tuple[AskAnswer, ...]
    commands: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    is_unpriced: bool = False
    better: str = ""
    choice: Choice = NO_CHOICE
    rows: tuple[Row, ...] = ()
    is_whole: bool = False

    @property
    def usability(self) -> Usability:
        """The best light of all; unknown where what was asked turns on prices that nobody knows."""
        if self.is_unpriced or not self.answers:
            return "unknown"
        return min((one.usability for one in self.answers), key=LIGHTS.index)


def side_by_side(held: Held, prices: Prices) -> Compared:
    """What is held against each other, in one table.

    Raises:
        SentenceError, ReasonError: one of them has no answer.
    """
    catalog, workload = prices.catalog, held.workload or DEFAULT_WORKLOAD
    held, notes = _with_families(with_best(held, catalog), workload, catalog)
    if held.is_offered:
        held = held._replace(computers=tuple(payable(one, held.budget_usd, prices) for one in held.computers))
    held, parts = with_built(
        held, prices, lambda way, model: answered_row(way, model, held, held.quant or AUTO, prices)
    )
    mostly = _usual_ram(held, catalog)
    usual = enough_ram(
        mostly,
        held,
        lambda way, ram, name: answered_row(_with_ram(way, ram, catalog), name, held, held.quant or AUTO, prices),
    )
    if usual is not None:
        held = held._replace(
            computers=tuple(tuple(_with_ram(one, usual, catalog) for one in ways) for ways in held.computers)
        )
    only, better, apart = "", NO_CHOICE, tuple[str, ...]()
    assumed = [assumed_words(usual, mostly)] if usual is not None else []
    if held.models:
        rows, apart = _of_named(held, notes, prices)
    else:
        rows, only, told, bests = _with_one_model(held, workload, prices)
        better = better_model(bests, held.budget_usd, catalog) if held.swapped is None else NO_CHOICE
        notes += [*([f"Only {only}."] if only else []), told]
    notes += to_mind(rows, catalog)
    assumed += [text for one in rows for text in one.assumed]
    notes += [f"Assumed: {'; '.join(dict.fromkeys(assumed))}."] if assumed else []
    notes = [*parts, *unknown_new(held.asked_new, prices), *notes]
    return _concluded(rows, held, prices, _Read(tuple(notes), only, better, apart))


class _Read(NamedTuple):
    """What goes with the rows: notes, what one computer alone does, the one whose best model can do more, the rest."""

    notes: tuple[str, ...]
    only: str
    better: Choice
    apart: tuple[str, ...]


def _concluded(rows: Sequence[Row], held: Held, prices: Prices, read: _Read) -> Compared:
    """The rows with what an expert would say of them: what is there first, then which one to take."""
    notes, only, better, apart = read
    own = held.own if held.swapped is None else None
    is_kept = own is not None and is_enough(rows, own)
    pick, said = _picked(rows, held, better, only, prices) if not is_kept else (NO_CHOICE, "")
    pick = with_less_trouble(pick, rows, held.budget_usd, prices)
    if not (said or is_kept):
        pick = for_each_work(rows, held, pick, lambda one, more: _again(one, file_of(one), prices, more)) or pick
    sold = [way.name for ways in held.computers for way in ways if way.priced]
    unpriced = [one.name for one in rows if one.price is None and one.name in sold]
    found = compared(
        rows,
        held.budget_usd,
        prices,
        notes=notes,
        said=said,
        only=only,
        between=held.between,
        unpriced=unpriced,
    )
    first = "".join(f"{one}\n" for one in own_lines(rows, own, prices)) if own is not None else ""
    of_files = first_of_files(rows) if held.models and not held.cache_types else ""
    first = first or (f"{of_files}\n" if of_files.startswith("No, ") else "")
    of_files = "" if first else of_files
    first = first or "".join(f"{one}\n" for one in held_whole(rows))
    concluded = without_equal(found.conclusion, rows) if pick.is_of_near else found.conclusion
    each = "" if said or pick.text or is_kept or held.swapped else for_each_model(rows, prices)
    lead = "" if said else pick.text or each
    told = joined(filter(None, (lead, of_files, concluded, *no_price_of(unpriced, rows), *apart)))
    return found._replace(table=f"{first}{found.table}", conclusion=told, choice=pick)


def _picked(rows: Sequence[Row], held: Held, better: Choice, only: str, prices: Prices) -> tuple[Choice, str]:
    """Which one to take, and what is said in place of a conclusion: the one whose best model can do more."""
    is_swap = held.swapped is not None
    pick = for_memory(rows, only, held.budget_usd, prices) if not better.text and not is_swap else NO_CHOICE
    is_open = held.is_offered and held.between.gap is None  # what the difference brings is said otherwise
    pick = picked(rows, held.budget_usd, prices, only=only) if is_open and not pick.text else pick
    if pick.text or better.text:
        return (pick, "") if pick.text else (better, better.text)
    is_told = bool(held.cache_types) or held.between != NOTHING_TOLD or held.budget_usd is not None
    is_priced = bool(held.told_prices) and not held.is_offered
    return (NO_CHOICE if is_swap or is_told or is_priced else recommended(rows, prices)), ""


def _of_named(held: Held, notes: list[str], prices: Prices) -> tuple[list[Row], tuple[str, ...]]:
    """Each model that is named on each computer, alike where they are held against each other; what sets them apart."""
    apart = tuple[str, ...]()
    named = [(one.name, quant) for one in held.models for quant in one.quants or (held.quant or AUTO,)]
    rows = [
        row
        for model, quant in named
        for ways in held.computers
        for row in with_each_cache(held.cache_types, _best_way(held, ways, model, quant, prices), prices.catalog)
    ]
    if not held.cache_types:
        first = rows
        rows = alike(
            rows,
            lambda one, quant, more: _again(one, quant, prices, more),
            is_file_free=all(quant == AUTO for _, quant in named),
        )
        apart = tuple(what_sets_apart(first, rows))
        rows = with_between(rows, lambda one, quant: _again(one, quant, prices))
        notes += kept_of_files(rows, prices.catalog)
    notes += (*of_poor_files(rows), *in_one_file(rows, lambda one, quant: _again(one, quant, prices)))
    notes += saved_by_cache(rows) if held.cache_types else ratings(rows, prices.catalog)
    notes += (*asked_of_drawn(rows, prices.catalog), *drawn(rows, prices.catalog))
    if held.is_together and len({one.name for one in rows}) == 1:
        notes.append(f"Both together take {capacity(sum(map(bytes_of, rows)))}.")
    return rows, apart


def _with_families(held: Held, workload: str, catalog: Catalog) -> tuple[Held, list[str]]:
    """With the best of each family that is named as one more model, and which it is."""
    files = next((one.quants for one in held.models if not one.name), ())
    models, notes = [one for one in held.models if one.name], list[str]()
    rigs = [rig_of(ways[0].options, catalog) for ways in held.computers if held.families]
    for one in held.families:
        model, does = best_of_all(rigs, workload, held.settings, catalog, family=one)
        models += [NamedModel(model, 0, files)] if model not in (other.name for other in models) else []
        why = "the best of the ranking" if does else "the first of the ranking; none does this well,"
        notes.append(f"Chosen: {model}, {why} of {one}.")
    return held._replace(models=tuple(models)), notes


def compared(
    rows: Sequence[Row],
    budget_usd: float | None,
    prices: Prices,
    *,
    notes: tuple[str, ...],
    said: str = "",
    only: str = "",
    between: Between = NOTHING_TOLD,
    unpriced: Collection[str] = (),
) -> Compared:
    """The rows as a table with what an expert would say of them; `only` is what one of the computers alone does.

    `unpriced` are those that are sold at a price that nobody knows.
    """
    over = [one.name for one in rows if budget_usd is not None and one.price and within_usd(one.price) > budget_usd]
    useful = [one for one in rows if one.is_useful]
    concluded = " ".join((conclusion(rows, prices.catalog), *costs(useful, rows, prices, between, only)))
    beyond = f" Over the budget: {', '.join(dict.fromkeys(over))}." if over else ""
    dear = upper_over(rows, over, budget_usd)
    return Compared(
        table_of(rows, prices, hides_price=between.is_same, unpriced=unpriced),
        f"{said or concluded}{beyond}",
        tuple(one.answer for one in rows),
        tuple(one.words for one in rows),
        (*((dear,) if dear else ()), *notes),
        better=better_of(rows, only),
        rows=tuple(rows),
    )


def _best_way(held: Held, ways: Sequence[Way], model: str, quant: str, prices: Prices) -> Row:
    """The cheapest of its sizes that does the work; where none does the largest, of those without a price the last."""
    priced = [(prices.bought(way.priced), way) for way in ways]
    known = [(price, way) for price, way in priced if price is not None]
    ordered = [way for _, way in sorted(known, key=lambda one: one[0].usd.middle)] or list(ways)
    for way in ordered:
        row = answered_row(way, model, held, quant, prices)
        if row.is_useful:
            break
    return row if quant != AUTO else in_more_bits(row, lambda better: _again(row, better, prices))


def _again(row: Row, quant: str, prices: Prices, more: tuple[str, ...] = ()) -> Row:
    """The same in another file, with further options."""
    others = [word for name, value in pairs(row.words[2:]) if name != "--quant" for word in (name, value)]
    words = (row.words[1], *others, "--quant", quant, *more)
    try:
        answer, verdict, asked = answered(words, prices.catalog)
    except ReasonError:  # no program runs it there
        return row._replace(lacking=quant)
    return row._replace(words=("ask", *words), answer=answer, verdict=verdict, assumed=asked.assumed, poor=None)


def _with_one_model(held: Held, workload: str, prices: Prices) -> tuple[list[Row], str, str, Bests]:
    """One model for all of them, in one file where all take it: the best that each of them runs well.

    With what only the one with the most memory does, empty for nothing, which model that is, and the best of each.
    """
    catalog = prices.catalog
    like = _usual_gib(held, catalog)
    ways = [min(some, key=lambda one: abs(_gib(one, catalog) - like) if like else 0.0) for some in held.computers]
    rigs = [rig_of(one.options, catalog) for one in ways]
    model, does_all = best_of_all(rigs, workload, held.settings, catalog)
    quant = held.quant or AUTO
    rows = [answered_row(way, model, held, quant, prices) for way in ways]
    if does_all and quant == AUTO and _are_of_several_files(rows):
        rows = _in_one_file(held, ways, rows, prices) or rows
    told = "the best that each of them runs well" if does_all else "the best of the first; no model runs well on all"
    are_alike = len({gib_of(one, catalog) for one in rigs}) == 1
    bests = (
        Bests()
        if are_alike
        else own_best(
            rows,
            lambda place: best_on(rigs[place], workload, catalog),
            lambda place, other: answered_row(ways[place], other, held, AUTO, prices),
        )
    )
    return (
        rows,
        _only_on_the_larger(held, ways, workload, prices),
        joined((f"Compared with {model}: {told}.", bests.text)),
        bests,
    )


def _in_one_file(held: Held, ways: Sequence[Way], rows: Sequence[Row], prices: Prices) -> list[Row]:
    """All in the smallest of their files; nothing where one has no program for it, or does not do it well."""
    least = min(rows, key=bytes_of)
    if least.answer.settings.quant is None:
        return []
    same = [answered_row(way, least.answer.model, held, least.answer.settings.quant, prices) for way in ways]
    return same if all(one.is_useful and not one.lacking for one in same) else []


def _only_on_the_larger(held: Held, ways: Sequence[Way], workload: str, prices: Prices) -> str:
    """What only the computer with the most memory holds whole, or runs well; empty for nothing."""
    catalog = prices.catalog
    rigs = [rig_of(one.options, catalog) for one in ways]
    sizes = [(gib_of(one, catalog), one.profile.machine.memory.installed_bytes.value or 0) for one in rigs]
    large = max(range(len(ways)), key=sizes.__getitem__)
    smaller = [place for place, size in enumerate(sizes) if size < sizes[large]]
    if workload not in catalog.workloads or not smaller or len(smaller) < len(ways) - 1:
        return ""
    if sizes[smaller[0]][0] < sizes[large][0] and (whole := _only_whole(held, ways, large, workload, prices)):
        return whole
    work, others = held._replace(workload=workload), [ways[place] for place in smaller]

    def is_new(model: str) -> bool:
        rows = (answered_row(one, model, work, AUTO, prices) for one in (*others, ways[large]))
        return [one.is_useful for one in rows] == [False] * len(others) + [True]

    new = best_on(rigs[large], workload, catalog)
    told = joined(islice(filter(is_new, new), _NEW), ", ")
    return f"{ways[large].name or rigs[large].name or 'this computer'} runs well: {told}" if told else ""


def _only_whole(held: Held, ways: Sequence[Way], large: int, workload: str, prices: Prices) -> str:
    """The first of the ranking that only one of the computers holds whole on its cards; empty for none."""
    catalog, work = prices.catalog, held._replace(workload=workload)
    others = [one for place, one in enumerate(ways) if place != large]
    for model in best_on(rig_of(ways[large].options, catalog), workload, catalog):
        row = answered_row(ways[large], model, work, AUTO, prices)
        if not row.is_useful or row.answer.settings.placement != "gpu":
            continue
        quant = row.answer.settings.quant or AUTO
        same = [answered_row(one, model, work, quant, prices) for one in others]
        if all(one.answer.settings.placement != "gpu" for one in same):
            return f"{row.name} holds {model} as {quant} whole"
    return ""


def _are_of_several_files(rows: Sequence[Row]) -> bool:
    return len({one.answer.settings.quant for one in rows}) > 1


def _usual_ram(held: Held, catalog: Catalog) -> NamedMemory | None:
    """The RAM of all computers of named GPUs: the least that is usual beside any of them; None where there are none.

    They are held against each other in one PC, so it is of the type that the oldest of them has.
    """
    gpus = [way for ways in held.computers for way in ways if _lacks_ram(way, catalog)]
    memory = [rig_of(way.options, catalog).profile.machine.memory for way in gpus]
    types = [one.type for each in memory for one in each.modules.value or () if one.type]
    oldest = min(types, default=_TODAY)
    sizes = [each.installed_bytes.value or 0 for each in memory]
    return NamedMemory(gib=min(sizes) / GIB, type=None if oldest == _TODAY else oldest) if sizes else None


def _lacks_ram(way: Way, catalog: Catalog) -> bool:
    """Whether it is a computer of cards of which nobody said how much RAM it has; chips come with theirs."""
    named = [value for name, value in pairs(way.options) if name == "--gpu"]
    chip = next((card_id for one in named if (card_id := catalog.gpus.find(one))), None)
    is_chip = chip is not None and catalog.gpus[chip].memory_kind != "dedicated"
    return bool(named) and not is_chip and not {"--ram", "--unified"} & set(way.options)


def _with_ram(way: Way, ram: NamedMemory, catalog: Catalog) -> Way:
    return way._replace(options=(*way.options, "--ram", str(ram))) if _lacks_ram(way, catalog) else way


def _usual_gib(held: Held, catalog: Catalog) -> float:
    """The most memory of the computers that are sold in one size; 0 for none."""
    return max((_gib(ways[0], catalog) for ways in held.computers if len(ways) == 1), default=0.0)


def _gib(way: Way, catalog: Catalog) -> float:
    computer = catalog.computers.get(way.priced)
    return (computer.memory_gib or 0.0) if computer is not None else 0.0


def answered_row(way: Way, model: str, held: Held | Machines, quant: str, prices: Prices) -> Row:
    """One model in one file on one computer; in the best that programs run there where none runs that one."""
    work = ("--workload", held.workload) if held.workload else ()
    file = ("--quant", quant) if quant != AUTO else ()
    words = (model, *work, *file, *way.options, *held.settings)
    try:
        answer, verdict, asked = answered(words, prices.catalog)
    except ReasonError as error:
        if quant == AUTO or error.reason.code != "no_program_of_type":
            raise
        return answered_row(way, model, held, AUTO, prices)._replace(lacking=quant)
    price = prices.bought(way.priced) if way.priced and way.price is None else None
    price = way.price or (price and price.changed(usd=price.usd.times(way.number)))
    return Row(way.name or asked.name or "This computer", ("ask", *words), answer, verdict, price, asked.assumed)
