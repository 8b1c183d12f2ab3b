"""The readers that call libraries of macOS, held against stand-ins with the same protocol."""

from typing import Any

from advisor.facts.values.units import GIB
from advisor.probe.macos.calls import memory_counts, sysctl_lines
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
