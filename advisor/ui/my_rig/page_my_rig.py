"""Page My rig: the answer as title, the picture of the memory layout, findings, facts."""

from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.rig_picture import OriginLegend, ZoomedPicture
from advisor.present.words.palette import Theme
from advisor.present.words.view import FactRow, MyRigView
from advisor.present.words.words import say
from advisor.ui.my_rig.fact_list import FactList
from advisor.ui.my_rig.measured_details import MeasuredDetails
from advisor.ui.parts.boxes import LEFT, add
from advisor.ui.parts.panel import FlowGrid, Page, ShareButton, push_button, text_label
from advisor.ui.parts.toned_panel import FindingWidget, LinkLabel
from advisor.ui.parts.wrapping import page_head

ZOOM_KEYS = {1: ("Ctrl++", "Ctrl+="), -1: ("Ctrl+-",), 0: ("Ctrl+0",)}
"""Keys that look closer at the picture, step back, and show it as at first."""


class MyRigPage(Page):
    """Shows a `MyRigView`; until there is one, says that the hardware is being read."""

    measure_requested = Signal()
    soak_requested = Signal()
    read_requested = Signal()
    pdf_requested = Signal()
    picture_requested = Signal()
    picture_file_requested = Signal()
    model_requested = Signal(str)
    corrected = Signal(object, object)
    """Facts that a person put right, and what they are; None goes back to what was read."""

    def __init__(self) -> None:
        super().__init__(say("My rig"))
        self._theme: Theme = "light"
        self._view: MyRigView | None = None
        self._title = text_label("title", say("Reading your hardware …"))
        self._subtitle = text_label("soft", say("This takes a few seconds. Nothing leaves this computer."))
        self._links = LinkLabel(say("Try: {models}", models="{links}"), between=", ")
        self._links.setAccessibleName(say("Models that fit this rig well"))
        self._links.linkActivated.connect(self.model_requested)
        self._share = ShareButton(
            copy_picture=self.picture_requested.emit, save_picture=self.picture_file_requested.emit
        )
        self._pdf = push_button(say("Save PDF"), self.pdf_requested.emit)
        self._measure = push_button(say("Measure"), self._measure_or_read)
        self._measure.setObjectName("primary")
        self._measure.setShortcut(QKeySequence("Ctrl+R"))
        self._legend = OriginLegend(
            {
                "measured": say("measured here"),
                "detected": say("read from the system"),
                "datasheet": say("data sheet"),
                "estimated": say("estimated"),
                "user": say("typed by you"),
            }
        )
        zoomed = ZoomedPicture()
        self.picture = ChartFrame(zoomed, with_sentence=False, beside_title=self._legend)
        self._explanation = text_label("large")
        self._explanation.hide()
        self.picture.add_below(self._explanation)
        self._findings = FlowGrid(column_heights=15, most_columns=3)
        self._facts = FactList(say("Hardware"))
        self._facts.correct_requested.connect(self._correct)
        self._measured = FactList(say("Benchmark results"), detailed=True)
        self._details = FlowGrid(column_heights=26, most_columns=2)
        self._details.set_widgets([self._facts, self._measured])
        self._details.hide()
        self._more = MeasuredDetails()
        self._more.soak_requested.connect(self.soak_requested)
        add(self._measured.body, self._more.button, align=LEFT)
        head = page_head((self._title, self._subtitle, self._links), (self._share, self._pdf, self._measure))
        add(self.body, head, (self.picture, 1), self._findings, self._details, self._more)
        self.set_busy(True)
        for steps, keys in ZOOM_KEYS.items():
            for key in keys:
                QShortcut(QKeySequence(key), self).activated.connect(partial(zoomed.zoom, steps))

    def show_view(self, view: MyRigView) -> None:
        """Show a rig."""
        same_findings = self._view is not None and self._view.findings == view.findings
        self._view = view
        self._title.setText(view.title)
        self._subtitle.setText(view.subtitle)
        self._subtitle.setVisible(bool(view.subtitle))
        self._links.show_links(view.links)
        self.picture.show_series(view.picture)
        self._legend.show_dots(view.picture.dots)
        self._explanation.setText(view.explanation)
        self._explanation.setVisible(bool(view.explanation))
        if not same_findings:
            self._findings.set_widgets([FindingWidget(finding, self._theme) for finding in view.findings])
        self._findings.setVisible(bool(view.findings))
        self._facts.set_rows(view.facts)
        self._measured.set_rows(view.measured[: view.main_results], otherwise=view.unmeasured)
        self._more.show_view(view)
        self._measured.set_cautions(view.cautions)
        self._order()
        self._details.show()
        self._measure.setText(say("Measure again") if view.measured else say("Measure"))
        self._measure.setAccessibleName(self._measure.text())
        for button in (self._share, self._pdf):
            button.setEnabled(True)

    def set_busy(self, busy: bool) -> None:
        """While something is read or measured, no other measurement can be started."""
        self._measure.setEnabled(not busy)
        self._more.set_busy(busy)
        if self._view is None:
            for button in (self._share, self._pdf):
                button.setEnabled(False)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no rig to show; an earlier view stays."""
        if self._view is None:
            self._title.setText(say("Your hardware cannot be shown"))
            self._subtitle.setText(sentence)
            self._measure.setText(say("Try again"))
            self._measure.setAccessibleName(self._measure.text())

    def set_theme(self, theme: Theme) -> None:
        """Recolor what the style sheet does not."""
        self._theme = theme
        super().set_theme(theme)
        self._legend.set_theme(theme)

    def _order(self) -> None:
        """Tab goes through the rows of both lists as they stand, also through those that came late."""
        rows = (*self._facts.buttons, *self._measured.buttons)
        for before, after in pairwise((*rows, self._more.button)):
            self.setTabOrder(before, after)

    def _correct(self, row: FactRow) -> None:
        if row.typed is None:
            return
        from advisor.ui.my_rig.correct_dialog import CorrectDialog

        dialog = CorrectDialog(row, row.typed, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.corrected.connect(self.corrected)
        dialog.open()

    def _measure_or_read(self) -> None:
        """Without a rig there is nothing to measure: read it again first."""
        (self.measure_requested if self._view else self.read_requested).emit()
