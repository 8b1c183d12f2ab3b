"""What moves or is cut: the banner's button, lines behind bullets, settings that have no room, another model's page."""

import itertools
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QStandardPaths
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from advisor.charts.first_place import first_place
from advisor.ui.parts.bullet_list import BulletList
from advisor.ui.parts.shortened import ShortenedLabel
from advisor.ui.window.saved_files import saved_words
from tests.fakes import views


def test_leaving_another_rig_does_not_lead_to_measure(window: Any) -> None:
    """The banner's button lay where Measure appeared, which got its focus, too: a second Space measured."""
    page = window.my_rig
    page.show_view(views.my_rig())
    page.set_busy(False)
    window.show_banner("PC with RTX 4090", "Back to this computer")
    QApplication.processEvents()
    back = window._viewing._button
    left, right = (button.mapTo(window, QPoint(0, 0)).x() for button in (back, page._measure))
    assert left + back.width() < right
    back.setFocus()
    window.show_banner("", "Back to this computer")
    assert window.focusWidget() is window.pages


def test_another_model_begins_with_its_verdict(window: Any) -> None:
    window.open_page("will_it_run")
    page = window.will_it_run
    window.resize(1000, 500)
    page.show_knobs(views.KNOBS)
    page.show_view(views.will_it_run())
    QApplication.processEvents()
    bar = page.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    page.show_knobs(replace(views.KNOBS, workload_id="coding"))
    assert bar.value() > 0  # who turns a knob looks at what it changes
    page.show_knobs(replace(views.KNOBS, model_id="gemma/gemma-3-12b"))
    assert bar.value() == 0


def test_lines_stay_together_where_there_is_height_to_spare(qtbot: QtBot) -> None:
    shown, lines = QWidget(), BulletList()
    QVBoxLayout(shown).addWidget(lines)
    qtbot.addWidget(shown)
    lines.show_lines(("One", "Two", "Three"))
    shown.resize(300, 500)
    shown.show()
    QApplication.processEvents()
    for count in (3, 2):
        lines.show_lines(("One", "Two", "Three")[:count])
        QApplication.processEvents()
        tops = [row[1].y() for row in lines._rows[:count]]
        assert max(after - before for before, after in itertools.pairwise(tops)) < 40


def test_a_line_of_a_tile_is_as_high_as_its_own_text(qtbot: QtBot) -> None:
    """Above the next one stood the blank lines of what another computer had been told."""
    lines = BulletList("soft", is_steady=False)
    qtbot.addWidget(lines)
    lines.resize(200, 400)
    lines.show()
    heights = []
    for text in ("One.", "Words that go on for so long that they stand in several lines of such a list.", "One."):
        lines.show_lines((text, "Two."))
        QApplication.processEvents()
        heights.append(lines._rows[1][1].y())
    assert heights[0] == heights[2] < heights[1]


def test_settings_without_room_are_left_out_whole(qtbot: QtBot) -> None:
    label = ShortenedLabel()
    qtbot.addWidget(label)
    label.show_text("Auto: answer 400 tokens, context 8,192 tokens, thinking on")
    wide = label.fontMetrics().horizontalAdvance
    label.resize(wide("Auto: answer 400 tokens, context 8,192 t"), 20)
    assert label.shown_text == "Auto: answer 400 tokens, and 2 more"
    label.resize(wide("Auto: answ"), 20)
    assert label.shown_text.endswith("…")
    label.resize(wide(label.text()), 20)
    assert label.shown_text == label.text()


def test_all_settings_are_told_by_their_button_too(window: Any) -> None:
    """In large text few of them stand above it."""
    bar = window.will_it_run.knobs
    settings = "Auto: answer 400 tokens, context 8,192 tokens, thinking on"
    bar.show_knobs(replace(views.KNOBS, settings=settings))
    assert settings in bar.advanced.toolTip()


def test_dialogs_begin_where_people_keep_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """They opened in the folder of the program, and what was saved did not say where."""
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path))
    assert first_place("rig.png") == str(tmp_path / "rig.png")
    assert saved_words(tmp_path / "rig.png") == f"Saved rig.png in {tmp_path}."
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path / "none"))
    assert str(tmp_path) not in first_place("rig.png")
