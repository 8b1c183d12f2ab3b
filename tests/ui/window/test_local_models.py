"""Models on this computer in the window: found after the first paint without a click, shown, and asked about."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.facts.answers.local_model import Holder, LocalModel
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.state.session import Session
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine
from tests.fakes.model_folders import gguf
from tests.fakes.whole_window import Script, open_page, settle, wait_until, whole_window


@pytest.fixture
def local(tmp_path: Path) -> LocalModel:
    path = gguf(tmp_path / ("sha256-" + "0" * 64))
    file = open_model_file(path, load_catalog()).changed(name="tiny:1b")
    holders = (Holder(program="ollama", name="tiny:1b", path=str(path)),)
    return LocalModel(path=str(path), name="tiny:1b", format="gguf", size_bytes=9, files=1, holders=holders, file=file)


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, local: LocalModel) -> Iterator[MainWindow]:
    script = Script(tmp_path / "script")
    script.read(machine())
    script.find((local,))
    with whole_window(qapp, tmp_path / "data", script) as shown:
        yield shown


@pytest.mark.broad
def test_a_model_on_this_computer_is_listed_and_asked_about_as_it_is(window: MainWindow) -> None:
    open_page(window, "what_can_i_run")
    (page,) = window.findChildren(WhatCanIRunPage)
    page.filters.files.setChecked(True)
    assert [one.name for one in page.rows.rows] == ["tiny:1b"]
    page.table.selectRow(0)
    page.model.open.click()
    settle(window)
    assert window.page_name == "will_it_run"
    (asked,) = window.findChildren(WillItRunPage)
    assert asked.knobs.model.currentText() == "tiny:1b"


def test_the_log_names_no_folder_and_no_model(
    window: MainWindow, local: LocalModel, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (session,) = window.findChildren(Session)
    with caplog.at_level("INFO"):
        session.settings.keep(model_folders=(str(tmp_path / "my secret folder"),))
        session.local.search()
        settle(window)
    assert "Child" in caplog.text
    assert "secret" not in caplog.text
    assert local.name not in caplog.text


@pytest.mark.broad
def test_the_picker_begins_with_the_models_on_this_computer(window: MainWindow, local: LocalModel) -> None:
    open_page(window, "will_it_run")
    (page,) = window.findChildren(WillItRunPage)
    picker = page.knobs.model
    picker.showPopup()
    settle(window)
    rows = picker.panel.rows
    assert [rows.index(row, 0).data() for row in (0, 1)] == ["On this computer", "tiny:1b"]
    picker.hidePopup()
    picker.chosen.emit(local.path)
    wait_until(lambda: picker.currentText() == "tiny:1b")


def test_what_fits_is_shown_for_the_work_that_was_asked_about(window: MainWindow) -> None:
    open_page(window, "what_can_i_run")
    (page,) = window.findChildren(WhatCanIRunPage)
    assert page.bar.workload.currentData() == "chat"
    (asked,) = window.findChildren(WillItRunPage)
    for workload_id in ("pictures", "coding"):
        open_page(window, "will_it_run")
        asked.turned.emit("workload", workload_id)
        settle(window)
        asked.models_requested.emit()
        settle(window)
        assert window.page_name == "what_can_i_run"
        assert page.bar.workload.currentData() == workload_id
