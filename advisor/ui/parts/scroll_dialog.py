"""A dialog of cards that scrolls where the screen is too small for it, with its buttons always in sight."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QScrollArea, QVBoxLayout, QWidget

from advisor.ui.parts.panel import GAP, INSIDE


class ScrollDialog(QDialog):
    """Put cards in `body`; there is a button that closes it, others may be added to `buttons`."""

    def __init__(self, parent: QWidget, title: str, *, size_heights: tuple[int, int]) -> None:
        """`size_heights` is the wished size in font heights."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._size_heights = size_heights
        inside = QWidget()
        inside.setObjectName("inside")
        around = QVBoxLayout(inside)
        around.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        self.body = QVBoxLayout()
        self.body.setSpacing(GAP)
        around.addLayout(self.body)
        around.addStretch(1)
        area = QScrollArea()
        area.setAccessibleName(title)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inside)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())
        close.setAutoDefault(False)  # Enter takes over what was typed, and leaves the dialog open
        self.buttons.rejected.connect(self.reject)
        footer = QVBoxLayout()
        footer.setContentsMargins(INSIDE, 0, INSIDE, 0)
        footer.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, INSIDE)
        layout.addWidget(area)
        layout.addLayout(footer)
        self.fit_font()

    def fit_font(self) -> None:
        """Take the wished size, as far as the screen allows."""
        high, (wide, tall) = self.fontMetrics().height(), self._size_heights
        self.resize(QSize(wide * high, tall * high).boundedTo(self.screen().availableSize() * 0.9))
