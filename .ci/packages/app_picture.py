"""The app's picture, drawn from its one file in the accent color."""

from pathlib import Path

from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from advisor.present.words.palette import color

DRAWING = Path(__file__).resolve().parents[2] / "resources" / "icons" / "app.svg"


def app_drawing() -> str:
    """The picture as SVG."""
    return DRAWING.read_text("utf-8").replace("currentColor", color("accent", "light"))


def app_picture(pixels: int) -> QImage:
    """The picture in dots, `pixels` wide and high, on nothing."""
    picture = QImage(pixels, pixels, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    QSvgRenderer(app_drawing().encode()).render(painter)
    painter.end()
    return picture
