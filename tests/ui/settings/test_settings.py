"""Settings, help and about."""

import sys
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel, QLineEdit, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from advisor.facts.kept.settings import Money
from advisor.present.words.quantity import count_memory_in
from advisor.store.folder import data_folder
from advisor.ui.look.theme import SYSTEM_TEXT_PT, set_text_size
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.settings import licenses
from advisor.ui.settings.about_dialog import AboutDialog
from advisor.ui.settings.help_dialog import HelpDialog
from advisor.ui.settings.settings_dialog import SettingsDialog
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.window_memory import WindowMemory
from tests.fakes.machines import machine
from tests.fakes.sure import sure
from tests.fakes.whole_window import Script, settle, whole_window

THEMES = {"system": "System", "light": "Light", "dark": "Dark"}


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def dialog(parent: QWidget) -> SettingsDialog:
    shown = SettingsDialog(parent, THEMES)
    shown.show_settings(theme="dark", text_percent=100, money=Money())
    shown.show()
    return shown


def texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def type_into(edit: QLineEdit, text: str) -> None:
    edit.setText(text)
    edit.editingFinished.emit()


def test_what_is_set_is_shown_and_changes_are_emitted(dialog: SettingsDialog, qtbot: QtBot) -> None:
    assert (dialog.theme.currentText(), dialog.text.currentText()) == ("Dark", "100%")
    assert str(data_folder()) in {field.text() for field in dialog.findChildren(QLineEdit)}
    with qtbot.waitSignals([dialog.theme_chosen, dialog.text_percent_chosen]):
        dialog.theme.activated.emit(1)
        dialog.text.activated.emit(dialog.text.findData(150))


def test_folders_of_models_are_added_and_taken_from_the_list(
    dialog: SettingsDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[tuple[str, ...]] = []
    dialog.folders_chosen.connect(chosen.append)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    dialog.folders.add.click()
    dialog.folders.add.click()
    QApplication.processEvents()
    assert chosen == [(str(tmp_path),)], "a folder stands in the list once"
    assert str(tmp_path) in texts(dialog)
    remove = next(one for one in dialog.folders.findChildren(QPushButton) if one is not dialog.folders.add)
    assert remove.accessibleDescription() == str(tmp_path)
    remove.click()
    assert chosen[-1] == ()
    assert tmp_path.is_dir()


def test_a_folder_of_llama_cpp_is_chosen_refused_and_forgotten(
    dialog: SettingsDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[str | None] = []
    dialog.engine_chosen.connect(chosen.append)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    dialog.engine.add.click()
    assert "This folder has no llama-bench or llama-server." in texts(dialog)
    program = tmp_path / ("llama-bench.exe" if sys.platform == "win32" else "llama-bench")
    program.write_text("")
    program.chmod(0o755)
    dialog.engine.add.click()
    dialog.engine.remove.click()
    assert chosen == [str(tmp_path), None]


def test_money_is_typed_refused_and_told_in_a_sentence(dialog: SettingsDialog) -> None:
    typed: list[Money] = []
    dialog.money_typed.connect(typed.append)
    money = dialog.money
    assert not money.rate.isVisible(), "a dollar is a dollar"
    money.currency.setCurrentText("eur")
    sure(money.currency.lineEdit()).editingFinished.emit()
    assert money.rate.isVisible()
    assert money.rate.accessibleName() == "US dollars for one EUR"
    type_into(money.rate, "1,08")
    type_into(money.electricity, "cheap")
    assert "Enter a price from 0" in texts(dialog)
    type_into(money.electricity, "0.3")
    assert "Enter a price from 0" not in texts(dialog)
    assert "Electricity costs €0.30 per kWh" in texts(dialog)
    assert typed[-1] == Money(currency="EUR", usd_rate=1.08, electricity_per_kwh=0.3)
    type_into(money.electricity, "")
    assert typed[-1].electricity_per_kwh is None
    assert len(typed) == 4


def test_with_larger_text_the_dialog_stays_on_the_screen(dialog: SettingsDialog, qapp: QApplication) -> None:
    """It grew past the right edge, and its button to close was out of reach."""
    screen = dialog.screen().availableGeometry()
    dialog.move(screen.center())
    set_text_size(qapp, 200)
    dialog.fit_font()
    inside = screen.contains(dialog.frameGeometry())
    set_text_size(qapp, 100)
    assert inside, dialog.frameGeometry()


def test_a_reset_asks_first(dialog: SettingsDialog, qtbot: QtBot) -> None:
    reset = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Reset settings …")
    reset.click()
    box = dialog.findChildren(QMessageBox)[-1]
    assert box.defaultButton().text().replace("&", "") == "Cancel"
    with qtbot.assertNotEmitted(dialog.reset_requested):
        box.defaultButton().click()
    reset.click()
    box = dialog.findChildren(QMessageBox)[-1]
    with qtbot.waitSignal(dialog.reset_requested):
        next(one for one in box.buttons() if one.text() == "Reset").click()


def test_the_folder_is_opened(dialog: SettingsDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    next(one for one in dialog.findChildren(QPushButton) if one.text() == "Open folder").click()
    assert [Path(one) for one in opened] == [data_folder()]
    assert data_folder().is_dir()


def test_every_control_has_a_name_and_enter_stays_in_the_dialog(dialog: SettingsDialog, qtbot: QtBot) -> None:
    inner = [box.lineEdit() for box in dialog.findChildren(QComboBox) if box.isEditable()]
    kind: Any
    for kind in (QComboBox, QLineEdit, QPushButton):
        for one in dialog.findChildren(kind):
            assert one in inner or one.accessibleName() or one.text(), one
    qtbot.keyClick(dialog.money.electricity, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.fixture
def usual_font(qapp: QApplication) -> Iterator[None]:
    before = qapp.font()
    yield
    qapp.setFont(before)
    qapp.setProperty(SYSTEM_TEXT_PT, None)


@pytest.mark.usefixtures("usual_font")
def test_a_size_of_text_is_a_share_of_the_systems(qapp: QApplication) -> None:
    set_text_size(qapp, 100)
    usual = qapp.font().pointSizeF()
    for percent, share in ((200, 2.0), (150, 1.5), (100, 1.0), (12345, 1.0)):
        set_text_size(qapp, percent)
        assert qapp.font().pointSizeF() == pytest.approx(usual * share)


def test_the_size_of_text_is_remembered() -> None:
    assert WindowMemory().text_percent == 100
    WindowMemory().keep(text_percent=150)
    assert WindowMemory().text_percent == 150
    (data_folder() / "window.ini").write_text("[General]\ntext_percent=huge\n")
    assert WindowMemory().text_percent == 100


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[Any]:
    before = qapp.styleSheet(), qapp.font(), qapp.palette()
    shown = MainWindow(qapp)
    qtbot.addWidget(shown)
    shown.add_page("will_it_run", "Will it run?", WillItRunPage())
    shown.add_page("what_can_i_run", "What can I run?", WhatCanIRunPage())
    yield shown
    qapp.setStyleSheet(before[0])
    qapp.setFont(before[1])
    qapp.setPalette(before[2])


def test_help_lists_every_key_of_the_window(window: MainWindow) -> None:
    titles = tuple(window.pages.item(row).toolTip() for row in range(window.pages.count()))
    shown = HelpDialog(window, titles)
    listed = {keys.toString() for keys, _ in shown.shortcuts(titles)}
    used = {one.key().toString() for one in window.findChildren(QShortcut)}
    kinds: tuple[Any, ...] = (QPushButton, QAction)
    used |= {one.shortcut().toString() for kind in kinds for one in window.findChildren(kind)}
    assert used - {""} <= listed
    for keys, words in shown.shortcuts(titles):
        labels = [label.text() for label in shown.findChildren(QLabel)]
        assert keys.toString(QKeySequence.SequenceFormat.NativeText) in labels
        assert words in labels


def test_the_button_offers_themes_and_dialogs(window: MainWindow, qtbot: QtBot) -> None:
    button = window.settings_button
    assert button.accessibleName() == "Settings and help"
    actions = {action.text().replace("&", ""): action for action in button.menu().actions()}
    with qtbot.waitSignal(button.chosen) as chosen:
        actions["Theme: Dark"].trigger()
    assert chosen.args == ["dark"]
    assert window.theme == "dark"
    for text, wish in (
        ("Settings …", button.settings_requested),
        ("Keyboard and help", button.shortcuts_requested),
        ("About and licenses", button.about_requested),
    ):
        with qtbot.waitSignal(wish):
            actions[text].trigger()


def test_about_names_what_the_app_is_made_of(parent: QWidget) -> None:
    shown = AboutDialog(parent)
    parts = {part.name.lower().replace("_", "-"): part for part in licenses.app_parts()}
    assert shown.parts.count() == len(parts)
    assert {"rig-advisor", "pyside6-essentials", "numpy", "pydantic", "python", "inter (font)"} <= set(parts)
    assert "pytest" not in parts
    assert all(part.license for part in parts.values())
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in parts["pyside6-essentials"].text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in parts["python"].text
    assert "you may replace them" in "\n".join(label.text() for label in shown.findChildren(QLabel))
    for row in range(shown.parts.count()):
        shown.parts.setCurrentRow(row)
        assert shown._license.toPlainText().strip()
    shown.parts.setCurrentRow(list(parts).index("wgpu"))
    text, _, contained = shown._license.toPlainText().partition("It contains:\n")
    assert text.strip() == parts["wgpu"].text.strip()
    naga = next(part for part in parts["wgpu"].inside if part.name == "naga")
    assert f"naga {naga.version} · MIT OR Apache-2.0" in contained.splitlines()
    shown.parts.setCurrentRow(list(parts).index("psutil"))
    assert "It contains" not in shown._license.toPlainText()


def test_a_package_that_brings_another_license_than_it_names_gets_the_text_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "LicenseRef-Qt-Commercial.txt").write_text("commercial terms", encoding="utf-8")
    brought = SimpleNamespace(
        parts=("x.dist-info",),
        name="LicenseRef-Qt-Commercial.txt",
        locate=lambda: tmp_path / "LicenseRef-Qt-Commercial.txt",
    )
    said = Message()
    said["License"] = "LGPL-3.0-only OR GPL-2.0-only OR LicenseRef-Qt-Commercial"
    package: Any = SimpleNamespace(files=(brought,), metadata=said)
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in licenses._text(package)
    assert "commercial terms" not in licenses._text(package)


def test_a_built_app_names_the_program_that_starts_it_without_what_that_was_made_with() -> None:
    added = {part.name for part in licenses.app_parts(built=True)} - {part.name for part in licenses.app_parts()}
    assert added == {"pyinstaller"}


def test_a_newer_version_is_looked_for_where_the_package_says_and_only_when_asked(
    parent: QWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda address: opened.append(address.toString()))
    page = "https://example.org/releases"
    shown = AboutDialog(parent, releases=page)
    asked = next(one for one in shown.findChildren(QPushButton) if one.text() == "Look for a newer version")
    assert opened == []
    asked.click()
    assert opened == [page]
    without = AboutDialog(parent, releases="")
    assert "Look for a newer version" not in [one.text() for one in without.findChildren(QPushButton)]
    assert any("Update check is not available" in one.text() for one in without.findChildren(QLabel))
    assert not any("Update check is not available" in one.text() for one in shown.findChildren(QLabel))


def test_the_page_of_releases_is_that_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Message()
    for address in ("Homepage, https://example.org", "nonsense", "Releases, https://example.org/releases"):
        said["Project-URL"] = address
    monkeypatch.setattr(licenses, "distribution", lambda _: SimpleNamespace(metadata=said))
    assert licenses.releases_page() == "https://example.org/releases"
    del said["Project-URL"]
    said["Project-URL"] = "Releases, file:///etc/passwd"
    assert licenses.releases_page() == ""
    monkeypatch.undo()
    monkeypatch.setattr(licenses, "APP", "no-such-package")
    assert licenses.releases_page() == ""


def test_without_descriptions_of_packages_the_rest_is_shown(parent: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licenses, "APP", "no-such-package")
    assert [part.name for part in licenses.app_parts()] == ["Python", "Inter (font)"]


@pytest.mark.broad
def test_sizes_of_memory_are_told_in_the_chosen_unit_from_the_next_start_on(
    dialog: SettingsDialog, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    assert dialog.unit.currentData() == "GiB"
    with qtbot.waitSignal(dialog.unit_chosen) as chosen:
        dialog.unit.setCurrentIndex(1)
        dialog.unit.activated.emit(1)
    WindowMemory().keep(memory_unit=chosen.args[0])
    script = Script(tmp_path / "script")
    script.read(machine())
    try:
        with whole_window(qapp, data_folder(), script) as window:
            settle(window)
            assert "33.5 GB" in [row.text for row in sure(window.my_rig._view).facts]
    finally:
        count_memory_in("")
