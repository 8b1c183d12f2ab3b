"""Lays the parts of a report out as text, tables and drawings."""

from dataclasses import replace

from PySide6.QtCore import QSizeF

from advisor.charts.chart_frame import is_empty
from advisor.facts.values.frozen import frozen
from advisor.present.report.parts import Beside, Block, Drawn, Facts, Figures, Report, Rows, Section, Words
from advisor.present.words.series import BarChart, Chart, RangeChart, RigPicture
from advisor.present.words.words import joined, sentence
from advisor.report.document import ReportDocument
from advisor.report.drawing import ChartDrawing, PictureDrawing

GAP = 18.0
"""Space between two columns in pixels."""
_BAR_HEIGHT, _EXTRA_BAR_HEIGHT, _LINES_HEIGHT = 124.0, 62.0, 160.0
_AXIS_HEIGHT, _ROW_HEIGHT = 44.0, 22.0
"""Heights of charts in pixels of the page."""
_LEAST_ROW = 0.8
_FACT_SHARES = (38, 62)
_BESIDE_TEXT = 1.2
_CAPTION_ROW = 3
"""Of two charts side by side: after titles, subtitles and drawings."""


@frozen
class Look:
    """How large charts, the picture and all text are."""

    scale: float = 1.0
    picture_scale: float = 1.0
    text_scale: float = 1.0


def lay_out_summary(document: ReportDocument, report: Report, look: Look) -> None:
    """The first page."""
    with document.written():
        document.title(report.title, light=report.light)
        for words in report.lead:
            _words(document, words)
        for section in report.summary:
            _section(document, section, look, document.width, depth=0)


def lay_out_details(document: ReportDocument, report: Report, look: Look) -> None:
    """The pages after the first; at the end what the picture of that shows."""
    with document.written():
        for section in (*report.details, report.in_words):
            _section(document, section, look, document.width, depth=0)
    document.keep_together()


def _set(document: ReportDocument, block: Block, look: Look, width: float, *, depth: int) -> None:
    """One part on the width given."""
    match block:
        case Words():
            _words(document, block)
        case Rows():
            document.table(block.table, shares=block.shares)
        case Facts():
            with document.together():
                _facts(document, block)
        case Figures():
            with document.together():
                _figures(document, block)
        case Drawn():
            with document.together():
                _drawn(document, block.series, look, width)
        case Beside(left=Drawn(series=left), right=Drawn(series=right)) if _are_charts(left, right):
            with document.together():
                _charts_beside(document, (left, right), look, block.left_share)  # type: ignore[arg-type]
        case Beside():
            with document.together():
                _beside(document, block, look, depth)
        case Section():
            _section(document, block, look, width, depth=depth)


def _section(document: ReportDocument, section: Section, look: Look, width: float, *, depth: int) -> None:
    """A heading, which stays with what comes first, and a first paragraph with what follows it."""
    kept = 2 if section.blocks and isinstance(section.blocks[0], Words) else 1
    with document.together():
        document.heading(section.title, depth=depth, entry=section.mark or section.title)
        for block in section.blocks[:kept]:
            _set(document, block, look, width, depth=depth + 1)
    for block in section.blocks[kept:]:
        _set(document, block, look, width, depth=depth + 1)


def _words(document: ReportDocument, words: Words) -> None:
    document.text(words.text, strong=words.strong, style=words.style, below=2 if words.style == "note" else 4)


def _facts(document: ReportDocument, facts: Facts) -> None:
    """Facts in two halves side by side, and where they come from."""
    middle = (len(facts.short) + 1) // 2
    widths = _widths(document, 0.5)
    grid = document.columns([100 * width / document.width for width in widths])
    for column, rows in ((0, facts.short[:middle]), (2, facts.short[middle:])):
        document.enter(grid, column)
        if rows:
            document.plain_table(rows, shares=_FACT_SHARES)
    document.leave(grid)
    document.text(facts.usual, style="note", below=0)


def _figures(document: ReportDocument, block: Figures) -> None:
    """Each in a column: its name, the figure, its range, what it means."""
    gap, count = 100 * GAP / document.width, len(block.figures)
    grid = document.columns([100 / count - gap, gap] * count)
    for number, one in enumerate(block.figures):
        document.enter(grid, 2 * number)
        document.text(one.name, style="soft", below=0)
        document.figure(one.value, one.unit)
        document.text(one.span, style="soft", below=0)
        document.text(one.meaning, style="soft", below=0)
    document.leave(grid)


def _beside(document: ReportDocument, block: Beside, look: Look, depth: int) -> None:
    widths = _widths(document, block.left_share)
    grid = document.columns([100 * width / document.width for width in widths])
    for column, part in ((0, block.left), (2, block.right)):
        document.enter(grid, column)
        if isinstance(part, Drawn):  # beside sentences there is room for a chart nearly at its usual size
            larger = replace(look, scale=max(look.scale, min(1.0, _BESIDE_TEXT * look.scale)))
            _drawn(document, part.series, larger, widths[column])
        else:
            _set(document, part, look, widths[column], depth=depth)
    document.leave(grid)
    document.all_of_it()


def _charts_beside(document: ReportDocument, charts: tuple[Chart, Chart], look: Look, left_share: float) -> None:
    """Two charts whose titles, pictures and captions stand at equal heights."""
    widths = _widths(document, left_share)
    grid = document.columns(
        [100 * width / document.width for width in widths],
        rows=_CAPTION_ROW + 1 if any(_caption(chart, look) for chart in charts) else _CAPTION_ROW,
    )
    height = max(_height(chart, look) for chart in charts)
    for column, chart in ((0, charts[0]), (2, charts[1])):
        document.enter(grid, column)
        document.heading(chart.title, depth=1)
        document.enter(grid, column, row=1)
        document.text(_below_title(chart), style="soft", below=0)
        if not is_empty(chart):
            document.enter(grid, column, row=2)
            document.drawing(ChartDrawing(chart, QSizeF(widths[column] - 1, height)), alt=_alt(chart))
        if grid.rows() > _CAPTION_ROW:
            document.enter(grid, column, row=_CAPTION_ROW)
            document.text(_caption(chart, look), style="soft", above=3, below=0)
    document.leave(grid)
    document.all_of_it()


def _drawn(document: ReportDocument, series: Chart | RigPicture, look: Look, width: float) -> None:
    if isinstance(series, RigPicture):  # its title is that of its section
        document.drawing(PictureDrawing(series, width * look.picture_scale), alt=series.description)
        return
    document.heading(series.title, depth=1)
    document.text(_below_title(series), style="soft", below=0)
    if not is_empty(series):
        document.drawing(ChartDrawing(series, QSizeF(width - 1, _height(series, look))), alt=_alt(series))
    document.text(_caption(series, look), style="soft", above=3)


def _alt(chart: Chart) -> str:
    return joined((sentence(chart.title), sentence(chart.subtitle), chart.sentence))


def _below_title(chart: Chart) -> str:
    """What a chart shows; where nothing is drawn, why."""
    return chart.sentence if is_empty(chart) else chart.subtitle


def _caption(chart: Chart, look: Look) -> str:
    return chart.sentence if not is_empty(chart) else ""


def _height(chart: Chart, look: Look) -> float:
    """What a chart takes, in pixels; bars with their texts below them are no better when larger."""
    if is_empty(chart):
        return 0.0
    if isinstance(chart, BarChart):
        return _BAR_HEIGHT + _EXTRA_BAR_HEIGHT * (len(chart.bars) - 1)
    if isinstance(chart, RangeChart):
        return _AXIS_HEIGHT + max(_LEAST_ROW, min(1.0, look.scale)) * _ROW_HEIGHT * len(chart.bars)
    return look.scale * _LINES_HEIGHT


def _widths(document: ReportDocument, left_share: float) -> tuple[float, float, float]:
    room = document.width - GAP
    return left_share * room, GAP, (1 - left_share) * room


def _are_charts(*series: Chart | RigPicture) -> bool:
    return not any(isinstance(one, RigPicture) for one in series)
