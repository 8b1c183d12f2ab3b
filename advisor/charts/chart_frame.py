"""A chart with its finding as title, subtitle, sentence, menu, and text alternative."""

from typing import Protocol, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAccessibleWidget, QBoxLayout, QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from advisor.charts.plain import unbroken
from advisor.charts.qt_override import qt_override
from advisor.charts.rig_picture import ZoomedPicture
from advisor.present.words.palette import Theme
from advisor.present.words.series import Chart, LineChart, RigPicture, Table


class SteadyLabel(QLabel):
    """A label that is as high as the highest text it has shown at its present width; figures stay with their units."""

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__()
        self._text = ""
        self.setText(text)
        self.setObjectName(name)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._highest: dict[int, tuple[str, int]] = {}

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show this one."""
        if text != self._text:
            self._text = text
            super().setText(unbroken(text))

    def text(self) -> str:
        """The text as it was given."""
        return self._text

    @qt_override(-1)
    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of this text or of a longer one before it."""
        text, height = self._highest.get(width, ("", 0))
        if text != self._text:  # laying out a text is slow, and layouts ask often
            text, height = self._text, max(height, super().heightForWidth(width))
            self._highest[width] = text, height
        return height

    def begin_anew(self) -> None:
        """What it shows next is about something else, and may be lower."""
        self._highest.clear()
        self.updateGeometry()

    @qt_override()
    def changeEvent(self, event: QEvent) -> None:
        """Another font begins anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._highest.clear()

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width begins anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._highest.clear()


def begin_anew(part: QWidget) -> None:
    """No text of a part keeps the height of one about something else."""
    for label in part.findChildren(SteadyLabel):
        label.begin_anew()


SENTENCE_LINES = 3


class Drawing(Protocol):
    """What a chart item can do."""

    def show_series(self, series: object) -> None:
        """Show new values in place."""

    def set_theme(self, theme: Theme) -> None:
        """Change colors."""


class ChartFrame(QFrame):
    """One card with one chart. Tab reaches it; the menu key, Shift+F10 or a right click opens its menu."""

    shown = Signal(object)

    def __init__(self, drawing: QWidget, *, with_sentence: bool = True, beside_title: QWidget | None = None) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.table = Table((), ())
        self.drawing = drawing
        self._title, self._subtitle, self._sentence = (SteadyLabel(name) for name in ("heading", "soft", "sentence"))
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 12)
        layout.setSpacing(4)
        head = self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setSpacing(16)
        self._beside_title = beside_title
        head.addWidget(self._title, 1)
        if beside_title is not None:
            head.addWidget(beside_title)
        layout.addLayout(head)
        layout.addWidget(self._subtitle)
        layout.addSpacing(6)
        layout.addWidget(drawing, 1)
        layout.addWidget(self._sentence)
        self._sentence.setVisible(with_sentence)
        self._with_sentence = with_sentence

    def add_below(self, widget: QWidget) -> None:
        """Put a widget at the end of the card."""
        self._layout.addSpacing(4)
        self._layout.addWidget(widget)

    @property
    def title(self) -> str:
        """The finding."""
        return self._title.text()

    def show_series(self, series: Chart | RigPicture) -> None:
        """Show a chart's texts and draw its values."""
        is_picture = isinstance(series, RigPicture)
        sentence = series.description if isinstance(series, RigPicture) else series.sentence
        subtitle = "" if isinstance(series, RigPicture) else series.subtitle
        self.table = series.table
        self._title.setText(series.title)
        self._subtitle.setText(subtitle)
        self._sentence.setText(sentence)
        self._sentence.setVisible(self._with_sentence and bool(sentence) and not is_picture)
        self._set_empty(is_empty(series))
        cast("Drawing", self.drawing).show_series(series)
        self._announce(series.title, f"{subtitle} {sentence}".strip())
        self.shown.emit(series)

    def show_or_hide(self, series: Chart | None) -> None:
        """Show a chart; the card is hidden where there is none."""
        self.setVisible(series is not None)
        if series is not None:
            self.show_series(series)

    def show_table(self) -> None:
        """Open the figures as a table."""
        from advisor.charts.chart_menu import TableDialog  # the first paint needs no dialogs

        TableDialog(self.title, self.table, self).open()

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for a long sentence, and put what is beside the title below it where it would crowd it."""
        super().resizeEvent(event)
        if self._beside_title is not None:
            crowded = self._beside_title.sizeHint().width() > self.width() / 2
            direction = QBoxLayout.Direction
            self._head.setDirection(direction.TopToBottom if crowded else direction.LeftToRight)
        self._sentence.setMinimumHeight(self._sentence.fontMetrics().lineSpacing() * SENTENCE_LINES)

    def set_theme(self, theme: Theme) -> None:
        """Change the colors of the chart; texts follow the style sheet."""
        cast("Drawing", self.drawing).set_theme(theme)

    @qt_override()
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy, table and save, at the mouse or at the frame for the keyboard."""
        from advisor.charts.chart_menu import ChartMenu

        menu = ChartMenu(self)
        menu.exec(event.globalPos())
        menu.deleteLater()

    @qt_override()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows the figures as a table."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_table()
        else:
            super().keyPressEvent(event)

    def _set_empty(self, empty: bool) -> None:
        """Without anything to draw, the sentence stands in the middle instead of an empty frame."""
        self._subtitle.setVisible(bool(self._subtitle.text()) and not empty)
        self.drawing.setVisible(not empty)
        policy = self._sentence.sizePolicy()
        policy.setVerticalPolicy(QSizePolicy.Policy.Expanding if empty else QSizePolicy.Policy.Minimum)
        self._sentence.setSizePolicy(policy)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter if empty else Qt.AlignmentFlag.AlignTop)

    def _announce(self, name: str, description: str) -> None:
        if (self.accessibleName(), self.accessibleDescription()) == (name, description):
            return
        for widget in (self, self.drawing):
            widget.setAccessibleName(name)
            widget.setAccessibleDescription(description)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))


def is_empty(series: Chart | RigPicture) -> bool:
    """Whether there is nothing to draw."""
    if isinstance(series, RigPicture):
        return False
    return not (series.lines if isinstance(series, LineChart) else series.bars)


@qt_override()
def _reader(_: str, widget: object) -> QAccessibleWidget | None:
    """What screen readers ask of a chart: without this it would be a border to them."""
    if not isinstance(widget, ChartFrame):
        return None
    is_picture = isinstance(widget.drawing, ZoomedPicture)
    return QAccessibleWidget(widget, QAccessible.Role.Graphic if is_picture else QAccessible.Role.Chart)


QAccessible.installFactory(_reader)
