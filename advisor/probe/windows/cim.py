"""Answers of CIM classes as JSON, asked by PowerShell only where nothing else told.

Values count, never captions: those are translated. The adapter's memory of `Win32_VideoController` is not read at all:
it has 32 bits, and says 4293918720 for every card of 4 gibibytes or more.
Classes: https://learn.microsoft.com/windows/win32/cimwin32prov/win32-physicalmemory
"""

import codecs
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator

from advisor.facts.values.record import Record
from advisor.probe.shared.host import Host
from advisor.probe.shared.memory_rate import MemoryDevice, is_main_memory, stated
from advisor.probe.shared.smbios import form_name, type_name
from advisor.probe.source.reading import positive, whole_number
from advisor.probe.source.root import Unavailable

Rows = tuple[dict[str, Any], ...]
_FORMS = {8: 0x09, 12: 0x0D, 24: 0x0F}
"""Form factors of the class, which numbers them otherwise than the firmware tables do: DIMM, SODIMM, FB-DIMM."""


class CimAnswer(Record):
    """Rows of the classes `Win32_PhysicalMemory`, `Win32_Processor` and `Win32_VideoController`."""

    memory: Rows = Field(default=())
    processor: Rows = Field(default=())
    video: Rows = Field(default=())

    @field_validator("memory", "processor", "video", mode="before")
    @classmethod
    def _one_row_is_a_list(cls, rows: Any) -> Any:
        """PowerShell writes a single object where a list has one row, and null where it has none."""
        if rows is None:
            return ()
        if isinstance(rows, dict):
            return (rows,)
        return tuple(rows) if isinstance(rows, list) else rows


def ask_cim(host: Host) -> CimAnswer | Unavailable:
    """The answer, or why there is none. It starts a process: for what nothing else told."""
    raw = host.call("windows/cim")
    return raw if isinstance(raw, Unavailable) else parse_cim(raw)


def parse_cim(raw: bytes) -> CimAnswer | Unavailable:
    """The answer, in any encoding PowerShell writes."""
    try:
        return CimAnswer.model_validate_json(decoded_text(raw))
    except ValidationError:
        return Unavailable("cim_answer_damaged")


def decoded_text(raw: bytes) -> str:
    """Text of UTF-16 with or without its mark, else of UTF-8."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", errors="replace")
    if raw[1:2] == b"\0":
        return raw.decode("utf-16-le", errors="replace")
    return raw.decode("utf-8-sig", errors="replace")


def memory_devices(answer: CimAnswer) -> tuple[MemoryDevice, ...]:
    """The populated memory devices."""
    return tuple(device for device in map(_device, answer.memory) if device)


def _device(row: dict[str, Any]) -> MemoryDevice | None:
    size_bytes = positive(_number(row, "Capacity"))
    kind = type_name(_number(row, "SMBIOSMemoryType"))
    if size_bytes is None or not is_main_memory(kind):
        return None
    form = _number(row, "FormFactor")
    return MemoryDevice(
        slot=text_of(row, "DeviceLocator") or "",
        bank=text_of(row, "BankLabel") or "",
        bytes=size_bytes,
        type=stated(kind),
        form=form_name(_FORMS.get(form or 0)),
        rated_mt_per_s=positive(_number(row, "Speed")),
        configured_mt_per_s=positive(_number(row, "ConfiguredClockSpeed")),
        data_bits=positive(_number(row, "DataWidth")),
    )


def text_of(row: dict[str, Any], key: str) -> str | None:
    """A text value without outer white space."""
    value = row.get(key)
    return value.strip() or None if isinstance(value, str) else None


def _number(row: dict[str, Any], key: str) -> int | None:
    value = row.get(key)
    return whole_number(str(value)) if isinstance(value, int | str) and not isinstance(value, bool) else None


_LIMIT_S = 8.0
_CLASSES = {
    "memory": (
        "Win32_PhysicalMemory",
        "Capacity,SMBIOSMemoryType,FormFactor,Speed,ConfiguredClockSpeed,DataWidth,DeviceLocator,BankLabel",
    ),
    "processor": ("Win32_Processor", "Name,Manufacturer,NumberOfCores,NumberOfLogicalProcessors"),
    "video": ("Win32_VideoController", "Name,PNPDeviceID,DriverVersion"),
}


def cim_script() -> str:
    """The script: one object with the rows of each class, as JSON in UTF-8."""
    parts = (
        f"{key}=@(Get-CimInstance {name} -Property {fields} | Select-Object {fields})"
        for key, (name, fields) in _CLASSES.items()
    )
    encoding = "[Console]::OutputEncoding=[Text.Encoding]::UTF8;"
    return f"{encoding}@{{{';'.join(parts)}}} | ConvertTo-Json -Compress -Depth 3"


def read_cim() -> bytes | Unavailable:
    """What PowerShell prints."""
    shell = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), r"System32\WindowsPowerShell\v1.0\powershell.exe")
    if not shell.is_file():
        return Unavailable("no_powershell")
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    try:
        done = subprocess.run(
            [str(shell), "-NoProfile", "-NonInteractive", "-Command", cim_script()],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=_LIMIT_S, creationflags=flags, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return Unavailable("powershell_without_answer", error=str(error))
    return done.stdout or Unavailable("powershell_silent", exit_code=done.returncode)
