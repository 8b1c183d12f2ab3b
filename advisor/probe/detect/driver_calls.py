"""Calls of the system that touch a driver: they run in a child process, because a driver may hang or crash."""

from base64 import b64encode
from collections.abc import Iterator

from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.probe.nvidia.nvml import LIMIT_S
from advisor.probe.source.unavailable import Unavailable


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
