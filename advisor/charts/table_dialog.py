"""The figures of a chart as a table that keys and screen readers can walk through."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTableView, QVBoxLayout, QWidget

from advisor.present.words.series import Table

LEAST_WIDE, MOST_WIDE, AROUND = 560, 960, 48
"""Of the dialog and around the table, in pixels."""
Index = QModelIndex | QPersistentModelIndex


class TableModel(QAbstractTableModel):
    """Finished texts as a Qt model."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def set_rows(self, table: Table) -> None:
        """Show another table."""
        self.beginResetModel()
        self._table = table
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Rows below the top."""
        return 0 if parent.isValid() else len(self._table.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Columns of every row."""
        return 0 if parent.isValid() else len(self._table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, beginning at its top."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        return self._table.rows[index.row()][index.column()] if role == Qt.ItemDataRole.DisplayRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._table.columns[section]
        return None


class TableDialog(QDialog):
    """One table with a close button; Esc closes it."""

    def __init__(self, title: str, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._model = TableModel(table)
        view = QTableView()
        view.setModel(self._model)
        view.setAccessibleName(title)
        view.verticalHeader().hide()
        view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        view.setShowGrid(False)
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
