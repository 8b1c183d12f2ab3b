"""Try it now: offered where the model's file and an engine are here; what it reached stands beside the verdict."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.facts.answers.local_model import Holder, LocalModel
from advisor.facts.answers.tried import Tried, TriedRun
from advisor.facts.values.message import Done, Failure
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from advisor.ui.state.session import Session
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine
from tests.fakes.model_files import write_gguf
from tests.fakes.small_models import METADATA, small_tensors
from tests.fakes.sure import sure
from tests.fakes.whole_window import TRY, Script, open_page, settle, whole_window
from tests.journeys.conftest import drop, texts

pytestmark = pytest.mark.broad
CATALOG = load_catalog()

TRIED = Tried(
    engine="llama-bench",
    build="b7777",
    model_name="tiny",
    quant="Q4_0",
    processor="cpu",
    processor_name="AMD Ryzen 7 7700",
    context_tokens=4096,
    threads=8,
    gpu_layers=0,
    flash_attention=True,
    ran_on="2026-11-23",
    runs=(
        TriedRun(
            phase="decode",
            prompt_tokens=0,
            depth_tokens=512,
            generated_tokens=128,
            tokens_per_s=49.2,
            spread=0.01,
            predicted=Range(47.0, 52.0, 58.0),
            is_kept=True,
        ),
    ),
)
SENTENCE = "Writing: 52 tokens/s predicted (47 to 58), 49 measured here: inside the range."


@pytest.fixture
def script(tmp_path: Path) -> Script:
    made = Script(tmp_path / "script")
    made.read(machine())
    made.run_model(TRIED)
    return made


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, script: Script, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The page asks about a file, on a computer without an engine."""
    from advisor.engines import programs

    monkeypatch.setattr(programs, "_FOLDERS", {})
    monkeypatch.setattr(programs, "_OWN_BUILDS", ())
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    model = write_gguf(tmp_path / "tiny-Q4_0.gguf", METADATA, small_tensors())
    with whole_window(qapp, tmp_path / "data", script) as shown:
        settle(shown)
        open_page(shown, "will_it_run")
        yield drop_model(shown, model)


def drop_model(window: MainWindow, model: Path) -> MainWindow:
    drop(window, model)
    settle(window)
    return window


def page(window: MainWindow) -> WillItRunPage:
    return window.findChildren(WillItRunPage)[0]


def install(folder: Path) -> None:
    """A llama-bench on PATH."""
    (folder / "bin").mkdir()
    program = folder / "bin" / ("llama-bench.exe" if os.name == "nt" else "llama-bench")
    program.write_text("")
    program.chmod(0o755)


def test_without_an_engine_the_page_says_how_to_get_one(window: MainWindow) -> None:
    assert not page(window).card.trial.isVisible()
    page(window).explain.open()
    settle(window)
    assert "To try it here, install llama.cpp." in " ".join(texts(page(window).explain))


def test_what_a_model_reached_stands_beside_its_prediction(window: MainWindow, tmp_path: Path) -> None:
    install(tmp_path)
    page(window).turned.emit("context", "8192")
    settle(window)
    assert page(window).card.trial.isVisible()
    page(window).card.trial.click()
    settle(window)
    assert SENTENCE in " ".join(texts(page(window).card))
    page(window).turned.emit("context", "4096")
    settle(window)
    assert SENTENCE not in " ".join(texts(page(window).card))  # it was another setting
    page(window).turned.emit("context", "8192")
    settle(window)
    assert SENTENCE in " ".join(texts(page(window).card))


def test_a_file_that_ollama_keeps_can_be_tried_without_llama_cpp(
    window: MainWindow, tmp_path: Path, script: Script
) -> None:
    path = str(tmp_path / "tiny-Q4_0.gguf")
    holder = Holder(program="ollama", name="tiny:latest", path=path)
    script.find([LocalModel(path=path, name="tiny", format="gguf", size_bytes=1, files=1, holders=(holder,))])
    (session,) = window.findChildren(Session)
    session.local.search()
    settle(window)
    page(window).turned.emit("context", "8192")
    settle(window)
    assert page(window).card.trial.isVisible()


def test_why_a_run_does_not_count_is_said(window: MainWindow, tmp_path: Path, script: Script) -> None:
    install(tmp_path)
    busy = TRIED.runs[0].changed(is_kept=False, not_kept=reason("computer_is_busy", share=0.76))
    script.run_model(TRIED.changed(runs=(busy,)))
    page(window).turned.emit("context", "8192")
    settle(window)
    page(window).card.trial.click()
    settle(window)
    assert f"{SENTENCE} Other programs used 76% of the CPU" in " ".join(texts(page(window).card))


def test_a_run_that_ran_out_of_time_says_so_and_what_to_do(window: MainWindow, tmp_path: Path, script: Script) -> None:
    install(tmp_path)
    why = Failure(code="refused", sentence=reason("engine_too_slow", name="llama-bench"))
    script.write(TRY, why.model_dump(mode="json"), Done().model_dump(mode="json"))
    page(window).card.trial.click()
    settle(window)
    shown = " ".join(texts(page(window).card))
    assert "llama-bench did not finish in time and was stopped. Choose a smaller file" in shown
    (session,) = window.findChildren(Session)
    measured = session.own.measurements
    assert measured is None or not measured.failures, "it is no measurement"


def test_a_run_that_crashed_says_so(window: MainWindow, tmp_path: Path, script: Script) -> None:
    install(tmp_path)
    script.write(TRY, end="crash")
    page(window).card.trial.click()
    settle(window)
    assert "This crashed" in " ".join(texts(page(window).card))


def test_a_model_of_the_catalog_without_a_file_is_not_offered(window: MainWindow, tmp_path: Path) -> None:
    install(tmp_path)
    page(window).turned.emit("text_model", "llama/llama-3.1-8b")
    settle(window)
    assert not page(window).card.trial.isVisible()


LLAMA = "llama/llama-3.1-8b"


def found_file(path: Path, script: Script, quant: str = "Q4_K_M") -> LocalModel:
    """A file of a model of the catalog that a program keeps."""
    weights = subject_of(CATALOG.models[LLAMA], CATALOG.quants[sure(CATALOG.quants.find(quant))], CATALOG).weights
    file = open_model_file(write_gguf(path, METADATA, small_tensors()), CATALOG)
    file = file.changed(name="Llama 3.1 8B", layers=32, quant=quant, weights=weights, shape=CATALOG.models[LLAMA].shape)
    holder = Holder(program="gpt4all", name=path.name, path=str(path))
    local = LocalModel(
        path=str(path),
        name="Llama-3.1-8B",
        format="gguf",
        size_bytes=path.stat().st_size,
        files=1,
        holders=(holder,),
        file=file,
    )
    script.find([local])
    return local


def test_a_model_of_the_catalog_whose_file_is_on_the_disk_is_tried_by_it(
    window: MainWindow, tmp_path: Path, script: Script
) -> None:
    install(tmp_path)
    found_file(tmp_path / "llama-Q8_0.gguf", script, "Q8_0")
    (session,) = window.findChildren(Session)
    session.local.search()
    page(window).turned.emit("text_model", LLAMA)
    settle(window)
    assert page(window).card.trial.isVisible()
    script.run_model(TRIED.changed(quant="Q8_0"))
    page(window).card.trial.click()
    settle(window)
    assert f"Your file is Q8_0. {SENTENCE}" in " ".join(texts(page(window).card))


def test_page_models_tries_the_file_of_a_row_beside_its_own_verdict(
    window: MainWindow, tmp_path: Path, script: Script
) -> None:
    local = found_file(tmp_path / "llama-Q4_K_M.gguf", script)
    (session,) = window.findChildren(Session)
    session.local.search()
    settle(window)
    open_page(window, "what_can_i_run")
    settle(window)
    (models,) = window.findChildren(WhatCanIRunPage)
    models.filters.files.setChecked(True)
    models.table.selectRow(0)
    assert not models.model.trial.isVisible()  # no engine is here
    install(tmp_path)
    models.filters.files.setChecked(False)
    models.bar.words.setText("Llama 3.1 8B")
    row = next(place for place, one in enumerate(models.rows.rows) if one.model_id == LLAMA)
    models.table.selectRow(row)
    assert models.model.trial.isVisible()
    models.model.trial.click()
    settle(window)
    assert window.page_name == "will_it_run"
    assert sure(session.asking.asked)[0].now.model_id == local.path
    assert SENTENCE in " ".join(texts(page(window).card))
