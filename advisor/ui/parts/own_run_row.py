"""The row in "Why this number" where a person enters the speed that the model reached."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QWidget

from advisor.present.words.words import say
from advisor.ui.parts.panel import INSIDE, push_button, text_label

_MOST = 99_999.0


class OwnRunRow(QWidget):
    """A field for tokens per second and a button; emits what was entered."""

    entered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rate = QDoubleSpinBox()
        self._rate.setRange(0.0, _MOST)
        self._rate.setDecimals(1)
        self._rate.setSpecialValueText(" ")
        self._rate.setAccessibleName(say("Tokens per second that you measured"))
        self._keep = push_button(say("Keep"), lambda: self.entered.emit(self._rate.value()))
        self._keep.setEnabled(False)
        self._rate.valueChanged.connect(lambda rate: self._keep.setEnabled(rate > 0))
        line = QHBoxLayout(self)
        line.setContentsMargins(INSIDE, 0, INSIDE, 0)
        said = text_label("soft", say("I ran it with llama.cpp here and it wrote"))
        said.setWordWrap(False)
        line.addWidget(said)
        line.addWidget(self._rate)
        line.addWidget(text_label("soft", say("tokens/s")))
        line.addWidget(self._keep)
        line.addStretch(1)
