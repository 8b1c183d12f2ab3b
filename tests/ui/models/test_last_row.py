"""Page What can I run?: where the table of models ends."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.ui.models.ranking_table import RankingRows, RankingTable
from tests.ui.models.test_ranking import row


@pytest.mark.parametrize("high", range(340, 370, 7))
def test_no_row_is_cut_at_the_lower_edge(high: int, qtbot: QtBot) -> None:
    """Half a row at the end of the table read as the last one."""
    owner = QObject()
    rows, count = RankingRows(owner), 60
    rows.set_rows(tuple(row(f"Model {number}") for number in range(count)))
    table = RankingTable(rows)
    qtbot.addWidget(table)
    table.resize(1000, high)
    table.show()
    qtbot.waitExposed(table)
    assert table.viewport().height() % table.verticalHeader().defaultSectionSize() == 0
    table.scrollToBottom()
    QApplication.processEvents()
    assert table.rowAt(table.viewport().height() - 2) == count - 1
    table.setModel(None)
    owner.deleteLater()
