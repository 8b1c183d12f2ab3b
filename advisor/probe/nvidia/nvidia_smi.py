"""What `nvidia-smi` printed on a captured machine, in its three forms (XML, indented text, CSV) and all versions.

Keys decide, never positions. The running system is asked through the library alone: the tool loads the same one.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from advisor.facts.machine.machine import Link
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.units import MIB
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.shared.link import lower, parse_width
from advisor.probe.shared.nvidia_answer import (
    MemorySlice,
    NvidiaAnswer,
    NvidiaDevice,
    sane_generation,
    sane_power_w,
    sane_width,
)
from advisor.probe.source.reading import whole_number
from advisor.probe.source.root import Unavailable

if TYPE_CHECKING:
    from xml.etree import ElementTree

Fields = dict[str, str]
_MOST_LINES = 200_000


@dataclass
class CardFields:
    """Fields of one card by path (`fb memory usage/total`), and of each of its MIG slices."""

    card: Fields
    slices: list[Fields] = field(default_factory=list)


@dataclass
class Imported:
    """What was printed: fields that hold for the driver as a whole, and the cards."""

    driver: Fields
    cards: list[CardFields]


def read_imported(text: str) -> Imported | None:
    """The fields of whichever form it is; None for any other text."""
    text = text.strip()
    if text.startswith("<"):
        return _read_xml(text)
    if "NVSMI LOG" in text:
        return _read_text(text)
    return _read_csv(text)


def _read_xml(text: str) -> Imported | None:
    from xml.etree import ElementTree  # loaded for captured machines only

    try:
        top = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return None
    cards = []
    for gpu in top.iter("gpu"):
        slices = [dict(_leaves(part)) for part in gpu.iterfind("mig_devices/mig_device")]
        fields = {"id": gpu.get("id") or ""}
        for path, value in _leaves(gpu):
            if not path.startswith("mig_devices/"):
                fields.setdefault(path, value)
        cards.append(CardFields(fields, slices))
    return Imported({child.tag: child.text or "" for child in top if not len(child)}, cards)


def _leaves(element: "ElementTree.Element", above: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    for child in element if depth < 16 else ():
        if len(child):
            yield from _leaves(child, f"{above}{child.tag}/", depth + 1)
        else:
            yield above + child.tag, (child.text or "").strip()


def _read_text(text: str) -> Imported:
    """Indentation makes the path; `MIG Device` and `GPU 0000...` start a new set of fields."""
    imported = Imported({}, [])
    fields, above = imported.driver, list[tuple[int, str]]()
    for line in text.splitlines()[:_MOST_LINES]:
        name, mark, value = line.partition(" : ")
        depth = len(line) - len(line.lstrip())
        key = _slug(name)
        if not key:
            continue
        if depth == 0 and re.match(r"GPU [0-9A-Fa-f]+:", line):
            imported.cards.append(CardFields({"id": line[4:].strip()}))
            fields, above = imported.cards[-1].card, []
            continue
        if depth <= 4 and imported.cards and key == "mig_device" and not mark:
            imported.cards[-1].slices.append({})
            fields, above = imported.cards[-1].slices[-1], [(depth, "")]
            continue
        if depth <= 4 and imported.cards and above and above[0] == (depth, ""):
            fields, above = imported.cards[-1].card, []
        above = [one for one in above if one[0] < depth]
        if mark:
            fields.setdefault("/".join([one for _, one in above if one] + [key]), value.strip())
        else:
            above.append((depth, key))
    return imported


def _read_csv(text: str) -> Imported | None:
    try:
        lines = [line for line in text.splitlines()[:_MOST_LINES] if not line.startswith("#")]
        rows = list(csv.reader(lines, skipinitialspace=True))
    except csv.Error:
        return None
    header = [re.sub(r"\[[^][]*\]$", "", name).strip() for name in rows[0]] if rows else []
    if "name" not in header and "pci.bus_id" not in header and "uuid" not in header:
        return None
    cards = [CardFields(dict(zip(header, row, strict=True))) for row in rows[1:] if len(row) == len(header)]
    return Imported(dict(cards[0].card) if cards else {}, cards)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


T = TypeVar("T")
COMMANDS = (("nvidia-smi", "-q", "-x"), ("nvidia-smi", "-q"), ("nvidia-smi", "--query-gpu="))
"""The forms in order of what they tell; the last one stands for any list of fields."""
_SOURCE = "nvidia-smi"
_SILENT = re.compile(r"^(N/A|None|Unknown|\[.*\]|Requested functionality has been deprecated)$", re.IGNORECASE)
_ADDRESS = ("pci/pci_bus_id", "pci/bus_id", "pci.bus_id", "id")
_DEVICE_ID = ("pci/pci_device_id", "pci/device_id", "pci.device_id")
_BOARD_ID = ("pci/pci_sub_system_id", "pci/sub_system_id", "pci.sub_device_id")
_TOTAL = ("fb_memory_usage/total", "memory.total")
_FREE = ("fb_memory_usage/free", "memory.free")
_SLICE_TOTAL = ("fb_memory_usage/total", "shared_fb_memory_usage/total")
_SLICE_FREE = ("fb_memory_usage/free", "shared_fb_memory_usage/free")
_MIG = ("mig_mode/current_mig", "mig_mode/current", "mig.mode.current")
_XML_LINK, _TEXT_LINK = "pci/pci_gpu_link_info/", "pci/gpu_link_info/"
_GENERATION_NOW = (
    f"{_XML_LINK}pcie_gen/current_link_gen",
    f"{_TEXT_LINK}pcie_generation/current",
    "pcie.link.gen.current",
)
_GENERATION_LIMITS = (
    (f"{_XML_LINK}pcie_gen/max_link_gen", f"{_TEXT_LINK}pcie_generation/max", "pcie.link.gen.max"),
    (f"{_XML_LINK}pcie_gen/max_device_link_gen", f"{_TEXT_LINK}pcie_generation/device_max", "pcie.link.gen.gpumax"),
    (f"{_XML_LINK}pcie_gen/max_host_link_gen", f"{_TEXT_LINK}pcie_generation/host_max", "pcie.link.gen.hostmax"),
)
"""What is said to be the most is limited by the slot; the card's and the slot's own limits came with later versions."""
_WIDTH_NOW = (
    f"{_XML_LINK}link_widths/current_link_width",
    f"{_TEXT_LINK}link_width/current",
    "pcie.link.width.current",
)
_WIDTH_MOST = (f"{_XML_LINK}link_widths/max_link_width", f"{_TEXT_LINK}link_width/max", "pcie.link.width.max")
_POWER = (
    *(
        f"{readings}/{key}"
        for readings in ("gpu_power_readings", "gpu_power_readings/gpu_ceiling_power_limit", "power_readings")
        for key in ("current_power_limit", "power_limit", "enforced_power_limit")
    ),
    "power.limit",
    "enforced.power.limit",
)


def parse_nvidia_smi(text: str) -> NvidiaAnswer | Unavailable:
    """All cards of the printed text."""
    imported = read_imported(text)
    if imported is None or (not imported.cards and not imported.driver):
        return Unavailable("nvidia_smi_form_unknown")
    version = _text(imported.driver, "driver_version")
    version = re.sub(r"\s*\[.*", "", version) if version else None
    return NvidiaAnswer(driver_version=version or None, devices=tuple(_device(card) for card in imported.cards))


def _device(imported: CardFields) -> NvidiaDevice:
    card = imported.card
    stated = next((card[path] for path in _TOTAL if path in card), None)
    total_bytes = sane_bytes(_mebibytes(card, *_TOTAL))
    free_bytes = _mebibytes(card, *_FREE)
    free_bytes = free_bytes if free_bytes is not None and free_bytes <= (total_bytes or 0) else None
    mig = _text(card, *_MIG)
    return NvidiaDevice(
        pci_address=_text(card, *_ADDRESS),
        pci_id=_fact(_id_pair(_text(card, *_DEVICE_ID), vendor="10de"), "without_device_id"),
        name=_fact(_text(card, "product_name", "name"), "without_product_name"),
        total_bytes=_fact(total_bytes, "without_memory_size"),
        free_bytes=_fact(free_bytes, "without_free_memory"),
        no_own_memory=total_bytes is None and stated is not None and "ermission" not in stated,
        addressing_mode=_text(card, "addressing_mode"),
        mig=_fact(mig == "Enabled" if any(path in card for path in _MIG) else None, "without_mig_mode"),
        slices=_slices(imported),
        link=_link(card),
        power_limit_w=_fact(_power_w(card), "without_power_limit"),
        compute_capability=_fact(_capability(card), "without_compute_capability"),
        subsystem_id=_fact(_id_pair(_text(card, *_BOARD_ID)), "without_subsystem_id"),
        theoretical_bytes_per_s=unknown("memory_width_not_told", source=_SOURCE),
        fp32_flop_per_s=unknown("cores_not_told", source=_SOURCE),
        nvlinks=unknown("lists_no_nvlinks", source=_SOURCE),
    )


def _text(fields: Fields, *paths: str) -> str | None:
    """The first of these fields that says something."""
    values = (fields.get(path, "").strip() for path in paths)
    return next((value for value in values if value and not _SILENT.match(value)), None)


def _fact(value: T | None, otherwise: ReasonCode) -> Fact[T]:
    if value is None:
        return unknown(otherwise, source=_SOURCE)
    return known(value, origin="detected", source=_SOURCE)


def _id_pair(text: str | None, vendor: str | None = None) -> str | None:
    """`10de:2702` from `0x270210DE`."""
    match = re.fullmatch(r"(?:0x)?([0-9A-F]{4})([0-9A-F]{4})", text or "", re.IGNORECASE)
    if match is None or (vendor and match[2].lower() != vendor):
        return None
    return f"{match[2]}:{match[1]}".lower()


def _mebibytes(fields: Fields, *paths: str) -> int | None:
    match = re.fullmatch(r"(\d{1,12}) MiB", _text(fields, *paths) or "")
    return int(match[1]) * MIB if match else None


def _slices(imported: CardFields) -> tuple[MemorySlice, ...]:
    found = []
    for fields in imported.slices:
        total_bytes = sane_bytes(_mebibytes(fields, *_SLICE_TOTAL))
        free_bytes = _mebibytes(fields, *_SLICE_FREE)
        if total_bytes:
            fits = free_bytes is not None and free_bytes <= total_bytes
            found.append(MemorySlice(total_bytes=total_bytes, free_bytes=free_bytes if fits else None))
    return tuple(found)


def _link(card: Fields) -> Fact[Link]:
    most = None
    for paths in _GENERATION_LIMITS:
        most = lower(most, sane_generation(whole_number(_text(card, *paths))))
    link = Link(
        generation_now=sane_generation(whole_number(_text(card, *_GENERATION_NOW))),
        generation_max=most,
        width_now=sane_width(parse_width(_text(card, *_WIDTH_NOW))),
        width_max=sane_width(parse_width(_text(card, *_WIDTH_MOST))),
    )
    if link.generation_max is None and link.width_max is None:
        return unknown("has_no_link", source=_SOURCE)
    return known(link, origin="detected", source=_SOURCE)


def _power_w(card: Fields) -> float | None:
    for path in _POWER:
        match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?) W", _text(card, path) or "")
        if match and sane_power_w(float(match[1])):
            return float(match[1])
    return None


def _capability(card: Fields) -> str | None:
    match = re.fullmatch(r"\d{1,2}\.\d", _text(card, "compute_cap") or "")
    return match[0] if match else None
