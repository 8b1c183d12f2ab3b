"""`rig-advisor doctor`: a text that replays to the machine it shows."""

import json
from pathlib import Path

import pytest

from advisor.cli import doctor
from advisor.cli.frame.command import run_command
from advisor.store.folder import FOLDER_VARIABLE
from tests.fakes.trees import tree_parts


def imported(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run_command(list(arguments)) == 0
    return capsys.readouterr().out


def folder_of(place: Path, name: str) -> Path:
    files, links = tree_parts(name)
    for path, content in files.items():
        if ":" not in path and not links:
            (place / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
            (place / path.lstrip("/")).write_bytes(content)
    return place


def test_a_report_of_a_captured_machine_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    captured = str(folder_of(tmp_path / "captured", "hybrid"))
    (tmp_path / "captured/proc").mkdir(parents=True, exist_ok=True)
    file = tmp_path / "report.txt"
    assert "Saved" in imported(capsys, "doctor", "--root", captured, "--out", str(file))
    told = json.loads(imported(capsys, "probe", "--json", "--root", str(file)))
    assert told == json.loads(imported(capsys, "probe", "--json", "--root", captured))
    assert told["cpu"]["cores"]["value"] == 5
    text = file.read_text(encoding="utf-8")
    assert imported(capsys, "doctor", "--root", captured).splitlines()[-1] == text.splitlines()[-1]
    for part in ("rig-advisor doctor", "CPU", "Not known", "Log", "--- readings"):
        assert part in text


def test_the_document_replays_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    captured = str(folder_of(tmp_path / "captured", "hybrid"))
    file = tmp_path / "report.json"
    text = imported(capsys, "doctor", "--json", "--root", captured)
    file.write_text(text, encoding="utf-8")
    assert json.loads(imported(capsys, "probe", "--json", "--root", str(file))) == json.loads(text)["machine"]


def test_other_tools_are_witnesses_that_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    captured = folder_of(tmp_path / "captured", "hybrid")
    (captured / "commands").mkdir()
    fields = {"Model name:": "Intel(R) Core(TM) Ultra 5 225U", "On-line CPU(s) list:": "0-7"}
    told = {"lscpu": [{"field": field, "data": data} for field, data in fields.items()]}
    (captured / "commands/lscpu_-J").write_text(json.dumps(told), encoding="utf-8")
    file = tmp_path / "report.txt"
    imported(capsys, "doctor", "--root", str(captured), "--out", str(file))
    line = "- lscpu: says 8 threads where this app says 6 threads"
    for place in (captured, file):
        assert f"Other tools\n{line}\n\nLog" in imported(capsys, "doctor", "--root", str(place))
        (witness,) = json.loads(imported(capsys, "doctor", "--json", "--root", str(place)))["witnesses"]
        assert witness["tool"] == "lscpu"
        assert witness["facts"][-1] == {"fact": "threads", "told": 8, "app": 6, "agrees": False}


def test_the_text_names_the_tools_that_would_wake_a_gpu(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    captured = tmp_path / "captured"
    device = captured / "sys/bus/pci/devices/0000-01-00.0"
    (device / "power").mkdir(parents=True)
    event = "DRIVER=nvidia\nPCI_CLASS=30000\nPCI_ID=10DE:2684\nPCI_SLOT_NAME=0000:01:00.0\n"
    (device / "uevent").write_text(event, encoding="utf-8")
    (device / "power/runtime_status").write_text("suspended\n", encoding="utf-8")
    text = imported(capsys, "doctor", "--root", str(captured))
    assert "- not asked, to wake no GPU: lspci, nvidia-smi, rocm-smi, vulkaninfo, fastfetch" in text
    assert '{"output": ["lspci"' not in text


def test_this_machine_keeps_its_names(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "brunhilde.example")
    monkeypatch.setattr("getpass.getuser", lambda: "siegfried")
    text = imported(capsys, "doctor")
    assert "brunhilde" not in text
    assert "siegfried" not in text


def test_a_damaged_report_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "report.txt"
    for text in (
        "--- readings rigadvisor-doctor/1\n{}\n--- end of readings\n",
        '{"schema": "rigadvisor-doctor/1", "readings": 1}',
        '{"schema": "rigadvisor-doctor/1", "readings": [{"file": "/a", "text": 1}]}',
        '{"schema": "rigadvisor-doctor/1"',
    ):
        file.write_text(text, encoding="utf-8")
        assert run_command(["probe", "--root", str(file)]) == 1
        assert capsys.readouterr().err.count("\n") == 1


def test_a_fault_of_the_program_is_part_of_the_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("in /home/siegfried/x")

    monkeypatch.setattr(doctor, "read_machine", broken)
    text = imported(capsys, "doctor")
    assert "ZeroDivisionError" in text
    assert "siegfried" not in text
    assert text.rstrip().endswith("--- end of readings")
    assert json.loads(imported(capsys, "doctor", "--json"))["machine"] is None


@pytest.mark.parametrize("name", ["Brunhilde's thesis", "Sigrun\nSieglinde", "x" * 200])
def test_a_folder_that_a_person_named_is_not_told(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / name / name))
    told = imported(capsys, "doctor")
    assert all(one not in told for one in name.splitlines())
    assert f"Log of the window, rig-advisor.log in the folder that {FOLDER_VARIABLE} names" in told.splitlines()
