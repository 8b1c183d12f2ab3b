"""Page Will it run?: knobs, the answer, its charts, and why."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from advisor.charts.bar_chart import BarPlot
from advisor.charts.chart_frame import ChartFrame
from advisor.charts.line_chart import LinePlot
from advisor.charts.range_chart import RangePlot
from advisor.charts.steady_label import SteadyLabel
from advisor.present.palette import Theme, color
from advisor.present.view import Knobs, WillItRunView
from advisor.ui.card import Card, FlowGrid, Page, icon_label, paint_edge, push_button, text_label
from advisor.ui.knob_bar import KnobBar
from advisor.ui.theme import icon_pixmap
from advisor.ui.why_dialog import WhyDialog
from advisor.ui.wrapping import Wrapping


class WillItRunPage(Page):
    """Shows a `WillItRunView` and the knobs; emits which knob was turned, and that a measured speed is to be kept."""

    turned = Signal(str, str)
    measure_wished = Signal()
    pdf_wished = Signal()
    file_wished = Signal()
    ran = Signal(object)
    check_wished = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Will it run?"))
        self._theme: Theme = "light"
        self._view: WillItRunView | None = None
        self.knobs = KnobBar()
        self.knobs.turned.connect(self.turned)
        self._open = push_button(self.tr("Open file"), self.file_wished.emit)
        self._open.setToolTip(self.tr("A model's file or a saved machine; it can also be dropped on the window"))
        self._pdf = push_button(self.tr("Save PDF"), self.pdf_wished.emit)
        self._measure = push_button(self.tr("Measure"), self.measure_wished.emit)
        self._measure.setObjectName("primary")
        self._measure.hide()
        self._is_own = True
        self._painted = ("", "")
        self._why = push_button(self.tr("Why this number"), self._show_why)
        self._check = push_button(self.tr("Check this prediction"), self.check_wished.emit)
        self._check.setToolTip(self.tr("Compare it with what a program reached here, and keep that"))
        self._copy = push_button(self.tr("Copy answer"), self.copy_answer)
        self._icon = icon_label()
        self._answer = SteadyLabel("title", self.tr("Waiting for your hardware …"))
        self._detail = SteadyLabel("soft")
        self.charts = {
            "fit": ChartFrame(BarPlot()),
            "speed": ChartFrame(LinePlot()),
            "compare": ChartFrame(RangePlot(), with_sentence=False),
            "token_time": ChartFrame(BarPlot()),
            "roofline": ChartFrame(LinePlot()),
        }
        self._notes = Card()
        self._notes.body.addWidget(text_label("heading", self.tr("What this estimate assumes")))
        self._notes_text = text_label("soft")
        self._notes.body.addWidget(self._notes_text)
        self._notes.body.addStretch(1)
        self._grid = FlowGrid(column_heights=24, most_columns=2)
        self._grid.set_widgets([*self.charts.values(), self._notes])
        self._gpu = SteadyLabel("heading")
        self._launch = SteadyLabel("small")
        self._launch.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._launch.setToolTip(self.tr("Starts llama.cpp as this answer assumes; put the name of your file in"))
        self.body.addLayout(self._top())
        self.body.addWidget(self._answer_card())
        self.body.addWidget(self._grid, 1)
        self._grid.hide()
        for button in (self._pdf, self._why, self._check, self._copy):
            button.setEnabled(False)
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self._search)
        QShortcut(QKeySequence(self.tr("Ctrl+Shift+C")), self).activated.connect(self.copy_answer)

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these choices."""
        self.knobs.show_knobs(knobs)

    def show_view(self, view: WillItRunView) -> None:
        """Show an answer; charts change in place, and everything is laid out and painted once."""
        self._view = view
        self._answer.setText(view.answer)
        self._detail.setText(view.detail)
        self._gpu.setText(view.gpu_sentence)
        self._launch.setText(view.launch)
        self._card.setAccessibleName(view.answer)
        self._card.setAccessibleDescription(view.detail)
        self._offer_measure()
        for name, frame in self.charts.items():
            series = getattr(view, name)
            frame.setVisible(series is not None)
            if series is not None:
                frame.show_series(series)
        self._notes_text.setText("\n".join(view.notes))
        self._notes.setVisible(bool(view.notes))
        self._grid.arrange()
        self._grid.show()
        for button in (self._pdf, self._why, self._copy):
            button.setEnabled(True)
        self._check.setEnabled(self._is_own)
        self._check.setVisible(view.offers_check)
        self._why.setEnabled(bool(view.why))
        self._paint_state()
        self.body.activate()

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Another machine than this computer cannot be measured, and only one thing at a time."""
        self._is_own = is_own
        self._measure.setEnabled(not busy)
        self._check.setEnabled(is_own and self._view is not None)
        self._offer_measure()

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no answer."""
        self._view = None
        self._answer.setText(sentence)
        self._detail.setText("")
        self._gpu.setText("")
        self._launch.setText("")
        self._grid.hide()
        self._offer_measure()
        for button in (self._pdf, self._why, self._check, self._copy):
            button.setEnabled(False)
        self._paint_state()

    def set_theme(self, theme: Theme) -> None:
        """Recolor what the style sheet does not."""
        self._theme = theme
        for frame in self.charts.values():
            frame.set_theme(theme)
        self._paint_state()

    def copy_answer(self) -> None:
        """The answer as text to the clipboard."""
        if self._view:
            view = self._view
            lines = (view.subject, view.answer, view.detail, view.gpu_sentence, view.launch)
            QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))

    def _offer_measure(self) -> None:
        self._measure.setVisible(self._is_own and self._view is not None and self._view.offers_measure)

    def _paint_state(self) -> None:
        state = self._view.state if self._view else "unknown"
        word = self._view.state_word if self._view else ""
        paint_edge(self._card.edge, state, self._theme)
        if (state, self._theme) != self._painted:
            self._painted = state, self._theme
            self._icon.setPixmap(icon_pixmap(state, color(state, self._theme)))
            self._icon.setAccessibleName(word)
            self._icon.setToolTip(word)

    def _top(self) -> QHBoxLayout:
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.knobs, 1)
        for button in (self._open, self._pdf):
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        return top

    def _answer_card(self) -> Card:
        self._card = Card(edged=True)
        texts = QVBoxLayout()
        texts.setSpacing(4)
        for label in (self._answer, self._detail, self._gpu, self._launch):
            texts.addWidget(label)
        texts.addStretch(1)
        said = QHBoxLayout()
        said.setSpacing(12)
        said.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        said.addLayout(texts, 1)
        buttons = QVBoxLayout()
        buttons.setSpacing(8)
        for button in (self._measure, self._why, self._check, self._copy):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._card.body.addWidget(Wrapping(said, buttons))
        return self._card

    def _search(self) -> None:
        self.knobs.model.setFocus()
        self.knobs.model.selectAll()

    def _show_why(self) -> None:
        if self._view:
            dialog = WhyDialog(self._view.why, self, takes_runs=self._is_own and self._view.offers_check)
            dialog.ran.connect(self.ran)
            dialog.open()
