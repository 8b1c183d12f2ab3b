"""Detection: reads every source and assembles one machine, with a reason for every gap."""

from collections.abc import Generator, Iterator
from typing import TypeVar

from advisor.facts.machine.machine import MOST_GPUS, WITNESSES, Cpu, Gap, Machine, Memory, System
from advisor.facts.values.fact import Fact, unknown
from advisor.facts.values.message import Done, Message, Progress, Result
from advisor.facts.values.plain_text import with_plain_texts
from advisor.facts.values.reason import reason
from advisor.facts.values.record import Record
from advisor.probe.detect.live_host import driver_call_messages
from advisor.probe.detect.memory import detect_memory
from advisor.probe.detect.readers import readers_of
from advisor.probe.nvidia.nvml import LIMIT_S as NVML_LIMIT_S
from advisor.probe.nvidia.nvml import nvml_messages
from advisor.probe.shared.host import DRIVER_CALLS, Host, UnaskedHost
from advisor.probe.source.root import Root

IN_A_CHILD = ("nvml", *DRIVER_CALLS.values())
"""What loads a library of a driver: a child process of its own asks it."""

SOURCES = ("cpu", "memory", "gpus", "os", "npus", *IN_A_CHILD)
"""What `only` may name."""

NOT_ASKED = reason("not_asked_for")
_FILES_LIMIT_S = 30.0
"""Reading takes no time, but what reads is loaded first, and a slow computer may be busy."""
_MOST_CHILDREN = 2
"""How many libraries and drivers graphics may have to be asked of, one after the other."""
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
    """The same as messages, with a place to stop before each stage.

    `only = ("nvml",)` asks a library alone, of the running machine; one is never asked for a captured machine.
    Where a driver has to be asked, which may take long, the machine comes twice: first without its answer.
    """
    if host.takes_time and only == ("nvml",):
        yield from nvml_messages()
        return
    if host.takes_time and len(only) == 1 and only[0] in IN_A_CHILD:
        yield from driver_call_messages(only[0])
        return
    if host.takes_time:
        yield Progress(per_mille=0, phase=reason("reading_processor_facts"), limit_s=_FILES_LIMIT_S)
        early = detect(root, UnaskedHost(host), only)
        if host.kind != "linux" or any(gpu.vendor.value == "nvidia" for gpu in early.gpus):
            yield Result(kind="machine", body=early.model_dump(mode="json"))
    machine = yield from _stages(root, host, only)
    yield Result(kind="machine", body=machine.model_dump(mode="json"))
    yield Done()


def _stages(root: Root, host: Host, only: tuple[str, ...]) -> Generator[Progress, None, Machine]:
    wanted = only or SOURCES
    yield Progress(per_mille=0, phase=reason("reading_processor_facts"), limit_s=_FILES_LIMIT_S)
    readers = readers_of(host.kind)
    cpu = readers.cpu(root, host)
    yield Progress(
        per_mille=300, phase=reason("reading_graphics_facts"), limit_s=_FILES_LIMIT_S + _MOST_CHILDREN * NVML_LIMIT_S
    )
    pool = readers.pool(root, host, cpu)
    gpus, graphics = readers.gpus(root, host, pool, cpu)
    yield Progress(per_mille=700, phase=reason("reading_memory_facts"), limit_s=_FILES_LIMIT_S + NVML_LIMIT_S)
    memory = detect_memory(root, host, cpu, pool, graphics)
    yield Progress(per_mille=900, phase=reason("reading_system_facts"), limit_s=_FILES_LIMIT_S)
    with_gpus = bool(set(wanted) - {"cpu", "memory", "os", "npus"})
    machine = Machine(
        cpu=cpu if "cpu" in wanted else _blank(Cpu),
        memory=memory if "memory" in wanted else _blank(Memory),
        gpus=gpus[:MOST_GPUS] if with_gpus else (),
        os=readers.system(root, host) if "os" in wanted else _blank(System),
        npus=readers.npus(root, host) if "npus" in wanted else unknown(NOT_ASKED),
    )
    unlisted = readers.gpu_gaps(root, host) if with_gpus else (Gap(fact="gpus", reason=reason(NOT_ASKED)),)
    if len(gpus) > MOST_GPUS:
        unlisted += (Gap(fact="gpus", reason=reason("lists_more_gpus", most=MOST_GPUS)),)
    return with_plain_texts(machine.changed(gaps=(*gaps_of(machine), *readers.cpu_gaps(root, host), *unlisted)))


def gaps_of(machine: Machine) -> tuple[Gap, ...]:
    """Every unknown fact of the machine by its dotted path."""
    parts: list[tuple[str, Record]] = [("cpu", machine.cpu), ("memory", machine.memory), ("os", machine.os)]
    parts += [(f"gpus.{index}", gpu) for index, gpu in enumerate(machine.gpus)]
    facts = [(f"{path}.{name}", getattr(record, name)) for path, record in parts for name in type(record).annotated]
    facts.append(("npus", machine.npus))
    missed = ((path, fact) for path, fact in facts if path.split(".")[-1] not in WITNESSES)
    return tuple(Gap(fact=path, reason=fact.reason) for path, fact in missed if isinstance(fact, Fact) and fact.reason)


def _blank(kind: type[R]) -> R:
    return kind(**{name: unknown(NOT_ASKED) for name in kind.annotated})
