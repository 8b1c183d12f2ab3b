"""Figures that no machine has are refused where they enter, so that nothing below has to expect them."""

from typing import Any

import pytest
from pydantic import ValidationError

from advisor.facts.machine.machine import CoreKind, Cpu, Gpu, Machine, Memory, MemoryModule
from advisor.facts.machine.measurement import Measurement
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement

MACHINE = machine(gpus=(nvidia_card(),))
PARTS: dict[type, Any] = {Cpu: MACHINE.cpu, Memory: MACHINE.memory, Gpu: MACHINE.gpus[0]}


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        (Memory, "usable_bytes", 0),
        (Memory, "usable_bytes", 10**40),
        (Memory, "available_bytes", -1),
        (Memory, "limit_bytes", 0),
        (Memory, "channels", -2),
        (Memory, "theoretical_bytes_per_s", 0.0),
        (Cpu, "cores", -4),
        (Cpu, "cores", 0),
        (Cpu, "threads", 10**12),
        (Gpu, "memory_total_bytes", -1),
        (Gpu, "memory_total_bytes", 0),
        (Gpu, "memory_free_bytes", -1),
        (Gpu, "power_limit_w", -5.0),
    ],
)
def test_a_machine_with_an_impossible_figure_is_refused(part: type, field: str, value: float) -> None:
    with pytest.raises(ValidationError, match=field):
        PARTS[part].changed(**{field: seen(value)})


def test_parts_of_a_machine_are_checked_too() -> None:
    with pytest.raises(ValidationError):
        CoreKind(name="P", cores=4, threads=0, max_hz=None)
    modules = MACHINE.memory.modules.value or ()
    with pytest.raises(ValidationError):
        MemoryModule.model_validate({**modules[0].model_dump(), "bytes": -1})


@pytest.mark.parametrize(
    ("field", "value"), [("value", 0.0), ("value", -1.0), ("value", 1e300), ("duration_s", -1.0), ("threads", 0)]
)
def test_a_measurement_with_an_impossible_figure_is_refused(field: str, value: float) -> None:
    with pytest.raises(ValidationError, match=field):
        Measurement.model_validate({**measurement().model_dump(), field: value})


def test_memory_may_be_full_and_possible_figures_come_back() -> None:
    full = MACHINE.changed(memory=MACHINE.memory.changed(available_bytes=seen(0)))
    assert Machine.model_validate_json(full.model_dump_json()) == full
