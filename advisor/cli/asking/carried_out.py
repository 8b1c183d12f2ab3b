"""Answers a plain question: runs what it asks for, and says how it was understood."""

import argparse
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from advisor.advice.assembled import assembled
from advisor.answer.money.prices import Prices, with_own_price
from advisor.answer.what_if.upgrade_limits import upgrade_limits
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.worth.against_api import against_api
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.answered import pairs, parted, rig_of, wished, workload_among
from advisor.cli.asking.beside.all_beside import Anew, asked_anew, beside
from advisor.cli.asking.beside.layers import layers_lines
from advisor.cli.asking.beside.rental import rented_lines
from advisor.cli.asking.beside.volume_words import all_recorded, volume_lines
from advisor.cli.asking.best_of_all import best_of_all
from advisor.cli.asking.buying.add_or_replace import add_or_replace, asks_add_or_replace
from advisor.cli.asking.buying.cheapest_whole import cheapest_whole
from advisor.cli.asking.buying.each_model import each_of
from advisor.cli.asking.buying.first_lines import Done, first_lines
from advisor.cli.asking.buying.more_ram import more_ram
from advisor.cli.asking.buying.ram_or_gpu import agrees, ram_or_gpu
from advisor.cli.asking.codes import CODES
from advisor.cli.asking.machines import machines_for
from advisor.cli.asking.need.needs import needed
from advisor.cli.asking.need.vram import ways_to_vram
from advisor.cli.asking.plan import planned
from advisor.cli.asking.printed import answer_lines
from advisor.cli.asking.sentence.said import Said, said
from advisor.cli.asking.sentence.trade import asks_ram_or_gpu
from advisor.cli.asking.side_by_side import Compared, side_by_side
from advisor.cli.asking.steps import (
    Given,
    Held,
    Line,
    Machines,
    Needs,
    Plan,
    Retrieval,
    Step,
    Together,
    Told,
    Untold,
    Voice,
    Vram,
)
from advisor.cli.asking.untold import untold_words
from advisor.cli.asking.versus.built_way import cards_alone
from advisor.cli.asking.wish import AUTO
from advisor.cli.frame.command import UsageError, run_line
from advisor.cli.frame.option_words import option_words
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.kept.settings import Money
from advisor.facts.values.local_time import local_today
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.shell_words import System, command
from advisor.store.settings import SETTINGS

_USUAL_IS_ENOUGH = "Not needed: a usual PC without a GPU does this well."
_MOST_WORDS = 100
"""More are no question: every run of words is looked for among all names."""


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
        self.own = tuple(option_words(arguments, "cards"))
        self.asked_as = list[str]()
        self.documents = list[Any]()
        self.worths = list[Any]()
        self.done = list[Done]()
        self.files = tuple[str, ...]()

    def run(self) -> int:
        """Print all, and how it was understood; the exit code is that of the first step."""
        codes, told = list[int](), io.StringIO()
        try:
            with contextlib.redirect_stdout(told):
                for place, step in enumerate(self.plan.steps):
                    if isinstance(step, Machines) and self.done and self.done[-1][1].is_whole:
                        continue
                    if place and not self.is_json:
                        sys.stdout.write("\n")
                    codes.append(self._step(step))
            self._write_first()
        finally:
            sys.stdout.write(told.getvalue())
        if self.is_json:
            self._write_json()
        elif not self.is_csv:
            lines = (*dict.fromkeys(self.plan.notes), *(f"Asked as: {one}" for one in self.asked_as))
            sys.stdout.write("".join(f"{one}\n" for one in lines))
        asides = sum(isinstance(one, Told) and one.is_aside for one in self.plan.steps)
        return codes[min(asides, len(codes) - 1)]

    def _write_first(self) -> None:
        """What all steps say together: which computer is better for what, which card for all of it."""
        lines = [*first_lines(self.done, self.worths, self.prices)]
        if self.is_json:
            self.plan = self.plan._replace(notes=(*lines, *self.plan.notes))
        elif lines and not self.is_csv:
            sys.stdout.write("".join(f"{one}\n" for one in (*lines, "")))

    def _step(self, step: Step) -> int:
        if isinstance(step, Line):
            return self._line(step._replace(words=(*step.words, *self._better_file(step.words))))
        if isinstance(step, Untold):
            return self._untold(step)
        if isinstance(step, Told):
            return self._told(step)
        if isinstance(step, Voice | Retrieval | Together):
            return self._put_together(step)
        found = self._compared(step)
        self.done.append((step, found))
        if isinstance(step, Held):
            self.files = tuple(one.settings.quant or "" for one in found.answers)
        self._remember(*found.commands)
        self._print_table(found)
        return CODES[found.usability]

    def _better_file(self, words: Sequence[str]) -> tuple[str, ...]:
        """The option for the file that only what would be bought takes, where the one that is there takes a poor one.

        A purchase is judged with it: it is what the purchase brings.
        """
        if words[0] != "worth" or "--quant" in words or not self.files:
            return ()
        now, *others = self.files
        is_poor = bool(now and loss_steps(now))
        better = next((one for one in others if one and not loss_steps(one)), "")
        return ("--quant", better) if is_poor and better else ()

    def _compared(self, step: Held | Machines | Needs | Vram) -> Compared:
        if isinstance(step, Held):
            found, ways = side_by_side(step, self._prices(step)), [one[0] for one in step.computers]
            is_there = self.told.is_of_mine or step.own is not None or step.swapped is not None
            alone = () if is_there else cards_alone(ways, step.built, self.prices)
            return found._replace(notes=(*found.notes, *(one for one in alone if one not in self.plan.notes)))
        if isinstance(step, Vram):
            return ways_to_vram(step, self.prices)
        if isinstance(step, Needs):
            whole = cheapest_whole(step, self.told.wording.text, self.prices)
            return whole if whole is not None else needed(step, self.prices)
        return machines_for(step, self.prices)

    def _prices(self, step: Held) -> Prices:
        """All prices, with those that were told of cards."""
        money = self.prices.money
        for card_id, usd in step.told_prices:
            money = with_own_price(money, card_id, usd)
        return Prices(self.catalog, money, self.prices.today, step.asked_new)

    def _put_together(self, step: Voice | Retrieval | Together) -> int:
        """What several models do together."""
        from advisor.cli.asking.retrieval import retrieval
        from advisor.cli.asking.together.loaded import loaded_together
        from advisor.cli.asking.voice import voice_assistant

        found = (
            voice_assistant(step.with_options(self.own), self.catalog)
            if isinstance(step, Voice)
            else loaded_together(step._replace(rig=(*step.rig, *self.own)), self.catalog)
            if isinstance(step, Together)
            else retrieval(step._replace(rig=(*step.rig, *self.own)), self.catalog)
        )
        self._remember(*found.commands)
        if self.is_csv:
            _write_csv(found.answers)
        elif self.is_json:
            answers = [one.model_dump(mode="json") for one in found.answers]
            self.documents.append({"usability": found.usability, "answers": answers, "conclusion": found.lines[0]})
        else:
            sys.stdout.write("".join(f"{one}\n" for one in found.lines))
        return CODES[found.usability]

    def _told(self, step: Told) -> int:
        if step.is_aside and len(self.plan.steps) > 1 and (self.is_json or self.is_csv):
            self.plan = self.plan._replace(notes=(step.text, *self.plan.notes))
        elif self.is_json:
            self.documents.append({"usability": step.usability, "sentence": step.text.replace("\n", " ")})
        else:
            sys.stdout.write(f"{step.text}\n")
        return CODES[step.usability]

    def _untold(self, step: Untold) -> int:
        """Whether its memory is enough to train it, and how to ask what is predicted."""
        word, why, following, light = untold_words(step, self.catalog)
        if self.is_json or self.is_csv:
            self.documents.append({"usability": light, "model": step.model, "sentence": why, "next": following})
        if self.is_csv:
            _write_csv(self.documents[-1:])
        elif not self.is_json:
            sys.stdout.write(f"{word}: {why}\n{following}\n")
        return CODES[light]

    def _line(self, step: Line) -> int:
        words = self._with_best(step) if step.wants_best else (*step.words, *self.own)
        self._remember(words)
        try:
            return self._asked(words[1:]) if words[0] == "ask" else self._other(words, step)
        except (SentenceError, ReasonError) as error:
            why = in_words(error.reason) if isinstance(error, ReasonError) else str(error)
            raise UsageError(f"{why}; asked as: {self.asked_as[-1]}") from None

    def _with_best(self, step: Line) -> tuple[str, ...]:
        """The line with the model that does it best."""
        command, _, *options = step.words
        rig, others = parted(options)
        work = workload_among(others)
        settings = [word for pair in pairs(others) if pair[0] in ("--quant", "--set", "--context") for word in pair]
        asked = rig_of((*(step.best_on or rig), *self.own), self.catalog)
        model, does = best_of_all([asked], work, settings, self.catalog, family=step.family, abilities=step.abilities)
        whole = f"ranking of {step.family}" if step.family else "ranking"
        told = f"the best of the {whole} that does this" if does else f"the first of the {whole}; none does this well"
        self.plan = self.plan._replace(notes=(f"Chosen: {model}, {told}.", *self.plan.notes))
        return (command, model, *options, *self.own)

    def _asked(self, words: Sequence[str]) -> int:
        wish, asked = wished(words, self.catalog)
        answer, verdict = asked_answer(wish, asked, self.catalog)
        if (anew := asked_anew(self.told, words, wish, asked, answer, self.catalog)) is not None:
            return self._asked_anew(anew)
        first, notes = beside(self.told, words, wish, asked, answer, self.catalog)
        self.plan = self.plan._replace(notes=(*notes, *self.plan.notes))
        if self.is_json:
            self.documents.append(answer.model_dump(mode="json"))
            self.plan = self.plan._replace(notes=(*first, *self.plan.notes))
        elif self.is_csv:
            _write_csv((answer,))
        else:
            lines = (
                *first,
                *layers_lines(self.told, answer),
                *answer_lines(answer, verdict),
                *volume_lines(self.told.volume, answer, self.catalog),
            )
            sys.stdout.write("".join(f"{one}\n" for one in lines))
        return CODES[answer.usability]

    def _asked_anew(self, anew: Anew) -> int:
        notes = (*(anew.first if self.is_json else ()), *filter(None, (anew.note,)))
        self.plan = self.plan._replace(notes=(*notes, *self.plan.notes))
        if not (self.is_json or self.is_csv):
            sys.stdout.write("".join(f"{one}\n" for one in anew.first))
        self.asked_as.pop()
        self._remember(("ask", *anew.words))
        return self._asked(anew.words)

    def _other(self, words: tuple[str, ...], step: Line) -> int:
        if words[0] == "worth" and not self.is_csv:
            return self._bought(words, step)
        form = ("--json",) if self.is_json else ("--csv",) if self.is_csv else ()
        if "--find" in words and "--limit" not in words and not form:
            form = ("--in-short",)  # what answers a question on a family before its models
        with contextlib.redirect_stdout(io.StringIO()) as text:
            code = run_line([*words, *form])
        if self.is_json:
            self.documents.append(json.loads(text.getvalue()))
        else:
            sys.stdout.write(text.getvalue())
        return code

    def _bought(self, words: tuple[str, ...], step: Line) -> int:
        """A purchase: what answers the question itself first, then the verdict with all ways."""
        from advisor.cli.asking.buying.bought import bought, is_overpriced, of_offers, said_first, with_it
        from advisor.cli.asking.buying.kept_plan import verdict_lines
        from advisor.present.upgrade.worth import worth
        from advisor.present.words.reasons.in_words import told_json

        answer, note = bought(words[1 : len(words) - len(self.own)])
        hardware = self.told.hardware
        cards = [gpu.card_id for one in hardware.offered for gpu in one.gpus]
        if (anew := self._judged_with(words, answer, cards, step)) != words:
            self.asked_as.pop()
            self._remember(anew)
            return self._bought(anew, step)
        self.worths.append(answer)
        is_usual_pc = bool(step.before) and "none" in words
        first = [*said_first(self.told, answer, self.prices, is_usual_pc=is_usual_pc)]
        rig, _ = parted(words[1:])
        also = [*with_it(answer, step.also, [*pairs(rig)], self.catalog)]
        each, is_of_ram = (
            tuple[str, ...](),
            asks_ram_or_gpu(self.told.wording.text) or bool(hardware.offered_rams and cards),
        )
        if is_of_ram:
            first = [*ram_or_gpu(answer, more_ram(words, self.told, answer, self.catalog), cards)]
        elif each := each_of(self.told, answer, step.also, rig, self.catalog):
            first = [*each, *first]
        elif asks_add_or_replace(self.told.wording.text) and not cards:
            first = [*add_or_replace(answer, has_card=any(one.gpus for one in hardware.owned))]
        if self.is_json:
            self.documents.append(json.loads(told_json(worth(answer))))
            self.plan = self.plan._replace(notes=(*first, *also, *self.plan.notes))
            return 0
        verdict, *whys = verdict_lines(self.text, answer, is_said=bool(first))
        if (is_of_ram and not agrees(answer, first)) or each:
            verdict, also = "", []
        if is_overpriced(self.told, answer, self.prices):
            verdict = ""
        is_enough = answer.decision.reason == "enough" and answer.question.bill_usd_per_day is None
        if is_usual_pc and is_enough and not against_api(answer):
            verdict = _USUAL_IS_ENOUGH
        if verdict and sum(isinstance(one, Line) and one.words[0] == "worth" for one in self.plan.steps) > 1:
            verdict = f"For {answer.question.workload_id.replace('-', ' ')} alone: {verdict[0].lower()}{verdict[1:]}"
        text = "".join(f"{one}\n" for one in (verdict, *also, *whys, note) if one)
        lines = (*filter(None, (step.before,)), *first, *rented_lines(self.told, self.text, answer, self.prices))
        ending = of_offers(text, words, self.told, self.prices)
        sys.stdout.write("".join((*(f"{one}\n" for one in lines), text, *(f"{one}\n" for one in ending))))
        return 0

    def _judged_with(
        self, words: tuple[str, ...], answer: WorthAnswer, cards: Sequence[str], step: Line
    ) -> tuple[str, ...]:
        """The words with the model, then the file, that a purchase is made for, where they name none."""
        from advisor.cli.asking.buying.bought import better_file, model_to_buy_for

        if step.before and words[1].startswith("--") and (model := model_to_buy_for(answer, cards)):
            return (words[0], model, *words[1:])
        if "--quant" not in words and (quant := better_file(answer, cards)):
            end = len(words) - len(self.own)
            return (*words[:end], "--quant", quant, *words[end:])
        return words

    def _print_table(self, found: Compared) -> None:
        self.plan = self.plan._replace(notes=(*found.notes, *self.plan.notes))
        if self.is_json:
            answers = [one.model_dump(mode="json") for one in found.answers]
            self.documents.append({"answers": answers, "conclusion": found.conclusion})
        elif self.is_csv:
            _write_csv(found.answers)
        else:
            sys.stdout.write(f"{found.table}{found.conclusion}\n{all_recorded(self.told.volume, found.answers)}")

    def _remember(self, *lines: Sequence[str]) -> None:
        system: System = "windows" if os.name == "nt" else "linux"
        self.asked_as += [f"rig-advisor {command(one, system)}" for one in lines]

    def _write_json(self) -> None:
        understood = {"commands": self.asked_as, "notes": list(self.plan.notes), "unknown": list(self.plan.unknown)}
        one = self.documents[0] if len(self.documents) == 1 else {"answers": self.documents}
        sys.stdout.write(json.dumps({**one, "understood": understood}, ensure_ascii=False) + "\n")


def _write_csv(rows: Iterable[Any]) -> None:
    """Answers, or documents, as a table."""
    from advisor.cli.frame.table import csv_text

    sys.stdout.write(csv_text(one if isinstance(one, dict) else one.model_dump(mode="json") for one in rows))


def is_closed(asked: AskedRig, catalog: Catalog) -> bool:
    """Whether nothing can be put into a computer."""
    known = assembled(asked.profile, catalog, name=asked.name)
    return upgrade_limits(known.machine, known.rig, catalog).hindrance is not None
