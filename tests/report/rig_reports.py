"""Views of six very different rigs as the command and the window make them, each with work of another kind."""

import datetime
from functools import cache
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rig_models import answer_models
from advisor.answer.tasks.ask import answer_question, asked_workload, named_question
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.history import MachineHistory
from advisor.facts.kept.settings import Money, Paper
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import GB, GIB, MIB
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.tasks.view import answer_view
from advisor.present.upgrade.view import WorthView, worth_trip, worth_view
from advisor.present.words.view import MyRigView, WillItRunView
from tests.fakes.known_computers import known_computer
from tests.fakes.machines import nvidia_card
from tests.fakes.measurements import measurement, measurements
from tests.fakes.rigs import RIGS

DATE = datetime.date(2026, 11, 20)
CURVE = ((MIB, 900 * GB), (16 * MIB, 400 * GB), (GIB, 38 * GB))


class Case(NamedTuple):
    """A rig of the fakes, what is asked of it, and the paper."""

    rig: str
    paper: Paper
    workload: str = "chat"
    model: str | None = None


CASES = {
    "laptop": Case("laptop", "a4"),
    "desktop": Case("4090 desktop", "letter", model="llama/llama-3.3-70b"),
    "two-unlike-cards": Case("two unlike cards", "a4", "pictures"),
    "mac": Case("Mac M2 Max", "letter", "serve-a-team"),
    "two-sockets": Case("old server", "a4", model="deepseek/deepseek-r1"),
    "spark": Case("DGX Spark", "letter", "fine-tune-lora"),
}

Views = tuple[MyRigView, WillItRunView | None, WorthView | None]


def detected(name: str) -> tuple[Machine, Measurements | None, MachineHistory | None]:
    """The machine, what was measured on it now, and all of it."""
    if name == "two unlike cards":
        first, _ = RIGS["gaming PC"]
        second = nvidia_card(name="NVIDIA GeForce GTX 1070", pci_id=None, total_gib=8, free_gib=7.8)
        return first.changed(gpus=(*first.gpus, second)), None, None
    machine, measured = RIGS[name]
    if name != "laptop":
        return machine, measured, None
    before = measurements(measurement(value=46 * GB, started_at="2025-11-02T10:00:00+00:00"))
    now = measurements(measurement(value=38 * GB), measurement("cache_curve", CURVE))
    return machine, now, MachineHistory(key="test", runs=(before, now))


@cache
def rig_views(name: str) -> Views:
    """What the report of a case is made of."""
    case, catalog = CASES[name], load_catalog()
    found, measured, history = detected(case.rig)
    machine = known_machine(found, (), catalog)
    return _views(machine, assemble_rig(machine, measured, catalog), case, measured, history)


def computer_views(computer_id: str) -> Views:
    """What the report of a computer of the catalog is made of."""
    machine, rig = known_computer(computer_id, load_catalog())
    return _views(machine, rig, Case(computer_id, "a4"))


def _views(
    machine: Machine,
    rig: Rig,
    case: Case,
    measured: Measurements | None = None,
    history: MachineHistory | None = None,
) -> Views:
    catalog = load_catalog()
    answers = answer_models(rig, catalog)
    my_rig = my_rig_view(machine=machine, rig=rig, measurements=measured, answers=answers, history=history)
    model = case.model or (my_rig.links[0].id if case.workload == "chat" else None)
    question = WorthQuestion(catalog, case.workload, model, None, Money())
    try:
        worth = answer_worth(machine, rig, question, today=DATE)
        verdict = worth_view(worth, worth_trip(worth, rig))
    except ProblemError:
        verdict = None
    return my_rig, _answer(case, rig, model), verdict


def _answer(case: Case, rig: Rig, model: str | None) -> WillItRunView:
    catalog = load_catalog()
    question = named_question(case.workload, model, catalog)
    return answer_view(answer_question(rig, catalog, question), asked_workload(question, catalog))
