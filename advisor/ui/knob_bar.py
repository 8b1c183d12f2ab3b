"""The row of knobs of page Will it run?: model, quantization, workload, context."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QSlider, QVBoxLayout, QWidget

from advisor.present.view import Choice, Knobs
from advisor.ui.card import FlowGrid
from advisor.ui.model_search import ModelSearch


class KnobBar(FlowGrid):
    """Shows `Knobs`, in one row where there is room; emits the name of a knob and the id chosen."""

    turned = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(column_heights=9, most_columns=4)
        self._contexts: tuple[Choice, ...] = ()
        self.model = ModelSearch()
        self.quant = self._combo(self.tr("Quantization"), "quant")
        self.workload = self._combo(self.tr("Workload"), "workload")
        self.context = QSlider(Qt.Orientation.Horizontal)
        self.context.setPageStep(1)
        self.context.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.context.setAccessibleName(self.tr("Context"))
        self._context_label = _small("")
        self.model.chosen.connect(lambda chosen: self.turned.emit("model", chosen))
        self.context.valueChanged.connect(self._slide)
        self.set_widgets(
            [
                _titled(_small(self.tr("Model")), self.model),
                _titled(_small(self.tr("Quantization")), self.quant),
                _titled(_small(self.tr("Workload")), self.workload),
                _titled(self._context_label, self.context),
            ]
        )

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these choices and show the chosen ones, without emitting."""
        self.model.set_choices(knobs.models, knobs.model_id)
        _fill(self.quant, knobs.quants, knobs.quant_id)
        self.quant.setEnabled(len(knobs.quants) > 1)
        _fill(self.workload, knobs.workloads, knobs.workload_id)
        self._contexts = knobs.contexts
        ids = [choice.id for choice in knobs.contexts]
        with QSignalBlocker(self.context):
            self.context.setRange(0, max(0, len(ids) - 1))
            self.context.setValue(ids.index(knobs.context_id) if knobs.context_id in ids else 0)
        self._name_context()

    def _slide(self, step: int) -> None:
        self._name_context()
        if step < len(self._contexts):
            self.turned.emit("context", self._contexts[step].id)

    def _name_context(self) -> None:
        step = self.context.value()
        text = self._contexts[step].text if step < len(self._contexts) else ""
        self._context_label.setText(self.tr("Context: {tokens}").format(tokens=text))
        self.context.setAccessibleDescription(text)

    def _combo(self, title: str, knob: str) -> QComboBox:
        combo = QComboBox()
        combo.setAccessibleName(title)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(8)
        combo.activated.connect(lambda row: self.turned.emit(knob, combo.itemData(row)))
        return combo


def _titled(label: QLabel, control: QWidget) -> QWidget:
    """A control below its name."""
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    label.setBuddy(control)
    column.addWidget(label)
    column.addWidget(control, 1)
    return both


def _small(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("small")
    return label


def _fill(combo: QComboBox, choices: tuple[Choice, ...], chosen: str) -> None:
    """Set the entries, but only when they changed: an open list must not be rebuilt."""
    before = [(combo.itemData(row), combo.itemText(row)) for row in range(combo.count())]
    with QSignalBlocker(combo):
        if before != [(choice.id, choice.text) for choice in choices]:
            combo.clear()
            for row, choice in enumerate(choices):
                combo.addItem(choice.text, choice.id)
                combo.setItemData(row, choice.detail, Qt.ItemDataRole.ToolTipRole)
        combo.setCurrentIndex(combo.findData(chosen))
    combo.setToolTip(next((choice.detail for choice in choices if choice.id == chosen), ""))
