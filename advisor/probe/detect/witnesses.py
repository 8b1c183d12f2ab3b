"""What other tools say about the machine: lscpu, lspci, nvidia-smi, rocm-smi, vulkaninfo, fastfetch, the system's own.

Keys decide, never columns. Whatever is not in the form a tool prints is no witness, never an error.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from advisor.facts.machine.machine import Machine
from advisor.facts.machine.witness import Tool, Witness, WitnessGpu
from advisor.probe.detect.system_witnesses import count, free, get_cim_instance, mapping, parsed, plain_name
from advisor.probe.detect.system_witnesses import system_profiler as macos_profiler
from advisor.probe.detect.tool_output import TOOL_COMMANDS
from advisor.probe.nvidia.nvidia_smi import parse_nvidia_smi
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.shared.host import Host
from advisor.probe.shared.pci import VENDORS, address_text, is_gpu, parse_address
from advisor.probe.source.reading import cpu_list, whole_number
from advisor.probe.source.root import Unavailable

_MOST_GPUS = 64
_OF_VENDOR: dict[Tool, str] = {"nvidia-smi": "nvidia", "rocm-smi": "amd"}
"""Tools that wake or load the driver of one vendor: asked where such a GPU has its driver."""
_STAND_IN = "1414"
"""Microsoft's device in a Linux guest, in place of the GPUs of the host."""
_HARDWARE_TYPES = ("PHYSICAL_DEVICE_TYPE_DISCRETE_GPU", "PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU")
"""Of Vulkan; a device of type CPU is a program such as llvmpipe."""


def tools_to_ask(machine: Machine) -> tuple[Tool, ...]:
    """Those that may be asked: none but lscpu and free where a GPU is asleep, for the others would wake it."""
    if any(gpu.state.value == "asleep" for gpu in machine.gpus):
        return ("lscpu", "free")
    vendors = {gpu.vendor.value for gpu in machine.gpus if gpu.state.value != "no_driver"}
    return tuple(tool for tool in TOOL_COMMANDS if _OF_VENDOR.get(tool) in (None, *vendors))


def read_witnesses(host: Host, machine: Machine) -> tuple[Witness, ...]:
    """What the tools say that are there and may be asked."""
    found = []
    for tool in tools_to_ask(machine):
        text = host.output(*TOOL_COMMANDS[tool])
        witness = None if isinstance(text, Unavailable) else _PARSERS[tool](text)
        if witness:
            found.append(witness)
    return tuple(found)


def _lscpu(text: str) -> Witness | None:
    """Each kind of core has its own name and count; cores per socket or cluster stand before how many there are."""
    names, cores, each, threads = [], 0, None, None
    for key, value in _lscpu_fields(parsed(text), 0):
        if key == "Model name" and plain_name(value):
            names.append(plain_name(value))
        elif key == "On-line CPU(s) list":
            threads = count(str(len(cpu_list(value))))
        elif key in ("Core(s) per socket", "Core(s) per cluster"):
            each = count(value)
        elif key in ("Socket(s)", "Cluster(s)") and each and count(value):
            cores, each = cores + each * (count(value) or 0), None
    if not (names or threads):
        return None
    return Witness(tool="lscpu", cpu_names=tuple(filter(None, names)), cores=cores or None, threads=threads)


def _lscpu_fields(document: Any, depth: int) -> Iterator[tuple[str, str]]:
    """Fields with their texts, in newer versions below the field they belong to."""
    lines = document.get("lscpu" if depth == 0 else "children") if isinstance(document, dict) else None
    for line in lines if isinstance(lines, list) and depth < 8 else ():
        if isinstance(line, dict) and isinstance(line.get("field"), str):
            yield line["field"].rstrip(":"), str(line.get("data"))
            yield from _lscpu_fields(line, depth + 1)


def _lspci(text: str) -> Witness | None:
    gpus, slots = [], 0
    for block in re.split(r"\n\s*\n", text):
        device = dict(re.findall(r"^(\w+):[ \t]*(.*)$", block, re.MULTILINE))
        slots += "Slot" in device
        kind, vendor, number = (_bracketed(device.get(key)) for key in ("Class", "Vendor", "Device"))
        address = parse_address(device.get("Slot", ""))
        if not (kind and vendor and number and address) or vendor == _STAND_IN:
            continue
        if not is_gpu(int(kind, 16) << 8, int(vendor, 16), address):
            continue
        name = device["Device"].removesuffix(f"[{number}]")
        gpus.append(_gpu(name, address=device.get("Slot"), pci_id=f"{vendor}:{number}"))
    return Witness(tool="lspci", gpus=tuple(gpus[:_MOST_GPUS])) if slots else None


def _nvidia_smi(text: str) -> Witness | None:
    answer = parse_nvidia_smi(text)
    if isinstance(answer, Unavailable) or not answer.devices:
        return None
    gpus = (_gpu(one.name.value, address=one.pci_address, memory_bytes=one.total_bytes.value) for one in answer.devices)
    return Witness(tool="nvidia-smi", gpus=tuple(gpus)[:_MOST_GPUS])


def _rocm_smi(text: str) -> Witness | None:
    """Names and cases of keys changed between versions; warnings may stand before the document."""
    document = parsed(text[text.find("{") :])
    gpus = []
    for card, told in document.items() if isinstance(document, dict) else ():
        if re.fullmatch(r"card\d+", card) and isinstance(told, dict):
            fields = {
                re.sub(r"\W+", "_", key.lower()).strip("_"): value
                for key, value in told.items()
                if isinstance(value, str)
            }
            numbers = (fields.get("card_model"), fields.get("device_id"))
            number = next((one for one in numbers if one and re.fullmatch(r"0x[0-9a-fA-F]{4}", one)), None)
            names = (plain_name(fields.get(key)) for key in ("card_series", "device_name", "card_model"))
            gpus.append(
                _gpu(
                    next((name for name in names if name and not name.startswith("0x")), None),
                    address=fields.get("pci_bus"),
                    pci_id=f"1002:{number[2:].lower()}" if number else None,
                    memory_bytes=whole_number(fields.get("vram_total_memory_b")),
                )
            )
    return Witness(tool="rocm-smi", gpus=tuple(gpus[:_MOST_GPUS])) if gpus else None


def _vulkaninfo(text: str) -> Witness | None:
    gpus = []
    blocks = re.split(r"^GPU\d+:\s*$", text, flags=re.MULTILINE)[1:]
    for block in blocks:
        device = dict(re.findall(r"^[ \t]*(\w+)[ \t]*=(.*)$", block, re.MULTILINE))
        ids = [whole_number(device.get(key)) for key in ("vendorID", "deviceID")]
        if device.get("deviceType", "").strip() in _HARDWARE_TYPES:
            pci_id = ":".join(f"{one:04x}" for one in ids if one is not None and 0 < one <= 0xFFFF)
            gpus.append(_gpu(device.get("deviceName"), pci_id=pci_id if ":" in pci_id else None))
    return Witness(tool="vulkaninfo", gpus=tuple(gpus[:_MOST_GPUS])) if blocks else None


def _fastfetch(text: str) -> Witness | None:
    document = parsed(text)
    results = {
        one["type"]: one.get("result")
        for one in (document if isinstance(document, list) else ())
        if isinstance(one, dict) and isinstance(one.get("type"), str)
    }
    cpu, listed = mapping(results.get("CPU")), results.get("GPU")
    cores, name = mapping(cpu.get("cores")), plain_name(cpu.get("cpu"))
    gpus = tuple(_fastfetch_gpu(mapping(gpu)) for gpu in (listed if isinstance(listed, list) else ())[:_MOST_GPUS])
    if not (name or gpus):
        return None
    names = (name,) if name else ()
    physical, online = (count(str(cores.get(key))) for key in ("physical", "online"))
    return Witness(tool="fastfetch", cpu_names=names, cores=physical, threads=online, gpus=gpus)


def _fastfetch_gpu(told: dict[str, Any]) -> WitnessGpu:
    size_bytes = mapping(mapping(told.get("memory")).get("dedicated")).get("total")
    maker = str(told.get("vendor")).lower()
    found = _gpu(told.get("name"), memory_bytes=size_bytes)
    return found.changed(vendor=maker if maker in VENDORS.values() else None)


def _gpu(name: Any, *, address: str | None = None, pci_id: str | None = None, memory_bytes: Any = None) -> WitnessGpu:
    place = parse_address(address or "")
    size_bytes = memory_bytes if type(memory_bytes) is int else None
    return WitnessGpu(
        name=plain_name(name),
        pci_address=address_text(place) if place else None,
        pci_id=pci_id,
        memory_bytes=sane_bytes(size_bytes),
    )


def _bracketed(text: str | None) -> str | None:
    """The number that ends a line of lspci: `VGA compatible controller [0300]`."""
    found = re.search(r"\[([0-9a-f]{4})\]$", text or "")
    return found[1] if found else None


_PARSERS: dict[Tool, Callable[[str], Witness | None]] = {
    "lscpu": _lscpu,
    "lspci": _lspci,
    "nvidia-smi": _nvidia_smi,
    "rocm-smi": _rocm_smi,
    "vulkaninfo": _vulkaninfo,
    "fastfetch": _fastfetch,
    "free": free,
    "system_profiler": macos_profiler,
    "Get-CimInstance": get_cim_instance,
}
