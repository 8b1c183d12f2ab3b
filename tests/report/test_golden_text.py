"""What six very different rigs read on paper, page by page, as a library extracts it from the PDF."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdf
import pytest

from advisor.present.report.parts import Rows, Section
from advisor.present.report.report import report
from advisor.report.application import ensure_application
from advisor.report.write import write_report
from tests.report.rig_reports import CASES, DATE, rig_views

LEAST_FILLED = 0.5
FOOT_POINTS = 45.0
"""The line below each page lies below that."""


@pytest.fixture(autouse=True)
def application(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Measurements are dated in local time."""
    ensure_application()
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "UTC")
        _set_zone()
        yield
    _set_zone()


def _set_zone() -> None:
    if hasattr(time, "tzset"):
        time.tzset()


def filled(page: pypdf.PageObject) -> float:
    """How far down the text of a page reaches, the line below it left out, as a share of its height."""
    lows: list[float] = []

    def note(text: str, matrix: list[float], place: list[float], *_: object) -> None:
        if text.strip():
            lows.append(matrix[5] + matrix[3] * place[5])

    page.extract_text(visitor_text=note)
    height = float(page.mediabox.height)
    return 1 - min(low for low in lows if low > FOOT_POINTS) / height


@pytest.mark.parametrize("name", CASES)
def test_pages_read_as_they_did(name: str, tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    my_rig, will_it_run, worth = rig_views(name)
    path = tmp_path / "rig.pdf"
    write_report(
        path,
        my_rig=my_rig,
        will_it_run=will_it_run,
        worth=worth,
        profile_json="{}",
        date=DATE,
        version="0.1.0",
        paper=CASES[name].paper,
    )
    pages = [page.extract_text() for page in pypdf.PdfReader(path).pages]
    assert path.stat().st_size < 200_000
    assert will_it_run is not None
    assert worth is not None
    first = re.sub(r"\s+", "", pages[0])
    verdict = will_it_run.verdict
    figures = (text for one in verdict.figures for text in (one.name, one.amount, one.span, one.meaning))
    for part in (verdict.title, verdict.asked, verdict.because, *figures, worth.title, *worth.reasons):
        assert re.sub(r"\s+", "", part) in first, part
    for text in (will_it_run.charts["fit"].sentence, my_rig.explanation, "Findings", "What is inside"):
        assert re.sub(r"\s+", "", text) not in first, "the first page is for the verdict alone"
    assert min(map(filled, pypdf.PdfReader(path).pages[:-1])) >= LEAST_FILLED
    lines = [
        " ".join(line.split())
        for number, page in enumerate(pages, 1)
        for line in (f"=== page {number}", *page.splitlines())
    ]
    golden(f"report/{name}.txt", "\n".join(line for line in lines if line) + "\n")


def tables(section: Section) -> Iterator[Rows]:
    """All below it."""
    for block in section.blocks:
        if isinstance(block, Section):
            yield from tables(block)
        elif isinstance(block, Rows):
            yield block


@pytest.mark.parametrize("name", ["desktop", "mac"])
def test_no_table_has_an_empty_column(name: str) -> None:
    my_rig, will_it_run, worth = rig_views(name)
    paper = report(my_rig=my_rig, will_it_run=will_it_run, worth=worth, date=DATE, version="1")
    found = [one for section in (*paper.summary, *paper.details) for one in tables(section)]
    assert any("$" in cell for one in found for row in one.table.rows for cell in row)
    for one in found:
        assert len(one.shares) == len(one.table.columns)
        assert all(any(cells) for cells in zip(*one.table.rows, strict=True)), one.table.columns
