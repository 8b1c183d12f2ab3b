"""`rig-advisor bench` as a person and a script see it."""

import json

import pytest

from advisor.cli.bench import _lines
from advisor.cli.command import run_command
from tests.fakes.measurements import measurement, measurements


def test_what_cannot_be_measured_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", "--json", "--only", "int8_dot"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {
        "schema_version": 1,
        "results": [],
        "failures": [{"name": "int8_dot", "reason": "not measured by this version"}],
        "own_runs": [],
    }


@pytest.mark.parametrize("arguments", [["--seconds", "x"], ["--seconds", "nan"], ["--only", "speed"], ["--only"]])
def test_wrong_usage_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", *arguments]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)


def test_a_wide_figure_is_shown_as_its_range() -> None:
    wide = measurement(spread=0.4, stability="noisy", block_medians=(30e9, 42e9), warnings=("Odd.",))
    assert _lines(measurements(measurement("memory_copy"), wide)) == [
        "Memory copy              40 GB/s                stable",
        "Memory read              30 GB/s to 42 GB/s     noisy",
        "  Odd.",
    ]
