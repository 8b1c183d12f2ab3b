"""Two parts beside each other, the second below the first where the window is narrow or their texts are long."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

from advisor.charts.qt_override import qt_override
from advisor.ui.parts.boxes import TOP, One, beside, fill, stacked

NARROW, MOST_BESIDE = 40, 0.6
"""Width in font heights below which there is no room beside a text; the most of the width that may stand beside it."""
SPACE = 12


class Wrapping(QWidget):
    """`second` is a box of controls: below the first part it becomes a row, whatever it is beside it."""

    def __init__(self, first: QLayout, second: QBoxLayout) -> None:
        super().__init__()
        self._first, self._second, self._usual = first, second, second.direction()
        self._box = fill(self, beside((first, 1), second, spacing=SPACE))
        self._is_narrow: bool | None = None
        """None until its width is known."""

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """Below each other they need the width of the wider one."""
        wide = max(part.minimumSize().width() for part in (self._first, self._second))
        return QSize(wide, self._box.minimumSize().height())

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may have room for both, or not any more."""
        super().resizeEvent(event)
        self._choose()

    @qt_override(False)
    def event(self, event: QEvent) -> bool:
        """So may other texts."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._choose()
        return super().event(event)

    def _choose(self) -> None:
        row, column = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        beside = self._width_beside()
        least = self._first.minimumSize().width() + SPACE + beside
        narrow = self.width() < max(NARROW * self.fontMetrics().height(), least, beside / MOST_BESIDE)
        if narrow is self._is_narrow:
            return  # to say it again costs a new layout, which asks again
        self._is_narrow = narrow
        self._box.setDirection(column if narrow else row)
        self._box.setAlignment(self._second, Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag(0))
        self._second.setDirection(row if narrow else self._usual)

    def _width_beside(self) -> int:
        """The width of the second part where it stands beside the first."""
        items = (self._second.itemAt(index) for index in range(self._second.count()))
        widths = [item.minimumSize().width() for item in items if item is not None and not item.isEmpty()]
        if self._usual in (QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.BottomToTop):
            return max(widths, default=0)
        return sum(widths) + self._second.spacing() * max(0, len(widths) - 1)


def page_head(texts: Sequence[One], buttons: Sequence[One]) -> Wrapping:
    """What a page says first, and the buttons for all of it."""
    return Wrapping(stacked(*texts, spacing=2), beside(*buttons, spacing=12, align=TOP))
