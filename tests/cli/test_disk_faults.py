"""Every command that writes a file, on a disk that refuses: one sentence, an exit code, and the former file."""

import errno
import os
from pathlib import Path

import pytest

from advisor.cli import machine as machine_command
from advisor.cli.frame.command import run_command
from advisor.facts.kept.profile import Profile
from advisor.probe.replay.dump import readings_text
from advisor.probe.replay.recording import Readings
from advisor.store.folder import data_folder
from advisor.store.profile import save_machine
from tests.fakes.machines import machine, nvidia_card

HERE = Profile(machine=machine(gpus=(nvidia_card(),)))
RAN = ["machine", "ran", "--model", "Llama-3.1-8B", "--quant", "Q4_K_M", "--tokens-per-s", "71.5"]
COMMANDS = {
    "machine save": ["machine", "save", "{file}"],
    "machine ran": RAN,
    "doctor": ["doctor", "--root", "{capture}", "--out", "{file}"],
    "report": ["report", "--machine", "{rig}", "--output", "{file}"],
}
SENTENCES = {errno.ENOSPC: "disk is full", errno.EROFS: "permission", errno.EIO: "input/output error"}


@pytest.mark.parametrize("number", SENTENCES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_that_nothing_was_saved(
    command: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(machine_command, "read_profile", lambda *_: HERE)
    monkeypatch.setattr(machine_command, "this_machine", lambda *_: HERE)
    places = {"file": tmp_path / "the.md", "capture": tmp_path / "the.capture", "rig": tmp_path / "the.rig"}
    save_machine(places["rig"], HERE.machine)
    places["capture"].write_text(readings_text(Readings(files={"/proc/cpuinfo": b"processor\t: 0\n"})))
    places["file"].write_text("former")
    monkeypatch.setattr(os, "fsync", refuse)
    assert run_command([part.format(**places) for part in COMMANDS[command]]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert SENTENCES[number] in said.err.lower()
    assert "Saved" not in said.out
    assert places["file"].read_text() == "former"
    assert sorted(one.name for one in tmp_path.iterdir() if "the." in one.name) == [
        "the.capture",
        "the.md",
        "the.rig",
    ]
    assert not list(data_folder().glob("*.json"))
