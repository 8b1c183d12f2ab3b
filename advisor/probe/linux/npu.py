"""Processors for neural networks, by the driver that serves them in the kernel's class of accelerators.

https://docs.kernel.org/accel/introduction.html
"""

import re

from advisor.facts.values.fact import Fact, known, unknown
from advisor.probe.shared.pci import BUS
from advisor.probe.source.reading import number_in, pairs, text_or_none
from advisor.probe.source.root import Root

FOLDER = "/sys/class/accel"
_NAMES = {
    "intel_vpu": "Intel NPU",
    "amdxdna": "AMD XDNA NPU",
    "rocket": "Rockchip NPU",
    "ethosu": "Arm Ethos-U NPU",
    "habanalabs": "Intel Gaudi",
    "qaic": "Qualcomm Cloud AI",
}
_ACCELERATOR = 0x1200
_MOST = 64
"""In one computer."""
_INTEL = 0x8086


def npus_fact(root: Root) -> Fact[tuple[str, ...]]:
    """The names of all; a driver without a name here stands for itself."""
    devices = [name for name in root.listdir(FOLDER) if re.fullmatch(r"accel\d+", name)][:_MOST]
    names = [_name(root, f"{FOLDER}/{device}/device") for device in devices]
    if names:
        return known(tuple(names), origin="detected", source=f"{FOLDER}/accel*/device/driver")
    idle = [name for name in root.listdir(BUS) if _is_npu_without_driver(root, f"{BUS}/{name}")][:_MOST]
    if idle:
        return known(("Intel NPU (no driver)",) * len(idle), origin="detected", source=f"{BUS}/{idle[0]}/class")
    return unknown("no_npu_listed", folder=FOLDER)


def _name(root: Root, device: str) -> str:
    link = root.readlink(f"{device}/driver")
    event = pairs(text_or_none(root, f"{device}/uevent") or "", "=")
    driver = link.rpartition("/")[2] if link else event.get("DRIVER", "")
    return _NAMES.get(driver, driver or "an accelerator")


def _is_npu_without_driver(root: Root, folder: str) -> bool:
    kind, vendor_id = number_in(root, f"{folder}/class"), number_in(root, f"{folder}/vendor")
    return kind is not None and kind >> 8 == _ACCELERATOR and vendor_id == _INTEL
