"""Names of models as people write them, in every command that takes one: a family and a size, or a family alone."""

import json
from pathlib import Path

import pytest

from advisor.__main__ import main

_RIG = ("--gpu", "RTX 3090", "--ram", "64")
_NEWEST = "The newest of that name and size: Qwen3.8 27B."
Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    "command",
    [
        ("worth", "qwen 27b", *_RIG),
        ("worth", "qwen 27b", "--workload", "serve-a-team", *_RIG),
        ("compare", "--model", "qwen 27b", *_RIG),
        ("fleet", "--model", "qwen 27b", *_RIG),
    ],
)
def test_a_family_and_a_size_mean_the_newest_which_is_said(command: tuple[str, ...], capsys: Said) -> None:
    assert main([*command]) == 0
    assert _NEWEST in capsys.readouterr().out.splitlines()


def test_a_report_is_about_the_newest(tmp_path: Path, capsys: Said) -> None:
    file = tmp_path / "report.md"
    assert main(["report", "--output", str(file), "--model", "qwen 27b", *_RIG]) == 0
    assert _NEWEST in capsys.readouterr().out.splitlines()
    assert "Qwen3.8 27B" in file.read_text(encoding="utf-8")


def test_a_request_is_answered_for_the_newest(tmp_path: Path, capsys: Said) -> None:
    requests = tmp_path / "requests.jsonl"
    asked = [{"task": "generate", "model": name, "device": "RTX 3090"} for name in ("qwen 27b q8", "Qwen3.8 27B Q8_0")]
    requests.write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    assert main(["predict", "--requests", str(requests)]) == 0
    short, whole = map(json.loads, capsys.readouterr().out.splitlines())
    assert short["tokens_per_s"] == whole["tokens_per_s"] is not None
    assert "the newest of that name and size: Qwen3.8 27B" in short["notes"]


@pytest.mark.parametrize("command", [("worth", "gemma 4", *_RIG), ("compare", "--model", "gemma 4", *_RIG)])
def test_a_family_alone_means_the_best_of_it_here(command: tuple[str, ...], capsys: Said) -> None:
    assert main([*command]) == 0
    assert "The best of gemma 4 here: Gemma 4 " in capsys.readouterr().out


def test_a_name_that_is_no_family_is_told_with_what_is_known(capsys: Said) -> None:
    assert main(["worth", "qwenn 27b", *_RIG]) != 0
    assert "nearest known: Qwen" in capsys.readouterr().err
