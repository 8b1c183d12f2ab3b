"""What the dots beside the figures mean."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from advisor.charts.color import shade
from advisor.charts.rig_picture import paint_dot
from advisor.present.words.palette import Theme
from advisor.present.words.series import Dot

GAP, DOT_WIDTH = 18.0, 14.0


class OriginLegend(QWidget):
    """One line: every dot that the picture shows, with its word."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__()
        self._all_words = dict(words)
        self._origins: list[str] = []
        self._theme: Theme = "light"

    def show_dots(self, dots: tuple[Dot, ...]) -> None:
        """Explain the dots of a picture."""
        present = {dot.origin for dot in dots}
        self._origins = [origin for origin in self._all_words if origin in present]
        self.setAccessibleName(", ".join(self._all_words[origin] for origin in self._origins))
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change colors."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """The width of all words."""
        metrics = QFontMetricsF(self.font())
        widths = [metrics.horizontalAdvance(self._all_words[origin]) + DOT_WIDTH + GAP for origin in self._origins]
        return QSize(round(sum(widths)), round(metrics.height()))

    def minimumSizeHint(self) -> QSize:
        """Never cut off."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dots and words from the right."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(self.font())
        x, middle = float(self.width()), self.height() / 2
        for origin in reversed(self._origins):
            word = self._all_words[origin]
            x -= metrics.horizontalAdvance(word)
            painter.setPen(shade("soft_ink", self._theme))
            painter.drawText(QPointF(x, middle + (metrics.ascent() - metrics.descent()) / 2), word)
            paint_dot(painter, Dot(x - DOT_WIDTH / 2 - 2, middle, origin), self._theme)  # type: ignore[arg-type]
            x -= DOT_WIDTH + GAP
        painter.end()
