"""A chart of the window painted somewhere else, where nobody sees its widget: into a picture or onto paper."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter

from advisor.charts.bar_chart import BarPlot
from advisor.charts.line_chart import LinePlot
from advisor.charts.range_chart import RangePlot
from advisor.present.words.palette import Theme
from advisor.present.words.series import BarChart, Chart, LineChart, RangeChart

PLOTS: dict[type[Chart], type[BarPlot] | type[LinePlot] | type[RangePlot]] = {
    BarChart: BarPlot,
    LineChart: LinePlot,
    RangeChart: RangePlot,
}


def paint_chart(
    painter: QPainter,
    area: QRectF,
    series: Chart,
    size: QSize,
    *,
    theme: Theme,
    font: QFont,
    smallest_label: int | None = None,
) -> None:
    """Paint a chart that is laid out in `size` pixels into an area, as large as its shape allows."""
    plot = PLOTS[type(series)]()
    if smallest_label is not None:
        plot.smallest_label = smallest_label
    plot.setFont(font)  # before it is filled: names are cut where it says
    plot.resize(size)
    plot.set_theme(theme)
    plot.show_series(series)  # type: ignore[arg-type]  # its kind of chart
    scale = min(area.width() / size.width(), area.height() / size.height())
    painter.save()
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    painter.translate(area.topLeft())
    painter.scale(scale, scale)
    plot.draw(painter)
    painter.restore()
    plot.deleteLater()
