"""Models as a Qt list that is searched by name, maker, family and alias."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt

from advisor.present.view import Choice

Index = QModelIndex | QPersistentModelIndex
ID_ROLE, SEARCH_ROLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class ModelList(QAbstractListModel):
    """The choices in their order."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Choice, ...] = ()
        self._plain: tuple[str, ...] = ()

    def set_rows(self, rows: tuple[Choice, ...]) -> None:
        """Show these instead of the present ones."""
        if rows is not self._rows and rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self._plain = tuple(_plain(f"{row.text} {row.id} {row.search}") for row in rows)
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of choices."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name and size; the name alone for editing; the id; all words for the search."""
        row = self._rows[index.row()]
        texts = {
            Qt.ItemDataRole.DisplayRole: f"{row.text}   {row.detail}".strip(),
            Qt.ItemDataRole.EditRole: row.text,
            ID_ROLE: row.id,
            SEARCH_ROLE: self._plain[index.row()],
        }
        return texts.get(Qt.ItemDataRole(role) if role < ID_ROLE else role)

    def text_of(self, choice_id: str) -> str:
        """The name of a choice."""
        return next((row.text for row in self._rows if row.id == choice_id), "")


class WordFilter(QSortFilterProxyModel):
    """Keeps the rows whose names hold every word that was typed, in any order, signs ignored."""

    def __init__(self) -> None:
        super().__init__()
        self._words: tuple[str, ...] = ()

    def set_text(self, text: str) -> None:
        """Filter by this text."""
        words = tuple(_plain(word) for word in text.split())
        if words != self._words:
            self._words = words
            self.invalidateFilter()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # noqa: N802
        """Whether a row holds all words."""
        words = self.sourceModel().index(source_row, 0, source_parent).data(SEARCH_ROLE)
        return all(word in words for word in self._words)


def _plain(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())
