"""The rig picture in its place: whole at first, larger on wish, and with the text."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from advisor.charts.rig_picture import ZoomedPicture
from tests.fakes import views


@pytest.fixture
def area(qtbot: QtBot) -> ZoomedPicture:
    found = ZoomedPicture()
    qtbot.addWidget(found)
    found.show_series(views.rig_picture())
    found.resize(800, found.heightForWidth(800))
    found.show()
    qtbot.waitExposed(found)
    return found


def test_the_whole_picture_is_seen_at_first(area: ZoomedPicture) -> None:
    assert area.view.width() == area.viewport().width() == 800
    assert area.heightForWidth(800) == 288
    assert area.horizontalScrollBar().maximum() == 0
    assert area.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_looking_closer_keeps_the_middle_and_ends_at_a_most(area: ZoomedPicture) -> None:
    bar = area.horizontalScrollBar()
    for _ in range(9):
        area.zoom(1)
    assert area.view.width() == 3200
    assert bar.value() == pytest.approx(1200, abs=2)
    assert area.heightForWidth(800) > 3 * 288
    area.zoom(-1)
    assert area.view.width() == 2400
    area.zoom(0)
    assert area.view.width() == 800


def test_a_larger_picture_is_moved_by_mouse_and_keys(area: ZoomedPicture) -> None:
    area.zoom(2)
    bar = area.horizontalScrollBar()
    bar.setValue(100)
    QTest.mousePress(area.view, Qt.MouseButton.LeftButton, pos=QPoint(400, 50))
    QTest.mouseMove(area.view, QPoint(340, 50))
    QTest.mouseRelease(area.view, Qt.MouseButton.LeftButton, pos=QPoint(340, 50))
    assert bar.value() > 100
    before = bar.value()
    assert area.focusPolicy() == Qt.FocusPolicy.StrongFocus
    QTest.keyClick(area, Qt.Key.Key_Right)
    assert bar.value() > before


@pytest.mark.parametrize("keys", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier])
def test_the_wheel_scrolls_the_page_and_looks_closer_with_control(
    area: ZoomedPicture, keys: Qt.KeyboardModifier
) -> None:
    at = QPointF(area.rect().center())
    turn = QWheelEvent(
        at, at, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False
    )
    QApplication.sendEvent(area.viewport(), turn)
    assert (area.view.width() > 800) == (keys == Qt.KeyboardModifier.ControlModifier)


def test_labels_grow_with_the_text(area: ZoomedPicture) -> None:
    font = area.font()
    font.setPixelSize(26)
    area.setFont(font)
    assert area.view.width() == 1660
    assert area.heightForWidth(800) > 0.83 * 720
    assert area.heightForWidth(1800) == 648
    assert area.heightForWidth(2500) == 720


def test_a_picture_of_other_proportions_gets_the_room_it_needs(qtbot: QtBot) -> None:
    page, area = QWidget(), ZoomedPicture()
    qtbot.addWidget(page)
    area.show_series(views.rig_picture())
    column = QVBoxLayout(page)
    column.addWidget(area)
    column.addStretch(1)
    page.resize(800, 900)
    page.show()
    qtbot.waitExposed(page)
    before = area.height()
    wide = views.rig_picture()
    area.show_series(replace(wide, height=2 * wide.height))
    qtbot.waitUntil(lambda: area.height() > 1.9 * before)
    assert area.view.height() == area.height()
