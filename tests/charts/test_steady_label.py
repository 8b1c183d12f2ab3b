"""A text that keeps its place: as high as Qt makes it, and never lower than a longer one before it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from advisor.charts.chart_frame import SteadyLabel
from advisor.charts.plain import unbroken

WIDTH = 200
TEXTS = (
    "Fits",
    "Fits well into the memory of this card",
    "Fits\nwell",
    "About 42 tokens/s, six times as you read " * 4,
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", ["", "title", "soft"])
def test_a_text_is_as_high_as_qt_makes_it(qtbot: QtBot, text: str, name: str) -> None:
    plain = QLabel(unbroken(text))
    plain.setObjectName(name)
    plain.setWordWrap(True)
    plain.setTextFormat(Qt.TextFormat.PlainText)
    for width in range(20, 500, 7):
        steady = SteadyLabel(name, text)
        for one in (plain, steady):
            qtbot.addWidget(one)
        assert steady.heightForWidth(width) == plain.heightForWidth(width)


def test_a_shorter_text_leaves_the_height(qtbot: QtBot) -> None:
    label = SteadyLabel("", TEXTS[-1])
    qtbot.addWidget(label)
    before = label.heightForWidth(WIDTH)
    for text in TEXTS[:2]:
        label.setText(text)
        assert label.heightForWidth(WIDTH) == before
    assert SteadyLabel("", "Fits").heightForWidth(WIDTH) < before


def test_a_figure_stays_with_its_unit(qtbot: QtBot) -> None:
    """Drawn so; who asks for the text gets it as it was given."""
    label = SteadyLabel("", "First word after 5.6 s")
    qtbot.addWidget(label)
    drawn = "First word after 5.6\N{NO-BREAK SPACE}s"
    assert (label.text(), QLabel.text(label)) == ("First word after 5.6 s", drawn)
    label.setText("24 GiB")
    assert (label.text(), QLabel.text(label)) == ("24 GiB", "24\N{NO-BREAK SPACE}GiB")
