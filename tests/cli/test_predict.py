import json
from pathlib import Path
from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog
from advisor.cli import predict
from advisor.cli.frame.command import run_command
from advisor.facts.answers.answer import Answer

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


def test_a_line_that_breaks_the_calculation_costs_only_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(fields: dict[str, Any], catalog: Catalog) -> Answer:
        if fields["id"] == 1:
            raise OverflowError("too large")
        return answer_request(fields, catalog)

    monkeypatch.setattr(predict, "answer_request", breaking)
    code, given = answers(tmp_path, capsys, json.dumps({**GOOD, "id": 1}), json.dumps(GOOD))
    assert code == 1
    assert [(one["id"], one["error"] and one["error"]["code"]) for one in given] == [("1", "bad_request"), ("a", None)]
    assert "cannot be computed" in given[0]["error"]["message"]


def test_odd_lines_are_all_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd: tuple[dict[str, Any], ...] = (
        {"model_facts": {"params_b": 1e300}, "model": "New"},
        {"model_facts": {"params_b": 1e-6}, "model": "New"},
        {"model_facts": {"params_b": 1e6, "file_gib": 1e-6}, "model": "New"},
        {"device_facts": {"memory_bandwidth_gb_per_s": 1e-6}, "device": "New"},
        {"prompt_tokens": 10**9, "depth_tokens": 10**9, "batch": 10**6, "device_count": 4096},
        {"id": "\ud800"},
        {"device": "\ud800"},
        {"batch_tokens": 1, "ubatch_tokens": 1, "prompt_tokens": 10**9},
        {"generated_tokens": 0, "prompt_tokens": 0, "context_tokens": 1},
    )
    _, given = answers(tmp_path, capsys, *(json.dumps({**GOOD, **fields}) for fields in odd), json.dumps(GOOD))
    assert len(given) == len(odd) + 1
    assert not [one["error"] for one in given if one["error"] and "cannot be computed" in one["error"]["message"]]
    assert given[-1]["error"] is None


def test_more_than_there_is_room_for_and_no_standard_input_are_one_plain_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(predict, "MOST_BYTES", 1 << 20)
    long = tmp_path / "long.jsonl"
    long.write_bytes(b"\n" * ((1 << 20) + 1))
    assert run_command(["predict", "--requests", str(long)]) == 1
    assert capsys.readouterr().err == f"rig-advisor: {long} holds more than 1 MiB\n"
    monkeypatch.setattr("sys.stdin", None)
    for command in (["predict", "--requests", "-"], ["machine", "ran", "--import", "-"]):
        assert run_command(command) == 1
        assert "standard input is closed: name a file" in capsys.readouterr().err
