"""Every kind of chart once as it is drawn with the bundled font; texts and series are tested exactly elsewhere."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from PySide6.QtCore import QSize, qVersion
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from advisor.charts.bar_chart import BarPlot
from advisor.charts.chart_frame import ChartFrame
from advisor.charts.line_chart import LinePlot
from advisor.charts.range_chart import RangePlot
from advisor.charts.rig_picture import RigPictureView
from advisor.present.words.palette import Theme
from advisor.ui.look.theme import SYSTEM_TEXT_PT, apply_theme, load_font
from tests.fakes import views

FOLDER = Path(__file__).parents[1] / "golden" / f"charts-qt-{'.'.join(qVersion().split('.')[:2])}"
"""Pictures hold for one minor version of Qt."""
SIZE, WIDE = QSize(520, 330), QSize(900, 400)
TEXT_PT = 10.0
STEP, SHARE = 32, 0.001
"""A pixel differs from so many steps of a channel on; so many of all pixels may, for edges and letters."""
KINDS = {
    "bars": (BarPlot, views.fit_chart, SIZE),
    "lines": (LinePlot, views.speed_chart, SIZE),
    "roofline": (LinePlot, views.roofline_chart, SIZE),
    "ranges": (RangePlot, views.compare_chart, SIZE),
    "rig": (RigPictureView, views.rig_picture, WIDE),
}
DRAWN = [(kind, "light") for kind in KINDS] + [("bars", "dark"), ("rig", "dark")]
pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="letters as drawn on Linux"),
    pytest.mark.skipif(not FOLDER.is_dir(), reason="no chart pictures for this Qt"),
]


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    """With the bundled font at a fixed size."""
    look = qapp.styleSheet(), qapp.font(), qapp.palette(), qapp.style().name()
    qapp.setStyle("Fusion")
    load_font(qapp)
    font = qapp.font()
    font.setPointSizeF(TEXT_PT)
    qapp.setFont(font)
    yield qapp
    qapp.setStyle(look[3])
    qapp.setStyleSheet(look[0])
    qapp.setFont(look[1])
    qapp.setPalette(look[2])
    qapp.setProperty(SYSTEM_TEXT_PT, None)


def drawn(widget: QWidget) -> QImage:
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    widget.render(image)
    return image


def pixels(image: QImage) -> np.ndarray:
    bare = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(bare.constBits(), np.uint8).reshape(bare.height(), bare.width(), 4)[..., :3].astype(int)


@pytest.mark.parametrize(("kind", "theme"), DRAWN)
def test_a_chart_is_drawn_as_before(
    application: QApplication, qtbot: QtBot, request: pytest.FixtureRequest, kind: str, theme: Theme
) -> None:
    make, series, size = cast("tuple[Any, Any, QSize]", KINDS[kind])
    apply_theme(application, theme)
    frame = ChartFrame(make())
    qtbot.addWidget(frame)
    frame.set_theme(theme)
    frame.resize(size)
    frame.show_series(series())
    frame.show()
    qtbot.waitExposed(frame)
    for _ in range(3):
        QApplication.processEvents()
    found, file = drawn(frame), FOLDER / f"{kind}-{theme}.png"
    if request.config.getoption("--update-golden"):
        found.save(str(file))
    assert file.is_file(), f"{file} is missing; write it with --update-golden and look at it"
    wanted = QImage(str(file))
    assert wanted.size() == found.size()
    differing = (abs(pixels(found) - pixels(wanted)) >= STEP).any(axis=2).mean()
    assert differing <= SHARE, f"{differing:.2%} of the pixels differ; look, and write it with --update-golden"
