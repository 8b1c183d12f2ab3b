"""Share result: the document is shown as it is, then saved or copied. Nothing is sent."""

from pathlib import Path

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QPlainTextEdit, QWidget

from advisor.charts.first_place import first_place
from advisor.facts.values.local_time import local_today
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.store.atomic_file import StoreError, write_file
from advisor.ui.parts.panel import ScrollDialog, push_button, text_label
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.saved_files import say_saved

SIZE_HEIGHTS, TEXT_HEIGHTS = (40, 36), 26
_FILE = "my-rig-result.json"


class ResultDialog(ScrollDialog):
    """Shows a text that can be copied and saved."""

    def __init__(self, parent: QWidget, text: str) -> None:
        super().__init__(parent, say("Share result"), size_heights=SIZE_HEIGHTS)
        self.text = QPlainTextEdit(text)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(say("What is shared"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(TEXT_HEIGHTS * self.fontMetrics().height())
        self.body.addWidget(
            text_label("soft", say("No names, no serial numbers. Post it where you like; nothing is sent."))
        )
        self.body.addWidget(self.text, 1)
        self.save = push_button(say("Save …"), lambda: None)
        self.copy = push_button(say("Copy"), lambda: QGuiApplication.clipboard().setText(text))
        for button in (self.copy, self.save):
            self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)


def share_result(window: MainWindow, session: Session) -> None:
    """Show what would be shared of the rig shown."""
    from advisor.advice.sharing import shared_result, shared_text

    profile, shown, catalog = session.shown.profile, session.shown.shown, session.asking.catalog
    if profile is None or shown is None or catalog is None:
        return
    result = shared_result(profile.changed(machine=shown.machine), catalog, today=local_today())
    text = shared_text(result)
    dialog = ResultDialog(window, text)
    dialog.save.clicked.connect(lambda: _save(window, dialog, text))
    dialog.open()


def _save(window: MainWindow, dialog: ResultDialog, text: str) -> None:
    kinds = say("Result ({files})", files="*.json")
    name, _ = QFileDialog.getSaveFileName(dialog, say("Share result"), first_place(_FILE), kinds)
    if not name:
        return
    try:
        write_file(Path(name), text)
    except StoreError as error:
        window.say(in_words(error.reason))
    else:
        say_saved(window, Path(name))
        dialog.accept()
