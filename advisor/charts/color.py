"""Palette roles as Qt colors, pens and brushes."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

from advisor.present.words.palette import Theme, color

DASHES = {"solid": Qt.PenStyle.SolidLine, "dashed": Qt.PenStyle.DashLine, "dotted": Qt.PenStyle.DotLine}


def shade(role: str, theme: Theme, alpha: float = 1.0) -> QColor:
    """The color of a role, `alpha` from 0 to 1."""
    result = QColor.fromString(color(role, theme))
    result.setAlphaF(alpha)
    return result


def stroke(role: str, theme: Theme, width: float = 1.0, dash: str = "solid") -> QPen:
    """A pen in the color of a role for a painter that counts in pixels."""
    pen = QPen(shade(role, theme), width, DASHES[dash])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def hatch(role: str, theme: Theme) -> QBrush:
    """Diagonal lines in the color of a role: what does not fit the memory it is meant for, and nothing else."""
    return QBrush(shade(role, theme), Qt.BrushStyle.BDiagPattern)
