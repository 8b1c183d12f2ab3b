"""Measures everything on this machine, a child for each device in turn, and names what each could not.

Touches no driver itself: a child that crashes, hangs or is ended costs its own figures only.
"""

import contextlib
import datetime
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

from advisor.bench.card import SAME_KIND, SOFTWARE, Adapter, adapter_of_each, gpus_of, software_gpu
from advisor.bench.conditions import OtherLoad
from advisor.bench.graphics.adapters import graphics_backends
from advisor.bench.host import Host
from advisor.bench.jobs import (
    Choice,
    Job,
    WorkerPlan,
    cpu_job,
    graphics_job,
    listing_job,
    nvidia_job,
    refusal,
    refusals,
    sleeps,
    total_s,
    worker_command,
)
from advisor.bench.kernel.library import kernel_sign
from advisor.bench.names import CUDA_TOO_NAMES, KERNEL_NAMES, MEMORY_NAMES
from advisor.bench.sampler import BUSY_S
from advisor.bench.worker_queue import Ended, WorkerQueue
from advisor.facts.kept.history import Crash, CrashedPart
from advisor.facts.machine.machine import Machine
from advisor.facts.values.message import Failure, Message, Result
from advisor.facts.values.reason import Reason, reason
from advisor.run.watch import ChildOutcome, during
from advisor.version import __version__

NOT_TOLD = reason("no_figure_no_reason")
TOO_LATE = reason("left_out_too_late")
NO_ADAPTER = reason("no_adapter")
_BAD_ENDS = ("crashed", "timed_out", "failed")
_LEAST_S = 0.8
"""A child with less time than this is not worth its start, but for the first."""
_DRIVER_FILES = {"nvidia": "*nvidia*", "amd": "*radeon*,*amd*", "intel": "*intel*"}
"""Names of Vulkan's driver files, so that the drivers of sleeping cards can be left unloaded."""
_UNLOADED = "VK_LOADER_DRIVERS_DISABLE"


def reason_of(outcome: ChildOutcome) -> Reason:
    """The sentence for each name that this end left without a figure."""
    if outcome.kind == "crashed" and was_killed(outcome):
        return reason("ended_out_of_memory", during=during(outcome.step))
    return NOT_TOLD if outcome.kind == "done" else outcome.sentence


def was_killed(outcome: ChildOutcome) -> bool:
    """Whether the system ended it, as it does when memory runs out: nothing that a driver did."""
    return outcome.signal is not None and outcome.signal == getattr(signal, "SIGKILL", None)


class Conductor:
    """One run. `crashes` are those of former runs; `remember` keeps those of this one.

    The time counts from `began_s` on the steady clock, `time.monotonic()`; `is_slowed` says whether other programs
    take much of it (None: as the system tells from now on).
    """

    def __init__(
        self,
        machine: Machine,
        host: Host,
        choice: Choice,
        *,
        began_s: float,
        crashes: Sequence[Crash] = (),
        remember: Callable[[Crash], None] = lambda _: None,
        command: Callable[[WorkerPlan], list[str]] = worker_command,
        is_slowed: Callable[[], bool] | None = None,
    ) -> None:
        self._machine = machine
        self._host = host
        self._choice = choice
        self._crashes = crashes
        self._remember = remember
        self._cards = gpus_of(machine)
        self._usable = [card for card in self._cards if refusal(card, self._cards, choice) is None]
        end_s = began_s + total_s(choice, len(self._usable) + choice.allow_software)
        self._turns = WorkerQueue(began_s=began_s, end_s=end_s, command=command)
        self._is_slowed = is_slowed or OtherLoad().is_slowing

    def events(self) -> Iterator[Message]:
        """Everything that is asked for."""
        names = self._choice.names
        yield from refusals(self._cards, self._choice)
        cpu = cpu_job(names)
        nvidia = [job for card in self._usable if (job := nvidia_job(card, names))]
        cards = [*self._usable, *([software_gpu()] if self._choice.allow_software else [])]
        graphics = [job for card in cards if (job := graphics_job(card, names))]
        listing = [listing_job()] if graphics else []
        self._turns.later_s = sum(job.usual_s for job in (*filter(None, [cpu]), *nvidia, *listing, *graphics))
        if cpu:
            yield from self._processor(cpu)
        for job in nvidia:
            yield from _failures(*(yield from self._on_card(job, {})), job.device)
        if graphics:
            yield from self._graphics(graphics)

    def _processor(self, job: Job) -> Iterator[Message]:
        """Where the native kernel crashes or hangs, main memory is measured without it; a crash is kept."""
        kernel = tuple(name for name in job.names if name in KERNEL_NAMES)
        memory = tuple(name for name in job.names if name in MEMORY_NAMES)
        what = self._machine.cpu.name.value or "cpu"
        version = f"{__version__} {kernel_sign()}"
        known = self._crash("kernel", what, version) if kernel else None
        if known:
            yield from _failures(kernel, _skipped(known), None)
            job, kernel = replace(job, names=memory), ()
        if not job.names:
            return
        ended = yield from self._child(job, {})
        if not kernel or ended.outcome.kind not in _BAD_ENDS or was_killed(ended.outcome):
            yield from _failures(ended.missing, reason_of(ended.outcome), None)
            return
        yield from _failures([one for one in ended.missing if one in kernel], reason_of(ended.outcome), None)
        again = tuple(name for name in memory if name in ended.missing)
        if again:
            second = yield from self._child(replace(job, names=again), {})
            yield from _failures(second.missing, reason_of(second.outcome), None)
            if _crashed(second.outcome):
                return
        if _crashed(ended.outcome):
            self._note("kernel", what, version, ended.outcome)

    def _graphics(self, jobs: Sequence[Job]) -> Iterator[Message]:
        """Ask for the list of adapters, then measure each card at its place in it; else as its own driver can."""
        adapters, silent = yield from self._adapters()
        found = adapter_of_each([job.card for job in jobs if job.card], adapters)
        for job in jobs:
            adapter, is_by_order = found.get(job.device, (None, False))
            if adapter is None:
                self._turns.comes_now(job)
                missing, why = job.names, silent or NO_ADAPTER
            else:
                place = {"adapter_index": adapter.index, "backend": adapter.backend}
                notes = (SAME_KIND,) if is_by_order else ()
                missing, why = yield from self._on_card(job, {**place, "notes": notes})
            cuda = nvidia_job(job.card, missing, of=CUDA_TOO_NAMES) if job.card else None
            if cuda:
                yield from _failures(*(yield from self._on_card(cuda, {})), job.device)
                missing = tuple(name for name in missing if name not in cuda.names)
            yield from _failures(missing, why, job.device)

    def _adapters(self) -> Generator[Message, None, tuple[tuple[Adapter, ...], Reason | None]]:
        """What the drivers list, and why they list nothing."""
        drivers = ", ".join(dict.fromkeys(card.driver for card in self._usable))
        listed: list[Adapter] = []
        silent: Reason | None = None
        for backend in graphics_backends():
            known = self._crash("adapters", backend, drivers)
            if known:
                silent = _skipped(known)
                continue
            stage = self._child(listing_job(), {"backend": backend})
            ended = yield from _collected(stage, listed)
            if ended.outcome.kind != "done":
                silent = reason_of(ended.outcome)
            if _crashed(ended.outcome):
                self._note("adapters", backend, drivers, ended.outcome)
            if any(adapter.kind != "software" for adapter in listed):
                break
        return tuple(listed), silent

    def _on_card(self, job: Job, more: dict[str, object]) -> Generator[Message, None, tuple[tuple[str, ...], Reason]]:
        """One child of a card; the names it leaves without a figure, and why."""
        assert job.card is not None, "jobs of cards have one"
        part: CrashedPart = "nvidia" if job.kind == "nvidia" else "graphics"
        known = self._crash(part, job.card.name, job.card.driver)
        if known or self._is_too_late:
            self._turns.comes_now(job)
            return job.names, _skipped(known) if known else TOO_LATE
        ended = yield from self._child(job, more)
        if _crashed(ended.outcome):
            self._note(part, job.card.name, job.card.driver, ended.outcome)
        return ended.missing, reason_of(ended.outcome)

    @property
    def _is_too_late(self) -> bool:
        """Whether no time is left for another child; what other programs took is added where nobody set a time."""
        if self._choice.is_complete or not self._turns.has_run:
            return False
        late_s = BUSY_S if self._choice.seconds is None and self._is_slowed() else 0.0
        return self._turns.left_s < _LEAST_S - late_s

    def _child(self, job: Job, more: dict[str, object]) -> Generator[Message, None, Ended]:
        self._turns.comes_now(job)
        system, card = self._machine.os, job.card
        plan = WorkerPlan(
            kind=job.kind,
            names=job.names,
            device=job.device,
            seconds=self._choice.soak_s or self._turns.seconds_for(job),
            host=self._host,
            stretch=self._choice.seconds is not None,
            complete=self._choice.is_complete,
            soak=self._choice.soak_s is not None and job.kind != "adapters",
            power_source=system.power_source.value,
            power_plan=system.power_plan.value,
            virtual_machine=self._machine.cpu.hypervisor.value if job.kind == "cpu" else None,
            free_bytes=card.free_bytes if card else None,
            is_shared=card.is_shared if card else False,
            pci_address=card.pci_address if card else None,
            allow_software=job.device == SOFTWARE,
        )
        return (yield from self._turns.run(job, plan.changed(**more), self._environment(job)))

    def _environment(self, job: Job) -> dict[str, str]:
        """Leaves the Vulkan drivers of sleeping cards unloaded: to load one is to wake its card."""
        asleep = {card.vendor for card in self._cards if sleeps(card, self._choice)}
        patterns = [_DRIVER_FILES[vendor] for vendor in sorted(asleep) if vendor in _DRIVER_FILES]
        return {} if job.kind in ("cpu", "nvidia") or not patterns else {_UNLOADED: ",".join(patterns)}

    def _crash(self, part: CrashedPart, what: str, driver: str) -> Crash | None:
        return next((one for one in self._crashes if (one.part, one.what, one.driver) == (part, what, driver)), None)

    def _note(self, part: CrashedPart, what: str, driver: str, outcome: ChildOutcome) -> None:
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self._remember(Crash(part=part, what=what, driver=driver, sentence=outcome.sentence, seen_at=now))


def _collected(stage: Generator[Message, None, Ended], listed: list[Adapter]) -> Generator[Message, None, Ended]:
    """Keep the adapters among the messages of the listing child, pass on the others."""
    with contextlib.closing(stage):
        while True:
            try:
                message = next(stage)
            except StopIteration as end:
                ended: Ended = end.value
                return ended
            if isinstance(message, Result):
                listed.append(message.record(Adapter))
            else:
                yield message


def _crashed(outcome: ChildOutcome) -> bool:
    return outcome.kind == "crashed" and not was_killed(outcome)


def _skipped(crash: Crash) -> Reason:
    day = crash.seen_at[:10]
    return reason("crashed_kernel", day=day) if crash.part == "kernel" else reason("crashed_driver", day=day)


def _failures(names: Sequence[str], why: Reason, device: str | None) -> Iterator[Failure]:
    return (Failure(code=name, sentence=why, device=device) for name in names)
