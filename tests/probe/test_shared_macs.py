"""Texts of sysctl and system_profiler that others captured on real Macs."""

import functools

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.facts.machine.machine import CoreKind, Machine
from advisor.facts.values.units import GIB, MEGA, MIB
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.trees import cache, members, replayed, shared

PROFILES = (
    "10.4-powerpc",
    "10.5-powerpc",
    "10.6-intel",
    "10.6-macmini",
    "10.6.5-dual-monitor",
    "11.0-apple-M1",
    "asus-geforce-gt-730",
    "dual-display-#475",
    "mojave-dual-video-cards",
)


@functools.cache
def texts(archive: str) -> dict[str, bytes]:
    return {path.removeprefix("./"): raw for path, raw in members(shared(archive)) if isinstance(raw, bytes)}


def of_archspec(name: str) -> Machine:
    text = texts("archspec-targets.tar.gz")[f"tests/targets/{name}"]
    return replayed(MemoryRoot({"/calls/macos/sysctl": text}, {}))


def of_glpi(name: str) -> Machine:
    found = texts("glpi-agent.tar.gz")
    files = {"/commands/system_profiler": found[f"resources/macos/system_profiler/{name}"]}
    sysctl = found.get(f"resources/macos/sysctl/{name}")
    return replayed(MemoryRoot({**files, **({"/commands/sysctl_-a": sysctl} if sysctl else {})}, {}))


@pytest.mark.parametrize(
    ("name", "chip", "fast", "slow", "installed_gib", "second_level"),
    [
        ("darwin-monterey-m2", "Apple M2", 4, 4, 16, (20 * MIB, 2)),
        ("darwin-sequoia-m3", "Apple M3 Max", 10, 4, 36, (36 * MIB, 3)),
        ("darwin-sequoia-m4", "Apple M4 Max", 12, 4, 64, (36 * MIB, 3)),
    ],
)
def test_chips_by_sysctl(
    name: str, chip: str, fast: int, slow: int, installed_gib: int, second_level: tuple[int, int]
) -> None:
    machine = of_archspec(name)
    cpu, level2 = machine.cpu, cache(machine, 2, "unified")
    assert (cpu.name.value, cpu.vendor.value, cpu.architecture.value) == (chip, "Apple", "aarch64")
    assert cpu.core_kinds.value == (
        CoreKind(name="P", cores=fast, threads=fast, max_hz=None),
        CoreKind(name="E", cores=slow, threads=slow, max_hz=None),
    )
    assert (cpu.cores.value, cpu.threads.value) == (fast + slow, fast + slow)
    assert level2 is not None
    assert (level2.total_bytes, level2.instances) == second_level
    assert {"asimd", "asimddp", "i8mm", "bf16", "fphp"} <= set(cpu.flags.value or ())
    assert ("sme2" in (cpu.flags.value or ())) is (chip == "Apple M4 Max")
    assert machine.memory.installed_bytes.value == installed_gib * GIB
    assert cpu.hypervisor.value is None


@pytest.mark.parametrize(
    ("name", "processor", "flags"),
    [
        ("darwin-mojave-ivybridge", "Intel(R) Core(TM) i5-3230M CPU @ 2.60GHz", {"avx", "f16c"}),
        ("darwin-mojave-haswell", "Intel(R) Core(TM) i7-4980HQ CPU @ 2.80GHz", {"avx", "avx2", "f16c", "fma"}),
    ],
)
def test_intel_processors_by_sysctl(name: str, processor: str, flags: set[str]) -> None:
    cpu = of_archspec(name).cpu
    assert (cpu.name.value, cpu.vendor.value, cpu.architecture.value) == (processor, "GenuineIntel", "x86_64")
    assert set(cpu.flags.value or ()) == flags | {"sse4_1", "sse4_2", "ssse3"}
    assert cpu.caches.value is None


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_lists_its_graphics(name: str) -> None:
    machine = of_glpi(name)
    assert machine.gpus
    assert all(gpu.name.value and gpu.vendor.value for gpu in machine.gpus)
    assert all(gpu.state.value is None and gpu.link.value is None for gpu in machine.gpus)
    assert Machine.model_validate_json(machine.model_dump_json()) == machine


def test_quirk_m11_an_m1_by_profile_and_sysctl() -> None:
    machine = with_cards(of_glpi("11.0-apple-M1"), load_catalog())
    (gpu,) = machine.gpus
    assert (gpu.name.value, gpu.card.value) == ("Apple M1 (8-core GPU)", "socs/apple/m1-8-core")
    assert machine.memory.installed_bytes.value == 16 * GIB
    assert machine.memory.modules.value is None
    assert machine.memory.unified.value is True
    assert (machine.cpu.cores.value, machine.cpu.core_kinds.value) == (8, None)


@pytest.mark.parametrize("name", ["dual-display-#475", "mojave-dual-video-cards"])
def test_quirk_m10_two_video_cards(name: str) -> None:
    radeon, intel = of_glpi(name).gpus
    assert (radeon.name.value, radeon.pci_id.value) == ("AMD Radeon Pro 450", "1002:67ef")
    assert (radeon.memory_kind.value, radeon.memory_total_bytes.value) == ("dedicated", 2 * GIB)
    assert (intel.memory_kind.value, intel.memory_total_bytes.value) == ("shared", 1536 * MIB)


def test_modules_of_a_mac_mini() -> None:
    memory = of_glpi("10.6-macmini").memory
    assert memory.installed_bytes.value == 4 * GIB
    assert [module.configured_transfers_per_s for module in memory.modules.value or ()] == [1067 * MEGA] * 2
