"""Files of prices on page Is a GPU worth it?: shown, dropped, removed."""

import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from pytestqt.qtbot import QtBot

from advisor.advice.added_prices import added_prices
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money, Settings
from advisor.store.settings import SETTINGS
from advisor.ui.upgrade.page_upgrade import UpgradePage
from tests.fakes.drags import drag_over

TEXT = "of,condition,price,as_of\nRTX 3090,used,123,2026-11-20\n"


def with_pack(tmp_path: Path) -> Money:
    file = tmp_path / "shop.csv"
    file.write_text(TEXT)
    found = added_prices(file, Money(), load_catalog()).money
    assert found is not None
    return found


def test_a_file_is_shown_with_its_name_and_day_and_can_be_removed(qtbot: QtBot, tmp_path: Path) -> None:
    page = UpgradePage()
    qtbot.addWidget(page)
    page.show_money(Money())
    assert page.prices.remove.isHidden()
    page.show_money(with_pack(tmp_path))
    assert page.prices.said.text() == "1 price of shop (2026-11-20) comes before those of the app."
    with qtbot.waitSignal(page.money_typed) as typed:
        page.prices.remove.click()
    assert typed.args == [Money()]


@pytest.mark.parametrize("names", [("shop.csv",), ("shop.toml",), ("rtx-9090.toml",), ("rig.json", "shop.toml")])
def test_prices_and_cards_are_for_the_window_as_on_every_page(
    names: tuple[str, ...], qtbot: QtBot, tmp_path: Path
) -> None:
    page = UpgradePage()
    qtbot.addWidget(page)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in names])
    assert not drag_over(page.viewport(), mime)


def test_a_file_is_kept_with_the_settings(tmp_path: Path) -> None:
    money = with_pack(tmp_path)
    SETTINGS.change(lambda _: Settings(money=money))
    kept = SETTINGS.read()
    assert kept.record.money == money
    assert kept.note is None
    assert money.pack is not None
    assert money.pack.as_of == datetime.date(2026, 11, 20)
