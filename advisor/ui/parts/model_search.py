"""The search box for models: type part of a name, choose from the list below."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QMoveEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCompleter, QListView, QScrollArea, QWidget

from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.choice import Choice
from advisor.present.words.search import nearest_first, nearest_of_some, surely_meant, typed
from advisor.present.words.view import MAKE_CARD
from advisor.present.words.words import say
from advisor.ui.parts.panel import EDGE, TextField

Index = QModelIndex | QPersistentModelIndex
Described = Callable[[str], Choice | None]
"""What a text describes beyond the list."""
ID_ROLE = Qt.ItemDataRole.UserRole


class ModelList(QAbstractListModel):
    """The choices that hold every word of the search text, nearest names first; signs and case are ignored."""

    def __init__(self, nothing: str = "") -> None:
        """`nothing` stands in a row where a search finds none; `otherwise` in a row that can be chosen below it.

        One that is `forgiving` finds what some of the words name. What is `described` by a text stands first.
        """
        super().__init__()
        self._nothing = nothing
        self.is_forgiving = False
        self.otherwise: Choice | None = None
        self.described: Described | None = None
        self._all: tuple[Choice, ...] = ()
        self._rows: tuple[Choice, ...] = ()
        self._text = ""

    def set_rows(self, rows: tuple[Choice, ...]) -> None:
        """Show these instead of the present ones."""
        if rows is not self._all and rows != self._all:
            self._all = rows
            self._filter()

    def set_text(self, text: str) -> None:
        """Show only what this text finds."""
        if typed(text).words != typed(self._text).words:
            self._text = text
            self._filter()

    @qt_override(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of choices found, or of the rows that say that there are none and what else can be done."""
        if parent.isValid() or self._rows:
            return 0 if parent.isValid() else len(self._rows)
        return (1 + (self.otherwise is not None)) if typed(self._text).words and self._nothing else 0

    @qt_override()
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name and size; the name alone for editing; the id."""
        if not self._rows and index.row() == 0:
            return self._nothing if role == Qt.ItemDataRole.DisplayRole else None
        row = self._rows[index.row()] if self._rows else self.otherwise
        assert row is not None
        texts: dict[int, str] = {
            Qt.ItemDataRole.DisplayRole: f"{row.text}   {row.detail}".strip(),
            Qt.ItemDataRole.EditRole: row.text,
            ID_ROLE: row.id,
        }
        return texts.get(role)

    @qt_override(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        """What was found can be chosen."""
        return super().flags(index) if self._rows or index.row() > 0 else Qt.ItemFlag.NoItemFlags

    @property
    def text(self) -> str:
        """What is searched for."""
        return self._text

    @property
    def first(self) -> str | None:
        """The id of the first choice found."""
        return self._rows[0].id if self._rows else None

    @property
    def meant(self) -> str | None:
        """The id of the one choice that is surely meant."""
        return surely_meant(((row.id, row.text, f"{row.id}\n{row.search}") for row in self._rows), self._text)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all choices found."""
        return tuple(row.text for row in self._rows)

    def text_of(self, choice_id: str) -> str:
        """The name of a choice, found or not."""
        return next((row.text for row in self._all if row.id == choice_id), "")

    def _filter(self) -> None:
        rows = ((row, row.text, f"{row.id}\n{row.search}") for row in self._all)
        found = (nearest_of_some if self.is_forgiving else nearest_first)(rows, self._text)
        first = self.described(self._text) if self.described is not None else None
        if first is not None:
            found = (first, *(one for one in found if one.id != first.id))
        self.beginResetModel()
        self._rows = found
        self.endResetModel()


MOST_VISIBLE, LIST_HEIGHTS = 12, 24
"""Rows of the list below the box, and its least width in font heights."""


class FoundList(QListView):
    """The open list; where the box stands at the edge of the window it goes on to the other side."""

    def __init__(self, box: QWidget) -> None:
        super().__init__()
        self._box = box
        self.setObjectName("completions")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @qt_override()
    def showEvent(self, event: QShowEvent) -> None:
        """A completer places it as if it were as narrow as the box."""
        super().showEvent(event)
        least = min(LIST_HEIGHTS * self.fontMetrics().height(), room_around(self._box).width())
        self.setMinimumWidth(least)
        self.resize(max(self._box.width(), least), self.height())
        self._stay_inside()

    @qt_override()
    def moveEvent(self, event: QMoveEvent) -> None:
        """A completer places it anew with each letter."""
        super().moveEvent(event)
        self._stay_inside()

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """It may be wider now."""
        super().resizeEvent(event)
        self._stay_inside()

    def _stay_inside(self) -> None:
        """Where it would reach over the edge it ends where the box does."""
        around, box = room_around(self._box), QRect(self._box.mapToGlobal(QPoint()), self._box.size())
        is_beyond = box.left() + self.width() - 1 > around.right()
        end = min(box.right(), around.right()) if is_beyond else around.right()
        inside = max(around.left(), min(self.x(), end + 1 - self.width()))
        if self.isVisible() and inside != self.x():
            self.move(inside, self.y())


def room_around(widget: QWidget) -> QRect:
    """Where on the screen something may stand beside a widget: within its page and that one's edges, else its window.

    A page has its scroll bar beside that.
    """
    around: QWidget | None = widget.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    if around is None:
        return widget.window().geometry()
    seen = around.viewport()
    return QRect(seen.mapToGlobal(QPoint()), seen.size()).adjusted(EDGE, 0, -EDGE, 0)


class ModelSearch(TextField):
    """Emits the id of the model that was chosen; a text that names none is put back on leaving, or stays.

    `card_requested` carries a name of which nothing is known, where `offer_card` says that it may be described.
    """

    chosen = Signal(str)
    card_requested = Signal(str)

    def __init__(self, name: str = "", hint: str = "", *, nothing: str = "", keeps: bool = False) -> None:
        """`nothing` is said where a text finds nothing.

        One that `keeps` its text takes on leaving what is surely meant by it, and else lets the text stand.
        """
        super().__init__()
        self._keeps = keeps
        self.setAccessibleName(name or say("Model"))
        self.setPlaceholderText(hint or say("Type to search for a model"))
        self.setToolTip(plain_tip(self.placeholderText()))
        self._list = ModelList(nothing=nothing or say("No matching model"))
        self._model_id = ""
        popup = self._popup = FoundList(self)
        popup.setAccessibleName(say("Found: {what}", what=self.accessibleName()))
        self._completer = QCompleter(self._list, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setCompletionRole(Qt.ItemDataRole.EditRole)
        self._completer.setMaxVisibleItems(MOST_VISIBLE)
        self._completer.setPopup(popup)
        self._completer.activated[QModelIndex].connect(self._choose)  # type: ignore[index]
        self.setCompleter(self._completer)
        self.textEdited.connect(self._list.set_text)
        self.returnPressed.connect(self._take_first)
        self.editingFinished.connect(self._leave)

    def set_choices(self, choices: tuple[Choice, ...], model_id: str) -> None:
        """Offer these models and show the chosen one."""
        self._list.set_rows(choices)
        self._model_id = model_id
        if not (self.hasFocus() and self.isModified()):
            self._restore()

    def offer_card(self) -> None:
        """Offer to describe what is not found."""
        self._list.otherwise = Choice(MAKE_CARD, say("Make a card for it …"))

    def forgive(self, otherwise: Choice | None, described: Described | None = None) -> None:
        """Find also what some of the words name, first what a text describes, and offer this where nothing does."""
        self._list.is_forgiving, self._list.otherwise, self._list.described = True, otherwise, described
        self.textEdited.connect(self._show_again)

    def _show_again(self, text: str) -> None:
        """All of them, once nothing is typed any more: a completer closes its list then."""
        if not text:
            QTimer.singleShot(0, self, self._completer.complete)

    @property
    def is_lost(self) -> bool:
        """Whether what is typed names nothing."""
        return self._is_typed and not (typed(self.text()).words and self._list.first is not None)

    @property
    def possible(self) -> tuple[str, ...]:
        """Names of several things of which what is typed may mean any; none where it means one, or none."""
        is_sure = not self._is_typed or self.is_lost or self._list.meant is not None
        return () if is_sure else self._list.names

    @property
    def _is_typed(self) -> bool:
        """Whether the text is another than the name of what is chosen."""
        return self.text() != self._list.text_of(self._model_id)

    def take_typed(self) -> None:
        """Take what is surely meant by what is typed."""
        if self._is_typed and not self.is_lost and (meant := self._list.meant) is not None:
            self._popup.hide()
            self._set(meant)

    @property
    def is_open(self) -> bool:
        """Whether the list is open."""
        return self._popup.isVisible()

    @qt_override()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click selects the name, so that typing replaces it."""
        super().mousePressEvent(event)
        if not self.isModified():
            self.selectAll()

    def _choose(self, index: QModelIndex) -> None:
        """Take a row; none is meant where the rows changed below the mark, or by the one that says so."""
        model_id = index.data(ID_ROLE)
        if model_id == MAKE_CARD:
            name = self._list.text
            self.setModified(False)
            self._restore()
            self.card_requested.emit(name)
        elif model_id is not None:
            self._set(model_id)

    def _take_first(self) -> None:
        """Enter takes the first model found, or else the present one stays; without one so does what was typed.

        A marked row of the open list it takes through the list, which gets the key next: taken here, the list would
        hold other rows by then, and the one in its place would be taken as well.
        """
        if self.is_open and self._popup.currentIndex().isValid():
            return
        if self.isModified() and self._list.first is not None:
            self._set(self._list.first)
        elif self.isModified() and self._model_id and not self._keeps:
            self._popup.hide()
            self._restore()
        elif self.isModified():
            self._completer.complete()

    def _leave(self) -> None:
        """Put the name of the present one back, unless what was typed is to be kept.

        Its list is still open where Tab leaves the box, and also where Enter is for the list.
        """
        if not (self._keeps and self.isModified()):
            self._restore()
        elif not (self.is_open and self.hasFocus()):
            self.take_typed()

    def _set(self, model_id: str) -> None:
        """Choose a model."""
        is_new = model_id != self._model_id
        self._model_id = model_id
        self.setModified(False)
        self._restore()
        if is_new:
            self.chosen.emit(model_id)

    def _restore(self) -> None:
        if not self.is_open:
            text = self._list.text_of(self._model_id)
            if text != self.text():
                self.setText(text)
            self.setCursorPosition(0)  # of a long name its beginning is seen
            self.setModified(False)
            self._list.set_text("")
