"""Someone has a model's file and wants to know whether it runs: by command line, drop and dialog."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog

from advisor.store.profile import save_machine
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine
from tests.fakes.model_files import write_gguf
from tests.fakes.small_models import METADATA, small_tensors
from tests.journeys.conftest import choose, drop, offers, press, says, texts

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_gguf(tmp_path / "tiny-Q4_0.gguf", METADATA, small_tensors())


def page(window: MainWindow) -> WillItRunPage:
    return window.findChildren(WillItRunPage)[0]


def quantization(window: MainWindow) -> QComboBox:
    found = page(window).knobs.control("quant")
    assert isinstance(found, QComboBox)
    return found


def answer(window: MainWindow) -> str:
    return page(window).card.accessibleDescription()


def shows(window: MainWindow, name: str) -> Callable[[], bool]:
    """A condition: page Will it run? answers for the model of that name."""
    return lambda: (
        window.pages.count() >= 4
        and window.page_name == "will_it_run"
        and page(window).knobs.model.currentText() == name
        and page(window).charts["fit"].isVisible()
        and name in " ".join(texts(page(window).card))
    )


def type_model(window: MainWindow, typed: str) -> None:
    picker = page(window).knobs.model
    QTest.keyClicks(picker, typed)
    QTest.keyClick(picker, Qt.Key.Key_Return)


def test_a_file_on_the_command_line_is_answered_exactly_and_goes_into_the_pdf(
    travel: Callable[..., int], save_as: Callable[[str], Path], model: Path
) -> None:
    pdf = save_as("rig.pdf")

    def story(window: MainWindow) -> Waits:
        yield shows(window, model.name)
        yield lambda: "to spare" in answer(window)
        quant = quantization(window)
        assert (quant.count(), quant.isEnabled()) == (1, False)
        assert quant.currentText().startswith("Q4_0")
        press(window, "Explain")
        assert says(window, f"llama-server -m {model.name} -c")()
        choose(window, "More", "Copy answer")
        assert f"{model.name}\nChat: Q4_0, prompt 512, context" in QGuiApplication.clipboard().text()
        choose(window, "More", "Save PDF")
        yield says(window, "Saved rig.pdf")

    assert travel(story, arguments=[str(model)]) == 0
    text = " ".join(" ".join(one.extract_text() for one in PdfReader(pdf).pages).split())
    assert model.name in text
    assert "Chat: Q4_0, prompt 512, context 4,096 tokens" in text
    assert str(model.parent) not in text


def test_a_dropped_file_then_a_model_of_the_catalog_then_the_file_again(
    travel: Callable[..., int], model: Path
) -> None:
    def story(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 4
        yield offers(window, "Measure")
        drop(window.my_rig.viewport(), model)
        yield shows(window, model.name)
        type_model(window, "Llama 3.1 8B")
        yield shows(window, "Llama 3.1 8B")
        assert page(window).knobs.control("quant").isEnabled()
        quants = quantization(window)
        yield lambda: "GiB" in quants.itemText(quants.count() - 1)
        type_model(window, "tiny")
        yield shows(window, model.name)
        assert not page(window).knobs.control("quant").isEnabled()

    assert travel(story) == 0


def test_a_file_can_be_dropped_on_everything_and_is_known_at_the_next_start(
    travel: Callable[..., int], model: Path, tmp_path: Path
) -> None:
    other = write_gguf(tmp_path / "other.gguf", METADATA, small_tensors(tied=True))

    def first(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 4
        drop(window.pages, model)
        yield shows(window, model.name)
        for on in (page(window).knobs.model, page(window).charts["speed"], window.settings_button):
            drop(on, other)
            yield shows(window, other.name)
            drop(page(window).charts["fit"], model)
            yield shows(window, model.name)

    def second(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 6
        window.open_page("will_it_run")
        yield shows(window, model.name)
        type_model(window, "other")
        yield shows(window, other.name)
        other.unlink()
        type_model(window, "Llama 3.1 8B")
        yield shows(window, "Llama 3.1 8B")

    def third(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 6
        window.open_page("will_it_run")
        yield shows(window, "Llama 3.1 8B")
        type_model(window, "other")
        yield says(window, "other.gguf is not there.")
        yield shows(window, "Llama 3.1 8B")
        picker = page(window).knobs.model
        QTest.keyClicks(picker, "other.gguf")
        found = picker.panel.rows
        rows = [found.index(row, 0).data() for row in range(found.rowCount())]
        assert rows == ["No matching model", "Make a card for it …"]

    assert travel(first) == 0
    assert travel(second) == 0
    assert travel(third) == 0


def test_one_dialog_opens_models_and_machines(
    travel: Callable[..., int], monkeypatch: pytest.MonkeyPatch, model: Path, tmp_path: Path
) -> None:
    save_machine(tmp_path / "friend.json", machine())
    chosen, asked = [tmp_path / "friend.json", model], []

    def choose(*words: str) -> tuple[list[str], str]:
        asked.append(words[-1])
        return [str(chosen.pop())], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda _, *words: choose(*words))

    def story(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 4
        window.open_page("will_it_run")
        yield offers(window, "Open file")
        press(window, "Open file")
        yield shows(window, model.name)
        window.activateWindow()
        yield window.isActiveWindow
        QTest.keySequence(window, QKeySequence(QKeySequence.StandardKey.Open))
        yield says(window, "Viewing: friend")
        yield shows(window, model.name)

    assert travel(story) == 0
    assert all("Model files and machine profiles" in kinds and "*.gguf" in kinds for kinds in asked)


BAD_FILES = (
    ("cut.gguf", b"GGUF\x03\x00\x00\x00", "cut.gguf is damaged or cut short"),
    ("photo.png", b"\x89PNG", "photo.png is no model file: neither GGUF nor safetensors nor a config.json."),
    ("config.json", b"[[[[", "config.json is "),
    ("a-00001-of-00002.gguf", b"GGUF", "a-00002-of-00002.gguf is not beside it."),
)


def test_a_bad_file_is_one_sentence_and_the_answer_stays(
    travel: Callable[..., int], tmp_path: Path, model: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()

    def story(window: MainWindow) -> Waits:
        yield shows(window, model.name)
        for name, content, sentence in BAD_FILES:
            (bad / name).write_bytes(content)
            drop(window, bad / name)
            yield says(window, sentence)
            assert shows(window, model.name)()
            assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [window]
            press(window, "Close")
            assert not says(window, sentence)()
        drop(window, bad / BAD_FILES[0][0])
        yield says(window, BAD_FILES[0][2])
        drop(window, model)
        yield lambda: not says(window, BAD_FILES[0][2])()
        assert shows(window, model.name)()

    assert travel(story, arguments=[str(model)]) == 0
    assert "Traceback" not in capfd.readouterr().err


def test_what_is_on_no_disk_cannot_be_opened(travel: Callable[..., int]) -> None:
    def story(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 4
        drop(window, QUrl("https://example.org/model.gguf"))
        yield says(window, "Only files on this computer can be opened.")

    assert travel(story) == 0


def test_a_model_of_an_unknown_architecture_says_what_was_assumed(
    travel: Callable[..., int], tmp_path: Path, fast_bench: Callable[[str], None]
) -> None:
    fast_bench("done")
    own = {key.replace("llama.", "brandnew."): value for key, value in METADATA.items()}
    path = write_gguf(tmp_path / "new.gguf", own | {"general.architecture": "brandnew"}, small_tensors())

    def story(window: MainWindow) -> Waits:
        yield shows(window, path.name)
        assert "tokens/s (" in answer(window)
        window.open_page("my_rig")
        yield offers(window, "Measure")
        press(window, "Measure")
        yield offers(window, "Measure again")
        window.open_page("will_it_run")
        assert "to spare" in answer(window)
        assert "tokens/s (" in answer(window)
        press(window, "Explain")
        yield says(window, "its layers are counted as ordinary attention")

    assert travel(story, arguments=[str(path)]) == 0
