"""What the ranking is asked: the use, words to find models by, and the order."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from advisor.present.rank.what_can_i_run import COLUMNS, FALLING_COLUMNS
from advisor.present.words.view import Choice
from advisor.present.words.words import say
from advisor.ui.parts.boxes import beside, fill
from advisor.ui.parts.knob_bar import small_label, titled
from advisor.ui.parts.panel import TextField
from advisor.ui.parts.sorted_table import BEST_FIRST


class FindBox(TextField):
    """Words to find models by; Down and Enter go on to what was found, Esc shows all again."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that lead out of it."""
        match event.key():
            case Qt.Key.Key_Down | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.left.emit()
            case Qt.Key.Key_Escape if self.text():
                self.clear()
            case _:
                super().keyPressEvent(event)


class RankingBar(QWidget):
    """Emits what a person chooses."""

    workload_chosen = Signal(str)
    order_chosen = Signal(int, object)
    """A column, and the direction that is usual for it."""

    def __init__(self) -> None:
        super().__init__()
        self.workload, self.words, self.order = QComboBox(), FindBox(), QComboBox()
        self.words.setPlaceholderText(say("Name, maker, family, size or license"))
        self.words.setClearButtonEnabled(True)
        self.order.addItem(say("Best first"), BEST_FIRST)
        for column, name in enumerate(COLUMNS):
            self.order.addItem(say(name), column)
        self.workload.activated.connect(lambda row: self.workload_chosen.emit(self.workload.itemData(row)))
        self.order.activated.connect(self._choose_order)
        named = {say("Best for"): self.workload, say("Find"): self.words, say("Order"): self.order}
        for title, control in named.items():
            control.setAccessibleName(title)
        best, find, order = (titled(QWidget(), small_label(title), control) for title, control in named.items())
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        fill(self, beside((best, 1), (find, 3), (order, 1), spacing=12))

    def show_workloads(self, workloads: tuple[Choice, ...], workload_id: str) -> None:
        """Offer these uses."""
        with QSignalBlocker(self.workload):
            self.workload.clear()
            for row, choice in enumerate(workloads):
                self.workload.addItem(choice.text, choice.id)
                self.workload.setItemData(row, choice.detail, Qt.ItemDataRole.ToolTipRole)
            self.workload.setCurrentIndex(self.workload.findData(workload_id))

    def show_order(self, column: int) -> None:
        """Show by which column the table is sorted."""
        self.order.setCurrentIndex(self.order.findData(column))

    def _choose_order(self, row: int) -> None:
        column = self.order.itemData(row)
        falling = column in FALLING_COLUMNS
        order = Qt.SortOrder.DescendingOrder if falling else Qt.SortOrder.AscendingOrder
        self.order_chosen.emit(column, order)
