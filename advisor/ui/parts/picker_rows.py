"""The rows of the model picker: groups below their headings, or what a search finds in all of them."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.choice import Choice
from advisor.present.words.search import nearest_first, typed
from advisor.present.words.view import MAKE_CARD, OPEN_FILE, Badge, ChoiceGroup
from advisor.present.words.words import joined, say

Index = QModelIndex | QPersistentModelIndex
ID_ROLE, LINE_ROLE, BADGE_ROLE = (Qt.ItemDataRole.UserRole + place for place in range(3))


class Line(NamedTuple):
    """One row: a choice, a heading above some, or a remark in place of what is not there."""

    kind: Literal["choice", "heading", "remark"]
    choice: Choice


class PickerRows(QAbstractListModel):
    """All groups, or what a search finds in them: each once, the nearest name first. Only choices can be chosen."""

    def __init__(self) -> None:
        super().__init__()
        self._groups: tuple[ChoiceGroup, ...] = ()
        self._lines: tuple[Line, ...] = ()
        self._badges: dict[str, Badge] = {}
        self._text = ""

    def begin(self, groups: tuple[ChoiceGroup, ...]) -> None:
        """Offer these from the start: nothing typed, no badges."""
        self._text, self._badges = "", {}
        self.set_groups(groups)

    def set_groups(self, groups: tuple[ChoiceGroup, ...]) -> None:
        """Offer these; rows that only take the place of others stay where they are."""
        self._groups = groups
        self._show()

    def set_text(self, text: str) -> None:
        """Show only what this text finds."""
        if typed(text).words != typed(self._text).words:
            self._text = text
            self._show()

    def add_badges(self, badges: Mapping[str, Badge]) -> None:
        """Tell how these models run."""
        self._badges |= badges
        for row, line in enumerate(self._lines):
            if line.choice.id in badges:
                self.dataChanged.emit(self.index(row, 0), self.index(row, 0))

    @property
    def is_search(self) -> bool:
        """Whether something is searched for."""
        return bool(typed(self._text).words)

    @property
    def first(self) -> int:
        """The first row of a model that can be chosen, -1 where none can."""
        return next((row for row, line in enumerate(self._lines) if line.choice.id not in ("", MAKE_CARD)), -1)

    def row_of(self, choice_id: str) -> int:
        """The first row of a choice, -1 where there is none."""
        return next((row for row, line in enumerate(self._lines) if line.choice.id == choice_id), -1)

    def without_badge(self, first: int, last: int) -> tuple[str, ...]:
        """The models of some rows of which it is not known yet how they run."""
        ids = (line.choice.id for line in self._lines[first : last + 1])
        return tuple(one for one in ids if one and one not in self._badges and one not in (OPEN_FILE, MAKE_CARD))

    @qt_override(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Number of rows."""
        return 0 if parent.isValid() else len(self._lines)

    @qt_override()
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name; all that is known in one line for screen readers and as a tooltip; what it is drawn of."""
        line = self._lines[index.row()]
        badge = self._badges.get(line.choice.id)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return line.choice.text
            case Qt.ItemDataRole.AccessibleTextRole:
                known = (badge.word, badge.memory) if badge else ()
                return joined((line.choice.text, *known, line.choice.detail), ", ")
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self.data(index, Qt.ItemDataRole.AccessibleTextRole))
            case _:
                return {ID_ROLE: line.choice.id, LINE_ROLE: line, BADGE_ROLE: badge}.get(role)

    @qt_override(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings and remarks cannot be chosen."""
        return super().flags(index) if self._lines[index.row()].choice.id else Qt.ItemFlag.NoItemFlags

    def _show(self) -> None:
        lines = tuple(self._found() if self.is_search else self._grouped())
        if len(lines) == len(self._lines) and not self.is_search:
            self._lines = lines
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, 0))
        else:
            self.beginResetModel()
            self._lines = lines
            self.endResetModel()

    def _grouped(self) -> Iterator[Line]:
        for group in self._groups:
            if group.is_only_found:
                continue
            if group.heading:
                yield Line("heading", Choice("", group.heading))
            yield from (Line("choice", one) for one in group.choices)
            yield from [Line("remark", Choice("", say("Ranking …")))] * group.waits

    def _found(self) -> Iterator[Line]:
        each = {one.id: one for group in self._groups for one in group.choices if one.id != OPEN_FILE}
        found = nearest_first(((one, one.text, f"{one.id}\n{one.search}") for one in each.values()), self._text)
        yield from (Line("choice", one) for one in found)
        if not found:
            yield Line("remark", Choice("", say("No matching model")))
            yield Line("choice", Choice(MAKE_CARD, say("Make a card for it …")))
