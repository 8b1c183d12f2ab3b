"""The readers that call libraries of macOS, held against stand-ins with the same protocol."""

import ctypes
from typing import Any

from advisor.facts.values.units import GIB
from advisor.probe.macos.calls import _VmStatistics64, memory_counts, sysctl_lines
from advisor.probe.macos.metal import MetalDevice, metal_answer, parse_metal
from advisor.probe.macos.sysctl import Sysctl, parse_sysctl
from advisor.probe.source.root import Unavailable
from tests.fakes.systems.macos_libraries import FakeMetal, FakeObjects, FakeSystem

ARRAY, DEVICE, OLD, TEXT = 1, 2, 3, 4
DEVICES: dict[int, dict[str, Any]] = {
    ARRAY: {"count": 2, "objectAtIndex:": lambda index: (DEVICE, OLD)[index]},
    DEVICE: {
        "registryID": 4294968341,
        "name": TEXT,
        "recommendedMaxWorkingSetSize": 96 * GIB,
        "hasUnifiedMemory": 1,
        "supportsFamily:": lambda family: int(family <= 1009),
    },
    OLD: {"registryID": 7, "name": TEXT},
    TEXT: {"UTF8String": b"Apple M4 Max\0"},
}


def test_values_of_the_system_become_the_text_of_the_tool() -> None:
    values = {
        "machdep.cpu.brand_string": b"Apple M4 Max\0",
        "hw.memsize": (64 * GIB).to_bytes(8, "little"),
        "hw.nperflevels": (2).to_bytes(4, "little"),
        "hw.perflevel0.name": b"Performance\0",
        "hw.perflevel0.physicalcpu": (12).to_bytes(4, "little"),
        "hw.perflevel0.logicalcpu": (12).to_bytes(4, "little"),
        "hw.optional.arm64": (1).to_bytes(4, "little"),
    }
    sysctl = Sysctl(parse_sysctl("\n".join(sysctl_lines(FakeSystem(values, None)))))
    assert sysctl.values.keys() == values.keys()
    assert (sysctl.text("machdep.cpu.brand_string"), sysctl.number("hw.memsize")) == ("Apple M4 Max", 64 * GIB)
    assert (sysctl.levels, sysctl.is_apple_silicon) == (("hw.perflevel0",), True)


def test_the_kernel_s_counts_of_pages() -> None:
    counts = {"free_count": 10, "speculative_count": 1, "external_page_count": 5, "purgeable_count": 2, "wire_count": 3}
    answer = memory_counts(FakeSystem({}, counts))
    assert isinstance(answer, bytes)
    assert {key: int(text) for key, text in parse_sysctl(answer.decode()).items()} == counts
    assert isinstance(memory_counts(FakeSystem({}, None)), Unavailable)


def test_metal_is_asked_message_by_message() -> None:
    new, old = parse_metal(metal_answer(FakeMetal(ARRAY), FakeObjects(DEVICES)))
    assert new == MetalDevice(4294968341, "Apple M4 Max", 96 * GIB, has_unified_memory=True, family="apple9")
    assert old == MetalDevice(7, "Apple M4 Max", None, has_unified_memory=False, family=None)


def test_a_mac_without_metal_names_no_device() -> None:
    assert parse_metal(metal_answer(FakeMetal(0), FakeObjects(DEVICES))) == ()


DOCUMENTED_OFFSETS = {
    "free_count": 0,
    "active_count": 4,
    "inactive_count": 8,
    "wire_count": 12,
    "zero_fill_count": 16,
    "purges": 80,
    "purgeable_count": 88,
    "speculative_count": 92,
    "decompressions": 96,
    "swapins": 112,
    "compressor_page_count": 128,
    "throttled_count": 132,
    "external_page_count": 136,
    "internal_page_count": 140,
    "total_uncompressed_pages_in_compressor": 144,
}
"""Of `struct vm_statistics64`, revision 1: four counts of 4 bytes, nine of 8, two of 4, four of 8, four of 4, one of 8,
all on their natural places (xnu, osfmk/mach/vm_statistics.h)."""
DOCUMENTED_WORDS = 38
"""HOST_VM_INFO64_REV1_COUNT of mach/host_info.h, in words of 4 bytes; a newer kernel fills in what it is asked for."""


class Raw:
    """A kernel that fills in bytes where its header says, and holds what it is asked by."""

    def mach_host_self(self) -> int:
        return -2  # a port is a number without a sign, which C hands over as one with it

    def host_statistics64(self, port: Any, flavor: Any, found: Any, count: Any) -> int:
        assert (port.value, flavor.value, count._obj.value) == (2**32 - 2, 4, DOCUMENTED_WORDS)
        told = bytearray(4 * DOCUMENTED_WORDS)
        for number, (name, offset) in enumerate(DOCUMENTED_OFFSETS.items(), start=1):
            width = 8 if name in ("zero_fill_count", "purges", "decompressions", "swapins") else 4
            told[offset : offset + width] = (1000 + number).to_bytes(width, "little")
        ctypes.memmove(found, bytes(told), 4 * DOCUMENTED_WORDS)
        return 0


def test_counts_of_pages_are_read_where_the_kernel_s_header_puts_them() -> None:
    answer = memory_counts(Raw())
    assert isinstance(answer, bytes)
    told = {key: int(text) for key, text in parse_sysctl(answer.decode()).items()}
    assert told == {name: 1001 + list(DOCUMENTED_OFFSETS).index(name) for name in told}
    assert set(told) == {"free_count", "speculative_count", "external_page_count", "purgeable_count", "wire_count"}


def test_the_structure_has_the_size_and_places_that_are_documented() -> None:
    assert ctypes.sizeof(_VmStatistics64) == 4 * DOCUMENTED_WORDS == 152
    assert ctypes.alignment(_VmStatistics64) == 8
    places = {name: getattr(_VmStatistics64, name).offset for name in DOCUMENTED_OFFSETS}
    assert places == DOCUMENTED_OFFSETS


def test_a_number_of_metal_is_taken_in_all_its_64_bits() -> None:
    far = 2**63 + 5
    one: dict[str, Any] = {"registryID": far, "name": TEXT}
    devices: dict[int, dict[str, Any]] = {
        ARRAY: {"count": 1, "objectAtIndex:": lambda _: DEVICE},
        DEVICE: one,
        TEXT: DEVICES[TEXT],
    }
    (found,) = parse_metal(metal_answer(FakeMetal(ARRAY), FakeObjects(devices)))
    assert found.entry_id == far
