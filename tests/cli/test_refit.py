import csv
import json
from pathlib import Path

import pytest

from advisor.cli.command import run_command

MEASURED = (
    "date,engine,backend,hardware,n_devices,model,params_b,active_params_b,quant,file_size_gib,threads,phase,"
    "prompt_len_or_depth,gen_len,batch,flash_attn,tokens_per_s,notes,offload"
)
HARDWARE = "hardware,memory_capacity_gb,mem_bandwidth_gbs,fp32_tflops,fp16_dense_tflops"
CARDS = {"RTX 3090": (24, 936, 35.6, 71.2), "RTX 4090": (24, 1008, 82.6, 165.2)}


def line(card: str, quant: str, phase: str, tokens_per_s: float, *, devices: int = 1, notes: str = "") -> str:
    length = 0 if phase == "decode" else 512
    model = f"{card},{devices},Llama-3.1-8B,8.03,8.03,{quant}"
    return f"2025-03,llama.cpp,cuda,{model},,,{phase},{length},128,1,,{tokens_per_s},{notes},"


def tables(folder: Path) -> list[str]:
    rows = [MEASURED]
    for card, rate, prompt in (("RTX 3090", 110, 4000), ("RTX 4090", 130, 9000)):
        for quant, speed in (("Q4_K_M", rate), ("Q8_0", rate * 0.65), ("F16", rate * 0.4), ("Q4_K_M", rate)):
            rows += [line(card, quant, "decode", speed), line(card, quant, "prefill", prompt)]
    rows.append(line("RTX 3090", "Q4_K_M", "decode", 105, devices=2))
    rows.append(line("RTX 3090", "Q4_K_M", "decode", 300, notes="with MTP"))
    measured, hardware = folder / "measured.csv", folder / "hardware.csv"
    measured.write_text("\n".join(rows), encoding="utf-8")
    described = [f"{name},{','.join(map(str, figures))}" for name, figures in CARDS.items()]
    hardware.write_text("\n".join([HARDWARE, *described]), encoding="utf-8")
    return [str(measured), str(hardware)]


def test_constants_are_fitted_and_scored_on_machines_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["refit", *tables(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert text.index("llama-cpp-cuda, decode") < text.index("llama-cpp-cuda, prefill")
    assert "one device: 8 rows, 2 machines" in text
    assert "several devices: 1 rows, 1 machines" in text
    for line_start in ("as shipped", "fitted", "machine left out", "measured / predicted", "worst:", "constants:"):
        assert f"  {line_start}" in text


def test_rows_and_document_hold_the_same_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.csv"
    assert run_command(["refit", *tables(tmp_path), "--phase", "prefill", "--json", "--rows", str(file)]) == 0
    document = json.loads(capsys.readouterr().out)
    (one,) = document["calibrations"]
    (score,) = one["scores"]
    assert (one["calibration"], one["phase"], one["left_out"]) == ("llama-cpp-cuda", "prefill", "machine")
    with file.open(newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    ratios = sorted(float(row["measured"]) / float(row["predicted_held_out"]) for row in rows)
    assert len(rows) == score["rows"] == 8
    assert ratios[0] <= score["ratio_p10"] <= score["ratio_p50"] <= score["ratio_p90"] <= ratios[-1]


def test_a_measured_law_is_found_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["refit", *tables(tmp_path), "--phase", "decode", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["calibrations"]
    shipped, fitted = (one["scores"][0][key]["median"] for key in ("shipped", "fitted"))
    assert fitted < shipped
    assert one["constants"]["bandwidth_share"][1] <= 1


def test_the_worth_of_runs_on_a_machine_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["refit", *tables(tmp_path), "--phase", "decode", "--own-run", "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["own_runs"]
    assert scores["model"] == []
    none, one, two, *_ = scores["machine"]
    assert [(score["kind"], score["runs"], score["rows"]) for score in (none, one, two)] == [
        ("decode, dense", 0, 8),
        ("decode, dense", 1, 8),
        ("decode, dense", 2, 8),
    ]
    assert one["median"] < none["median"]
    assert run_command(["refit", *tables(tmp_path), "--phase", "decode", "--own-run"]) == 0
    text = capsys.readouterr().out
    assert "Own runs, machine left out of the fit\nruns given " in text
    assert "decode, dense: none " in text


def test_a_missing_table_is_one_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["refit", "/no/such.csv", "/no/such.csv"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_types_that_one_file_mixes_are_fitted_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["refit", *tables(tmp_path), "--phase", "decode", "--json"]) == 0
    constants = json.loads(capsys.readouterr().out)["calibrations"][0]["constants"]
    (_, four), (_, six) = (constants[f"cap_bytes_per_clock.{name}"] for name in ("Q4_K", "Q6_K"))
    assert six / four == pytest.approx(6.5625 / 4.5)
