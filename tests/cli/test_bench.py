"""`rig-advisor bench` as a person and a script see it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from advisor.bench.conductor import Conductor
from advisor.bench.names import GRAPHICS_NAMES
from advisor.cli.frame.command import run_command
from advisor.cli.measuring.text import bench_text
from advisor.facts.kept.history import Crash
from advisor.facts.machine.measurement import MeasurementFailure, Measurements, Soak
from advisor.facts.values.message import Failure, Message, Result
from advisor.facts.values.reason import reason, told
from advisor.run.command import advisor_command
from advisor.store import crashes
from advisor.store.atomic_file import StoreError
from advisor.store.history import load_history
from tests.fakes.measurements import measurement

CRASH = Crash(part="kernel", what="cpu", driver="1", sentence=told("It crashed."), seen_at="2026-11-20T12:00:00+00:00")


def test_what_cannot_be_measured_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", "--json", "--seconds", "1", "--only", "gpu_matrix_fp8"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"schema_version", "results", "failures", "own_runs", "soaks"}
    assert (found["schema_version"], [one["name"] for one in (*found["results"], *found["failures"])]) == (
        1,
        ["gpu_matrix_fp8"],
    )


def test_real_measurement_as_json() -> None:
    command = advisor_command("bench", "--json", "--seconds", "1.5", "--only", "memory_read_one_thread")
    child = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    (result,) = json.loads(child.stdout)["results"]
    assert {"name", "device", "value", "unit", "spread", "stability", "method", "duration_s", "warnings"} <= set(result)
    assert (result["name"], result["device"], result["unit"]) == ("memory_read_one_thread", "cpu", "bytes_per_s")
    assert result["stability"] in ("stable", "noisy")
    assert {"power_source", "others_during", "before", "after"} <= set(result["conditions"])


@pytest.mark.broad
def test_a_soak_has_a_curve() -> None:
    command = advisor_command("bench", "--json", "--soak", "2", "--only", "memory_read")
    child = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    (soak,) = Measurements.model_validate_json(child.stdout).soaks
    assert soak.name == "memory_read"
    assert len(soak.points) >= 2


def test_a_crash_that_cannot_be_kept_costs_no_other_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Crash) -> None:
        raise StoreError("disk_full")

    def crashing(conductor: Conductor) -> Iterator[Message]:
        conductor._remember(CRASH)
        yield Failure(code="fma_fp32", sentence=told("It crashed."))

    monkeypatch.setattr(crashes, "save_crash", full)
    monkeypatch.setattr(Conductor, "events", crashing)
    assert run_command(["bench", "--only", "fma_fp32"]) == 0


def test_figures_are_kept_as_the_window_keeps_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    results = (measurement(), measurement("gpu_copy", device="software"))
    found = [Result(kind="measurement", body=one.model_dump(mode="json")) for one in results]
    monkeypatch.setattr(Conductor, "events", lambda _: iter(found))
    assert run_command(["bench", "--only", "memory_read"]) == 0
    (own,) = load_history().record.machines
    assert [[one.name for one in run.results] for run in own.runs] == [["memory_read"]]
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RIG_ADVISOR_DATA", str(tmp_path / "file"))
    assert run_command(["bench", "--only", "memory_read", "--json"]) == 0
    imported = capsys.readouterr()
    assert "RAM bandwidth" in imported.out
    assert imported.err.startswith("rig-advisor: ")
    assert imported.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--seconds", "x"], ["--seconds", "nan"], ["--only", "speed"], ["--only"]])
def test_wrong_usage_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", *arguments]) == 2
    imported = capsys.readouterr()
    assert (imported.out, imported.err.count("\n")) == ("", 1)


def test_a_wide_figure_is_shown_as_its_range() -> None:
    wide = measurement(spread=0.4, stability="noisy", block_medians=(30e9, 42e9), warnings=(told("Odd."),))
    curve = measurement("cache_curve", value=((1024, 1e11), (4096, 4e10)), device="cpu:P")
    failures = tuple(
        MeasurementFailure(name=name, reason=told("No."), device="gpu0") for name in ("gpu_copy", "gpu_fp16")
    )
    soak = Soak(
        name="memory_read", device="cpu", unit="bytes_per_s", points=((0.0, 4e10), (60.0, 3e10)), burst=4e10,
        sustained=3e10, method="fake/1", started_at="now",
    )  # fmt: skip
    text = bench_text(Measurements(results=(curve, wide), failures=failures, soaks=(soak,)))
    assert text.splitlines() == [
        "RAM bandwidth                                  ~30 GB/s to 42 GB/s        disturbed",
        "  Odd.",
        "Cache bandwidth, P cores                                                  stable",
        "      1 KiB 100 GB/s",
        "      4 KiB 40 GB/s",
        "RAM bandwidth                                  40 GB/s at first, 30 GB/s after 60 s",
        "  75% of the first rate is left.",
        "VRAM copy; GPU arithmetic, fp16 (gpu0): No.",
        "The measurement was disturbed. What disturbed it: results jumped between two speeds. Figures with ~ may "
        "be too low. Close other programs and measure again.",
    ]


def test_a_rig_without_a_card_is_one_line() -> None:
    failures = tuple(MeasurementFailure(name=name, reason=reason("no_gpu_found")) for name in GRAPHICS_NAMES)
    assert bench_text(Measurements(results=(), failures=failures)) == "No GPU was found.\n"


def _children(number: int) -> set[int]:
    try:
        return {child.pid for child in psutil.Process(number).children()}
    except psutil.NoSuchProcess:
        return set()


def _is_alive(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.broad
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals as on POSIX: looks at /proc")
@pytest.mark.parametrize("events", [True, False])
@pytest.mark.parametrize("signal_name", ["SIGINT", "SIGKILL"])
def test_the_end_of_the_conductor_is_the_end_of_its_child(events: bool, signal_name: str) -> None:
    command = advisor_command("bench", "--events" if events else "--json", "--only", "memory_read", "--seconds", "600")
    conductor = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert conductor.stdout is not None
    assert conductor.stderr is not None
    while not (children := _children(conductor.pid)):
        time.sleep(0.05)
    time.sleep(1.0)
    os.kill(conductor.pid, signal.Signals[signal_name])
    assert conductor.wait() != 0
    while any(map(_is_alive, children)):
        time.sleep(0.02)
    conductor.stdout.close()
    assert b"Traceback" not in conductor.stderr.read()
    conductor.stderr.close()
