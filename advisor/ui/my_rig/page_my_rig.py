"""Page My rig: whether it is set up well, the picture of the memory layout, findings, facts, measurements."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.qt_override import qt_override
from advisor.charts.rig_picture import OriginLegend, ZoomedPicture
from advisor.present.findings.health import health
from advisor.present.words.palette import Theme, color
from advisor.present.words.view import FactRow, MyRigView, usual_origin, usual_words
from advisor.present.words.words import joined, say
from advisor.ui.look.theme import icon_pixmap
from advisor.ui.my_rig.another_computer import AnotherComputer
from advisor.ui.my_rig.fact_list import FactList
from advisor.ui.my_rig.measured_details import MeasuredDetails
from advisor.ui.parts.boxes import LEFT, TOP, add, beside
from advisor.ui.parts.panel import GAP, FlowGrid, Page, ShareButton, push_button, rename_button, text_label
from advisor.ui.parts.toned_panel import FindingWidget, IconLabel, LinkLabel
from advisor.ui.parts.wrapping import page_head

PICTURE_SHARE, WIDE_HEIGHTS = 2, 84
"""The picture is so many times as wide as the findings beside it, in a page of at least so many font heights."""
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
    result_requested = Signal()
    card_requested = Signal()
    """One of the catalog, to be looked at instead of this one."""
    model_requested = Signal(str)
    corrected = Signal(object, object)
    """Facts that a person put right, and what they are; None goes back to what was read."""

    def __init__(self) -> None:
        super().__init__(say("My rig"))
        self._theme: Theme = "light"
        self._view: MyRigView | None = None
        self._health_tone, self._health_word = "", ""
        self._health = IconLabel()
        self._health.hide()
        self._title = text_label("title", say("Reading your hardware …"))
        self._status = text_label("", say("This takes a few seconds. Nothing leaves this computer."))
        self._subtitle = text_label("soft")
        self._subtitle.hide()
        between = joined(("{}", "{}"), ", ").strip("{}")
        self._links = LinkLabel(say("Try: {models}", models="{links}"), between=between)
        self._links.setAccessibleName(say("Models that fit this rig well"))
        self._links.linkActivated.connect(self.model_requested)
        self._share = ShareButton(
            copy_picture=self.picture_requested.emit,
            save_picture=self.picture_file_requested.emit,
            share_result=self.result_requested.emit,
        )
        self.others = AnotherComputer()
        self._pdf = push_button(say("Save PDF"), self.pdf_requested.emit)
        self._measure = push_button(say("Measure"), self._measure_or_read)
        self._measure.setObjectName("primary")
        self._measure.setShortcut(QKeySequence("Ctrl+R"))
        self._legend = _legend()
        zoomed = ZoomedPicture()
        self.picture = ChartFrame(zoomed, with_sentence=False, beside_title=self._legend)
        self._explanation = text_label("large")
        self._explanation.hide()
        self.picture.add_below(self._explanation)
        self._findings = FlowGrid(column_heights=15, most_columns=3)
        self._hardware = text_label("heading", say("Hardware"))
        self._usual = text_label("small")
        self._card = push_button(say("Make a card …"), self.card_requested.emit)
        self._card.setToolTip(say("A GPU of this computer is not known: say what it is"))
        self._facts: dict[str, FactList] = {}
        self._measured = FactList(say("Benchmark results"), detailed=True)
        self._details = FlowGrid(column_heights=21, most_columns=3)
        self._details.set_widgets([self._measured])
        for part in (self._hardware, self._usual, self._card, self._details, self._measured):
            part.hide()
        self._more = MeasuredDetails()
        self._more.soak_requested.connect(self.soak_requested)
        add(self._measured.body, self._more.button, align=LEFT)
        title = add(beside(self._health, spacing=8), (self._title, 1))
        buttons = self.others, self._share, self._pdf, self._measure
        head = page_head((title, self._status, self._subtitle, self._links), buttons)
        self._top = beside((self.picture, PICTURE_SHARE), spacing=GAP)
        self._top.addWidget(self._findings, 1, TOP)
        hardware = add(
            beside(self._hardware, spacing=12), (self._usual, 1), self._card, align=Qt.AlignmentFlag.AlignBottom
        )
        add(self.body, head, (self._top, 1), hardware, self._details, self._more)
        self.set_busy(True)
        for steps, keys in ZOOM_KEYS.items():
            for key in keys:
                QShortcut(QKeySequence(key), self).activated.connect(partial(zoomed.zoom, steps))

    def show_view(self, view: MyRigView) -> None:
        """Show a rig."""
        same_findings = self._view is not None and self._view.findings == view.findings
        self._view = view
        line = health(view.findings, check=view.check)
        self._title.setText(line.title)
        self._title.setAccessibleDescription(line.text)
        self._health_tone, self._health_word = line.tone, line.word
        self._show_health()
        state = view.paper_status if view.measured else view.unmeasured
        is_to_check = view.check is not None and line.title == view.check.title
        state = joined((line.text, state)) if is_to_check else state
        self._status.setText(view.title if view.what_if else state)
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
        self._show_facts(view.facts)
        self._measured.set_rows(view.measured[: view.main_results])
        self._measured.setVisible(bool(view.measured or view.cautions))
        self._more.show_view(view)
        self._measured.set_cautions(view.cautions)
        self._details.set_widgets([*self._facts.values(), self._measured])
        self._order()
        for part in (self._hardware, self._usual, self._details):
            part.show()
        rename_button(self._measure, say("Measure again") if view.measured else say("Measure"))
        for button in (self._share, self._pdf):
            button.setEnabled(True)

    def offer_card(self, is_offered: bool) -> None:
        """Whether there is a GPU that nothing is known of."""
        self._card.setVisible(is_offered)

    def set_busy(self, busy: bool, *, is_own: bool = True) -> None:
        """While something is read or measured, no other measurement can be started; none of another computer."""
        self._measure.setEnabled(not busy)
        self._measure.setVisible(is_own or self._view is None)
        self._more.set_busy(busy)
        if self._view is None:
            for button in (self._share, self._pdf):
                button.setEnabled(False)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no rig to show; an earlier view stays."""
        if self._view is None:
            self._title.setText(say("Your hardware cannot be shown"))
            self._status.setText(sentence)
            rename_button(self._measure, say("Try again"))

    def set_theme(self, theme: Theme) -> None:
        """Recolor what the style sheet does not."""
        self._theme = theme
        super().set_theme(theme)
        self._legend.set_theme(theme)
        self._show_health()

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is room for both, the findings stand beside the picture."""
        super().resizeEvent(event)
        is_wide = self.width() >= WIDE_HEIGHTS * self.fontMetrics().height()
        self._top.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    def _show_health(self) -> None:
        """The icon before the title."""
        self._health.setVisible(bool(self._health_tone))
        if self._health_tone:
            self._health.setAccessibleName(self._health_word)
            self._health.setPixmap(icon_pixmap(self._health_tone, color(self._health_tone, self._theme)))

    def _show_facts(self, rows: Sequence[FactRow]) -> None:
        """Each part of the computer in a list of its own, in those that are there already."""
        parts = tuple(dict.fromkeys(row.part for row in rows))
        if parts != tuple(self._facts):
            self._facts = {part: self._facts.get(part) or self._fact_list(part) for part in parts}
        usual = usual_origin(rows)
        self._usual.setText(usual_words(usual))
        for part, facts in self._facts.items():
            facts.set_rows([row for row in rows if row.part == part], usual=usual)

    def _fact_list(self, part: str) -> FactList:
        facts = FactList(part)
        facts.correct_requested.connect(self._correct)
        return facts

    def _order(self) -> None:
        """Tab goes through the rows of both lists as they stand, also through those that came late."""
        rows = [button for facts in (*self._facts.values(), self._measured) for button in facts.buttons]
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


def _legend() -> OriginLegend:
    """What the dots of the picture mean."""
    return OriginLegend(
        {
            "measured": say("measured here"),
            "detected": say("read from the system"),
            "datasheet": say("data sheet"),
            "estimated": say("estimated"),
            "user": say("typed by you"),
        }
    )
