"""What is not a file: answers of libraries and of the system, and output of tools, live or captured."""

import re
import sys
from typing import Literal, Protocol

from advisor.probe.shared.nvidia_answer import NvidiaAnswer
from advisor.probe.source.root import Root, Unavailable

Kind = Literal["linux", "windows", "macos"]
CALLS = "/calls"
"""Where a captured machine keeps answers of its system: `/calls/windows/smbios`."""
DRIVER_CALLS = {"windows/d3dkmt": "d3dkmt", "macos/metal": "metal", "macos/profiler": "profiler"}
"""Calls that touch a driver or may stall, by the part of `probe --only` that makes them in a child process."""


_OF_MACOS = ("sw_vers", "system_profiler", "sysctl_hw")
"""Outputs of tools that other systems do not have in this form."""
_SETTING_OF_MACOS = re.compile(r"^(hw\.memsize|machdep\.cpu\.\w+):", re.MULTILINE)
"""Linux has a `sysctl -a` too, without these."""


class Host(Protocol):
    """Everything about a machine that no file tells. `takes_time` says that asking may take seconds.

    `kind` is the system of the machine: it decides which readers are asked.
    """

    takes_time: bool
    kind: Kind

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """What the NVIDIA management library answers."""
        ...

    def output(self, *command: str) -> str | Unavailable:
        """What a tool prints."""
        ...

    def call(self, name: str) -> bytes | Unavailable:
        """The answer of the system to a call, as it came: `windows/smbios`."""
        ...


class UnaskedHost:
    """Asks nothing: for what the files alone tell while the driver thinks."""

    takes_time = False

    def __init__(self, host: Host) -> None:
        self._host, self.kind = host, host.kind

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """Nothing yet."""
        return Unavailable("nvidia_not_answered_yet")

    def output(self, *command: str) -> str | Unavailable:
        """Nothing yet."""
        return Unavailable("command_not_asked_yet", command=command[0])

    def call(self, name: str) -> bytes | Unavailable:
        """What the system answers without its drivers."""
        return Unavailable("driver_not_answered_yet") if name in DRIVER_CALLS else self._host.call(name)


class ReplayHost:
    """Looks up captured outputs below `/commands` of the captured machine."""

    takes_time = False

    def __init__(self, root: Root) -> None:
        self._root = root
        self.kind = self._kind()

    def _kind(self) -> Kind:
        """The system whose answers were captured, Linux where there are only files."""
        kinds: tuple[Kind, ...] = ("windows", "macos")
        found = next((kind for kind in kinds if self._root.exists(f"{CALLS}/{kind}")), None)
        is_mac = any(name.startswith(_OF_MACOS) for name in self._root.listdir("/commands"))
        is_mac = is_mac or bool(_SETTING_OF_MACOS.search(str(self.output("sysctl", "-a"))))
        return found or ("macos" if is_mac else "linux")

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """Nothing: a library is never called for a captured machine."""
        return Unavailable("not_captured")

    def output(self, *command: str) -> str | Unavailable:
        """The captured output of the tool; a last argument that ends in `=` stands for any value."""
        name = "_".join(command)
        if name.endswith("="):
            name = next((one for one in self._root.listdir("/commands") if one.startswith(name)), name)
        text = self._root.read_text(f"/commands/{name}")
        return Unavailable("not_captured") if isinstance(text, Unavailable) else text

    def call(self, name: str) -> bytes | Unavailable:
        """The captured answer of the system."""
        raw = self._root.read_bytes(f"{CALLS}/{name}")
        return Unavailable("not_captured") if isinstance(raw, Unavailable) else raw


def running_kind() -> Kind:
    """The system this program runs on."""
    if sys.platform == "win32":
        return "windows"
    return "macos" if sys.platform == "darwin" else "linux"
