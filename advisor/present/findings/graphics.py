"""Findings about graphics processors: drivers, backends, links, memory in use."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from advisor.answer.which_device.calibration import default_backend
from advisor.facts.cards.backend import Backend
from advisor.facts.machine.machine import Finding, Gpu, Machine
from advisor.facts.rig.rig import Processor, Rig
from advisor.present.words.finding_words import evidence, is_soldered, memory_rate, processor_at
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import bandwidth, capacity, times
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import capital, say, to_say

_NOTABLE_SHARE = 0.08
"""Other programs below this share of a graphics memory are not worth a word."""
_SLOW_LINK_SHARE = 0.6
"""Copies reach 0.87 to 0.92 of a link; a link one generation down or at half its width reaches half of that."""
_SCREEN_ONLY = ("aspeed", "matrox")
"""Makers whose chips show the console of a server and compute nothing."""
_OF_THE_DRIVER = ("driver_too_old", "driver_lacks_backend")
_ONLY_CARD = to_say("the graphics card")
_BACKEND_NAMES = {"cuda": "CUDA", "rocm": "ROCm", "vulkan": "Vulkan", "metal": "Metal"}


@dataclass(frozen=True)
class _Subject:
    """One graphics processor: its facts, its name in a sentence, and what the rig makes of it and of the CPU.

    `has_slots` is False where the memory is soldered: then no card is in a slot, either.
    """

    gpu: Gpu
    name: str
    processor: Processor | None
    host: Processor | None
    has_slots: bool


def graphics_findings(machine: Machine, rig: Rig | None) -> tuple[Finding, ...]:
    """All of them; what holds for several equal cards is said of one: of the fullest, or of the narrowest link."""
    subjects = [_subject(index, machine, rig) for index in range(len(machine.gpus))]
    first: dict[tuple[str, str | None], Finding] = {}
    for subject in sorted(subjects, key=_lanes):
        narrow = _narrow_link(subject)
        if narrow is not None:
            first.setdefault((narrow.code, subject.gpu.name.value), narrow)
    for subject in sorted(subjects, key=lambda one: one.gpu.memory_free_bytes.value or 0):
        for found in _about(subject):
            first.setdefault((found.code, subject.gpu.name.value), found)
    only = _no_card(machine, rig)
    return (*first.values(), only) if only else tuple(first.values())


def lists_gpus(machine: Machine) -> bool:
    """Whether the system said which graphics processors there are; else none found means nothing."""
    return bool(machine.gpus) or all(gap.fact != "gpus" for gap in machine.gaps)


def _subject(index: int, machine: Machine, rig: Rig | None) -> _Subject:
    gpu = machine.gpus[index]
    name = say(_ONLY_CARD) if len(machine.gpus) == 1 else short_name(gpu.name.value or say("a graphics card"))
    return _Subject(gpu, name, processor_at(rig, index + 1), processor_at(rig, 0), not is_soldered(machine))


def _lanes(subject: _Subject) -> int:
    link = subject.gpu.link.value
    return (link and link.width_now) or 0


def _about(subject: _Subject) -> Iterable[Finding]:
    checks: tuple[Callable[[_Subject], Finding | None], ...] = (
        _no_driver,
        _assumed_backend,
        _asleep,
        _slow_link,
        _memory_in_use,
        _backends,
    )
    return (found for check in checks if (found := check(subject)))


def _no_driver(subject: _Subject) -> Finding | None:
    gpu, name = subject.gpu, subject.name
    if gpu.state.value != "no_driver" or gpu.vendor.value in _SCREEN_ONLY:
        return None
    seen = say("{value} is installed but no program can use it", value=gpu.name.value or say("a graphics card"))
    ready = [one.install for one in _all(subject)]
    then = say(", then {ready}", ready=say(ready[-1])) if ready else ""
    return Finding(
        code="no_driver",
        sentence=say("No driver serves {name}", name=name),
        evidence=evidence(gpu.state, seen),
        cost=say("Everything runs on the processor{as_slow}.", as_slow=_as_slow(subject)),
        remedy=say("Install the driver of its maker and start the computer again{then}.", then=then),
    )


def _as_slow(subject: _Subject) -> str:
    """How much slower the processor's memory is read than the card's, where both are known."""
    card, host = memory_rate(subject.processor), memory_rate(subject.host)
    if not card or not host or card <= host:
        return say(", as fast as main memory is read")
    return say(
        ", whose memory is read at {rate}; the card's would be read {times} as fast",
        rate=bandwidth(host),
        times=times(card / host),
    )


def _assumed_backend(subject: _Subject) -> Finding | None:
    """What the prediction assumes does not run: the driver is too old, or is one that lacks it."""
    assumed = _assumed(subject)
    if not assumed or subject.gpu.state.value == "no_driver" or any(one.runs is not False for one in assumed):
        return None
    backend, nearest = _BACKEND_NAMES[assumed[0].backend], assumed[0]
    reason = nearest.reason
    if reason is None:
        return None
    others = [one for one in _all(subject) if one.runs]
    is_old, by_driver = reason.code == "driver_too_old", reason.code in _OF_THE_DRIVER
    instead = others[0].name if others else say("the processor{as_slow}", as_slow=_as_slow(subject))
    remedy = say("Install a newer driver of its maker.") if by_driver else say("No driver changes that.")
    if others:
        remedy += (
            say(" Until then use {install}.", install=say(others[0].install))
            if by_driver
            else say(" Use {install}.", install=say(others[0].install))
        )
    return Finding(
        code="driver_too_old" if is_old else "backend_missing",
        sentence=say("The driver of {name} is too old for {backend}", name=subject.name, backend=backend)
        if is_old
        else say("{backend} does not run on {name}", backend=backend, name=subject.name),
        evidence=evidence(subject.gpu.driver, f"{nearest.name}: {in_words(reason)}"),
        cost=say(
            "The figures here assume {backend}; without it programs use {instead}.", backend=backend, instead=instead
        ),
        remedy=remedy,
    )


def _all(subject: _Subject) -> tuple[Backend, ...]:
    """Every backend for chips of its maker."""
    return subject.processor.backends if subject.processor else ()


def _assumed(subject: _Subject) -> tuple[Backend, ...]:
    """The generations of the backend that the figures assume, oldest first."""
    if subject.processor is None:
        return ()
    wanted = default_backend(subject.processor)
    return tuple(one for one in _all(subject) if one.backend == wanted)


def _backends(subject: _Subject) -> Finding | None:
    """What runs with this driver: good to know where anything does."""
    assumed = [one for one in _assumed(subject) if one.runs]
    running = [one for one in _all(subject) if one.runs]
    if not assumed:
        return None
    names = [one.name for one in running]
    engines = dict.fromkeys(engine for one in running for engine in one.engines)
    others = [engine for engine in engines if engine not in assumed[-1].install]
    unsure = [
        say(
            " Whether {name} runs too cannot be told: {reason}.",
            name=one.name,
            reason=in_words(one.reason) if one.reason else "",
        )
        for one in _all(subject)
        if one.runs is None
    ]
    seen = ", ".join(fact.value for fact in (subject.gpu.driver, subject.gpu.compute_capability) if fact.value)
    return Finding(
        code="backends",
        sentence=say("{name} runs programs for {listed}", name=capital(subject.name), listed=_listed(names)),
        evidence=evidence(subject.gpu.driver, f"{seen or say('its maker')}: {assumed[-1].source}"),
        cost=say("The figures here assume llama.cpp with {backend}.", backend=_BACKEND_NAMES[assumed[0].backend]),
        remedy=say("Install {install}", install=say(assumed[-1].install))
        + (say("; {listed} can use it too.", listed=_listed(others)) if others else ".")
        + "".join(unsure),
    )


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return say("{several} and {last}", several=", ".join(names[:-1]), last=names[-1])


def _asleep(subject: _Subject) -> Finding | None:
    if subject.gpu.state.value != "asleep":
        return None
    return Finding(
        code="gpu_asleep",
        sentence=say("{name} is asleep", name=capital(subject.name)),
        evidence=evidence(subject.gpu.state, say("its power state")),
        cost=say("No speed is lost, but free memory and link can be read only while it is awake."),
        remedy=say("Start a program that draws with it, and read the hardware again."),
    )


def _narrow_link(subject: _Subject) -> Finding | None:
    link = subject.gpu.link.value
    if link is None or not link.width_now or not link.width_max or link.width_now >= link.width_max:
        return None
    return Finding(
        code="narrow_link",
        sentence=say(
            "{name} uses {width_now} of its {width_max} link lanes",
            name=capital(subject.name),
            width_now=link.width_now,
            width_max=link.width_max,
        ),
        evidence=evidence(
            subject.gpu.link,
            say("x{width_now} now, x{width_max} at most", width_now=link.width_now, width_max=link.width_max),
        ),
        cost=say(
            "Loading models and parts that spill into main memory take {times} as long. A model that fits is "
            "not slowed.",
            times=times(link.width_max / link.width_now),
        ),
        remedy=say("Use the slot next to the processor, without a riser, and check which slots share lanes.")
        if subject.has_slots
        else say("A card in a laptop or in a box beside it often has no more: choose models that fit it whole."),
    )


def _slow_link(subject: _Subject) -> Finding | None:
    """Idle links rest at a low speed: only a measured one counts."""
    if subject.processor is None:
        return None
    copied, limit = subject.processor.link_bytes_per_s, subject.processor.link_limit_bytes_per_s.value
    if copied.origin != "measured" or not copied.value or not limit or copied.value >= _SLOW_LINK_SHARE * limit:
        return None
    return Finding(
        code="slow_link",
        sentence=say("The link of {name} stays below its maximum under load", name=subject.name),
        evidence=evidence(
            copied,
            say("{rate} copied of {bandwidth_2}", rate=bandwidth(copied.value), bandwidth_2=bandwidth(limit)),
        ),
        cost=say(
            "Loading models and parts that spill into main memory take {times} as long as they could. A "
            "model that fits is not slowed.",
            times=times(limit / copied.value),
        ),
        remedy=say("Seat the card again without a riser, and check the link speed of the slot in the firmware setup."),
    )


def _memory_in_use(subject: _Subject) -> Finding | None:
    gpu, name = subject.gpu, subject.name
    total, free = gpu.memory_total_bytes.value, gpu.memory_free_bytes.value
    if gpu.memory_kind.value != "dedicated" or total is None or free is None or total - free < _NOTABLE_SHARE * total:
        return None
    memory = say("graphics memory") if name == say(_ONLY_CARD) else say("the memory of {name}", name=name)
    return Finding(
        code="graphics_memory_in_use",
        sentence=say("{size} of {memory} is in use", size=capacity(total - free), memory=memory),
        evidence=evidence(
            gpu.memory_free_bytes,
            say(
                "{size} of {capacity_2} free on {name}",
                size=capacity(free),
                capacity_2=capacity(total),
                name=name,
            ),
        ),
        cost=say("That much less remains for a model and its conversation."),
        remedy=say("Close the browser and other programs that draw much, or plug the monitor into the mainboard."),
    )


def _no_card(machine: Machine, rig: Rig | None) -> Finding | None:
    if machine.gpus and any(gpu.memory_kind.value not in ("shared", "unified") for gpu in machine.gpus):
        return None
    if machine.memory.unified.value or not lists_gpus(machine):
        return None
    rate = memory_rate(processor_at(rig, 0))
    read = f" ({bandwidth(rate)})" if rate else ""
    if not machine.gpus:
        return Finding(
            code="no_graphics_card",
            sentence=say("No graphics card"),
            evidence=say("The system lists none."),
            cost=say(
                "Models run on the processor, as fast as main memory is read{read}. Small ones usually outrun a "
                "reader.",
                read=read,
            ),
            remedy=say("See whether a card is worth it for what you want to do."),
        )
    return Finding(
        code="integrated_only",
        sentence=say("The graphics part shares main memory"),
        evidence=evidence(machine.gpus[0].memory_kind, machine.gpus[0].name.value or say("integrated graphics")),
        cost=say(
            "It answers about as fast as the processor, because both read the same memory{read}; prompts can "
            "be quicker.",
            read=read,
        ),
        remedy=say("Its memory is soldered: what helps is a model that reads less for each token.")
        if is_soldered(machine)
        else say("Faster or more memory sticks help both; a card with memory of its own helps most."),
    )
