"""Models as a Qt list that is searched by name, maker, family and alias."""

import re
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from advisor.present.words.view import Choice

Index = QModelIndex | QPersistentModelIndex
ID_ROLE = Qt.ItemDataRole.UserRole
_BETWEEN = re.compile(r"[\W_]+")


class ModelList(QAbstractListModel):
    """The choices that hold every word of the search text, nearest names first; signs and case are ignored."""

    def __init__(self, nothing: str = "") -> None:
        """`nothing` stands in a row where a search finds none."""
        super().__init__()
        self._nothing = nothing
        self._given: tuple[Choice, ...] = ()
        self._all: tuple[tuple[Choice, str], ...] = ()
        self._rows: tuple[Choice, ...] = ()
        self._words: tuple[str, ...] = ()

    def set_rows(self, rows: tuple[Choice, ...]) -> None:
        """Show these instead of the present ones."""
        if rows is not self._given and rows != self._given:
            self._given = rows
            self._all = tuple((row, plain(f"{row.text} {row.id} {row.search}")) for row in rows)
            self._filter()

    def set_text(self, text: str) -> None:
        """Show only what this text finds."""
        words = tuple(plain(word) for word in text.split())
        if words != self._words:
            self._words = words
            self._filter()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of choices found, or of the row that says that there are none."""
        return 0 if parent.isValid() else len(self._rows) or int(bool(self._words and self._nothing))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name and size; the name alone for editing; the id."""
        if not self._rows:
            return self._nothing if role == Qt.ItemDataRole.DisplayRole else None
        row = self._rows[index.row()]
        texts: dict[int, str] = {
            Qt.ItemDataRole.DisplayRole: f"{row.text}   {row.detail}".strip(),
            Qt.ItemDataRole.EditRole: row.text,
            ID_ROLE: row.id,
        }
        return texts.get(role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What was found can be chosen."""
        return super().flags(index) if self._rows else Qt.ItemFlag.NoItemFlags

    @property
    def first(self) -> str | None:
        """The id of the first choice found."""
        return self._rows[0].id if self._rows else None

    def text_of(self, choice_id: str) -> str:
        """The name of a choice, found or not."""
        return next((row.text for row, _ in self._all if row.id == choice_id), "")

    def _filter(self) -> None:
        found = [row for row, plain in self._all if all(word in plain for word in self._words)]
        if self._words:
            found.sort(key=self._distance)
        self.beginResetModel()
        self._rows = tuple(found)
        self.endResetModel()

    def _distance(self, row: Choice) -> tuple[bool, ...]:
        """How far a name is from what was typed: the same, begins so, holds it, holds all words, found elsewhere."""
        name, typed = plain(row.text), "".join(self._words)
        return (
            name != typed,
            not name.startswith(typed),
            typed not in name,
            not all(word in name for word in self._words),
        )


def plain(text: str) -> str:
    """A text as it is searched: letters and digits, in lower case."""
    return _BETWEEN.sub("", text.lower())
