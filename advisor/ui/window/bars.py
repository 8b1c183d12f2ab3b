"""The lines around a page: a banner that says something and offers one action, and what a running job does."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QWidget

from advisor.charts.plain import plain_label
from advisor.facts.values.plain_text import plain_text
from advisor.present.measured.job import JobView
from advisor.present.words.words import say
from advisor.ui.parts.panel import push_button, text_label

_LONGEST = 1000
"""Characters of a message: more is no message."""


class Banner(QFrame):
    """Hidden while it has nothing to say."""

    acted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._text = text_label("")
        self._button = push_button(say("Back to this computer"), self.acted.emit)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(22, 8, 22, 8)
        layout.setSpacing(14)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._text, 1)  # not right: there the page has Measure, which a second click would fall on
        self.hide()

    def say(self, text: str, action: str, *, then: QWidget) -> None:
        """Show a text and one action; an empty text hides the line. Names of strangers may be in it.

        A line that goes gives its focus to `then`, where a second Space does nothing.
        """
        text = plain_text(text, longest=_LONGEST)
        if not text and self._button.hasFocus():
            then.setFocus()
        self._text.setText(text)
        self._button.setText(action)
        self._button.setAccessibleName(action)
        self.setAccessibleName(text)
        self.setVisible(bool(text))


class JobBar(QFrame):
    """Visible while a job runs. Esc or the button cancels."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("job")
        self._line = plain_label()
        self._bar = QProgressBar()
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(say("Progress"))
        self._cancel = QPushButton(say("Cancel"))
        self._cancel.setAccessibleName(say("Cancel"))
        self._cancel.setShortcut(QKeySequence(Qt.Key.Key_Escape))
        self._cancel.clicked.connect(self.cancelled)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(22, 8, 22, 8)
        layout.setSpacing(16)
        layout.addWidget(self._line)
        layout.addWidget(self._bar, 1)
        layout.addWidget(self._cancel)
        self.hide()

    def show_job(self, job: JobView | None) -> None:
        """Show how far the job is; None when there is no job any more."""
        self.setVisible(job is not None)
        if job is None:
            return
        self._line.setText(job.line)
        self._bar.setValue(job.per_mille)
        self._bar.setAccessibleDescription(job.line)
        self._cancel.setVisible(job.can_cancel)
