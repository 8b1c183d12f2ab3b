"""The verdict on page Will it run?: title, three figures, why; one button for what to do next, a menu for the rest."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from advisor.charts.chart_frame import SteadyLabel
from advisor.charts.plain import plain_label, plain_tip
from advisor.present.words.verdict import ACTION_WORDS, Action, ActionKind, Figure, Verdict
from advisor.present.words.words import joined, say
from advisor.ui.parts.boxes import BOTTOM, add, beside, fill, stacked
from advisor.ui.parts.panel import FlowGrid, push_button
from advisor.ui.parts.toned_panel import TonedPanel
from advisor.ui.parts.wrapping import Wrapping

FIGURE_HEIGHTS = 11
"""The least width of a figure in font heights."""
BUTTON_HEIGHTS = 9
"""That of the buttons, so that most texts leave them as wide as they are."""


class FigureBox(QWidget):
    """One large figure: its name above, what it means below."""

    def __init__(self) -> None:
        super().__init__()
        self._meaning = SteadyLabel("soft")
        self._name, self._value, self._unit = (plain_label(name=name) for name in ("small", "figure", "unit"))
        amount = add(beside(self._value, self._unit, spacing=4, align=BOTTOM), None)
        add(fill(self, stacked(self._name, amount, spacing=0)), self._meaning, None)

    def show_figure(self, figure: Figure) -> None:
        """Show this one."""
        for label, text in ((self._name, figure.name), (self._value, figure.value), (self._unit, figure.unit)):
            label.setText(text)
        self._meaning.setText("\n".join(filter(None, (figure.span, figure.meaning))))
        self.setAccessibleName(figure.text or figure.name)


class VerdictPanel(TonedPanel):
    """Shows a `Verdict`; emits what a person wants to do about it."""

    acted = Signal(object)
    """An `Action`."""
    try_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._verdict: Verdict | None = None
        self._instead: Action | None = None
        self._is_own, self._is_busy = True, False
        self.title = SteadyLabel("title", say("Waiting for your hardware …"))
        self._asked, self._because, self._aside = (SteadyLabel(name) for name in ("soft", "large", "soft"))
        self._tried = SteadyLabel("soft")
        self._tried.hide()
        self.figures = tuple(FigureBox() for _ in range(3))
        self._figures = FlowGrid(column_heights=FIGURE_HEIGHTS, most_columns=3)
        self._figures.set_widgets(self.figures)
        self.primary = QPushButton()
        self.primary.setObjectName("primary")
        self.primary.setMinimumWidth(BUTTON_HEIGHTS * self.fontMetrics().height())
        self.primary.clicked.connect(self._act)
        self.trial = push_button(say("Try it now"), self.try_requested.emit)
        self.trial.setToolTip(say("Runs the model here and compares"))
        self.trial.hide()
        self._can_try = False
        self.more = QPushButton(say("More"))
        self.more.setAccessibleName(self.more.text())
        self.menu = QMenu(self.more)
        self.menu.setToolTipsVisible(True)
        self.more.setMenu(self.menu)
        self._others = {kind: self._other(kind) for kind in ACTION_WORDS}
        self._texts = stacked(
            self.title, self._asked, self._figures, self._because, self._tried, self._aside, spacing=6
        )
        buttons = stacked(self.primary, self.trial, self.more, None, spacing=8)
        self.body.addWidget(Wrapping(self.beside_icon(add(self._texts, None), spacing=12), buttons))
        self.show_trouble(self.title.text())

    def add_choice(self, text: str, slot: Callable[[], object], hint: str = "") -> QAction:
        """Put something else that can be done at the end of the menu."""
        action = self.menu.addAction(text)
        action.setToolTip(plain_tip(hint))
        action.triggered.connect(lambda _=False: slot())
        return action

    def show_verdict(self, verdict: Verdict) -> None:
        """Show this one."""
        self._verdict, self._instead = verdict, None
        for box, figure in zip(self.figures, verdict.figures, strict=True):
            box.show_figure(figure)
        self._figures.lay_out()
        self._show_words(verdict.title, verdict.asked, verdict.because, verdict.aside)
        self.setAccessibleDescription(joined(verdict.lines[1:]))
        self.show_tone(verdict.light, verdict.light_word)
        self._offer()

    def show_trouble(self, title: str, because: str = "") -> None:
        """Say why there is none."""
        self._verdict = self._instead = None
        self._show_words(title, "", because, "")
        self.setAccessibleDescription(because)
        self.show_tone("unknown", "")
        self._offer()

    def offer_instead(self, action: Action) -> None:
        """Where there is no verdict, offer to ask this."""
        if self._verdict is None:
            self._instead = action
            self._offer()

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot be measured, and only one thing at a time."""
        self._is_own, self._is_busy = is_own, busy
        self._offer()

    def show_trial(self, sentence: str, *, can_try: bool) -> None:
        """Whether the model can be run here, and what it reached when it was."""
        self._can_try = can_try
        self._tried.setText(sentence)
        self._tried.setVisible(bool(sentence))
        self._offer()

    @property
    def next(self) -> Action | None:
        """What the one button does."""
        return self._verdict.action(can_measure=self._is_own) if self._verdict else self._instead

    def _show_words(self, title: str, asked: str, because: str, aside: str) -> None:
        for label, text in zip(
            (self.title, self._asked, self._because, self._aside), (title, asked, because, aside), strict=True
        ):
            label.setText(text)
        self._aside.setVisible(bool(aside))
        self._figures.setVisible(self._verdict is not None)
        self.setAccessibleName(title)

    def _offer(self) -> None:
        """What can be done with what is shown."""
        first, verdict = self.next, self._verdict
        self.primary.setVisible(first is not None)
        self.more.setVisible(verdict is not None)
        self.trial.setVisible(verdict is not None and self._can_try and self._is_own)
        self.trial.setEnabled(not self._is_busy)
        if first is not None:
            self.primary.setText(first.text)
            self.primary.setAccessibleName(first.text)
            self.primary.setEnabled(first.kind != "measure" or not self._is_busy)
        offered = {one.kind for one in verdict.actions} if verdict else set()
        for kind, action in self._others.items():
            can = kind != "measure" or (self._is_own and not self._is_busy)
            action.setVisible(kind in offered and can and (first is None or kind != first.kind))

    def _other(self, kind: ActionKind) -> QAction:
        text = say(ACTION_WORDS[kind])
        return self.add_choice(text, lambda: self.acted.emit(Action(kind, text)))

    def _act(self) -> None:
        if self.next is not None:
            self.acted.emit(self.next)
