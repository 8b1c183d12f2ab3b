"""`rig-advisor prove` writes one file, and says in lines what it holds."""

import json
from pathlib import Path

import pytest

from advisor.cli import prove as command
from advisor.cli.frame.command import run_command
from advisor.facts.kept.proof import Proof, ProvenStep
from advisor.facts.machine.witness import ComparedFact, ComparedWitness

FACT = ComparedFact(fact="cores", told=6, app=12, agrees=False)


def proof(*steps: ProvenStep, witnesses: tuple[ComparedWitness, ...] = ()) -> Proof:
    return Proof(
        app_version="1.0", python="3.11.7", platform="linux x86_64", is_packaged=False, proven_on="2026-11-23",
        steps=steps, witnesses=witnesses, doctor={},
    )  # fmt: skip


OK, CRASHED = ProvenStep(name="probe", end="ok"), ProvenStep(name="bench", end="crashed", said="why\nbecause")


@pytest.mark.parametrize(
    ("found", "code", "said"),
    [
        (proof(OK), 0, "1 of 1 steps ok; other tools agree."),
        (proof(OK, CRASHED), 1, "1 of 2 steps ok; 1 CRASHED; other tools agree."),
        (
            proof(OK, witnesses=(ComparedWitness(tool="lscpu", facts=(FACT,)),)),
            1,
            "lscpu: says 6 cores where this app says 12 cores",
        ),
        (proof(OK, ProvenStep(name="bench", end="skipped", cause="stopped")), 130, "1 left out"),
    ],
)
def test_the_last_lines_and_the_code_say_whether_all_went_well(
    found: Proof,
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stand_in(limit_s: float, on_step: object) -> Proof:
        assert limit_s == 600.0
        return found

    monkeypatch.setattr(command, "prove", stand_in)
    file = tmp_path / "proof.json"
    assert run_command(["prove", "--out", str(file)]) == code
    assert said in capsys.readouterr().out
    assert Proof.model_validate_json(file.read_bytes()) == found


@pytest.mark.broad
def test_a_few_seconds_are_enough_for_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command(["prove", "--minutes", "0.1"]) in (0, 1)
    (file,) = tmp_path.glob("rig-advisor-proof-*.json")
    steps = json.loads(file.read_text(encoding="utf-8"))["steps"]
    assert [step["name"] for step in steps][:3] == ["version", "probe", "doctor"]
    assert f"Saved {file.name}" in capsys.readouterr().out


@pytest.mark.parametrize("minutes", ["0", "-1", "nan", "inf", "1e9", "ten"])
def test_a_time_without_sense_is_wrong_usage(minutes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["prove", f"--minutes={minutes}"]) == 2
    assert "minutes" in capsys.readouterr().err
