"""The everyday walk: a hundred random things in the window, without error, warning or child left behind."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.benchmarks.soak import walk

pytestmark = pytest.mark.broad

ACTIONS, SEED = 100, 8


def test_random_actions_leave_the_window_whole(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    walk(qapp, tmp_path, actions=ACTIONS, seed=SEED)
