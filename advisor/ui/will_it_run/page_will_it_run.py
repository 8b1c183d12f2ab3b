"""Page Will it run?: knobs, the verdict, memory and speed, and what explains them."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from advisor.charts.chart_frame import begin_anew
from advisor.present.words.verdict import Action
from advisor.present.words.view import Knobs, WillItRunView
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add, beside
from advisor.ui.parts.clipboard import copy_text
from advisor.ui.parts.knob_bar import KnobBar
from advisor.ui.parts.panel import GAP, FlowGrid, Page, push_button
from advisor.ui.parts.why_dialog import WhyDialog
from advisor.ui.will_it_run.explain import Explain, chart_frames, show_charts
from advisor.ui.will_it_run.verdict_panel import VerdictPanel


class WillItRunPage(Page):
    """Shows a `WillItRunView` and the knobs; emits which knob was turned, and that a measured speed is to be kept."""

    turned = Signal(str, str)
    measure_requested = Signal()
    pdf_requested = Signal()
    file_requested = Signal()
    ran = Signal(object)
    check_requested = Signal()
    run_requested = Signal()
    typing_requested = Signal()
    try_requested = Signal()
    models_requested = Signal()
    copied = Signal(bool)
    picture_requested = Signal()
    picture_file_requested = Signal()
    result_requested = Signal()

    def __init__(self) -> None:
        super().__init__(say("Will it run?"))
        self._view: WillItRunView | None = None
        self._is_own, self._model_id = True, ""
        self.knobs = KnobBar()
        self.knobs.turned.connect(self.turned)
        self._open = push_button(say("Open file"), self.file_requested.emit)
        self._open.setToolTip(say("A model's file or a saved machine; it can also be dropped on the window"))
        self.card, self.explain = VerdictPanel(), Explain()
        self.card.acted.connect(self._act)
        self.card.try_requested.connect(self.try_requested)
        self._fill_menu()
        self.explain.why_requested.connect(self._show_why)
        self.explain.check_requested.connect(self.check_requested)
        self.explain.opened.connect(lambda: QTimer.singleShot(0, self, self._show_explained))
        self._first = chart_frames("answer")
        self.charts = {**self._first, **self.explain.charts}
        self._grid = FlowGrid(column_heights=24, most_columns=2)
        self._grid.set_widgets(list(self._first.values()))
        top = add(beside((self.knobs, 1), spacing=12), self._open, align=Qt.AlignmentFlag.AlignBottom)
        more = self.knobs.more
        add(self.body, top, more, self.card, (self._grid, 1), self.explain, None)  # the last: height without charts
        self._rest = self.body.count() - 1
        self._grid.hide()
        self.explain.hide()
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.knobs.model.begin)
        QShortcut(QKeySequence("Ctrl+Shift+C"), self).activated.connect(self.copy_answer)

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these choices; another model begins with its verdict."""
        if knobs.model_id != self._model_id:
            self._model_id = knobs.model_id
            begin_anew(self)
            self.verticalScrollBar().setValue(0)
        self.knobs.show_knobs(knobs)

    def show_view(self, view: WillItRunView) -> None:
        """Show an answer; charts change in place."""
        self._view = view
        self.card.show_verdict(view.verdict)
        self.typing.setVisible(view.offers_check and view.verdict.light != "wont_run")
        show_charts(self._first, view.first)
        self._grid.arrange()
        self._grid.show()
        self.body.setStretch(self._rest, 0)
        self.explain.show_view(view)

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot be measured, and only one thing at a time."""
        self._is_own = is_own
        self.card.set_busy(busy, is_own=is_own)
        self.explain.set_own(is_own)

    def show_trouble(self, title: str, because: str = "") -> None:
        """Say why there is no answer."""
        self._view = None
        self.card.show_trouble(title, because)
        self._grid.hide()
        self.body.setStretch(self._rest, 1)
        self.explain.show_view(None)

    def _show_explained(self) -> None:
        """Bring what was opened into sight, below its button; once it is laid out."""
        self.verticalScrollBar().setValue(self.explain.y() - GAP)

    def copy_answer(self) -> None:
        """The answer as text to the clipboard."""
        if self._view:
            view = self._view
            lines = (*view.verdict.lines, view.detail, view.gpu_sentence, view.launch)
            self.copied.emit(copy_text("\n".join(line for line in lines if line)))

    def _fill_menu(self) -> None:
        """What else can be done with an answer."""
        card = self.card
        self.typing = card.add_choice(
            say("Watch it type"), self.typing_requested.emit, say("Shows text at the predicted speed")
        )
        card.menu.addSeparator()
        card.add_choice(say("Copy answer"), self.copy_answer)
        card.add_choice(say("Share result …"), self.result_requested.emit)
        hint = say("Rig and answer as one picture of 1200 x 675, for a forum")
        card.add_choice(say("Copy picture"), self.picture_requested.emit, hint)
        card.add_choice(say("Save picture"), self.picture_file_requested.emit, hint)
        card.add_choice(say("Save PDF"), self.pdf_requested.emit)

    def _act(self, action: Action) -> None:
        """Do what the verdict proposes."""
        match action.kind:
            case "try":
                self.turned.emit(action.knob, action.choice)
            case "measure":
                self.measure_requested.emit()
            case "run":
                self.run_requested.emit()
            case "see":
                self.models_requested.emit()

    def _show_why(self) -> None:
        if self._view:
            dialog = WhyDialog(self._view.why, self, takes_runs=self._is_own and self._view.offers_check)
            dialog.ran.connect(self.ran)
            dialog.open()
