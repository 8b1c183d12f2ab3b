"""Small parts that pages are made of: texts, fields, cards, findings, dialogs, and a grid that follows the width."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from advisor.charts.plain import plain_label
from advisor.charts.qt_override import qt_override
from advisor.present.words.palette import Theme
from advisor.present.words.words import say
from advisor.ui.parts.boxes import Part, add

GAP, INSIDE, EDGE = 14, 16, 22
"""Space between cards, inside them, and at the sides of a page, in pixels."""


def text_label(name: str, text: str = "") -> QLabel:
    """A wrapping text; `name` picks its size and color from the style sheet."""
    label = plain_label(text, name)
    label.setWordWrap(True)
    return label


def push_button(text: str, slot: Callable[[], object]) -> QPushButton:
    """A button that a screen reader names by its text."""
    button = QPushButton(text)
    button.setAccessibleName(text)
    button.clicked.connect(lambda: slot())
    return button


def rename_button(button: QPushButton, text: str) -> None:
    """Another text for a button and whoever hears it; its key stays, which Qt takes away with a text."""
    keys = button.shortcut()
    button.setText(text)
    button.setShortcut(keys)
    button.setAccessibleName(text)


class Panel(QFrame):
    """A white card of these parts. With `edged` it has a colored edge on its left."""

    def __init__(self, *parts: Part, edged: bool = False) -> None:
        super().__init__()
        self.setObjectName("card")
        self.edge = QFrame()
        self.edge.setObjectName("edge")
        self.edge.setFixedWidth(4)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(8 if edged else INSIDE, 12, INSIDE, 12)
        outer.setSpacing(12 if edged else 0)
        outer.addWidget(self.edge)
        self.edge.setVisible(edged)  # with a parent: without one it would flash up as a window of its own
        self.body = QVBoxLayout()
        self.body.setSpacing(6)
        outer.addLayout(self.body, 1)
        add(self.body, *parts)


class FlowGrid(QWidget):
    """Widgets in as many equal columns of at least so many font heights as the width allows.

    With `keeps_texts` in no more than leave each widget its least width; with `is_even` the last one is no wider than
    the others.
    """

    def __init__(
        self, *, column_heights: int, most_columns: int, keeps_texts: bool = False, is_even: bool = False
    ) -> None:
        super().__init__()
        self._column_heights, self._most, self._keeps_texts = column_heights, most_columns, keeps_texts
        self._is_even = is_even
        self._widgets: list[QWidget] = []
        self._put_away: list[QWidget] = []
        self._arranged: tuple[int, list[QWidget]] = (0, [])
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)

    def set_widgets(self, widgets: Sequence[QWidget], *, keeps: bool = False) -> None:
        """Show these; what was shown before is deleted unless it is among them, or `keeps` it to be shown again."""
        for old in self._widgets:
            if old not in widgets:
                old.hide()  # else the layout would still show it, as a window of its own, if it was added just now
                if keeps:
                    self._grid.removeWidget(old)
                    self._put_away.append(old)
                else:
                    old.setParent(None)
                    old.deleteLater()
        for one in widgets:
            if one in self._put_away:
                self._put_away.remove(one)
                one.show()
        self._widgets = list(widgets)
        self.arrange()

    @qt_override(QSize())
    def minimumSizeHint(self) -> QSize:
        """One column is always possible."""
        return QSize(min(self._column_width(), 300), self._grid.minimumSize().height())

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the number of columns anew."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Place what is not hidden; the last one takes the rest of its row where they need not be even."""
        hidden = Qt.WidgetAttribute.WA_WState_ExplicitShowHide  # what is only not yet shown will be
        shown = [widget for widget in self._widgets if not (widget.isHidden() and widget.testAttribute(hidden))]
        most = max(1, min(self._most, len(shown)))
        columns = max(1, min(most, (self.width() + GAP) // (self._column_width() + GAP)))
        while self._keeps_texts and columns > 1 and self._least_width(shown, columns) > self.width():
            columns -= 1
        if (columns, shown) == self._arranged:
            return
        self._arranged = (columns, shown)
        for index, widget in enumerate(shown):
            row, column = divmod(index, columns)
            span = columns - column if index == len(shown) - 1 and not self._is_even else 1
            self._grid.addWidget(widget, row, column, 1, span)
        for column in range(self._most):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self.updateGeometry()

    def lay_out(self) -> None:
        """From the inside out, before what is around it is: else that is laid out twice."""
        for widget in self._widgets:
            if (inside := widget.layout()) is not None:
                inside.activate()
        self._grid.activate()

    def _least_width(self, shown: Sequence[QWidget], columns: int) -> int:
        widths = (max(one.minimumSizeHint().width() for one in shown[place::columns]) for place in range(columns))
        return sum(widths) + GAP * (columns - 1)

    def _column_width(self) -> int:
        return self._column_heights * self.fontMetrics().height()


class Page(QScrollArea):
    """A page that scrolls when the window is too small for it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        inside.setObjectName("inside")
        self.body = QVBoxLayout(inside)
        self.body.setContentsMargins(EDGE, 18, EDGE, 18)
        self.body.setSpacing(GAP)
        self.setWidget(inside)

    def show_trouble(self, sentence: str) -> None:
        """Say in place of what is missing why it is."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Recolor what the style sheet does not."""
        recolor(self, theme)


def recolor(root: QObject, theme: Theme) -> None:
    """Whatever inside has colors of its own takes them from this theme."""
    for child in root.children():
        if own := getattr(child, "set_theme", None):
            own(theme)
        else:
            recolor(child, theme)


def clear(layout: QLayout) -> None:
    """Take all widgets out of a layout and delete them."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


def setting_panel(title: str, *rows: tuple[QLabel, QWidget]) -> Panel:
    """A card with a heading and one row for each setting; a label's text is the name of its control."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(0, 1)
    grid.setColumnStretch(1, 1)
    for row, (label, control) in enumerate(rows):
        label.setBuddy(control)
        control.setAccessibleName(label.text())
        grid.addWidget(label, row, 0)
        grid.addWidget(control, row, 1)
    return Panel(text_label("heading", title), grid)


class ScrollDialog(QDialog):
    """Put cards in `body`; there is a button that closes it, others may be added to `buttons`."""

    def __init__(self, parent: QWidget, title: str, *, size_heights: tuple[int, int]) -> None:
        """`size_heights` is the wished size in font heights."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._size_heights = size_heights
        inside = QWidget()
        inside.setObjectName("inside")
        around = QVBoxLayout(inside)
        around.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        self.body = QVBoxLayout()
        self.body.setSpacing(GAP)
        add(around, self.body, None)
        area = QScrollArea()
        area.setAccessibleName(title)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inside)
        self.buttons = close_buttons(self)
        footer = QVBoxLayout()
        footer.setContentsMargins(INSIDE, 0, INSIDE, 0)
        footer.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, INSIDE)
        layout.addWidget(area)
        layout.addLayout(footer)
        self.fit_font()

    def fit_font(self) -> None:
        """Take the wished size, as far as the screen allows; one that is open stays on the screen with all of it."""
        high, (wide, tall), screen = self.fontMetrics().height(), self._size_heights, self.screen().availableGeometry()
        self.resize(QSize(wide * high, tall * high).boundedTo(screen.size() * 0.9))
        if self.isVisible():
            around = self.frameGeometry()
            left = min(around.left(), screen.right() + 1 - around.width())
            top = min(around.top(), screen.bottom() + 1 - around.height())
            self.move(max(screen.left(), left), max(screen.top(), top))


def close_buttons(dialog: QDialog) -> QDialogButtonBox:
    """The row of a dialog's buttons: the one that closes it."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    close = buttons.button(QDialogButtonBox.StandardButton.Close)
    close.setIcon(QIcon())
    close.setAutoDefault(False)  # Enter takes over what was typed, and leaves the dialog open
    buttons.rejected.connect(dialog.reject)
    return buttons


class MeasureButton(QPushButton):
    """Shown where measuring this computer would make an answer surer."""

    def __init__(self) -> None:
        super().__init__(say("Measure"))
        self.setAccessibleName(self.text())
        self.setObjectName("primary")
        self.is_own, self._is_offered = True, False
        """Whether the machine shown is this computer."""
        self.hide()

    def offer(self, is_offered: bool) -> None:
        """Whether it would be of use."""
        self._is_offered = is_offered
        self.setVisible(self.is_own and is_offered)

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot be measured, and only one thing at a time."""
        self.is_own = is_own
        self.setEnabled(not busy)
        self.offer(self._is_offered)


class ShareButton(QPushButton):
    """Opens a list of ways to copy or save what a page shows; the page says what each does."""

    def __init__(
        self,
        *,
        copy_picture: Callable[[], object],
        save_picture: Callable[[], object],
        copy_answer: Callable[[], object] | None = None,
        share_result: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(say("Copy or save"))
        self.setAccessibleName(self.text())
        self._list = QMenu(self)
        self._list.setToolTipsVisible(True)
        if copy_answer is not None:
            self._add(say("Copy answer"), copy_answer)
        picture = self._add(say("Copy picture"), copy_picture)
        picture.setToolTip(say("Rig and answer as one picture of 1200 x 675, for a forum"))
        self._add(say("Save picture"), save_picture)
        if share_result is not None:
            self._add(say("Share result …"), share_result)
        self.setMenu(self._list)

    def _add(self, text: str, slot: Callable[[], object]) -> QAction:
        action = self._list.addAction(text)
        action.triggered.connect(lambda _=False: slot())
        return action


PDF_KEYS = "Ctrl+E"
"""Saves the PDF; a plain line would take it for going to its end."""


class TextField(QLineEdit):
    """Takes no dropped files: these are for the window, not text."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(False)

    def begin(self) -> None:
        """Type from here on, in place of what stands there."""
        self.setFocus()
        self.selectAll()

    @qt_override(False)
    def event(self, event: QEvent) -> bool:
        """Undo is for what was typed; where nothing was, it is for the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._leaves(event):
            event.ignore()
            return False
        return super().event(event)

    def _leaves(self, event: QKeyEvent) -> bool:
        if QKeySequence(event.keyCombination()) == QKeySequence(PDF_KEYS):
            return True
        keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
        return not self.isModified() and any(event.matches(key) for key in keys)
