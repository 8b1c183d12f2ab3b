"""Knobs: a list or a slider below its name, and the row of them on page Will it run?."""

from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QSlider, QWidget

from advisor.charts.plain import plain_label, plain_tip
from advisor.present.words.choice import Choice, Knob
from advisor.present.words.view import Knobs
from advisor.present.words.words import say
from advisor.ui.parts.boxes import beside, fill, stacked
from advisor.ui.parts.fields import SliderField
from advisor.ui.parts.model_picker import ModelPicker
from advisor.ui.parts.panel import FlowGrid, push_button
from advisor.ui.parts.shortened import ShortenedLabel, ShortenedList


class ListKnob(QWidget):
    """Emits the id of the entry a person chose."""

    turned = Signal(str)

    def __init__(self, title: str) -> None:
        super().__init__()
        self.control: QComboBox = ShortenedList()
        self.control.setAccessibleName(title)
        self.control.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.control.setMinimumContentsLength(8)
        self.control.activated.connect(lambda row: self.turned.emit(self.control.itemData(row)))
        titled(self, small_label(title), self.control)

    def show_knob(self, knob: Knob) -> None:
        """Offer the entries, but set them only when they changed: an open list must not be rebuilt."""
        combo, choices = self.control, knob.choices
        rows = [(combo.itemData(row), combo.itemText(row)) for row in range(combo.count())]
        with QSignalBlocker(combo):
            if [row for row in rows if row[0] is not None] != [(one.id, one.text) for one in choices]:
                combo.clear()
                self._add(choices)
            combo.setCurrentIndex(combo.findData(knob.choice_id))
        chosen = next((one for one in choices if one.id == knob.choice_id), None)
        combo.setToolTip(plain_tip("\n".join(filter(None, (chosen.text, chosen.detail))) if chosen else ""))
        combo.setEnabled(len(choices) > 1)

    def _add(self, choices: tuple[Choice, ...]) -> None:
        combo, group = self.control, ""
        for one in choices:
            if one.group != group:
                group = one.group
                combo.insertSeparator(combo.count())
                self._add_heading(group)
            combo.addItem(one.text, one.id)
            combo.setItemData(combo.count() - 1, plain_tip(one.detail), Qt.ItemDataRole.ToolTipRole)

    def _add_heading(self, text: str) -> None:
        """A row that cannot be chosen."""
        self.control.addItem(text)
        rows = self.control.model()
        assert isinstance(rows, QStandardItemModel)
        rows.item(rows.rowCount() - 1).setEnabled(False)


class ScaleKnob(QWidget):
    """Emits the id of the amount that the slider was moved to; the name tells the amount."""

    turned = Signal(str)

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self._choices: tuple[Choice, ...] = ()
        self.control = SliderField()
        self.control.setPageStep(1)
        self.control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.control.setAccessibleName(title)
        self.control.valueChanged.connect(self._slide)
        self._label = small_label("")
        titled(self, self._label, self.control)

    def show_knob(self, knob: Knob) -> None:
        """Offer the amounts and show the present one, without emitting."""
        self._choices = knob.choices
        ids = [choice.id for choice in knob.choices]
        with QSignalBlocker(self.control):
            self.control.setRange(0, max(0, len(ids) - 1))
            self.control.setValue(ids.index(knob.choice_id) if knob.choice_id in ids else 0)
        self._name_amount()

    def _slide(self, step: int) -> None:
        self._name_amount()
        if step < len(self._choices):
            self.turned.emit(self._choices[step].id)

    def _name_amount(self) -> None:
        step = self.control.value()
        text = self._choices[step].text if step < len(self._choices) else ""
        self._label.setText(say("{knob}: {amount}", knob=self._title, amount=text))
        self.control.setAccessibleDescription(text)


def titled(both: QWidget, label: QLabel, control: QWidget) -> QWidget:
    """A control below its name."""
    label.setBuddy(control)
    fill(both, stacked(label, (control, 1), spacing=4))
    return both


def small_label(text: str) -> QLabel:
    """The name of a control."""
    return plain_label(text, "small")


class QuestionBar(FlowGrid):
    """The knobs that each question has: its model and its workload; emits the name of a knob and the id chosen."""

    turned = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(column_heights=9, most_columns=5, is_even=True)
        self.model = ModelPicker()
        self.model.chosen.connect(lambda chosen: self.turned.emit("model", chosen))
        self._workload = ListKnob(say("Workload"))
        self._workload.turned.connect(lambda chosen: self.turned.emit("workload", chosen))
        self.workload = self._workload.control
        self.first = [titled(QWidget(), small_label(say("Model")), self.model), self._workload]

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these choices and show the chosen ones, without emitting."""
        self.model.set_choices(knobs.models, knobs.model_id)
        self._workload.show_knob(Knob("workload", "", knobs.workloads, knobs.workload_id))


class KnobBar(QuestionBar):
    """Shows `Knobs`: in the bar those that change the question, the advanced ones in `more`, which a page places."""

    advanced_shown = Signal(bool)
    """Whether a person wants to see the advanced ones."""

    def __init__(self) -> None:
        super().__init__()
        self._others: dict[tuple[str, str, bool, bool], ListKnob | ScaleKnob] = {}
        self._made = dict(self._others)
        """Those of other workloads, too: to make them takes longer than to answer."""
        self.advanced = push_button(say("Advanced"), lambda: self.advanced_shown.emit(self.advanced.isChecked()))
        self.advanced.setCheckable(True)
        self.advanced_shown.connect(self.open_advanced)
        self._settings = ShortenedLabel()
        self._settings.setObjectName("small")
        self._cell = titled(QWidget(), self._settings, self.advanced)
        self.automatic = push_button(say("Choose for me"), lambda: self.turned.emit("automatic", ""))
        self.automatic.setToolTip(say("Leaves these settings to Rig Advisor again"))
        self._back = QWidget()
        fill(self._back, stacked(small_label(""), beside(self.automatic, None), spacing=4))
        self.more = FlowGrid(column_heights=9, most_columns=6, is_even=True)
        self.more.hide()
        self.set_widgets([*self.first, self._cell])

    def control(self, knob_id: str) -> QComboBox | QSlider:
        """What turns a knob that belongs to the present workload."""
        return next(knob.control for (own_id, *_), knob in self._others.items() if own_id == knob_id)

    def show_knobs(self, knobs: Knobs) -> None:
        """Those of the present workload, too."""
        super().show_knobs(knobs)
        wanted = {(knob.id, knob.label, knob.is_scale, knob.is_advanced): knob for knob in knobs.others}
        if list(wanted) != list(self._others):
            self._made |= {key: self._new(*key[:3]) for key in wanted if key not in self._made}
            self._others = {key: self._made[key] for key in wanted}
            self._place()
        for key, knob in wanted.items():
            self._others[key].show_knob(knob)
        self._settings.show_text(knobs.settings)
        self.advanced.setToolTip(plain_tip("\n".join((say("Settings that are chosen for this rig"), knobs.settings))))
        self.advanced.setAccessibleDescription(knobs.settings)
        self.automatic.setEnabled(knobs.is_own)

    def open_advanced(self, is_open: bool) -> None:
        """Show or hide the advanced knobs."""
        self.advanced.setChecked(is_open)
        self.more.setVisible(is_open)

    def _place(self) -> None:
        """Tab goes through the knobs as they stand, also through those that came later than what is below them."""
        asked, advanced = ([one for key, one in self._others.items() if key[-1] is wanted] for wanted in (False, True))
        self.set_widgets([*self.first, *asked, self._cell], keeps=True)
        self.more.set_widgets([*advanced, self._back], keeps=True)
        stops: list[QWidget] = [self.model, self.workload, *(knob.control for knob in asked), self.advanced]
        stops += [*(knob.control for knob in advanced), self.automatic]
        for first, second in pairwise(stops):
            QWidget.setTabOrder(first, second)

    def _new(self, knob_id: str, label: str, is_scale: bool) -> ListKnob | ScaleKnob:
        knob = ScaleKnob(label) if is_scale else ListKnob(label)
        knob.turned.connect(lambda choice: self.turned.emit(knob_id, choice))
        return knob
