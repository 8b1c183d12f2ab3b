"""Findings about graphics processors: drivers, backends, links, memory in use."""

from collections.abc import Iterator, Sequence

from advisor.answer.findings.memory import is_soldered
from advisor.answer.findings.noticed import Noticed, memory_rate, noticed, processor_at
from advisor.answer.which_device.calibration import default_backend
from advisor.facts.cards.backend import Backend
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Parameter, reason, told
from advisor.facts.values.units import GIGA, MIB
from advisor.predict.memory.fit import granted_bytes, most_granted_bytes

_NOTABLE_SHARE = 0.08
"""Other programs below this share of a graphics memory are not worth a word."""
_SLOW_LINK_SHARE = 0.6
"""Copies reach 0.87 to 0.92 of a link; a link one generation down or at half its width reaches half of that."""
_SHARED_LIMIT = 0.75
"""A processor with graphics that may use less than this share of its memory has a setting for more of it."""
_WIDE_BYTES_PER_S = 150 * GIGA
"""Graphics that share a slower memory write no faster than the CPU: what they may use of it changes nothing."""
_SCREEN_ONLY = ("aspeed", "matrox")
"""Makers whose chips show the console of a server and compute nothing."""
_OF_THE_DRIVER = ("driver_too_old", "driver_lacks_backend")
_BACKEND_NAMES = {"cuda": "CUDA", "rocm": "ROCm", "vulkan": "Vulkan", "metal": "Metal"}


@frozen
class _Subject:
    """One graphics processor: its facts, its name in a sentence, and what the rig makes of it and of the CPU.

    `has_slots` is False where the memory is soldered: then no card is in a slot, either. `has_integrated`: graphics of
    the processor are known beside it, which can show the screen.
    """

    gpu: Gpu
    name: Parameter
    processor: Processor | None
    host: Processor | None
    has_slots: bool
    has_integrated: bool

    @property
    def backends(self) -> tuple[Backend, ...]:
        """Every backend for chips of its maker."""
        return self.processor.backends if self.processor else ()

    @property
    def assumed(self) -> tuple[Backend, ...]:
        """The generations of the backend that the figures assume, oldest first."""
        wanted = default_backend(self.processor) if self.processor else None
        return tuple(one for one in self.backends if one.backend == wanted)


def graphics_findings(machine: Machine, rig: Rig | None) -> tuple[Noticed, ...]:
    """All of them; what holds for several equal cards is said of one: of the fullest, or of the narrowest link."""
    subjects = [_subject(index, machine, rig) for index in range(len(machine.gpus))]
    first: dict[tuple[str, str | None], Noticed] = {}
    for subject in sorted(subjects, key=lambda one: ((link := one.gpu.link.value) and link.width_now) or 0):
        for found in _narrow_link(subject):
            first.setdefault((found.code, subject.gpu.name.value), found)
    for subject in sorted(subjects, key=lambda one: one.gpu.memory_free_bytes.value or 0):
        for check in (_no_driver, _assumed_backend, _asleep, _slow_link, _memory_in_use, _macos_limit, _backends):
            for found in check(subject):
                first.setdefault((found.code, subject.gpu.name.value), found)
    return (*first.values(), *_shared_limit(machine, subjects), *_no_card(machine, rig))


def lists_gpus(machine: Machine) -> bool:
    """Whether the system said which graphics processors there are; else none found means nothing."""
    return bool(machine.gpus) or all(gap.fact != "gpus" for gap in machine.gaps)


def _subject(index: int, machine: Machine, rig: Rig | None) -> _Subject:
    gpu = machine.gpus[index]
    is_card = gpu.memory_kind.value not in ("shared", "unified")
    only = reason("the_graphics_card" if is_card else "the_gpu")
    name = only if len(machine.gpus) == 1 else gpu.name.value or reason("a_graphics_card" if is_card else "the_gpu")
    has_integrated = any(one.memory_kind.value == "shared" for one in machine.gpus)
    return _Subject(
        gpu, name, processor_at(rig, index + 1), processor_at(rig, 0), not is_soldered(machine), has_integrated
    )


def _no_driver(subject: _Subject) -> Iterator[Noticed]:
    gpu = subject.gpu
    if gpu.state.value == "no_driver" and gpu.vendor.value not in _SCREEN_ONLY:
        ready = [one.install for one in subject.backends]
        yield noticed(
            "no_driver",
            gpu.state,
            name=subject.name,
            card=gpu.name.value or reason("a_graphics_card"),
            as_slow=_as_slow(subject),
            then=reason("then_install", ready=told(ready[-1])) if ready else "",
        )


def _as_slow(subject: _Subject) -> Parameter:
    """How much slower the processor's memory is read than the card's, where both are known."""
    card, host = memory_rate(subject.processor), memory_rate(subject.host)
    if not card or not host or card <= host:
        return reason("as_fast_as_memory")
    return reason("slower_than_card", rate=host, faster=card / host)


def _assumed_backend(subject: _Subject) -> Iterator[Noticed]:
    """What the prediction assumes does not run: the driver is too old, or is one that lacks it."""
    assumed = subject.assumed
    if not assumed or subject.gpu.state.value == "no_driver" or any(one.runs is not False for one in assumed):
        return
    why, other = assumed[0].reason, next((one for one in subject.backends if one.runs), None)
    if why is None:
        return
    by_driver = why.code in _OF_THE_DRIVER
    otherwise: Parameter = ""
    if other is not None:
        otherwise = reason("until_then_use" if by_driver else "use", install=told(other.install))
    yield noticed(
        "driver_too_old" if why.code == "driver_too_old" else "backend_missing",
        subject.gpu.driver,
        name=subject.name,
        backend=_BACKEND_NAMES[assumed[0].backend],
        nearest=assumed[0].name,
        why=why,
        instead=other.name if other else reason("the_processor", as_slow=_as_slow(subject)),
        remedy=reason("install_newer_driver" if by_driver else "no_driver_changes_that"),
        otherwise=otherwise,
    )


def _backends(subject: _Subject) -> Iterator[Noticed]:
    """What runs with this driver: good to know where anything does."""
    assumed, running = [one for one in subject.assumed if one.runs], [one for one in subject.backends if one.runs]
    if not assumed:
        return
    engines = dict.fromkeys(engine for one in running for engine in one.engines)
    others = [engine for engine in engines if engine not in assumed[-1].install]
    unsure: Parameter = ""
    for one in subject.backends:
        if one.runs is None:
            unsure = reason("whether_it_runs", before=unsure, name=one.name, cause=one.reason or "")
    seen = tuple(fact.value for fact in (subject.gpu.driver, subject.gpu.compute_capability) if fact.value)
    yield noticed(
        "backends",
        subject.gpu.driver,
        name=subject.name,
        running=_listed([one.name for one in running]),
        seen=seen or reason("its_maker"),
        source=assumed[-1].source,
        backend=_BACKEND_NAMES[assumed[0].backend],
        install=told(assumed[-1].install),
        others=reason("can_use_it_too", names=_listed(others)) if others else ".",
        unsure=unsure,
    )


def _listed(names: list[str]) -> Parameter:
    return reason("and_last", several=tuple(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)


def _asleep(subject: _Subject) -> Iterator[Noticed]:
    if subject.gpu.state.value == "asleep":
        yield noticed("gpu_asleep", subject.gpu.state, name=subject.name)


def _narrow_link(subject: _Subject) -> Iterator[Noticed]:
    link = subject.gpu.link.value
    if link is None or not link.width_now or not link.width_max or link.width_now >= link.width_max:
        return
    remedy = reason("use_slot_by_processor" if subject.has_slots else "often_no_more_lanes")
    now, most = link.width_now, link.width_max
    yield noticed(
        "narrow_link", subject.gpu.link, name=subject.name, now=now, most=most, longer=most / now, remedy=remedy
    )


def _slow_link(subject: _Subject) -> Iterator[Noticed]:
    """Idle links rest at a low speed: only a measured one counts."""
    if subject.processor is None:
        return
    copied, limit = subject.processor.link_bytes_per_s, subject.processor.link_limit_bytes_per_s.value
    if copied.origin == "measured" and copied.value and limit and copied.value < _SLOW_LINK_SHARE * limit:
        longer = limit / copied.value
        yield noticed("slow_link", copied, name=subject.name, copied=copied.value, limit=limit, longer=longer)


def _memory_in_use(subject: _Subject) -> Iterator[Noticed]:
    gpu = subject.gpu
    total, free = gpu.memory_total_bytes.value, gpu.memory_free_bytes.value
    if gpu.memory_kind.value != "dedicated" or total is None or free is None or total - free < _NOTABLE_SHARE * total:
        return
    is_only = subject.name == reason("the_graphics_card")
    memory = reason("graphics_memory") if is_only else reason("memory_of", name=subject.name)
    fact, held = gpu.memory_free_bytes, total - free
    remedy = reason("close_or_connect" if subject.has_integrated else "close_programs")
    yield noticed(
        "graphics_memory_in_use",
        fact,
        held=held,
        memory=memory,
        free=free,
        total=total,
        name=subject.name,
        remedy=remedy,
    )


def _macos_limit(subject: _Subject) -> Iterator[Noticed]:
    """What macOS grants to the graphics of a Mac, where it can be told to grant more."""
    granted = granted_bytes(subject.processor) if subject.processor else None
    installed = subject.host.memory_total_bytes.value if subject.host else None
    if granted is None or installed is None or most_granted_bytes(installed) <= granted:
        return
    raised = most_granted_bytes(installed)
    yield noticed(
        "macos_limit",
        None,
        name=subject.name,
        limit=granted,
        all=installed,
        raised=raised,
        left=installed - raised,
        mb=told(str(raised // MIB)),
    )


def _shared_limit(machine: Machine, subjects: Sequence[_Subject]) -> Iterator[Noticed]:
    """Where the memory is one, how much of it AMD's graphics may use is a setting, often half of it as delivered.

    Source: "AMD RDNA3.5 system optimization", rocm.docs.amd.com, 2026.
    """
    all_bytes = machine.memory.installed_bytes.value or machine.memory.usable_bytes.value or 0
    shared = [one for one in subjects if one.gpu.memory_kind.value in ("shared", "unified")]
    if len(subjects) != 1 or not shared or shared[0].gpu.vendor.value != "amd":
        return
    total = shared[0].gpu.memory_total_bytes
    is_wide = (memory_rate(shared[0].processor) or 0.0) >= _WIDE_BYTES_PER_S
    if total.value is None or not is_wide or total.value >= _SHARED_LIMIT * all_bytes:
        return
    is_windows = (machine.os.name.value or "").lower().startswith("windows")
    remedy = reason("raise_in_windows" if is_windows else "raise_in_linux")
    yield noticed("shared_limit", total, name=shared[0].name, limit=total.value, all=all_bytes, remedy=remedy)


def _no_card(machine: Machine, rig: Rig | None) -> Iterator[Noticed]:
    if any(gpu.memory_kind.value not in ("shared", "unified") for gpu in machine.gpus):
        return
    if machine.memory.unified.value or not lists_gpus(machine):
        return
    rate = memory_rate(processor_at(rig, 0))
    read = reason("at_rate", rate=rate) if rate else ""
    if not machine.gpus:
        is_virtual = machine.cpu.hypervisor.value is not None
        yield noticed("no_graphics_card", read=read, remedy=reason("rent_with_gpu" if is_virtual else "see_upgrade"))
        return
    first = machine.gpus[0]
    remedy = reason("choose_lighter_model" if is_soldered(machine) else "faster_sticks_help")
    name = first.name.value or reason("integrated_graphics")
    yield noticed("integrated_only", first.memory_kind, name=name, read=read, remedy=remedy)
