from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QClipboard, QGuiApplication, QImage, QKeyEvent, QKeySequence, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QPushButton,
    QStyle,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from advisor.present.findings.health import health
from advisor.present.measured.job import job_view
from advisor.present.words.palette import Theme, color
from advisor.present.words.series import Table
from advisor.present.words.view import CHARTS
from advisor.ui.parts.clipboard import copy_image
from advisor.ui.parts.panel import TextField
from advisor.ui.parts.toned_panel import FindingWidget
from advisor.ui.parts.why_dialog import WholeTable, WhyDialog
from tests.fakes import views

CONTROLS = (QPushButton, QComboBox, QLineEdit, QAbstractSlider, QListWidget, QProgressBar, QTableView)


def texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def test_before_the_hardware_is_known_the_page_says_so(window: Any) -> None:
    assert "Reading your hardware" in texts(window.my_rig)
    assert not window.my_rig._measure.isEnabled()
    assert not window.my_rig._pdf.isEnabled()


def test_my_rig_shows_every_sentence_of_its_view(window: Any) -> None:
    view = views.my_rig()
    window.my_rig.show_view(view)
    QApplication.processEvents()
    shown = texts(window.my_rig)
    for text in (health(view.findings).title, view.subtitle, view.explanation, view.picture.title):
        assert text in shown
    for finding in view.findings:
        assert finding.title in shown
        assert finding.text in shown
    for row in (*view.facts, *view.measured):
        assert row.text in shown
    assert len(window.my_rig.findChildren(FindingWidget)) == 3
    window.my_rig.show_view(view)
    QApplication.processEvents()
    assert len([one for one in window.my_rig.findChildren(FindingWidget) if one.isVisible()]) == 3


def test_an_unmeasured_rig_says_what_to_do(window: Any) -> None:
    window.my_rig.show_view(replace(views.my_rig(measured=False), unmeasured="Not measured yet."))
    assert "Not measured yet" in texts(window.my_rig)
    assert window.my_rig._measure.text() == "Measure"


def test_unreadable_hardware_costs_one_sentence_and_offers_to_try_again(window: Any, qtbot: QtBot) -> None:
    window.my_rig.show_trouble("The test program crashed (signal 11).")
    window.my_rig.set_busy(False)
    assert "The test program crashed (signal 11)." in texts(window.my_rig)
    with qtbot.waitSignal(window.my_rig.read_requested):
        window.my_rig._measure.click()


def test_a_model_link_is_a_wish(window: Any, qtbot: QtBot) -> None:
    window.my_rig.show_view(views.my_rig())
    with qtbot.waitSignal(window.my_rig.model_requested) as wish:
        window.my_rig._links.linkActivated.emit("qwen/qwen3-8b")
    assert wish.args == ["qwen/qwen3-8b"]


def test_will_it_run_shows_the_answer_its_charts_and_the_verdict_in_words(window: Any) -> None:
    window.open_page("will_it_run")
    page, view = window.will_it_run, views.will_it_run()
    page.show_view(view)
    QApplication.processEvents()
    assert view.charts["compare"].title not in texts(page), "the first view is the answer, fit and speed"
    page.explain.open()
    QApplication.processEvents()
    shown = texts(page)
    figures = [text for one in view.verdict.figures for text in (one.name, one.value, one.unit, one.span, one.meaning)]
    for text in (
        view.verdict.title,
        view.verdict.asked,
        view.verdict.because,
        *figures,
        view.detail,
        view.gpu_sentence,
        view.charts["fit"].title,
        view.charts["speed"].title,
        view.charts["compare"].title,
    ):
        assert text in shown
    assert page.card.icon.accessibleName() == "Great"
    assert all(page.charts[name].isVisible() for name in view.charts)


def test_why_this_number_shows_formula_inputs_and_sources(window: Any, qtbot: QtBot) -> None:
    window.open_page("will_it_run")
    window.will_it_run.show_view(views.will_it_run())
    window.will_it_run.explain.open()
    window.will_it_run.explain.why.click()
    dialog = window.will_it_run.findChild(WhyDialog)
    shown = texts(dialog)
    assert "1 / (weights" in shown
    assert "41 published measurements" in shown
    assert dialog.findChild(QTableView).model().index(0, 2).data() == "measured here"
    dialog.close()


def test_no_answer_hides_the_charts(window: Any) -> None:
    window.open_page("will_it_run")
    window.will_it_run.show_view(views.will_it_run())
    window.will_it_run.show_trouble("no model has the id 'x'")
    assert "no model has the id" in texts(window.will_it_run)
    assert not any(frame.isVisible() for frame in window.will_it_run.charts.values())


def test_knobs_show_the_choice_and_emit_only_what_a_person_turns(window: Any, qtbot: QtBot) -> None:
    page, turned = window.will_it_run, []
    page.turned.connect(lambda knob, choice: turned.append((knob, choice)))
    page.show_knobs(views.KNOBS)
    assert turned == []
    assert page.knobs.model.currentText() == "Qwen3 8B"
    assert page.knobs.control("quant").currentText() == "Q4_K_M · 4.7 GiB"
    assert page.knobs.control("context").accessibleDescription() == "8,192 tokens"
    page.knobs.control("context").setValue(3)
    page.knobs.control("quant").activated.emit(0)
    assert turned == [("context", "16384"), ("quant", "q8_0")]


def test_an_entry_without_room_ends_in_an_ellipsis(window: Any) -> None:
    window.open_page("will_it_run")
    window.will_it_run.show_knobs(views.KNOBS)
    window.will_it_run.knobs.open_advanced(True)
    quant = window.will_it_run.knobs.control("quant")
    quant.setFixedWidth(400)
    assert quant.shown_text == "Q4_K_M · 4.7 GiB"
    quant.setFixedWidth(110)
    assert quant.shown_text.endswith("…")
    assert quant.grab().toImage().size() == quant.size()


def test_the_answer_is_copied_as_text(window: Any) -> None:
    window.will_it_run.show_view(views.will_it_run())
    window.will_it_run.copy_answer()
    assert QGuiApplication.clipboard().text().startswith("Great: Qwen3 8B\nChat: Q4_K_M")


def test_what_another_program_keeps_off_the_clipboard_is_not_said_to_be_there(
    window: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    QGuiApplication.clipboard().clear()
    for name in ("setText", "setImage"):  # Windows does nothing then
        monkeypatch.setattr(QClipboard, name, lambda *_: None)
    window.will_it_run.show_view(views.will_it_run())
    with qtbot.waitSignal(window.will_it_run.copied) as told:
        window.will_it_run.copy_answer()
    assert told.args == [False]
    assert not copy_image(QImage(2, 2, QImage.Format.Format_RGB32))
    monkeypatch.undo()
    with qtbot.waitSignal(window.will_it_run.copied) as told:
        window.will_it_run.copy_answer()
    assert told.args == [True]
    assert copy_image(QImage(2, 2, QImage.Format.Format_RGB32))


def test_a_running_job_shows_phase_and_remaining_time_and_escape_cancels(window: Any, qtbot: QtBot) -> None:
    window.job.show_job(job_view("Measuring", phase="reading memory", per_mille=500, elapsed_s=5.0))
    assert "Measuring: reading memory, about 5" in texts(window.job)
    with qtbot.waitSignal(window.job.cancelled):
        window.job._cancel.click()
    window.job.show_job(None)
    assert not window.job.isVisible()


def test_every_control_has_a_name_for_screen_readers(window: Any) -> None:
    window.my_rig.show_view(views.my_rig())
    window.will_it_run.show_knobs(views.KNOBS)
    window.will_it_run.show_view(views.will_it_run())
    window.will_it_run.explain.open()
    nameless = [
        control
        for kind in CONTROLS
        for control in window.findChildren(kind)
        if not (control.accessibleName() or getattr(control, "text", str)())
        and "scrollbar" not in control.objectName()
        and type(control).__name__ != "QScrollBar"
    ]
    assert nameless == []
    for frame in (window.my_rig.picture, *window.will_it_run.charts.values()):
        assert frame.accessibleName()
        assert frame.accessibleDescription() or frame.isHidden()


def test_focus_follows_the_reading_order(window: Any) -> None:
    window.open_page("will_it_run")
    page = window.will_it_run
    page.show_knobs(views.KNOBS)
    page.show_view(views.will_it_run())
    page.knobs.open_advanced(True)
    QApplication.processEvents()
    order, widget = [], page.knobs.model
    for _ in range(200):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget not in order:
            order.append(widget)
        widget = widget.nextInFocusChain()
    wanted = [
        page.knobs.model,
        page.knobs.workload,
        page.knobs.advanced,
        page.knobs.control("quant"),
        page.knobs.control("context"),
        page._open,
        page.card.primary,
        page.card.more,
    ]
    wanted += [frame for frame in page.charts.values() if frame.isVisible()]
    assert [widget for widget in order if widget in wanted] == wanted


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_changes_window_and_charts_together(window: Any, theme: Theme) -> None:
    window.will_it_run.show_view(views.will_it_run())
    window.set_theme(theme)
    window.open_page("will_it_run")
    QApplication.processEvents()
    picture = window.grab().toImage()
    assert picture.pixelColor(picture.width() - 30, picture.height() - 4).name() == color("background", theme).lower()
    plot = window.will_it_run.charts["fit"].drawing.grab().toImage()
    assert plot.pixelColor(1, 1).name() == color("card", theme).lower()


@pytest.mark.parametrize("size", [(1366, 768), (1280, 800), (900, 600)])
def test_nothing_is_cut_off(window: Any, size: tuple[int, int]) -> None:
    window.my_rig.show_view(views.my_rig())
    window.will_it_run.show_knobs(views.KNOBS)
    window.will_it_run.show_view(views.will_it_run())
    window.resize(*size)
    for name in ("my_rig", "will_it_run"):
        window.open_page(name)
        for _ in range(4):  # parts that follow the width ask for another turn
            QApplication.processEvents()
        page = window._stack.currentWidget()
        assert page.horizontalScrollBar().maximum() == 0, "wider than the window"
        for label in page.findChildren(QLabel):
            if label.isVisible() and label.text() and not label.pixmap():
                needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
                assert label.height() >= needed - 1, label.text()
        for button in page.findChildren(QPushButton):
            assert not button.isVisible() or button.width() >= button.sizeHint().width(), button.text()


def test_another_machine_is_named_and_can_be_left(window: Any, qtbot: QtBot) -> None:
    window.show_banner("friend", "Back to this computer")
    assert "Viewing: friend" in texts(window)
    assert "Back to this computer" in [one.text() for one in window.findChildren(QPushButton) if one.isVisible()]
    with qtbot.waitSignal(window.back_requested):
        window._viewing.acted.emit()


def test_nothing_flashes_up_as_a_window_of_its_own(window: Any) -> None:
    window.my_rig.show_view(views.my_rig())
    window.will_it_run.show_view(views.will_it_run())
    QApplication.processEvents()
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not window] == []
    assert window.isActiveWindow()


def test_a_chart_without_figures_is_a_sentence_in_the_middle(window: Any) -> None:
    page = window.will_it_run
    window.open_page("will_it_run")
    empty = replace(views.speed_chart(), lines=(), marks=(), sentence="Measure to see it.")
    page.show_view(views.will_it_run(speed=empty))
    assert not page.charts["speed"].drawing.isVisible()
    assert "Measure to see it." in texts(page.charts["speed"])
    page.show_view(views.will_it_run())
    assert page.charts["speed"].drawing.isVisible()


def test_undo_is_for_what_is_typed_and_else_for_the_window(window: Any, qtbot: QtBot) -> None:
    heard: list[str] = []
    window.add_shortcut(QKeySequence.StandardKey.Undo, lambda: heard.append("undo"))
    window.open_page("will_it_run")
    field = TextField()
    window.will_it_run.body.addWidget(field)
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(lambda: field.hasFocus() and window.isActiveWindow())
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert heard == ["undo"]
    qtbot.keyClicks(field, "qwen")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert heard == ["undo"]


def test_a_field_leaves_the_key_for_the_pdf_to_the_window(qapp: QApplication) -> None:
    keys = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    keys.accept()  # as a field does under X11 and macOS, where the key goes to the end of a line
    TextField().event(keys)
    assert not keys.isAccepted()


def test_measured_figures_say_what_disturbed_them(window: Any) -> None:
    window.my_rig.show_view(replace(views.my_rig(), cautions=("Other programs kept 40% of the CPU busy.",)))
    assert "Other programs kept 40%" in texts(window.my_rig)
    assert "87% of the data sheet" in texts(window.my_rig)


def test_tab_goes_through_the_window_in_reading_order(window: Any) -> None:
    page = window.will_it_run
    window.open_page("will_it_run")
    page.show_knobs(views.KNOBS)
    page.show_view(views.will_it_run())
    page.explain.open()
    page.knobs.open_advanced(True)
    QApplication.processEvents()
    wanted = [window.pages, window.settings_button, page.knobs.model, page.knobs.workload, page.knobs.advanced]
    wanted += [page.knobs.control("quant"), page.knobs.control("context"), page._open]
    wanted += [page.card.primary, page.card.more]
    wanted += [page.charts[one.id] for one in CHARTS if one.place == "answer"]
    wanted += [page.explain.button, page.explain.why, page.explain.check]
    wanted += [page.charts[one.id] for one in CHARTS if one.place == "limits" and not one.waits]
    stops, widget = [], window.nextInFocusChain()
    while widget is not window:
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            stops.append(widget)
        widget = widget.nextInFocusChain()
    assert stops == wanted


@pytest.mark.parametrize("width_px", [300, 420, 700])
def test_no_text_of_a_table_is_cut(window: Any, qtbot: QtBot, width_px: int) -> None:
    """Qt lays the text out in the cell less the space around it; all its lines have to fit."""
    source = "weight bytes per token 7.3 GiB (estimated: the model's shape); read rate 335 GB/s (estimated: specs/gpus)"
    table = WholeTable(Table(("Part", "From"), (("read the weights", source), ("overhead", f"{source} END"))))
    qtbot.addWidget(table)
    table.resize(width_px, 400)
    table.show()
    qtbot.wait(20)
    for row in range(2):
        room = table.visualRect(table.model().index(row, 1))
        inner = room.width() - 16 - 2 * (table.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1)
        lines = QTextLayout(table.model().index(row, 1).data(), table.font())
        wrapping = QTextOption()
        wrapping.setWrapMode(QTextOption.WrapMode.WordWrap)
        lines.setTextOption(wrapping)
        lines.beginLayout()
        height = 0.0
        while (line := lines.createLine()).isValid():
            line.setLineWidth(inner)
            height += line.height()
        lines.endLayout()
        assert room.height() - 6 >= height
