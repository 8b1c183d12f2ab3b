"""Published firmware listings and CIM captures in the form Windows hands them over: the same modules come out."""

import html
import json
import re
import tarfile
from typing import Any

import pytest

from advisor.facts.values.units import GIB, KIB, MIB
from advisor.probe.linux.dmi import parse_dmidecode
from advisor.probe.shared.memory_rate import MemoryDevice
from advisor.probe.shared.smbios import Firmware, form_name, parse_smbios, parse_windows_smbios, type_name
from advisor.probe.windows.cim import CimAnswer, decoded_text, memory_devices, parse_cim
from advisor.probe.windows.pnp_devices import PnpAnswer, parse_pnp
from tests.each import each
from tests.fakes.systems.windows import module, rsmb
from tests.fakes.trees import shared
from tests.probe.test_shared_modules import ROWS, listing

TYPES = {type_name(code): code for code in range(0x40)}
FORMS = {form_name(code): code for code in range(0x40)}
UNKNOWN = 2
LARGEST_MIB = 0x7FFF


def as_record(device: MemoryDevice) -> bytes:
    """The device as the firmware's own record."""
    mib, rest = divmod(device.bytes, MIB)
    size = 0x8000 | device.bytes // KIB if rest else min(mib, LARGEST_MIB)
    return module(
        size=size,
        extended=mib if size == LARGEST_MIB else 0,
        kind=TYPES.get(device.type, UNKNOWN) if device.type else UNKNOWN,
        form=FORMS.get(device.form, UNKNOWN) if device.form else UNKNOWN,
        rated=device.rated_mt_per_s or 0,
        configured=device.configured_mt_per_s or 0,
        width=device.data_bits or 0xFFFF,
        slot=device.slot,
        bank=device.bank,
    )


def as_row(device: MemoryDevice) -> dict[str, Any]:
    """The device as a row of Win32_PhysicalMemory."""
    return {
        "Capacity": str(device.bytes),
        "SMBIOSMemoryType": TYPES.get(device.type, UNKNOWN) if device.type else UNKNOWN,
        "Speed": device.rated_mt_per_s,
        "ConfiguredClockSpeed": device.configured_mt_per_s or 0,
        "DataWidth": device.data_bits,
        "DeviceLocator": device.slot,
        "BankLabel": device.bank,
    }


@each("row", ROWS)
def test_each_listing_as_a_table_and_as_rows(row: dict[str, str]) -> None:
    devices = parse_dmidecode(listing(row))
    raw = rsmb(*map(as_record, devices))
    tables, answer = parse_windows_smbios(raw), parse_cim(json.dumps({"memory": list(map(as_row, devices))}).encode())
    assert isinstance(tables, Firmware)
    assert isinstance(answer, CimAnswer)
    assert tables.devices == devices
    assert parse_smbios(raw[8:]) == tables
    same = ("slot", "bank", "bytes", "type", "rated_mt_per_s", "configured_mt_per_s", "data_bits")
    found = memory_devices(answer)
    assert [[getattr(one, key) for key in same] for one in found] == [
        [getattr(one, key) for key in same] for one in devices
    ]


def capture(name: str) -> list[dict[str, str]]:
    """The rows of a captured class, UTF-16 with or without its mark, as its tool printed them."""
    with tarfile.open(shared("glpi-agent.tar.gz")) as tar:
        file = tar.extractfile(next(one for one in tar.getnames() if one.endswith(f"{name}.wmi")))
        assert file is not None
        text = decoded_text(file.read())
    blocks = re.split(r"(?:\r?\n){2,}", text)
    found = [dict(line.partition("=")[::2] for line in block.splitlines() if "=" in line) for block in blocks]
    return [{key: html.unescape(value) for key, value in block.items()} for block in found if block]


def test_captured_modules_of_an_old_server() -> None:
    answer = parse_cim(json.dumps({"memory": capture("2003-Win32_PhysicalMemory")}).encode("utf-16"))
    assert isinstance(answer, CimAnswer)
    devices = memory_devices(answer)
    assert {(one.bytes, one.type, one.form, one.rated_mt_per_s) for one in devices} == {(GIB, None, "DIMM", 266)}


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("amd-radeon-rx6600xt-Win32_VideoController", [(0x1002, 0x73FF)]),
        ("intel+nvidia-Win32_VideoController", [(0x8086, 0x0412), (0x10DE, 0x1402)]),
    ],
)
def test_captured_adapters_by_id_without_remote_ones(name: str, cards: list[tuple[int, int]]) -> None:
    captured = capture(name)
    assert any(row["AdapterRAM"] for row in captured)
    displays = [{"id": row["PNPDeviceID"], "name": row["Name"]} for row in captured]
    answer = parse_pnp(json.dumps({"displays": displays}).encode())
    assert isinstance(answer, PnpAnswer)
    assert [display.ids for display in answer.displays] == cards
