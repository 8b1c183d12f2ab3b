"""Page Will it run?: knobs, the answer in words, its charts, and why."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton

from advisor.charts.chart_frame import SteadyLabel
from advisor.present.words.view import Knobs, WillItRunView
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add, beside, stacked
from advisor.ui.parts.knob_bar import KnobBar
from advisor.ui.parts.panel import FlowGrid, MeasureButton, Page, ShareButton, button_grid, push_button
from advisor.ui.parts.toned_panel import TonedPanel
from advisor.ui.parts.why_dialog import WhyDialog
from advisor.ui.parts.wrapping import Wrapping
from advisor.ui.will_it_run.limit_charts import LimitCharts, chart_frames, show_charts


class AnswerPanel(TonedPanel):
    """Shows the words of a `WillItRunView`. The page connects the buttons and says which of them are of use."""

    def __init__(self, share: ShareButton) -> None:
        super().__init__()
        self.share = share
        self.answer = SteadyLabel("title", say("Waiting for your hardware …"))
        self._detail = SteadyLabel("soft")
        self._gpu = SteadyLabel("heading")
        self._launch = SteadyLabel("small")
        self._launch.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._launch.setToolTip(say("Starts llama.cpp as this answer assumes; put the name of your file in"))
        self.measure = MeasureButton()
        self.run = self._button(say("Run it"), say("Steps for Ollama, LM Studio and llama.cpp"))
        self.typing = self._button(say("Watch it type"), say("Shows text at the predicted speed"))
        self.why = self._button(say("Why this number"))
        self.check = self._button(say("Check this prediction"), say("Compare it with a real run, and save that"))
        texts = stacked(self.answer, self._detail, self._gpu, self._launch, None, spacing=4)
        grid = button_grid((self.run, self.typing, self.why, self.check, self.share))
        self.body.addWidget(Wrapping(self.beside_icon(texts, spacing=12), stacked(self.measure, grid, None, spacing=8)))
        self.show_tone("unknown", "")

    def show_view(self, view: WillItRunView) -> None:
        """Show an answer."""
        self.answer.setText(view.answer)
        self._detail.setText(view.detail)
        self._gpu.setText(view.gpu_sentence)
        self._launch.setText(view.launch)
        self.setAccessibleName(view.answer)
        self.setAccessibleDescription(view.detail)
        self.show_tone(view.light, view.light_word)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no answer."""
        self.answer.setText(sentence)
        for label in (self._detail, self._gpu, self._launch):
            label.setText("")
        self.show_tone("unknown", "")

    def _button(self, text: str, hint: str = "") -> QPushButton:
        button = push_button(text, lambda: None)
        button.setToolTip(hint)
        return button


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
    picture_requested = Signal()
    picture_file_requested = Signal()

    def __init__(self) -> None:
        super().__init__(say("Will it run?"))
        self._view: WillItRunView | None = None
        self.knobs = KnobBar()
        self.knobs.turned.connect(self.turned)
        self._open = push_button(say("Open file"), self.file_requested.emit)
        self._open.setToolTip(say("A model's file or a saved machine; it can also be dropped on the window"))
        self._pdf = push_button(say("Save PDF"), self.pdf_requested.emit)
        share = ShareButton(
            copy_answer=self.copy_answer,
            copy_picture=self.picture_requested.emit,
            save_picture=self.picture_file_requested.emit,
        )
        card = self.card = AnswerPanel(share)
        self._measure, self._why, self._check = card.measure, card.why, card.check
        for button, wished in (
            (card.measure, self.measure_requested.emit),
            (card.run, self.run_requested.emit),
            (card.typing, self.typing_requested.emit),
            (card.why, self._show_why),
            (card.check, self.check_requested.emit),
        ):
            button.clicked.connect(lambda _=False, wished=wished: wished())
        self.limits = LimitCharts()
        self._first = chart_frames("answer")
        self.charts = {**self._first, **self.limits.charts}
        self._grid = FlowGrid(column_heights=24, most_columns=2)
        self._grid.set_widgets(list(self._first.values()))
        top = add(beside((self.knobs, 1), spacing=12), self._open, self._pdf, align=Qt.AlignmentFlag.AlignBottom)
        add(self.body, top, card, (self._grid, 1), self.limits, None)  # the last takes the height without charts
        self._rest = self.body.count() - 1
        self._grid.hide()
        self.limits.hide()
        self._offer()
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.knobs.model.begin)
        QShortcut(QKeySequence("Ctrl+Shift+C"), self).activated.connect(self.copy_answer)

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these choices."""
        self.knobs.show_knobs(knobs)

    def show_view(self, view: WillItRunView) -> None:
        """Show an answer; charts change in place, and everything is laid out and painted once."""
        self._view = view
        self.card.show_view(view)
        show_charts(self._first, view.charts)
        self._grid.arrange()
        self._grid.show()
        self.body.setStretch(self._rest, 0)
        self.limits.show_view(view)
        self._offer()
        self.body.activate()

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot be measured, and only one thing at a time."""
        self._measure.set_busy(busy, is_own=is_own)
        self._offer()

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no answer."""
        self._view = None
        self.card.show_trouble(sentence)
        self._grid.hide()
        self.body.setStretch(self._rest, 1)
        self.limits.show_view(None)
        self._offer()

    def copy_answer(self) -> None:
        """The answer as text to the clipboard."""
        if self._view:
            view = self._view
            lines = (view.subject, view.answer, view.detail, view.gpu_sentence, view.launch)
            QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))

    def _offer(self) -> None:
        """Which buttons are of use with what is shown."""
        view, card = self._view, self.card
        card.measure.offer(view is not None and view.offers_measure)
        for button in (self._pdf, card.share):
            button.setEnabled(view is not None)
        card.why.setEnabled(view is not None and bool(view.why))
        card.run.setEnabled(view is not None and bool(view.launch))
        is_text = view is None or view.offers_check
        card.run.setVisible(is_text or (view is not None and bool(view.launch)))
        for button in (card.typing, card.check):
            button.setVisible(is_text)
        card.typing.setEnabled(view is not None)
        card.check.setEnabled(card.measure.is_own and view is not None)

    def _show_why(self) -> None:
        if self._view:
            dialog = WhyDialog(self._view.why, self, takes_runs=self._measure.is_own and self._view.offers_check)
            dialog.ran.connect(self.ran)
            dialog.open()
