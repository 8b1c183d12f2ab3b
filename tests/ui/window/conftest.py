"""The window with pages of sample views, not connected to a session."""

from typing import Any

import pytest
from PySide6.QtWidgets import (
    QApplication,
)
from pytestqt.qtbot import QtBot

from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Any:
    """The window with both pages, not connected to a session."""
    before = qapp.styleSheet(), qapp.font(), qapp.palette()
    shown = MainWindow(qapp)
    page = WillItRunPage()
    shown.add_page("will_it_run", "Will it run?", page)
    setattr(shown, "will_it_run", page)  # noqa: B010 - tests find it there
    qtbot.addWidget(shown)
    shown.open_page("my_rig")
    shown.resize(1280, 800)
    shown.show()
    qtbot.waitExposed(shown)
    yield shown
    qapp.setStyleSheet(before[0])
    qapp.setFont(before[1])
    qapp.setPalette(before[2])
