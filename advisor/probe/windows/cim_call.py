"""Where CIM is asked: PowerShell, started once and only for facts that nothing else told."""

import os
import subprocess
import sys
from pathlib import Path

from advisor.probe.source.unavailable import Unavailable

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
