"""A computer of the catalog as a machine: the parts its card names, found as detection would find them."""

from datetime import date

import pytest

from advisor.answer.tasks.ask import answer_question, named_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.cpu_named import family_of
from advisor.catalog.hardware.computer_machine import machine_of
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import GB, GIB
from tests.each import each
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()


def rig_of(name: str) -> Rig:
    computer_id = CATALOG.computers.find(name)
    assert computer_id is not None
    return known_computer(computer_id, CATALOG).rig


@each("computer_id", CATALOG.computers)
def test_every_computer_has_the_graphics_processors_its_card_names(computer_id: str) -> None:
    system, rig = CATALOG.computers[computer_id], rig_of(CATALOG.computers[computer_id].name)
    gpus = [one.card for one in rig.processors[1:]]
    assert gpus == ([system.gpu] * system.gpu_count if system.gpu else [])
    assert all(one.best_bytes_per_s.value for one in rig.processors[1:])
    assert all(one.memory_total_bytes.value for one in rig.processors[1:])
    if system.memory_gib is not None:
        assert rig.processors[0].memory_total_bytes.value == system.memory_gib * GIB
        assert rig.processors[0].best_bytes_per_s.value
        assert rig.processors[0].cores.value or (system.cpu is None and system.cores is None)


def test_graphics_of_a_mac_use_what_the_system_lends_them() -> None:
    cpu, gpu = rig_of("Mac mini M4 Pro 64GB").processors
    assert (cpu.pool, gpu.pool, gpu.vendor, gpu.os) == ("unified", "unified", "apple", "macos")
    assert gpu.memory_total_bytes.value == 64 * GIB
    assert cpu.bandwidth_bytes_per_s.value == 273 * GB


@pytest.mark.parametrize(
    ("written", "computer_id"),
    [
        ("RTX 3060 12 GB PC", "usual/pc-rtx-3060-12gb"),
        ("2 x RTX 3090 PC", "usual/pc-2-x-rtx-3090"),
        ("Mac mini M4 Pro 64GB", "apple/mac-mini-m4-pro-20-core-64gb"),
        ("MacBook Pro M4 Max 128 GB", "apple/macbook-pro-m4-max-40-core-128gb"),
        ("Raspberry Pi 5 8GB", "raspberry-pi/raspberry-pi-5-8gb"),
        ("Laptop with RTX 4050 6 GB", "usual/laptop-rtx-4050-6gb"),
        ("RTX 4070 laptop PC", "usual/laptop-rtx-4070-8gb"),
        ("RTX 5070 laptop PC", "usual/laptop-rtx-5070-8gb"),
        ("Laptop with RTX 5090 24GB", "usual/laptop-rtx-5090-24gb"),
        ("H100 server", "usual/server-h100"),
    ],
)
def test_computers_are_found_as_people_write_them(written: str, computer_id: str) -> None:
    assert CATALOG.computers.find(written) == f"computers/{computer_id}"


def test_a_computer_of_nothing_is_refused() -> None:
    table = {"name": "Box", "form": "desktop", "source": "a data sheet", "checked": "2026-11-23"}
    with pytest.raises(ValueError, match="computer_without_processor"):
        ComputerCard.model_validate(table, strict=False)


@each("computer_id", [one for one in CATALOG.computers if "/apple/" in one])
def test_the_processor_of_every_mac_is_known_as_one_of_apple(computer_id: str) -> None:
    rig = known_computer(computer_id, CATALOG).rig
    cpu, gpu = rig.processors
    assert cpu.vendor == "apple"
    assert family_of(cpu.name, CATALOG.cpu_families) is not None
    question = named_question("chat", "Qwen3.6 35B-A3B", CATALOG, quant="Q4_K_M")
    answer = answer_question(rig, CATALOG, question, candidates=())
    gpu_holds = any(one.processor_id == gpu.id and one.fit.verdict != "too_big" for one in answer.options)
    assert answer.chosen.processor_id == gpu.id or not gpu_holds


def test_what_its_system_holds_idle_is_not_left_for_models() -> None:
    mac, box = (rig_of(name).processors[0] for name in ("MacBook Air M4 16GB", "2 x RTX 3090 PC"))
    assert mac.memory_free_bytes.value == 13 * GIB
    assert (box.memory_total_bytes.value or 0) - (box.memory_free_bytes.value or 0) == 3 * GIB
    assert all(one.memory_free_bytes.value is None for one in rig_of("2 x RTX 3090 PC").processors[1:])


def test_no_computer_has_sticks_that_nobody_sells() -> None:
    """128 GB of DDR4 in a desktop were two sticks of 64 GB."""
    computer = ComputerCard(
        name="a PC",
        form="desktop",
        cpu="cpus/amd/ryzen-9-5950x",
        memory_gib=128,
        memory_type="DDR4",
        memory_mt_per_s=3200,
        memory_channels=2,
        memory_modules=2,
        source="a test",
        checked=date.min,
    )
    modules = machine_of(computer, "a test", CATALOG).memory.modules.value
    assert modules is not None
    assert [one.bytes for one in modules] == [32 * GIB] * 4
    assert [one.channel for one in modules] == ["1", "2", "1", "2"]
