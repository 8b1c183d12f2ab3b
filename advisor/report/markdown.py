"""The report as Markdown: headings, paragraphs and tables; a chart is its title, its figures and what they say."""

from collections.abc import Iterator

from advisor.present.report.parts import Beside, Block, Drawn, Facts, Figures, Report, Rows, Section, Words
from advisor.present.words.series import Chart, RigPicture, Table

_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_<>|#[]"})
"""What Markdown would take for its own."""
_DEEPEST = 6


def markdown_text(report: Report) -> str:
    """The whole file; parts are an empty line apart."""
    parts = [f"# {_plain(report.title)}", *(_words(words) for words in report.lead)]
    for section in (*report.summary, *report.details):
        parts += _section(section, depth=2)
    parts.append(f"*{_plain(report.foot)}*")
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(section: Section, *, depth: int) -> Iterator[str]:
    yield f"{'#' * min(depth, _DEEPEST)} {_plain(section.title)}"
    for block in section.blocks:
        yield from _block(block, depth)


def _block(block: Block, depth: int) -> Iterator[str]:
    match block:
        case Words():
            yield _words(block)
        case Rows() | Facts() | Figures():
            yield _table(block.table)
        case Drawn():
            yield from _drawn(block.series)
        case Beside():
            yield from _block(block.left, depth)
            yield from _block(block.right, depth)
        case Section():
            yield from _section(block, depth=depth + 1)


def _words(words: Words) -> str:
    strong = f"**{_plain(words.strong)}** " if words.strong else ""
    return f"{strong}{_plain(words.text)}".strip()


def _drawn(series: Chart | RigPicture) -> Iterator[str]:
    if isinstance(series, RigPicture):  # its title is that of its section
        yield _table(series.table)
        yield _plain(series.description)
        return
    yield f"**{_plain(series.title)}**"
    yield _plain(series.subtitle)
    yield _table(series.table)
    yield _plain(series.sentence)


def _table(table: Table) -> str:
    """A table; nothing for one without rows."""
    if not table.rows:
        return ""
    lines = (table.columns, ("---",) * len(table.columns), *table.rows)
    rows = [tuple(cell if index == 1 else _plain(cell) for cell in line) for index, line in enumerate(lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _plain(text: str) -> str:
    """A text as it stands, on one line."""
    return " ".join(text.translate(_SPECIAL).split())
