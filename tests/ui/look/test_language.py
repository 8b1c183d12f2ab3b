"""The language that a choice or a system asks for, and what its texts need to be shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from advisor.present.words.words import ENGLISH, Language, language, say, speak
from advisor.report.application import report_font
from advisor.ui.look.language import languages, put_in_force
from tools.translate import LANGUAGES, compile_languages


@pytest.fixture(scope="module")
def shipped() -> Path:
    """The languages that are shipped, ready for the app."""
    assert not compile_languages()
    return LANGUAGES


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    font = qapp.font()
    yield
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    qapp.setFont(font)
    speak(ENGLISH)


def _fonts(monkeypatch: pytest.MonkeyPatch, *families: str) -> None:
    monkeypatch.setattr(QFontDatabase, "families", lambda *_: list(families))


@pytest.mark.parametrize("system", ["zh_CN", "zh_Hans", "zh-Hans-CN", "zh_SG"])
def test_every_system_that_writes_simplified_chinese_gets_it(
    system: str, shipped: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fonts(monkeypatch, "Noto Sans CJK SC")
    monkeypatch.setattr(QLocale, "system", lambda: QLocale(system))
    assert put_in_force(qapp, place=shipped) == ""
    assert say("unknown") == "\N{CJK UNIFIED IDEOGRAPH-672A}\N{CJK UNIFIED IDEOGRAPH-77E5}"
    assert "Noto Sans CJK SC" in qapp.font().families()


@pytest.mark.parametrize("system", ["zh_TW", "zh_HK"])
def test_traditional_chinese_is_not_taken_for_simplified(
    system: str, shipped: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fonts(monkeypatch, "Noto Sans CJK TC")
    monkeypatch.setattr(QLocale, "system", lambda: QLocale(system))
    put_in_force(qapp, place=shipped)
    assert say("unknown") == "unknown"


def test_without_a_font_for_it_the_window_stays_english_and_says_how_to_get_one(
    shipped: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fonts(monkeypatch)
    trouble = put_in_force(qapp, "zh_Hans", place=shipped)
    assert (say("unknown"), language().texts) == ("unknown", None)
    assert "Noto Sans CJK SC" in trouble
    assert trouble.isascii()
    assert languages()["zh_Hans"] == "Chinese"


def test_the_report_asks_for_the_fonts_of_the_language_after_its_own() -> None:
    speak(Language(code="zh"))
    families = report_font(9.0).families()
    assert families[0] == "Inter"
    assert {"Microsoft YaHei UI", "PingFang SC", "Noto Sans CJK SC", "WenQuanYi Micro Hei"} <= set(families)
