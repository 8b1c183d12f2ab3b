"""Lists that Windows readers record as JSON: graphics adapters, devices, registry values."""

import json
import struct
from collections.abc import Sequence
from typing import Any


def power_data(state: int) -> str:
    return (struct.pack("<II", 56, state) + bytes(48)).hex(" ")


def adapter(
    ids: tuple[int, int], address: tuple[int, int, int] | None, name: str, sizes: tuple[int, int, int], **more: Any
) -> dict[str, Any]:
    """One adapter of the display kernel; `flags` as D3DKMT_ADAPTERTYPE, `used` of its local memory."""
    answers = {
        "3": struct.pack("<3Q", *sizes),
        "6": struct.pack("<3I", *(address or (0xFFFFFFFF, 0, 0xFFFF))),
        "8": name.encode("utf-16-le").ljust(2080, b"\0"),
        "15": struct.pack("<I", more.get("flags", 0x3)),
        "18": struct.pack("<4H", 6094, 15, 0, 32),
        "31": struct.pack("<7I", 0, *ids, 0, 0, 0, 0),
    }
    found: dict[str, Any] = {
        "luid": more.get("luid", f"{ids[0]:08x}:{ids[1]:08x}"),
        "answers": {query: raw[:520].hex(" ") for query, raw in answers.items()},
    }
    if "used" in more:
        found["local_usage"] = struct.pack("<5Q", more["used"], sizes[0] - more["used"], 0, 0, 0).hex(" ")
    return found


def d3dkmt(*adapters: dict[str, Any]) -> bytes:
    return json.dumps({"adapters": adapters}).encode()


def function(ids: tuple[int, int], address: tuple[int, int, int], **more: Any) -> dict[str, Any]:
    bus, device, number = address
    place = f"3&11583659&0&{device:02X}"
    return {
        "id": f"PCI\\VEN_{ids[0]:04X}&DEV_{ids[1]:04X}&SUBSYS_88771043&REV_01\\{place}",
        "bus": bus,
        "slot": device << 16 | number,
        **more,
    }


def display(ids: tuple[int, int], address: tuple[int, int, int], name: str, **more: Any) -> dict[str, Any]:
    """A working display device; what differs is named."""
    usual = {"service": "driver", "driver_version": "32.0.15.6094", "problem": 0, "power_data": power_data(1)}
    return {**function(ids, address), "name": name, "class_code": "0300", **usual, **more}


def devices(*displays: dict[str, Any], functions: Sequence[dict[str, Any]] = (), npus: Sequence[str] = ()) -> bytes:
    """All PCI functions are those of the displays and the further ones."""
    own = [{key: one[key] for key in ("id", "bus", "slot")} for one in displays if "bus" in one]
    return json.dumps({"displays": displays, "functions": [*own, *functions], "accelerators": npus}).encode()


def registry(processor: str, vendor: str = "GenuineIntel", native: str = "AMD64", **more: Any) -> bytes:
    return json.dumps(
        {
            "processor": {"ProcessorNameString": processor, "VendorIdentifier": vendor, "~MHz": 3000},
            "system": {"ProductName": "Windows 10 Pro", "DisplayVersion": "24H2", "CurrentBuild": "26100", "UBR": 4061},
            "environment": {"PROCESSOR_ARCHITECTURE": native},
            **more,
        }
    ).encode()
