from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.charts.rig_picture import RigPictureView, fitting, paint_rig_picture
from advisor.present.words.palette import Theme, color
from advisor.present.words.series import Label
from tests.fakes import views


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pipes_and_memory_have_the_colors_of_their_roles(qapp: QApplication, theme: Theme) -> None:
    image = QImage(1000, 360, QImage.Format.Format_RGB32)
    image.fill(image.pixelColor(0, 0))
    painter = QPainter(image)
    paint_rig_picture(painter, QRectF(image.rect()), views.rig_picture(), theme)
    painter.end()
    assert image.pixelColor(160, 190).name() == color("this_rig", theme).lower()
    assert image.pixelColor(830, 100).name() == color("graphics_memory", theme).lower()
    assert image.pixelColor(950, 315).name() == color("other_programs", theme).lower()
    assert image.pixelColor(950, 100).name() == color("card", theme).lower()


def test_the_view_tells_its_description_and_keeps_proportions(qtbot: QtBot) -> None:
    view = RigPictureView()
    qtbot.addWidget(view)
    view.show_series(views.rig_picture())
    assert "468 GB/s" in view.accessibleDescription()
    assert view.heightForWidth(500) == 180
    view.resize(600, 220)
    view.show()
    qtbot.waitExposed(view)


@pytest.mark.parametrize("smallest", [1.0, 17.0, 30.0])
def test_a_label_keeps_to_its_room_also_where_letters_are_large(qapp: QApplication, smallest: float) -> None:
    label = Label(0, 0, "128 compute units", size=12.5, width=110.0)
    font, text = fitting(label, QFont(), smallest=smallest)
    assert QFontMetricsF(font).horizontalAdvance(text) <= 110.0
    assert text.startswith("128")
    assert font.pixelSize() >= 0.8 * smallest - 1
    font, text = fitting(replace(label, width=None), QFont(), smallest=smallest)
    assert (text, font.pixelSize()) == (label.text, max(12, round(smallest)))
