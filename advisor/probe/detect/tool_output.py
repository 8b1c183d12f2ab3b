"""Runs the few tools that the doctor asks beside detection, and no others: read-only, as this user, with a limit."""

import os
import sys
from pathlib import Path

from advisor.facts.machine.witness import Tool
from advisor.probe.source.root import Unavailable
from advisor.run.captured import captured
from advisor.run.command import child_environment
from advisor.run.worker_child import program_on_path

_CIM = (
    "@{cpu=@(gcim Win32_Processor|select Name,NumberOfCores,NumberOfLogicalProcessors);"
    "gpu=@(gcim Win32_VideoController|select Name,PNPDeviceID);"
    "system=@(gcim Win32_ComputerSystem|select TotalPhysicalMemory)}|ConvertTo-Json -Depth 3"
)
"""`gcim` is Get-CimInstance; short, as a captured machine has it for the name of a file."""
TOOL_COMMANDS: dict[Tool, tuple[str, ...]] = {
    "lscpu": ("lscpu", "-J"),
    "lspci": ("lspci", "-D", "-vmm", "-nn"),
    "nvidia-smi": ("nvidia-smi", "--query-gpu=pci.bus_id,name,memory.total", "--format=csv"),
    "rocm-smi": ("rocm-smi", "--showproductname", "--showbus", "--showmeminfo", "vram", "--json"),
    "vulkaninfo": ("vulkaninfo", "--summary"),
    "fastfetch": ("fastfetch", "--config", "none", "--structure", "CPU:GPU", "--format", "json"),
    "free": ("free", "--bytes"),
    "system_profiler": (
        "system_profiler", "-json", "-detailLevel", "mini", "SPHardwareDataType", "SPDisplaysDataType",
    ),
    "Get-CimInstance": ("powershell", "-NoProfile", "-Command", _CIM),
}  # fmt: skip
"""Detection asks none of these command lines."""
_OF_WINDOWS = {
    "powershell": r"System32\WindowsPowerShell\v1.0\powershell.exe",
    "nvidia-smi": r"System32\nvidia-smi.exe",
}
"""Where they lie there: a search for programs would begin in any folder."""
_SETTINGS = {"LC_ALL": "C", "MESA_SHADER_CACHE_DISABLE": "true", "__GL_SHADER_DISK_CACHE": "0"}
"""English, and drivers that leave no cache behind."""
_LIMIT_S = 8.0


def tool_output(command: tuple[str, ...], limit_s: float = _LIMIT_S) -> str | Unavailable:
    """What one of the tools prints, in English."""
    found = _program(command[0]) if command in TOOL_COMMANDS.values() else None
    if found is None:
        return Unavailable("command_not_run", command=command[0])
    try:
        run = captured([found, *command[1:]], limit_s=limit_s, environment={**child_environment(), **_SETTINGS})
    except OSError as error:
        return Unavailable("command_not_started", command=command[0], error=str(error.strerror))
    if run.ended_for == "time":
        return Unavailable("command_too_late", command=command[0], limit_s=limit_s)
    text = run.printed.decode(errors="replace")
    return text if text.strip() else Unavailable("command_silent", command=command[0])


def _program(name: str) -> str | None:
    """Where it lies."""
    if sys.platform != "win32":
        return program_on_path(name)
    inside = _OF_WINDOWS.get(name)
    file = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), inside) if inside else None
    return str(file) if file and file.is_file() else None
