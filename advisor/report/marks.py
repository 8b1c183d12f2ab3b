"""Marks where the parts of the document begin, which Qt cannot say in a PDF: headings, paragraphs, tables, figures.

While the document is drawn, a rectangle without area stands where each part begins; its left edge is the number of the
part. Afterwards these marks are turned into what PDF knows for it: marked content.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

Role = Literal["H1", "H2", "H3", "P", "Figure", "Table", "TR", "TH", "TD"]
NO_PART = 0
"""Number of what belongs to no part: the line below each page. The first part has number 1."""
_Y = -7777
_MARK = re.compile(rb"^(\d+) %d 0 0 re\nf\n" % _Y, re.MULTILINE)
_TEXT, _END = b" Tj", b"EMC\n"


class Part(NamedTuple):
    """What a part is, the number of the part it lies in, and what a figure shows in words."""

    role: Role
    inside: int = NO_PART
    alt: str = ""


def paint_mark(painter: QPainter, number: int) -> None:
    """Mark that the part of this number begins here; nothing of it is seen."""
    painter.save()
    painter.resetTransform()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.SolidPattern)
    painter.drawRect(QRectF(number, _Y, 0, 0))
    painter.restore()


class MarkedPage(NamedTuple):
    """The drawing of a page as marked content: the number of the part of each piece, in the order of their ids."""

    drawing: bytes
    numbers: tuple[int, ...]
    last: int


def marked_page(drawing: bytes, parts: Sequence[Part], *, before: int) -> MarkedPage:
    """The marks of a page's drawing turned into marked content; `before` is the part with which the last page ended.

    A paragraph or row may go on from there; where no text comes before the first mark, it does not.
    """
    first, *pieces = _MARK.split(drawing)
    goes_on = before if _TEXT in first else NO_PART
    numbers: list[int] = []
    out = [_begin(goes_on, parts, numbers), first, _END]
    last = before
    for number, piece in zip(map(int, pieces[::2]), pieces[1::2], strict=True):
        out += [_begin(number, parts, numbers), piece, _END]
        last = number or last
    return MarkedPage(b"".join(out), tuple(numbers), last)


def _begin(number: int, parts: Sequence[Part], numbers: list[int]) -> bytes:
    if number == NO_PART:
        return b"/Artifact BMC\n"
    numbers.append(number)
    return b"/%s <</MCID %d>> BDC\n" % (parts[number - 1].role.encode(), len(numbers) - 1)
