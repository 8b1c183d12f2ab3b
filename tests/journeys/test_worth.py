"""Someone asks whether a card is worth it: verdict, hours, a price typed in place and kept, and the PDF."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from advisor.present.upgrade.rows import NAME, PRICE
from advisor.store.profile import save_machine
from advisor.store.settings import SETTINGS
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.window.main_window import MainWindow
from tests.fakes.rigs import RIGS
from tests.journeys.conftest import press, texts

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]
CHEAP = 1.0
"""US dollars that nobody would think twice about."""


@pytest.fixture
def office(tmp_path: Path) -> str:
    detected, measured = RIGS["office PC"]
    save_machine(tmp_path / "office.json", detected, measured, corrections=())
    return str(tmp_path / "office.json")


def worth_page(window: MainWindow) -> UpgradePage:
    return window.findChildren(UpgradePage)[0]


def opened(window: MainWindow) -> Waits:
    yield lambda: bool(window.findChildren(UpgradePage))
    window.open_page("upgrade")
    yield lambda: worth_page(window).table.isVisible()


def asked(window: MainWindow, model: str, workload: str) -> Waits:
    page = worth_page(window)
    control = page.bar.workload
    control.activated.emit(control.findData(workload))
    page.bar.model.begin()
    QTest.keyClicks(page.bar.model, model)
    QTest.keyClick(page.bar.model, Qt.Key.Key_Return)
    yield lambda: any(text.startswith(f"{model} · Coding") for text in texts(page))


def test_a_verdict_follows_the_model_the_hours_and_the_prices(
    travel: Callable[..., int], office: str, save_as: Callable[[str], Path]
) -> None:
    path = save_as("worth.pdf")

    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        yield from asked(window, "Qwen3 32B", "coding")
        page = worth_page(window)
        hours = page.bar.fields["hours_per_day"].control
        hours.setText("24")
        hours.editingFinished.emit()
        yield lambda: any("24 hours of reading a day" in text for text in texts(page))
        row = next(number for number, one in enumerate(page.rows.rows) if one.name == "RTX 3090")
        cell = page.rows.index(row, PRICE)
        page.table.setCurrentIndex(cell)
        page.table.edit(cell)
        editor = page.table.findChildren(QLineEdit)[0]
        editor.setText(f"{CHEAP}")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        yield lambda: any("RTX 3090 for $1" in text for text in texts(page))
        assert page.rows.index(page.table.currentIndex().row(), NAME).data() == "RTX 3090"
        press(page, "Save PDF")
        yield path.is_file

    assert travel(story, [office]) == 0
    money = SETTINGS.read().record.money
    assert money.hours_per_day == 24
    assert [one.usd for one in money.own_prices] == [CHEAP]
    pages = [page.extract_text() for page in PdfReader(path).pages]
    assert "RTX 3090 for $1" in " ".join(pages[0].split())


def test_what_is_set_counts_on_the_page_that_is_open(travel: Callable[..., int], office: str) -> None:
    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        page = worth_page(window)
        page.bar.currency.activated.emit(page.bar.currency.findData("EUR"))
        yield lambda: any("Assumes 1 EUR = " in text for text in texts(page))
        rate = page.bar.fields["usd_rate"].control
        assert rate.isVisible()
        rate.setText(QLocale.c().toString(1.25))
        rate.editingFinished.emit()
        yield lambda: not any("Assumes 1 EUR = " in text for text in texts(page))
        assert any("€" in text for text in texts(page))

    assert travel(story, [office]) == 0
