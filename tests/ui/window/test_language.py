"""The window in a language nobody speaks, and in one that is read from the right: nothing English, nothing cut off."""

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QSize, Qt, QTranslator
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QWidget

from advisor.charts.chart_frame import ChartFrame
from advisor.charts.chart_menu import ChartMenu
from advisor.charts.plot import Plot
from advisor.present.report.report import report
from advisor.present.words.words import ENGLISH, language, local_number, say, speak
from advisor.report.markdown import markdown_text
from advisor.ui.learn.page_learn import TopicList
from advisor.ui.look import language as spoken
from advisor.ui.my_rig.fact_list import FactList
from advisor.ui.settings.about_dialog import AboutDialog
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.will_it_run.run_dialog import RunDialog
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.window_memory import WindowMemory
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.measurements import measurement
from tests.fakes.pseudo_language import pseudo, write_language
from tests.fakes.shown_texts import ChartTexts, cut_off, shown_texts, texts_of
from tests.fakes.whole_window import PAGES, Script, open_page, settle, turn, whole_window
from tests.report.rig_reports import DATE, rig_views
from tools.translate import REPOSITORY, leaves

SIZES = (QSize(1024, 700), QSize(1920, 1080))
CODE, FROM_THE_RIGHT = "eo", "ar"
RESULTS = (
    measurement("memory_read", 39.2e9, threads=8),
    measurement("gpu_memory_read", 468e9, device="gpu0"),
    measurement("host_to_device", 24.7e9, device="gpu0"),
    measurement("cache_curve", ((32 * 1024, 8e11), (2**20, 4e11), (2**28, 3.9e10))),
)
NAMED = ("name", "aliases", "maker", "family", "license", "vendor", "architecture", "format", "engines", "provider")
CITED = ("source", "note")
CARDS_OF_WORDS = ("learn", "workloads", "training", "networks", "serving")
"""Their names are words, not names."""
NAMES = {
    "len",
    "seqs",  # of options of vLLM
    *("rig", "advisor", "Debian", "GNU", "Linux", "AVX", "VNNI", "test", "numpy", "gpus", "nvidia", "rtx", "specs"),
    *(
        "llama",
        "ngl",
        "server",
        "LoRA",
        "QLoRA",
        "ComfyUI",
        "Ollama",
        "Studio",
        "vLLM",
        "Modelfile",
        "gguf",
        "num",
        "ctx",
        "ctk",
        "ctv",
        "cpu",
        "gpu",
    ),
    *("GiB", "MiB", "KiB", "GHz", "MHz", "min", "NVLink", "Vulkan", "Hugging", "Face", "huggingface", "com", "github"),
    *("avx", "vnni", "English", "Esperanto", "Cancel", "Close", "Ctrl", "Shift", "Return", "Esc"),
}
"""Names of the imagined machine, of programs and units, and what Qt brings the words of."""
FAKED = ("reading memory", "asking the driver", "a thousand rows")
"""What the imagined children say of their progress."""
WORDS_IN_PLAIN_LETTERS = re.compile(r"(?<![^\W_])[A-Za-z]{3,}(?![^\W_])")
ADDRESS = re.compile(r"\S*[/\\]\S+|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\b")
CAPITALS = re.compile(r"[A-Z]{3,9}")


@pytest.fixture(scope="module")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    write_language(folder, CODE)
    write_language(folder, FROM_THE_RIGHT)
    return folder


@pytest.fixture
def speaking(qapp: QApplication, languages: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Chooses the language of the next window."""
    monkeypatch.setattr(spoken, "folder", lambda: languages)
    _forget_texts()
    yield lambda code: WindowMemory().keep(language=code)
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    speak(ENGLISH)
    _forget_texts()


def _forget_texts() -> None:
    """Lists that are kept for the whole run hold texts."""
    for name, module in list(sys.modules.items()):
        if name.startswith("advisor.present."):
            for kept in vars(module).values():
                getattr(kept, "cache_clear", lambda: None)()


@cache
def _of_specs() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words of names in specs/, and the sources it cites, the longest first."""
    words, cited = set(NAMES), set()
    for file in (REPOSITORY / "specs").rglob("*.toml"):
        card = tomllib.loads(file.read_text("utf-8"))
        kind = file.relative_to(REPOSITORY / "specs").parts[0]
        words.update(re.findall(r"[a-z]{3,}", file.stem))  # a card is cited by it
        for key, value in leaves(card):
            if isinstance(value, str) and key in NAMED and kind not in CARDS_OF_WORDS:
                words.update(re.findall(r"[A-Za-z]{3,}", value))
            elif isinstance(value, str) and key in CITED:
                cited.add(value)
    return frozenset(words), tuple(sorted(cited, key=len, reverse=True))


def english(text: str) -> list[str]:
    """Words that nobody translated: what is no name, no unit, no path, no command and no source."""
    words = _plain_words(text)
    if words:
        for source in (*FAKED, *_of_specs()[1]):
            text = text.replace(source, " ")
        words = _plain_words(text)
    return words


def _plain_words(text: str) -> list[str]:
    found = WORDS_IN_PLAIN_LETTERS.findall(ADDRESS.sub(" ", text))
    return [word for word in found if word not in _of_specs()[0] and not CAPITALS.fullmatch(word)]


class Look:
    """Collects what is English or cut off in the window, with where it was."""

    def __init__(self, charts: ChartTexts) -> None:
        self.faults: set[str] = set()
        self._charts = charts

    def at(self, root: QWidget, where: str) -> None:
        texts = set(shown_texts(root))
        if isinstance(root, AboutDialog):
            texts -= set(shown_texts(root.parts))  # names and licenses of packages
        if isinstance(root, RunDialog):
            for command in root.findChildren(QLabel, "formula"):
                texts -= set(shown_texts(command))
        self.read(texts, where)
        self.faults.update(f"{where}: {fault}" for fault in (*cut_off(root), *self._charts.crowded(root)))

    def read(self, texts: set[str], where: str) -> None:
        for text in texts:
            if words := english(text):
                self.faults.add(f"{where}: {words} of {text!r}")

    def dialog(self, window: MainWindow, opened: Callable[[], object], where: str) -> None:
        """Open a dialog, look at it, and close it."""
        opened()
        settle(window)
        found = [one for one in window.findChildren(QDialog) if one.isVisible()]
        assert found, f"no dialog {where}"
        self.at(found[-1], where)
        found[-1].close()
        turn()


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> Look:
    charts = ChartTexts()
    monkeypatch.setattr(QPainter, "drawText", lambda painter, *arguments: charts.draw(painter, *arguments))
    return Look(charts)


@pytest.fixture
def window(
    qapp: QApplication, tmp_path: Path, speaking: Callable[[str], None]
) -> Iterator[Callable[[str], MainWindow]]:
    """Opens the window of a measured machine in a language."""
    script = Script(tmp_path / "script")
    script.read(machine(gpus=(nvidia_card(),)))
    script.measure(RESULTS)
    opened = []

    def start(code: str) -> MainWindow:
        (tmp_path / "data").mkdir()
        with pytest.MonkeyPatch.context() as data:
            data.setenv("RIG_ADVISOR_DATA", str(tmp_path / "data"))
            speaking(code)
        opened.append(whole_window(qapp, tmp_path / "data", script))
        found = opened[-1].__enter__()
        settle(found)
        found.my_rig.measure_requested.emit()
        settle(found)
        return found

    yield start
    for one in opened:
        one.__exit__(None, None, None)


@pytest.mark.broad
def test_every_page_speaks_the_language_and_cuts_nothing_off(window: Callable[[str], MainWindow], look: Look) -> None:
    shown = window(CODE)
    drawn: set[str] = set()
    for frame in shown.findChildren(ChartFrame):
        frame.shown.connect(lambda series: drawn.update(texts_of(series)))
    for size in SIZES:
        shown.resize(size)
        for name in PAGES:
            look.at(open_page(shown, name), f"{name} {size.width()}")
    look.at(shown, "window")
    look.read(drawn, "charts")
    assert sorted(look.faults) == []


@pytest.mark.broad
def test_every_workload_speaks_the_language(window: Callable[[str], MainWindow], look: Look) -> None:
    shown = window(CODE)
    shown.resize(SIZES[0])
    open_page(shown, "will_it_run")
    page = shown.findChildren(WillItRunPage)[0]
    page.explain.open()
    workload: QComboBox = page.knobs.workload
    for row in range(workload.count()):
        if workload.itemData(row):
            workload.setCurrentIndex(row)
            workload.activated.emit(row)
            settle(shown)
            look.at(page, f"workload {workload.itemData(row)}")
            for chart in page.charts.values():
                look.read(set(texts_of(chart.table)) if chart.isVisible() else set(), f"table {row}")
    assert sorted(look.faults) == []


@pytest.mark.broad
def test_every_dialog_speaks_the_language(window: Callable[[str], MainWindow], look: Look) -> None:
    shown = window(CODE)
    button = shown.settings_button
    look.dialog(shown, button.settings_requested.emit, "settings")
    look.dialog(shown, button.shortcuts_requested.emit, "help")
    look.dialog(shown, button.about_requested.emit, "about")
    open_page(shown, "my_rig")
    facts = shown.my_rig.findChildren(FactList)[0]
    for row in [one for one in facts._rows if one.typed][:4]:
        look.dialog(shown, partial(facts.correct_requested.emit, row), f"correct {row.name}")
    open_page(shown, "will_it_run")
    page = shown.findChildren(WillItRunPage)[0]
    look.dialog(shown, page._show_why, "why")
    for wished in (page.run_requested, page.typing_requested, page.check_requested):
        look.dialog(shown, wished.emit, "of page Will it run?")
    for name, chart in page.charts.items():
        if chart.isVisible():
            look.dialog(shown, chart.show_table, f"table {name}")
    look.read({action.text() for action in ChartMenu(page.charts["fit"]).actions()}, "menu")
    open_page(shown, "upgrade")
    look.dialog(shown, shown.findChildren(UpgradePage)[0]._show_why, "why worth")
    assert sorted(look.faults) == []


@pytest.mark.broad
def test_every_topic_speaks_the_language(window: Callable[[str], MainWindow], look: Look) -> None:
    shown = window(CODE)
    page = open_page(shown, "learn")
    topics = shown.findChildren(TopicList)[0].list
    for row in range(topics.model().rowCount()):
        topics.setCurrentIndex(topics.model().index(row, 0))
        settle(shown)
        look.at(page, f"topic {row}")
    assert sorted(look.faults) == []


def test_the_report_speaks_the_language(qapp: QApplication, languages: Path, speaking: object, look: Look) -> None:
    spoken.put_in_force(qapp, CODE, place=languages)
    my_rig, will_it_run, worth = rig_views.__wrapped__("laptop")
    content = report(my_rig=my_rig, will_it_run=will_it_run, worth=worth, date=DATE, version="0.1.0")
    text = re.sub(r"llama-server .*", "", markdown_text(content)).replace("\\", "")
    look.read(set(text.replace("*Rig Advisor", "").splitlines()), "report")
    assert sorted(look.faults) == []


@pytest.mark.broad
def test_a_language_read_from_the_right_turns_the_window_and_not_its_charts(
    window: Callable[[str], MainWindow], look: Look
) -> None:
    shown = window(FROM_THE_RIGHT)
    shown.resize(SIZES[0])
    assert shown.layoutDirection() == Qt.LayoutDirection.RightToLeft
    for name in ("my_rig", "will_it_run", "upgrade"):
        page = open_page(shown, name)
        look.at(page, name)
        for frame in page.findChildren(ChartFrame):
            assert frame.layoutDirection() == Qt.LayoutDirection.RightToLeft
            assert (
                not isinstance(frame.drawing, Plot) or frame.drawing.layoutDirection() == Qt.LayoutDirection.LeftToRight
            )
    pages = shown.pages.mapTo(shown, shown.pages.rect().topLeft())
    assert pages.x() > shown.width() / 2
    assert sorted(look.faults) == []


def test_without_a_language_file_texts_are_english_and_numbers_those_of_the_system(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, speaking: Callable[[str], None]
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("de_DE"))
    spoken.put_in_force(qapp, place=tmp_path)
    assert (say("Fits"), local_number("1,234.5")) == ("Fits", "1.234,5")
    spoken.put_in_force(qapp, "en", place=tmp_path)
    assert language() is ENGLISH


def test_the_pseudo_language_keeps_placeholders_and_is_longer() -> None:
    text = "Fits with {spare} to spare"
    assert "{spare}" in pseudo(text)
    assert len(pseudo(text)) - len("{spare}") >= 1.3 * (len(text) - len("{spare}"))
