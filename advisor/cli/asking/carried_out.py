"""Answers a plain question: runs what it asks for, and says how it was understood."""

import argparse
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from advisor.advice.assembled import assembled
from advisor.answer.money.prices import Prices, with_own_price
from advisor.answer.tasks.ask import untrained
from advisor.answer.what_if.upgrade_limits import upgrade_limits
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.answered import rig_of, wished
from advisor.cli.asking.best_of_all import best_of_all, newly_useful
from advisor.cli.asking.codes import CODES
from advisor.cli.asking.longest import longest_line
from advisor.cli.asking.machines import machines_for
from advisor.cli.asking.most_users import most_users_line
from advisor.cli.asking.needs import needed
from advisor.cli.asking.plan import planned
from advisor.cli.asking.power_limit import power_limit_line
from advisor.cli.asking.printed import answer_lines
from advisor.cli.asking.rental import rental_lines
from advisor.cli.asking.sentence.said import Said, said
from advisor.cli.asking.side_by_side import Compared, side_by_side
from advisor.cli.asking.steps import Given, Held, Line, Machines, Needs, Plan, Step, Told, Untold, Vram
from advisor.cli.asking.volume_words import volume_lines
from advisor.cli.asking.vram import ways_to_vram
from advisor.cli.asking.wish import AUTO
from advisor.cli.frame.command import UsageError, run_line
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.kept.settings import Money
from advisor.facts.values.local_time import local_today
from advisor.facts.values.reason import ReasonError, reason
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.shell_words import System, command
from advisor.present.words.words import sentence
from advisor.store.settings import SETTINGS

_MOST_WORDS = 100
"""More are no question: every run of words is looked for among all names."""
_NEW = 5
_OF_A_RIG = frozenset(("--gpu", "--cpu", "--ram", "--machine"))


def carried_out(text: str, arguments: argparse.Namespace, asked: AskedRig, catalog: Catalog) -> int | None:
    """Print the answer to a plain question, and the exit code; None where nothing says what is meant.

    `asked` is the computer that the options name, or this one.

    Raises:
        SentenceError, ReasonError: what is meant has no answer; the text says why.
    """
    if len(text.split()) > _MOST_WORDS:
        return None
    money = SETTINGS.read().record.money
    told = said(text, catalog)
    quant = "" if arguments.quant == AUTO else arguments.quant
    settings = tuple(word for text in arguments.set or () for word in ("--set", text))
    given = Given(
        arguments.workload,
        tuple(asked.parts),
        quant,
        arguments.context,
        settings,
        takes_no_card=lambda: asked.is_here and is_closed(asked, catalog),
    )
    plan = planned(told, given, catalog, money)
    if plan is None:
        return None
    return _Carried(text, told, plan, arguments, catalog, money).run()


class _Carried:
    """Runs the steps of a plan in their order and prints what they say."""

    def __init__(
        self, text: str, told: Said, plan: Plan, arguments: argparse.Namespace, catalog: Catalog, money: Money
    ) -> None:
        self.told, self.plan, self.catalog, self.text = told, plan, catalog, text
        self.is_json, self.is_csv = arguments.json, arguments.csv
        self.prices = Prices(catalog, money, local_today())
        self.own = _own_options(arguments)
        self.asked_as = list[str]()
        self.documents = list[Any]()

    def run(self) -> int:
        """Print all, and how it was understood; the exit code is that of the first step."""
        codes = list[int]()
        for place, step in enumerate(self.plan.steps):
            if place and not self.is_json:
                sys.stdout.write("\n")
            codes.append(self._step(step))
        if self.is_json:
            self._write_json()
        elif not self.is_csv:
            lines = (*dict.fromkeys(self.plan.notes), *(f"Asked as: {one}" for one in self.asked_as))
            sys.stdout.write("".join(f"{one}\n" for one in lines))
        return codes[0]

    def _step(self, step: Step) -> int:
        if isinstance(step, Line):
            return self._line(step)
        if isinstance(step, Untold):
            return self._untold(step)
        if isinstance(step, Told):
            return self._told(step)
        found = self._compared(step)
        self._remember(*found.commands)
        self._print_table(found)
        return CODES[found.usability]

    def _compared(self, step: Held | Machines | Needs | Vram) -> Compared:
        if isinstance(step, Held):
            return side_by_side(step, self._prices(step))
        if isinstance(step, Vram):
            return ways_to_vram(step, self.prices)
        return needed(step, self.prices) if isinstance(step, Needs) else machines_for(step, self.prices)

    def _prices(self, step: Held) -> Prices:
        """All prices, with the one that was told of a card."""
        prices = self.prices
        money = with_own_price(prices.money, *step.told_price) if step.told_price is not None else prices.money
        return Prices(self.catalog, money, prices.today)

    def _told(self, step: Told) -> int:
        if self.is_json:
            self.documents.append({"usability": step.usability, "sentence": step.text})
        else:
            sys.stdout.write(f"{step.text}\n")
        return CODES[step.usability]

    def _untold(self, step: Untold) -> int:
        """That its training is not predicted, and how to ask what is."""
        models = self.catalog.other_models
        found = models.find(step.model)
        cause = untrained(models[found]) if found else reason("training_not_predicted", name=step.model)
        why = sentence(in_words(cause))
        system: System = "windows" if os.name == "nt" else "linux"
        following = f"What it is made for: rig-advisor {command(('ask', step.model, *step.rig), system)}"
        if self.is_json or self.is_csv:
            self.documents.append({"usability": "unknown", "model": step.model, "sentence": why, "next": following})
        if self.is_csv:
            from advisor.cli.frame.table import csv_text

            sys.stdout.write(csv_text(self.documents[-1:]))
        elif not self.is_json:
            sys.stdout.write(f"Unknown: {why}\n{following}\n")
        return CODES["unknown"]

    def _line(self, step: Line) -> int:
        words = self._with_best(step) if step.wants_best else (*step.words, *self.own)
        self._remember(words)
        try:
            return self._asked(words[1:]) if words[0] == "ask" else self._other(words, step.before)
        except (SentenceError, ReasonError) as error:
            why = in_words(error.reason) if isinstance(error, ReasonError) else str(error)
            raise UsageError(f"{why}; asked as: {self.asked_as[-1]}") from None

    def _with_best(self, step: Line) -> tuple[str, ...]:
        """The line with the model that does it best."""
        command, _, *options = step.words
        rig, others = _parted(options)
        work = others[others.index("--workload") + 1] if "--workload" in others else DEFAULT_WORKLOAD
        settings = [word for pair in _pairs(others) if pair[0] in ("--quant", "--set", "--context") for word in pair]
        asked = rig_of((*(step.best_on or rig), *self.own), self.catalog)
        model, does = best_of_all([asked], work, settings, self.catalog, family=step.family)
        whole = f"ranking of {step.family}" if step.family else "ranking"
        told = f"the best of the {whole} that does this" if does else f"the first of the {whole}; none does this well"
        self.plan = self.plan._replace(notes=(f"Chosen: {model}, {told}.", *self.plan.notes))
        return (command, model, *options, *self.own)

    def _asked(self, words: Sequence[str]) -> int:
        wish, asked = wished(words, self.catalog)
        answer, verdict = asked_answer(wish, asked, self.catalog)
        volume = self.told.volume
        longest = longest_line(wish, asked, answer, self.catalog) if volume.wants_longest_context else ""
        users = most_users_line(wish, asked, answer, self.catalog) if volume.wants_most_users else ""
        limited = power_limit_line(volume, wish, asked, answer, self.catalog)
        self.plan = self.plan._replace(notes=(*filter(None, (longest, users, limited)), *self.plan.notes))
        if self.is_json:
            self.documents.append(answer.model_dump(mode="json"))
        elif self.is_csv:
            from advisor.cli.frame.table import csv_text

            sys.stdout.write(csv_text((answer.model_dump(mode="json"),)))
        else:
            lines = (*answer_lines(answer, verdict), *volume_lines(volume, answer, self.catalog))
            sys.stdout.write("".join(f"{one}\n" for one in lines))
        return CODES[answer.usability]

    def _other(self, words: tuple[str, ...], before: str) -> int:
        form = ("--json",) if self.is_json else ("--csv",) if self.is_csv else ()
        with contextlib.redirect_stdout(io.StringIO()) as text:
            code = run_line([*words, *form])
        if self.is_json:
            self.documents.append(json.loads(text.getvalue()))
        else:
            is_worth = words[0] == "worth" and not self.is_csv
            sys.stdout.write(f"{before}\n" if before and not self.is_csv else "")
            sys.stdout.write("".join(f"{one}\n" for one in self._rented()) if is_worth else "")
            sys.stdout.write(text.getvalue())
            sys.stdout.write("".join(f"{one}\n" for one in self._of_offers(text.getvalue(), words)) if is_worth else "")
        return code

    def _rented(self) -> Iterator[str]:
        """What cards cost that would be rented."""
        cards = [gpu for one in self.told.hardware.offered for gpu in one.gpus]
        yield from rental_lines(self.text, cards, self.prices) if self.told.trade.is_rented else ()

    def _of_offers(self, text: str, words: Sequence[str]) -> Iterator[str]:
        """Where the card stands that somebody asked about."""
        rows = [row.split("  ")[0] for row in text.splitlines() if "  " in row]
        for ram in self.told.hardware.offered_rams:
            size = " ".join(filter(None, (f"{ram.told.gib:g} GB" if ram.told.gib else "", "of RAM")))
            is_listed = any(row.startswith(f"{ram.told.gib:g} GB") for row in rows) if ram.told.gib else bool(rows)
            yield f"Asked about {size}: see the rows with RAM." if is_listed else self._of_ram(words, ram.told, size)
        for name in (gpu.name for one in self.told.hardware.offered for gpu in one.gpus):
            row = next((one for one in rows if one.removeprefix("Add ").removeprefix("Rent ").startswith(name)), "")
            yield (
                f"Asked about {name}: see the row {row}."
                if row
                else f"Asked about {name}: it is not among the options."
            )

    def _of_ram(self, words: Sequence[str], ram: NamedMemory, size: str) -> str:
        """What more RAM makes possible where it is no option for the model that is judged with."""
        rig, others = _parted(words[1:])
        named = [word for pair in _pairs(rig) if pair[0] != "--ram" for word in pair]
        kind = self.told.hardware.ram or NamedMemory()
        then = rig_of((*named, "--ram", str(ram.filled_from(kind._replace(sticks=None, sticks_gib=())))), self.catalog)
        work = others[others.index("--workload") + 1] if "--workload" in others else DEFAULT_WORKLOAD
        new = newly_useful(rig_of(rig, self.catalog), then, work, self.catalog) if ram.gib else []
        if not new:
            return f"Asked about {size}: it makes nothing new possible in this work."
        return f"Asked about {size}: it would not speed this up, but makes possible {', '.join(new[:_NEW])}."

    def _print_table(self, found: Compared) -> None:
        self.plan = self.plan._replace(notes=(*found.notes, *self.plan.notes))
        if self.is_json:
            answers = [one.model_dump(mode="json") for one in found.answers]
            self.documents.append({"answers": answers, "conclusion": found.conclusion})
        elif self.is_csv:
            from advisor.cli.frame.table import csv_text

            sys.stdout.write(csv_text(one.model_dump(mode="json") for one in found.answers))
        else:
            sys.stdout.write(f"{found.table}{found.conclusion}\n")

    def _remember(self, *lines: Sequence[str]) -> None:
        system: System = "windows" if os.name == "nt" else "linux"
        self.asked_as += [f"rig-advisor {command(one, system)}" for one in lines]

    def _write_json(self) -> None:
        understood = {"commands": self.asked_as, "notes": list(self.plan.notes), "unknown": list(self.plan.unknown)}
        one = self.documents[0] if len(self.documents) == 1 else {"answers": self.documents}
        sys.stdout.write(json.dumps({**one, "understood": understood}, ensure_ascii=False) + "\n")


def is_closed(asked: AskedRig, catalog: Catalog) -> bool:
    """Whether nothing can be put into a computer."""
    known = assembled(asked.profile, catalog, name=asked.name)
    return upgrade_limits(known.machine, known.rig, catalog).hindrance is not None


def _own_options(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Options beside the words that every line takes over."""
    cards = getattr(arguments, "cards", None)
    names = cards if isinstance(cards, list) else [cards] if cards else []
    return tuple(word for one in names for word in ("--cards", str(one)))


def _pairs(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Options with their values; one without has an empty one."""
    left = list(options)
    while left:
        name = left.pop(0)
        yield name, "" if not left or left[0].startswith("--") else left.pop(0)


def _parted(options: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options for a computer, and the others."""
    rig, others = list[str](), list[str]()
    for name, value in _pairs(options):
        (rig if name in _OF_A_RIG else others).extend((name, value))
    return rig, others
