"""What the ranking is asked: the use, words to find models by, and the order."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from advisor.present.rank.what_can_i_run import COLUMNS, FALLING_COLUMNS
from advisor.present.words.view import Choice
from advisor.present.words.words import say
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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        for title, control, share in (
            (say("Best for"), self.workload, 1),
            (say("Find"), self.words, 3),
            (say("Order"), self.order, 1),
        ):
            row.addLayout(_titled(title, control), share)

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


def _titled(title: str, control: QWidget) -> QVBoxLayout:
    """A control below its name."""
    column = QVBoxLayout()
    column.setSpacing(4)
    label = QLabel(title)
    label.setObjectName("small")
    label.setBuddy(control)
    control.setAccessibleName(title)
    column.addWidget(label)
    column.addWidget(control)
    return column
