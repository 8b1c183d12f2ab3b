"""What stands in the report, in order: the same sentences, tables and charts as in the window."""

from PySide6.QtCore import QSizeF

from advisor.charts.chart_frame import is_empty
from advisor.present.capital import capital
from advisor.present.series import Chart, Table
from advisor.present.view import FactRow, MyRigView, Why, WillItRunView
from advisor.present.worth_rows import NAME, PAYS_BACK, PRICE, SPEED, WORTH_BELOW
from advisor.present.worth_view import WorthView
from advisor.report.document import ReportDocument
from advisor.report.drawing import ChartDrawing, PictureDrawing

GAP = 18.0
"""Space between two columns in pixels."""
_FIT_HEIGHT, _EXTRA_BAR_HEIGHT, _ROOFLINE_HEIGHT = 150.0, 66.0, 190.0
_AXIS_HEIGHT, _ROW_HEIGHT = 44.0, 22.0
"""Heights of charts in pixels of the page."""
_TOKEN_SHARE = 0.42
"""Share of the width for the time of one token: two of its labels go side by side."""
_MOST_HERE, _MOST_ELSEWHERE = 4, 2
"""Rows of the ways that are compared: this computer and what can be bought for it, and ways without buying."""
_WORTH_COLUMNS = (NAME, SPEED, PRICE, PAYS_BACK, WORTH_BELOW)
_ROWS_PER_FINDING = 3
"""A finding takes about as much room as so many rows of a table."""


def write_my_rig(report: ReportDocument, view: MyRigView, *, most_entries: int | None = None) -> None:
    """The first part: what the rig can do, its picture, its facts, what was measured, findings.

    `most_entries` cuts long lists short, with a word on where the rest is.
    """
    report.title(view.title)
    report.text(view.subtitle)
    report.text(view.paper_status, soft=True, below=6)
    report.start_group()
    report.heading(view.picture.title, above=4)
    report.drawing(PictureDrawing(view.picture, report.width))
    report.text(view.picture.description, soft=True)
    report.end_group()
    report.text(view.explanation, below=6)
    _facts(report, "What is inside", view.facts[:most_entries], "From")
    _rest(report, len(view.facts[:most_entries]), of=len(view.facts))
    if view.measured:
        _facts(report, "What was measured here", view.measured[:most_entries], "Against the data sheet")
        _rest(report, len(view.measured[:most_entries]), of=len(view.measured))
    report.text(" ".join(view.cautions), soft=True)
    if view.findings:
        report.heading("What stands out")
    findings = view.findings[: most_entries and most_entries // _ROWS_PER_FINDING]
    for finding in findings:
        report.start_group()
        report.text(finding.text, strong=f"{finding.word}: {finding.title}.", below=3)
        report.end_group()
    _rest(report, len(findings), of=len(view.findings))


def _rest(report: ReportDocument, shown: int, *, of: int) -> None:
    if shown < of:
        report.text(f"And {of - shown} more: all are in the machine profile attached to this document.", soft=True)


def write_worth(report: ReportDocument, view: WorthView) -> None:
    """The second part: whether something else is worth its money, with what it costs."""
    report.start_group()
    report.heading(view.title, above=8)
    report.text(f"{view.subject}. {view.sureness}", soft=True)
    for reason in view.reasons:
        report.text(reason, below=2)
    here = [row for row in view.rows if not row.is_elsewhere][:_MOST_HERE]
    there = [row for row in view.rows if row.is_elsewhere][-_MOST_ELSEWHERE:]
    rows = tuple(tuple(row.cells[column].text for column in _WORTH_COLUMNS) for row in (*here, *there))
    report.table(Table(tuple(view.columns[column] for column in _WORTH_COLUMNS), rows), shares=(28, 14, 33, 14, 11))
    report.end_group()
    report.note(" ".join((*map(_sentence, view.would_change), *view.notes)))


def write_will_it_run(
    report: ReportDocument, view: WillItRunView, *, scale: float = 1.0, with_candidates: bool = True
) -> None:
    """The last part: the answer with its charts, other cards where no verdict tells of them, and the numbers behind."""
    report.text(view.subject, soft=True, below=0)
    report.title(view.answer)
    report.text(f"{view.detail} Start: {view.launch}" if view.launch else view.detail)
    _pair(report, view.fit, view.speed, height=_FIT_HEIGHT + _EXTRA_BAR_HEIGHT * (len(view.fit.bars) - 1))
    if view.token_time.bars:
        _pair(report, view.token_time, view.roofline, height=scale * _ROOFLINE_HEIGHT, left_share=_TOKEN_SHARE)
    else:
        report.text(_sentence(view.token_time.title))
    if with_candidates:
        _chart(report, view.compare, height=_AXIS_HEIGHT + _ROW_HEIGHT * scale * len(view.compare.bars))
    report.heading("Where these numbers come from", above=2)
    said: set[str] = set()
    for why in view.why:
        report.note(_why_words(why, said))
    for note in view.notes:
        report.note(_sentence(note))


def _why_words(why: Why, said: set[str]) -> str:
    """The formula of one number, what went into it and its evidence as running text; `said` is said only once."""
    sources = dict.fromkeys(part for row in why.inputs.rows for part in row[-1].split("; ") if part)
    evidence = [sentence for sentence in map(_sentence, why.evidence) if sentence not in said]
    said.update(evidence)
    origins = [f"From: {'; '.join(sources)}."] if sources else []
    return " ".join([f"{why.title}: {why.formula}.", *origins, *evidence])


def _facts(report: ReportDocument, title: str, rows: tuple[FactRow, ...], last: str) -> None:
    measured = last != "From"
    report.start_group()
    report.heading(title, above=6)
    cells = tuple((row.name, row.text, _said(row) if measured else row.origin) for row in rows)
    report.table(Table(("Part", "Value", last), cells), shares=(32, 20, 48) if measured else (26, 44, 30))
    report.end_group()


def _said(row: FactRow) -> str:
    """What to know of a measured figure; how it was taken is in the machine profile."""
    return "" if row.detail == row.more else row.detail


def _chart(report: ReportDocument, chart: Chart, *, height: float) -> None:
    report.start_group()
    _titled(report, chart, QSizeF(report.width, height))
    report.end_group()


def _pair(report: ReportDocument, left: Chart, right: Chart | None, *, height: float, left_share: float = 0.5) -> None:
    """Two charts side by side, the left one on `left_share` of the width; alone it has all of it."""
    if right is None:
        _chart(report, left, height=height)
        return
    room = report.width - GAP
    widths = (left_share * room, GAP, (1 - left_share) * room)
    report.start_group()
    grid = report.columns([100 * width / report.width for width in widths])
    for column, chart in ((0, left), (2, right)):
        report.enter(grid, column)
        _titled(report, chart, QSizeF(widths[column] - 1, height))
    report.leave(grid)
    report.end_group()


def _titled(report: ReportDocument, chart: Chart, size: QSizeF) -> None:
    report.heading(chart.title, above=4)
    report.text(chart.subtitle, soft=True, below=0)
    if not is_empty(chart):
        report.drawing(ChartDrawing(chart, size))
    report.text(chart.sentence, soft=True)


def _sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return f"{capital(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"
