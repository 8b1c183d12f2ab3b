"""The main job: see the rig, measure, pick a model, read the answer, take the PDF away."""

import shutil
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressBar

from advisor.catalog.cards.folder import data_folder
from advisor.facts.kept.profile import Profile
from advisor.ui.state.session import Session
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from tests.journeys.conftest import choose, drop, offers, press, says, texts

Waits = Generator[Callable[[], bool], None, None]
MODEL = "Llama 3.1 8B"


def run_page(window: MainWindow) -> WillItRunPage:
    return window.findChildren(WillItRunPage)[0]


def both_pages(window: MainWindow) -> Callable[[], bool]:
    return lambda: window.pages.count() >= 4


def start_measuring(window: MainWindow) -> Waits:
    yield both_pages(window)
    window.open_page("my_rig")
    yield says(window, "Not measured yet")
    yield offers(window, "Measure")
    press(window, "Measure")


def pick_model(window: MainWindow, typed: str) -> Waits:
    window.open_page("will_it_run")
    yield lambda: "tokens/s" in answer(window)
    picker = run_page(window).knobs.model
    QTest.keyClicks(picker, typed)
    QTest.keyClick(picker, Qt.Key.Key_Return)
    yield lambda: picker.currentText().startswith(typed)
    yield lambda: typed in " ".join(texts(window))


def answer(window: MainWindow) -> str:
    return run_page(window).card.accessibleDescription()


def report_text(path: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())


def test_from_start_to_pdf(
    travel: Callable[..., int], fast_bench: Callable[[str], None], save_as: Callable[[str], Path]
) -> None:
    fast_bench("done")
    pdf = save_as("rig.pdf")

    def story(window: MainWindow) -> Waits:
        yield from start_measuring(window)
        yield says(window, "40 GB/s")
        yield offers(window, "Measure again")
        yield from pick_model(window, MODEL)
        assert "to spare" in answer(window)
        choose(window, "More", "Save PDF")
        yield says(window, "Saved rig.pdf")
        said.append(run_page(window).card.title.text())

    said: list[str] = []
    assert travel(story) == 0
    text = report_text(pdf)
    assert "40 GB/s" in text
    assert MODEL in text
    assert " ".join(said[0].split()) in text
    attached = PdfReader(pdf).attachments["machine-profile.json"][0]
    profile = Profile.model_validate_json(attached)
    assert profile.measurements is not None
    assert profile.measurements.results[0].value == 40e9


@pytest.mark.broad
def test_what_was_measured_and_chosen_is_there_at_the_next_start(
    travel: Callable[..., int], fast_bench: Callable[[str], None]
) -> None:
    fast_bench("done")

    def first(window: MainWindow) -> Waits:
        yield from start_measuring(window)
        yield offers(window, "Measure again")
        yield from pick_model(window, MODEL)

    def second(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 6
        window.open_page("will_it_run")
        yield lambda: run_page(window).knobs.model.currentText().startswith(MODEL)
        yield lambda: "tokens/s" in answer(window)
        window.open_page("my_rig")
        yield says(window, "40 GB/s")

    assert travel(first) == 0
    assert travel(second) == 0


@pytest.mark.broad
@pytest.mark.parametrize(
    ("scenario", "sentence"),
    [("crash", "This crashed"), ("hang", "Stopped")],
)
def test_a_measurement_that_crashes_or_is_cancelled_keeps_what_it_found(
    scenario: str, sentence: str, travel: Callable[..., int], fast_bench: Callable[[str], None]
) -> None:
    fast_bench(scenario)

    def story(window: MainWindow) -> Waits:
        yield from start_measuring(window)
        yield says(window, "40 GB/s")
        if scenario == "hang":
            press(window, "Cancel")
        yield offers(window, "Measure again")
        assert says(window, sentence)()
        yield says(window, "40 GB/s")
        assert not window.findChildren(QProgressBar)[0].isVisible()

    assert travel(story) == 0


@pytest.mark.broad
def test_the_real_measurement_in_the_window(travel: Callable[..., int], real_children: None) -> None:
    def story(window: MainWindow) -> Waits:
        yield from start_measuring(window)
        yield offers(window, "Measure again")
        yield lambda: any(text.endswith("GB/s") for text in texts(window))

    assert travel(story) == 0


@pytest.mark.broad
def test_a_saved_rig_opens_beside_this_one(travel: Callable[..., int], save_as: Callable[[str], Path]) -> None:
    path = save_as("my-rig.json")

    def saving(window: MainWindow) -> Waits:
        yield both_pages(window)
        yield says(window, "Not measured yet")
        window.activateWindow()
        yield window.isActiveWindow
        QTest.keySequence(window, QKeySequence(QKeySequence.StandardKey.Save))
        yield says(window, "Saved my-rig.json")

    def viewing(window: MainWindow) -> Waits:
        yield both_pages(window)
        yield says(window, "Viewing: my-rig")
        press(window, "Back to this computer")
        yield lambda: not says(window, "Viewing: my-rig")()

    assert travel(saving) == 0
    assert travel(viewing, arguments=[str(path)]) == 0


NO_PROFILES = {
    "holiday.json": "holiday.json is not a machine profile",
    "nowhere.json": "nowhere.json could not be opened: it is not there.",
    "holiday": "holiday is not a machine profile",
    ".": "is a folder without a model in it.",
    "photo.png": "photo.png is not there.",
}


@pytest.mark.broad
@pytest.mark.parametrize("first", ["holiday.json", "nowhere.json", "."])
def test_what_is_no_profile_is_one_sentence_and_this_computer_is_shown(
    first: str, travel: Callable[..., int], tmp_path: Path
) -> None:
    for name in ("holiday.json", "holiday"):
        (tmp_path / name).write_text("[1, 2, 3]")

    def story(window: MainWindow) -> Waits:
        yield both_pages(window)
        yield says(window, NO_PROFILES[first])
        yield offers(window, "Measure")
        assert says(window, NO_PROFILES[first])()
        for name, sentence in NO_PROFILES.items():
            press(window, "Close")
            assert not says(window, sentence)()
            drop(window, tmp_path / name)
            yield says(window, sentence)
        window.open_page("will_it_run")
        yield offers(window, "More")

    assert travel(story, arguments=[str(tmp_path / first)]) == 0


@pytest.mark.broad
def test_a_faulty_card_is_named_on_both_pages(
    travel: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    specs = shutil.copytree(data_folder("specs"), tmp_path / "specs")
    (specs / "links" / "new.toml").write_text("wrong_key = 3\n")
    monkeypatch.setattr(Session.load_catalog, "__defaults__", (specs,))

    def story(window: MainWindow) -> Waits:
        yield both_pages(window)
        yield says(window, "new.toml")
        yield offers(window, "Try again")
        window.open_page("will_it_run")
        yield says(window, "new.toml")

    assert travel(story) == 0
    assert "Traceback" not in capfd.readouterr().err
