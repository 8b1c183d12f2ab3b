"""What is not a file: answers of the NVIDIA library and output of tools, live or captured."""

from collections.abc import Sequence
from typing import Protocol

from advisor.facts.message import Failure, Message, Result
from advisor.probe.nvidia_answer import NvidiaAnswer
from advisor.probe.nvml import LIMIT_S
from advisor.probe.root import Root
from advisor.probe.unavailable import Unavailable
from advisor.run.child import run_child


class Host(Protocol):
    """Everything about a machine that no file tells. `takes_time` says that asking may take seconds."""

    takes_time: bool

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """What the NVIDIA management library answers."""
        ...

    def output(self, *command: str) -> str | Unavailable:
        """What a tool prints."""
        ...


class LiveHost:
    """Asks the running system. The library is loaded by a child process, `nvml_command`, never here."""

    takes_time = True

    def __init__(self, nvml_command: Sequence[str]) -> None:
        self._nvml_command = tuple(nvml_command)

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """The answer of the child process, or why it gave none."""
        messages: list[Message] = []
        outcome = run_child(self._nvml_command, total_limit_s=LIMIT_S, on_message=messages.append)
        return answer_in(messages) or Unavailable(outcome.sentence)

    def output(self, *command: str) -> str | Unavailable:
        """Nothing: on the running system the library answers better than its tools, and the rest needs rights."""
        return Unavailable(f"{command[0]} is not run on this machine")


class UnaskedHost:
    """Asks nothing: for what the files alone tell while the driver thinks."""

    takes_time = False

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """Nothing yet."""
        return Unavailable("the NVIDIA driver has not answered yet")

    def output(self, *command: str) -> str | Unavailable:
        """Nothing yet."""
        return Unavailable(f"{command[0]} has not been asked yet")


class ReplayHost:
    """Looks up captured outputs below `/commands` of the captured machine."""

    takes_time = False

    def __init__(self, root: Root) -> None:
        self._root = root

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """Nothing: a library is never called for a captured machine."""
        return Unavailable("not captured")

    def output(self, *command: str) -> str | Unavailable:
        """The captured output of the tool."""
        text = self._root.read_text("/commands/" + "_".join(command))
        return Unavailable("not captured") if isinstance(text, Unavailable) else text


def answer_in(messages: Sequence[Message]) -> NvidiaAnswer | Unavailable | None:
    """The answer among the messages of the child, or the reason it gave; None when it said nothing."""
    for message in messages:
        if isinstance(message, Result) and message.kind == "nvml":
            return message.record(NvidiaAnswer)
        if isinstance(message, Failure):
            return Unavailable(message.sentence)
    return None
