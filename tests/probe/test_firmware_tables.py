"""Tables of the firmware, as Windows and Linux hand them on: memory modules, and that half of a table is no answer."""

import pytest

from advisor.facts.machine.machine import Memory
from advisor.facts.values.units import GIB, KIB, MIB
from advisor.probe.detect.detect import detect
from advisor.probe.shared.host import ReplayHost
from advisor.probe.shared.memory_rate import effective_rate
from advisor.probe.shared.smbios import Firmware, parse_smbios, parse_windows_smbios
from advisor.probe.source.root import Unavailable
from advisor.probe.source.tar_root import MemoryRoot
from advisor.probe.windows.processor_information import parse_processor_information
from tests.fakes.systems.windows import (
    core,
    module,
    rsmb,
    table,
)


def firmware(*modules: bytes) -> Firmware:
    found = parse_smbios(table(*modules))
    assert isinstance(found, Firmware)
    return found


def test_ddr5_modules_of_a_desktop() -> None:
    found = firmware(module(slot="DIMM_A2"), module(size=0), module(slot="DIMM_B2", bank="P0 CHANNEL B"))
    first, second = found.devices
    assert (first.slot, first.bank, first.bytes, first.type) == ("DIMM_A2", "P0 CHANNEL A", 16 * GIB, "DDR5")
    assert (second.form, second.rated_mt_per_s, second.configured_mt_per_s, second.data_bits) == (
        "DIMM",
        5600,
        5600,
        64,
    )
    assert "System Product Name" in found.words


@pytest.mark.parametrize(
    ("size", "extended", "expected"),
    [
        (0, 0, None),
        (0xFFFF, 0, None),
        (0x7FFF, 65536, 64 * GIB),
        (0x7FFF, 0x80000000 | 131072, 128 * GIB),
        (0x7FFF, 0, None),
        (0x8000 | 512, 0, 512 * KIB),
        (0x8000, 0, None),
        (0x7FFE, 0, 0x7FFE * MIB),
    ],
)
def test_sizes_of_modules(size: int, extended: int, expected: int | None) -> None:
    found = firmware(module(size=size, extended=extended)).devices
    assert [one.bytes for one in found] == ([expected] if expected else [])


def test_rates_that_need_the_wide_field() -> None:
    (one,) = firmware(module(rated=0xFFFF, rated_wide=70000, configured=0xFFFF, configured_wide=0)).devices
    assert (one.rated_mt_per_s, one.configured_mt_per_s) == (70000, None)
    (short,) = firmware(module(rated=0xFFFF, configured=0xFFFF, length=0x28)).devices
    assert (short.rated_mt_per_s, short.configured_mt_per_s) == (None, None)


@pytest.mark.parametrize(("length", "rated"), [(0x15, None), (0x1B, 1600), (0x22, 1600)])
def test_short_records_of_old_firmware(length: int, rated: int | None) -> None:
    (one,) = firmware(module(kind=0x18, rated=1600, configured=800, length=length)).devices
    rate = effective_rate(one)
    assert (one.bytes, one.type, one.rated_mt_per_s) == (16 * GIB, "DDR3", rated)
    assert (rate.mt_per_s if rate else None) == rated


def test_half_rates_of_the_firmware_are_put_right() -> None:
    (one,) = firmware(module(kind=0x1A, rated=2400, configured=1200)).devices
    rate = effective_rate(one)
    assert rate is not None
    assert rate.mt_per_s == 2400


def test_what_is_no_main_memory_is_not_counted() -> None:
    flash, optane, nvdimm = module(kind=0x09), module(kind=0x1F), module(kind=0x1A, technology=7)
    assert firmware(flash, optane, nvdimm, module()).devices == firmware(module()).devices


def test_unknown_widths_types_and_missing_names() -> None:
    (one,) = firmware(module(kind=2, width=0xFFFF, form=2, slot="", bank="")).devices
    assert (one.type, one.form, one.data_bits, one.slot, one.bank) == (None, None, None, "", "")


def test_a_large_table_of_a_server() -> None:
    modules = [module(size=0x7FFF, extended=65536, slot=f"P{i // 8}_DIMM{i % 8}" + "x" * 40) for i in range(96)]
    raw = rsmb(*modules, maker="Dell Inc.")
    assert len(raw) > 12_000
    found = parse_windows_smbios(raw)
    assert isinstance(found, Firmware)
    assert sum(one.bytes for one in found.devices) == 96 * 64 * GIB


@pytest.mark.parametrize("cut", [0, 4, 8, 9, 40, 100, 200])
def test_a_cut_table_is_no_list(cut: int) -> None:
    raw = rsmb(module(), module())
    assert isinstance(parse_windows_smbios(raw[:cut]), Unavailable)
    assert isinstance(parse_smbios(raw[8 : 8 + cut]), Unavailable)


def test_bytes_after_the_end_mark_are_ignored() -> None:
    assert parse_smbios(table(module()) + b"\x11\xff garbage") == parse_smbios(table(module()))


def linux(raw: bytes, **commands: bytes) -> Memory:
    """Main memory of a Linux machine whose administrator may read the firmware's tables."""
    files = {
        "/proc/cpuinfo": b"model name\t: AMD Ryzen 7 7800X3D\nflags\t: lm avx2\n",
        "/sys/firmware/dmi/tables/DMI": raw,
    }
    root = MemoryRoot({**files, **{f"/commands/{name}": text for name, text in commands.items()}}, {})
    return detect(root, ReplayHost(root)).memory


def test_tables_of_an_administrator_on_linux() -> None:
    two = (module(slot="DIMM_A2"), module(slot="DIMM_B2", bank="P0 CHANNEL B"))
    memory = linux(table(*two))
    assert (memory.installed_bytes.value, memory.channels.value) == (32 * GIB, 2)
    assert "/sys/firmware/dmi/tables/DMI" in str(memory.modules.source)


def test_damaged_tables_on_linux_leave_the_word_to_captured_text() -> None:
    text = b"Memory Device\n\tSize: 8 GB\n\tLocator: DIMM 0\n\tType: DDR4\n"
    memory = linux(table(module())[:-9], dmidecode=text)
    assert (memory.installed_bytes.value, memory.modules.source) == (8 * GIB, "dmidecode")


def test_a_list_longer_than_any_machine_is_refused_at_once() -> None:
    assert isinstance(parse_processor_information(core([0, 1]) * 100_000), Unavailable)
