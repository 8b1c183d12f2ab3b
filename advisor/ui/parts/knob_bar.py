"""The row of knobs of page Will it run?: model, workload, and what belongs to the workload."""

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QSlider, QWidget

from advisor.present.words.view import Knob, Knobs
from advisor.present.words.words import say
from advisor.ui.parts.knob_control import ListKnob, ScaleKnob, small_label, titled
from advisor.ui.parts.model_search import ModelSearch
from advisor.ui.parts.panel import FlowGrid


class KnobBar(FlowGrid):
    """Shows `Knobs`, in one row where there is room; emits the name of a knob and the id chosen."""

    turned = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(column_heights=9, most_columns=4)
        self.model = ModelSearch()
        self.model.chosen.connect(lambda chosen: self.turned.emit("model", chosen))
        self._workload = ListKnob(say("Workload"))
        self._workload.turned.connect(lambda chosen: self.turned.emit("workload", chosen))
        self.workload = self._workload.control
        self._first = [titled(QWidget(), small_label(say("Model")), self.model), self._workload]
        self._others: dict[tuple[str, str, bool], ListKnob | ScaleKnob] = {}
        self.set_widgets(self._first)

    def control(self, knob_id: str) -> QComboBox | QSlider:
        """What turns a knob that belongs to the present workload."""
        return next(knob.control for (own_id, _, _), knob in self._others.items() if own_id == knob_id)

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these choices and show the chosen ones, without emitting."""
        self.model.set_choices(knobs.models, knobs.model_id)
        self._workload.show_knob(Knob("workload", "", knobs.workloads, knobs.workload_id))
        wanted = {(knob.id, knob.label, knob.is_scale): knob for knob in knobs.others}
        if list(wanted) != list(self._others):
            self._others = {key: self._others.get(key) or self._new(*key) for key in wanted}
            self.set_widgets([*self._first, *self._others.values()])
            self._order()
        for key, knob in wanted.items():
            self._others[key].show_knob(knob)

    def _order(self) -> None:
        """Tab goes through the knobs as they stand, also through those that came later than what is below them."""
        controls: list[QWidget] = [self.model, self.workload, *(knob.control for knob in self._others.values())]
        for first, second in pairwise(controls):
            QWidget.setTabOrder(first, second)

    def _new(self, knob_id: str, label: str, is_scale: bool) -> ListKnob | ScaleKnob:
        knob = ScaleKnob(label) if is_scale else ListKnob(label)
        knob.turned.connect(lambda choice: self.turned.emit(knob_id, choice))
        return knob
