"""Run it: the settings of an answer, and the steps of three programs, each with a button that copies it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from advisor.present.run_it.view import RunGuide, RunStep, RunView
from advisor.present.words.words import say
from advisor.ui.parts.panel import Panel, ScrollDialog, push_button, text_label
from advisor.ui.parts.why_dialog import WholeTable

SIZE_HEIGHTS = 50, 42


class RunDialog(ScrollDialog):
    """One card for the settings and one for each program."""

    check_requested = Signal()

    def __init__(self, view: RunView, parent: QWidget, *, can_check: bool) -> None:
        """`can_check`: the speed can be compared here, as it is this computer that is asked about."""
        super().__init__(parent, view.title, size_heights=SIZE_HEIGHTS)
        self.body.addWidget(self._settings_panel(view))
        for guide in view.guides:
            self.body.addWidget(self._guide_panel(guide))
        check = push_button(say("Check this prediction"), self.check_requested.emit)
        check.setAutoDefault(False)
        check.setVisible(can_check)
        self.body.addWidget(check, 0, Qt.AlignmentFlag.AlignLeft)

    def _settings_panel(self, view: RunView) -> Panel:
        card = Panel()
        card.setAccessibleName(view.title)
        card.body.addWidget(text_label("heading", view.title))
        card.body.addWidget(text_label("soft", view.sentence))
        table = WholeTable(view.settings)
        table.setAccessibleName(say("Settings"))
        card.body.addWidget(table)
        return card

    def _guide_panel(self, guide: RunGuide) -> Panel:
        card = Panel()
        card.setAccessibleName(guide.program)
        card.body.addWidget(text_label("heading", guide.program))
        for number, step in enumerate(guide.steps, start=1):
            card.body.addWidget(text_label("", f"{number}. {step.text}"))
            if step.copied:
                card.body.addLayout(self._copied(guide.program, number, step))
        for note in guide.notes:
            card.body.addWidget(text_label("soft", note))
        return card

    def _copied(self, program: str, number: int, step: RunStep) -> QHBoxLayout:
        """What is copied, to be read and selected, and the button for it."""
        shown = code_label(step.copied)
        name = say("{program}, step {number}", program=program, number=number)
        shown.setAccessibleName(name)
        shown.setAccessibleDescription(step.copied)
        copy = push_button(say("Copy"), partial(_copy, step.copied))
        copy.setAutoDefault(False)
        copy.setAccessibleName(say("Copy {what}", what=name))
        copy.setAccessibleDescription(step.copied)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(shown, 1)
        line.addWidget(copy, 0, Qt.AlignmentFlag.AlignTop)
        return line


def code_label(text: str) -> QLabel:
    """A text for a terminal, in letters of one width; the mouse can select it."""
    label = text_label("formula", text)
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(label.font().pointSizeF())
    label.setFont(font)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
