"""The report as JSON: the same parts in the same order, and the machine profile."""

import json
from collections.abc import Iterator

from advisor.facts.answers.report_file import ReportFile, ReportPart, ReportSection
from advisor.present.report.parts import Beside, Block, Drawn, Facts, Figures, Report, Rows, Section, Words
from advisor.present.words.series import Chart, RigPicture
from advisor.present.words.words import joined, sentence


def json_text(report: Report, *, profile_json: str) -> str:
    """The whole file."""
    first = Section(report.title, report.lead)
    sections = (one for part in (first, *report.summary, *report.details) for one in _sections(part, depth=1))
    document = ReportFile(
        title=report.title,
        subject=report.subject,
        date=report.date,
        app_version=report.version,
        sections=tuple(sections),
        profile=json.loads(profile_json),
    )
    return document.model_dump_json(indent=1) + "\n"


def _sections(section: Section, *, depth: int) -> Iterator[ReportSection]:
    """A section, then those inside it."""
    flat = [one for block in section.blocks for one in _flat(block)]
    parts = tuple(_part(one) for one in flat if not isinstance(one, Section))
    yield ReportSection(title=section.title, depth=depth, parts=tuple(part for part in parts if _says(part)))
    for one in flat:
        if isinstance(one, Section):
            yield from _sections(one, depth=depth + 1)


def _flat(block: Block) -> Iterator[Words | Rows | Facts | Figures | Drawn | Section]:
    if isinstance(block, Beside):
        yield from _flat(block.left)
        yield from _flat(block.right)
    else:
        yield block


def _part(block: Words | Rows | Facts | Figures | Drawn) -> ReportPart:
    match block:
        case Words():
            return ReportPart(kind="text", title=block.strong, text=block.text)
        case Rows() | Facts() | Figures():
            return ReportPart(kind="table", columns=block.table.columns, rows=block.table.rows)
        case Drawn():
            return _drawn(block.series)


def _drawn(series: Chart | RigPicture) -> ReportPart:
    is_picture = isinstance(series, RigPicture)
    if isinstance(series, RigPicture):
        said = series.description
    else:
        said = joined((sentence(series.subtitle), series.sentence))
    return ReportPart(
        kind="picture" if is_picture else "chart",
        title=series.title,
        text=said,
        columns=series.table.columns,
        rows=series.table.rows,
    )


def _says(part: ReportPart) -> bool:
    return bool(part.text or part.title or part.rows)
