"""Everything is run once; what does not go well is told, and costs only itself."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from advisor.advice import proving
from advisor.facts.kept.proof import Proof, ProvenStep
from advisor.facts.machine.measurement import MeasurementFailure, Measurements
from advisor.facts.values.reason import told
from advisor.run.captured import Captured
from tests.fakes.machines import machine
from tests.fakes.measurements import measurement

NAMES = ("version", "probe", "doctor", "bench", "layer", "rank", "worth", "report", "paper", "window")
HERE = machine().model_dump(mode="json")
LSCPU = {"tool": "lscpu", "facts": [{"fact": "cores", "told": 8, "app": 8, "agrees": True}]}


def answers() -> dict[str, Any]:
    """What each command prints where all goes well."""
    measured = Measurements(results=(measurement("memory_read", 40e9),))
    return {
        "--version": "rig-advisor 0.1.0",
        "probe": HERE,
        "doctor": {"machine": HERE, "witnesses": [LSCPU], "log": []},
        "bench": json.loads(measured.model_dump_json()),
        "layer": {"runs": [{"device": "cpu"}]},
        "rank": {"models": ()},
    }


class Commands:
    """Stands in for the children: notes what they were asked, and answers as told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **ends: Captured | BaseException) -> None:
        self.asked: list[list[str]] = []
        self.limits_s: list[float] = []
        self._ends, self._answers = ends, answers()
        monkeypatch.setattr(proving, "captured", self.run)

    def run(self, command: Sequence[str], *, environment: dict[str, str], limit_s: float, **_: object) -> Captured:
        self.limits_s.append(limit_s)
        arguments = list(command)[list(command).index("advisor") + 1 :]
        self.asked.append(arguments)
        name = "layer" if "--layer" in arguments else arguments[0].strip("-")
        end = self._ends.get(name)
        if isinstance(end, BaseException):
            raise end
        printed = self._answers.get(name, self._answers.get(arguments[0], ""))
        return end or Captured(json.dumps(printed).encode(), b"", 0.1, exit_code=0)


def proof_of(commands: Commands, limit_s: float = 600.0) -> Proof:
    told: list[ProvenStep] = []
    proof = proving.prove(limit_s, told.append)
    assert tuple(told) == proof.steps
    assert tuple(one.name for one in proof.steps) == NAMES
    return proof


def ends(proof: Proof) -> dict[str, str]:
    return {one.name: one.end for one in proof.steps}


def test_what_the_machine_is_and_what_was_measured_is_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands(monkeypatch)
    proof = proof_of(commands)
    assert {name for name, end in ends(proof).items() if end == "ok"} >= {
        "version",
        "probe",
        "doctor",
        "bench",
        "layer",
    }
    assert [one.tool for one in proof.witnesses] == ["lscpu"]
    assert [one.name for one in proof.judgements] == ["memory_read"]
    asked = next(arguments for arguments in commands.asked if arguments[0] == "rank")
    assert "--machine" in asked
    assert Proof.model_validate_json(proof.model_dump_json()) == proof


def test_an_answer_of_a_wrong_form_is_a_crash_and_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands(monkeypatch, doctor=Captured(b"{", b"", 0.1, exit_code=0))
    proof = proof_of(commands)
    assert ends(proof)["doctor"] == "crashed"
    assert next(one.cause for one in proof.steps if one.name == "doctor") == "wrong_form"
    assert ends(proof)["bench"] == ends(proof)["probe"] == "ok"
    assert proof.doctor is None
    assert not proof.is_right


def test_more_time_in_all_is_more_for_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Commands(monkeypatch)
    proof_of(usual)
    patient = Commands(monkeypatch)
    proof_of(patient, limit_s=1800.0)
    assert patient.limits_s == [3 * one for one in usual.limits_s]


def test_where_nothing_was_measured_the_reasons_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = ("No GPU.", "Too much else runs.", "Too much else runs.")
    failures = tuple(MeasurementFailure(name="memory_read", device="cpu", reason=told(one)) for one in reasons)
    printed = Measurements(results=(), failures=failures).model_dump_json().encode()
    proof = proof_of(Commands(monkeypatch, bench=Captured(printed, b"", 0.1, exit_code=0)))
    (step,) = (one for one in proof.steps if one.name == "bench")
    assert (step.end, step.cause, step.said) == ("failed", None, "nothing measured: No GPU. Too much else runs.")
    assert not proof.is_right


@pytest.mark.parametrize(
    ("end", "name"),
    [
        (Captured(b"", b"", 1.0, exit_code=-11), "crashed"),
        (Captured(b"", b"rig-advisor: the driver says no", 1.0, exit_code=1), "failed"),
        (Captured(b"", b"rig-advisor: a fault of this program (KeyError)", 1.0, exit_code=1), "crashed"),
        (Captured(b"", b"", 60.0, ended_for="time"), "timed_out"),
        (PermissionError(13, "Permission denied"), "failed"),
    ],
)
def test_how_a_step_ended_is_told(monkeypatch: pytest.MonkeyPatch, end: Any, name: str) -> None:
    assert ends(proof_of(Commands(monkeypatch, bench=end)))["bench"] == name


def test_what_is_stopped_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = proof_of(Commands(monkeypatch, bench=KeyboardInterrupt()))
    assert proof.doctor is not None
    assert [one.cause for one in proof.steps if one.end == "skipped"] == ["stopped"] * 7


def test_without_time_nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands(monkeypatch)
    assert set(ends(proof_of(commands, limit_s=0.0)).values()) == {"skipped"}
    assert commands.asked == []


def test_without_the_window_its_steps_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    proof = proof_of(Commands(monkeypatch))
    assert [one.name for one in proof.steps if one.end == "skipped"] == ["report", "paper", "window"]


def test_names_of_people_are_hidden_in_what_a_step_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said = f"rig-advisor: {Path.home()}/Secret Project/model.gguf: no".encode()
    proof = proof_of(Commands(monkeypatch, bench=Captured(b"", said, 1.0, exit_code=1)))
    told = next(one.said for one in proof.steps if one.name == "bench")
    assert "Secret" not in told
    assert told


def test_a_gpu_that_sleeps_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fakes.machines import nvidia_card, seen

    commands = Commands(monkeypatch)
    asleep = machine(gpus=(nvidia_card().changed(state=seen("asleep")),))
    commands._answers["doctor"]["machine"] = asleep.model_dump(mode="json")
    proof_of(commands)
    assert next(one for one in commands.asked if one[0] == "bench")[-2:] == ["--wake", "gpu0"]
