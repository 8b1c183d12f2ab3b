"""`rig-advisor fleet sweep`: the same rows here and on a cluster, and what was done is not done again."""

import csv
import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.advice.fleet.sweeping import swept
from advisor.cli.fleet import fleet_sweep
from advisor.cli.fleet.spread import processes
from advisor.facts.answers.sweep import SweepRow
from advisor.store.profile import save_machine
from tests.fakes.children.dask_nodes import DaskNodes, own_process, wait_for
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.patience import HANG_S

EMBEDDINGS = ["--workload", "embeddings"]


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    folder = tmp_path / "lab"
    folder.mkdir()
    save_machine(folder / "fast.rig", machine(gpus=(nvidia_card(),)))
    save_machine(folder / "=slow-1.rig", machine())
    save_machine(folder / "slow-2.rig", machine())
    return folder


def sweep(lab: Path, out: Path, *options: str, code: int = 0) -> list[str]:
    assert main(["fleet", "sweep", str(lab), "--out", str(out), *EMBEDDINGS, *options]) == code
    return sorted(out.read_text().splitlines())


def test_every_model_of_every_rig_is_a_row_however_many_processes_do_it(lab: Path, tmp_path: Path) -> None:
    alone = sweep(lab, tmp_path / "one.jsonl", "--processes", "1")
    rows = [SweepRow.model_validate_json(one) for one in alone]
    assert {one.label for one in rows} == {"fast", "=slow-1", "slow-2"}
    assert len(rows) == 3 * len({one.model_id for one in rows}) > 20
    assert sweep(lab, tmp_path / "two.jsonl", "--processes", "2") == alone


@pytest.mark.broad
def test_a_cluster_gives_the_same_rows(lab: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    out = tmp_path / "dask.jsonl"
    with DaskNodes(tmp_path) as nodes:
        scheduler = nodes.start("scheduler")
        assert nodes.worker(scheduler, "one").address
        command = ["fleet", "sweep", str(lab), "--out", str(out), *EMBEDDINGS, "--scheduler", scheduler.address]
        run = own_process(command, tmp_path)
        run.communicate(timeout=HANG_S)
        assert run.returncode == 0
    assert sorted(out.read_text().splitlines()) == sweep(lab, tmp_path / "here.jsonl", "--processes", "1")


@pytest.mark.broad
def test_workers_that_all_go_away_are_one_sentence_and_what_is_done_stays(lab: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    out = tmp_path / "dask.jsonl"
    with DaskNodes(tmp_path) as nodes:
        scheduler = nodes.start("scheduler")
        worker = nodes.worker(scheduler, "one")
        assert worker.address
        works = [option for one in ("embeddings", "chat", "coding", "long-documents") for option in ("--workload", one)]
        command = ["fleet", "sweep", str(lab), "--out", str(out), *works, "--scheduler", scheduler.address]
        run = own_process(command, tmp_path)
        while not out.exists() or not out.stat().st_size:
            assert run.poll() is None
            time.sleep(0.02)
        worker.process.kill()
        _, said = run.communicate(timeout=HANG_S)
    gone = "all workers with the app went away; what is done is kept: run it again to go on"
    assert (run.returncode, said) == (1, f"rig-advisor: {gone}\n")
    assert out.read_text()


def test_windows_is_asked_for_no_more_processes_than_it_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    processes(100).shutdown()


@pytest.mark.broad
def test_a_worker_that_dies_costs_nothing_and_a_scheduler_that_does_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    lab, out = tmp_path / "lab", tmp_path / "dask.jsonl"
    lab.mkdir()
    for gib in (16, 24, 32, 48, 64, 96):
        save_machine(lab / f"{gib}.rig", machine(memory_gib=gib - 0.5, available_gib=gib - 3))
    listed = out.with_name(f"{out.name}.done")

    def until_done(blocks: int) -> None:
        for number in range(blocks):
            wait_for(listed)
            while len(listed.read_text().splitlines()) <= number + 1:
                time.sleep(0.02)
                assert run.poll() is None

    with DaskNodes(tmp_path) as nodes:
        scheduler = nodes.start("scheduler")
        workers = [nodes.worker(scheduler, name) for name in ("one", "two")]
        assert workers[0].address != workers[1].address
        command = ["fleet", "sweep", str(lab), "--out", str(out), "--scheduler", scheduler.address]
        run = own_process(command, tmp_path, answer_s=8)
        until_done(1)
        workers[0].process.kill()
        until_done(2)
        scheduler.process.kill()
        said = run.communicate(timeout=HANG_S)
    gone = f"the scheduler at {scheduler.address} went away; what is done is kept: run it again to go on"
    assert (run.returncode, said) == (1, ("", f"rig-advisor: {gone}\n"))
    kept = out.read_text()
    here = ["fleet", "sweep", str(lab), "--processes", "1", "--out"]
    assert main([*here, str(out)]) == main([*here, str(tmp_path / "here.jsonl")]) == 0
    assert kept
    assert out.read_text().startswith(kept)
    assert sorted(out.read_text().splitlines()) == sorted((tmp_path / "here.jsonl").read_text().splitlines())


def test_what_is_done_is_not_done_again(lab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "rows.csv"
    whole = sweep(lab, out, "--processes", "1")
    assert {one["label"] for one in csv.DictReader(out.read_text().splitlines())} == {"fast", "'=slow-1", "slow-2"}
    listed = out.with_name("rows.csv.done").read_text().splitlines()
    first_end = json.loads(listed[1])[0]
    os.truncate(out, first_end + 100)
    out.with_name("rows.csv.done").write_text("\n".join([*listed[:2], '["half']))
    asked: list[str] = []

    def counted(rig: str, labels: Sequence[str], workload_id: str) -> tuple[str, ...]:
        asked.extend(labels)
        return swept(rig, labels, workload_id)

    monkeypatch.setattr(fleet_sweep, "swept", counted)
    assert sweep(lab, out, "--processes", "1") == whole
    assert 0 < len(asked) < 3


def test_a_rig_that_changed_since_is_named(lab: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "rows.csv"
    before = sweep(lab, out, "--processes", "1")
    assert "changed since" not in capsys.readouterr().err
    shutil.copy(lab / "slow-2.rig", lab / "fast.rig")
    after = sweep(lab, out, "--processes", "1")
    assert {*before} < {*after}
    said = capsys.readouterr().err
    assert f"changed since {out} was begun, both rows are in it: fast\n" in said


def test_a_rig_like_one_that_is_done_adds_its_own_rows_alone(lab: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    before = sweep(lab, out, "--processes", "1")
    shutil.copy(lab / "slow-2.rig", lab / "slow-3.rig")
    after = sweep(lab, out, "--processes", "1")
    assert sorted({*after} - {*before}) == sorted(
        one.replace("slow-2", "slow-3", 1) for one in before if one.startswith("slow-2")
    )
    assert len(set(after)) == len(after)


def test_rows_that_the_file_lost_are_written_again(lab: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    whole = sweep(lab, out, "--processes", "1")
    os.truncate(out, 0)
    assert sweep(lab, out, "--processes", "1") == whole
    os.truncate(out, out.stat().st_size - 1)
    assert sweep(lab, out, "--processes", "1") == whole


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        (["--out", "rows.txt"], 2, "--out takes a file"),
        (["--out", "rows.csv", "--processes", "0"], 2, "--processes"),
        (["--out", "rows.csv", "--processes", "2", "--scheduler", "tcp://127.0.0.1:1"], 2, "--processes"),
        (["--out", "rows.csv", "--workload", "naps"], 1, "no workload is known as 'naps'"),
        (["--out", "notes.csv", "--processes", "1"], 1, "holds something else"),
    ],
)
def test_what_cannot_be_swept_is_one_sentence(
    lab: Path,
    options: list[str],
    code: int,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(lab)
    (lab / "notes.csv").write_text("mine")
    assert main(["fleet", "sweep", str(lab), *options]) == code
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert (lab / "notes.csv").read_text() == "mine"
