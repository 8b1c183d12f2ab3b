"""Raw SMBIOS tables: the firmware's list of memory modules, and the words by which it names the machine.

Layout: DMTF DSP0134, https://www.dmtf.org/standards/smbios. Windows puts eight bytes before the same table:
https://learn.microsoft.com/windows/win32/api/sysinfoapi/nf-sysinfoapi-getsystemfirmwaretable
"""

import struct
from typing import NamedTuple

from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import KIB, MIB
from advisor.probe.shared.memory_rate import MemoryDevice, is_main_memory, stated
from advisor.probe.source.reading import positive
from advisor.probe.source.root import Root, Unavailable

PATH = "/sys/firmware/dmi/tables/DMI"
_BIOS, _SYSTEM, _DEVICE, _END = 0, 1, 17, 127
_HEADER_BYTES = 4
_WINDOWS_HEADER = struct.Struct("<4BI")
_UNKNOWN, _EXTENDED, _IN_KIB = 0xFFFF, 0x7FFF, 0x8000
_LOW_BITS = 0x7FFFFFFF
_PERSISTENT = range(4, 8)
"""Memory technologies that are no main memory: NVDIMM-N, -F, -P and Optane."""
_FORMS = {
    0x03: "SIMM", 0x04: "SIP", 0x05: "Chip", 0x06: "DIP", 0x07: "ZIP", 0x08: "Proprietary Card", 0x09: "DIMM",
    0x0A: "TSOP", 0x0B: "Row Of Chips", 0x0C: "RIMM", 0x0D: "SODIMM", 0x0E: "SRIMM", 0x0F: "FB-DIMM", 0x10: "Die",
    0x11: "CAMM",
}  # fmt: skip
_TYPES = {
    0x03: "DRAM", 0x04: "EDRAM", 0x05: "VRAM", 0x06: "SRAM", 0x07: "RAM", 0x08: "ROM", 0x09: "Flash", 0x0A: "EEPROM",
    0x0B: "FEPROM", 0x0C: "EPROM", 0x0D: "CDRAM", 0x0E: "3DRAM", 0x0F: "SDRAM", 0x10: "SGRAM", 0x11: "RDRAM",
    0x12: "DDR", 0x13: "DDR2", 0x14: "DDR2 FB-DIMM", 0x18: "DDR3", 0x19: "FBD2", 0x1A: "DDR4", 0x1B: "LPDDR",
    0x1C: "LPDDR2", 0x1D: "LPDDR3", 0x1E: "LPDDR4", 0x1F: "Logical non-volatile device", 0x20: "HBM",
    0x21: "HBM2", 0x22: "DDR5", 0x23: "LPDDR5", 0x24: "HBM3",
}  # fmt: skip


@frozen
class Firmware:
    """What the tables say: populated memory devices, and vendor and product names of machine and firmware."""

    devices: tuple[MemoryDevice, ...]
    words: str


class _Structure(NamedTuple):
    """One entry: its type, its bytes up to the length it states, and its strings."""

    kind: int
    body: bytes
    strings: tuple[str, ...]

    def number(self, offset: int, width: int) -> int | None:
        """A little-endian number, None where the entry is too short to have it."""
        raw = self.body[offset : offset + width]
        return int.from_bytes(raw, "little") if len(raw) == width else None

    def text(self, offset: int) -> str:
        """The string that the byte at `offset` numbers from 1; empty where there is none."""
        number = self.number(offset, 1) or 0
        return self.strings[number - 1].strip() if 0 < number <= len(self.strings) else ""


def form_name(code: int | None) -> str | None:
    """The form factor of a memory device by its number in type 17."""
    return _FORMS.get(code or 0)


def type_name(code: int | None) -> str | None:
    """The type of a memory device by its number in type 17."""
    return _TYPES.get(code or 0)


def read_smbios(root: Root) -> Firmware | Unavailable:
    """The tables as Linux shows them to administrators."""
    raw = root.read_bytes(PATH)
    return raw if isinstance(raw, Unavailable) else parse_smbios(raw)


def parse_windows_smbios(raw: bytes) -> Firmware | Unavailable:
    """The answer of GetSystemFirmwareTable('RSMB'): a header that states the length, then the table."""
    if len(raw) <= _WINDOWS_HEADER.size:
        return Unavailable("firmware_tables_empty")
    length_bytes = _WINDOWS_HEADER.unpack_from(raw)[4]
    table = raw[_WINDOWS_HEADER.size :]
    if length_bytes > len(table):
        return Unavailable("firmware_tables_cut_short")
    return parse_smbios(table[:length_bytes])


def parse_smbios(table: bytes) -> Firmware | Unavailable:
    """All entries; a table that is cut is unavailable, because a sum over some modules is wrong."""
    entries = _structures(table)
    if entries is None:
        return Unavailable("firmware_tables_damaged")
    devices = (_device(entry) for entry in entries if entry.kind == _DEVICE)
    named = [entry for kind in (_SYSTEM, _BIOS) for entry in entries if entry.kind == kind]
    words = [entry.text(offset) for entry in named for offset in (4, 5)]
    return Firmware(tuple(device for device in devices if device), " ".join(word for word in words if word))


def _structures(table: bytes) -> tuple[_Structure, ...] | None:
    """The entries up to the end mark or the exact end; None where one leaves the table."""
    found: list[_Structure] = []
    start = 0
    while start < len(table):
        length = table[start + 1] if start + 1 < len(table) else 0
        strings_at = start + length
        end = table.find(b"\0\0", strings_at)
        if length < _HEADER_BYTES or end < 0:
            return None
        texts = table[strings_at:end].split(b"\0") if end > strings_at else []
        strings = tuple(text.decode("utf-8", errors="replace") for text in texts)
        found.append(_Structure(table[start], table[start:strings_at], strings))
        if table[start] == _END:
            break
        start = end + 2
    return tuple(found) or None


def _device(entry: _Structure) -> MemoryDevice | None:
    size_bytes = _size_bytes(entry)
    kind = type_name(entry.number(0x12, 1))
    if size_bytes is None or not is_main_memory(kind) or (entry.number(0x28, 1) or 0) in _PERSISTENT:
        return None
    width = entry.number(0x0A, 2)
    return MemoryDevice(
        slot=entry.text(0x10),
        bank=entry.text(0x11),
        bytes=size_bytes,
        type=stated(kind),
        form=form_name(entry.number(0x0E, 1)),
        rated_mt_per_s=_rate(entry, 0x15, 0x54),
        configured_mt_per_s=_rate(entry, 0x20, 0x58),
        data_bits=None if width == _UNKNOWN else positive(width),
    )


def _size_bytes(entry: _Structure) -> int | None:
    size = entry.number(0x0C, 2)
    if not size or size == _UNKNOWN:
        return None
    if size == _EXTENDED:
        return positive(((entry.number(0x1C, 4) or 0) & _LOW_BITS) * MIB)
    return positive((size & _EXTENDED) * (KIB if size & _IN_KIB else MIB))


def _rate(entry: _Structure, offset: int, extended: int) -> int | None:
    """A rate in MT/s; the mark for more than two bytes leads to the wider field, zero and a short entry to none."""
    rate = entry.number(offset, 2)
    if rate == _UNKNOWN:
        rate = (entry.number(extended, 4) or 0) & _LOW_BITS
    return positive(rate)
