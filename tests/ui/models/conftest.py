"""The page of all models with those of `VIEW`."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.present.rank.what_can_i_run import ranking_workloads
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from tests.ui.models.test_ranking import CATALOG, VIEW


@pytest.fixture
def page(qtbot: QtBot) -> WhatCanIRunPage:
    shown = WhatCanIRunPage()
    qtbot.addWidget(shown)
    shown.resize(1000, 700)
    shown.show()
    shown.show_workloads(ranking_workloads(CATALOG), "chat")
    shown.show_view(VIEW)
    QApplication.processEvents()
    return shown
