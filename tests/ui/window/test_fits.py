"""Nothing is cut off or covered: every page at several sizes of window and text, with real answers."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QScrollArea, QSlider, QWidget

from advisor.charts.chart_frame import ChartFrame
from advisor.ui.look.theme import set_text_size
from advisor.ui.window.main_window import MainWindow
from tests.benchmarks.pictures import DESKTOP, MEASURED
from tests.fakes.sure import sure
from tests.fakes.whole_window import PAGES, measured_window, open_page, turn

pytestmark = pytest.mark.broad

SIZES = {"small": QSize(1100, 700), "large": QSize(1920, 1080), "tiny": QSize(640, 400)}
"""The last is a small screen at twice its scale."""
ONE = 1
"""A pixel lost to rounding."""


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """The whole window on a measured computer."""
    with measured_window(qapp, tmp_path_factory.mktemp("window"), DESKTOP, MEASURED) as shown:
        shown.setMinimumSize(0, 0)  # as on a screen that is no larger
        yield shown
        set_text_size(qapp, 100)


def visible(top: QWidget, kind: Any) -> list[Any]:
    return [one for one in top.findChildren(kind) if one.isVisible() and one.window() is top.window()]


def cut_labels(page: QWidget) -> list[str]:
    """Texts for which there is too little room."""
    found = []
    for label in visible(page, QLabel):
        if not label.text() or not label.pixmap().isNull():
            continue
        needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
        too_wide = not label.wordWrap() and label.width() < label.minimumSizeHint().width() - ONE
        if label.height() < needed - ONE or too_wide:
            found.append(f"{label.text()[:60]} {label.width()}x{label.height()}, needs {needed}")
    return found


def cut_controls(page: QWidget) -> list[str]:
    """Buttons, lists and sliders that are smaller than their texts."""
    found = []
    for kind in (QAbstractButton, QComboBox, QSlider):
        for one in visible(page, kind):
            needed = one.minimumSizeHint() if kind is QComboBox else one.sizeHint()
            wide = kind is QAbstractButton and one.width() < needed.width() - ONE
            if wide or one.height() < needed.height() - ONE:
                found.append(f"{type(one).__name__} {one.accessibleName()} {one.size().toTuple()} {needed.toTuple()}")
    return found


def covered(page: QWidget) -> list[str]:
    """Texts and controls that lie on each other."""
    found = []
    for owner in {one.parentWidget() for one in visible(page, QWidget)}:
        parts = [one for one in owner.children() if isinstance(one, QLabel | QAbstractButton | QComboBox | ChartFrame)]
        shown = [one for one in parts if one.isVisible()]
        for first, second in combinations(shown, 2):
            both = first.geometry().intersected(second.geometry())
            if both.width() > ONE and both.height() > ONE:
                found.append(f"{_said(first)} and {_said(second)}")
    return found


def _said(widget: QWidget) -> str:
    return f"{type(widget).__name__} {getattr(widget, 'text', widget.accessibleName)()[:40]!r}"


def unreachable(page: QScrollArea) -> list[str]:
    """What no scrolling brings into sight."""
    inside = QRect(QPoint(0, 0), sure(page.widget()).size())
    across = page.horizontalScrollBar()
    may_scroll = across.maximum() == 0 or page.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    found = [] if may_scroll else [f"wider than the window by {across.maximum()}"]
    for one in (*visible(page, QAbstractButton), *visible(page, ChartFrame), *visible(page, QLabel)):
        own = (
            QRect(one.mapTo(page.widget(), QPoint(0, 0)), one.size())
            if sure(page.widget()).isAncestorOf(one)
            else inside
        )
        if own.left() < -ONE or own.right() > inside.right() + ONE:
            found.append(_said(one))
    return found


@pytest.mark.parametrize(("size", "text_percent"), [("small", 100), ("large", 200), ("tiny", 200)])
def test_nothing_of_any_page_is_cut_off(window: MainWindow, qapp: QApplication, size: str, text_percent: int) -> None:
    set_text_size(qapp, text_percent)
    window.set_theme(window.theme)
    window.resize(SIZES[size])
    for page in PAGES:
        shown = open_page(window, page)
        for _ in range(4):
            turn()
        found = [*cut_labels(window), *cut_controls(shown), *covered(window), *unreachable(shown)]
        assert found == [], page
