"""What the tools that come with a system say of it: free, system_profiler of macOS, Get-CimInstance of Windows.

Keys of system_profiler: Apple, `man system_profiler` (the detail level `mini` leaves personal information out); those
of CIM: https://learn.microsoft.com/windows/win32/cimwin32prov/win32-processor
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from advisor.facts.machine.witness import Witness, WitnessGpu
from advisor.facts.values.units import GIB, MIB, TIB
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.source.reading import whole_number

_LONGEST_NAME = 200
_HIGHEST_COUNT = 100_000
_MOST_ROWS = 64
_NOTHING = ("", "-", "n/a", "none", "null", "unknown")
_SIZES = {"MB": MIB, "GB": GIB, "TB": TIB}
_NO_GPU = ("microsoft basic", "remote", "virtual display", "parsec", "idd", "mirror")
"""Parts of the names of what Windows lists beside graphics processors: screens without one."""


def free(text: str) -> Witness | None:
    """`free --bytes`: the first number of the line of memory, whose name is translated, is all of it."""
    found = re.search(r"^\S+:[ \t]+(\d+)[ \t]+\d+[ \t]+\d+[ \t]+\d+", text, re.MULTILINE)
    size_bytes = sane_bytes(int(found[1])) if found and len(found[1]) < _LONGEST_NAME else None
    return Witness(tool="free", memory_bytes=size_bytes) if size_bytes else None


def system_profiler(text: str) -> Witness | None:
    """Hardware and displays as JSON; `number_processors` is text with the kinds of cores ("proc 10:4:6")."""
    document = mapping(parsed(text))
    told = mapping(next(_rows(document.get("SPHardwareDataType")), None))
    name = plain_name(told.get("chip_type")) or plain_name(told.get("cpu_type"))
    cores = re.match(r"(?:proc )?(\d{1,5})(?!\d)", str(told.get("number_processors")))
    size = re.fullmatch(r"(\d{1,6}) (MB|GB|TB)", str(told.get("physical_memory")))
    gpus = tuple(
        WitnessGpu(name=plain_name(one.get("sppci_model")) or plain_name(one.get("_name")))
        for one in _rows(document.get("SPDisplaysDataType"))
    )
    if not (name or gpus):
        return None
    return Witness(
        tool="system_profiler",
        cpu_names=(name,) if name else (),
        cores=count(cores[1]) if cores else None,
        memory_bytes=int(size[1]) * _SIZES[size[2]] if size else None,
        gpus=gpus,
    )


def get_cim_instance(text: str) -> Witness | None:
    """Rows of Win32_Processor, one for each socket, of Win32_VideoController and of Win32_ComputerSystem.

    The memory of an adapter has 32 bits there and is not read.
    """
    document = mapping(parsed(text))
    cpus, screens = tuple(_rows(document.get("cpu"))), tuple(_rows(document.get("gpu")))
    system = mapping(next(_rows(document.get("system")), None))
    if not (cpus or screens):
        return None
    memory_bytes = whole_number(str(system.get("TotalPhysicalMemory")))
    return Witness(
        tool="Get-CimInstance",
        cpu_names=tuple(name for one in cpus if (name := plain_name(one.get("Name")))),
        cores=_sum(one.get("NumberOfCores") for one in cpus),
        threads=_sum(one.get("NumberOfLogicalProcessors") for one in cpus),
        memory_bytes=sane_bytes(memory_bytes),
        gpus=tuple(
            WitnessGpu(name=name, pci_id=_pci_id(one.get("PNPDeviceID")))
            for one in screens
            if (name := plain_name(one.get("Name"))) and not any(part in name.lower() for part in _NO_GPU)
        ),
    )


def _pci_id(device: Any) -> str | None:
    r"""`PCI\VEN_10DE&DEV_2684&...` as "10de:2684"."""
    found = re.match(r"PCI\\VEN_([0-9A-F]{4})&DEV_([0-9A-F]{4})", str(device), re.IGNORECASE)
    return f"{found[1]}:{found[2]}".lower() if found else None


def _sum(values: Iterator[Any]) -> int | None:
    numbers = [count(str(value)) for value in values]
    return sum(number for number in numbers if number) if numbers and all(numbers) else None


def _rows(value: Any) -> Iterator[dict[str, Any]]:
    """A list of objects, or one object that stands where a list has one row."""
    rows = value if isinstance(value, list) else [value]
    return (one for one in rows[:_MOST_ROWS] if isinstance(one, dict))


def parsed(text: str) -> Any:
    """The JSON document, None where it is none."""
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


def mapping(value: Any) -> dict[str, Any]:
    """An object of JSON, an empty one in place of anything else."""
    return value if isinstance(value, dict) else {}


def plain_name(value: Any) -> str | None:
    """A name in one printable line; None for what stands where nothing is known."""
    text = " ".join(value.split()) if isinstance(value, str) and len(value) <= _LONGEST_NAME else ""
    return text if text.isprintable() and text.lower() not in _NOTHING else None


def count(text: str) -> int | None:
    """A number of cores or threads."""
    number = whole_number(text)
    return number if number is not None and 0 < number <= _HIGHEST_COUNT else None
