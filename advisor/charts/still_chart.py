"""A chart of the window, laid out where nobody sees it, to be painted somewhere else: into a picture or onto paper."""

from PySide6.QtCore import QCoreApplication, QEventLoop, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QGraphicsTextItem

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


class StillChart:
    """One chart in one size; `settle` before it is painted, `discard` afterwards."""

    def __init__(
        self, series: Chart, size: QSize, *, theme: Theme, font: QFont, smallest_label: int | None = None
    ) -> None:
        plot = self._plot = PLOTS[type(series)]()  # filled once it has its font, which decides where names are cut
        plot.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        plot.setAntialiasing(False)
        if smallest_label is not None:
            plot.smallest_label = smallest_label
        plot.setFont(font)
        plot.resize(size)
        plot.show_series(series)  # type: ignore[arg-type]  # its kind of chart
        plot.set_theme(theme)
        for item in plot.scene().items():
            if isinstance(item, QGraphicsTextItem):  # titles of axes follow the application's font, not the widget's
                item.setFont(font)
        plot.show()

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Render the scene of the widget, in pixels of the widget."""
        plot = self._plot
        plot.scene().prepareForPaint()
        plot.hide()  # a widget left "shown" would keep the app from ending with its last window
        plot.scene().render(painter, area, QRectF(plot.rect()), Qt.AspectRatioMode.KeepAspectRatio)

    def discard(self) -> None:
        """Delete the widget."""
        self._plot.close()
        self._plot.deleteLater()


def settle() -> None:
    """Let charts that were just made lay themselves out; what a person does meanwhile waits."""
    QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
