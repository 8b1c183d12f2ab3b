"""`rig-advisor models` as people and scripts use it, and as the window's child."""

import csv
import io
import subprocess
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.advice.local_models import Gathered, search_arguments
from advisor.facts.answers.local_model import LocalModel, LocalModelList
from advisor.facts.values.message import Result, read_message
from advisor.facts.values.reason import reason
from advisor.run.command import advisor_command
from advisor.run.watch import ChildOutcome, OutcomeKind
from advisor.store.settings import SETTINGS
from tests.fakes.model_folders import gguf, ollama_model

STUDIO = ".lmstudio/models/org/repo"
OF_PROGRAMS = ("OLLAMA_MODELS", "LLAMA_CACHE", "HF_HOME", "HF_HUB_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in OF_PROGRAMS:
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def listed(capsys: pytest.CaptureFixture[str], *arguments: str) -> LocalModelList:
    assert main(["models", "--json", "--gpu", "RTX 3060 12GB", *arguments]) == 0
    return LocalModelList.model_validate_json(capsys.readouterr().out)


def test_models_are_listed_with_their_programs_verdict_and_speed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original = gguf(home / STUDIO / "small-Q4_0.gguf")
    ollama_model(home / ".ollama/models", "small:1b", model=original)
    (home / STUDIO / "begun.gguf.part").touch()
    (one,) = listed(capsys).models
    assert {holder.program for holder in one.holders} == {"ollama", "lm_studio"}
    assert one.size_bytes == original.stat().st_size
    assert (one.usability, one.quant, one.workload) == ("great", "Q4_0", "chat")
    assert one.rate_per_s
    assert one.rate_per_s.low < one.rate_per_s.middle < one.rate_per_s.high
    assert main(["models", "--gpu", "RTX 3060 12GB"]) == 0
    said = capsys.readouterr().out
    assert "Ollama, LM Studio" in said
    assert "tokens/s" in said
    assert "1 unfinished download is left out." in said


def test_no_model_is_an_answer(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "--gpu", "none"]) == 0
    assert "--folder" in capsys.readouterr().out


def test_the_table_is_told_as_csv_too(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gguf(home / STUDIO / "small-Q4_0.gguf")
    assert main(["models", "--csv", "--gpu", "none"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert row["holders"].startswith("lm_studio: ")
    assert float(row["low_rate_per_s"]) <= float(row["rate_per_s"])


def test_a_folder_that_was_named_is_remembered_until_it_is_forgotten(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = gguf(home / "mine" / "small.gguf").parent
    assert [one.holders[0].program for one in listed(capsys, "--folder", str(mine)).models] == ["folder"]
    assert SETTINGS.read().record.model_folders == (str(mine),)
    assert len(listed(capsys).models) == 1
    assert not listed(capsys, "--forget", str(mine)).models
    assert main(["models", "--folder", str(home / "nowhere")]) == 1
    assert "no folder" in capsys.readouterr().err


def test_the_child_says_each_model_and_what_else_it_met(home: Path) -> None:
    gguf(home / STUDIO / "small.gguf")
    gguf(home / "mine" / "other.gguf", **{"llama.context_length": 4096})
    command = advisor_command(*search_arguments((str(home / "mine"),)))
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.stderr == b""
    gathered = Gathered()
    said = [read_message(line) for line in done.stdout.splitlines()]
    for message in said:
        gathered.take(message)
    assert [one.event for one in said] == ["progress", "result", "result", "result", "done"]
    assert {one.name for one in gathered.models} == {"small", "other"}
    assert gathered.looked
    assert gathered.looked.stopped is None


@pytest.mark.parametrize(("kind", "code"), [("timed_out", "search_took_too_long"), ("crashed", "search_broke_off")])
def test_a_child_that_hangs_or_crashes_leaves_what_it_had_found(kind: OutcomeKind, code: str, home: Path) -> None:
    path = str(home / "a.gguf")
    one = LocalModel(path=path, name="a", format="gguf", size_bytes=1, files=1, holders=())
    gathered = Gathered()
    gathered.take(Result(kind="local_model", body=one.model_dump(mode="json")))
    found = gathered.found_until(ChildOutcome(kind=kind, step=None, sentence=reason("start")))
    assert found.models == (one,)
    assert found.looked.stopped
    assert found.looked.stopped.code == code


@pytest.mark.parametrize("command", [("doctor",), ("report", "--output", "report.json"), ("machine", "save", "my.rig")])
def test_no_document_to_share_names_a_model_on_this_computer(
    command: tuple[str, ...], home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gguf(home / STUDIO / "my-private-tune.gguf")
    monkeypatch.chdir(home)
    listed(capsys, "--folder", str(home / STUDIO))
    assert main(list(command)) == 0
    told = capsys.readouterr().out + "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in (home / "report.json", home / "my.rig")
        if path.exists()
    )
    assert told
    assert "my-private-tune" not in told
