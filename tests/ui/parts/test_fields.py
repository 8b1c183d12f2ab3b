"""Lists, numbers and sliders of all pages, over which the wheel scrolls the page."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QPushButton, QSlider, QWidget
from pytestqt.qtbot import QtBot

from advisor.ui.parts.fields import ListField, NumberField, SliderField
from advisor.ui.parts.panel import Page
from tests.fakes.sure import sure

WINDOW = Path(__file__).parents[3] / "advisor" / "ui"
OWN = {"QComboBox", "QFontComboBox", "QSpinBox", "QDoubleSpinBox", "QSlider", "QDial", "QDateEdit", "QTimeEdit"}
Field = QComboBox | QDoubleSpinBox | QSlider


def value(field: Field) -> float:
    return field.currentIndex() if isinstance(field, QComboBox) else field.value()


@pytest.fixture(params=[ListField, NumberField, SliderField])
def field(request: pytest.FixtureRequest, qtbot: QtBot) -> Field:
    """One in the middle of its amounts, on a page that is higher than the window."""
    made: Field = request.param()
    if isinstance(made, QComboBox):
        made.addItems(["USD", "DKK", "EUR"])
        made.setCurrentIndex(1)
    else:
        made.setValue(50)
    page = Page("Upgrade")
    other = QPushButton("other")
    page.body.addWidget(other)
    page.body.addWidget(made)
    far = QWidget()
    far.setMinimumHeight(2000)
    page.body.addWidget(far)
    qtbot.addWidget(page)
    page.resize(400, 300)
    page.show()
    qtbot.waitExposed(page)
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    setattr(made, "page", page)  # noqa: B010 - else it goes, and takes the field with it
    return made


def roll(field: Field) -> None:
    """Turn the wheel by one notch towards oneself, over the field."""
    window = field.window()
    QTest.wheelEvent(sure(window.windowHandle()), QPointF(field.mapTo(window, field.rect().center())), QPoint(0, -120))


def test_the_wheel_over_a_field_scrolls_the_page_and_changes_nothing(field: Field) -> None:
    """ "Currency" was Danish kroner, and kept so, once a person had scrolled over it."""
    bar, before = getattr(field, "page").verticalScrollBar(), value(field)  # noqa: B009
    roll(field)
    assert value(field) == before
    assert not field.hasFocus()
    assert bar.value() > 0


def test_the_wheel_turns_a_field_at_which_a_person_is(field: Field, qtbot: QtBot) -> None:
    before = value(field)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    roll(field)
    assert value(field) != before


def test_every_field_of_the_window_is_one_of_these() -> None:
    """Qt's own would take the wheel."""
    found = []
    for file in WINDOW.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OWN:
                found.append(f"{file.relative_to(WINDOW)}:{node.lineno}: {node.func.id}()")
            if isinstance(node, ast.ClassDef) and file.name != "fields.py":
                names = [base.id for base in node.bases if isinstance(base, ast.Name)]
                found += [f"{file.relative_to(WINDOW)}:{node.lineno}: {name}" for name in names if name in OWN]
    assert found == []
