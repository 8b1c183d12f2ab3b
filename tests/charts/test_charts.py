import gc
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget
from pytestqt.qtbot import QtBot

from advisor.charts.bar_chart import SQUEEZED, BarPlot
from advisor.charts.chart_frame import ChartFrame
from advisor.charts.labels import covered
from advisor.charts.line_chart import LinePlot
from advisor.charts.plot import Plot
from advisor.charts.range_chart import RangePlot, shortened_names
from advisor.charts.still_chart import PLOTS
from advisor.present.words.palette import Theme, color
from advisor.present.words.series import Bar, Mark, Segment
from advisor.present.words.view import CHARTS
from tests.fakes import views

KINDS = {one.id: PLOTS[one.kind] for one in CHARTS}

NEAR = 80
"""Difference of two colors, red, green and blue added, that blurred edges have."""
counted = pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is never counted from Python 3.12 on")


@pytest.fixture
def four(qtbot: QtBot) -> Any:
    """The four charts that every knob redraws, in one shown widget."""
    holder = QWidget()
    grid = QGridLayout(holder)
    plots = {}
    for index, name in enumerate(("fit", "speed", "token_time", "roofline")):
        plots[name] = KINDS[name]()
        plots[name].set_theme("light")
        grid.addWidget(plots[name], index // 2, index % 2)
    holder.resize(1200, 800)
    qtbot.addWidget(holder)
    holder.show()
    qtbot.waitExposed(holder)
    return SimpleNamespace(plots=plots, holder=holder)


def show_step(holder: SimpleNamespace, step: int) -> None:
    view = views.changed_run(step)
    for name, plot in holder.plots.items():
        plot.show_series(view.charts[name])
    QApplication.processEvents()


def shown(qtbot: QtBot, plot: Any, series: object, theme: Theme = "light") -> Any:
    qtbot.addWidget(plot)
    plot.set_theme(theme)
    plot.show_series(series)
    plot.resize(520, 240)
    plot.show()
    qtbot.waitExposed(plot)
    QApplication.processEvents()
    return plot


def color_count(plot: Plot, role: str, theme: Theme) -> int:
    image = plot.grab().toImage()
    wanted = color(role, theme).lower()
    return sum(
        image.pixelColor(x, y).name() == wanted for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_bars_show_weights_in_the_color_of_their_role(qtbot: QtBot, theme: Theme) -> None:
    plot = shown(qtbot, BarPlot(), views.fit_chart(), theme)
    assert color_count(plot, "weights", theme) > 50
    assert color_count(plot, "card", theme) > color_count(plot, "weights", theme)


def test_a_longer_segment_is_drawn_longer_in_place(qtbot: QtBot) -> None:
    plot = shown(qtbot, BarPlot(), views.fit_chart(3.0))
    before = color_count(plot, "weights", "light")
    plot.show_series(views.fit_chart(6.0))
    assert color_count(plot, "weights", "light") > 1.5 * before


def test_a_line_that_is_gone_is_not_drawn(qtbot: QtBot) -> None:
    plot = shown(qtbot, LinePlot(), views.speed_chart())
    assert color_count(plot, "this_rig", "light") > 0
    plot.show_series(replace(views.speed_chart(), lines=(), marks=()))
    assert color_count(plot, "this_rig", "light") == 0


def test_hover_tells_segment_point_and_bar(qtbot: QtBot) -> None:
    bars = shown(qtbot, BarPlot(), views.fit_chart())
    top = next(rect for rect, _ in bars._areas)
    assert bars.text_at(top.center()) == "weights: weights 4.7"
    lines = shown(qtbot, LinePlot(), views.speed_chart())
    assert lines.text_at(lines.pixel(8192.0, views.speed_chart().lines[0].ys[4])) == "here: 65"
    assert "Tokens: 32768" in lines.text_at(lines.pixel(32768.0, views.speed_chart().lines[0].ys[-1]))
    assert lines.text_at(QPointF(-500, -500)) == ""
    ranges = shown(qtbot, RangePlot(), views.compare_chart())
    assert "unknown: memory speed not measured" in ranges.text_at(QPointF(5, ranges.plot_size().height() - 5))


@pytest.mark.parametrize("share", [(0.02, 0.05), (0.5, 0.5), (0.98, 0.95)])
def test_every_place_of_a_plot_tells_a_value(qtbot: QtBot, share: tuple[float, float]) -> None:
    for chart in (views.speed_chart(), views.roofline_chart()):
        lines = shown(qtbot, LinePlot(), chart)
        size = lines.plot_size()
        assert lines.text_at(QPointF(share[0] * size.width(), share[1] * size.height()))
    ranges = shown(qtbot, RangePlot(), views.compare_chart())
    assert ranges.text_at(QPointF(share[0] * ranges.plot_size().width(), share[1] * ranges.plot_size().height()))


def test_a_part_too_narrow_for_its_text_is_seen_named_and_told(qtbot: QtBot) -> None:
    thin = Segment("conversation", 8, 0.01, "conversation 48 MiB", "kv_cache", value="48 MiB")
    bars = (Bar("Memory", (Segment("weights", 0, 8, "weights 8.0", "weights"), thin)),)
    plot = shown(qtbot, BarPlot(), replace(views.fit_chart(), bars=bars))
    told = [rect for rect, text in plot._areas if text == "conversation: 48 MiB"]
    assert len(told) == 2, "the part, and its name below with a square of its color"
    assert all(rect.width() > 2 for rect in told)


def test_axes_are_fixed_and_log_positions_are_taken_as_given(qtbot: QtBot) -> None:
    plot = shown(qtbot, LinePlot(), views.roofline_chart())
    size = plot.plot_size()
    assert plot.pixels((-1, 4), (14.8, 9.5)) == [(0, 0), (size.width(), size.height())]


def test_the_wheel_is_left_to_the_page(qtbot: QtBot) -> None:
    plot = shown(qtbot, LinePlot(), views.speed_chart())
    at = QPointF(50, 50)
    event = QWheelEvent(
        at,
        at,
        at.toPoint(),
        at.toPoint(),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    plot.wheelEvent(event)
    assert not event.isAccepted()


def test_an_empty_chart_draws_nothing_and_does_not_fail(qtbot: QtBot) -> None:
    from dataclasses import replace

    shown(qtbot, BarPlot(), replace(views.token_chart(), bars=()))
    shown(qtbot, LinePlot(), replace(views.speed_chart(), lines=(), marks=()))
    shown(qtbot, RangePlot(), replace(views.compare_chart(), bars=()))


def test_theme_switch_changes_the_background(four: Any) -> None:
    show_step(four, 0)
    for plot in four.plots.values():
        plot.set_theme("dark")
    QApplication.processEvents()
    for plot in four.plots.values():
        assert plot.grab().toImage().pixelColor(1, 1).name() == color("card", "dark").lower()


@pytest.mark.broad
@counted
def test_four_hundred_repaints_keep_their_references(four: Any) -> None:
    show_step(four, 0)
    gc.collect()  # what earlier tests left behind holds references too
    none_before, true_before = sys.getrefcount(None), sys.getrefcount(True)
    for step in range(400):
        show_step(four, step)
    assert sys.getrefcount(None) > none_before - 100
    assert sys.getrefcount(True) > true_before - 100


@counted
def test_void_calls_and_signals_keep_their_references(qtbot: QtBot) -> None:
    class Sender(QWidget):
        sent = Signal(bool)

    sender, pen = Sender(), QPen()
    qtbot.addWidget(sender)
    none_before, true_before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(200):
        pen.setCosmetic(True)
        sender.sent.emit(True)
    assert sys.getrefcount(None) > none_before - 100
    assert sys.getrefcount(True) > true_before - 100


def test_a_frame_says_its_finding_to_screen_readers_and_renews_it(qtbot: QtBot) -> None:
    frame = ChartFrame(BarPlot())
    qtbot.addWidget(frame)
    frame.show_series(views.fit_chart(4.7))
    assert frame.accessibleName() == "It fits with 4.4 GiB to spare"
    assert "Nothing has to leave" in frame.accessibleDescription()
    frame.show_series(views.fit_chart(5.7))
    assert frame.accessibleName() == "It fits with 3.4 GiB to spare"
    assert frame.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_a_shorter_text_does_not_move_the_chart(qtbot: QtBot) -> None:
    frame = ChartFrame(BarPlot())
    qtbot.addWidget(frame)
    frame.resize(400, 400)
    frame.show()
    long = replace(views.fit_chart(), title="A title that needs more than one line at this width, as some do " * 2)
    frame.show_series(long)
    QApplication.processEvents()
    height = frame.drawing.height()
    frame.show_series(views.fit_chart())
    QApplication.processEvents()
    assert frame.drawing.height() == height


def test_lines_are_as_thick_in_a_sharp_picture(qtbot: QtBot) -> None:
    frame = ChartFrame(LinePlot())
    qtbot.addWidget(frame)
    frame.resize(420, 300)
    frame.show_series(views.speed_chart())
    frame.show()
    qtbot.waitExposed(frame)
    wanted = QColor(color("this_rig", "light"))
    shares = []
    for ratio in (1, 3):
        image = QImage(frame.size() * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("white"))
        frame.render(image)
        dots = np.frombuffer(image.constBits(), np.uint8).reshape(-1, 4)[:, :3].astype(int)
        away = np.abs(dots - (wanted.blue(), wanted.green(), wanted.red())).sum(axis=1)
        shares.append((away < NEAR).mean())
    assert shares[0] > 0
    assert shares[1] == pytest.approx(shares[0], rel=0.3)


def test_bars_become_thinner_rather_than_their_texts_run_into_the_axis(qtbot: QtBot) -> None:
    plot = BarPlot()
    qtbot.addWidget(plot)
    names = ("conversation", "other programs", "buffers", "reserved", "the program")
    segments = tuple(Segment(name, 2.4 * at, 2.4, f"{name} 0.1", "buffers") for at, name in enumerate(names))
    plot.resize(260, 150)
    plot.show_series(replace(views.fit_chart(), bars=(Bar("Memory", segments),)))
    plot.show()
    qtbot.waitExposed(plot)
    metrics = QFontMetricsF(plot.label_font())
    placed = plot._placed(segments, metrics)
    rows = 1 + max(row for row, *_ in plot._labels_below(placed))
    plot.grab()
    bar = plot._areas[0][0]
    assert bar.height() >= SQUEEZED
    assert bar.bottom() + rows * metrics.height() <= plot.plot_size().height()


def test_a_text_inside_a_thin_bar_is_not_cut(qtbot: QtBot) -> None:
    plot = BarPlot()
    qtbot.addWidget(plot)
    plot.resize(500, 90)
    plot.show_series(
        replace(views.fit_chart(), bars=(Bar("Memory", (Segment("weights", 0, 80, "weights 7", "weights"),)),))
    )
    plot.show()
    qtbot.waitExposed(plot)
    plot.grab()
    assert plot._areas[0][0].height() >= QFontMetricsF(plot.font()).height()


def test_an_axis_without_words_takes_no_height(qtbot: QtBot) -> None:
    heights = []
    for axis in (views.fit_chart().axis, replace(views.fit_chart().axis, label="", ticks=())):
        plot = BarPlot()
        qtbot.addWidget(plot)
        plot.resize(500, 200)
        plot.show_series(replace(views.fit_chart(), axis=axis))
        plot.show()
        qtbot.waitExposed(plot)
        heights.append(plot.plot_size().height())
    assert heights[1] > heights[0] + 20


def test_texts_of_two_marks_at_the_bottom_do_not_cover_each_other(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is very slow, the speed here and that of a full context were written over each other."""
    chart = views.speed_chart(0.09)
    axis = replace(chart.y_axis, low=0.0, high=6.0, ticks=((0.0, "0"), (6.0, "6")))
    left, right = chart.x_axis.low, chart.x_axis.high
    line = replace(chart.lines[0], xs=(left, right), ys=(0.09, 0.08), band=((0.05, 0.04), (0.4, 0.3)))
    near = tuple(
        Mark(left + share * (right - left), 0.09, text, "this_rig")
        for share, text in ((0.02, "here: 0.086"), (0.13, "4k: 0.083"))
    )
    places: dict[str, QRectF] = {}
    monkeypatch.setattr(LinePlot, "_write", lambda _, __, place, text, ___: places.update({text: place}))
    shown(qtbot, LinePlot(), replace(chart, y_axis=axis, lines=(line,), marks=near))
    first, second = (places[mark.text] for mark in near)
    assert not first.intersects(second)


def test_the_name_of_an_axis_is_not_cut_at_the_lower_edge(qtbot: QtBot) -> None:
    """Of "Requests or tokens at once (log scale)" the lowest pixels were missing."""
    plot = shown(qtbot, LinePlot(), views.will_it_run().charts["speed"])
    metrics = QFontMetricsF(plot.label_font())
    assert all(at.y() + metrics.descent() <= plot.height() for at, _ in plot._axis_texts(metrics))


def test_the_first_tick_of_bars_is_whole_in_large_text(qtbot: QtBot) -> None:
    """Of "0" in twice the size the left half was missing."""
    plot = BarPlot()
    font = plot.font()
    font.setPointSizeF(font.pointSizeF() * 3)
    plot.setFont(font)
    shown(qtbot, plot, views.fit_chart())
    texts = [(at.x(), text) for at, text in plot._axis_texts(QFontMetricsF(plot.label_font()))]
    assert "0" in [text for _, text in texts]
    assert min(left for left, text in texts if text) >= 0


def test_names_that_would_read_the_same_begin_where_they_differ(qapp: QApplication) -> None:
    """Two Macs of other chips were one name: what tells them apart was cut first."""
    names = ["Mac Studio M5 Ultra (64-core GPU) 96GB", "RTX 3090", "Mac Studio M5 Ultra (80-core GPU) 96GB"]
    metrics = QFontMetricsF(qapp.font())
    room = metrics.horizontalAdvance("Mac Studio M5 Ultra \u2026 96GB") + 1
    assert shortened_names(metrics, names, room) == [
        "\u2026 (64-core GPU) 96GB",
        "RTX 3090",
        "\u2026 (80-core GPU) 96GB",
    ]
    assert shortened_names(metrics, names, 10 * room) == names
    assert shortened_names(metrics, ["RTX 3090", "RTX 3090"], 10 * room) == ["RTX 3090", "RTX 3090"]


@pytest.mark.parametrize("pixels", [13, 26])
def test_the_text_of_a_bar_is_never_cut(qtbot: QtBot, pixels: int) -> None:
    """At twice the size of text "$88.76 without electricity" ended in the middle of a word."""
    plot = shown(qtbot, RangePlot(), views.compare_chart())
    font = plot.font()
    font.setPixelSize(pixels)
    plot.setFont(font)
    metrics = QFontMetricsF(plot.label_font())
    series = views.compare_chart()
    widest = max(metrics.horizontalAdvance(bar.text) for bar in series.bars if bar.middle is not None)
    assert plot.plot_size().width() - plot.pixel(series.axis.high, 0).x() >= widest


def test_the_label_of_a_line_stands_on_no_line(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "CPU: 0.88 TFLOPS" lay over its own dashed line, where there was room elsewhere."""
    told: list[tuple[str, int]] = []

    def write(_: LinePlot, painter: object, place: QRectF, text: str, points: list[tuple[float, float]]) -> None:
        told.append((text, covered(place, points)))

    monkeypatch.setattr(LinePlot, "_write", write)
    series = views.roofline_chart()
    long = tuple(replace(one, label=f"{one.label[:3]}: 0.88 TFLOPS int8 on prompts, 83 GB/s") for one in series.lines)
    for size in ((400, 230), (420, 190), (520, 250), (700, 300)):
        plot = shown(qtbot, LinePlot(), replace(series, lines=long))
        plot.resize(*size)
        told.clear()
        plot.grab()
        assert [text for text, over in told if over and "TFLOPS" in text] == []
        assert any("TFLOPS" in text for text, _ in told)
