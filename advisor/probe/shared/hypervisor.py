"""Whether the machine is virtual, and whose hypervisor it runs on."""

import re

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.shared.cpuinfo import has_hypervisor_flag
from advisor.probe.source.reading import text_or_none
from advisor.probe.source.root import Root

_DMI = "/sys/class/dmi/id"
_DMI_FILES = ("sys_vendor", "product_name", "board_vendor", "bios_vendor")
_DMI_NAMES = (
    (r"VMware", "VMware"),
    (r"VirtualBox|innotek", "Oracle VirtualBox"),
    (r"Xen", "Xen"),
    (r"^Microsoft Corporation.*Virtual Machine", "Hyper-V"),
    (r"KVM", "KVM"),
    (r"QEMU|Bochs", "KVM"),
    (r"Parallels", "Parallels"),
    (r"BHYVE", "bhyve"),
    (r"Apple Virtualization", "Apple"),
)
_CLOUDS = r"OpenStack|Google Compute Engine|Amazon EC2"
"""Vendors that also rent real machines: only the processor's own flag tells theirs apart."""
_PCI_IDS = (("80ee", "Oracle VirtualBox"), ("15ad", "VMware"), ("5853", "Xen"), ("1414", "Hyper-V"), ("1af4", "KVM"))


def parse_sysinfo(text: str) -> str | None:
    """The hypervisor that /proc/sysinfo of an IBM mainframe names."""
    control = re.search(r"^VM\d+ Control Program:\s*(\S+)", text, re.MULTILINE)
    if control:
        return "KVM" if control[1].startswith("KVM") else control[1]
    return "IBM PR/SM" if re.search(r"^LPAR Number:", text, re.MULTILINE) else None


def parse_dmi(text: str) -> str | None:
    """The hypervisor behind the vendor words of the firmware."""
    return next((name for pattern, name in _DMI_NAMES if re.search(pattern, text)), None)


def parse_cloud(text: str) -> str | None:
    """The hypervisor of a cloud by the vendor words of its firmware; its real machines have the same."""
    return "KVM" if re.search(_CLOUDS, text) else None


def hypervisor_fact(root: Root, cpuinfo: str | None) -> Fact[str]:
    """The hypervisor's name; unknown with its reason on real hardware."""
    kind = text_or_none(root, "/sys/hypervisor/type")
    if kind:
        return known({"xen": "Xen"}.get(kind, kind), origin="detected", source="/sys/hypervisor/type")
    named = parse_sysinfo(text_or_none(root, "/proc/sysinfo") or "")
    if named:
        return known(named, origin="detected", source="/proc/sysinfo")
    words = " ".join(text_or_none(root, f"{_DMI}/{file}") or "" for file in _DMI_FILES)
    named = parse_dmi(words.strip())
    if named:
        return known(named, origin="detected", source=_DMI)
    if "microsoft" in (text_or_none(root, "/proc/version") or "").lower():
        return known("Hyper-V (WSL)", origin="detected", source="/proc/version")
    if cpuinfo and re.search(r"QEMU Virtual CPU|^model name\s*:.*KVM", cpuinfo, re.MULTILINE):
        return known("KVM", origin="estimated", source="/proc/cpuinfo model name")
    if cpuinfo and has_hypervisor_flag(cpuinfo):
        named = parse_cloud(words) or _by_bus(root) or "some hypervisor"
        return known(named, origin="detected", source="/proc/cpuinfo flag: hypervisor")
    by_bus = _by_bus(root, only=("80ee", "15ad"))
    if by_bus:
        return known(by_bus, origin="estimated", source=reason("vendor_of_pci_devices"))
    return unknown("no_hypervisor")


def _by_bus(root: Root, only: tuple[str, ...] | None = None) -> str | None:
    lines = (text_or_none(root, "/proc/bus/pci/devices") or "").splitlines()
    vendors = {fields[1][:4].lower() for line in lines if len(fields := line.split()) > 1}
    folder = "/sys/bus/pci/devices"
    vendors |= {(text_or_none(root, f"{folder}/{name}/vendor") or "")[2:].lower() for name in root.listdir(folder)}
    return next((name for key, name in _PCI_IDS if key in vendors and (only is None or key in only)), None)
