"""The report as Markdown and JSON: the same sentences and figures as in the PDF, for people and for programs."""

import datetime
import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from advisor.facts.answers.report_file import ReportFile
from advisor.report.write import ReportError, write_report
from tests.report.test_report import PROFILE, RIGS, plain, views


def written(path: Path, name: str) -> str:
    my_rig, will_it_run = views(name)
    date = datetime.date(2026, 11, 20)
    write_report(path, my_rig=my_rig, will_it_run=will_it_run, profile_json=PROFILE, date=date, version="0.1.0")
    return path.read_text(encoding="utf-8")


def texts(name: str) -> list[str]:
    """What every form has to say."""
    my_rig, will_it_run = views(name)
    found = [my_rig.title, my_rig.subtitle, my_rig.explanation, my_rig.picture.description]
    found += [cell for row in my_rig.facts for cell in (row.name, row.text, row.origin)]
    found += [text for card in my_rig.findings for text in (card.word, card.title, card.text)]
    if will_it_run is not None:
        found += [*will_it_run.verdict.lines[:2], will_it_run.verdict.because]
        found += [text for one in will_it_run.verdict.figures for text in (one.name, one.amount, one.span, one.meaning)]
        found += [will_it_run.detail, *(why.title for why in will_it_run.why)]
        assert {"fit", "speed"} <= set(will_it_run.charts)
        for chart in will_it_run.charts.values():
            found += [chart.title, chart.sentence, *(cell for row in chart.table.rows for cell in row)]
    return found


@pytest.mark.parametrize("name", RIGS)
def test_markdown_says_the_same(name: str, tmp_path: Path) -> None:
    text = written(tmp_path / "rig.md", name)
    found = plain(re.sub(r"\\(.)", r"\1", text))
    for wanted in texts(name):
        assert plain(wanted) in found, wanted
    assert text.startswith("# ")
    assert text.endswith("*Rig Advisor 0.1.0, 2026-11-20*\n")
    assert "\n\n\n" not in text


def test_tables_of_markdown_have_as_many_cells_in_every_row(tmp_path: Path) -> None:
    lines = written(tmp_path / "rig.md", "card").splitlines()
    widths = {len(re.split(r"(?<!\\)\|", line)) for line in lines if line.startswith("| ") and "GB/s" in line}
    assert widths
    for first, second in itertools.pairwise(lines):
        if first.startswith("| ") and second.startswith("| "):
            assert len(re.split(r"(?<!\\)\|", first)) == len(re.split(r"(?<!\\)\|", second)), first


@pytest.mark.parametrize("name", RIGS)
def test_json_says_the_same_and_holds_the_machine(name: str, tmp_path: Path) -> None:
    document = json.loads(written(tmp_path / "rig.json", name))
    assert ReportFile.model_validate_json(json.dumps(document)).schema_version == 1
    assert (document["date"], document["app_version"]) == ("2026-11-20", "0.1.0")
    assert document["profile"] == json.loads(PROFILE)
    found = plain(" ".join(strings(document)))
    for wanted in texts(name):
        assert plain(wanted) in found, wanted


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


def test_another_ending_is_one_plain_sentence(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=r"^rig\.docx could not be saved: a report ends in \.pdf, \.md or \.json\.$"):
        written(tmp_path / "rig.docx", "rig only")
    assert list(tmp_path.iterdir()) == []
