"""What stands in the report, in order: the same sentences, tables and charts as in the window."""

from PySide6.QtCore import QSizeF

from advisor.present.series import Chart, Table
from advisor.present.view import FactRow, MyRigView, WillItRunView
from advisor.report.document import ReportDocument
from advisor.report.drawing import ChartDrawing, PictureDrawing

GAP = 18.0
"""Space between two columns in pixels."""
_LINE_HEIGHT, _BAR_HEIGHT = 0.56, 62.0


def write_my_rig(report: ReportDocument, view: MyRigView) -> None:
    """The first part: what the rig can do, its picture, its facts, what was measured, findings."""
    report.title(view.title)
    report.text(view.subtitle, below=6)
    report.start_group()
    report.heading(view.picture.title, above=4)
    report.drawing(PictureDrawing(view.picture, report.width))
    report.text(view.picture.description, soft=True)
    report.end_group()
    report.text(view.explanation, below=6)
    _facts(report, "What is inside", view.facts, "From")
    if view.measured:
        _facts(report, "What was measured here", view.measured, "Against the data sheet")
    if view.findings:
        report.heading("What stands out")
    for finding in view.findings:
        report.start_group()
        report.text(f"{finding.word}: {finding.title}. {finding.text}", below=3)
        report.end_group()
    report.text(view.status, soft=True)


def write_will_it_run(report: ReportDocument, view: WillItRunView) -> None:
    """The second part: the answer with its charts, the verdict on a card, and the numbers behind it."""
    report.title(view.answer)
    report.text(view.detail)
    _chart(report, view.fit, height=24 + _BAR_HEIGHT * len(view.fit.bars))
    _pair(report, view.speed, view.roofline)
    if view.token_time.bars:
        _chart(report, view.token_time, height=36 + _BAR_HEIGHT)
    _chart(report, view.compare, height=44 + 24 * len(view.compare.bars))
    for why in view.why:
        report.start_group()
        report.heading(why.title)
        report.text(why.formula, below=2)
        widths = {3: (40, 20, 40), 4: (18, 9, 27, 46)}
        columns = len(why.inputs.columns)
        report.table(why.inputs, shares=widths.get(columns, (100 / max(columns, 1),) * columns))
        report.text(" ".join(map(_sentence, why.evidence)), soft=True)
        report.end_group()
    if view.notes:
        report.heading("Assumptions")
        for note in view.notes:
            report.text(_sentence(note), soft=True, below=2)


def _facts(report: ReportDocument, title: str, rows: tuple[FactRow, ...], last: str) -> None:
    measured = last != "From"
    report.start_group()
    report.heading(title, above=6)
    cells = tuple((row.name, row.text, row.detail if measured else row.origin) for row in rows)
    report.table(Table(("Part", "Value", last), cells), shares=(26, 44, 30))
    report.end_group()


def _chart(report: ReportDocument, chart: Chart, *, height: float) -> None:
    report.start_group()
    _titled(report, chart, QSizeF(report.width, height))
    report.end_group()


def _pair(report: ReportDocument, left: Chart, right: Chart) -> None:
    """Two charts side by side."""
    width = (report.width - GAP) / 2
    report.start_group()
    report.text(" ", soft=True, below=0)
    share = 100 * width / report.width
    grid = report.columns((share, 100 - 2 * share, share))
    for column, chart in ((0, left), (2, right)):
        report.enter(grid, column)
        _titled(report, chart, QSizeF(width - 1, width * _LINE_HEIGHT))
    report.leave(grid)
    report.end_group()


def _titled(report: ReportDocument, chart: Chart, size: QSizeF) -> None:
    report.heading(chart.title, above=4)
    report.text(chart.subtitle, soft=True, below=0)
    report.drawing(ChartDrawing(chart, size))
    report.text(chart.sentence, soft=True)


def _sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
