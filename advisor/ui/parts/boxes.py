"""Widgets and layouts in a row or a column, said in one call."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

One = QWidget | QLayout
Part = One | tuple[One, int] | None
"""A widget or layout, perhaps with its share of the free room, or None for a part that is all free room."""
Box = TypeVar("Box", bound=QBoxLayout)
ANYWHERE, TOP, LEFT = Qt.AlignmentFlag(0), Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignLeft
BOTTOM = Qt.AlignmentFlag.AlignBottom


def add(box: Box, *parts: Part, align: Qt.AlignmentFlag = ANYWHERE) -> Box:
    """Put parts at the end of a box, widgets where `align` says; returns the box."""
    for part in parts:
        one, share = part if isinstance(part, tuple) else (part, 0)
        if one is None:
            box.addStretch(1)
        elif isinstance(one, QLayout):
            box.addLayout(one, share)
        else:
            box.addWidget(one, share, align)
    return box


def beside(*parts: Part, spacing: int = 8, align: Qt.AlignmentFlag = ANYWHERE) -> QHBoxLayout:
    """Parts side by side, so many pixels apart."""
    box = QHBoxLayout()
    box.setSpacing(spacing)
    return add(box, *parts, align=align)


def stacked(*parts: Part, spacing: int, align: Qt.AlignmentFlag = ANYWHERE) -> QVBoxLayout:
    """Parts below each other, so many pixels apart."""
    box = QVBoxLayout()
    box.setSpacing(spacing)
    return add(box, *parts, align=align)


def fill(holder: QWidget, box: Box) -> Box:
    """Make this the layout of a widget, up to its edges; returns the box."""
    box.setContentsMargins(0, 0, 0, 0)
    holder.setLayout(box)
    return box
