"""`rig-advisor share` and `import`: nothing private leaves, and one damaged file costs only itself."""

import getpass
import json
import multiprocessing
import os
import socket
from pathlib import Path

import pytest

from advisor.advice.imported_results import import_results
from advisor.advice.sharing import shared_result, shared_text
from advisor.answer.text.own_runs import ran_model
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.cli import import_, share
from advisor.cli.frame.command import run_command
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.shared_result import SharedResult
from advisor.facts.machine.measurement import Measurements, OwnRun
from advisor.facts.values.local_time import local_today
from advisor.store.folder import data_folder
from advisor.store.shared_results import MOST_RESULTS, SHARED
from tests.catalog.test_own_cards import GPU
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement
from tools.calibrate.speed_rows import shared_rows

CATALOG = load_catalog()
HERE = with_cards(machine(gpus=(nvidia_card(),)), CATALOG)
SECRET = "Muellers-Diary"
Capture = pytest.CaptureFixture[str]


def own_run(**fields: object) -> OwnRun:
    told = {"model_id": "llama/llama-3.1-8b", "quant": "q4_k_m", "processor": "gpu0", "tokens_per_s": 60.0}
    return OwnRun.model_validate({**told, "ran_on": "2026-11-20", **fields})


def private_run() -> OwnRun:
    subject = subject_of(CATALOG.models["llama/llama-3.1-8b"], CATALOG.quants["q4_k_m"], CATALOG)
    model = ran_model(subject).changed(name=f"/home/mueller/{SECRET}.gguf")
    return own_run(model=model, model_id=f"/home/mueller/{SECRET}.gguf", engine=SECRET, build=SECRET, backend="cuda")


def kept(*runs: OwnRun, read: float = 700e9) -> Measurements:
    result = measurement("gpu_memory_read", read, device="gpu0", device_name=SECRET, driver=SECRET)
    return Measurements(results=(result,), own_runs=runs or (own_run(),))


@pytest.fixture(autouse=True)
def this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (share, import_):
        monkeypatch.setattr(command, "read_profile", lambda *_: Profile(machine=HERE, measurements=kept()))


def result(**changes: object) -> SharedResult:
    profile = Profile(machine=HERE, measurements=kept())
    return shared_result(profile, CATALOG, today=local_today()).changed(**changes)


def others(folder: Path, count: int) -> list[Path]:
    """Rigs of the same kind that read and run from 750 on, each a little faster."""
    folder.mkdir(exist_ok=True)
    paths = []
    for number in range(count):
        profile = Profile(
            machine=HERE, measurements=kept(own_run(tokens_per_s=70.0 + number), read=(750 + number) * 1e9)
        )
        path = folder / f"{number}.json"
        path.write_text(shared_text(shared_result(profile, CATALOG, today=local_today())))
        paths.append(path)
    return paths


def test_a_result_is_shown_before_it_is_saved_and_is_what_the_schema_says(tmp_path: Path, capsys: Capture) -> None:
    assert run_command(["share", "--out", str(tmp_path / "mine.json")]) == 0
    shown = capsys.readouterr().out
    assert (tmp_path / "mine.json").read_text() == shown
    found = SharedResult.model_validate_json(shown)
    assert [one.card for one in found.gpus] == [HERE.gpus[0].card.value]
    assert [(one.model.id, one.quant, one.tokens_per_s) for one in found.runs] == [
        ("llama/llama-3.1-8b", "q4_k_m", 60.0)
    ]
    assert [(one.name, one.value) for one in found.figures] == [("gpu_memory_read", 700e9)]


def test_no_name_path_host_or_hour_reaches_a_result() -> None:
    host, user = socket.gethostname(), getpass.getuser()
    odd = machine(
        cpu_name=f"AMD Ryzen 7 7700 {SECRET} @{host} /home/{user} \u202e",
        gpus=(nvidia_card().changed(driver=seen(f"nvidia 580.1 {SECRET}"), pci_address=seen("0000:01:00.0")),),
        module_slots=(f"{SECRET} DIMM",),
    )
    profile = Profile(machine=odd, measurements=kept(private_run(), own_run(model_id=SECRET)))
    found = shared_result(profile, CATALOG, today=local_today())
    text = shared_text(found)
    names = [one for one in (host, user) if len(one) > 3 and one not in ("root", "localhost")]
    for word in (SECRET, "Muellers", "Diary", "/home", "01:00.0", "T03:04", "DIMM", "@", "\\u", *names):
        assert word not in text, word
    assert found.cpu.name == "AMD Ryzen 7 7700"
    (run,) = found.runs
    assert (run.engine, run.build, run.model.id, run.model.architecture) == ("other", None, None, "llama")
    assert run.model.hash is not None


def test_the_name_of_an_own_card_stays_here(tmp_path: Path) -> None:
    from advisor.advice.known_catalog import with_cards as laid
    from advisor.catalog.cards.own_cards import OwnFolder

    text = GPU.replace("Acme X9", SECRET).replace("X9", "Y7") + 'pci_ids = ["10de:ffff"]\n'
    catalog = laid([OwnFolder("cards", {"gpus/acme/diary.toml": text.encode()})]).catalog
    gpu = nvidia_card().changed(pci_id=seen("10de:ffff"), name=seen("NVIDIA Graphics Device"))
    profile = Profile(machine=with_cards(machine(gpus=(gpu,)), catalog), measurements=kept())
    assert profile.machine.gpus[0].card.value == "gpus/acme/diary"
    shared = shared_result(profile, catalog, today=local_today())
    assert (shared.gpus[0].card, shared.gpus[0].pci_id) == (None, "10de:ffff")
    assert SECRET not in shared_text(shared)
    assert "diary" not in shared_text(shared)


def test_this_rig_stands_beside_the_median_of_others(tmp_path: Path, capsys: Capture) -> None:
    others(tmp_path / "them", 21)
    assert run_command(["import", str(tmp_path / "them")]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "21 new, 0 known before."
    assert any("reads 8% below the median of 21 others." in one for one in said)
    assert any("Llama 3.1 8B as Q4_K_M on your" in one and "25% below the median of 21 others." in one for one in said)
    assert run_command(["import", str(tmp_path / "them/*.json")]) == 0
    assert capsys.readouterr().out.startswith("0 new, 21 known before.")


def test_other_hardware_settings_and_noise_are_not_compared(tmp_path: Path, capsys: Capture) -> None:
    base = result()
    changes: tuple[dict[str, object], ...] = (
        {"gpus": (base.gpus[0].changed(memory_bytes=2 * (base.gpus[0].memory_bytes or 1)),)},
        {"virtual": True},
        {"figures": (base.figures[0].changed(noisy=True),), "runs": (base.runs[0].changed(depth_tokens=4096),)},
        {
            "figures": (base.figures[0].changed(method="wgpu_read_vec4/2"),),
            "runs": (base.runs[0].changed(engine="ollama"),),
        },
    )
    for number, change in enumerate(changes):
        (tmp_path / f"{number}.json").write_text(shared_text(base.changed(**change)))
    assert run_command(["import", str(tmp_path)]) == 0
    assert "No other rig has the same parts and figures yet." in capsys.readouterr().out


HOSTILE = {
    "nothing": (b"", "holds no JSON"),
    "another document": (b'{"kind": "x"}', "holds no result"),
    "a list": (b"[]", "no JSON object"),
    "deep": (b"[" * 100_000, "holds"),
    "long": (b'{"kind": "rig-advisor-result", "x": "' + b"y" * 300_000 + b'"}', "more than anything needs"),
    "parts": (b'{"kind": "rig-advisor-result", "x": [' + b"1," * 60_000 + b"1]}", "more than anything needs"),
    "newer": (b'{"kind": "rig-advisor-result", "schema_version": 9}', "newer version"),
    "wrong": (b'{"kind": "rig-advisor-result", "schema_version": 1, "cpu": 1}', "is no result"),
    "a path for a name": (shared_text(result()).replace("AMD Ryzen", "/home/x").encode(), "cpu.name"),
    "controls": (shared_text(result()).replace("AMD Ryzen", "A\\u202eB").encode(), "cpu.name"),
    "endless": (shared_text(result()).replace("60.0", "1e999").encode(), "no result"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_among_good_ones_costs_one_sentence(kind: str, tmp_path: Path, capsys: Capture) -> None:
    raw, words = HOSTILE[kind]
    (tmp_path / "bad.json").write_bytes(raw)
    assert run_command(["import", str(tmp_path / "bad.json")]) == 1
    told = capsys.readouterr().err
    assert words in told
    assert len(told) < 1000
    good = others(tmp_path / "them", 2)
    assert run_command(["import", *map(str, good), str(tmp_path / "bad.json"), str(tmp_path / "none.json")]) == 0
    out = capsys.readouterr()
    assert out.out.startswith("2 new")
    assert "none.json could not be opened" in out.err


def test_results_are_listed_and_forgotten(tmp_path: Path, capsys: Capture) -> None:
    import_results(others(tmp_path, 3))
    assert run_command(["import", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("1  20")
    assert "1 figure, 1 run" in lines[0]
    assert run_command(["import", "--remove", "2"]) == 0
    assert run_command(["import", "--remove", "7"]) == 1
    assert "No result has the number 7" in capsys.readouterr().err
    assert run_command(["import", "--remove", "all"]) == 0
    assert SHARED.read().record.results == ()


def test_what_is_kept_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.store.shared_results.MOST_RESULTS", 5)
    import_results(others(tmp_path, 8))
    assert len(SHARED.read().record.results) == 5 < MOST_RESULTS


def keep(folder: str) -> None:
    import_results([Path(folder)])


def test_results_that_are_imported_at_once_are_all_kept(tmp_path: Path) -> None:
    paths = others(tmp_path, 6)
    folders = []
    for number, path in enumerate(paths):
        folder = tmp_path / f"f{number}"
        folder.mkdir()
        path.rename(folder / path.name)
        folders.append(str(folder))
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(keep, folders)
    assert len(SHARED.read().record.results) == 6


def test_what_cannot_be_kept_is_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    path = others(tmp_path, 1)[0]
    data_folder().parent.mkdir(parents=True, exist_ok=True)
    data_folder().write_text("a file")
    assert run_command(["import", str(path)]) == 1
    assert "could not be saved" in capsys.readouterr().err
    os.unlink(data_folder())


def test_calibration_reads_what_was_shared(tmp_path: Path) -> None:
    rows = list(shared_rows(others(tmp_path, 2), CATALOG))
    assert [(one.source_group, one.tokens_per_s) for one in rows] == [("shared", 70.0), ("shared", 71.0)]
    assert json.loads(json.dumps(rows[0].fields))["quant"] == "q4_k_m"


def test_a_rig_without_figures_is_told_how_to_get_some(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert run_command(["share"]) == 0
    assert not capsys.readouterr().err
    monkeypatch.setattr(share, "read_profile", lambda *_: Profile(machine=HERE))
    assert run_command(["share"]) == 0
    assert "rig-advisor bench" in capsys.readouterr().err
