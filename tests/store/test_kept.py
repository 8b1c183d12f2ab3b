"""Settings and history: kept over a restart, tolerant of damage, never lost."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

from advisor.facts.kept.history import Crash
from advisor.facts.kept.profile import Correction
from advisor.facts.kept.settings import Money, Settings
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Conditions, OwnRun
from advisor.facts.values.reason import told
from advisor.facts.values.record import Record
from advisor.store.atomic_file import StoreError
from advisor.store.corrections import load_corrections, save_corrections
from advisor.store.crashes import CRASHES, save_crash
from advisor.store.folder import data_folder
from advisor.store.history import (
    MOST_RUNS,
    latest_results,
    load_history,
    machine_history,
    machine_key,
    save_own_run,
    save_run,
)
from advisor.store.kept_file import KeptFile
from advisor.store.settings import SETTINGS
from tests.fakes.machines import machine
from tests.fakes.measurements import measurement, measurements
from tests.fakes.sure import sure

CHOSEN = Settings(
    model_id="models/qwen/qwen3-8b",
)


def folder() -> Path:
    return data_folder()


def names() -> list[str]:
    """Files that hold something."""
    return sorted(file.name for file in folder().iterdir() if file.name != ".lock")


def put(name: str, text: str) -> Path:
    folder().mkdir(parents=True, exist_ok=True)
    file = folder() / name
    file.write_text(text, encoding="utf-8")
    return file


def test_first_start_has_defaults_and_writes_nothing() -> None:
    kept = SETTINGS.read()
    assert (kept.record, kept.note) == (Settings(), None)
    assert not folder().exists()


def test_settings_come_back_and_leave_no_temporary_file() -> None:
    SETTINGS.change(lambda _: Settings())
    SETTINGS.change(lambda _: CHOSEN)
    assert SETTINGS.read().record == CHOSEN
    assert names() == ["settings.json"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "\x00\x00", '{"context_tokens": -1}', '{"schema_version": "x"}', "[" * 9999]
)
def test_damaged_file_is_set_aside(text: str) -> None:
    put("settings.json", text)
    kept = SETTINGS.read()
    assert kept.record == Settings()
    assert kept.note
    assert kept.note.parameters["kept"] == "settings.json.damaged"
    assert (folder() / "settings.json.damaged").read_text(encoding="utf-8") == text


def test_why_there_are_defaults_is_known_to_each_who_reads_until_the_next_save() -> None:
    put("measurements.json", "{")
    first = load_history()
    assert "measurements.json.damaged" in str(first.note)
    assert load_history() == first
    save_run(machine(), measurements(measurement(value=1e9)))
    assert load_history().note is None


def test_second_damage_does_not_overwrite_the_first() -> None:
    for text in ("one", "two"):
        put("settings.json", text)
        SETTINGS.read()
    assert {file.read_text(encoding="utf-8") for file in folder().iterdir()} == {"one", "two"}


def test_newer_file_is_set_aside_as_newer() -> None:
    put("settings.json", '{"schema_version": 99}')
    kept = SETTINGS.read()
    assert "saved_by_newer" in str(kept.note)
    assert (folder() / "settings.json.newer").exists()


def test_unknown_keys_are_left_out_and_named() -> None:
    found = json.loads(CHOSEN.model_dump_json()) | {"sparkle": True}
    put("settings.json", json.dumps(found))
    kept = SETTINGS.read()
    assert kept.record == CHOSEN
    assert "sparkle" in str(kept.note)
    assert SETTINGS.read().record == CHOSEN
    SETTINGS.change(lambda _: CHOSEN)
    assert [json.loads(file.read_text(encoding="utf-8")) for file in folder().glob("*.newer")] == [found]


@contextmanager
def older_version(*names: str) -> Iterator[None]:
    """Inside, an older version is installed: it has set the files aside, and keeps its own."""
    for name in names:
        (folder() / name).rename(folder() / f"{name}.later")
    yield
    for name in names:
        (folder() / f"{name}.later").rename(folder() / f"{name}.newer")


def test_settings_set_aside_by_an_older_version_are_taken_back() -> None:
    SETTINGS.change(lambda _: CHOSEN.changed(paper="letter", money=Money(currency="EUR", usd_rate=1.1)))
    with older_version("settings.json"):
        SETTINGS.change(lambda _: Settings(context_tokens=512, money=Money(hours_per_day=3)))
    expected = CHOSEN.changed(
        paper="letter", context_tokens=512, money=Money(currency="EUR", usd_rate=1.1, hours_per_day=3)
    )
    kept = SETTINGS.read()
    assert (kept.record, kept.note) == (expected, None)
    assert names() == ["settings.json"]
    assert SETTINGS.read().record == expected


def test_measurements_set_aside_by_an_older_version_are_taken_back_once() -> None:
    save_run(machine(), measurements(measurement(value=1e9, started_at="2026-01-01T00:00:00+00:00")))
    save_run(machine(cpu_name="Other"), measurements(measurement(value=2e9)))
    before = (folder() / "measurements.json").read_text(encoding="utf-8")
    with older_version("measurements.json"):
        put("measurements.json", before)
        save_run(machine(), measurements(measurement(value=3e9, started_at="2026-02-01T00:00:00+00:00")))
    history = load_history().record
    assert [run.results[0].value for run in machine_history(history, machine()).runs] == [1e9, 3e9]
    assert len(machine_history(history, machine(cpu_name="Other")).runs) == 1
    assert names() == ["measurements.json"]
    assert load_history().record == history


def test_crashes_and_corrections_set_aside_are_taken_back() -> None:
    def crash(what: str, sentence: str) -> Crash:
        return Crash(part="nvidia", what=what, driver="1", sentence=told(sentence), seen_at="2026-01-01")

    save_crash(crash("card", "before"))
    save_crash(crash("link", "before"))
    save_corrections(machine(), [Correction(fact="memory.channels", value=2), Correction(fact="cpu.name", value="A")])
    with older_version("crashes.json", "corrections.json"):
        save_crash(crash("card", "since"))
        save_corrections(machine(), [Correction(fact="memory.channels", value=4)])
    assert {one.what: one.sentence.parameters["text"] for one in CRASHES.read().record.crashes} == {
        "card": "since",
        "link": "before",
    }
    kept = load_corrections(machine()).corrections
    assert {one.fact: one.value for one in kept} == {"memory.channels": 4, "cpu.name": "A"}


def test_what_is_still_too_new_or_damaged_stays_aside() -> None:
    put("settings.json.newer", '{"schema_version": 99}')
    put("settings.json.2.newer", "{")
    put("settings.json.3.newer", CHOSEN.model_dump_json())
    assert SETTINGS.read().record == CHOSEN
    assert names() == [
        "settings.json",
        "settings.json.2.newer",
        "settings.json.newer",
    ]


def test_what_cannot_be_written_is_taken_back_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    put("settings.json.newer", CHOSEN.model_dump_json())
    monkeypatch.setattr(os, "fsync", full_disk)
    assert SETTINGS.read().record == CHOSEN
    assert names() == ["settings.json.newer"]


def full_disk(_: int) -> None:
    raise OSError(28, os.strerror(28))


def test_older_schema_is_migrated() -> None:
    class Third(Record):
        schema_version: Literal[3] = 3
        color_name: str = "none"

    def rename(found: dict[str, Any]) -> dict[str, Any]:
        return {"colour": found["c"]}

    def spell(found: dict[str, Any]) -> dict[str, Any]:
        return {"color_name": found["colour"]}

    put("thing.json", '{"c": "teal"}')
    thing = KeptFile("thing.json", Third(), lambda _, own: own, {1: rename, 2: spell})
    assert thing.read().record == Third(color_name="teal")


def test_full_disk_is_one_sentence_and_the_old_file_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    SETTINGS.change(lambda _: CHOSEN)

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"not_saved.*settings\.json.*disk_full"):
        SETTINGS.change(lambda _: Settings())
    assert SETTINGS.read().record == CHOSEN
    assert names() == ["settings.json"]


def test_folder_that_cannot_be_made_is_one_sentence() -> None:
    folder().parent.mkdir(parents=True, exist_ok=True)
    folder().write_text("a file in the way")
    assert SETTINGS.read().record == Settings()
    with pytest.raises(StoreError, match="not_saved"):
        SETTINGS.change(lambda _: CHOSEN)


def test_read_only_folder_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    SETTINGS.change(lambda _: CHOSEN)

    def read_only(*_: object) -> None:
        raise PermissionError(30, os.strerror(30))

    monkeypatch.setattr(os, "replace", read_only)
    with pytest.raises(StoreError, match="no_permission_there"):
        SETTINGS.change(lambda _: Settings())
    assert SETTINGS.read().record == CHOSEN


def test_history_keeps_runs_by_machine() -> None:
    here, there = machine(), machine(cpu_name="Other")
    save_run(here, measurements(measurement(value=1e9)))
    save_run(there, measurements(measurement(value=2e9)))
    save_run(here, measurements(measurement(value=3e9), measurement("memory_copy", 4e9)))
    save_run(here, measurements())
    history = load_history().record
    assert [len(machine_history(history, one).runs) for one in (here, there)] == [2, 1]
    latest = latest_results(history, here)
    assert latest is not None
    assert {result.name: result.value for result in latest.results} == {"memory_read": 3e9, "memory_copy": 4e9}
    assert latest_results(history, machine(cpu_name="Third")) is None


def test_history_has_a_bound() -> None:
    for value in range(1, MOST_RUNS + 4):
        save_run(machine(), measurements(measurement(value=float(value))))
    runs = machine_history(load_history().record, machine()).runs
    assert len(runs) == MOST_RUNS
    assert runs[-1].results[0].value == MOST_RUNS + 3


def test_a_disturbed_result_hides_no_quiet_one_but_the_newer_of_two_disturbed_stands() -> None:
    busy = Conditions(others_during=0.5)
    for value in (1e9, 2e9):
        save_run(machine(), measurements(measurement(value=value, conditions=busy)))
    assert [one.value for one in sure(latest_results(load_history().record, machine())).results] == [2e9]
    save_run(machine(), measurements(measurement(value=5e9)))
    save_run(machine(), measurements(measurement(value=3e9, conditions=busy)))
    assert [one.value for one in sure(latest_results(load_history().record, machine())).results] == [5e9]


def test_battery_does_not_hide_mains() -> None:
    save_run(machine(), measurements(measurement(value=2e9)))
    save_run(machine(), measurements(measurement(value=1e9, on_battery=True)))
    latest = latest_results(load_history().record, machine())
    assert latest is not None
    assert latest.results[0].value == 2e9


def test_machine_key_follows_the_parts_and_nothing_else() -> None:
    def key(one: Machine) -> str:
        return machine_key(one)

    assert key(machine()) == key(machine(available_gib=3.0))
    assert key(machine()) != key(machine(cpu_name="Other"))


def test_own_runs_are_kept_beside_measurements() -> None:
    run = OwnRun(
        model_id="llama/llama-3.1-8b", quant="Q4_K_M", processor="gpu0", tokens_per_s=61.0, ran_on="2026-11-20"
    )
    save_own_run(machine(), run)
    save_run(machine(), measurements(measurement(value=2e9)))
    save_own_run(machine(), run.changed(tokens_per_s=62.0))
    latest = latest_results(load_history().record, machine())
    assert latest is not None
    assert [one.tokens_per_s for one in latest.own_runs] == [61.0, 62.0]
    assert latest.results[0].value == 2e9
    assert latest_results(load_history().record, machine(cpu_name="Other")) is None


def test_a_history_from_before_own_runs_is_read() -> None:
    save_run(machine(), measurements(measurement(value=2e9)))
    kept = json.loads((folder() / "measurements.json").read_text(encoding="utf-8"))
    for one in kept["machines"]:
        del one["own_runs"]
    put("measurements.json", json.dumps(kept))
    loaded = load_history()
    assert loaded.note is None
    assert loaded.record.machines[0].own_runs == ()
