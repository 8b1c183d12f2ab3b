"""The filters of page What can I run?, and models that a search finds in other tasks."""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QPushButton, QWidget

from advisor.present.rank.filters import RankFilter, ability_choices, found_choices, light_choices, size_choices
from advisor.present.rank.rows import RankedRow
from advisor.present.rank.search import Elsewhere
from advisor.present.words.choice import Choice
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add, fill, stacked
from advisor.ui.parts.fields import ListField
from advisor.ui.parts.knob_bar import small_label
from advisor.ui.parts.panel import FlowGrid, clear, push_button

MOST_ELSEWHERE = 4
CHOICE_HEIGHTS, TICK_HEIGHTS = 6, 5
"""Least widths of a list to choose from and of a box to tick, in font heights."""
X_PER_LETTER = 0.6
"""Qt measures the least width of a list in letters X."""


class FilterBar(QWidget):
    """Emits what a person wants to see."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.light, self.up_to, self.license, self.maker = ListField(), ListField(), ListField(), ListField()
        self.vram, self.older = QCheckBox(say("VRAM only")), QCheckBox(say("Older models"))
        self.files = QCheckBox(say("✓ On this computer"))
        self.able = {choice.id: QCheckBox(choice.text) for choice in ability_choices()}
        _offer(self.light, light_choices())
        _offer(self.up_to, size_choices())
        named = {
            say("Verdict"): self.light,
            say("Size"): self.up_to,
            say("License"): self.license,
            say("Maker"): self.maker,
        }
        for name, combo in named.items():
            combo.setAccessibleName(name)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.activated.connect(self._emit)
        boxes = (self.files, self.vram, *self.able.values(), self.older)
        for box in boxes:
            box.setAccessibleName(box.text())
            box.toggled.connect(self._emit)
        choices, ticks = (
            FlowGrid(column_heights=wide, most_columns=6, keeps_texts=True) for wide in (CHOICE_HEIGHTS, TICK_HEIGHTS)
        )
        choices.set_widgets(tuple(named.values()))
        ticks.set_widgets(boxes)
        self._choices, self._ticks = choices, ticks
        fill(self, stacked(choices, ticks, spacing=8))
        self.offer_found(())

    @property
    def chosen(self) -> RankFilter:
        """What is chosen now."""
        return RankFilter(
            light=self.light.currentData() or "",
            is_inside=self.vram.isChecked(),
            abilities=frozenset(ability for ability, box in self.able.items() if box.isChecked()),  # type: ignore[misc]
            license=self.license.currentData() or "",
            maker=self.maker.currentData() or "",
            size=self.up_to.currentData() or "",
            with_older=self.older.isChecked(),
            files="only" if self.files.isChecked() else "none",
        )

    def reset(self) -> None:
        """Show all that is current."""
        for combo in (self.light, self.up_to, self.license, self.maker):
            combo.setCurrentIndex(0)
        for box in (self.files, self.vram, *self.able.values(), self.older):
            box.setChecked(False)
        self._emit()

    def offer_found(self, rows: Sequence[RankedRow]) -> None:
        """Offer the licenses and makers of these rows, and say how many older ones there are."""
        licenses = frozenset(row.facets.license for row in rows if row.facets.license)
        _offer(self.license, found_choices(licenses, say("Any license")))
        makers = frozenset(row.facets.maker for row in rows if row.facets.maker)
        _offer(self.maker, found_choices(makers, say("Any maker")))
        for combo in (self.light, self.up_to, self.license, self.maker):
            combo.setMinimumContentsLength(ceil(X_PER_LETTER * len(combo.itemText(0))))
        self._choices.arrange()
        older = sum(row.facets.older for row in rows)
        self.older.setText(say("Older models ({count})", count=older))
        self.older.setVisible(bool(older))
        self.vram.setVisible(any(row.facets.is_divided for row in rows) or self.vram.isChecked())
        for place, box in enumerate(self.able.values()):  # none of a model that makes pictures
            box.setVisible(any(row.facets.abilities[place] for row in rows) or box.isChecked() or not rows)
        files = sum(row.facets.is_file for row in rows)
        self.files.setText(say("✓ On this computer ({count})", count=files))
        self.files.setVisible(bool(files) or self.files.isChecked())
        self._ticks.arrange()

    def _emit(self) -> None:
        self.changed.emit(self.chosen)


class ElsewhereBar(QWidget):
    """Emits the workload and the model of another task that a person wants to see."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._box = fill(self, QHBoxLayout())
        self._shown: tuple[Elsewhere, ...] = ()
        self.setVisible(False)

    def show_found(self, found: Sequence[Elsewhere]) -> None:
        """Show these as buttons; nothing where there are none."""
        if tuple(found[:MOST_ELSEWHERE]) == self._shown:
            return
        self._shown = tuple(found[:MOST_ELSEWHERE])
        clear(self._box)
        self.setVisible(bool(found))
        if not found:
            return
        buttons = [self._button(one) for one in self._shown]
        add(self._box, small_label(say("In other tasks")), *buttons)
        self._box.addStretch(1)

    def _button(self, one: Elsewhere) -> QPushButton:
        return push_button(f"{one.name} ({one.workload})", lambda: self.chosen.emit(one))


def _offer(combo: QComboBox, choices: Sequence[Choice]) -> None:
    """Offer these; what was chosen stays where it is still there."""
    before = combo.currentData()
    with QSignalBlocker(combo):
        combo.clear()
        for choice in choices:
            combo.addItem(choice.text, choice.id)
        combo.setCurrentIndex(max(0, combo.findData(before)))
