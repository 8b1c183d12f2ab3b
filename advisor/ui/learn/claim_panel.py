"""The card of one claim: what is said, what comes of it with icon and word, the figures, the reason, and why."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout

from advisor.present.learn.view import ClaimView
from advisor.present.words.palette import Theme, color
from advisor.present.words.words import say
from advisor.ui.look.theme import icon_pixmap
from advisor.ui.parts.panel import Panel, icon_label, paint_edge, push_button, text_label
from advisor.ui.parts.why_dialog import WhyDialog


class ClaimPanel(Panel):
    """Shows one `ClaimView`."""

    def __init__(self, claim: ClaimView, theme: Theme) -> None:
        super().__init__(edged=True)
        self._claim = claim
        self._icon = icon_label()
        outcome = f"{claim.word} {claim.condition}" if claim.condition else f"{claim.word}."
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(text_label("heading", outcome), 1)
        self._icon.setAccessibleName(claim.word)
        why = push_button(say("Why this number"), self._show_why)
        why.setAccessibleName(say("Why this number: {claim}", claim=claim.title))
        self.body.addWidget(text_label("soft", claim.title))
        self.body.addWidget(text_label("large", claim.text))
        self.body.addLayout(head)
        self.body.addWidget(text_label("", f"{claim.figures} {claim.turns}".strip()))
        self.body.addWidget(text_label("soft", claim.reason))
        self.body.addStretch(1)
        self.body.addWidget(why, 0, Qt.AlignmentFlag.AlignLeft)
        self.setAccessibleName(f"{claim.title}: {outcome}")
        self.setAccessibleDescription(f"{claim.text} {claim.figures}")
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Recolor edge and icon."""
        paint_edge(self.edge, self._claim.tone, theme)
        self._icon.setPixmap(icon_pixmap(self._claim.tone, color(self._claim.tone, theme)))

    def _show_why(self) -> None:
        WhyDialog((self._claim.why,), self, takes_runs=False).open()
