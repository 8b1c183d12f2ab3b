"""Makes sure that a QApplication exists, with our fonts: charts are widgets, also where there is no display."""

import os
import sys
from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from advisor.catalog.cards.folder import data_folder
from advisor.present.words.font_names import font_names

FAMILY = "Inter"
"""Family of the bundled font."""
_NO_LIGATURES = ("liga", "clig")


def ensure_application() -> QApplication:
    """The running application, or a new one; without a display Qt draws off screen. Loads the bundled font."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        load_fonts()
        return running
    if sys.platform.startswith("linux") and not any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(["rig-advisor"])
    load_fonts()
    application.setFont(report_font(9.0))
    return application


@cache
def load_fonts() -> tuple[int, ...]:
    """Register the bundled fonts once; returns their numbers, -1 for one that could not be read."""
    files = sorted((data_folder("resources") / "fonts").glob("*.ttf"))
    return tuple(map(added_font, files))


def added_font(file: Path) -> int:
    """Its number at Qt, -1 where it cannot be read.

    Qt gets the content: off screen on Windows it finds no file whose path has letters of another alphabet.
    """
    try:
        return QFontDatabase.addApplicationFontFromData(QByteArray(file.read_bytes()))
    except OSError:
        return -1


def report_font(points: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The bundled font as the report uses it: no ligatures, so that text can be searched and copied."""
    font = QFont([FAMILY, *font_names(), "DejaVu Sans"])
    font.setPointSizeF(points)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for name in _NO_LIGATURES:
        font.setFeature(QFont.Tag(name), 0)
    return font
