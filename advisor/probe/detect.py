"""Detection: reads every source and assembles one machine, with a reason for every gap."""

from collections.abc import Generator, Iterator
from typing import TypeVar

from advisor.facts.fact import Fact, unknown
from advisor.facts.machine import Cpu, Gap, Machine, Memory, System
from advisor.facts.message import Done, Message, Progress, Result
from advisor.facts.record import Record
from advisor.probe.cpu import detect_cpu
from advisor.probe.gpus import detect_gpus
from advisor.probe.host import Host, UnaskedHost
from advisor.probe.main_pool import read_main_pool
from advisor.probe.memory import detect_memory
from advisor.probe.nvml import LIMIT_S as NVML_LIMIT_S
from advisor.probe.nvml import nvml_messages
from advisor.probe.os_release import detect_system
from advisor.probe.pci import BUS, DRM
from advisor.probe.reading import text_or_none
from advisor.probe.root import Root
from advisor.probe.topology import read_topology

SOURCES = ("cpu", "memory", "gpus", "os", "nvml")
"""What `only` may name; `nvml` is the part that runs in its own child process."""

NOT_ASKED = "not asked for"
_FILES_LIMIT_S = 10.0
R = TypeVar("R", bound=Record)


def detect(root: Root, host: Host, only: tuple[str, ...] = ()) -> Machine:
    """The machine behind `root` and `host`; with `only`, the other parts are gaps."""
    stages = _stages(root, host, only)
    while True:
        try:
            next(stages)
        except StopIteration as end:
            machine: Machine = end.value
            return machine


def detect_events(root: Root, host: Host, only: tuple[str, ...] = ()) -> Iterator[Message]:
    """The same as messages, with a place to stop before each stage; `only = ("nvml",)` asks the library alone.

    Where a driver has to be asked, which may take long, the machine comes twice: first without its answer.
    """
    if only == ("nvml",):
        yield from nvml_messages()
        return
    early = detect(root, UnaskedHost(), only) if host.takes_time else None
    if early and any(gpu.vendor.value == "nvidia" for gpu in early.gpus):
        yield Progress(per_mille=0, phase="processor", limit_s=_FILES_LIMIT_S)
        yield Result(kind="machine", body=early.model_dump(mode="json"))
    machine = yield from _stages(root, host, only)
    yield Result(kind="machine", body=machine.model_dump(mode="json"))
    yield Done()


def _stages(root: Root, host: Host, only: tuple[str, ...]) -> Generator[Progress, None, Machine]:
    wanted = only or SOURCES
    yield Progress(per_mille=0, phase="processor", limit_s=_FILES_LIMIT_S)
    cpu = detect_cpu(root)
    yield Progress(per_mille=300, phase="graphics", limit_s=_FILES_LIMIT_S + NVML_LIMIT_S)
    pool = read_main_pool(root, cpu.architecture.value)
    gpus, graphics = detect_gpus(root, host, pool, cpu.architecture.value)
    yield Progress(per_mille=700, phase="memory", limit_s=_FILES_LIMIT_S)
    memory = detect_memory(root, host, cpu, pool, graphics)
    yield Progress(per_mille=900, phase="system", limit_s=_FILES_LIMIT_S)
    with_gpus = bool({"gpus", "nvml"} & set(wanted))
    machine = Machine(
        cpu=cpu if "cpu" in wanted else _blank(Cpu),
        memory=memory if "memory" in wanted else _blank(Memory),
        gpus=gpus if with_gpus else (),
        os=detect_system(root) if "os" in wanted else _blank(System),
    )
    return machine.changed(gaps=(*gaps_of(machine), *_offline(root), *_unlisted(root, asked=with_gpus)))


def gaps_of(machine: Machine) -> tuple[Gap, ...]:
    """Every unknown fact of the machine by its dotted path."""
    parts: list[tuple[str, Record]] = [("cpu", machine.cpu), ("memory", machine.memory), ("os", machine.os)]
    parts += [(f"gpus.{index}", gpu) for index, gpu in enumerate(machine.gpus)]
    return tuple(
        Gap(fact=f"{path}.{name}", reason=fact.reason)
        for path, record in parts
        for name in type(record).model_fields
        if isinstance(fact := getattr(record, name), Fact) and fact.reason
    )


def _offline(root: Root) -> tuple[Gap, ...]:
    offline = sorted(read_topology(root).offline)
    if not offline or text_or_none(root, "/sys/devices/system/cpu/online") is None:
        return ()
    names = ", ".join(map(str, offline))
    return (Gap(fact="cpu.threads", reason=f"not counted, because offline: logical CPUs {names}"),)


def _unlisted(root: Root, *, asked: bool) -> tuple[Gap, ...]:
    if not asked:
        return (Gap(fact="gpus", reason=NOT_ASKED),)
    if root.exists(BUS) or root.exists(DRM):
        return ()
    return (Gap(fact="gpus", reason=f"neither {BUS} nor {DRM} is there to list graphics cards"),)


def _blank(kind: type[R]) -> R:
    return kind(**{name: unknown(NOT_ASKED) for name in kind.model_fields})
