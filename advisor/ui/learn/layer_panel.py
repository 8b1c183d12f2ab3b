"""The card from which a layer is run live, with what came of it beside what was predicted."""

from PySide6.QtCore import Qt, Signal

from advisor.present.learn.view import TextTable
from advisor.present.words.words import say
from advisor.ui.parts.panel import Panel, push_button, text_label
from advisor.ui.parts.text_table_panel import TextTablePanel


class LayerPanel(Panel):
    """`run_wished` is the wish to run it."""

    run_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        title = say("Try it on this computer")
        text = say(
            "Runs the layer on the processor and on each graphics card, with a thousand rows and with one. "
            "It takes a few seconds."
        )
        self.run = push_button(say("Run it now"), self.run_requested.emit)
        self.run.setObjectName("primary")
        self._result: TextTablePanel | None = None
        self.body.addWidget(text_label("heading", title))
        self.body.addWidget(text_label("soft", text))
        self.body.addWidget(self.run, 0, Qt.AlignmentFlag.AlignLeft)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)

    def show_result(self, result: TextTable) -> None:
        """What came of it so far."""
        if self._result is not None:
            self._result.setParent(None)
            self._result.deleteLater()
        self._result = TextTablePanel(result)
        self._result.setObjectName("")  # a part of this card, without an edge of its own
        self._result.layout().setContentsMargins(0, 0, 0, 0)  # type: ignore[union-attr]
        self.body.addWidget(self._result)

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Only this computer can run it, and only one thing at a time."""
        self.run.setEnabled(is_own and not busy)
        self.run.setToolTip("" if is_own else say("Go back to this computer to run it"))
