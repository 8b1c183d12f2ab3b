"""Page Rigs: every computer as a row of finished texts, and the verdict about the best of them."""

from collections.abc import Sequence

from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.fleet import Fleet, FleetRig
from advisor.facts.answers.usability import USABILITIES, Usability
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range, middle
from advisor.present.rank.fleet import fleet_sentences, held_back, of_memory, split_sentences
from advisor.present.rank.fleet_group import tensor_sentences, users_sentence
from advisor.present.rank.rows import NOTHING
from advisor.present.tasks.shown import SHOWN
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.words.cell import Cell
from advisor.present.words.choice import Choice
from advisor.present.words.light import LIGHT_WORDS
from advisor.present.words.money import Currency
from advisor.present.words.quantity import capacity, count, speed_range, wait
from advisor.present.words.search import nearest_first
from advisor.present.words.verdict import NO_FIGURE, Figure, Verdict, verdict_title
from advisor.present.words.words import joined, say, say_count, to_say

COLUMNS = (
    to_say("Verdict"),
    to_say("Rig"),
    to_say("Speed"),
    to_say("Ready in"),
    to_say("Memory"),
    to_say("Users"),
    to_say("Price"),
    to_say("Held back by"),
)
LIGHT_COLUMN, LABEL_COLUMN, SPEED_COLUMN = map(COLUMNS.index, ("Verdict", "Rig", "Speed"))
FALLING_COLUMNS = tuple(map(COLUMNS.index, ("Speed", "Users")))
NETWORKS = {
    "1gbe": 1.0,
    "2.5gbe": 2.5,
    "5gbe": 5.0,
    "10gbe": 10.0,
    "25gbe": 25.0,
    "100gbe": 100.0,
    "thunderbolt5": 80.0,
}
"""Gbit/s on paper; what one stream carries of it is in docs/physics.md 6.9."""
USUAL_NETWORK = "1gbe"
_NETWORK_NAMES = {"1gbe": "1 GbE", "2.5gbe": "2.5 GbE", "5gbe": "5 GbE", "10gbe": "10 GbE", "25gbe": "25 GbE",
                  "100gbe": "100 GbE", "thunderbolt5": "Thunderbolt 5"}  # fmt: skip


@frozen
class FleetRow:
    """One computer: a cell for each of `COLUMNS`. `path` is its file, empty where that is none to open."""

    label: str
    path: str
    light: Usability
    cells: tuple[Cell, ...]
    search: str

    @property
    def texts(self) -> tuple[str, ...]:
        """What its cells say."""
        return tuple(cell.text for cell in self.cells)


@frozen
class FleetView:
    """What all of them reach: a title, what was asked, the verdict about the best one, and the table's titles."""

    title: str
    subtitle: str
    verdict: Verdict | None
    columns: tuple[str, ...]


@frozen
class FleetFilter:
    """Which rows are wanted: only this light, and those that words find."""

    light: Usability | None = None
    text: str = ""

    def found(self, rows: Sequence[FleetRow]) -> Sequence[FleetRow]:
        """Those, the nearest name first where words are looked for."""
        lit = [one for one in rows if self.light in (None, one.light)]
        return nearest_first(((one, one.label, one.search) for one in lit), self.text) if self.text.strip() else lit


def light_choices() -> tuple[Choice, ...]:
    """All lights, then each."""
    every = Choice("", say("All"))
    return (every, *(Choice(one, say(LIGHT_WORDS[one])) for one in USABILITIES))


def network_choices() -> tuple[Choice, ...]:
    """What joins the rigs; none, so that nothing is split."""
    return (Choice("", say("None")), *(Choice(one, name) for one, name in _NETWORK_NAMES.items()))


def fleet_row(row: FleetRig, task: ShownTask, currency: Currency) -> FleetRow:
    """The texts of one computer, without its file."""
    fails = row.usability == "wont_run"
    cells = (
        Cell(say(LIGHT_WORDS[row.usability]), USABILITIES.index(row.usability)),
        Cell(row.label, row.label.lower()),
        Cell(NOTHING if fails else task.rate_text(row.rate_per_s), None if fails else middle(row.rate_per_s)),
        Cell(wait(row.wait_s.middle), row.wait_s.middle) if row.wait_s and not fails else Cell(NOTHING, None),
        Cell(of_memory(row) or NOTHING, row.memory_bytes),
        Cell(NOTHING if row.users is None else count(round(row.users.middle)), middle(row.users)),
        Cell(NOTHING if row.price_usd is None else currency.text(row.price_usd.middle), middle(row.price_usd)),
        Cell(held_back(row) or NOTHING, held_back(row) or None),
    )
    return FleetRow(row.label, "", row.usability, cells, row.processor.lower())


def of_its_kind(row: FleetRow, label: str, path: str) -> FleetRow:
    """Another computer that has all but its label in common with this one."""
    before, after = row.cells[:LABEL_COLUMN], row.cells[LABEL_COLUMN + 1 :]
    return FleetRow(label, path, row.light, (*before, Cell(label, label.lower()), *after), row.search)


def fleet_view(fleet: Fleet, catalog: Catalog, workload: str) -> FleetView:
    """What is said of all of them; `fleet` may be without its rows but the best one's."""
    task = SHOWN[find_workload(fleet.workload, catalog).task]
    columns = [say(one) for one in COLUMNS]
    columns[SPEED_COLUMN] = say("{name}, {unit}", name=columns[SPEED_COLUMN], unit=say(task.unit.text))
    best = next((one for one in fleet.rows if one.label == fleet.best), None)
    model = f"{fleet.model} {fleet.quant}".strip()
    title = say_count("{count} rig", "{count} rigs", fleet.rigs)
    faults = say_count("{count} file could not be read.", "{count} files could not be read.", len(fleet.faults))
    return FleetView(
        title=title,
        subtitle=joined((say("{model} for {work}.", model=model, work=workload), faults if fleet.faults else "")),
        verdict=_verdict(fleet, best, task) if best is not None else _none(fleet),
        columns=tuple(columns),
    )


def _verdict(fleet: Fleet, best: FleetRig, task: ShownTask) -> Verdict:
    rate, need = best.rate_per_s, best.memory_bytes
    speed = NO_FIGURE if rate is None else task.rate_text(Range.exactly(rate.middle))
    span = "" if rate is None else say("{low} to {high}", low=task.rate_text(Range.exactly(rate.low)),
                                       high=task.rate_text(Range.exactly(rate.high)))  # fmt: skip
    word = say(LIGHT_WORDS[best.usability])
    is_shared = fleet.tensor is not None and rate is not None and fleet.tensor.tokens_per_s.middle > rate.middle
    shared = tensor_sentences(fleet) if is_shared else ()
    return Verdict(
        light=best.usability,
        light_word=word,
        title=verdict_title(word, best.label),
        asked=fleet_sentences(fleet)[0],
        figures=(
            Figure(say("Speed"), speed, say(task.unit.text), span),
            Figure(say("Ready in"), wait(best.wait_s.middle) if best.wait_s else NO_FIGURE),
            Figure(say("Memory"), NO_FIGURE if need is None else capacity(need)),
        ),
        because=joined((*_split(fleet), *shared)),
        actions=(),
        aside=users_sentence(fleet),
    )


def _split(fleet: Fleet) -> tuple[str, ...]:
    """What the best split is, in short where one rig alone is faster."""
    split = fleet.split
    if split is None:
        return ()
    alone, rate = split.alone_tokens_per_s, split.tokens_per_s
    if split.alone is None or alone is None or rate is None or alone.middle < rate.middle:
        return split_sentences(split)
    return (
        say("The best split is slower: {rate} tokens/s on {rigs} rigs.", rate=speed_range(rate), rigs=len(split.parts)),
    )  # fmt: skip


def _none(fleet: Fleet) -> Verdict:
    """Where no rig runs it alone: whether they do together."""
    split = fleet.split
    runs = split is not None and split.tokens_per_s is not None
    light: Usability = split.usability if split is not None and runs else "wont_run"
    word = say(LIGHT_WORDS[light])
    empty = tuple(Figure(say(name), NO_FIGURE) for name in (to_say("Speed"), to_say("Ready in"), to_say("Memory")))
    return Verdict(
        light=light,
        light_word=word,
        title=say("{light} on several rigs together", light=word)
        if runs
        else say("{light} on any of them", light=word),
        asked=fleet_sentences(fleet)[0],
        figures=(empty[0], empty[1], empty[2]),
        because=joined(split_sentences(split)) if split is not None else "",
        actions=(),
        aside=users_sentence(fleet),
    )
