"""Several rigs on one question: which is the fastest, and how that is to be called."""

from dataclasses import replace

import pytest

from advisor.answer.rig.compared_rig import ComparedRig, compared, compared_rig
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import Machine
from tests.fakes.machines import machine
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()


def answered(detected: Machine) -> ComparedRig:
    rig = assemble_rig(known_machine(detected, (), CATALOG), None, CATALOG)
    question = named_question("chat", "Llama 3.1 8B", CATALOG, quant="Q4_K_M")
    return compared_rig(rig.name, rig, answer_question(rig, CATALOG, question, candidates=()))


OWN = answered(machine())
SMALL = answered(RIGS["Raspberry Pi"][0])
UNTIMED = replace(OWN, rate=None, runs=False)


def times(factor: float) -> ComparedRig:
    assert OWN.rate is not None
    return replace(OWN, rate=OWN.rate.times(factor))


@pytest.mark.parametrize(
    ("others", "finding", "best", "gain"),
    [
        ((), "only_own", None, None),
        ((times(2), times(4), None), "faster", 2, 4.0),
        ((times(1.05),), "alike", 1, 1.05),
        ((times(0.5), SMALL), "own_fastest", 1, 0.5),
        ((SMALL, None), "only_own", None, None),
    ],
)
def test_the_fastest_of_the_others_stands_against_the_own(
    others: tuple[ComparedRig | None, ...], finding: str, best: int | None, gain: float | None
) -> None:
    found = compared((OWN, *others), 0)
    assert (found.finding, found.best) == (finding, best)
    assert found.gain == (None if gain is None else pytest.approx(gain))


def test_what_the_own_rig_lacks_is_told_apart() -> None:
    assert compared((SMALL, OWN), 0).finding == "only_others"
    assert compared((SMALL, UNTIMED), 0).finding == "none_runs"
    assert compared((UNTIMED, OWN), 0).finding == "own_speed_unknown"
    assert compared((OWN,), None).finding == "only_others"


def test_rigs_that_run_it_are_in_the_order_of_their_speed() -> None:
    found = compared((OWN, times(3), SMALL, times(2)), 0)
    assert (found.running, found.too_small) == ((0, 3, 1), (2,))
    assert found.spread == pytest.approx(3)
