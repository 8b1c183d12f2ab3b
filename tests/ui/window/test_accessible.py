"""Every page and dialog for keys and screen readers: names, roles, the order of Tab, and signs besides color."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QWidget,
)

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.line_chart import LinePlot
from advisor.ui.window.main_window import MainWindow
from tests.benchmarks.pictures import DESKTOP, MEASURED
from tests.fakes.sure import sure
from tests.fakes.whole_window import PAGES, measured_window, settle, turn

CONTROLS = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QAbstractSlider,
    QAbstractSpinBox,
    QAbstractItemView,
    QProgressBar,
)
NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
NO_ROLES = (QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Border)
ABOVE = 8
"""Pixels by which a thing may stand above the one before it in the same line."""


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """The whole window on a measured computer, every page once opened."""
    with measured_window(qapp, tmp_path_factory.mktemp("window"), DESKTOP, MEASURED) as shown:
        shown.resize(1280, 860)
        for page in PAGES:
            shown.open_page(page)
            settle(shown)
        yield shown


def spoken(widget: QWidget, part: QAccessible.Text) -> str:
    """What a screen reader is told."""
    found = QAccessible.queryAccessibleInterface(widget)
    return str(found.text(part)) if found is not None else ""


def controls(top: QWidget) -> list[QWidget]:
    """What can be used below a widget, parts of others left out."""
    found = [one for one in top.findChildren(QWidget) if isinstance(one, CONTROLS) and one.window() is top.window()]
    return [one for one in found if one.isVisible() and not isinstance(one, QScrollBar) and not _is_part(one)]


def _is_part(widget: QWidget) -> bool:
    """The field inside a box, the corner of a table: what holds them is named."""
    owner = widget.parentWidget()
    while owner is not None and not owner.isWindow():
        if isinstance(owner, QComboBox | QAbstractSpinBox | QAbstractItemView | QLineEdit):
            return True
        owner = owner.parentWidget()
    return False


def nameless(top: QWidget) -> list[str]:
    """What a screen reader could not name, or what it is."""
    found = []
    for one in controls(top):
        reader = QAccessible.queryAccessibleInterface(one)
        if not spoken(one, NAME) or reader.role() in NO_ROLES:
            found.append(f"{type(one).__name__} in {type(one.parentWidget()).__name__}: {one.objectName()}")
    return found


def dialogs() -> list[QDialog]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]


def stops(top: QWidget) -> list[QWidget]:
    """Where Tab stops, in its order, from the first."""
    found, widget = [], top
    while (widget := sure(widget.nextInFocusChain())) is not top:
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(widget)
    return found


def place(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("page", PAGES)
def test_every_control_of_a_page_has_a_name_and_a_role(window: MainWindow, page: str) -> None:
    window.open_page(page)
    settle(window)
    assert nameless(window) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_chart_says_what_it_is_and_what_it_shows(window: MainWindow, page: str) -> None:
    window.open_page(page)
    settle(window)
    for frame in window.findChildren(ChartFrame):
        if frame.isVisible():
            role = QAccessible.queryAccessibleInterface(frame).role()
            assert role in (QAccessible.Role.Chart, QAccessible.Role.Graphic), frame.title
            assert spoken(frame, NAME) == frame.title
            assert spoken(frame, DESCRIPTION), frame.title
            assert frame.table.rows, "no figures for those who do not see it"


@pytest.mark.broad
@pytest.mark.parametrize("page", PAGES)
def test_tab_reaches_everything_in_reading_order(window: MainWindow, page: str) -> None:
    window.open_page(page)
    settle(window)
    order = stops(window)
    keyed = [one for one in controls(window) if one.isEnabled() and one.focusPolicy() != Qt.FocusPolicy.NoFocus]
    missed = [f"{type(one).__name__} {spoken(one, NAME)}" for one in keyed if one not in order]
    assert missed == []
    for before, after in pairwise(order):
        first, then = place(before), place(after)
        goes_back = then.bottom() < first.top() + ABOVE and then.left() < first.right()
        assert not goes_back, f"from {spoken(before, NAME)!r} back up to {spoken(after, NAME)!r}"


def test_lines_of_a_chart_are_told_apart_without_their_color(window: MainWindow) -> None:
    lines = [plot for plot in window.findChildren(LinePlot) if plot.isVisibleTo(sure(plot.parentWidget()))]
    for plot in lines:
        signs = [line.label or line.dash for line in plot._lines]
        assert len(set(signs)) == len(signs), signs


def test_every_dialog_names_its_controls_and_itself(window: MainWindow) -> None:
    window.open_page("will_it_run")
    settle(window)
    seen = set()
    for opener in _openers(window):
        opener()
        turn()
        for dialog in dialogs():
            seen.add(type(dialog).__name__)
            assert dialog.windowTitle() or spoken(dialog, NAME), type(dialog).__name__
            assert nameless(dialog) == [], type(dialog).__name__
            dialog.reject()
        turn()
    assert {"SettingsDialog", "HelpDialog", "AboutDialog", "WhyDialog", "CheckDialog", "TableDialog"} <= seen


def _openers(window: MainWindow) -> Iterator[Callable[[], object]]:
    """What opens a dialog on the pages that stand first."""
    for action in window.settings_button.menu().actions():
        if not action.isSeparator() and not action.isCheckable() and action.menu() is None:
            yield action.trigger
    for page in ("will_it_run", "my_rig"):
        window.open_page(page)
        settle(window)
        for folded in (one for one in controls(window) if isinstance(one, QAbstractButton) and one.text() == "Explain"):
            folded.click()
        settle(window)
        names = ("Why this number", "Check this prediction", "How to run it", "Watch it type", "Edit")
        buttons = [one for one in controls(window) if isinstance(one, QAbstractButton) and one.isEnabled()]
        for name in names:
            yield from (one.click for one in [one for one in buttons if one.text() == name][:1])
    frame = window.my_rig.picture
    yield lambda: frame.keyPressEvent(_enter())


def _enter() -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
