"""The rules that turn firmware fields and kernel texts into facts."""

import pytest

from advisor.facts.machine.machine import Link
from advisor.facts.values.units import GIB, MIB
from advisor.probe.detect.memory import about_installed_bytes
from advisor.probe.linux.system import parse_os_release, parse_version
from advisor.probe.shared.caches import parse_size_bytes
from advisor.probe.shared.cgroup import ancestry, parse_own_path
from advisor.probe.shared.core_kinds import clusters
from advisor.probe.shared.cpuinfo import parse_architecture, parse_flags, parse_name, parse_vendor
from advisor.probe.shared.hypervisor import parse_dmi, parse_sysinfo
from advisor.probe.shared.link import parse_dpm_table, parse_generation, parse_width
from advisor.probe.shared.memory_channels import memory_bus, platform_of
from advisor.probe.shared.memory_rate import MemoryDevice, effective_rate, memory_type
from advisor.probe.shared.pci import parse_address
from advisor.probe.source.reading import cpu_list, cpu_mask


def module(
    kind: str | None = "DDR4",
    rated: int | None = 3200,
    configured: int | None = 3200,
    *,
    slot: str = "DIMM 0",
    bank: str = "BANK 0",
    form: str = "DIMM",
    data_bits: int | None = 64,
) -> MemoryDevice:
    return MemoryDevice(slot, bank, 16 * GIB, kind, form, rated, configured, data_bits)


@pytest.mark.parametrize(
    ("kind", "rated", "configured", "expected"),
    [
        ("DDR4", 2400, 1200, (2400, "detected")),
        ("DDR4", 1200, 933, (1866, "detected")),
        ("DDR4", 3600, 1800, (3600, "detected")),
        ("DDR4", 3200, 2933, (2933, "detected")),
        ("DDR5", 4800, 6000, (6000, "detected")),
        ("DDR5", 4800, 3600, (3600, "detected")),
        ("DDR4", 2666, None, (2666, "estimated")),
        ("DDR4", 1333, None, (2666, "estimated")),
        ("DDR3", 1600, 32768, None),
        ("DDR4", None, None, None),
        ("LPDDR5", 6400, 3200, (3200, "estimated")),
        ("LPDDR4", 4267, 2133, (2133, "estimated")),
        ("LPDDR4", 800, 800, None),
    ],
)
def test_effective_rate(kind: str, rated: int | None, configured: int | None, expected: tuple[int, str] | None) -> None:
    assert effective_rate(module(kind, rated, configured)) == expected


@pytest.mark.parametrize(
    ("rated", "configured", "form", "expected"),
    [
        (5600, 3600, "DIMM", "DDR5"),
        (4800, 4800, "SODIMM", "DDR5"),
        (6400, 6400, "Row Of Chips", "LPDDR5"),
        (3200, 3200, "DIMM", None),
    ],
)
def test_a_type_that_old_readers_cannot_name(rated: int, configured: int, form: str, expected: str | None) -> None:
    assert memory_type(module(None, rated, configured, form=form))[0] == expected


@pytest.mark.parametrize(
    ("cpu", "slots", "expected"),
    [
        ("Ryzen 5 5600", [("DIMM_A2", "B"), ("DIMM_B2", "B")], (128, "detected")),
        ("Ryzen 5 5600", [("DIMM_A1", "B"), ("DIMM_A2", "B")], (64, "detected")),
        (
            "Core(TM) i9-14900K",
            [("DIMM 1", "0"), ("DIMM 2", "1"), ("DIMM 3", "2"), ("DIMM 4", "3")],
            (128, "estimated"),
        ),
        ("Core(TM) i5", [("Controller0-ChannelA", "0"), ("Controller1-ChannelA", "0")], (128, "detected")),
        ("FX(tm)-8350", [("A1_DIMM0", "A1_BANK0"), ("A1_DIMM1", "A1_BANK1")], (128, "estimated")),
        ("Core(TM) i5", [("DIMM", "CHANNEL A"), ("DIMM", "CHANNEL A")], (128, "estimated")),
        ("Xeon(R) Gold 6230", [("A1", "-"), ("A2", "-"), ("A3", "-"), ("A4", "-")], (256, "estimated")),
        ("a stranger", [("1", "-"), ("2", "-"), ("3", "-"), ("4", "-")], None),
    ],
)
def test_channels(cpu: str, slots: list[tuple[str, str]], expected: tuple[int, str] | None) -> None:
    bus = memory_bus([module(slot=slot, bank=bank) for slot, bank in slots], platform_of(cpu), 1, None)
    assert (bus and (bus.bits, bus.origin)) == expected


@pytest.mark.parametrize(
    ("cpu", "widths", "expected"),
    [
        ("Core(TM) Ultra 7 155H", [16, 16], 128),
        ("Ryzen AI Max+ 395", [32] * 8, 256),
        ("N100", [64] * 4, 64),
        ("a stranger", [32] * 4, 128),
        ("a stranger", [72], 64),
        ("a stranger", [64] * 8, None),
        ("a stranger", [16, 16], None),
        ("a stranger", [65508], None),
    ],
)
def test_soldered_width(cpu: str, widths: list[int], expected: int | None) -> None:
    chips = [module("LPDDR5", 6400, 6400, data_bits=width) for width in widths]
    bus = memory_bus(chips, platform_of(f"Intel(R) {cpu}"), 1, None)
    assert (bus.bits if bus else None) == expected


def test_a_graphics_driver_outranks_the_modules() -> None:
    bus = memory_bus([module(), module(slot="DIMM 1")], None, 1, 64)
    assert bus is not None
    assert (bus.bits, bus.origin) == (64, "detected")


def test_about_installed() -> None:
    assert about_installed_bytes(int(31.2 * GIB)) == 32 * GIB
    assert about_installed_bytes(int(23.3 * GIB)) == 24 * GIB
    assert about_installed_bytes(int(3.8 * GIB)) is None


@pytest.mark.parametrize(
    ("text", "now", "most"),
    [
        ("0: 2.5GT/s, x8 310Mhz\n1: 8.0GT/s, x8 619Mhz *", (3, 8), (3, 8)),
        ("0: 16.0GT/s, x16 78Mhz *\n1: 16.0GT/s, x16 156Mhz *", (4, 16), (4, 16)),
        ("0: 2.5GT/s, x4 *\n1: 16.0GT/s, x16", (1, 4), (4, 16)),
    ],
)
def test_the_link_table_of_amd(text: str, now: tuple[int, int], most: tuple[int, int]) -> None:
    link = Link(generation_now=now[0], generation_max=most[0], width_now=now[1], width_max=most[1])
    assert parse_dpm_table(text) == link


def test_a_link_table_without_an_active_row() -> None:
    assert parse_dpm_table("0: 2.5GT/s, x8 310Mhz") is None
    assert parse_dpm_table("") is None


def test_link_texts() -> None:
    assert [parse_generation(text) for text in ("16.0 GT/s PCIe", "8 GT/s", "Unknown", None)] == [4, 3, None, None]
    assert [parse_width(text) for text in ("16", "8x", "0", "63", "255", "N/A")] == [16, 8, None, None, None, None]


def test_sets_of_processors() -> None:
    assert cpu_list("0-2,8,10-11\n") == {0, 1, 2, 8, 10, 11}
    assert cpu_list("") == frozenset()
    assert cpu_mask("00000001,00000003") == {0, 1, 32}
    assert cpu_mask("no mask") == frozenset()


def test_clusters_of_clocks() -> None:
    boost = {0: 5200, 1: 5000, 2: 5000, 3: 3800, 4: 3800}
    assert clusters(boost, tolerance=0.18) == [{0, 1, 2}, {3, 4}]
    assert len(clusters({0: 718, 1: 731, 2: 997, 3: 1024}, tolerance=0.18)) == 2


def test_cache_sizes() -> None:
    assert [parse_size_bytes(text) for text in ("48K", "2M", "512", "0K", "", None)] == [
        48 * 1024,
        2 * MIB,
        512,
        None,
        None,
        None,
    ]


def test_addresses() -> None:
    assert parse_address("00000000:01:00.0") == parse_address("0000:01:00.0") == (0, 1, 0, 0)
    assert parse_address("10000:E0:1f.7") == (0x10000, 0xE0, 0x1F, 7)
    assert parse_address("pci0000:00") is None


def test_control_groups() -> None:
    assert parse_own_path("12:memory:/a\n0::/b/c", "") == "/b/c"
    assert parse_own_path("12:memory:/a\n0::/b/c", "memory") == "/a"
    assert parse_own_path("12:cpu:/a", "memory") is None
    assert ancestry("/a/b") == ["/a/b", "/a", ""]
    assert ancestry("/../..") == [""]


def test_processor_texts() -> None:
    arm = "processor : 0\nFeatures : fp asimd i8mm\nCPU implementer : 0x41\nCPU architecture: 8\nCPU part : 0xd0c"
    assert (parse_name(arm), parse_vendor(arm), parse_architecture(arm)) == ("Neoverse-N1", "ARM", "aarch64")
    assert parse_flags(arm) == ("asimd", "i8mm")
    assert parse_flags("flags : fpu lm avx2 amx_tile rdrand") == ("amx_tile", "avx2")
    assert parse_flags("processor : 0") is None
    assert parse_name("model name : ARMv7 Processor rev 4 (v7l)") is None
    assert parse_architecture("nothing known") is None


def test_core_designs_of_other_makers() -> None:
    asahi = "CPU implementer : 0x61\nCPU part : 0x022\n\nCPU implementer : 0x61\nCPU part : 0x023"
    assert (parse_name(asahi), parse_vendor(asahi)) == ("M1 Icestorm + M1 Firestorm", "Apple")
    assert parse_name("CPU implementer : 0x51\nCPU part : 0x001") == "Oryon"
    assert parse_name("CPU implementer : 0x41\nCPU part : 0x022") is None
    assert parse_name("CPU implementer : 0x99\nCPU part : 0xd0c") is None


def test_virtual_machines() -> None:
    assert parse_dmi("Microsoft Corporation Virtual Machine") == "Hyper-V"
    assert parse_dmi("Microsoft Corporation Surface Laptop 5") is None
    assert parse_dmi("ASUSTeK COMPUTER INC.") is None
    assert parse_sysinfo("VM00 Control Program: KVM/Linux") == "KVM"
    assert parse_sysinfo("") is None


def test_system_texts() -> None:
    assert parse_os_release('NAME="Arch Linux"\nID=arch') == {"NAME": "Arch Linux", "ID": "arch"}
    assert parse_version("Linux version 6.1.0-13-amd64 (debian-kernel@...) #1 SMP") == "6.1.0-13-amd64"


def test_letters_of_slots_on_unknown_machines_are_channels_only_where_there_are_few() -> None:
    def found(count: int, cpu: str) -> int | None:
        slots = [f"DIMM_{letter}{number}" for number in range(1, 5) for letter in "AB"][:count]
        bus = memory_bus([module("DDR3", 1866, 1866, slot=slot) for slot in slots], platform_of(cpu), 2, None)
        return bus.bits if bus else None

    assert found(8, "") is None
    assert found(8, "Intel(R) Xeon(R) CPU E5-2650 v2 @ 2.60GHz") == 8 * 64
    assert found(6, "Intel(R) Xeon(R) CPU           X5650  @ 2.67GHz") == 6 * 64
    assert found(2, "") == 128
    assert found(4, "Intel(R) Xeon(R) CPU E3-1270 v6 @ 3.80GHz") == 128
