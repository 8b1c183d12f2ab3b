"""What is not a file: answers of libraries and of the system, and output of tools, live or captured."""

import re
import sys
from base64 import b64decode
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from advisor.facts.message import Failure, Message, Result
from advisor.probe.nvidia_answer import NvidiaAnswer
from advisor.probe.nvml import LIMIT_S
from advisor.probe.root import Root
from advisor.probe.unavailable import Unavailable
from advisor.run.child import run_child

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
    """Everything about a machine that no file tells. `takes_time` says that asking may take seconds."""

    takes_time: bool

    @property
    def kind(self) -> Kind:
        """The system of the machine: it decides which readers are asked."""
        ...

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """What the NVIDIA management library answers."""
        ...

    def output(self, *command: str) -> str | Unavailable:
        """What a tool prints."""
        ...

    def call(self, name: str) -> bytes | Unavailable:
        """The answer of the system to a call, as it came: `windows/smbios`."""
        ...


class LiveHost:
    """Asks the running system. The library is loaded by a child process, `nvml_command`, never here."""

    takes_time = True

    def __init__(
        self,
        nvml_command: Sequence[str],
        call_command: Callable[[str], Sequence[str]] | None = None,
        nvidia_is_likely: Callable[[], bool] = lambda: True,
    ) -> None:
        self._nvml_command = tuple(nvml_command)
        self._nvidia_is_likely = nvidia_is_likely
        self._call_command = call_command
        self._answers: dict[str, bytes | Unavailable] = {}
        self._nvidia: NvidiaAnswer | Unavailable | None = None

    @property
    def kind(self) -> Kind:
        """The running system."""
        return running_kind()

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """The answer of the child process, asked once, or why it gave none."""
        if self._nvidia is None:
            self._nvidia = self._ask_nvidia()
        return self._nvidia

    def _ask_nvidia(self) -> NvidiaAnswer | Unavailable:
        if not self._nvidia_is_likely():
            return Unavailable("no sign of an NVIDIA driver")
        messages: list[Message] = []
        outcome = run_child(self._nvml_command, total_limit_s=LIMIT_S, on_message=messages.append)
        return answer_in(messages) or Unavailable(outcome.sentence)

    def output(self, *command: str) -> str | Unavailable:
        """Nothing: on the running system the library answers better than its tools, and the rest needs rights."""
        return Unavailable(f"{command[0]} is not run on this machine")

    def call(self, name: str) -> bytes | Unavailable:
        """The answer, asked once; what touches a driver is asked by a child process."""
        if name not in self._answers:
            self._answers[name] = self._asked(name)
        return self._answers[name]

    def _asked(self, name: str) -> bytes | Unavailable:
        if name not in DRIVER_CALLS:
            return answered_here(name)
        if self._call_command is None:
            return Unavailable(f"{name} is asked by a child process only")
        messages: list[Message] = []
        command = self._call_command(DRIVER_CALLS[name])
        outcome = run_child(command, total_limit_s=LIMIT_S, on_message=messages.append)
        return raw_answer_in(messages) or Unavailable(outcome.sentence)


class UnaskedHost:
    """Asks nothing: for what the files alone tell while the driver thinks."""

    takes_time = False

    def __init__(self, host: Host) -> None:
        self._host = host

    @property
    def kind(self) -> Kind:
        """The system of the machine."""
        return self._host.kind

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """Nothing yet."""
        return Unavailable("the NVIDIA driver has not answered yet")

    def output(self, *command: str) -> str | Unavailable:
        """Nothing yet."""
        return Unavailable(f"{command[0]} has not been asked yet")

    def call(self, name: str) -> bytes | Unavailable:
        """What the system answers without its drivers."""
        return Unavailable("the driver has not answered yet") if name in DRIVER_CALLS else self._host.call(name)


class ReplayHost:
    """Looks up captured outputs below `/commands` of the captured machine."""

    takes_time = False

    def __init__(self, root: Root) -> None:
        self._root = root

    @property
    def kind(self) -> Kind:
        """The system whose answers were captured, Linux where there are only files."""
        kinds: tuple[Kind, ...] = ("windows", "macos")
        found = next((kind for kind in kinds if self._root.exists(f"{CALLS}/{kind}")), None)
        is_mac = any(name.startswith(_OF_MACOS) for name in self._root.listdir("/commands"))
        is_mac = is_mac or bool(_SETTING_OF_MACOS.search(str(self.output("sysctl", "-a"))))
        return found or ("macos" if is_mac else "linux")

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """Nothing: a library is never called for a captured machine."""
        return Unavailable("not captured")

    def output(self, *command: str) -> str | Unavailable:
        """The captured output of the tool; a last argument that ends in `=` stands for any value."""
        name = "_".join(command)
        if name.endswith("="):
            name = next((one for one in self._root.listdir("/commands") if one.startswith(name)), name)
        text = self._root.read_text(f"/commands/{name}")
        return Unavailable("not captured") if isinstance(text, Unavailable) else text

    def call(self, name: str) -> bytes | Unavailable:
        """The captured answer of the system."""
        raw = self._root.read_bytes(f"{CALLS}/{name}")
        return Unavailable("not captured") if isinstance(raw, Unavailable) else raw


def running_kind() -> Kind:
    """The system this program runs on."""
    if sys.platform == "win32":
        return "windows"
    return "macos" if sys.platform == "darwin" else "linux"


def answered_here(name: str) -> bytes | Unavailable:
    """The answer of the running system to a call that touches no driver."""
    if name.startswith("windows/"):
        from advisor.probe.windows_calls import windows_call

        return windows_call(name.partition("/")[2])
    if name.startswith("macos/"):
        from advisor.probe.macos_calls import macos_call

        return macos_call(name.partition("/")[2])
    return Unavailable(f"{name} is no call of this system")


def raw_answer_in(messages: Sequence[Message]) -> bytes | Unavailable | None:
    """The bytes among the messages of a child, or the reason it gave; None when it said nothing."""
    for message in messages:
        if isinstance(message, Result) and message.kind == "call":
            text = message.body.get("base64")
            try:
                return b64decode(text if isinstance(text, str) else "?", validate=True)
            except ValueError:
                return Unavailable("the child process answered with damaged bytes")
        if isinstance(message, Failure):
            return Unavailable(message.sentence)
    return None


def answer_in(messages: Sequence[Message]) -> NvidiaAnswer | Unavailable | None:
    """The answer among the messages of the child, or the reason it gave; None when it said nothing."""
    for message in messages:
        if isinstance(message, Result) and message.kind == "nvml":
            return message.record(NvidiaAnswer)
        if isinstance(message, Failure):
            return Unavailable(message.sentence)
    return None
