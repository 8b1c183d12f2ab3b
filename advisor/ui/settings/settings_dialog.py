"""Settings: look, money, where files are kept, and back to how it was. Everything is taken over at once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal, SignalInstance
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QLineEdit, QMessageBox, QPushButton, QWidget

from advisor.charts.plain import plain_label, plain_tip
from advisor.facts.kept.settings import Money
from advisor.present.words.quantity import CHOICES
from advisor.present.words.words import say
from advisor.store.folder import data_folder, log_folder, make_private
from advisor.ui.look.language import SYSTEM, languages
from advisor.ui.look.theme import TEXT_PERCENTS
from advisor.ui.parts.fields import ListField
from advisor.ui.parts.panel import ScrollDialog, push_button, setting_panel, text_label
from advisor.ui.settings.added_panel import AddedPanel
from advisor.ui.settings.engine_settings import EngineSettings
from advisor.ui.settings.folder_settings import FolderSettings
from advisor.ui.settings.money_settings import MoneySettings

SIZE_HEIGHTS = 36, 44


class SettingsDialog(ScrollDialog):
    """Shows what is set; emits each change."""

    theme_chosen = Signal(str)
    text_percent_chosen = Signal(int)
    language_chosen = Signal(str)
    unit_chosen = Signal(str)
    money_typed = Signal(object)
    folders_chosen = Signal(object)
    engine_chosen = Signal(object)
    reset_requested = Signal()

    def __init__(self, parent: QWidget, themes: dict[str, str]) -> None:
        super().__init__(parent, say("Settings"), size_heights=SIZE_HEIGHTS)
        self.theme = _choices(themes, self.theme_chosen)
        self.text = _choices({percent: f"{percent}%" for percent in TEXT_PERCENTS}, self.text_percent_chosen)
        self.language = _choices({SYSTEM: say("System"), **languages()}, self.language_chosen)
        self.unit = _choices({name: say(words) for name, words in CHOICES.items()}, self.unit_chosen)
        self.money = MoneySettings()
        self.money.typed.connect(self.money_typed)
        self.folders = FolderSettings()
        self.folders.chosen.connect(self.folders_chosen)
        self.engine = EngineSettings()
        self.engine.chosen.connect(self.engine_chosen)
        rows = (
            (plain_label(say("Theme")), self.theme),
            (plain_label(say("Size of text")), self.text),
            (plain_label(say("Language")), self.language),
            (plain_label(say("Sizes of memory")), self.unit),
        )
        look = setting_panel(say("Look"), *rows)
        look.body.addWidget(text_label("soft", say("Restart to apply a new language or unit.")))
        self.body.addWidget(look)
        self.body.addWidget(self.money)
        self.body.addWidget(self.folders)
        self.body.addWidget(self.engine)
        self.added = AddedPanel()
        self.added.hide()
        self.body.addWidget(self.added)
        self.body.addWidget(self._files())
        reset = push_button(say("Reset settings …"), self._ask_reset)
        self.buttons.addButton(reset, QDialogButtonBox.ButtonRole.ResetRole)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter takes over what was typed, and leaves the dialog open

    def show_settings(
        self,
        *,
        theme: str,
        text_percent: int,
        money: Money,
        folders: tuple[str, ...] = (),
        engine_folder: str | None = None,
        language: str = SYSTEM,
        unit: str = "",
    ) -> None:
        """Show these."""
        shown = ((self.theme, theme), (self.text, text_percent), (self.language, language), (self.unit, unit))
        for box, choice in shown:
            box.setCurrentIndex(max(0, box.findData(choice)))
        self.money.show_money(money)
        self.folders.show_folders(folders)
        self.engine.show_folder(engine_folder)
        self.fit_font()

    def _files(self) -> QWidget:
        card = setting_panel(say("Your data"))
        for sentence, folder in (
            (say("Settings, measurements, your entries and crash reports:"), data_folder()),
            (say("Log file (contains no personal data):"), log_folder()),
        ):
            card.body.addWidget(text_label("soft", sentence))
            card.body.addWidget(_place(folder, sentence))
        left = say("Delete both folders to remove everything.")
        card.body.addWidget(text_label("soft", left))
        button = push_button(say("Open folder"), self._open_folder)
        card.body.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def _open_folder(self) -> None:
        make_private(data_folder())
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(data_folder())))

    def _ask_reset(self) -> None:
        """Ask first: what was typed is gone."""
        box = QMessageBox(self)
        box.setWindowTitle(say("Reset settings"))
        box.setText(say("Reset theme, text size, currency and prices?"))
        box.setInformativeText(say("Measurements and your hardware edits stay."))
        reset = box.addButton(say("Reset"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        cancel.setIcon(QIcon())
        box.setDefaultButton(cancel)
        reset.clicked.connect(self.reset_requested)
        box.open()


def _choices(named: Mapping[Any, str], chosen: SignalInstance) -> QComboBox:
    """A list that emits the value of what is chosen."""
    box = ListField()
    for value, name in named.items():
        box.addItem(name, value)
    box.activated.connect(lambda row: chosen.emit(box.itemData(row)))
    return box


def _place(folder: Path, sentence: str) -> QLineEdit:
    """A folder's whole name to read and to copy, however long it is."""
    place = QLineEdit(str(folder))
    place.setReadOnly(True)
    place.setCursorPosition(0)
    place.setToolTip(plain_tip(str(folder)))
    place.setAccessibleName(sentence)
    return place
