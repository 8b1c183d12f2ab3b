"""A line above the page that says something and offers one action."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from advisor.ui.parts.panel import text_label


class Banner(QFrame):
    """Hidden while it has nothing to say."""

    acted = Signal()

    def __init__(self, action: str) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._text = text_label("")
        button = QPushButton(action)
        button.setAccessibleName(action)
        button.clicked.connect(self.acted)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(22, 8, 22, 8)
        layout.addWidget(self._text, 1)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def say(self, text: str) -> None:
        """Show a text; an empty one hides the line."""
        self._text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
