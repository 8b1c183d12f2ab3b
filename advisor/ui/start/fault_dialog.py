"""Offers the reports of what went wrong last time: to read, to copy, to find in their folder, or to delete."""

import time
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from advisor.present.words.words import say
from advisor.store.fault_reports import delete_reports, new_reports, report_text, reports_folder, set_seen
from advisor.store.log import LOG
from advisor.ui.parts.boxes import add
from advisor.ui.parts.panel import GAP, INSIDE, close_buttons, push_button, text_label
from advisor.ui.start.fault_watch import FaultWatch
from advisor.ui.start.single_instance import BEGUN_S
from advisor.ui.window.main_window import MainWindow

WIDTH_HEIGHTS, HEIGHT_HEIGHTS = 48, 32
"""Size in font heights."""


class FaultDialog(QDialog):
    """Shows the reports as one text."""

    def __init__(self, parent: QWidget, reports: tuple[Path, ...], *, has_crashed: bool) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(say("Crash report"))
        high = self.fontMetrics().height()
        self.resize(WIDTH_HEIGHTS * high, HEIGHT_HEIGHTS * high)
        heading = say("Rig Advisor hit an unexpected error last time")
        if has_crashed:
            heading = say("Last time Rig Advisor stopped unexpectedly")
        sentence = say(
            "This report was sent nowhere. Names, serial numbers and folders "
            "are removed. Copy it to report the problem."
        )
        self.text = QPlainTextEdit("\n\n".join(map(report_text, reversed(reports))))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.windowTitle())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        layout.setSpacing(GAP)
        add(layout, text_label("title", heading), text_label("soft", sentence), (self.text, 1), self._buttons())

    def _buttons(self) -> QDialogButtonBox:
        buttons = close_buttons(self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        action = QDialogButtonBox.ButtonRole.ActionRole
        for name, slot in (
            (say("Copy"), lambda: QGuiApplication.clipboard().setText(self.text.toPlainText())),
            (say("Open folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(reports_folder())))),
            (say("Delete"), self._delete),
        ):
            button = push_button(name, slot)
            button.setAutoDefault(False)
            buttons.addButton(button, action)
        return buttons

    def _delete(self) -> None:
        delete_reports()
        self.accept()


def end_start(window: MainWindow, watch: FaultWatch, painted_s: float) -> None:
    """All pages are there: note how long it took, and offer what was written down and not offered yet."""
    ready_s = time.monotonic() - BEGUN_S
    LOG.info("Start: first paint after %.2f s, all pages after %.2f s.", painted_s, ready_s)
    watch.set_started()
    watch.tell(window.say)
    window.closed.connect(lambda: watch.tell(None))
    if watch.is_start_broken:
        LOG.warning("The start before came to no end.")
        window.say(
            say("Rig Advisor didn't finish starting last time. This time it starts fresh, without the last file.")
        )
    reports = new_reports()
    if reports:
        dialog = FaultDialog(window, reports, has_crashed=bool(watch.crash))
        set_seen(reports)
        dialog.open()
