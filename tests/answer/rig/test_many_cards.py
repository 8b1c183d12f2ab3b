"""A computer with dozens of graphics cards, as a saved one may say, takes less work than it has more cards."""

import datetime
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from advisor.answer.rig.rank import rank_current
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from tests.fakes.machines import machine, nvidia_card

pytestmark = pytest.mark.broad

CATALOG = load_catalog()
FEW, MANY = 4, 64
TODAY = datetime.date(2026, 11, 24)


def of_cards(count: int, *, differ: bool) -> Machine:
    cards = tuple(nvidia_card() for _ in range(count - differ))
    others = (nvidia_card(name="NVIDIA GeForce RTX 3090", pci_id="10de:2204"),) if differ else ()
    return machine(gpus=(*cards, *others))


def calls(asked: Callable[[], object]) -> int:
    """Of functions, until it is answered."""
    count = 0

    def note(_: FrameType, event: str, __: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        asked()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("differ", [False, True])
@pytest.mark.parametrize("workload", ["pictures", "chat"])
def test_many_cards_are_not_each_asked(workload: str, differ: bool) -> None:
    def asked(found: Machine) -> object:
        rig = assemble_rig(found, None, CATALOG)
        if workload == "pictures":
            return rank_current(rig, CATALOG, workload_id=workload)
        question = WorthQuestion(CATALOG, workload, "llama/llama-3.1-8b", None, Money())
        return answer_worth(found, rig, question, today=TODAY)

    few, many = (of_cards(count, differ=differ) for count in (FEW, MANY))
    assert calls(lambda: asked(many)) < MANY / FEW * calls(lambda: asked(few))
