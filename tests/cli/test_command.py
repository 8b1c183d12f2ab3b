"""The command line as people use and misuse it: exit codes, one plain sentence on stderr, never a traceback."""

import io
import json
import sys
from pathlib import Path

import pytest

from advisor.__main__ import _is_question, main
from advisor.cli import schema
from advisor.cli.frame import command
from advisor.cli.schema import SCHEMAS
from advisor.facts.machine.machine import Machine
from advisor.store.folder import FOLDER_VARIABLE


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name in ("probe", "bench", "predict", "rank", "report", "machine", "schema", "self-check"):
        assert name in shown


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["prob"], 2, "'prob' is neither a command nor a file; did you mean 'probe'?"),
        (["self_check", "--json"], 2, "did you mean 'self-check'?"),
        (["one.json", "two.json"], 2, "only one file can be opened"),
        (["probe", "--only", "nothing"], 2, "invalid choice: 'nothing'"),
        (["probe", "--root", "nowhere"], 1, "nowhere cannot be replayed"),
        (["bench", "--seconds", "soon"], 2, "must be a number above 0"),
        (["predict"], 2, "--requests"),
        (["predict", "--requests", "nowhere.jsonl"], 1, "nowhere.jsonl: it is not there"),
        (["report", "--output", "x.pdf", "--machine", "nowhere.json"], 1, "nowhere.json could not be opened"),
        (["report", "--output", "x.pdf", "--workload", "naps"], 1, "no workload is known as 'naps'"),
        (["machine"], 2, "ACTION"),
        (["machine", "save", "nowhere/rig.json"], 1, "the folder nowhere does not exist"),
        (["schema", "nothing"], 2, "invalid choice"),
    ],
)
def test_a_wrong_command_is_one_sentence(
    arguments: list[str],
    code: int,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == code
    said = capsys.readouterr().err
    assert sentence in said
    assert said.startswith("rig-advisor")
    assert said.count("\n") == 1
    assert "Traceback" not in said


def test_a_sentence_in_quotes_is_a_question(capsys: pytest.CaptureFixture[str]) -> None:
    """It was taken for a file that the window should open."""
    question = "can I run qwen3 8b on an rtx 3060 12gb?"
    assert main([question]) == 0
    assert capsys.readouterr().out.startswith("Great: Qwen3 8B")
    assert _is_question([question])
    for words in (["my old rig.rig"], ["C:\\My models\\the best one.GGUF"], ["/home/me/rig.json"], ["a b"], []):
        assert not _is_question(words)


def test_a_command_needs_no_data_folder_that_can_be_looked_into(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / ("a" * 300)))  # as below the home of somebody else
    assert main(["ask", "Qwen3 8B", "--gpu", "RTX 4090"]) == 0
    assert "Qwen3 8B" in capsys.readouterr().out


def test_a_foreign_machine_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    foreign = tmp_path / "rig.json"
    foreign.write_text('{"name": "somebody else\'s file"}')
    output = tmp_path / "x.pdf"
    assert main(["report", "--output", str(output), "--machine", str(foreign)]) == 1
    assert "rig.json is not a machine profile" in capsys.readouterr().err
    assert not output.exists()


def test_an_unknown_model_names_the_nearest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machine", "save", str(tmp_path / "rig.json")]) == 0
    command = ["report", "--output", str(tmp_path / "x.pdf"), "--machine", str(tmp_path / "rig.json")]
    assert main([*command, "--model", "Lama-3.1-8B"]) == 1
    assert "nearest known: Llama 3.1 8B" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_every_document_has_a_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out)["type"] == "object"


@pytest.mark.parametrize("name", ["machine", "share", "fleet", "bench", "report", "rank", "worth", "compare", "ask"])
def test_the_schema_of_what_people_exchange_names_its_version(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["schema_version"]["const"] == 1


def test_probe_prints_one_document_that_reads_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "--json"]) == 0
    machine = Machine.model_validate_json(capsys.readouterr().out)
    assert (machine.memory.usable_bytes.value or 0) > 0
    assert machine.gaps


def test_probe_for_people_says_where_facts_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe"]) == 0
    shown = capsys.readouterr().out
    assert "(read from the system)" in shown
    assert "Not known" in shown


def test_a_fault_of_the_program_is_one_sentence_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> int:
        raise LookupError("no such thing")

    monkeypatch.delenv(command.SHOW_FAULTS, raising=False)
    monkeypatch.setattr(schema, "run", broken)
    assert main(["schema", "machine"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("rig-advisor: a fault of this program (LookupError in test_command.py, line ")
    assert "rig-advisor doctor" in error
    assert error.count("\n") == 1
    monkeypatch.setenv(command.SHOW_FAULTS, "1")
    with pytest.raises(LookupError):
        main(["schema", "machine"])


def test_files_and_pipes_get_utf_8_whatever_the_system_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    pipes = {name: io.TextIOWrapper(io.BytesIO(), encoding="cp1252") for name in ("stdout", "stderr")}
    for name, pipe in pipes.items():
        monkeypatch.setattr(f"sys.{name}", pipe)
    assert main(["schema", "модель-ü-\udc80"]) == 2
    assert main(["schema", "rank"]) == 0
    monkeypatch.undo()
    said = {name: _written(pipe) for name, pipe in pipes.items()}
    assert "модель-ü-" in said["stderr"]
    assert "properties" in said["stdout"]


def _written(pipe: io.TextIOWrapper) -> str:
    pipe.flush()
    buffer = pipe.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")


def test_closed_outputs_are_no_fault_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", None)
    codes = main(["schema", "machine"]), main(["schema", "nothing"])
    for stream in (sys.stdout, sys.stderr):
        stream.close()
    monkeypatch.undo()
    assert codes == (0, 2)


def test_a_stop_while_the_program_is_being_loaded_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("advisor.run.processor.is_too_old", stopped)
    assert main(["probe"]) == 1
    assert capsys.readouterr().err == "rig-advisor: stopped\n"


@pytest.mark.parametrize("words", [["model"], ["rank", "--machine"], ["predict", "--requests"], ["probe", "--root"]])
def test_nothing_in_the_name_of_a_file_commands_the_terminal(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "no\x1b[31msuch\u202efile\x9b.rig"]) == 1
    said = capsys.readouterr()
    assert (said.out + said.err).removesuffix("\n").isprintable()
    assert "no" in said.err


def test_a_line_about_a_folder_with_a_name_without_end_is_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("RIG_ADVISOR_DATA", "/" + "/".join(["x" * 200] * 25))
    assert main(["models", "--folder", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("rig-advisor: settings.json could not be saved")
    assert " ... " in said
    assert 100 < len(said) < 700


def test_a_name_of_a_file_begins_no_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("\nrig-advisor: all is well\n" * 20, "\n" * 60_000):
        assert main(["predict", f"--requests={name}"]) == 1
        assert capsys.readouterr().err.count("\n") == 1
