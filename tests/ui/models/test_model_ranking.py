"""The ranking behind page What can I run?: when it is made, and of what."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.rig.rig import Rig
from advisor.ui.models.ranking_wiring import ModelRanking
from tests.fakes.machines import machine, nvidia_card

CATALOG = load_catalog()


@pytest.fixture
def ranking(qapp: QApplication) -> Iterator[ModelRanking]:
    owner = QObject()
    found = ModelRanking(owner, None)
    yield found
    found.stop()
    owner.deleteLater()


def rig(**fields: Any) -> Rig:
    return assemble_rig(with_cards(machine(**fields), CATALOG), None, CATALOG)


def test_models_are_ranked_only_while_somebody_looks(ranking: ModelRanking, qtbot: QtBot) -> None:
    begun: list[int] = []
    ranking.begun.connect(lambda: begun.append(1))
    ranking.take_rig(rig(), CATALOG)
    assert begun == []
    with qtbot.waitSignal(ranking.changed) as changed:
        ranking.show(True)
    assert len(changed.args[0].rows) == len(CATALOG.models)
    ranking.show(False)
    ranking.show(True)
    ranking.take_rig(rig(), CATALOG)
    assert len(begun) == 1, "the same question has the same answer"
    ranking.choose_workload("coding")
    ranking.choose_workload("pictures")
    with qtbot.waitSignal(ranking.changed) as changed:
        ranking.take_rig(rig(gpus=(nvidia_card(),)), CATALOG)
    assert "Images: best is " in changed.args[0].title
    assert changed.args[0].rows[0].light == "great"


def test_an_unknown_use_is_a_chat_and_a_rig_without_processors_a_sentence(ranking: ModelRanking, qtbot: QtBot) -> None:
    ranking.workload_id = "gone"
    with qtbot.waitSignal(ranking.workloads_changed) as offered:
        ranking.take_rig(rig(), CATALOG)
    assert offered.args[1] == "chat"
    with qtbot.waitSignal(ranking.failed) as failed:
        ranking.take_rig(rig().changed(processors=()), CATALOG)
        ranking.show(True)
    assert "Unexpected error" not in failed.args[0]
