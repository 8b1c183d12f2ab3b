import json
from pathlib import Path
from typing import Any

import pytest

from advisor.cli.command import run_command

GOOD = {"id": "a", "task": "generate", "device": "RTX 4090", "model": "Llama-3.1-8B", "quant": "Q4_K_M"}


def answers(tmp_path: Path, capsys: pytest.CaptureFixture[str], *lines: str) -> tuple[int, list[dict[str, Any]]]:
    path = tmp_path / "requests.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    code = run_command(["predict", "--requests", str(path)])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_line_is_answered_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, given = answers(tmp_path, capsys, json.dumps(GOOD), "", json.dumps({**GOOD, "id": "b"}))
    assert code == 0
    assert [one["id"] for one in given] == ["a", "b"]
    assert all(one["error"] is None and one["tokens_per_s"] > 0 for one in given)


def test_a_faulty_line_costs_only_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, given = answers(tmp_path, capsys, "{oops", json.dumps({**GOOD, "device": "?"}), json.dumps(GOOD))
    assert code == 1
    assert [one["error"] and one["error"]["code"] for one in given] == ["bad_request", "unknown_device", None]


def test_a_file_that_is_missing_is_one_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["predict", "--requests", "/no/such/file.jsonl"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert "Traceback" not in shown.err
