"""Saved machines: open again, say what is wrong in one sentence, tolerate what is new."""

import json
from pathlib import Path
from typing import Any

import pytest

from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.machine.machine import Finding
from advisor.facts.machine.measurement import OwnRun, RanModel
from advisor.facts.values.fact import known
from advisor.present.words.reasons.in_words import in_words
from advisor.store.atomic_file import StoreError
from advisor.store.profile import open_machine, save_machine
from tests.fakes.machines import machine
from tests.fakes.measurements import measurement, measurements
from tests.fakes.systems.special_files import link, named_pipe


def saved(tmp_path: Path, **changes: Any) -> Path:
    file = tmp_path / "rig.json"
    save_machine(file, machine(), measurements(measurement()))
    found = json.loads(file.read_text(encoding="utf-8")) | changes
    file.write_text(json.dumps(found), encoding="utf-8")
    return file


def test_profile_comes_back(tmp_path: Path) -> None:
    opened = open_machine(saved(tmp_path))
    assert opened.profile.machine == machine()
    assert opened.profile.measurements == measurements(measurement())
    assert opened.profile.saved_at
    assert opened.notes == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_plain_machine_opens_as_shells_write_it(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "probe.json"
    file.write_text(machine().model_dump_json(), encoding=encoding)
    opened = open_machine(file)
    assert opened.profile.machine == machine()
    assert opened.profile.measurements is None


def test_unknown_keys_are_named(tmp_path: Path) -> None:
    found = json.loads(machine().model_dump_json())
    found["cpu"]["name"]["certainty"] = 1
    found["memory"]["modules"]["value"][0]["maker"] = "someone"
    opened = open_machine(saved(tmp_path, machine=found, sticker="blue"))
    assert opened.profile.machine == machine()
    (note,) = opened.notes
    for name in ("sticker", "machine.cpu.name.certainty", "machine.memory.modules.value.0.maker"):
        assert name in in_words(note)


def test_measurements_and_findings_of_another_version_are_left_out_and_named(tmp_path: Path) -> None:
    finding = Finding(code="wsl", sentence="a", evidence="b", cost="c", remedy="d").model_dump()
    shown = json.loads(machine().model_dump_json())
    shown["findings"] = [{**finding, "code": "moon_phase"}, finding]
    run = json.loads(measurements(*[measurement()] * 3).model_dump_json())
    for number in (0, 2):
        run["results"][number] |= {"name": "gpu_sound", "hum": 1}
    opened = open_machine(saved(tmp_path, machine=shown, measurements=run))
    assert [one.code for one in opened.profile.machine.findings] == ["wsl"]
    assert opened.profile.measurements == measurements(measurement())
    (note,) = opened.notes
    for name in ("machine.findings.0", "measurements.results.0", "measurements.results.2"):
        assert name in in_words(note)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no JSON"),
        (b"\xff\xfe\x00", "holds no JSON"),
        (b"GGUF\x03\x00\x00\x00", "holds no JSON"),
        (b"[1]", "holds no JSON object"),
        (b"{}", "holds no machine"),
        (b'{"cpu": 1, "memory": 2}', "cpu"),
        (b'{"machine": {}}', "machine.cpu"),
        (b'{"schema_version": 7, "machine": {}}', "newer version"),
        (b'{"schema_version": null, "machine": {}}', "schema version"),
        (b"[" * 100_000, "holds no JSON"),
    ],
)
def test_foreign_file_is_one_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        open_machine(file)
    sentence = in_words(caught.value.reason)
    assert sentence.startswith("odd.json ")
    assert words in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_missing_file_and_folder_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not_there"):
        open_machine(tmp_path / "none.json")
    with pytest.raises(StoreError, match="name_is_no_file"):
        open_machine(tmp_path)


def test_huge_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    with file.open("wb") as stream:
        stream.truncate(2**34)
    with pytest.raises(StoreError, match="profile_too_large"):
        open_machine(file)


def test_what_is_no_file_is_never_replaced_by_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    named_pipe(pipe)
    with pytest.raises(StoreError, match="not_replaceable"):
        save_machine(pipe, machine())
    assert pipe.is_fifo()


def test_a_link_keeps_leading_to_the_file_it_names(tmp_path: Path) -> None:
    target, named = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    link(named, target)
    save_machine(named, machine())
    assert named.is_symlink()
    assert open_machine(target).profile.machine == machine()


def test_what_people_ran_travels_with_the_machine(tmp_path: Path) -> None:
    run = OwnRun(model_id="llama-8b", quant="Q4_K_M", processor="cpu", tokens_per_s=6.5, ran_on="2026-11-20")
    kept = measurements(measurement()).changed(own_runs=(run,))
    save_machine(tmp_path / "rig.json", machine(), kept)
    assert open_machine(tmp_path / "rig.json").profile.measurements == kept


def test_corrections_of_other_hardware_are_named(tmp_path: Path) -> None:
    typed = [{"fact": fact, "value": "A card"} for fact in ("cpu.name", "gpus.0000:09:00.0.name")]
    (note,) = open_machine(saved(tmp_path, corrections=typed)).notes
    assert in_words(note) == "rig.json: corrections of parts that are not in this machine: gpus.0000:09:00.0.name."


def test_what_tells_whose_machine_it_is_stays_here(tmp_path: Path) -> None:
    told = machine()
    places = (
        "/sys/fs/cgroup/lxc.payload.annas-box/user@1000/memory.max",
        "/home/anna/tools/probe: anna",
        "C:\\Users\\Anna Muster\\probe.exe",
    )
    limits = [told.memory.limit_bytes.changed(value=1, reason=None, origin="detected", source=one) for one in places]
    catalog = load_catalog()
    card = catalog.models["qwen/qwen3-8b"]
    assert card.shape is not None
    weights = subject_of(card, catalog.quants["q4_k_m"], catalog).weights
    secret = RanModel(name="annas-diary.gguf", shape=card.shape, weights=weights)
    run = OwnRun(
        model_id="annas-diary.gguf",
        quant="Q4_K_M",
        processor="cpu",
        tokens_per_s=6.5,
        ran_on="2026-11-20",
        model=secret,
    )
    for limit in limits:
        kept = measurements(measurement()).changed(own_runs=(run,))
        save_machine(tmp_path / "rig.json", told.changed(memory=told.memory.changed(limit_bytes=limit)), kept)
        text = (tmp_path / "rig.json").read_text(encoding="utf-8").lower()
        assert "annas" not in text
        assert "/anna" not in text
        assert "muster" not in text
        opened = open_machine(tmp_path / "rig.json").profile
        assert opened.measurements is not None
        assert opened.measurements.own_runs[0].tokens_per_s == 6.5


def test_names_in_free_words_of_the_system_stay_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "brunhilde")
    monkeypatch.setattr("getpass.getuser", lambda: "ryzen")  # a part goes by its name whoever has the same
    found = machine()
    system = found.os.changed(
        kernel=known("6.8.0-45-generic-siegfried", origin="detected", source="/proc/sys/kernel/osrelease"),
        name=known(
            "Gunther's Debian on brunhilde", origin="detected", source="/sys/class/power_supply/Hagens-Mouse/online"
        ),
    )
    save_machine(tmp_path / "a.rig", found.changed(os=system))
    text = (tmp_path / "a.rig").read_text()
    assert not [name for name in ("siegfried", "Gunther", "brunhilde", "Hagens") if name in text]
    assert "6.8.0-45-generic" in text
    assert open_machine(tmp_path / "a.rig").profile.machine.cpu == found.cpu


@pytest.mark.parametrize("what", ["results", "own_runs", "flags", "npus"])
def test_more_of_anything_than_a_computer_has_is_one_sentence(what: str, tmp_path: Path) -> None:
    run = OwnRun(model_id="llama-8b", quant="Q4_K_M", processor="cpu", tokens_per_s=6.5, ran_on="2026-11-20")
    kept = json.loads(measurements(measurement()).changed(own_runs=(run,)).model_dump_json())
    found = json.loads(machine().model_dump_json())
    if what in kept:
        kept[what] *= 1001
    elif what == "flags":
        found["cpu"]["flags"]["value"] = ["avx2"] * 4097
    else:
        found["npus"] = {"value": ["An NPU"] * 65, "from": "detected", "source": "x"}
    with pytest.raises(StoreError) as caught:
        open_machine(saved(tmp_path, machine=found, measurements=kept))
    assert caught.value.reason.code == "no_machine_profile"
    assert "lists more than anything needs" in in_words(caught.value.reason)
