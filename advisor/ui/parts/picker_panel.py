"""The open list of the model picker, with its search field."""

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QListView, QWidget

from advisor.charts.qt_override import qt_override
from advisor.present.words.words import say
from advisor.ui.parts.boxes import fill, stacked
from advisor.ui.parts.panel import TextField
from advisor.ui.parts.picker_look import RowLook
from advisor.ui.parts.picker_rows import ID_ROLE, PickerRows

WIDE_HEIGHTS, MOST_ROWS = 38, 14
"""Width of the open list in font heights, and its rows."""
MARGIN = 6
LIST_KEYS = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
TAKE_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PickerField(TextField):
    """What is searched for; keys that are not for a line of text go to the list below it."""

    pressed = Signal(object)

    @qt_override()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the list."""
        if event.key() in (*LIST_KEYS, *TAKE_KEYS, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.pressed.emit(event)
        else:
            super().keyPressEvent(event)


class PickerPanel(QWidget):
    """The open list with its search field; `taken` carries an id, `looked_at` those of the rows in sight."""

    taken = Signal(str)
    looked_at = Signal(object)
    left = Signal(bool)
    """Tab was pressed: whether forwards."""
    closed = Signal()

    def __init__(self, owner: QWidget, name: str) -> None:
        super().__init__(owner, Qt.WindowType.Popup)
        self.setObjectName("picker")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)  # a click on the knob closes the list, and no more
        self.words = PickerField()
        self.words.setAccessibleName(name)
        self.words.setPlaceholderText(say("Type to search all models"))
        self.words.setClearButtonEnabled(True)
        self.rows = PickerRows()
        self.list = QListView()
        self.list.setObjectName("completions")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setAccessibleName(say("Models"))
        self.list.setModel(self.rows)
        self.look = RowLook(self.list)
        self.list.setItemDelegate(self.look)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.entered.connect(self._point)
        self.list.clicked.connect(self._take)
        box = fill(self, stacked(self.words, (self.list, 1), spacing=MARGIN))
        box.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.timeout.connect(self._look)
        for moved in (self.list.verticalScrollBar().valueChanged, self.rows.modelReset, self.rows.dataChanged):
            moved.connect(lambda *_: self._looking.start())
        self.rows.modelReset.connect(self._mark)
        self.rows.dataChanged.connect(self._mark_once)
        self.list.selectionModel().currentChanged.connect(lambda now, _: self._tell(now.row()))
        self.words.textChanged.connect(self.rows.set_text)
        self.words.pressed.connect(self._press)
        self._model_id = ""

    def open_below(self, knob: QWidget, model_id: str) -> None:
        """Show the groups, below the knob or above it, where there is more room."""
        self._model_id = model_id
        self.words.clear()
        self.setLayoutDirection(knob.layoutDirection())
        self.setGeometry(self._place(knob))
        self.show()
        self.words.setFocus()
        self._mark()
        self._looking.start()

    @qt_override()
    def hideEvent(self, event: QHideEvent) -> None:
        """It is closed, by whatever."""
        super().hideEvent(event)
        self.closed.emit()

    @qt_override()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Beside it: close."""
        if not self.rect().contains(event.position().toPoint()):
            self.hide()

    def _place(self, knob: QWidget) -> QRect:
        """As wide as it needs within window and screen, and as high as there is room."""
        screen, window = knob.screen().availableGeometry(), knob.window().frameGeometry()
        wide = max(knob.width(), WIDE_HEIGHTS * self.fontMetrics().height())
        wide = min(wide, max(knob.width(), window.width() - 2 * MARGIN), screen.width())
        row = self.list.sizeHintForRow(0)
        wanted = self.words.sizeHint().height() + min(MOST_ROWS, max(1, self.rows.rowCount())) * row + 4 * MARGIN
        top, bottom = (knob.mapToGlobal(QPoint(0, at)).y() for at in (0, knob.height()))
        below, above = screen.bottom() - bottom, top - screen.top()
        high = min(wanted, max(below, above))
        at_y = bottom if high <= below else top - high
        is_mirrored = knob.layoutDirection() == Qt.LayoutDirection.RightToLeft
        at_x = knob.mapToGlobal(QPoint(knob.width() - wide if is_mirrored else 0, 0)).x()
        at_x = min(max(at_x, screen.left()), screen.right() + 1 - wide)
        return QRect(QPoint(at_x, at_y), QSize(wide, high))

    def _press(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape:
                self.hide()
            case Qt.Key.Key_Tab | Qt.Key.Key_Backtab:
                self.hide()
                self.left.emit(event.key() == Qt.Key.Key_Tab)
            case key if key in TAKE_KEYS:
                self._take(self.list.currentIndex())
            case _:
                QApplication.sendEvent(self.list, event)

    def _take(self, index: QModelIndex) -> None:
        """Choose a model; Enter on a name that none has closes the list."""
        taken = index.data(ID_ROLE)
        if taken or self.rows.first < 0:
            self.hide()
        if taken:
            self.taken.emit(taken)

    def _mark(self) -> None:
        """What Enter takes: the nearest name found; without a search the present model where it is in sight."""
        row = self.rows.first if self.rows.is_search else self.rows.row_of(self._model_id)
        self.list.setCurrentIndex(self.rows.index(row if row < MOST_ROWS else -1, 0))
        self.list.scrollToTop()  # with the heading above it

    def _point(self, index: QModelIndex) -> None:
        """The row under the pointer is marked."""
        if index.flags():
            self.list.setCurrentIndex(index)

    def _mark_once(self) -> None:
        """The present model came into sight; a row that a person went to stays marked."""
        if not self.list.currentIndex().isValid():
            self._mark()

    def _tell(self, row: int) -> None:
        """A screen reader reads the marked row, though the field keeps the focus."""
        if row >= 0 and self.isVisible():
            event = QAccessibleEvent(self.list, QAccessible.Event.Focus)
            event.setChild(row)
            QAccessible.updateAccessibility(event)

    def _look(self) -> None:
        """Which rows are in sight, each told once until it is known."""
        inside = self.list.viewport().rect()
        first, last = (self.list.indexAt(QPoint(1, y)).row() for y in (inside.top() + 1, inside.bottom() - 1))
        seen = self.rows.without_badge(max(0, first), last if last >= 0 else self.rows.rowCount() - 1)
        if self.isVisible() and seen:
            self.looked_at.emit(seen)
