"""The line below the rig picture: what can be tried in thought, and the way back."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from advisor.present.words.words import say
from advisor.ui.parts.edit_buttons import EditButtons
from advisor.ui.parts.panel import push_button
from advisor.ui.parts.wrapping import Wrapping

if TYPE_CHECKING:
    from advisor.present.rig.edit_text import WhatIfView


class WhatIfBar(QWidget):
    """Hidden where nothing can be put in; offers to undo what is tried."""

    tried = Signal(object)
    undone = Signal()
    left = Signal()
    compare_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.edits = EditButtons()
        self.edits.tried.connect(self.tried)
        self._undo = push_button(say("Undo"), self.undone.emit)
        self._compare = push_button(say("Compare"), self.compare_requested.emit)
        self._compare.setToolTip(say("Beside the real rig and others, on page Compare"))
        self._back = push_button(say("Back to my real rig"), self.left.emit)
        said = QVBoxLayout()
        said.addWidget(self.edits, 0, Qt.AlignmentFlag.AlignLeft)
        options = QHBoxLayout()
        options.setSpacing(8)
        for button in (self._undo, self._compare, self._back):
            options.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(Wrapping(said, options))
        self.hide()

    @property
    def last_button(self) -> QPushButton:
        """Where Tab leaves the line."""
        return self._back

    def show_view(self, view: "WhatIfView") -> None:
        """Offer and say this."""
        is_changed = bool(view.words)
        self.edits.show_view(view)
        for button in (self._undo, self._compare, self._back):
            button.setVisible(is_changed)
        self.setVisible(is_changed or self.edits.offers_any)
