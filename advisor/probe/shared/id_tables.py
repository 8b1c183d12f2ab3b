"""What the tables of PCI ids that a Linux system brings along say of a device: the product, the board.

`amdgpu.ids` of libdrm names AMD's products by device and revision, `pci.ids` chips by device and boards by subsystem.
"""

import re

from advisor.facts.values.fact import Fact, known, unknown
from advisor.probe.shared.pci import PciDevice
from advisor.probe.source.root import Root, Unavailable

AMDGPU_IDS = (
    "/usr/share/libdrm/amdgpu.ids",
    "/opt/amdgpu/share/libdrm/amdgpu.ids",
    "/usr/local/share/libdrm/amdgpu.ids",
)
PCI_IDS = (
    "/usr/share/hwdata/pci.ids",
    "/usr/share/misc/pci.ids",
    "/usr/share/pci.ids",
    "/var/lib/pciutils/pci.ids",
)
ID_TABLES = frozenset((*AMDGPU_IDS, *PCI_IDS))
_LONGEST_NAME = 160


def product_name(root: Root, device: PciDevice) -> Fact[str]:
    """The product of an AMD device by its revision; where one line serves several, all of them with " / " between."""
    if device.revision is None:
        return unknown("no_file", path=f"{device.folder}/revision")
    line = rf"^{device.device_id:04x},\s*{device.revision:02x},\s*([^\n]+)$".encode()
    for path in AMDGPU_IDS:
        raw = root.read_bytes(path)
        found = [] if isinstance(raw, Unavailable) else re.findall(line, raw, re.IGNORECASE | re.MULTILINE)
        if found:
            return known(" / ".join(map(_text, found)), origin="estimated", source=path)
    return unknown("not_in_id_tables")


def board_names(root: Root, device: PciDevice, subsystem_id: str | None) -> tuple[Fact[str], Fact[str]]:
    """The chip of a device and the board it sits on, as `pci.ids` names them."""
    nothing = unknown("not_in_id_tables")
    for path in PCI_IDS:
        raw = root.read_bytes(path)
        entry = None if isinstance(raw, Unavailable) else _entry(raw, device)
        if entry:
            board = subsystem_id and re.search(
                rf"^\t\t{subsystem_id.replace(':', ' ')}  ([^\n]+)$".encode(), entry[2], re.MULTILINE
            )
            return (
                known(_text(entry[1]), origin="estimated", source=path),
                known(_text(board[1]), origin="estimated", source=path) if board else nothing,
            )
    return nothing, nothing


def excerpt(raw: bytes, ids: set[tuple[str, str]]) -> bytes:
    """The lines of a table about these devices (vendor and device in lower-case hex): what a recording keeps of it."""
    kept = []
    for vendor in sorted({vendor for vendor, _ in ids}):
        if block := _vendor(raw, vendor.encode()):
            devices = "|".join(sorted(device for one, device in ids if one == vendor))
            lines = re.findall(rf"^\t(?:{devices})  [^\n]*\n(?:\t\t[^\n]*\n)*".encode(), block[2] + b"\n", re.MULTILINE)
            kept.append(block[1] + b"\n" + b"".join(lines))
    listed = "|".join(sorted(device for vendor, device in ids if vendor == "1002")) or "none"
    return b"".join(kept) + b"".join(re.findall(rf"^(?:{listed}),[^\n]*\n".encode(), raw, re.IGNORECASE | re.MULTILINE))


def _vendor(raw: bytes, vendor: bytes) -> re.Match[bytes] | None:
    return re.search(rb"^(%s  [^\n]*)\n((?:[\t#][^\n]*\n|\n)*)" % vendor, raw + b"\n", re.MULTILINE)


def _entry(raw: bytes, device: PciDevice) -> re.Match[bytes] | None:
    block = _vendor(raw, b"%04x" % device.vendor_id)
    line = rb"^\t%04x  ([^\n]*)\n((?:\t\t[^\n]*\n)*)" % device.device_id
    return re.search(line, block[2], re.MULTILINE) if block else None


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", errors="replace").strip()[:_LONGEST_NAME]
