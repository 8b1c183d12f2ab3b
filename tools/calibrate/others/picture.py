"""Predicted over measured speed of every row, by kind of hardware: one panel for each tool."""

from collections.abc import Sequence
from math import log2
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from advisor.present.words.palette import COLORS
from advisor.report.application import ensure_application, report_font
from tools.calibrate.others.compared import APP, Compared, best_others, kind_holds

WIDTH, HEIGHT = 980, 380
BESIDE, ABOVE, BELOW, AROUND, GAP = 34.0, 28.0, 26.0, 10.0, 5.0
"""Room around a panel for texts, in pixels."""
SHORT = {
    "NVIDIA, CUDA": "NVIDIA",
    "AMD, Intel": "AMD, Intel",
    "Apple, Metal": "Apple",
    "unified memory": "unified",
    "processor": "CPU",
}
LARGEST = 3
"""Powers of two shown; what is further off lies on the edge."""
DOT, BROAD = 3.5, 0.7
GOLDEN = 0.6180339887
"""Successive multiples of it lie evenly, whatever their number."""
TICKS = {power: f"{2**power} x" if power >= 0 else f"1/{2**-power} x" for power in range(-LARGEST, LARGEST + 1)}


def points(found: Sequence[Compared], tool: str) -> list[list[float]]:
    """For each kind of hardware the logarithms to base 2 of predicted over measured, where the tool answers."""
    return [
        [
            log2(answer.middle / one.row.tokens_per_s)
            for one in found
            if holds(one.row) and (answer := one.answers().get(tool))
        ]
        for holds in kind_holds().values()
    ]


def write_picture(found: Sequence[Compared], file: Path) -> None:
    """The app and the two tools that come next, side by side, as a small PNG."""
    ensure_application()
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB888)
    image.fill(QColor(COLORS["card"][0]))
    tools = (APP, *best_others(found))
    width = (WIDTH - BESIDE) / len(tools)
    with QPainter(image) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.setPen(QColor(COLORS["ink"][0]))
        painter.setFont(report_font(9))
        painter.rotate(-90)
        painter.drawText(QRectF(-HEIGHT, 0, HEIGHT, BESIDE), Qt.AlignmentFlag.AlignCenter, "predicted / measured")
        painter.rotate(90)
        for column, tool in enumerate(tools):
            area = QRectF(BESIDE + column * width, 0, width, HEIGHT).adjusted(BESIDE, ABOVE, -AROUND, -BELOW)
            _draw_panel(painter, area, tool, points(found, tool))
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(str(file))


def _draw_panel(painter: QPainter, area: QRectF, tool: str, offs_of_kinds: Sequence[Sequence[float]]) -> None:
    """One tool: a column of dots for each kind of hardware, on lines for each doubling."""
    ink, line, dot = (QColor(COLORS[role][0]) for role in ("ink", "line", "this_rig"))
    dot.setAlpha(110)
    step = area.width() / len(SHORT)
    heights = {power: area.center().y() - power * area.height() / (2 * LARGEST) for power in TICKS}
    painter.setPen(ink)
    painter.setFont(report_font(11))
    painter.drawText(QRectF(area.left(), 0, area.width(), ABOVE), Qt.AlignmentFlag.AlignCenter, tool)
    painter.setFont(report_font(8.5))
    for power, name in TICKS.items():
        beside = QRectF(area.left() - BESIDE, heights[power] - ABOVE / 2, BESIDE - GAP, ABOVE)
        painter.drawText(beside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)
    for place, name in enumerate(SHORT.values()):
        below = QRectF(area.left() + place * step, area.bottom() + GAP, step, BELOW)
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, name)
    for power, height in heights.items():
        painter.setPen(line if power else ink)
        painter.drawLine(QPointF(area.left(), height), QPointF(area.right(), height))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(dot)
    for place, offs in enumerate(offs_of_kinds):
        for number, off in enumerate(offs):
            across = place + 0.5 + BROAD * (number * GOLDEN % 1 - 0.5)
            shown = min(max(off, -LARGEST), LARGEST)
            at = QPointF(area.left() + across * step, area.center().y() - shown * area.height() / (2 * LARGEST))
            painter.drawEllipse(at, DOT / 2, DOT / 2)
