"""The constants of a calibration, fitted to a few rows."""

import csv
from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import load_catalog
from tests.tools.speed_tables import speed, written
from tools.calibrate.__main__ import main
from tools.calibrate.refit.command import refits
from tools.calibrate.refit.held_out import Refit
from tools.calibrate.refit.own_runs import own_run_scores
from tools.calibrate.speed_rows import Phase, speed_rows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = []
    for card, rate, prompt in (("RTX 3090", 110, 4000), ("RTX 4090", 130, 9000)):
        for quant, tokens_per_s in (("Q4_K_M", rate), ("Q8_0", rate * 0.65), ("F16", rate * 0.4), ("Q4_K_M", rate)):
            rows += [speed(card, quant, "decode", tokens_per_s), speed(card, quant, "prefill", prompt)]
    rows.append(speed("RTX 3090", "Q4_K_M", "decode", 105, count=2))
    rows.append(speed("RTX 3090", "Q4_K_M", "decode", 300, not_fitted="sum of streams"))
    return written(tmp_path, rows)


def fitted(folder: Path, phase: Phase) -> Refit:
    (one,) = refits(speed_rows(folder), load_catalog(), phase=phase)
    return one


def test_constants_are_fitted_and_scored_on_devices_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(folder), "refit"]) == 0
    text = capsys.readouterr().out
    assert text.index("llama-cpp-cuda, decode") < text.index("llama-cpp-cuda, prefill")
    assert "one device: 8 rows, 2 devices" in text
    assert "several devices: 1 rows, 1 devices" in text
    for line_start in ("as shipped", "fitted", "device left out", "measured / predicted", "worst:", "constants:"):
        assert f"  {line_start}" in text


def test_rows_and_scores_are_the_same_figures(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    assert main(["--data", str(folder), "refit", "--phase", "prefill", "--rows", str(file)]) == 0
    with file.open(newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    one = fitted(folder, "prefill")
    (score,) = one.scores
    assert (one.calibration, one.phase, one.left_out) == ("llama-cpp-cuda", "prefill", "device")
    ratios = sorted(float(row["measured"]) / float(row["predicted_held_out"]) for row in rows)
    assert len(rows) == score.rows == 8
    assert [ratios[0], *score.ratios, ratios[-1]] == sorted([ratios[0], *score.ratios, ratios[-1]])


def test_a_measured_law_is_found_again(folder: Path) -> None:
    one = fitted(folder, "decode")
    fit = one.scores[0].fitted
    assert fit
    assert fit.median < one.scores[0].shipped.median
    assert one.constants["bandwidth_share"][1] <= 1


def test_the_worth_of_runs_on_a_device_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    none, one, two, *_ = own_run_scores(fitted(folder, "decode").unseen)
    assert [(score.kind, score.runs, score.rows) for score in (none, one, two)] == [
        ("decode, dense", 0, 8),
        ("decode, dense", 1, 8),
        ("decode, dense", 2, 8),
    ]
    assert one.median < none.median
    assert main(["--data", str(folder), "refit", "--phase", "decode", "--own-run"]) == 0
    text = capsys.readouterr().out
    assert "Own runs, device left out of the fit\nruns given " in text
    assert "decode, dense: none " in text


def test_a_missing_table_is_one_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", "/no/such", "refit"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_types_that_one_file_mixes_are_fitted_as_one(folder: Path) -> None:
    constants = fitted(folder, "decode").constants
    (_, four), (_, six) = (constants[f"cap_bytes_per_clock.{name}"] for name in ("Q4_K", "Q6_K"))
    assert six / four == pytest.approx(6.5625 / 4.5)


def test_what_no_row_tells_is_like_the_rest_of_its_table(tmp_path: Path) -> None:
    """Prompts of two cards far below any share known of others: the one left out is believed to be like the other."""
    rows = [
        speed(card, quant, "prefill", tokens_per_s)
        for card, tokens_per_s in (("RTX 3090", 700), ("RTX 4090", 1400))
        for quant in ("Q4_K_M", "Q8_0", "Q4_0", "F16")
    ]
    one = fitted(written(tmp_path, rows), "prefill")
    assert max(row.predicted_held_out / row.measured for row in one.held_out) < 3.5
