"""Your data of a measurement beside its figure."""

import os
from pathlib import Path

import pytest

from advisor.facts.machine.measurement import Measurements, Soak
from advisor.store.history import latest_results, load_history, machine_history, save_run
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement, measurements


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIG_ADVISOR_DATA", str(tmp_path_factory.mktemp("data")))


def test_driver_and_memory_are_kept_with_each_figure() -> None:
    one = machine(gpus=(nvidia_card(driver=seen("550.54")),))
    save_run(one, measurements(measurement(), measurement("gpu_memory_read", 3e11, device="gpu0")))
    newer = machine(gpus=(nvidia_card(driver=seen("560.1")),))
    cpu, gpu = machine_history(load_history().record, newer).runs[0].results
    assert (cpu.memory_setting, cpu.machine_driver) == ("1 x 32 at 5600", None)
    assert gpu.machine_driver == "550.54"


def test_the_newest_soak_is_kept_even_without_other_results() -> None:
    soaks = [
        Soak(
            name="gpu_fp32", device="gpu0", unit="flop_per_s", points=((0.0, rate),), burst=rate, sustained=rate,
            method="x/1", started_at="2026-11-20T12:00:00",
        )
        for rate in (1e13, 2e13)
    ]  # fmt: skip
    for soak in soaks:
        save_run(machine(), Measurements(results=(), soaks=(soak,)))
    found = latest_results(load_history().record, machine())
    assert found is not None
    assert found.soaks == (soaks[1],)


def test_a_file_that_another_program_replaced_is_read_again() -> None:
    save_run(machine(), measurements(measurement()))
    kept, text = load_history(), load_history().record.model_dump_json()
    assert load_history() is kept
    folder = Path(os.environ["RIG_ADVISOR_DATA"])
    (folder / "measurements.json").write_text(text.replace(machine_history(kept.record, machine()).key, "another"))
    assert [one.key for one in load_history().record.machines] == ["another"]
    (folder / "measurements.json").unlink()
    assert load_history().record.machines == ()
