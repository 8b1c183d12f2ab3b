"""A report brings its machine along: the PDF and the JSON open like the profile itself, other PDFs say why not."""

import datetime
from pathlib import Path

import pypdf
import pytest

from advisor.facts.kept.profile import Profile
from advisor.report.write import write_report
from advisor.store.anonymized_text import anonymized_json
from advisor.store.atomic_file import StoreError
from advisor.store.profile import open_machine
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.measurements import measurement, measurements
from tests.report.test_report import views

RIG = machine(gpus=(nvidia_card(),))


@pytest.mark.parametrize("ending", ["pdf", "json"])
def test_a_report_opens_as_its_machine(ending: str, tmp_path: Path) -> None:
    my_rig, will_it_run = views("card")
    path = tmp_path / f"report.{ending}"
    profile = Profile(machine=RIG, measurements=measurements(measurement()))
    write_report(
        path,
        my_rig=my_rig,
        will_it_run=will_it_run,
        profile_json=anonymized_json(profile),
        date=datetime.date(2026, 11, 20),
        version="0.1.0",
    )
    opened = open_machine(path).profile
    assert opened.machine == RIG
    assert opened.measurements == profile.measurements


def test_a_pdf_without_a_machine(tmp_path: Path) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.write(tmp_path / "letter.pdf")
    with pytest.raises(StoreError, match=r"no_machine_profile.*letter\.pdf.*no_machine_attached"):
        open_machine(tmp_path / "letter.pdf")


@pytest.mark.parametrize("rest", [b"", b"1.4\n", b"1.4\ntrailer <</Root 1 0 R>>\nstartxref\n9\n%%EOF", b"\xff" * 4000])
def test_a_damaged_pdf_is_one_sentence(rest: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-" + rest)
    with pytest.raises(StoreError, match=r"no_machine_profile.*bad\.pdf"):
        open_machine(tmp_path / "bad.pdf")
    assert capfd.readouterr().err == ""
