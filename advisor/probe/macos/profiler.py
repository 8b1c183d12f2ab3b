"""Output of `system_profiler`, as JSON or as the text people paste: the last resort, since it may stall for seconds."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, MIB, TIB
from advisor.probe.macos.registry import RegistryGpu
from advisor.probe.macos.sysctl import read_sysctl
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.shared.host import Host
from advisor.probe.shared.memory_rate import MemoryDevice, is_main_memory, stated
from advisor.probe.source.reading import whole_number
from advisor.probe.source.root import Unavailable

CALL = "macos/profiler"
SOURCE = "system_profiler"
COMMANDS = (("system_profiler",), ("system_profiler", "SPDisplaysDataType"), ("system_profiler", "SPMemoryDataType"))
_ON_PACKAGE = reason("memory_on_package")
_DEEPEST = 12
_MOST_CORES = 1024
_FACTORS = {"MB": MIB, "GB": GIB, "TB": TIB}
_LABELS = {
    "_name": "name",
    "sppci_model": "model",
    "chipset model": "model",
    "sppci_cores": "cores",
    "total number of cores": "cores",
    "spdisplays_vendor": "vendor",
    "vendor": "vendor",
    "spdisplays_device-id": "device",
    "device id": "device",
    "spdisplays_vram": "vram",
    "_spdisplays_vram": "vram",
    "vram (total)": "vram",
    "spdisplays_vram_shared": "shared",
    "vram (dynamic, max)": "shared",
    "physical_memory": "memory",
    "memory": "memory",
    "dimm_size": "size",
    "size": "size",
    "dimm_type": "type",
    "type": "type",
    "dimm_speed": "speed",
    "speed": "speed",
    "dimm_status": "status",
    "status": "status",
}
"""Keys of the JSON and labels of the text that mean the same."""

Entry = dict[str, str]


@frozen
class Profile:
    """What the tool says of graphics and memory; `installed_bytes` is None where it was not asked for."""

    gpus: tuple[RegistryGpu, ...]
    devices: tuple[MemoryDevice, ...]
    installed_bytes: int | None = None


def read_profile(host: Host) -> Profile | Unavailable:
    """What the running tool says, else what captured text of it says."""
    answer = host.call(CALL)
    if not isinstance(answer, Unavailable):
        return parse_profile(answer.decode(errors="replace"))
    for command in COMMANDS:
        text = host.output(*command)
        if not isinstance(text, Unavailable):
            return parse_profile(text)
    return answer


def macos_devices(host: Host) -> tuple[tuple[MemoryDevice, ...], str] | Unavailable:
    """The memory modules of an Intel Mac; chips from Apple carry their memory and tell nothing of it."""
    if read_sysctl(host).is_apple_silicon:
        return Unavailable(_ON_PACKAGE)
    profile = read_profile(host)
    if isinstance(profile, Unavailable):
        return profile
    return (profile.devices, SOURCE) if profile.devices else Unavailable("lists_no_modules", source=SOURCE)


def parse_profile(text: str) -> Profile:
    """Graphics and populated memory devices of either form."""
    entries = tuple(_json_entries(text) if text.lstrip().startswith("{") else _text_entries(text))
    gpus = tuple(_gpu(entry) for entry in entries if "model" in entry)
    devices = (_memory(entry) for entry in entries if "model" not in entry and {"size", "type"} <= entry.keys())
    sizes = (parse_size_bytes(entry.get("memory")) for entry in entries)
    installed_bytes = next((size for size in sizes if size), None)
    return Profile(gpus, tuple(one for one in devices if one and is_main_memory(one.type)), installed_bytes)


def parse_size_bytes(text: str | None) -> int | None:
    """Bytes of `8 GB`, `1536 MB` or `8,5 GB`; None for `Empty` and anything else."""
    match = re.fullmatch(r"(\d{1,9})(?:[.,](\d{1,3}))? ([MGT]B)( .*)?", (text or "").strip())
    return round(float(f"{match[1]}.{match[2] or 0}") * _FACTORS[match[3]]) if match else None


def _json_entries(text: str) -> Iterator[Entry]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return
    yield from _below(found, 0)


def _below(value: Any, depth: int) -> Iterator[Entry]:
    if depth > _DEEPEST:
        return
    if isinstance(value, Mapping):
        own = {_LABELS[key]: text for key, text in value.items() if key in _LABELS and isinstance(text, str)}
        if own:
            yield own
    children = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for child in children:
        yield from _below(child, depth + 1)


def _text_entries(text: str) -> Iterator[Entry]:
    """Headings are lines that end in a colon; labels below one, further in, are its own."""
    entry: Entry = {}
    for line in text.splitlines():
        label, mark, value = line.strip().partition(":")
        if not mark:
            continue
        if not value.strip():
            yield entry
            entry = {"name": label}
        elif label.lower() in _LABELS:
            entry.setdefault(_LABELS[label.lower()], value.strip())
    yield entry


def _gpu(entry: Entry) -> RegistryGpu:
    vendor = entry.get("vendor", "")
    cores = whole_number(entry.get("cores"))
    named = re.search(r"0x([0-9a-fA-F]{4})\b", vendor)
    by_word = {"intel": 0x8086, "amd": 0x1002, "ati": 0x1002, "nvidia": 0x10DE, "apple": 0x106B}
    words = re.findall(r"[a-z]+", vendor.lower().replace("sppci_vendor_", ""))
    device = re.fullmatch(r"0x([0-9a-fA-F]{1,4})", entry.get("device", ""))
    return RegistryGpu(
        entry_id=None,
        model=stated(entry["model"]),
        vendor_id=int(named[1], 16) if named else next((by_word[word] for word in words if word in by_word), None),
        device_id=int(device[1], 16) if device else None,
        driver=None,
        cores=cores if cores and 0 < cores <= _MOST_CORES else None,
        total_bytes=sane_bytes(parse_size_bytes(entry.get("vram") or entry.get("shared"))),
        free_bytes=None,
    )


def _memory(entry: Entry) -> MemoryDevice | None:
    """A populated slot; its name is `BANK 0/ChannelA-DIMM0`, its one speed is the one it runs at.

    Disks and files have sizes and types too; only memory is called some kind of DRAM or DDR.
    """
    size_bytes = parse_size_bytes(entry["size"])
    kind = stated(entry["type"])
    if size_bytes is None or "DR" not in (kind or ""):
        return None
    speed = re.fullmatch(r"(\d{3,5}) M(?:Hz|T/s)", entry.get("speed", ""))
    bank, _, slot = entry.get("name", "").partition("/")
    return MemoryDevice(
        slot=slot or bank,
        bank=bank if slot else "",
        bytes=size_bytes,
        type=kind.removesuffix(" SDRAM") if kind else None,
        form=None,
        rated_mt_per_s=None,
        configured_mt_per_s=int(speed[1]) if speed else None,
        data_bits=None,
    )
