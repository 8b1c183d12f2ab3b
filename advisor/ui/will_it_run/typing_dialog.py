"""Watch it type: a sample text appears at the predicted speed, beside the processor alone and another card."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from advisor.charts.qt_override import qt_override
from advisor.present.text.typing_view import TypingLane, TypingView
from advisor.present.words.choice import Choice
from advisor.present.words.quantity import count, duration
from advisor.present.words.words import say
from advisor.ui.look.motion import reduces_motion
from advisor.ui.parts.boxes import add, beside
from advisor.ui.parts.model_search import ModelSearch
from advisor.ui.parts.panel import Panel, ScrollDialog, clear, push_button, text_label

SIZE_HEIGHTS = 64, 46
FRAME_MS = 33
"""Between two looks at the clock: more often nobody sees."""


class TypingDialog(ScrollDialog):
    """Begins on a click; `card_wished` is the id of a card to put beside it."""

    card_requested = Signal(str)

    def __init__(
        self,
        view: TypingView,
        cards: tuple[Choice, ...],
        parent: QWidget,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent, view.title, size_heights=SIZE_HEIGHTS)
        self._view, self._clock, self._began_s = view, clock, 0.0
        self.lanes: list[LanePanel] = []
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.tick)
        self.start = push_button(say("Start"), self._start_or_stop)
        self.start.setObjectName("primary")
        self.start.setDefault(True)
        self._marks = QCheckBox(say("Show times instead of movement"))
        self._marks.setChecked(reduces_motion())
        self._marks.toggled.connect(lambda _: self._show_lanes())
        self.search = ModelSearch(say("Another GPU"), say("Type the name of a GPU"))
        self.search.set_choices(cards, "")
        self.search.chosen.connect(self.card_requested)
        self._column = QVBoxLayout()
        top = beside(self.start, self._marks, None, spacing=12)
        add(self.body, text_label("soft", view.sentence), self.search, top, self._column)
        self._show_lanes()

    def show_view(self, view: TypingView) -> None:
        """Other lanes: what is typed begins anew when a person starts it."""
        self._view = view
        self._show_lanes()

    @property
    def is_typing(self) -> bool:
        """Whether words appear."""
        return self._timer.isActive()

    def done(self, result: int) -> None:
        """Nothing moves behind a closed dialog."""
        self._timer.stop()
        super().done(result)

    def _start_or_stop(self) -> None:
        if self.is_typing:
            self._stop()
            return
        for lane in self.lanes:
            lane.begin()
        self._began_s = self._clock()
        self._name_start(say("Stop"))
        self._timer.start()

    def _stop(self) -> None:
        self._timer.stop()
        self._name_start(say("Start again"))

    def tick(self) -> None:
        """Show what is there by now."""
        elapsed_s = self._clock() - self._began_s
        complete = [lane.show_at(elapsed_s) for lane in self.lanes]
        if all(complete):
            self._stop()

    def _show_lanes(self) -> None:
        self._timer.stop()
        clear(self._column)
        marks = self._marks.isChecked()
        self.lanes = [LanePanel(lane, self._view.pieces, with_marks=marks) for lane in self._view.lanes]
        add(self._column, *self.lanes)
        moves = not marks and any(lane.tokens_per_s for lane in self._view.lanes)
        self.start.setEnabled(moves)
        self._name_start(say("Start"))

    def _name_start(self, text: str) -> None:
        self.start.setText(text)
        self.start.setAccessibleName(text)


class LanePanel(Panel):
    """One way to run the model, and what it has typed so far."""

    def __init__(self, lane: TypingLane, pieces: tuple[str, ...], *, with_marks: bool) -> None:
        self._text, self._state = text_label(""), text_label("small")
        super().__init__(text_label("heading", lane.name), text_label("soft", lane.pace), self._text, self._state)
        self._lane, self._pieces, self._shown = lane, pieces, -1
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._text.setAccessibleName(say("Text: {name}", name=lane.name))  # else it would be read out at every word
        self.setAccessibleName(lane.name)
        self.setAccessibleDescription(lane.pace)
        types = lane.tokens_per_s is not None
        self._text.setVisible(types)
        self._state.setVisible(types and not with_marks)
        self._whole = lane.marked if with_marks else "".join(pieces).strip()
        if with_marks:
            self._text.setText(lane.marked)

    @property
    def text(self) -> str:
        """What stands there now."""
        return self._text.text()

    def begin(self) -> None:
        """An empty page."""
        self._shown = -1
        self._text.clear()

    def show_at(self, elapsed_s: float) -> bool:
        """Show what is there so long after the question; whether it is all there."""
        if self._lane.tokens_per_s is None or self._lane.wait_s is None:
            return True
        shown = min(self._lane.shown_tokens(elapsed_s), len(self._pieces))
        if shown == 0:
            self._state.setText(say("Reading the question: {time}", time=duration(elapsed_s)))
        elif shown != self._shown:
            self._text.setText("".join(self._pieces[:shown]).strip())
            whole, now = count(len(self._pieces)), duration(elapsed_s)
            self._state.setText(say("{shown} of {all} tokens after {time}", shown=count(shown), all=whole, time=now))
        self._shown = shown
        return shown == len(self._pieces)

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the room of the whole text."""
        super().resizeEvent(event)
        self._keep_room()

    @qt_override()
    def changeEvent(self, event: QEvent) -> None:
        """Another size of text takes another room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_room()

    def _keep_room(self) -> None:
        self._text.setMinimumHeight(_height(self._text, self._whole))


def _height(label: QLabel, text: str) -> int:
    """The height that a text takes in a label of this width."""
    flags = Qt.TextFlag.TextWordWrap
    return label.fontMetrics().boundingRect(0, 0, max(label.width(), 1), 0, flags, text).height()
