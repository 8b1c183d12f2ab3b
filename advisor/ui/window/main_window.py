"""The window: page list left, pages right, the running job below. It places pages and connects wishes, nothing else."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.palette import Theme
from advisor.present.words.words import say
from advisor.ui.look.theme import apply_theme, icon, system_theme, theme_for
from advisor.ui.my_rig.page_my_rig import MyRigPage
from advisor.ui.overview.page_overview import OverviewPage
from advisor.ui.parts.boxes import add
from advisor.ui.parts.panel import Page, text_label
from advisor.ui.parts.toast import QUIET_S, Toast
from advisor.ui.window.bars import Banner, JobBar
from advisor.ui.window.settings_button import SettingsButton

SMALLEST, USUAL = QSize(900, 600), QSize(1240, 780)
FRAME = QSize(16, 44)
"""Room for what the system draws around a window at its first start; it says how much only once it is shown."""
SIDEBAR_HEIGHTS, ICON_HEIGHTS, FOLD_BELOW_HEIGHTS = 11.5, 1.2, 63
"""Widths in font heights: of the page list, of its icons, and of the window below which only they are shown."""
AROUND_ICON = 42
"""Space around an icon of the folded list, in pixels."""


class MainWindow(QWidget):
    """Pages are added as they become available; the first is there at once."""

    painted = Signal()
    closed = Signal()
    page_opened = Signal(str)
    files_dropped = Signal(object)
    back_requested = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self.application = application
        self.theme: Theme = system_theme(application)
        self.settings_button = SettingsButton()
        self.settings_button.chosen.connect(self.choose_theme)
        self.installEventFilter(self)
        self.setWindowTitle(say("Rig Advisor"))
        self.setMinimumSize(SMALLEST.boundedTo(self.screen().availableSize()))
        self.setAcceptDrops(True)
        self.pages = QListWidget()
        self.pages.setObjectName("pages")
        self.pages.setAccessibleName(say("Pages"))
        self.pages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.pages.currentRowChanged.connect(self._open_row)
        self._stack = QStackedWidget()
        self.status = text_label("small", say("Nothing leaves this computer."))
        self.status.setAccessibleName(say("Status"))
        self.job = JobBar()
        self._viewing = Banner()
        self._viewing.acted.connect(self.back_requested)
        self._build()
        self._toast = Toast(self, self._stack)
        self.overview, self.my_rig = OverviewPage(), MyRigPage()
        self.add_page("overview", say("Overview"), self.overview)
        self.add_page("my_rig", say("My rig"), self.my_rig)
        self.pages.setCurrentRow(0)
        application.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.set_theme(self.theme)

    def add_page(self, name: str, title: str, page: Page) -> None:
        """Put a page at the end of the list; Ctrl and its number opens it."""
        self.pages.addItem(title)
        number = self.pages.count()
        item = self.pages.item(number - 1)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, title)
        item.setToolTip(plain_tip(title))
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setIcon(icon(name, "soft_ink", self.theme, chosen_role="accent"))
        self._fold()
        self._stack.addWidget(page)
        page.set_theme(self.theme)
        self.add_shortcut(QKeySequence(f"Ctrl+{number}"), lambda: self.pages.setCurrentRow(number - 1))

    def open_page(self, name: str) -> None:
        """Show a page by its name."""
        for row in range(self.pages.count()):
            if self.pages.item(row).data(Qt.ItemDataRole.UserRole) == name:
                self.pages.setCurrentRow(row)

    def say(self, text: str, *, again: Callable[[], object] | None = None) -> None:
        """Show a message until it is closed; an empty one closes it. `again` does over what has failed."""
        self._toast.say(text, again=again)

    def confirm(self, text: str, *, stays_s: float = QUIET_S) -> None:
        """Say for a while that something was done."""
        self._toast.say(text, stays_s=stays_s)

    def show_banner(self, name: str, way_back: str) -> None:
        """Say which machine is shown and how to leave it, an empty name that it is this one; pages begin at the top."""
        self._viewing.say(say("Viewing: {name}", name=name) if name else "", way_back, then=self.pages)
        for row in range(self._stack.count()):
            self._stack.widget(row).verticalScrollBar().setValue(0)  # type: ignore[union-attr]

    def add_shortcut(self, keys: QKeySequence | QKeySequence.StandardKey, action: Callable[[], object]) -> None:
        """A key for the whole window."""
        QShortcut(keys, self).activated.connect(action)

    @property
    def page_name(self) -> str:
        """The name of the page shown."""
        return str(self.pages.currentItem().data(Qt.ItemDataRole.UserRole))

    def choose_theme(self, choice: str) -> None:
        """Follow the system, or stay light or dark."""
        self.settings_button.show_choice(choice)
        self.set_theme(theme_for(self.settings_button.choice, self.application))

    def set_theme(self, theme: Theme) -> None:
        """Palette, style sheet, icons and, by their own set_theme, the pages."""
        self.theme = theme
        apply_theme(self.application, theme)
        self.setWindowIcon(icon("app", "accent", theme))
        self.settings_button.set_theme(theme)
        for row in range(self.pages.count()):
            item = self.pages.item(row)
            item.setIcon(icon(item.data(Qt.ItemDataRole.UserRole), "soft_ink", theme, chosen_role="accent"))
            self._stack.widget(row).set_theme(theme)  # type: ignore[union-attr]
        self._fold()  # texts may have another size now

    @qt_override(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Notice the first paint, then stop looking: an error below an overridden event() would end the program."""
        if event.type() == QEvent.Type.Paint:
            self.removeEventFilter(self)
            self.painted.emit()
        return super().eventFilter(watched, event)

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window keeps only the icons of the page list."""
        super().resizeEvent(event)
        self._fold()

    @qt_override()
    def closeEvent(self, event: QCloseEvent) -> None:
        """Let children be ended."""
        self.closed.emit()
        super().closeEvent(event)

    @qt_override()
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    @qt_override()
    def dropEvent(self, event: QDropEvent) -> None:
        """Pass on where the dropped files lie; what lies on no disk has no place."""
        self.files_dropped.emit(tuple(url.toLocalFile() for url in event.mimeData().urls()))

    def _build(self) -> None:
        self._sidebar = QFrame()
        self._sidebar.setObjectName("sidebar")
        left = QVBoxLayout(self._sidebar)
        left.setContentsMargins(10, 18, 10, 16)
        left.setSpacing(12)
        name = text_label("app_name", say("Rig Advisor"))
        self._words = (name, self.status)
        for label in self._words:
            label.setIndent(10)
        add(left, name, (self.pages, 1), self.status, self.settings_button)
        right = QVBoxLayout()
        right.setSpacing(0)
        add(right, self._viewing, (self._stack, 1), self.job)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        add(layout, self._sidebar, (right, 1))

    def _fold(self) -> None:
        height = self.fontMetrics().height()
        icon_height, folded = round(ICON_HEIGHTS * height), self.width() < FOLD_BELOW_HEIGHTS * height
        for holder in (self.pages, self.settings_button):
            holder.setIconSize(QSize(icon_height, icon_height))
        self._sidebar.setFixedWidth(icon_height + AROUND_ICON if folded else round(SIDEBAR_HEIGHTS * height))
        for label in self._words:
            label.setVisible(not folded)
        self.settings_button.fold(folded)
        for row in range(self.pages.count()):
            item = self.pages.item(row)
            item.setText("" if folded else item.toolTip())

    def _open_row(self, row: int) -> None:
        if row >= 0:
            self._stack.setCurrentIndex(row)
            self.page_opened.emit(self.pages.item(row).data(Qt.ItemDataRole.UserRole))

    def _follow_system(self) -> None:
        self.choose_theme(self.settings_button.choice)
