"""Runs the few tools that the doctor asks beside detection, and no others: read-only, as this user, with a limit."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from advisor.facts.machine.witness import Tool
from advisor.facts.values.units import MIB
from advisor.probe.source.root import Unavailable
from advisor.run.command import child_environment

TOOL_COMMANDS: dict[Tool, tuple[str, ...]] = {
    "lscpu": ("lscpu", "-J"),
    "lspci": ("lspci", "-D", "-vmm", "-nn"),
    "nvidia-smi": ("nvidia-smi", "--query-gpu=pci.bus_id,name,memory.total", "--format=csv"),
    "rocm-smi": ("rocm-smi", "--showproductname", "--showbus", "--showmeminfo", "vram", "--json"),
    "vulkaninfo": ("vulkaninfo", "--summary"),
    "fastfetch": ("fastfetch", "--config", "none", "--structure", "CPU:GPU", "--format", "json"),
}
"""Detection asks none of these command lines."""
_SETTINGS = {"LC_ALL": "C", "MESA_SHADER_CACHE_DISABLE": "true", "__GL_SHADER_DISK_CACHE": "0"}
"""English, and drivers that leave no cache behind."""
_LIMIT_S = 8.0
_KILL_WAIT_S = 2.0
_LONGEST_BYTES = 2 * MIB


def tool_output(command: tuple[str, ...], limit_s: float = _LIMIT_S) -> str | Unavailable:
    """What one of the tools prints, in English; not on Windows, where a search for programs begins in any folder."""
    found = None if sys.platform == "win32" or command not in TOOL_COMMANDS.values() else shutil.which(command[0])
    if found is None:
        return Unavailable("command_not_run", command=command[0])
    environment = {**child_environment(), **_SETTINGS}
    # a file, not a pipe, which what the tool started itself could hold open
    with tempfile.TemporaryFile() as printed:
        try:
            process = subprocess.Popen(
                [found, *command[1:]], stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.DEVNULL,
                env=environment, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            return Unavailable("command_not_started", command=command[0], error=str(error.strerror))
        try:
            process.wait(limit_s)
        except subprocess.TimeoutExpired:
            _kill(process)
            return Unavailable("command_too_late", command=command[0], limit_s=limit_s)
        printed.seek(0)
        text = printed.read(_LONGEST_BYTES).decode(errors="replace")
    return text if text.strip() else Unavailable("command_silent", command=command[0])


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End it with what it started; a driver that hangs may hold it longer, and we do not wait for that."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_KILL_WAIT_S)
