"""The parent's side with real children."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from advisor.bench.measure import bench_command, run_bench
from advisor.facts.measurement import Measurements
from advisor.run.command import advisor_command
from tests.fakes.measurements import measurement

if TYPE_CHECKING:
    from advisor.facts.message import Message

FAKE = Path(__file__).parents[1] / "fakes" / "child.py"


def fake(scenario: str) -> list[str]:
    return [sys.executable, "-S", str(FAKE), scenario]


def test_crashed_child_is_a_reason_for_each_name() -> None:
    found = run_bench(("memory_read", "fma_fp32"), command=fake("failure"))
    assert found.results == ()
    assert {failure.name: failure.reason for failure in found.failures} == {
        "memory_read": "The file is not there.",
        "fma_fp32": "The file is not there.",
    }


def test_results_before_a_stop_are_kept(tmp_path: Path) -> None:
    script = tmp_path / "half.py"
    line = json.dumps({"event": "result", "kind": "measurement", "body": measurement().model_dump(mode="json")})
    script.write_text(f"import time\nprint({line!r}, flush=True)\ntime.sleep(60)\n", encoding="utf-8")
    messages: list[Message] = []
    found = run_bench(
        on_message=messages.append, should_stop=lambda: bool(messages), command=[sys.executable, "-S", str(script)]
    )
    assert found.results == (measurement(),)
    assert all(failure.reason.startswith("Stopped") for failure in found.failures)


def test_command_line_carries_what_was_asked() -> None:
    names = bench_command(("memory_read", "memory_copy"), 2.0)
    assert names == advisor_command(
        "bench", "--events", "--only", "memory_read", "--only", "memory_copy", "--seconds", "2"
    )


def test_real_measurement_through_the_command_line() -> None:
    command = advisor_command("bench", "--json", "--seconds", "1", "--only", "memory_read_one_thread", "cache_curve")
    child = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found = Measurements.model_validate_json(child.stdout)
    assert [result.name for result in found.results] == ["memory_read_one_thread"]
    assert [failure.name for failure in found.failures] == ["cache_curve"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
@pytest.mark.parametrize("events", [True, False])
def test_interrupt_stops_within_a_second(events: bool) -> None:
    command = bench_command() if events else advisor_command("bench", "--json")
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert child.stdout is not None
    assert child.stderr is not None
    if events:
        child.stdout.readline()
    time.sleep(1.5)
    began_s = time.monotonic()
    os.kill(child.pid, signal.SIGINT)
    assert child.wait(10) != 0
    assert time.monotonic() - began_s < 2.0, "one second on a quiet machine, twice that on a shared one"
    child.stdout.close()
    assert b"Traceback" not in child.stderr.read()
    child.stderr.close()
