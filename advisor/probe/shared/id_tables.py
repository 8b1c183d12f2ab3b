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
_NEXT_MAKER = re.compile(rb"^[^\t#\n]", re.MULTILINE)


def product_name(root: Root, device: PciDevice) -> Fact[str]:
    """The product of an AMD device by its revision; where one line serves several, all of them with " / " between."""
    if device.revision is None:
        return unknown("no_file", path=f"{device.folder}/revision")
    line = rf"^{device.device_id:04x},\s*{device.revision:02x},\s*([^\n]+)$".encode()
    for path in AMDGPU_IDS:
        raw = root.read_bytes(path)
        found = [] if isinstance(raw, Unavailable) else re.findall(line, raw, re.IGNORECASE | re.MULTILINE)
        if names := " / ".join(filter(None, map(_text, found))):
            return known(names, origin="estimated", source=path)
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
            texts = (_text(entry[1]), _text(board[1]) if board else "")
            chip, own = (known(text, origin="estimated", source=path) if text else nothing for text in texts)
            return chip, own
    return nothing, nothing


def excerpt(raw: bytes, ids: set[tuple[str, str]]) -> bytes:
    """The lines of a table about these devices (vendor and device in lower-case hex): what a recording keeps of it."""
    kept = []
    for vendor in sorted({vendor for vendor, _ in ids}):
        if block := _vendor(raw, vendor.encode()):
            devices = "|".join(sorted(device for one, device in ids if one == vendor))
            lines = re.findall(rf"^\t(?:{devices})  [^\n]*\n(?:\t\t[^\n]*\n)*".encode(), block[1] + b"\n", re.MULTILINE)
            kept.append(block[0] + b"".join(lines))
    listed = "|".join(sorted(device for vendor, device in ids if vendor == "1002")) or "none"
    return b"".join(kept) + b"".join(
        re.findall(rf"^(?:{listed}),[^\n]*\n".encode(), raw + b"\n", re.IGNORECASE | re.MULTILINE)
    )


def _vendor(raw: bytes, vendor: bytes) -> tuple[bytes, bytes] | None:
    """The line of a maker and the lines below it."""
    head = re.search(rb"^%s  [^\n]*\n" % vendor, raw, re.MULTILINE)
    if head is None:
        return None
    end = _NEXT_MAKER.search(raw, head.end())
    return head[0], raw[head.end() : end.start() if end else len(raw)]


def _entry(raw: bytes, device: PciDevice) -> re.Match[bytes] | None:
    block = _vendor(raw, b"%04x" % device.vendor_id)
    line = rb"^\t%04x  ([^\n]*)\n((?:\t\t[^\n]*\n)*)" % device.device_id
    return re.search(line, block[1] + b"\n", re.MULTILINE) if block else None


def _text(raw: bytes) -> str:
    """A name for people: nothing in it moves the cursor or turns the direction of writing."""
    text = raw.decode("utf-8", errors="replace")[:_LONGEST_NAME]
    return "".join(sign for sign in text if sign.isprintable()).strip()
