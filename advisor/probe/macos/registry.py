"""Graphics in the IORegistry: property lists as `ioreg -a` prints them.

Keys: `IOAccelerator` in https://developer.apple.com/documentation/iokit and the man page of ioreg(8).
"""

import plistlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from xml.parsers.expat import ExpatError

from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MIB
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.shared.host import Host
from advisor.probe.source.root import Unavailable

ACCELERATORS = "macos/accelerators"
PCI = "macos/pci"
ARGUMENTS = {
    ACCELERATORS: ("-a", "-r", "-d", "1", "-w", "0", "-c", "IOAccelerator"),
    PCI: ("-a", "-r", "-d", "2", "-w", "0", "-c", "IOPCIDevice"),
}
"""What `ioreg` is asked for each call: the services that drive a GPU; PCI devices with what lies right below."""

_CHILDREN = "IORegistryEntryChildren"
_KEPT = (
    *("IORegistryEntryID", "model", "vendor-id", "device-id", "class-code", "pcidebug", "gpu-core-count"),
    *("VRAM,totalMB", "VRAM,totalsize", "CFBundleIdentifier", "IOClass", "IOObjectClass"),
)
_STATISTICS, _FREE = "PerformanceStatistics", "vramFreeBytes"
_DISPLAY_CLASS = 0x03
_OTHER_DISPLAY_CLASS = 0x0380
_NO_PCI_NUMBER = 0xFFFF
_MOST_CORES = 1024
_MOST_DEVICES = 64
_FAULTS = (ValueError, ExpatError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


@frozen
class RegistryGpu:
    """One GPU; `entry_id` is the number Metal knows it by. `driver` is None where nothing drives it."""

    entry_id: int | None
    model: str | None
    vendor_id: int | None
    device_id: int | None
    driver: str | None
    cores: int | None
    total_bytes: int | None
    free_bytes: int | None
    pci_address: str | None = None


@frozen
class Registry:
    """The GPUs of the registry, or why there are none."""

    gpus: tuple[RegistryGpu, ...]
    missing: Reason | None = None


def read_registry(host: Host, *, with_pci: bool = False) -> Registry:
    """The GPUs that a driver serves, and with the PCI bus also those that none serves."""
    answer = host.call(ACCELERATORS)
    bus = host.call(PCI) if with_pci else Unavailable("not_asked")
    found = () if isinstance(answer, Unavailable) else parse_accelerators(answer)
    cards = () if isinstance(bus, Unavailable) else parse_pci(bus, found)
    joined = {gpu.entry_id for gpu in cards if gpu.driver}
    gpus = (*cards, *(gpu for gpu in found if gpu.entry_id not in joined))
    if gpus:
        return Registry(gpus)
    return Registry((), answer.reason if isinstance(answer, Unavailable) else reason("ioregistry_lists_no_gpu"))


def trimmed(raw: bytes) -> bytes:
    """The answer with nothing but the properties that are read: the rest is long, and tells whose machine it is."""
    try:
        return plistlib.dumps([_trimmed_entry(entry) for entry in _entries(raw)])
    except _FAULTS:
        return b""


def _trimmed_entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: entry[key] for key in _KEPT if isinstance(entry.get(key), str | bytes | int)}
    free = _free_bytes(entry)
    told = {_STATISTICS: {_FREE: free}} if free is not None else {}
    return {**kept, **told, _CHILDREN: [{"IORegistryEntryID": number} for number in _numbers_below(entry)]}


def parse_accelerators(raw: bytes) -> tuple[RegistryGpu, ...]:
    """The services that drive GPUs."""
    return tuple(replace(_gpu(entry), driver=_driver(entry)) for entry in _entries(raw))


def parse_pci(raw: bytes, accelerators: tuple[RegistryGpu, ...]) -> tuple[RegistryGpu, ...]:
    """The display devices of the PCI bus, each with the one of `accelerators` that lies below it."""
    by_id = {gpu.entry_id: gpu for gpu in accelerators if gpu.entry_id is not None}
    found = []
    for entry in _entries(raw):
        code = (_number(entry.get("class-code")) or 0) >> 8
        address = _pci_address(entry.get("pcidebug"))
        if code >> 8 != _DISPLAY_CLASS or (code == _OTHER_DISPLAY_CLASS and not (address or ".0").endswith(".0")):
            continue
        own = next((by_id[number] for number in _numbers_below(entry) if number in by_id), None)
        found.append(_joined(_gpu(entry), own, address))
    return tuple(found)


def _joined(card: RegistryGpu, own: RegistryGpu | None, address: str | None) -> RegistryGpu:
    """The card of the bus with what its driver adds; a name of the bus is the fuller one."""
    if own is None:
        return replace(card, pci_address=address)
    return RegistryGpu(
        entry_id=own.entry_id,
        model=card.model or own.model,
        vendor_id=card.vendor_id or own.vendor_id,
        device_id=card.device_id or own.device_id,
        driver=own.driver,
        cores=own.cores or card.cores,
        total_bytes=own.total_bytes or card.total_bytes,
        free_bytes=own.free_bytes,
        pci_address=address,
    )


def _gpu(entry: Mapping[str, Any]) -> RegistryGpu:
    total_mib = _number(entry.get("VRAM,totalMB"))
    total_bytes = total_mib * MIB if total_mib else _number(entry.get("VRAM,totalsize"))
    free = _free_bytes(entry)
    cores = _whole(entry.get("gpu-core-count"))
    total = sane_bytes(total_bytes)
    return RegistryGpu(
        entry_id=_whole(entry.get("IORegistryEntryID")),
        model=_text(entry.get("model")),
        vendor_id=_pci_number(entry.get("vendor-id")),
        device_id=_pci_number(entry.get("device-id")),
        driver=None,
        cores=cores if cores and 0 < cores <= _MOST_CORES else None,
        total_bytes=total,
        free_bytes=free if free is not None and total and free <= total else None,
    )


def _driver(entry: Mapping[str, Any]) -> str:
    names = (_text(entry.get(key)) for key in ("CFBundleIdentifier", "IOClass", "IOObjectClass"))
    return next((name for name in names if name), "a driver without a name")


def _entries(raw: bytes) -> Iterator[Mapping[str, Any]]:
    try:
        found = plistlib.loads(raw, fmt=plistlib.FMT_XML)
    except _FAULTS:
        return
    listed = found if isinstance(found, list) else [found]
    yield from [entry for entry in listed if isinstance(entry, Mapping)][:_MOST_DEVICES]


def _numbers_below(entry: Mapping[str, Any]) -> list[int]:
    """The numbers of the entries right below."""
    children = entry.get(_CHILDREN)
    below = [child for child in children if isinstance(child, Mapping)] if isinstance(children, list) else []
    numbers = (_whole(child.get("IORegistryEntryID")) for child in below)
    return [number for number in numbers if number is not None]


def _free_bytes(entry: Mapping[str, Any]) -> int | None:
    statistics = entry.get(_STATISTICS)
    free = _whole(statistics.get(_FREE)) if isinstance(statistics, Mapping) else None
    return free if free is not None and free >= 0 else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: Any) -> int | None:
    """A number above zero, or the bytes of one, lowest first, as the firmware stores it."""
    number = int.from_bytes(value[:8], "little") if isinstance(value, bytes) else _whole(value)
    return number if number and number > 0 else None


def _pci_number(value: Any) -> int | None:
    number = _number(value)
    return number if number and number < _NO_PCI_NUMBER else None


def _text(value: Any) -> str | None:
    """A text, or the bytes of one with the zero that ends it."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else value
    return text.replace("\0", "").strip() or None if isinstance(text, str) else None


def _pci_address(value: Any) -> str | None:
    """`1:0:0` is bus, device and function in decimals; the domain is always 0 there."""
    match = re.match(r"(\d{1,3}):(\d{1,2}):(\d)\b", _text(value) or "")
    return f"0000:{int(match[1]):02x}:{int(match[2]):02x}.{match[3]}" if match else None
