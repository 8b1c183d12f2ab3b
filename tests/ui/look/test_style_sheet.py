"""Every pair of colors that the style sheet puts together can be read, and every focus can be seen."""

import re
from typing import get_args

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from advisor.catalog.cards.folder import data_folder
from advisor.facts.answers.usability import Usability
from advisor.present.words.palette import Theme, color, contrast
from advisor.ui.look.style_sheet import style_sheet
from advisor.ui.look.theme import apply_theme

SURFACES = ("background", "card")

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PAINT = re.compile(r"(?<![\w-])(background|color|border|selection-color|selection-background-color):([^;]*);")
SHADE = re.compile(r"#[0-9A-Fa-f]{6}")
TEXT, MARK = 4.5, 3.0
FIELDS = ("QComboBox, QLineEdit, QPlainTextEdit", "QComboBox:hover, QLineEdit:hover")


class LikeWindows:
    """An application whose style sheet gives tables the system's font back, as the first does on Windows."""

    def __init__(self, real: QApplication) -> None:
        self._real = real
        self.setPalette, self.setFont, self.font = real.setPalette, real.setFont, real.font

    def setStyleSheet(self, text: str) -> None:  # noqa: N802
        del text
        systems = QFont(self._real.font())
        systems.setPointSizeF(systems.pointSizeF() + 7)
        QApplication.setFont(systems, "QAbstractItemView")  # type: ignore[arg-type]


def test_the_font_of_the_app_reaches_what_a_system_gave_one_of_its_own(qapp: QApplication) -> None:
    before = qapp.font()
    try:
        apply_theme(LikeWindows(qapp), "light")  # type: ignore[arg-type]
        found = QApplication.font("QAbstractItemView")  # type: ignore[call-overload]
        assert found.pointSizeF() == before.pointSizeF()
    finally:
        qapp.setFont(before)


def rules(theme: Theme) -> list[tuple[str, dict[str, str]]]:
    """Selector and colors of each rule."""
    found = []
    for selector, body in RULE.findall(style_sheet(theme, text_pt=10.0)):
        shades = {name: SHADE.search(value) for name, value in PAINT.findall(body)}
        found.append((selector.strip(), {name: shade.group() for name, shade in shades.items() if shade}))
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_read_on_what_is_behind_them(theme: Theme) -> None:
    for selector, shades in rules(theme):
        if "color" in shades:
            grounds = [shades["background"]] if "background" in shades else [color(one, theme) for one in SURFACES]
            assert all(contrast(shades["color"], ground) >= TEXT for ground in grounds), selector
        if "selection-color" in shades:
            assert contrast(shades["selection-color"], shades["selection-background-color"]) >= TEXT, selector


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_focus_and_fields_stand_out(theme: Theme) -> None:
    focused = [(selector, shades) for selector, shades in rules(theme) if ":focus" in selector]
    fields = [(selector, shades) for selector, shades in rules(theme) if selector in FIELDS]
    assert len(focused) > 5
    assert fields
    for selector, shades in (*focused, *fields):
        if "border" in shades:
            assert all(contrast(shades["border"], color(one, theme)) >= MARK for one in SURFACES), selector


@pytest.mark.parametrize("kind", ["QPushButton", "QLineEdit", "QComboBox", "QSlider", "QToolButton", "QFrame#card"])
def test_everything_that_takes_keys_shows_its_focus(kind: str) -> None:
    assert any(kind in selector and ":focus" in selector for selector, _ in rules("light"))


def test_every_state_has_a_sign_of_its_own() -> None:
    icons = data_folder("resources") / "icons"
    drawings = [(icons / f"{name}.svg").read_text("utf-8") for name in (*get_args(Usability), "warning", "note")]
    assert len(set(drawings)) == len(drawings)
