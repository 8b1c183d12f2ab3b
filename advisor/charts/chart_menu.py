"""What can be done with any chart: copy it as picture or data, save it, read it as a table with keys or aloud."""

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QIODevice, QPoint, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QMenu,
    QMessageBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from advisor.charts.first_place import first_place
from advisor.charts.picture_file import written
from advisor.charts.rig_picture import ZoomedPicture
from advisor.facts.values.plain_text import plain_cell
from advisor.present.words.series import Table
from advisor.present.words.words import say

if TYPE_CHECKING:
    from advisor.charts.chart_frame import ChartFrame

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


def table_csv(table: Table) -> str:
    """The figures of a chart as comma separated text."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows(map(plain_cell, row) for row in (table.columns, *table.rows))
    return stream.getvalue()


class ChartMenu(QMenu):
    """The context menu of a chart frame, which has a `title`, a `table` and can be grabbed."""

    def __init__(self, frame: "ChartFrame") -> None:
        super().__init__(frame)
        self._frame = frame
        self.addAction(say("Copy &picture"), self.copy_picture)
        self.addAction(say("Copy &data (CSV)"), self.copy_data)
        self.addAction(say("View as &table"), frame.show_table)
        self._add_zoom()
        self.addSeparator()
        self.addAction(say("&Save as PNG or SVG …"), self.ask_and_save)

    def _add_zoom(self) -> None:
        drawing = self._frame.drawing
        if isinstance(drawing, ZoomedPicture):
            self.addSeparator()
            for text, steps in ((say("Zoom &in"), 1), (say("Zoom &out"), -1), (say("&Whole picture"), 0)):
                self.addAction(text).triggered.connect(lambda _=False, steps=steps: drawing.zoom(steps))

    def copy_picture(self) -> None:
        """The whole card to the clipboard."""
        QGuiApplication.clipboard().setPixmap(self._picture())

    def copy_data(self) -> None:
        """The table to the clipboard."""
        QGuiApplication.clipboard().setText(table_csv(self._frame.table))

    def ask_and_save(self) -> None:
        """Ask for a file name and save there."""
        kinds = say("Picture (*.png);;Drawing (*.svg)")
        path, _ = QFileDialog.getSaveFileName(self._frame, say("Save chart"), first_place("chart.png"), kinds)
        if path and not self.save(Path(path)):
            QMessageBox.warning(self._frame, say("Save chart"), say("The file could not be written there."))

    def save(self, path: Path) -> bool:
        """Save as SVG or PNG by the file's ending, all of it or nothing; whether it worked."""
        if path.suffix.lower() == ".svg":
            return written(path, self._drawing)
        return written(path, lambda file: self._picture().save(file, "PNG"))

    def _drawing(self, file: QIODevice) -> bool:
        """Write the card as SVG; whether it worked."""
        from PySide6.QtSvg import QSvgGenerator

        generator = QSvgGenerator()
        generator.setOutputDevice(file)
        generator.setSize(self._frame.size())
        generator.setViewBox(self._frame.rect())
        generator.setTitle(self._frame.title)
        painter = QPainter()
        if not painter.begin(generator):
            return False
        self._frame.render(painter, QPoint())
        return painter.end()

    def _picture(self) -> QPixmap:
        """The card at twice its size on screen, for sharp pictures."""
        size = self._frame.size()
        picture = QPixmap(QSize(size.width() * 2, size.height() * 2))
        picture.setDevicePixelRatio(2)
        self._frame.render(picture)
        return picture
