from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.command import run_command
from advisor.cli.published import SOURCES, Scored, score, table
from advisor.cli.published_case import Case

DATA = Path(__file__).parents[3] / "shared" / "data"
REACH = {
    "serving, dense": 0.5,
    "serving, mixture of experts": 1.0,
    "image, large transformers": 0.25,
    "video, large transformers": 0.25,
    "image, others": 0.4,
}
"""Error of the median row that each group must stay below."""


def test_the_median_rows_are_in_reach() -> None:
    names = ("serving_published.csv", "other_models_published.csv")
    if not all((DATA / name).is_file() for name in names):
        pytest.skip("no shared folder")
    catalog = load_catalog()
    scored = [score(case, catalog) for name in names for case in SOURCES[name](DATA / name)]
    for group, most in REACH.items():
        errors = sorted(one.error for one in scored if one.case.group == group and one.error is not None)
        assert len(errors) >= 10
        assert errors[len(errors) // 2] < most, group


def test_a_row_without_an_answer_is_counted_but_not_scored() -> None:
    case = Case("group", {"task": "image", "device": "?", "model": "SDXL"}, "iterations_per_s", 1.0)
    answered = Scored(case, 1.2, "")
    lines = table([score(case, load_catalog()), answered])
    assert lines[1].split()[:3] == ["group", "2", "1"]
    assert "20%" in lines[1]


def test_a_folder_without_rows_is_a_plain_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["published", str(tmp_path)]) == 1
    assert "holds none of" in capsys.readouterr().err
