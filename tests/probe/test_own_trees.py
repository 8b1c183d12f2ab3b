"""Whole machines of our own making: what detection says of each, and what it leaves unknown."""

import pytest

from advisor.facts.machine.machine import CoreKind, Link, Machine
from advisor.facts.values.units import GIB, KIB, MEGA
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.trees import TREES, cache, detected, replayed

NAMES = sorted(file.stem for file in TREES.glob("*.tree"))


def gap(machine: Machine, fact: str) -> str:
    return next(in_words(gap.reason) for gap in machine.gaps if gap.fact == fact)


def test_one_stick_of_two_slots_is_one_channel_at_its_configured_rate() -> None:
    memory = detected("one-stick").memory
    assert memory.installed_bytes.value == 16 * GIB
    assert memory.installed_bytes.origin == "detected"
    assert memory.channels.value == 1
    assert memory.theoretical_bytes_per_s.value == 5200 * MEGA * 8
    (module,) = memory.modules.value or ()
    assert (module.rated_transfers_per_s, module.configured_transfers_per_s) == (5600 * MEGA, 5200 * MEGA)
    assert module.slot == "Controller0-ChannelA-DIMM0"


def test_two_channels_by_slot_names() -> None:
    memory = detected("two-channels").memory
    assert (memory.channels.value, memory.channels.origin) == (2, "detected")
    assert memory.theoretical_bytes_per_s.value == 6000 * MEGA * 16
    assert [module.channel for module in memory.modules.value or ()] == ["P0 CHANNEL A", "P0 CHANNEL B"]


def test_a_clock_in_the_rate_field_is_doubled_and_memavailable_recomputed() -> None:
    memory = detected("half-rate").memory
    assert memory.theoretical_bytes_per_s.value == 2400 * MEGA * 16
    assert memory.available_bytes.value == (10000000 + 100000 + 5000000 + 300000 - 200000) * KIB
    assert memory.available_bytes.origin == "estimated"


def test_the_tightest_limit_of_the_ancestry_counts() -> None:
    machine = detected("nested-limit")
    assert machine.memory.limit_bytes.value == 8 * GIB
    assert machine.memory.available_bytes.value == 6 * GIB
    assert machine.memory.usable_bytes.value == 65536000 * KIB
    assert machine.os.container.value == "docker"


def test_version_1_limits_are_found_where_they_are_mounted() -> None:
    assert detected("limit-version-1").memory.limit_bytes.value == 4 * GIB


def test_hybrid_kinds_and_caches_by_instance() -> None:
    cpu = detected("hybrid").cpu
    assert cpu.core_kinds.value == (
        CoreKind(name="P", cores=1, threads=2, max_hz=4800 * MEGA),
        CoreKind(name="E", cores=2, threads=2, max_hz=3800 * MEGA),
        CoreKind(name="LP-E", cores=2, threads=2, max_hz=2400 * MEGA),
    )
    assert (cpu.sockets.value, cpu.cores.value, cpu.threads.value) == (1, 5, 6)
    second, third = cache(detected("hybrid"), 2, "unified"), cache(detected("hybrid"), 3, "unified")
    assert second is not None
    assert (second.total_bytes, second.instances) == (3 * 2048 * KIB, 3)
    assert third is not None
    assert (third.total_bytes, third.instances) == (12288 * KIB, 1)
    assert "6" in gap(detected("hybrid"), "cpu.threads")


def test_a_sleeping_nvidia_card_is_listed_and_not_asked() -> None:
    machine = detected("sleeping-nvidia")
    intel, nvidia = machine.gpus
    assert (intel.vendor.value, intel.memory_kind.value, intel.link.value) == ("intel", "shared", None)
    assert intel.memory_total_bytes.value is None
    assert nvidia.state.value == "asleep"
    assert nvidia.name.value == "NVIDIA GeForce RTX 3060 Laptop GPU"
    assert nvidia.pci_id.value == "10de:2560"
    assert nvidia.memory_total_bytes.value is None
    assert "asleep" in gap(machine, "gpus.1.memory_total_bytes")
    assert "asleep" in gap(machine, "gpus.1.link")


def test_an_apu_offers_carve_out_and_mapped_memory_and_tells_the_bus() -> None:
    machine = detected("apu")
    (gpu,) = machine.gpus
    assert gpu.memory_kind.value == "shared"
    assert gpu.memory_total_bytes.value == 16106127360 + 536870912
    assert gpu.memory_free_bytes.value == 16106127360 + 536870912
    assert gpu.compute_capability.value == "gfx1103"
    assert gpu.link.value is None
    assert machine.memory.channels.value == 2
    assert machine.memory.installed_bytes.value == 32 * GIB
    assert machine.memory.installed_bytes.origin == "estimated"
    assert machine.memory.theoretical_bytes_per_s.value == 6400 * MEGA * 16


def test_cards_behind_switches_report_the_link_to_the_slot() -> None:
    intel, amd, small, nvidia = detected("cards").gpus
    assert intel.memory_total_bytes.value == 0x2FA000000
    assert intel.link.value == Link(generation_now=4, generation_max=4, width_now=8, width_max=8)
    assert amd.memory_total_bytes.value == 8573157376
    assert amd.memory_free_bytes.value == 8000000000
    assert amd.power_limit_w.value == 100
    assert amd.link.value == Link(generation_now=3, generation_max=3, width_now=4, width_max=4)
    assert small.memory_total_bytes.value == 6425673728
    assert nvidia.state.value == "no_driver"
    assert nvidia.link.value == Link(generation_now=1, generation_max=3, width_now=8, width_max=16)
    assert {gpu.memory_kind.value for gpu in detected("cards").gpus} == {"dedicated"}


def test_a_guest_shows_what_its_hypervisor_shows() -> None:
    machine = detected("virtual")
    assert machine.cpu.hypervisor.value == "KVM"
    assert (machine.cpu.threads.value, machine.cpu.threads.origin) == (2, "detected")
    assert (machine.cpu.sockets.value, machine.cpu.sockets.origin) == (2, "estimated")
    assert machine.cpu.caches.origin == "estimated"
    assert machine.memory.modules.value is None
    assert machine.memory.installed_bytes.value is None


def test_a_gpu_without_memory_of_its_own_works_in_main_memory() -> None:
    machine = detected("gb10")
    (gpu,) = machine.gpus
    assert gpu.memory_kind.value == "unified"
    assert gpu.memory_total_bytes.value == 125508468 * KIB
    assert gpu.memory_free_bytes.value == 121737812 * KIB
    assert gpu.link.value is None
    assert gpu.mig.value is False
    assert machine.memory.unified.value is True
    assert machine.cpu.name.value == "Cortex-A725 + Cortex-X925"
    assert machine.cpu.sockets.value == 1
    assert [kind.name for kind in machine.cpu.core_kinds.value or ()] == ["Cortex-X925", "Cortex-A725"]


def test_an_empty_tree_is_all_gaps() -> None:
    machine = replayed(MemoryRoot({}, {}))
    parts = [machine.cpu, machine.memory, machine.os]
    facts = [getattr(part, name) for part in parts for name in type(part).model_fields]
    assert [fact for fact in facts if fact.value is not None] == []
    assert len(machine.gaps) == len(facts) + 2, "npus and gpus"
    assert machine.gpus == ()
    assert gap(machine, "gpus").startswith("neither /sys/bus/pci/devices nor /sys/class/drm")


@pytest.mark.parametrize("name", NAMES)
def test_a_machine_survives_its_json(name: str) -> None:
    machine = detected(name)
    assert Machine.model_validate_json(machine.model_dump_json()) == machine
