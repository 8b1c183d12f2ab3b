"""Run it: the settings of an answer, and the steps of three programs, each with a button that copies it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from advisor.present.run_it.view import RunGuide, RunStep, RunView
from advisor.present.words.words import say
from advisor.ui.parts.boxes import LEFT, TOP, add, beside
from advisor.ui.parts.panel import Panel, ScrollDialog, push_button, text_label
from advisor.ui.parts.toast import QUIET_S, Toast
from advisor.ui.parts.why_dialog import WholeTable

SIZE_HEIGHTS = 50, 42


class RunDialog(ScrollDialog):
    """One card for the settings and one for each program."""

    check_requested = Signal()

    def __init__(self, view: RunView, parent: QWidget, *, can_check: bool) -> None:
        """`can_check`: the speed can be compared here, as it is this computer that is asked about."""
        super().__init__(parent, view.title, size_heights=SIZE_HEIGHTS)
        table = WholeTable(view.settings)
        table.setAccessibleName(say("Settings"))
        settings = Panel(text_label("heading", view.title), text_label("soft", view.sentence), table)
        settings.setAccessibleName(view.title)
        add(self.body, settings, *map(self._guide_panel, view.guides))
        check = push_button(say("Check this prediction"), self.check_requested.emit)
        check.setAutoDefault(False)
        check.setVisible(can_check)
        add(self.body, check, align=LEFT)
        self._toast = Toast(self, self)

    def _guide_panel(self, guide: RunGuide) -> Panel:
        card = Panel(text_label("heading", guide.program))
        card.setAccessibleName(guide.program)
        for number, step in enumerate(guide.steps, start=1):
            card.body.addWidget(text_label("", f"{number}. {step.text}"))
            if step.copied:
                card.body.addLayout(self._copied(guide.program, number, step))
        add(card.body, *(text_label("soft", note) for note in guide.notes))
        return card

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._toast.say(say("Copied."), stays_s=QUIET_S)

    def _copied(self, program: str, number: int, step: RunStep) -> QHBoxLayout:
        """What is copied, to be read and selected, and the button for it."""
        shown = code_label(step.copied)
        name = say("{program}, step {number}", program=program, number=number)
        shown.setAccessibleName(name)
        shown.setAccessibleDescription(step.copied)
        copy = push_button(say("Copy"), partial(self._copy, step.copied))
        copy.setAutoDefault(False)
        copy.setAccessibleName(say("Copy {what}", what=name))
        copy.setAccessibleDescription(step.copied)
        return add(beside((shown, 1)), copy, align=TOP)


def code_label(text: str) -> QLabel:
    """A text for a terminal, in letters of one width; the mouse can select it."""
    label = text_label("formula", text)
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(label.font().pointSizeF())
    label.setFont(font)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
