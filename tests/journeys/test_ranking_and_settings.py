"""Finding a model among all, and making the window one's own."""

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMessageBox

from advisor.facts.kept.settings import Money
from advisor.store.profile import save_machine
from advisor.store.settings import SETTINGS
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.settings.about_dialog import AboutDialog
from advisor.ui.settings.help_dialog import HelpDialog
from advisor.ui.settings.settings_dialog import SettingsDialog
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine, nvidia_card
from tests.journeys.conftest import press, says

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]


@pytest.fixture
def friend(tmp_path: Path) -> Path:
    """A saved rig with a graphics card."""
    path = tmp_path / "friend.json"
    save_machine(path, machine(gpus=(nvidia_card(),)))
    return path


def page(window: MainWindow) -> WhatCanIRunPage:
    return window.findChildren(WhatCanIRunPage)[0]


def _rank_for(shown: WhatCanIRunPage, workload_id: str) -> None:
    shown.choose_workload(workload_id)
    shown.bar.workload.activated.emit(shown.bar.workload.currentIndex())


def test_a_model_is_found_among_all_and_opened_with_its_quantization(travel: Callable[..., int], friend: Path) -> None:
    def story(window: MainWindow) -> Waits:
        yield lambda: bool(window.findChildren(WhatCanIRunPage))
        window.open_page("what_can_i_run")
        yield says(page(window), "Chat: best is ")
        found = page(window)
        _rank_for(found, "coding")
        yield says(found, "Coding: best is ")
        QTest.keyClicks(found.bar.words, "gemma 12b")
        chosen = found.rows.rows[0]
        assert "Gemma" in chosen.name
        QTest.keyClick(found.bar.words, Qt.Key.Key_Return)
        yield lambda: window.page_name == "will_it_run"
        knobs = window.findChildren(WillItRunPage)[0].knobs
        yield lambda: knobs.model.currentText() == chosen.name
        assert cast("QComboBox", knobs.control("quant")).currentText() == f"Automatic: {chosen.texts[5]}"

    assert travel(story, arguments=[str(friend)]) == 0


def test_a_model_of_the_ranking_before_opens_for_what_it_was_ranked_for(
    travel: Callable[..., int], friend: Path
) -> None:
    def story(window: MainWindow) -> Waits:
        yield lambda: bool(window.findChildren(WhatCanIRunPage))
        window.open_page("what_can_i_run")
        found = page(window)
        yield says(found, "Chat: best is ")
        _rank_for(found, "coding")
        yield says(found, "Coding: best is ")
        name = found.rows.rows[0].name
        _rank_for(found, "long-documents")
        found.table.opened.emit(found.table.currentIndex())  # that ranking is not finished
        assert window.page_name == "will_it_run"
        knobs = window.findChildren(WillItRunPage)[0].knobs
        yield lambda: knobs.model.currentText() == name
        assert knobs.workload.currentText() == "Coding"

    assert travel(story, arguments=[str(friend)]) == 0


def open_dialog(window: MainWindow, text: str, kind: Any) -> Waits:
    action = next(one for one in window.settings_button.menu().actions() if one.text().replace("&", "") == text)
    action.trigger()
    yield lambda: any(one.isVisible() for one in window.findChildren(kind))


def test_settings_are_kept_shown_again_and_reset(travel: Callable[..., int], friend: Path, qapp: QApplication) -> None:
    sizes: list[float] = []

    def first(window: MainWindow) -> Waits:
        yield lambda: bool(window.findChildren(WhatCanIRunPage))
        sizes.append(qapp.font().pointSizeF())
        yield from open_dialog(window, "Settings …", SettingsDialog)
        dialog = window.findChildren(SettingsDialog)[0]
        dialog.theme.activated.emit(dialog.theme.findData("dark"))
        dialog.text.activated.emit(dialog.text.findData(130))
        dialog.money.currency.setCurrentText("EUR")
        dialog.money.currency.activated.emit(dialog.money.currency.currentIndex())
        dialog.money.electricity.setText("0.31")
        dialog.money.electricity.editingFinished.emit()
        assert window.theme == "dark"
        assert qapp.font().pointSizeF() == pytest.approx(sizes[0] * 1.3)
        dialog.close()

    def second(window: MainWindow) -> Waits:
        assert window.theme == "dark"
        assert qapp.font().pointSizeF() == pytest.approx(sizes[0] * 1.3)
        yield lambda: bool(window.findChildren(WhatCanIRunPage))
        yield from open_dialog(window, "Settings …", SettingsDialog)
        dialog = window.findChildren(SettingsDialog)[0]
        assert dialog.text.currentText() == "130%"
        assert (dialog.money.currency.currentText(), dialog.money.electricity.text()) == ("EUR", "0.31")
        press(dialog, "Reset settings …")
        box = dialog.findChildren(QMessageBox)[0]
        next(one for one in box.buttons() if one.text() == "Reset").click()
        yield says(dialog, "Amounts are shown in US dollars.")
        assert dialog.text.currentText() == "100%"
        assert qapp.font().pointSizeF() == pytest.approx(sizes[0])
        dialog.close()

    look = qapp.styleSheet(), qapp.font(), qapp.palette()
    assert travel(first, arguments=[str(friend)]) == 0
    assert SETTINGS.read().record.money == Money(currency="EUR", electricity_per_kwh=0.31)
    assert travel(second, arguments=[str(friend)]) == 0
    assert SETTINGS.read().record.money == Money()
    qapp.setStyleSheet(look[0])
    qapp.setFont(look[1])
    qapp.setPalette(look[2])


def test_help_and_about_open_and_close(travel: Callable[..., int], friend: Path) -> None:
    def story(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() == 6
        yield from open_dialog(window, "Keyboard and help", HelpDialog)
        shown = window.findChildren(HelpDialog)[0]
        used = {one.key().toString() for one in window.findChildren(QShortcut)}
        listed = {keys.toString() for keys, _ in shown.shortcuts(("",) * window.pages.count())}
        assert used <= listed, "a key that help does not tell of"
        assert says(shown, "Models")()
        shown.close()
        yield from open_dialog(window, "About and licenses", AboutDialog)
        assert says(window.findChildren(AboutDialog)[0], "Lesser General Public License")()
        window.findChildren(AboutDialog)[0].close()

    assert travel(story, arguments=[str(friend)]) == 0
