"""The small dialog in which a person puts a computer together from its parts."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from advisor.catalog.cards.catalog import Catalog
from advisor.charts.qt_override import qt_override
from advisor.present.words.choice import Choice
from advisor.present.words.words import joined, say
from advisor.ui.my_rig.own_parts import MOST_GPUS, PC, SIZES_GIB, Parts, cpu_choices, gpu_choices, usual_parts
from advisor.ui.parts.boxes import add
from advisor.ui.parts.fields import ListField
from advisor.ui.parts.model_search import ModelSearch
from advisor.ui.parts.panel import INSIDE, push_button, text_label

WIDTH_HEIGHTS = 30
"""Width in font heights."""
MOST_NAMES = 4
"""So many things are named of those that a text may mean."""
_NO_GPU = "none"


class PartsDialog(QDialog):
    """Begins with these parts, else with usual ones, and emits those that were chosen."""

    chosen = Signal(object)

    def __init__(self, catalog: Catalog, parent: QWidget, begins: Parts | None = None) -> None:
        super().__init__(parent)
        first = begins or usual_parts(catalog.computers[PC].gpu or "", catalog)
        self._cpu_id, self._gpu_id = first.cpu, first.gpu or _NO_GPU
        self._is_typed = False
        self.setWindowTitle(say("Your own parts"))
        self.setMinimumWidth(WIDTH_HEIGHTS * self.fontMetrics().height())
        hint, nothing = say("Type a name"), say("Nothing of that name is known")
        self.cpu, self.gpu = (ModelSearch(name, hint, nothing=nothing, keeps=True) for name in ("CPU", "GPU"))
        self.cpu.set_choices(cpu_choices(catalog), self._cpu_id)
        self.gpu.set_choices((Choice(_NO_GPU, say("No GPU")), *gpu_choices(catalog)), self._gpu_id)
        self.cpu.chosen.connect(self._take_cpu)
        self.gpu.chosen.connect(self._take_gpu)
        self.gpus, self.memory = ListField(), ListField()
        for count in range(1, MOST_GPUS + 1):
            self.gpus.addItem(str(count), count)
        self.gpus.setCurrentIndex(self.gpus.findData(first.gpus))
        self.gpus.setEnabled(bool(first.gpu))
        for size in sorted({*map(float, SIZES_GIB), first.memory_gib}):
            self.memory.addItem(f"{size:,g} GB", size)
        self.memory.setCurrentIndex(self.memory.findData(first.memory_gib))
        form = QFormLayout()
        named = {"CPU": self.cpu, say("RAM"): self.memory, "GPU": self.gpu, say("Number of GPUs"): self.gpus}
        for name, control in named.items():
            control.setAccessibleName(name)
            form.addRow(name, control)
        self.lost = text_label("soft", "")
        self.lost.hide()
        soft = text_label("soft", say("Memory is taken to run as fast as the CPU allows, a stick in each channel."))
        self.view = push_button(say("View"), self._show)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        add(layout, form, self.lost, soft, self._buttons())
        for box in (self.cpu, self.gpu):
            box.textChanged.connect(self._tell_lost)
            box.textEdited.connect(self._type)
            box.editingFinished.connect(self._tell_lost)

    @property
    def parts(self) -> Parts:
        """What is chosen now."""
        gpu_id = "" if self._gpu_id == _NO_GPU else self._gpu_id
        return Parts(self._cpu_id, self.memory.currentData(), gpu_id, self.gpus.currentData())

    @qt_override()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in a search in which something was typed takes what was found, and presses no button."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        is_taken = is_enter and self._is_typed and (self.cpu.hasFocus() or self.gpu.hasFocus())
        self._is_typed &= not is_enter
        if not is_taken:
            super().keyPressEvent(event)

    def _type(self, _: str) -> None:
        self._is_typed = True

    def _take_cpu(self, cpu_id: str) -> None:
        self._cpu_id = cpu_id

    def _take_gpu(self, gpu_id: str) -> None:
        self._gpu_id = gpu_id
        self.gpus.setEnabled(gpu_id != _NO_GPU)

    def _tell_lost(self) -> None:
        """No computer is shown, and it is said why, while a box holds a text that names nothing, or several things.

        Which of several is meant is asked once the box was left: more may be typed until then.
        """
        boxes = (self.cpu, self.gpu)
        lines = [_which(box) for box in boxes if box.is_lost or (box.possible and not box.hasFocus())]
        self.lost.setText("\n".join(lines))
        self.lost.setVisible(bool(lines))
        self.view.setDisabled(any(box.is_lost for box in boxes))
        self._make_room()

    def _make_room(self) -> None:
        """A dialog grows by one line of a text that wraps; for more the fields would be cut."""
        layout = self.layout()
        assert layout is not None
        high = layout.totalHeightForWidth(self.width())
        if high > self.height():
            self.resize(self.width(), high)

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.view.setObjectName("primary")
        buttons.addButton(self.view, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setIcon(QIcon())
        cancel.clicked.connect(self.reject)
        return buttons

    def _show(self) -> None:
        """What was typed counts, also where nobody took it out of the list."""
        boxes = (self.cpu, self.gpu)
        for box in boxes:
            box.take_typed()
        open_one = next((box for box in boxes if box.is_lost or box.possible), None)
        if open_one is None:
            self.chosen.emit(self.parts)
            self.accept()
            return
        self.view.setFocus()
        self._tell_lost()


def _which(box: ModelSearch) -> str:
    """What a text in a box may mean."""
    text = box.text().strip() or box.accessibleName()
    if box.is_lost:
        return joined((say("Nothing of that name is known"), text), ": ")
    names = (*box.possible[:MOST_NAMES], *("…" for _ in box.possible[MOST_NAMES : MOST_NAMES + 1]))
    return say("Which one is {name}? {names}", name=text, names=joined(names, ", "))
