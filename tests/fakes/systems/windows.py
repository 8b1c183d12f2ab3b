"""Buffers of Windows calls built byte by byte, and a captured machine made of answers."""

import struct
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from advisor.probe.source.tar_root import MemoryRoot

BALANCED = UUID("381b4222-f694-41f0-9685-ff5bb260df2e").bytes_le
CPUS_OF_GROUP = 64


def captured(answers: Mapping[str, bytes], files: Mapping[str, bytes] | None = None) -> MemoryRoot:
    """A capture with these answers of the system."""
    return MemoryRoot({**{f"/calls/windows/{name}": raw for name, raw in answers.items()}, **(files or {})}, {})


def masks(cpus: Sequence[int]) -> bytes:
    """GROUP_AFFINITY for each group among the CPUs, its count in front of it not included."""
    groups = sorted({cpu // CPUS_OF_GROUP for cpu in cpus})
    bits = {group: sum(1 << cpu % CPUS_OF_GROUP for cpu in cpus if cpu // CPUS_OF_GROUP == group) for group in groups}
    return b"".join(struct.pack("<QH6x", bits[group], group) for group in groups)


def record(relation: int, body: bytes) -> bytes:
    return struct.pack("<II", relation, 8 + len(body)) + body


def core(cpus: Sequence[int], rank: int = 0, relation: int = 0) -> bytes:
    """One core, or one package with relation 3."""
    groups = len(masks(cpus)) // 16
    return record(relation, struct.pack("<BB20xH", len(cpus) > 1, rank, groups) + masks(cpus))


def cache(cpus: Sequence[int], level: int, size_bytes: int, kind: int = 0, *, old: bool = False) -> bytes:
    groups = 0 if old else len(masks(cpus)) // 16
    return record(2, struct.pack("<BBHII18xH", level, 8, 64, size_bytes, kind, groups) + masks(cpus))


def node(cpus: Sequence[int], number: int) -> bytes:
    return record(1, struct.pack("<I18xH", number, 0) + masks(cpus)[:16])


def plain_topology(cores: int, *, threads: int = 2, sockets: int = 1, rank: int = 0) -> bytes:
    """Equal cores with a level 2 cache each and one level 3 cache for each socket."""
    cpus = [list(range(index * threads, (index + 1) * threads)) for index in range(cores)]
    each = cores // sockets
    packages = [list(range(start * threads, (start + each) * threads)) for start in range(0, cores, each)]
    parts = [core(own, rank) for own in cpus]
    parts += [cache(own, 2, 1 << 20) for own in cpus]
    parts += [core(own, relation=3) for own in packages]
    parts += [cache(own, 3, 32 << 20) for own in packages]
    return b"".join(parts + [node(own, number) for number, own in enumerate(packages)])


def structure(kind: int, body: bytes, *strings: str) -> bytes:
    texts = b"".join(text.encode() + b"\0" for text in strings if text) or b"\0"
    return struct.pack("<BBH", kind, 4 + len(body), 0) + body + texts + b"\0"


def module(size: int = 16384, kind: int = 0x22, rated: int = 5600, configured: int = 5600, **more: Any) -> bytes:
    """A memory device of SMBIOS 3.3; `length` cuts it as old firmware does."""
    field = {
        "form": 0x09,
        "width": 64,
        "slot": "DIMM_A1",
        "bank": "P0 CHANNEL A",
        "extended": 0,
        "technology": 3,
        **more,
    }
    slot, bank = int(bool(field["slot"])), bool(field["bank"]) * (1 + bool(field["slot"]))
    body = bytearray(0x5C - 4)

    def put(offset: int, form: str, value: int) -> None:
        struct.pack_into(form, body, offset - 4, value)

    for offset, value in ((0x08, 64), (0x0A, field["width"]), (0x0C, size), (0x15, rated), (0x20, configured)):
        put(offset, "<H", value)
    for offset, value in ((0x0E, field["form"]), (0x10, slot), (0x11, bank), (0x12, kind), (0x28, field["technology"])):
        put(offset, "<B", value)
    for offset, key in ((0x1C, "extended"), (0x54, "rated_wide"), (0x58, "configured_wide")):
        put(offset, "<I", field.get(key, 0))
    cut = field.get("length", 0x5C) - 4
    return structure(17, bytes(body[:cut]), field["slot"], field["bank"])


def table(*modules: bytes, maker: str = "ASUS", product: str = "System Product Name") -> bytes:
    bios = structure(0, bytes((1, 2)) + bytes(14), "American Megatrends", "1801")
    system = structure(1, bytes((1, 2)) + bytes(21), maker, product)
    return b"".join((bios, system, *modules, structure(127, b"")))


def rsmb(*modules: bytes, **words: str) -> bytes:
    """The answer of GetSystemFirmwareTable."""
    whole = table(*modules, **words)
    return struct.pack("<4BI", 0, 3, 5, 0, len(whole)) + whole


def memory_status(total_bytes: int, available_bytes: int) -> bytes:
    return struct.pack("<II7Q", 64, 40, total_bytes, available_bytes, 0, 0, 0, 0, 0)


def power(source: int) -> bytes:
    return struct.pack("<4BII", source, 1, 80, 0, 0xFFFFFFFF, 0xFFFFFFFF)
