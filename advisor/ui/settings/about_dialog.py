"""About: the version, what the app is made of, and under which licenses."""

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from advisor.charts.plain import plain_tip
from advisor.present.words.words import say
from advisor.ui.parts.panel import GAP, INSIDE, push_button, text_label
from advisor.ui.settings.inside import Inside
from advisor.ui.settings.licenses import Part, app_parts, library_folder, releases_page
from advisor.version import __version__

WIDTH_HEIGHTS, HEIGHT_HEIGHTS = 44, 38
"""Size in font heights."""
QT_SOURCE = "https://download.qt.io/official_releases/qt"


class AboutDialog(QDialog):
    """A list of the parts; below it the license of the chosen one and what lies inside it."""

    def __init__(self, parent: QWidget, releases: str | None = None) -> None:
        """`releases` is where newer versions are published; without it the package says so, or nobody does."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(say("About Rig Advisor"))
        high = self.fontMetrics().height()
        self.resize(WIDTH_HEIGHTS * high, HEIGHT_HEIGHTS * high)
        self._parts = app_parts()
        self.parts, self._license = QListWidget(), QPlainTextEdit()
        self.parts.setAccessibleName(say("Parts and their licenses"))
        self.parts.setObjectName("completions")
        self.parts.ensurePolished()
        self._license.setReadOnly(True)
        self._license.setTabChangesFocus(True)
        self._license.setAccessibleName(say("Text of the license"))
        for part in self._parts:
            self.parts.addItem(_named(part))
        self.parts.currentRowChanged.connect(self._show_license)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        layout.setSpacing(GAP)
        layout.addWidget(text_label("title", say("Rig Advisor {version}", version=__version__)))
        told = say("Shows what your computer can do with AI models, and why. Nothing leaves this computer.")
        layout.addWidget(text_label("", told))
        page = releases_page() if releases is None else releases
        if page:
            layout.addWidget(self._look_for_newer(page), 0, Qt.AlignmentFlag.AlignLeft)
        else:
            layout.addWidget(text_label("soft", say("Update check is not available in this build.")))
        layout.addWidget(self._qt_note())
        layout.addWidget(text_label("heading", say("What it is made of")))
        layout.addWidget(self.parts, 2)
        layout.addWidget(self._license, 3)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.parts.setCurrentRow(0)

    def _look_for_newer(self, page: str) -> QPushButton:
        """The browser asks, when a person wants it; this program asks nobody."""
        button = push_button(say("Look for a newer version"), lambda: QDesktopServices.openUrl(QUrl(page)))
        button.setToolTip(plain_tip(say("Opens {address} in your browser.", address=page)))
        button.setAutoDefault(False)
        return button

    def _qt_note(self) -> QWidget:
        note = say(
            "Qt and PySide6 are used under the GNU Lesser General Public License, version 3.\n"
            "They lie in {folder} as files of their own: you may replace them by versions you changed.\n"
            "Their source: {address}"
        )
        label = text_label("soft", note.format(folder=library_folder(), address=QT_SOURCE))
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _show_license(self, row: int) -> None:
        part = self._parts[row]
        missing = say("The package {name} brings no text of its license.", name=part.name)
        text = part.text or missing
        if part.inside:
            lines = (say("It contains:"), *map(_named, part.inside))
            text = f"{text.rstrip()}\n\n" + "\n".join(lines)
        self._license.setPlainText(text)


def _named(part: Part | Inside) -> str:
    """A part's line in a list."""
    return f"{part.name} {part.version}".strip() + f" · {part.license or say('license not named by its package')}"
