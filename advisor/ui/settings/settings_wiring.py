"""Connects the button below the page list: settings, help and about, each loaded when it is wished for."""

from typing import TYPE_CHECKING

from advisor.facts.kept.settings import Money
from advisor.present.words.reasons.in_words import in_words
from advisor.store.atomic_file import StoreError
from advisor.ui.look.language import SYSTEM
from advisor.ui.look.theme import USUAL_PERCENT, set_text_size
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.window_memory import WindowMemory

if TYPE_CHECKING:
    from advisor.ui.settings.settings_dialog import SettingsDialog


def connect_settings(window: MainWindow, session: Session) -> None:
    """What is set is kept and shown at once."""
    button = window.settings_button
    changes = session.changes
    button.undo_requested.connect(changes.undo)
    button.redo_requested.connect(changes.redo)
    changes.changed.connect(
        lambda: button.show_changes(
            changes.last.words if changes.last else "", changes.next.words if changes.next else ""
        )
    )
    button.settings_requested.connect(lambda: _open_settings(window, session))
    button.shortcuts_requested.connect(lambda: _open_help(window))
    button.about_requested.connect(lambda: _open_about(window))


def _open_settings(window: MainWindow, session: Session) -> None:
    from advisor.ui.settings.settings_dialog import SettingsDialog

    button, memory = window.settings_button, WindowMemory()
    dialog = SettingsDialog(window, button.themes())

    def show() -> None:
        dialog.show_settings(
            theme=button.choice,
            text_percent=memory.text_percent,
            language=memory.language,
            unit=memory.memory_unit,
            money=session.settings.now.money,
            folders=session.settings.now.model_folders,
            engine_folder=session.settings.now.engine_folder,
        )

    def resize_text(percent: int) -> None:
        memory.keep(text_percent=percent)
        set_text_size(window.application, percent)
        window.set_theme(window.theme)
        dialog.fit_font()

    def reset() -> None:
        button.choose("system")
        resize_text(USUAL_PERCENT)
        memory.keep(language=SYSTEM)
        memory.keep(memory_unit="")
        session.settings.keep(money=Money())
        show()

    def search_in(folders: tuple[str, ...]) -> None:
        session.settings.keep(model_folders=folders)
        session.local.search()

    dialog.theme_chosen.connect(button.choose)
    dialog.text_percent_chosen.connect(resize_text)
    dialog.language_chosen.connect(lambda code: memory.keep(language=code))
    dialog.unit_chosen.connect(lambda name: memory.keep(memory_unit=name))
    dialog.money_typed.connect(lambda money: session.settings.keep(money=money))
    dialog.folders_chosen.connect(search_in)
    dialog.engine_chosen.connect(lambda folder: session.settings.keep(engine_folder=folder))
    dialog.reset_requested.connect(reset)
    show()
    _show_added(dialog)
    dialog.added.remove_requested.connect(lambda name: _remove_added(name, dialog, session))
    dialog.open()


def _show_added(dialog: "SettingsDialog") -> None:
    from advisor.advice.added_cards import listed_cards
    from advisor.store.shared_results import SHARED

    dialog.added.show_added(listed_cards(), len(SHARED.read().record.results))


def _remove_added(name: str, dialog: "SettingsDialog", session: Session) -> None:
    """Forget what was added under a name, of results all."""
    from advisor.advice.added_cards import remove_added
    from advisor.store.shared_results import remove_results

    prices = session.settings.now.money.pack
    try:
        if not name:
            remove_results(None)
        elif prices is not None and prices.name == name:
            session.settings.keep(money=session.settings.now.money.changed(pack=None))
        elif remove_added(name):
            session.load_catalog()
    except StoreError as error:
        session.said.emit(in_words(error.reason))
    _show_added(dialog)


def _open_help(window: MainWindow) -> None:
    from advisor.ui.settings.help_dialog import HelpDialog

    titles = tuple(window.pages.item(row).toolTip() for row in range(window.pages.count()))
    HelpDialog(window, titles).open()


def _open_about(window: MainWindow) -> None:
    from advisor.ui.settings.about_dialog import AboutDialog

    AboutDialog(window).open()
