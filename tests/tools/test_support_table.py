"""Proof files of many computers make one table."""

import re
from pathlib import Path
from typing import Any

import pytest

from advisor.facts.kept.proof import Proof, ProvenStep, StepEnd
from advisor.facts.machine.witness import ComparedFact, ComparedWitness
from tools.support_table import main, support_table


def proof(bench: StepEnd = "ok", *, agrees: bool = True) -> Proof:
    names = ("probe", "doctor", "bench", "layer", "rank", "worth", "report", "paper", "window")
    fact = ComparedFact(fact="cores", told=6, app=6 if agrees else 12, agrees=agrees)
    return Proof(
        app_version="1.0",
        python="3.11.7",
        platform="linux x86_64",
        is_packaged=False,
        proven_on="2026-11-23",
        steps=tuple(ProvenStep(name=name, end=bench if name == "bench" else "ok") for name in names),
        witnesses=(ComparedWitness(tool="lscpu", facts=(fact,)),),
        doctor={"machine": {"cpu": {"name": {"value": "Ryzen 5 5600"}}, "gpus": [{"name": {"value": "RTX 3060"}}]}},
    )


def test_the_worst_end_of_its_steps_stands_for_a_part() -> None:
    row = support_table([proof(bench="crashed", agrees=False)]).splitlines()[-1]
    assert row == (
        "| linux x86_64, source | Ryzen 5 5600 + RTX 3060 | ok | crashed | ok | ok | lscpu differ: cores "
        "| 1.0, 2026-11-23 |"
    )


def test_a_file_that_is_no_proof_is_named_and_costs_only_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.json").write_text(proof().model_dump_json(), encoding="utf-8")
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    assert main([str(tmp_path / name) for name in ("bad.json", "good.json", "missing.json")]) == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 3
    assert "bad.json" in told.err
    assert "missing.json" in told.err


@pytest.mark.parametrize(
    "doctor",
    [
        {"machine": []},
        {"machine": {"cpu": [], "gpus": 5}},
        {"machine": {"cpu": {"name": "x"}, "gpus": [1, {"name": {"value": [1]}}]}},
        {"machine": {"cpu": {"name": {"value": "a\n| <img src=http://x> \x1b[2J [x](http://y) `"}}}},
        {"machine": {"gpus": [{"name": {"value": "x" * 100_000}}] * 1000}},
    ],
)
def test_a_strangers_proof_is_a_row_whatever_it_holds(doctor: dict[str, Any]) -> None:
    lines = support_table([proof().changed(doctor=doctor)]).splitlines()
    assert len(lines) == 3
    assert len(lines[-1]) < 2000
    assert not re.search(r"(?<!\\)[<\[`]|\x1b", lines[-1])
