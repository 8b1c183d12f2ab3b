"""The thin half of the Windows sources, run against stand-ins of its libraries."""

import struct
import sys
from typing import Any

import pytest

from advisor.facts.values.units import GIB
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.source.root import Unavailable
from advisor.probe.windows.d3dkmt import parse_d3dkmt
from advisor.probe.windows.pnp_devices import PnpAnswer, parse_pnp
from advisor.probe.windows.registry import Registry, parse_registry
from tests.fakes.systems.windows import BALANCED, memory_status, module, plain_topology, power, rsmb
from tests.fakes.systems.windows_libraries import ConfigurationManager, Gdi, WinRegistry, kernel32, powrprof, reader
from tests.fakes.systems.windows_lists import adapter, power_data

DEVICE = "a45c254e-df1c-4efd-8020-67d146a850e0"
STATUS = "4340a6c5-93fa-4706-972c-7b648008a5a7"
DRIVER = "a8b865dd-2e3d-4094-ad97-e593a70c75d6"
PCI = "3ab22e31-8264-4b4e-9af5-a8d2d8e33e62"
DISPLAY, NPU = "{4d36e968-e325-11ce-bfc1-08002be10318}", "{f01a9d53-3ff6-48d2-9f97-c8a7004be10c}"
CARD = "PCI\\VEN_10DE&DEV_2684&SUBSYS_88771043&REV_A1\\4&1286464&0&0008"
PORT = "PCI\\VEN_8086&DEV_A70D&SUBSYS_00000000&REV_01\\3&11583659&0&08"
NETWORK = "PCI\\VEN_8086&DEV_15F3&SUBSYS_87D21043&REV_03\\D45D64FFFF000000"
LINK = {(PCI, 9): 1, (PCI, 10): 16, (PCI, 11): 4, (PCI, 12): 16}
TREE: dict[str, dict[Any, Any]] = {
    "ACPI\\PNP0A08\\0": {},
    PORT: {"lists": ("PCI",), "parent": "ACPI\\PNP0A08\\0", (DEVICE, 23): 0, (DEVICE, 30): 1 << 16, **LINK},
    CARD: {
        "lists": ("PCI", DISPLAY),
        "parent": PORT,
        (DEVICE, 2): "NVIDIA GeForce RTX 4090",
        (DEVICE, 4): ["PCI\\VEN_10DE&DEV_2684", "PCI\\CC_030000", "PCI\\CC_0300"],
        (DEVICE, 6): "nvlddmkm",
        (DEVICE, 23): 1,
        (DEVICE, 30): 0,
        (DEVICE, 32): bytes.fromhex(power_data(1)),
        (STATUS, 3): 0,
        (DRIVER, 3): "32.0.15.6094",
        **LINK,
    },
    NETWORK: {"lists": ("PCI",), "parent": PORT, (DEVICE, 4): ["PCI\\CC_0200"], (DEVICE, 23): 2, (DEVICE, 30): 0},
    "ACPI\\NPU\\1": {"lists": (NPU,), (DEVICE, 2): "NPU Compute Accelerator Device"},
}


def asleep() -> dict[str, dict[Any, Any]]:
    return {**TREE, CARD: {**TREE[CARD], (DEVICE, 32): bytes.fromhex(power_data(4))}}


def pnp_of(tree: dict[str, dict[Any, Any]], patch: pytest.MonkeyPatch) -> tuple[PnpAnswer, ConfigurationManager]:
    manager = ConfigurationManager(tree)
    answer = parse_pnp(reader("devices", patch, {"cfgmgr32": manager}).read_devices())
    assert isinstance(answer, PnpAnswer)
    return answer, manager


def test_devices_with_their_links_parents_and_npus(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, _ = pnp_of(TREE, monkeypatch)
    (card,) = answer.displays
    assert (card.id, card.name, card.service, card.driver_version) == (
        CARD, "NVIDIA GeForce RTX 4090", "nvlddmkm", "32.0.15.6094",
    )  # fmt: skip
    assert (card.address, card.class_code, card.problem, card.asleep) == ((0, 1, 0, 0), "0300", 0, False)
    assert card.port == (1, 4, 16, 16)
    assert [parent.address for parent in card.parents] == [(0, 0, 1, 0), None]
    assert answer.accelerators == ("NPU Compute Accelerator Device",)


def test_addresses_of_network_cards_stay_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, _ = pnp_of(TREE, monkeypatch)
    assert {one.ids for one in answer.functions} == {(0x8086, 0xA70D), (0x10DE, 0x2684), (0x8086, 0x15F3)}
    assert "D45D64" not in answer.model_dump_json()


def test_a_card_without_a_class_is_known_by_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = {**TREE[CARD], "lists": ("PCI",), (DEVICE, 6): None, (STATUS, 3): 28}
    (card,) = pnp_of({**TREE, CARD: bare}, monkeypatch)[0].displays
    assert (card.service, card.problem) == (None, 28)


def test_nothing_is_read_from_a_card_that_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, manager = pnp_of(asleep(), monkeypatch)
    assert answer.displays[0].asleep
    assert not [number for instance, number in manager.asked if instance == CARD and number in (9, 10, 11, 12)]


def adapters(tree: dict[str, dict[Any, Any]], patch: pytest.MonkeyPatch) -> tuple[Gdi, bytes]:
    answers = adapter((0x10DE, 0x2684), (1, 0, 0), "NVIDIA GeForce RTX 4090", (24 * GIB, 0, 32 * GIB))["answers"]
    card = {int(query): bytes.fromhex(raw) for query, raw in answers.items()}
    usage = {0: struct.pack("<5Q", GIB, 23 * GIB, 0, 0, 0)}
    gdi = Gdi({"luid": 7, "usage": usage, **card}, {"luid": 8, 15: struct.pack("<I", 0x4)})
    libraries = {"gdi32": gdi, "cfgmgr32": ConfigurationManager(tree)}
    reader("devices", patch, libraries)
    raw = reader("d3dkmt_call", patch, libraries).read_d3dkmt()
    assert isinstance(raw, bytes)
    return gdi, raw


def test_adapters_of_the_display_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    gdi, raw = adapters(TREE, monkeypatch)
    found = parse_d3dkmt(raw)
    assert not isinstance(found, Unavailable)
    (card,) = found
    assert (card.name, card.address, card.ids, card.luid) == (
        "NVIDIA GeForce RTX 4090", (0, 1, 0, 0), (0x10DE, 0x2684), "00000000:00000007",
    )  # fmt: skip
    assert (card.dedicated_bytes, card.dedicated_free_bytes, card.driver_version) == (
        24 * GIB,
        23 * GIB,
        "32.0.15.6094",
    )
    assert gdi.closed == [1, 2]


def test_the_use_of_memory_is_not_asked_of_a_card_that_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    gdi, raw = adapters(asleep(), monkeypatch)
    found = parse_d3dkmt(raw)
    assert not isinstance(found, Unavailable)
    assert (found[0].dedicated_bytes, found[0].dedicated_free_bytes) == (24 * GIB, None)
    assert 7 not in gdi.used


def test_calls_of_the_kernel_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {
        "topology": plain_topology(4),
        "smbios": rsmb(module()),
        "memory": memory_status(GIB, GIB // 2),
        "power": power(1),
        "architecture": struct.pack("<HH", 0, 0x8664),
    }
    libraries = {"kernel32": kernel32(answers), "powrprof": powrprof(BALANCED)}
    call = reader("calls", monkeypatch, libraries).windows_call
    assert {name: call(name) for name in answers} == answers
    assert (call("features"), call("plan")) == (b"[10, 39, 40]", BALANCED)
    assert isinstance(call("nothing"), Unavailable)


def test_calls_that_refuse_or_are_missing_give_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = kernel32({})
    del refusing.IsWow64Process2
    call = reader("calls", monkeypatch, {"kernel32": refusing}).windows_call
    reasons = {name: in_words(call(name).reason) for name in ("topology", "smbios", "memory", "power", "architecture")}
    assert all(reasons.values())
    assert "too old" in reasons["architecture"]


def test_the_registry_by_key(monkeypatch: pytest.MonkeyPatch) -> None:
    video = "{A0}"
    enum = "SYSTEM\\CurrentControlSet\\Enum\\"
    keys: dict[str, dict[str, Any]] = {
        "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0": {"ProcessorNameString": "CPU ", "~MHz": 3000},
        "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion": {"ProductName": "Windows 10 Pro", "CurrentBuild": "22631"},
        f"{enum}{CARD}\\Device Parameters": {"VideoID": video},
        f"{enum}{NETWORK}\\Device Parameters": {},
        f"SYSTEM\\CurrentControlSet\\Control\\Video\\{video}\\0000": {
            "HardwareInformation.qwMemorySize": struct.pack("<Q", 24 * GIB),
            "DriverDesc": "NVIDIA GeForce RTX 4090",
        },
    }
    monkeypatch.setitem(sys.modules, "winreg", WinRegistry(keys))
    found = parse_registry(reader("registry", monkeypatch, {}).read_registry())
    assert isinstance(found, Registry)
    assert found.processor == {"ProcessorNameString": "CPU ", "~MHz": 3000}
    assert found.video_memory_bytes(CARD) == 24 * GIB
    assert list(found.video_ids) == [CARD]
