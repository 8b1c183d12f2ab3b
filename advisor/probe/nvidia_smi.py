"""Text of `nvidia-smi -q -x`: the XML of captured machines, in all its versions. Keys decide, never positions."""

import re
from typing import TypeVar
from xml.etree import ElementTree

from advisor.facts.fact import Fact, known, unknown
from advisor.facts.machine import Link
from advisor.facts.units import MIB
from advisor.probe.link import lower, parse_width
from advisor.probe.nvidia_answer import MemorySlice, NvidiaAnswer, NvidiaDevice
from advisor.probe.reading import whole_number
from advisor.probe.unavailable import Unavailable

T = TypeVar("T")
COMMAND = ("nvidia-smi", "-q", "-x")
_SOURCE = "nvidia-smi -q -x"
_SILENT = re.compile(r"^(N/A|None|Unknown|\[.*\])$", re.IGNORECASE)


def parse_nvidia_smi(text: str) -> NvidiaAnswer | Unavailable:
    """All devices of the document."""
    try:
        top = ElementTree.fromstring(text.strip())
    except ElementTree.ParseError:
        return Unavailable("the captured nvidia-smi output is not its XML")
    version = _text(top, "driver_version")
    version = re.sub(r"\s*\[.*", "", version) if version else None
    return NvidiaAnswer(driver_version=version or None, devices=tuple(_device(gpu) for gpu in top.iter("gpu")))


def _device(gpu: ElementTree.Element) -> NvidiaDevice:
    total_bytes = _mebibytes(gpu, "fb_memory_usage/total")
    mig = _text(gpu, "mig_mode/current_mig")
    name = _text(gpu, "product_name")
    device_id = re.fullmatch(r"(?:0x)?([0-9A-F]{4})10DE", _text(gpu, "pci/pci_device_id") or "", re.IGNORECASE)
    return NvidiaDevice(
        pci_address=_text(gpu, "pci/pci_bus_id") or gpu.get("id"),
        pci_id=_fact(f"10de:{device_id[1].lower()}" if device_id else None, "pci_device_id"),
        name=_fact(name, "product_name"),
        total_bytes=_fact(total_bytes or None, "fb_memory_usage"),
        free_bytes=_fact(_mebibytes(gpu, "fb_memory_usage/free") if total_bytes else None, "fb_memory_usage"),
        no_own_memory=not total_bytes and gpu.find("fb_memory_usage/total") is not None,
        addressing_mode=_text(gpu, "addressing_mode"),
        mig=_fact(mig == "Enabled" if gpu.find("mig_mode") is not None else None, "mig_mode"),
        slices=_slices(gpu),
        link=_link(gpu),
        power_limit_w=_fact(_power_w(gpu), "power_limit"),
        compute_capability=unknown(f"{_SOURCE} does not tell"),
    )


def _text(element: ElementTree.Element, path: str) -> str | None:
    found = (element.findtext(path) or "").strip()
    return None if not found or _SILENT.match(found) else found


def _fact(value: T | None, key: str) -> Fact[T]:
    if value is None:
        return unknown(f"{_SOURCE} has no {key}")
    return known(value, origin="detected", source=_SOURCE)


def _mebibytes(element: ElementTree.Element, path: str) -> int | None:
    match = re.fullmatch(r"(\d{1,12}) MiB", _text(element, path) or "")
    return int(match[1]) * MIB if match else None


def _slices(gpu: ElementTree.Element) -> tuple[MemorySlice, ...]:
    found = []
    for part in gpu.iterfind("mig_devices/mig_device"):
        total_bytes = _mebibytes(part, "fb_memory_usage/total")
        if total_bytes:
            found.append(MemorySlice(total_bytes=total_bytes, free_bytes=_mebibytes(part, "fb_memory_usage/free")))
    return tuple(found)


def _link(gpu: ElementTree.Element) -> Fact[Link]:
    """`max_link_gen` is limited by the slot; the card's and the slot's own limits came with later versions."""
    generations = "pci/pci_gpu_link_info/pcie_gen"
    widths = "pci/pci_gpu_link_info/link_widths"
    most = None
    for key in ("max_link_gen", "max_device_link_gen", "max_host_link_gen"):
        most = lower(most, whole_number(_text(gpu, f"{generations}/{key}")))
    link = Link(
        generation_now=whole_number(_text(gpu, f"{generations}/current_link_gen")),
        generation_max=most,
        width_now=parse_width(_text(gpu, f"{widths}/current_link_width")),
        width_max=parse_width(_text(gpu, f"{widths}/max_link_width")),
    )
    if link.generation_max is None and link.width_max is None:
        return unknown(f"{_SOURCE} has no link")
    return known(link, origin="detected", source=_SOURCE)


def _power_w(gpu: ElementTree.Element) -> float | None:
    for readings in ("gpu_power_readings", "power_readings"):
        for key in ("current_power_limit", "power_limit", "enforced_power_limit"):
            match = re.fullmatch(r"([\d.]+) W", _text(gpu, f"{readings}/{key}") or "")
            if match:
                return float(match[1])
    return None
