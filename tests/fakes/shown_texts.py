"""What a window shows: all texts of its widgets and charts, and which are cut off, cover others or leave a chart."""

import dataclasses
import re
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPicture
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from advisor.charts.plot import Plot
from advisor.charts.rig_picture import RigPictureView
from tests.fakes.sure import sure

MOST_ROWS, MOST_COLUMNS = 40, 12
UNSHOWN = {"role", "dash", "anchor", "weight", "origin", "id", "facts", "tone", "icon", "state", "search", "choices"}
"""Fields of views that hold no text."""
COMBO_FRAME, EDIT_FRAME, HEADER_FRAME = 34, 16, 6
"""Pixels around the text of a control."""
DISPLAY, TOOLTIP = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole


def shown_texts(root: QWidget) -> Iterator[str]:
    """Every line of every text of a widget and those in it, also what the mouse and a screen reader tell."""
    for widget in (root, *root.findChildren(QWidget)):
        for text in (*_own_texts(widget), *_cell_texts(widget), *(action.text() for action in widget.actions())):
            yield from filter(None, map(str.strip, re.sub(r"<[^>]*>", " ", text).split("\n")))


def texts_of(record: object) -> Iterator[str]:
    """Every text of a view or a chart."""
    if isinstance(record, str):
        yield record
    elif dataclasses.is_dataclass(record):
        for field in dataclasses.fields(record):
            if field.name not in UNSHOWN:
                yield from texts_of(getattr(record, field.name))
    elif isinstance(record, tuple):
        for part in record:
            yield from texts_of(part)


def _own_texts(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        yield widget.text()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle())


def _cell_texts(widget: QWidget) -> Iterator[str]:
    model = widget.model() if isinstance(widget, QAbstractItemView) else None
    if model is None:
        return
    top = QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else min(model.columnCount(top), MOST_COLUMNS)
    for column in range(columns):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(min(model.rowCount(top), MOST_ROWS)):
            index = model.index(row, column)
            yield from (str(model.data(index, role) or "") for role in (DISPLAY, TOOLTIP))


def cut_off(root: QWidget) -> Iterator[str]:
    """What has less room than its text needs, and no tooltip that tells all of it."""
    for widget in root.findChildren(QWidget):
        if not widget.isVisible():
            continue
        for text, need, have in _needs(widget):
            if text and need > have + 1 and text.replace("&", "") not in widget.toolTip():
                yield f"{type(widget).__name__} has {have} of {need} pixels for {text!r}"


def _needs(widget: QWidget) -> Iterator[tuple[str, int, int]]:
    """(text, pixels it needs, pixels it has)."""
    width, wide = widget.width(), widget.fontMetrics().horizontalAdvance
    if isinstance(widget, QLabel) and widget.pixmap().isNull():
        if widget.wordWrap():
            yield widget.text(), QLabel.heightForWidth(widget, width), widget.height()
            words = [] if widget.textFormat() == Qt.TextFormat.RichText else widget.text().split()
            yield widget.text(), max(map(wide, words), default=0), widget.contentsRect().width()
        else:
            yield widget.text(), widget.sizeHint().width(), width
    elif isinstance(widget, QPushButton | QCheckBox):
        yield widget.text(), widget.minimumSizeHint().width(), width
    elif isinstance(widget, QToolButton) and widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly:
        yield widget.text(), widget.sizeHint().width(), width
    elif isinstance(widget, QComboBox):
        yield widget.currentText(), wide(widget.currentText()), width - COMBO_FRAME
    elif isinstance(widget, QLineEdit):
        text = widget.text() or widget.placeholderText()
        yield text, wide(text), width - EDIT_FRAME
    elif isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
        for column in range(widget.count()):
            text = str(widget.model().headerData(column, Qt.Orientation.Horizontal) or "")
            if not widget.isSectionHidden(column):
                yield text, max(map(wide, text.split("\n"))), widget.sectionSize(column) - HEADER_FRAME
    elif isinstance(widget, QScrollArea) and widget.widget() is not None:
        yield widget.objectName(), sure(widget.widget()).width(), widget.viewport().width()


class ChartTexts:
    """Sees what charts write while they are drawn; put `draw` in the place of QPainter.drawText."""

    def __init__(self) -> None:
        self._original: Callable[..., Any] = QPainter.drawText
        self._drawn: list[tuple[str, QRectF]] = []

    def draw(self, painter: QPainter, *arguments: Any) -> Any:
        """Note a text and where it stands, and draw it. The ticks of an axis are noted nowhere: they are a picture."""
        if not isinstance(painter.device(), QPicture):
            text = next(one for one in arguments if isinstance(one, str))
            metrics, place = QFontMetricsF(painter.font()), arguments[0]
            if isinstance(place, QPointF):
                width, height = metrics.horizontalAdvance(text), metrics.height()
                rect = QRectF(place.x(), place.y() - metrics.ascent(), width, height)
            else:
                flags = arguments[1]
                rect = metrics.boundingRect(QRectF(place), getattr(flags, "value", flags), text)
            self._drawn.append((text, painter.worldTransform().mapRect(rect)))
        return self._original(painter, *arguments)

    def crowded(self, root: QWidget) -> Iterator[str]:
        """Texts of charts that cover each other or reach over the edge."""
        for widget in root.findChildren(QWidget):
            if isinstance(widget, Plot | RigPictureView) and widget.isVisible():
                self._drawn.clear()
                picture = widget.grab()
                edge = QRectF(-2, -2, picture.width() + 4, picture.height() + 4)
                yield from _crowded([one for one in self._drawn if one[0].strip()], edge)


def _crowded(drawn: list[tuple[str, QRectF]], edge: QRectF) -> Iterator[str]:
    for number, (text, rect) in enumerate(drawn):
        if not edge.contains(rect):
            yield f"{text!r} leaves its chart"
        inner = rect.adjusted(1, 2, -1, -2)
        for other, place in drawn[:number]:
            if inner.intersects(place.adjusted(1, 2, -1, -2)):
                yield f"{text!r} covers {other!r}"
