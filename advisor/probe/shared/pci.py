"""Graphics devices on the PCI bus, from what the kernel keeps in memory: nothing here wakes a sleeping card."""

import re
from typing import Literal

from advisor.facts.machine.machine import MOST_GPUS
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.probe.source.reading import number_in, pairs, text_or_none, whole_number
from advisor.probe.source.root import Root

BUS = "/sys/bus/pci/devices"
DRM = "/sys/class/drm"
_DISPLAY = 0x03
_AUXILIARY = 0x0380
_ACCELERATOR, _AMD = 0x1200, 0x1002
_HIGHEST_REVISION = 0xFF
_NOT_GRAPHICS = frozenset({"vfio-pci", "pci-stub", "pciback"})
"""Drivers that hold a device for a virtual machine."""
VENDORS = {
    0x10DE: "nvidia",
    0x1002: "amd",
    0x8086: "intel",
    0x106B: "apple",
    0x1A03: "aspeed",
    0x102B: "matrox",
    0x15AD: "vmware",
    0x1234: "qemu",
    0x1B36: "redhat",
    0x1AF4: "virtio",
    0x80EE: "virtualbox",
    0x1414: "microsoft",
    0x1013: "cirrus",
}

State = Literal["active", "asleep", "no_driver"]
Address = tuple[int, int, int, int]


@frozen
class PciDevice:
    """One display device. `folder` is where its files are, `bound` the driver that holds it.

    `revision` tells products with one chip apart.
    """

    address: Address
    folder: str
    vendor_id: int
    device_id: int
    bound: str | None
    runtime_status: str | None
    revision: int | None = None

    @property
    def address_text(self) -> str:
        """The address as sysfs writes it."""
        return address_text(self.address)

    @property
    def asleep(self) -> bool:
        """Whether the card is powered down or on its way."""
        return self.runtime_status in ("suspended", "suspending", "D3cold", "D3hot")

    @property
    def driver(self) -> str | None:
        """The graphics driver, None when none or a stand-in is bound."""
        return None if self.bound in _NOT_GRAPHICS else self.bound


def parse_address(text: str) -> Address | None:
    """An address such as `0000:01:00.0`, with domains of any length."""
    match = re.fullmatch(r"([0-9a-f]+):([0-9a-f]{1,2}):([0-9a-f]{1,2})\.([0-7])", text.strip().lower())
    if match is None:
        return None
    return int(match[1], 16), int(match[2], 16), int(match[3], 16), int(match[4])


def address_text(address: Address) -> str:
    """An address as sysfs writes it."""
    domain, bus, device, function = address
    return f"{domain:04x}:{bus:02x}:{device:02x}.{function}"


def read_display_devices(root: Root) -> tuple[PciDevice, ...]:
    """The display devices by address, one more than a computer has at most.

    Where the bus is not captured they are those of the DRM class.
    """
    found: dict[Address, PciDevice] = {}
    folders = [f"{BUS}/{name}" for name in root.listdir(BUS)]
    folders += [f"{DRM}/{name}/device" for name in root.listdir(DRM) if re.fullmatch(r"card\d+", name)]
    for folder in folders:
        device = _read_device(root, folder)
        if device:
            found.setdefault(device.address, device)
        if len(found) > MOST_GPUS:
            break
    return tuple(found[address] for address in sorted(found))


def is_gpu(kind: int, vendor_id: int, address: Address) -> bool:
    """Whether a device of this class is a GPU, not a second function of one.

    AMD's newest for servers call themselves accelerators.
    """
    if kind >> 8 == _AUXILIARY and address[3] > 0:
        return False
    return kind >> 16 == _DISPLAY or (kind >> 8 == _ACCELERATOR and vendor_id == _AMD)


def _read_device(root: Root, folder: str) -> PciDevice | None:
    event = pairs(text_or_none(root, f"{folder}/uevent") or "", "=")
    target = root.readlink(folder) or folder
    address = parse_address(target.rpartition("/")[2]) or parse_address(event.get("PCI_SLOT_NAME", ""))
    kind = number_in(root, f"{folder}/class")
    if kind is None:
        kind = whole_number("0x" + event.get("PCI_CLASS", ""))
    vendor, _, device = event.get("PCI_ID", "").partition(":")
    vendor_id = number_in(root, f"{folder}/vendor") or whole_number("0x" + vendor)
    device_id = number_in(root, f"{folder}/device") or whole_number("0x" + device)
    if address is None or kind is None or vendor_id is None or device_id is None:
        return None
    if not is_gpu(kind, vendor_id, address):
        return None
    link = root.readlink(f"{folder}/driver")
    status = text_or_none(root, f"{folder}/power/runtime_status")
    if status in (None, "unsupported", "error"):
        status = text_or_none(root, f"{folder}/power_state") or status
    bound = link.rpartition("/")[2] if link else event.get("DRIVER")
    revision = number_in(root, f"{folder}/revision")
    sane = revision if revision is not None and 0 <= revision <= _HIGHEST_REVISION else None
    return PciDevice(address, folder, vendor_id, device_id, bound or None, status, sane)


def state_fact(device: PciDevice) -> Fact[State]:
    """Whether the device works, sleeps, or has no driver."""
    if device.asleep:
        return known("asleep", origin="detected", source=f"{device.folder}/power/runtime_status")
    if device.driver is None:
        path = f"{device.folder}/driver"
        held = reason("held_by", source=path, driver=device.bound) if device.bound else reason("not_bound", source=path)
        return known("no_driver", origin="detected", source=held)
    if device.runtime_status:
        return known("active", origin="detected", source=f"{device.folder}/power/runtime_status")
    return known("active", origin="estimated", source=reason("bound_state_unread", source=f"{device.folder}/driver"))


def vendor_fact(device: PciDevice) -> Fact[str]:
    """The maker of the chip."""
    name = VENDORS.get(device.vendor_id)
    if name:
        return known(name, origin="detected", source=f"{device.folder}/vendor")
    return unknown("pci_vendor_unknown", vendor=f"{device.vendor_id:04x}")


def driver_fact(device: PciDevice, version: str | None = None) -> Fact[str]:
    """The kernel driver, with its version where one is known."""
    if device.bound is None:
        return unknown("no_driver_bound_to_device")
    text = f"{device.bound} {version}" if version else device.bound
    return known(text, origin="detected", source=f"{device.folder}/driver")


def revision_fact(device: PciDevice) -> Fact[str]:
    """The revision of the chip, two digits in lower-case hex."""
    path = f"{device.folder}/revision"
    if device.revision is None:
        return unknown("no_file", path=path)
    return known(f"{device.revision:02x}", origin="detected", source=path)


def subsystem_fact(root: Root, device: PciDevice) -> Fact[str]:
    """Vendor and number of the board, which the kernel keeps in memory."""
    vendor_id = number_in(root, f"{device.folder}/subsystem_vendor")
    board_id = number_in(root, f"{device.folder}/subsystem_device")
    if vendor_id is None:
        told = pairs(text_or_none(root, f"{device.folder}/uevent") or "", "=").get("PCI_SUBSYS_ID", "")
        vendor_id, board_id = (whole_number("0x" + part) for part in told.partition(":")[::2])
    if not vendor_id or board_id is None or not 0 <= board_id <= 0xFFFF or not 0 < vendor_id < 0xFFFF:
        return unknown("no_file", path=f"{device.folder}/subsystem_vendor")
    return known(f"{vendor_id:04x}:{board_id:04x}", origin="detected", source=f"{device.folder}/subsystem_device")


def pci_id_fact(device: PciDevice) -> Fact[str]:
    """Vendor and device number."""
    return known(f"{device.vendor_id:04x}:{device.device_id:04x}", origin="detected", source=f"{device.folder}/device")
