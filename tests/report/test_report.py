"""The PDF: all sentences as text, fonts embedded, no pictures, one or two pages, the machine attached, safe writing."""

import datetime
import errno
import io
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pytest
import shiboken6
from PySide6.QtGui import QPdfWriter

from advisor.advice.ranking import LISTED, runs_well
from advisor.answer.rig.rank import rank_models
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.charts.chart_frame import is_empty
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.machine.machine import Machine
from advisor.present.findings.health import health
from advisor.present.rank.rows import MEMORY_COLUMN, ranked_row
from advisor.present.report.report import report
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.tasks.shown import SHOWN
from advisor.present.words.view import MyRigView, WillItRunView
from advisor.report.application import ensure_application
from advisor.report.pdf import pdf_bytes
from advisor.report.write import ReportError, write_report
from advisor.store import atomic_file
from tests.fakes.estimates import answer, cpu_estimate, spilled, text_view, too_big, unified
from tests.fakes.known_computers import known_computer
from tests.fakes.machines import machine, nvidia_card, seen

LIGATURES = "\ufb00\ufb01\ufb02\ufb03\ufb04"
PROFILE = '{"schema_version": 1, "note": "ünïcode"}'
NO_SPEED = unified(None)
MANY_FINDINGS = machine(hypervisor=seen("kvm"), gpus=(nvidia_card(free_gib=2), nvidia_card(state=seen("asleep"))))
RIGS: dict[str, tuple[Machine, TextAnswer | None]] = {
    "card": (machine(gpus=(nvidia_card(),)), answer()),
    "no card": (machine(memory_gib=7.7, available_gib=2.0), answer(cpu_estimate(0.7))),
    "spills": (machine(gpus=(nvidia_card(total_gib=4, free_gib=3.6),)), answer(spilled(), offloaded=spilled())),
    "too big": (MANY_FINDINGS, answer(too_big())),
    "nothing known": (
        machine(module_slots=()),
        answer(NO_SPEED, cpu=cpu_estimate(None), rooflines=(), sweeps=(), candidates=()),
    ),
    "eight cards": (machine(gpus=(nvidia_card(),) * 8, module_slots=("DIMM_A2", "DIMM_B2")), answer()),
    "eight kinds": (
        machine(gpus=tuple(nvidia_card(name=f"NVIDIA Card {number}", free_gib=5) for number in range(8))),
        answer(),
    ),
    "rig only": (machine(module_slots=()), None),
}


@pytest.fixture(autouse=True)
def application() -> None:
    ensure_application()


@cache
def views(name: str) -> tuple[MyRigView, WillItRunView | None]:
    one, asked = RIGS[name]
    catalog = load_catalog()
    carded = with_cards(one, catalog)
    answers = (asked,) if asked else ()
    my_rig = my_rig_view(machine=carded, rig=assemble_rig(carded, None, catalog), measurements=None, answers=answers)
    return my_rig, text_view(asked) if asked else None


def written(path: Path, name: str, **options: Any) -> Path:
    my_rig, will_it_run = views(name)
    write_report(
        path,
        my_rig=my_rig,
        will_it_run=will_it_run,
        profile_json=PROFILE,
        date=datetime.date(2026, 11, 20),
        version="0.1.0",
        **options,
    )
    return path


@cache
def report_of(name: str) -> bytes:
    """The PDF of a rig; drawn once, as several tests read it."""
    my_rig, will_it_run = views(name)
    content = report(
        my_rig=my_rig, will_it_run=will_it_run, worth=None, date=datetime.date(2026, 11, 20), version="0.1.0"
    )
    return pdf_bytes(content, profile_json=PROFILE, paper="a4")


def read(name: str) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(report_of(name)))


def plain(text: str) -> str:
    """Without spaces and line ends, which a PDF does not keep."""
    return re.sub(r"\s+", "", text)


def flat(outline: list[Any]) -> list[Any]:
    return [one for item in outline for one in (flat(item) if isinstance(item, list) else [item])]


def test_a_report_of_the_rig_has_the_rig_as_its_title() -> None:
    """Saved on page My rig it was called by the last question."""
    my_rig, will_it_run = views("card")
    assert will_it_run is not None
    told = {"my_rig": my_rig, "will_it_run": will_it_run, "worth": None, "version": "1"}
    made = report(**told, date=datetime.date(2026, 11, 20), about="rig")  # type: ignore[arg-type]
    assert (made.title, made.light) == (my_rig.title, None)
    assert made.summary[0].title == my_rig.picture.title
    assert will_it_run.verdict.title in [one.title for one in made.summary]
    usual = report(**told, date=datetime.date(2026, 11, 20))  # type: ignore[arg-type]
    assert usual.title == will_it_run.verdict.title


@pytest.mark.parametrize("workload_id", ["chat", "coding-agent", "speech"])
def test_a_report_lists_what_runs_well_as_the_page_of_models_does(workload_id: str) -> None:
    my_rig, will_it_run = views("card")
    catalog = load_catalog()
    rig = known_computer("computers/usual/pc-rtx-3060-12gb", catalog).rig
    listed = runs_well(rig, catalog, workload_id)
    assert listed is not None
    made = report(
        my_rig=my_rig, will_it_run=will_it_run, worth=None, date=datetime.date(2026, 11, 20), version="1", listed=listed
    )
    assert made.details[0].title == listed.title
    shown = SHOWN[find_workload(workload_id, catalog).task]
    ranked = [one for one in rank_models(rig, catalog, workload_id=workload_id) if one.light.is_useful]
    rows = [ranked_row(one, catalog, shown, workload_id) for one in ranked]
    names = [row.name for row in rows if row.name in {one[0] for one in listed.table.rows}]
    assert names == [one[0] for one in listed.table.rows]
    assert len(names) <= LISTED
    memory = {row.name: row.cells[MEMORY_COLUMN].text for row in rows}
    assert all(one[-1] == memory[one[0]] for one in listed.table.rows)


@pytest.mark.broad
@pytest.mark.parametrize("name", RIGS)
def test_every_sentence_is_text(name: str) -> None:
    reader = read(name)
    extracted = " ".join(page.extract_text() for page in reader.pages)
    assert not [character for character in extracted if character in LIGATURES + "\t"]
    found = plain(extracted)
    my_rig, will_it_run = views(name)
    texts = [my_rig.title, my_rig.subtitle, my_rig.explanation, my_rig.paper_status, my_rig.picture.title]
    texts += [my_rig.picture.description, *(cell for row in my_rig.facts for cell in (row.name, row.text, row.origin))]
    texts += [text for card in my_rig.findings for text in (card.word, card.title, card.text, card.evidence)]
    if will_it_run is not None:
        verdict = will_it_run.verdict
        texts += [verdict.title, verdict.asked, verdict.because, verdict.aside]
        texts += [text for one in verdict.figures for text in (one.name, one.amount, one.span, one.meaning)]
        texts += [will_it_run.detail, will_it_run.gpu_sentence, *will_it_run.notes]
        texts += [text for why in will_it_run.why for text in (why.title, *(row[0] for row in why.inputs.rows))]
        for chart in (chart for name, chart in will_it_run.charts.items() if name in ("fit", "speed", "compare")):
            texts += [chart.title, chart.sentence, *([] if is_empty(chart) else [chart.subtitle])]
        texts += [segment.text for bar in will_it_run.charts["fit"].bars for segment in bar.segments]
    assert "on this computer" not in extracted
    for text in texts:
        assert plain(text) in found, text


@pytest.mark.broad
@pytest.mark.parametrize("name", RIGS)
def test_pages_fonts_pictures_and_size(name: str) -> None:
    reader = read(name)
    assert len(reader.pages) <= 6
    assert len(report_of(name)) < 150_000
    for number, page in enumerate(reader.pages, start=1):
        assert list(page.images) == []
        fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
        assert fonts
        for font in fonts:
            descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert "Inter" in descriptor["/FontName"]
            assert "/FontFile2" in descriptor
        footer = f"Rig Advisor 0.1.0, 2026-11-20, page {number} of {len(reader.pages)}"
        assert plain(footer) in plain(page.extract_text())


def test_what_a_reader_shows_of_the_document() -> None:
    reader = read("card")
    my_rig, will_it_run = views("card")
    assert reader.metadata is not None
    assert will_it_run is not None
    assert reader.metadata.title == f"Rig Advisor: {will_it_run.verdict.title}"
    assert (reader.metadata.author, reader.metadata.creator) == ("Rig Advisor", "Rig Advisor 0.1.0")
    assert reader.metadata.subject == f"{will_it_run.judged_subject}: {will_it_run.answer}"
    assert reader.metadata["/Keywords"] == ", ".join((*my_rig.names, will_it_run.subject))
    assert reader.xmp_metadata is not None
    assert reader.xmp_metadata.dc_creator == ["Rig Advisor"]
    assert reader.xmp_metadata.dc_description == {"x-default": reader.metadata.subject}
    root: Any = reader.trailer["/Root"]
    assert (root["/Lang"], root["/PageMode"]) == ("en-US", "/UseOutlines")
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]


def test_the_contents_lead_to_their_headings() -> None:
    reader = read("card")
    marks = flat(reader.outline)
    assert marks[0]["/Title"] == "Great: Qwen3 8B"
    assert {"What is inside", "Findings", "Assumptions"} <= {mark["/Title"] for mark in marks}
    for mark in marks:
        page = reader.pages[reader.get_destination_page_number(mark) or 0]
        assert 0 < mark["/Top"] < float(page.mediabox.height)
    stands_out = next(mark for mark in marks if mark["/Title"] == "Findings")
    page = reader.pages[reader.get_destination_page_number(stands_out) or 0]
    assert plain("Findings") in plain(page.extract_text())


def test_nothing_stays_of_what_wrote_a_report(tmp_path: Path) -> None:
    def writers() -> int:
        return sum(isinstance(one, QPdfWriter) for one in shiboken6.getAllValidWrappers())

    before = writers()
    written(tmp_path / "rig.pdf", "card")
    assert writers() == before


def test_the_machine_is_attached() -> None:
    reader = read("card")
    (content,) = reader.attachments["machine-profile.json"]
    assert json.loads(content) == json.loads(PROFILE)


def test_paper_is_a4_or_letter(tmp_path: Path) -> None:
    a4 = pypdf.PdfReader(written(tmp_path / "a4.pdf", "rig only", paper="a4")).pages[0].mediabox
    letter = pypdf.PdfReader(written(tmp_path / "letter.pdf", "card", paper="letter")).pages
    assert (round(float(a4.width)), round(float(a4.height))) == (595, 842)
    assert (round(float(letter[0].mediabox.width)), round(float(letter[0].mediabox.height))) == (612, 792)


@pytest.mark.parametrize("name", ["card", "nothing known", "eight kinds"])
def test_the_first_page_begins_with_the_verdict_and_words_for_readers_of_pictures_come_last(name: str) -> None:
    pages = [plain(page.extract_text()) for page in read(name).pages]
    my_rig, will_it_run = views(name)
    assert will_it_run is not None
    verdict = will_it_run.verdict
    for text in (verdict.title, verdict.asked, verdict.because, *my_rig.names, my_rig.picture.title, "2026-11-20"):
        assert plain(text) in pages[0]
    assert pages[-1].find(plain("The picture in words")) > pages[-1].find(plain("Assumptions"))


def test_the_first_page_says_whether_it_is_set_up_well_and_nothing_twice() -> None:
    page = read("card").pages[0].extract_text()
    assert plain(health(views("card")[0].findings).title) in plain(page)
    sentences = [one.strip() for one in page.split("\n") if one.strip().endswith(".")]
    assert len(sentences) == len(set(sentences))


def test_no_chart_is_cut_from_its_title() -> None:
    pages = [plain(page.extract_text()) for page in read("card").pages]
    will_it_run = views("card")[1]
    assert will_it_run is not None
    for chart in will_it_run.charts.values():
        assert any(plain(chart.title) in page and plain(chart.sentence) in page for page in pages), chart.title


@pytest.mark.broad
@pytest.mark.parametrize("name", RIGS)
def test_no_page_shows_a_path_or_the_name_of_a_method(name: str) -> None:
    text = " ".join(page.extract_text() for page in read(name).pages)
    assert not re.findall(r"\S*\.toml|specs/\S*|(?<![\w:/])/(?:sys|proc|home|dev)\S*|\w+_\w+/\d", text)


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rig.pdf"
    path.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ReportError, match=r"could not be saved in .*: the disk is full\.$"):
        written(path, "rig only")
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["rig.pdf"]


def test_a_folder_without_permission_is_one_plain_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(atomic_file, "_for_owner_only", refused)
    with pytest.raises(ReportError, match=r"^rig\.pdf could not be saved in .*: there is no permission\.$"):
        written(tmp_path / "rig.pdf", "rig only")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["pdf", "md", "json"])
def test_nothing_half_written_stays_when_it_is_stopped(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        written(tmp_path / f"rig.{ending}", "rig only")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_way_is_one_plain_sentence(tmp_path: Path) -> None:
    (tmp_path / "rig.pdf").mkdir()
    with pytest.raises(ReportError, match=r"rig\.pdf is not a file that can be replaced\.$"):
        written(tmp_path / "rig.pdf", "rig only")


def test_a_chart_without_figures_is_words_only() -> None:
    pages = read("nothing known").pages
    text = " ".join(page.extract_text() for page in pages)
    assert "The speed is unknown" in text
    assert "Tokens in the conversation" not in text


def test_a_short_first_page_goes_on_with_the_details() -> None:
    (page,) = read("rig only").pages
    assert "Assumptions" in page.extract_text()
