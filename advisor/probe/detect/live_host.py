"""The running machine, asked: its system here, drivers and libraries in a child process each.

A driver may hang or crash: calls that touch one are made by that child.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence

from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.probe.nvidia.nvml import LIMIT_S
from advisor.probe.shared.host import DRIVER_CALLS, running_kind
from advisor.probe.shared.nvidia_answer import NvidiaAnswer
from advisor.probe.source.root import Unavailable
from advisor.run.child import run_child


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
        self.kind = running_kind()

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """The answer of the child process, asked once, or why it gave none."""
        if self._nvidia is None:
            self._nvidia = self._ask_nvidia()
        return self._nvidia

    def _ask_nvidia(self) -> NvidiaAnswer | Unavailable:
        if not self._nvidia_is_likely():
            return Unavailable("no_nvidia_driver")
        messages: list[Message] = []
        outcome = run_child(self._nvml_command, total_limit_s=LIMIT_S, on_message=messages.append)
        return answer_in(messages) or Unavailable(outcome.sentence)

    def output(self, *command: str) -> str | Unavailable:
        """What one of the doctor's witnesses says; detection's own sources answer better than their tools."""
        from advisor.probe.detect.tool_output import tool_output  # detection alone runs none

        return tool_output(command)

    def call(self, name: str) -> bytes | Unavailable:
        """The answer, asked once; what touches a driver is asked by a child process."""
        if name not in self._answers:
            self._answers[name] = self._asked(name)
        return self._answers[name]

    def _asked(self, name: str) -> bytes | Unavailable:
        if name not in DRIVER_CALLS:
            return answered_here(name)
        if self._call_command is None:
            return Unavailable("asked_by_child_only", name=name)
        messages: list[Message] = []
        command = self._call_command(DRIVER_CALLS[name])
        outcome = run_child(command, total_limit_s=LIMIT_S, on_message=messages.append)
        return raw_answer_in(messages) or Unavailable(outcome.sentence)


def answered_here(name: str) -> bytes | Unavailable:
    """The answer of the running system to a call that touches no driver."""
    if name.startswith("windows/"):
        from advisor.probe.windows.calls import windows_call

        return windows_call(name.partition("/")[2])
    if name.startswith("macos/"):
        from advisor.probe.macos.calls import macos_call

        return macos_call(name.partition("/")[2])
    return Unavailable("no_such_call", name=name)


def raw_answer_in(messages: Sequence[Message]) -> bytes | Unavailable | None:
    """The bytes among the messages of a child, or the reason it gave; None when it said nothing."""
    for message in messages:
        if isinstance(message, Result) and message.kind == "call":
            text = message.body.get("base64")
            try:
                return b64decode(text if isinstance(text, str) else "?", validate=True)
            except ValueError:
                return Unavailable("child_answer_damaged")
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


def driver_call_messages(source: str) -> Iterator[Message]:
    """The messages of the child process: one result of kind `call` with the raw bytes, or why there is none."""
    yield Progress(per_mille=0, phase=reason("asking_gpu_driver"), limit_s=LIMIT_S)
    raw = _asked(source)
    if isinstance(raw, Unavailable):
        yield Failure(code=source, sentence=raw.reason)
    else:
        yield Result(kind="call", body={"base64": b64encode(raw).decode()})
    yield Done()


def _asked(source: str) -> bytes | Unavailable:
    if source == "d3dkmt":
        from advisor.probe.windows.d3dkmt_call import read_d3dkmt

        return read_d3dkmt()
    if source == "metal":
        from advisor.probe.macos.metal import ask_metal

        return ask_metal()
    if source == "profiler":
        from advisor.probe.macos.calls import ask_profiler

        return ask_profiler()
    return Unavailable("no_reader", name=source)
