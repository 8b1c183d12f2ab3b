"""Every command that writes a file, on a disk that refuses: one sentence, an exit code, and the former file."""

import datetime
import errno
import json
import os
from pathlib import Path

import pytest

from advisor.advice.sharing import shared_result, shared_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli import import_, share
from advisor.cli import machine as machine_command
from advisor.cli import prove as prove_command
from advisor.cli.frame.command import run_command
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.proof import Proof
from advisor.probe.replay.dump import readings_text
from advisor.probe.replay.recording import Readings
from advisor.store.folder import data_folder
from advisor.store.profile import save_machine
from tests.catalog.test_own_cards import GPU
from tests.fakes.imported_texts import BENCH
from tests.fakes.machines import machine, nvidia_card

HERE = Profile(machine=machine(gpus=(nvidia_card(),)))
PROOF = Proof(app_version="1", python="3.12", platform="Linux", is_packaged=False, proven_on="2026-11-28", steps=())
PRICES = "of,condition,price,low,high,currency,as_of,source\nRTX 3090,used,800,700,900,USD,2026-11-20,shop\n"
RESULT = shared_text(shared_result(HERE, load_catalog(), today=datetime.date(2026, 11, 20)))
RAN = ["machine", "ran", "--model", "Llama-3.1-8B", "--quant", "Q4_K_M", "--tokens-per-s", "71.5"]
COMMANDS = {
    "machine save": ["machine", "save", "{file}"],
    "machine ran": RAN,
    "doctor": ["doctor", "--root", "{capture}", "--out", "{file}"],
    "doctor --json": ["doctor", "--json", "--root", "{capture}", "--out", "{file}"],
    "share": ["share", "--out", "{file}"],
    "cards pack": ["cards", "pack", "{cards}", "{file}", "--name", "Lab", "--about", "GPUs of our lab"],
    "cards add": ["cards", "add", "{cards}/gpus/acme/x9.toml"],
    "prices": ["cards", "add", "{prices}"],
    "import": ["import", "{result}"],
    "machine ran --import": ["machine", "ran", "--import", "{run}"],
    "models --folder": ["models", "--folder", "{cards}"],
    "prove": ["prove", "--out", "{file}"],
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

    for reads_it in (machine_command, share, import_):
        monkeypatch.setattr(reads_it, "read_profile", lambda *_: HERE)
    monkeypatch.setattr(prove_command, "prove", lambda *_: PROOF)
    monkeypatch.setattr(machine_command, "this_machine", lambda *_: HERE)
    places = {"file": tmp_path / "the.md", "capture": tmp_path / "the.capture", "rig": tmp_path / "the.rig"}
    places |= {one: tmp_path / one for one in ("cards", "prices", "result", "run")}
    card = places["cards"] / "gpus/acme/x9.toml"
    card.parent.mkdir(parents=True)
    card.write_text(GPU)
    places["prices"] = tmp_path / "prices.csv"
    places["prices"].write_text(PRICES)
    places["result"].write_text(RESULT)
    places["run"].write_text(json.dumps([BENCH]))
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
