"""The figures of a chart as a table that keys and screen readers can walk through."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from advisor.present.words.series import Table

LEAST_WIDE, MOST_WIDE, AROUND = 560, 960, 48
"""Of the dialog and around the table, in pixels."""


class FactTable(QTableWidget):
    """Finished texts to be read, each beginning at the top of its cell."""

    def __init__(self, table: Table) -> None:
        super().__init__(len(table.rows), len(table.columns))
        self.setHorizontalHeaderLabels(table.columns)
        self.setEditTriggers(self.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        for row, cells in enumerate(table.rows):
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                self.setItem(row, column, item)


class TableDialog(QDialog):
    """One table with a close button; Esc closes it."""

    def __init__(self, title: str, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        view = FactTable(table)
        view.setAccessibleName(title)
        view.setAlternatingRowColors(True)
        view.resizeColumnsToContents()
        wide = min(max(LEAST_WIDE, view.horizontalHeader().length() + AROUND), MOST_WIDE)
        view.horizontalHeader().setStretchLastSection(view.horizontalHeader().length() < wide)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(view)
        layout.addWidget(buttons)
        self.resize(wide, 360)
