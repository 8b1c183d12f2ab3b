"""The rig picture in a window of its own width: grown with the text size, or by a person who wants to look closer."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontInfo, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea

from advisor.charts.rig_picture import RigPictureView
from advisor.present.words.palette import Theme
from advisor.present.words.series import RigPicture
from advisor.present.words.words import say

ZOOMS = (1.0, 1.5, 2.0, 3.0, 4.0)
USUAL_TEXT_PX, LARGE_TEXT = 13.0, 1.15
"""Height of the letters that labels are made for, and from which share of it on the picture grows with them."""
SMALLEST_SHARE = 0.83
"""Of the size that labels should have with large letters, what they keep where the whole does not fit."""


class ZoomedPicture(QScrollArea):
    """As wide as its place; what is larger is moved by its scroll bar, by dragging or by arrow keys."""

    def __init__(self) -> None:
        super().__init__()
        self._zoom = 0
        self._held_px = 0.0
        self.view = RigPictureView()
        self.setWidget(self.view)
        self.setObjectName("zoomed")  # the style sheet lets the card be seen behind it
        self.view.setAutoFillBackground(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().setAccessibleName(say("Part of the picture that is seen"))
        self.setSizePolicy(self.view.sizePolicy())
        self._fit()

    def show_series(self, picture: RigPicture) -> None:
        """Show this picture instead of the present one; one of other proportions asks for other room."""
        before = self.view.natural_size
        self.view.show_series(picture)
        self.view.setAccessibleName(picture.title)
        self._fit()
        if self.view.natural_size != before:
            self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Change colors."""
        self.view.set_theme(theme)

    def zoom(self, steps: int) -> None:
        """Look closer by so many steps, or step back; what is in the middle stays there. Zero shows it as at first."""
        bar = self.horizontalScrollBar()
        middle = (bar.value() + self.width() / 2) / max(1, self.view.width())
        self._zoom = min(max(self._zoom + steps, 0), len(ZOOMS) - 1) if steps else 0
        self._fit()
        self.updateGeometry()
        bar.setValue(round(middle * self.view.width() - self.width() / 2))

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of the picture at its scale, and of the bar where it is wider than its place."""
        content = self._content(width)
        return content.height() + (self.horizontalScrollBar().sizeHint().height() if content.width() > width else 0)

    def minimumSizeHint(self) -> QSize:
        """The smallest size at which the labels can be read."""
        return self.view.minimumSizeHint()

    def sizeHint(self) -> QSize:
        """The picture at its natural scale."""
        return self.view.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()
            self.updateGeometry()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With the control key it looks closer; else the page scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the picture."""
        self._held_px = event.globalPosition().x() + self.horizontalScrollBar().value()
        event.setAccepted(event.button() == Qt.MouseButton.LeftButton)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """What was taken hold of stays under the mouse."""
        self.horizontalScrollBar().setValue(round(self._held_px - event.globalPosition().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        event.accept()

    def _content(self, width: int) -> QSize:
        text = max(1.0, QFontInfo(self.font()).pixelSize() / USUAL_TEXT_PX)
        natural = self.view.natural_size
        least = text * SMALLEST_SHARE if text >= LARGE_TEXT else 0.0
        scale = max(least, min(text, width / natural.width())) * ZOOMS[self._zoom]
        return QSize(max(width, round(natural.width() * scale)), round(natural.height() * scale))

    def _fit(self) -> None:
        content = self._content(self.width())
        is_wider = content.width() > self.width()
        self.view.resize(content.width(), max(content.height(), self.viewport().height()))
        self.view.setCursor(Qt.CursorShape.OpenHandCursor if is_wider else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_wider else Qt.FocusPolicy.NoFocus)
