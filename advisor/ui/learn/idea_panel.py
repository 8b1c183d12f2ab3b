"""The card that tells one idea of Learn in a plain paragraph, and what it comes to on one's own rig."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout

from advisor.present.learn.view import LearnPanelView
from advisor.present.words.words import say
from advisor.ui.parts.panel import Panel, push_button, text_label
from advisor.ui.parts.why_dialog import WhyDialog

if TYPE_CHECKING:
    from advisor.present.words.view import Why


class IdeaPanel(Panel):
    """Shows the first part of a `LearnCardView`."""

    def __init__(self) -> None:
        super().__init__()
        self._whys: tuple[Why, ...] = ()
        self._title, self._idea, self._source = text_label("title"), text_label("large"), text_label("small")
        self._own, self._missing = text_label("formula"), text_label("soft")
        self._heading = text_label("heading", say("On your rig"))
        self._why = push_button(say("Why this number"), self._show_why)
        self._why.setAccessibleName(say("Why this number: on your rig"))
        own = QVBoxLayout()
        own.setSpacing(6)
        for label in (self._heading, self._own, self._missing):
            own.addWidget(label)
        own.addWidget(self._why, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self._title)
        self.body.addWidget(self._idea)
        self.body.addLayout(own)
        self.body.addWidget(self._source)

    def show_idea(self, topic: LearnPanelView) -> None:
        """Show this idea."""
        self._whys = topic.rig_whys
        own, missing = "\n".join(topic.rig), "\n".join(topic.rig_missing)
        for label, text in ((self._own, own), (self._missing, missing)):
            label.setText(text)
            label.setVisible(bool(text))
        self._heading.setVisible(bool(own or missing))
        self._why.setVisible(bool(self._whys))
        self._title.setText(topic.title)
        self._idea.setText(topic.idea)
        self._source.setText(topic.source)
        self.setAccessibleName(topic.title)
        self.setAccessibleDescription(f"{topic.idea} {own}".strip())

    def _show_why(self) -> None:
        WhyDialog(self._whys, self, takes_runs=False).open()
