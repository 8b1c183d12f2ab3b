"""What six very different rigs read on paper, page by page, as a library extracts it from the PDF."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdf
import pytest

from advisor.report.application import ensure_application
from advisor.report.write import write_report
from tests.report.rig_reports import CASES, DATE, rig_views


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
    for part in (my_rig.title, will_it_run.answer, will_it_run.charts["fit"].title, worth.title, *worth.reasons):
        assert re.sub(r"\s+", "", part) in first, part
    lines = [
        " ".join(line.split())
        for number, page in enumerate(pages, 1)
        for line in (f"=== page {number}", *page.splitlines())
    ]
    golden(f"report/{name}.txt", "\n".join(line for line in lines if line) + "\n")
