"""Predicted beside published speeds."""

import csv
from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import load_catalog
from tests.tools.speed_tables import speed, written
from tools.calibrate.__main__ import main
from tools.calibrate.score import predicted
from tools.calibrate.speed_rows import speed_rows

NVIDIA = "  NVIDIA, CUDA "


def lines(capsys: pytest.CaptureFixture[str], folder: Path, *options: str) -> list[str]:
    assert main(["--data", str(folder), "score", *options]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.fixture
def rate(tmp_path: Path) -> float:
    """The predicted speed of one row."""
    rows = speed_rows(written(tmp_path, [speed("RTX 4090", "Q4_K_M", "decode", 1.0)]))
    return predicted(rows, load_catalog())[0][0].tokens_per_s.middle


def test_a_row_as_predicted_is_no_error_and_inside(
    rate: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, [speed("RTX 4090", "Q4_K_M", "decode", rate)])
    every, *_ = (line for line in lines(capsys, tmp_path) if line.startswith(NVIDIA))
    assert every.split()[2:8] == ["1", "1", "0.0%", "0%", "0%", "100%"]


def test_a_source_with_many_rows_weighs_as_one_with_few(
    rate: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = [speed("RTX 4090", "Q4_K_M", "decode", rate, source="many")] * 9
    bad = [speed("RTX 4090", "Q4_K_M", "decode", rate / 10, source="few")]
    by_row, by_source = (line for line in lines(capsys, written(tmp_path, good + bad)) if line.startswith(NVIDIA))
    covered = [line.split()[7] for line in (by_row, by_source)]
    assert covered == ["90%", "50%"]


def test_every_row_is_written_with_the_worst_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [speed("RTX 4090", "Q4_K_M", phase, 100) for phase in ("decode", "prefill")]
    file = tmp_path / "rows.csv"
    lines(capsys, written(tmp_path, rows), "--rows", str(file))
    with file.open(newline="", encoding="utf-8") as handle:
        assert [row["phase"] for row in csv.DictReader(handle)] == ["prefill", "decode"]
