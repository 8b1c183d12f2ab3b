"""Someone drops packs and results of others on the window, and describes a GPU that is not known."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from advisor.store.folder import data_folder
from advisor.store.shared_results import SHARED
from advisor.ui.my_rig.card_dialog import CardDialog
from advisor.ui.settings.settings_dialog import SettingsDialog
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.result_sharing import ResultDialog
from tests.cli.test_cards import pack
from tests.cli.test_share import others
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure
from tests.fakes.whole_window import Script, open_page, settle, wait_until, whole_window
from tests.journeys.conftest import button, drop, offers, press, says

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]


def settings(window: MainWindow) -> SettingsDialog:
    return sure(window.findChild(SettingsDialog))


def test_a_dropped_pack_is_kept_listed_in_settings_and_removed(travel: Callable[..., int], tmp_path: Path) -> None:
    lab, bad = pack(tmp_path / "lab.zip"), pack(tmp_path / "bad.zip", ("../evil.toml", ""))

    def story(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 4
        yield offers(window, "Measure")
        drop(window.my_rig.viewport(), bad)
        yield says(window, "it holds ../evil.toml")
        drop(window.my_rig.viewport(), bad, lab)
        yield says(window, "Added 1 card of Lab cards. bad.zip is no pack")
        window.settings_button.settings_requested.emit()
        yield says(settings(window), "Lab cards · 2026-11-20 · GPUs of our lab")
        press(settings(window), "Remove")
        yield lambda: not (data_folder() / "packs/lab-cards.zip").exists()
        assert not settings(window).added.isVisible()
        settings(window).close()

    assert travel(story) == 0


def test_results_of_others_that_are_dropped_are_kept(travel: Callable[..., int], tmp_path: Path) -> None:
    paths = others(tmp_path / "them", 3)

    def story(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 4
        yield offers(window, "Measure")
        drop(window.my_rig.viewport(), paths[0])
        yield says(window, "1 new result of others.")
        drop(window.my_rig.viewport(), *paths)
        yield says(window, "2 new results of others.")

    assert travel(story) == 0
    assert len(SHARED.read().record.results) == 3


def test_an_unknown_gpu_gets_a_card_and_is_known_at_once(qapp: QApplication, tmp_path: Path) -> None:
    odd = nvidia_card(name="NVIDIA Odd 9", pci_id="10de:fffe", total_gib=23.6)
    script = Script(tmp_path / "script")
    script.read(machine(gpus=(odd,)))
    with whole_window(qapp, data_folder(), script) as window:
        open_page(window, "my_rig")
        settle(window)
        press(window, "Make a card …")
        dialog = sure(window.findChild(CardDialog))
        assert not dialog.keep.isEnabled()
        assert "bandwidth_gb_per_s" not in dialog.text.toPlainText()
        for line in ('name = "NVIDIA Odd 9"', 'architecture = "ada"', "memory_gib = 24.0", 'pci_ids = ["10de:fffe"]'):
            assert line in dialog.text.toPlainText()
        assert "form" in dialog.trouble.text()
        filled = dialog.text.toPlainText() + 'form = "desktop"\nreleased = "2026"\nbandwidth_gb_per_s = 800\n'
        dialog.text.setPlainText(filled + "memory_gb = 3\n")
        wait_until(lambda: "memory_gb = 3: no such key" in dialog.trouble.text())
        dialog.text.setPlainText(filled)
        wait_until(dialog.keep.isEnabled)
        dialog.keep.click()
        wait_until(says(window, "Added NVIDIA Odd 9."))
        settle(window)
        assert (data_folder() / "cards/gpus/nvidia/nvidia-odd-9.toml").exists()
        assert button(window, "Make a card …") is None


def test_a_result_is_shown_whole_before_it_is_saved(qapp: QApplication, tmp_path: Path) -> None:
    script = Script(tmp_path / "script")
    script.read(machine(gpus=(nvidia_card(),)))
    with whole_window(qapp, data_folder(), script) as window:
        window.my_rig.result_requested.emit()
        dialog = sure(window.findChild(ResultDialog))
        shown = sure(dialog.findChild(QPlainTextEdit)).toPlainText()
        assert '"kind": "rig-advisor-result"' in shown
        assert "gpus/nvidia/rtx-4070-super" in shown
        dialog.copy.click()
        assert QGuiApplication.clipboard().text() == shown
        dialog.close()
