"""Which graphics processors of a rig an answer leaves aside, and why: no card is passed over in silence."""

from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.facts.answers.usability import ENOUGH_SHARE
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.reason import Reason, reason

_SCREEN_ONLY = ("aspeed", "matrox", "cirrus", "qemu", "redhat", "virtio", "virtualbox", "vmware", "microsoft")
"""Makers whose chips show the console of a server or the screen of a virtual machine, and compute nothing."""


def computing_gpus(rig: Rig) -> list[Processor]:
    """Its graphics processors, without those that only show a screen."""
    return [one for one in rig.processors if one.kind == "gpu" and one.vendor not in _SCREEN_ONLY]


def idle_gpus(rig: Rig, answer: TaskAnswer | None) -> tuple[tuple[Processor, Reason], ...]:
    """Those that the chosen way does not use, with the reason; integrated graphics beside a working card are left out.

    `answer` is None where nothing was answered: then all that could not have been used.
    """
    gpus = computing_gpus(rig)
    used = used_gpus(rig, answer.chosen) if answer is not None else []
    idle = [one for one in gpus if one not in used and not (used and one.pool == "unified")]
    reasons = (unusable(one) or (_not_taken(one, rig, answer) if answer is not None else None) for one in idle)
    return tuple((one, why) for one, why in zip(idle, reasons, strict=True) if why is not None)


def used_gpus(rig: Rig, chosen: Estimate | TaskOption) -> list[Processor]:
    """Those that a way goes over."""
    return [one for one in computing_gpus(rig) if _is_used(one, chosen)]


def unusable_gpus(rig: Rig) -> tuple[tuple[Processor, Reason], ...]:
    """Those that no question could use as they are, with the reason; integrated graphics beside a usable one not."""
    gpus = computing_gpus(rig)
    found = tuple((one, why) for one in gpus if (why := unusable(one)) is not None)
    return tuple(pair for pair in found if pair[0].pool == "vram") if len(found) < len(gpus) else found


def unusable(gpu: Processor) -> Reason | None:
    """Why nothing can be answered for it, None where something can."""
    if gpu.blocked is not None:
        return gpu.blocked
    if gpu.best_bytes_per_s.value is None:
        return reason("gpu_figures_unknown")
    is_silent = gpu.pool == "vram" and gpu.memory_total_bytes.value is None
    return reason("gpu_memory_unknown") if is_silent else None


def remedy(gpu: Processor) -> Reason | None:
    """What makes a graphics processor usable that is not; None where its reason says it, or nobody knows."""
    why = unusable(gpu)
    if why is None or why.code == "gpu_figures_unknown":
        return None
    if why.code == "gpu_memory_unknown":
        return reason("state_gpu_memory")
    cause = why.parameters.get("cause", why)
    code = cause.code if isinstance(cause, Reason) else ""
    if code == "driver_too_old":
        return reason("update_gpu_driver")
    return reason("install_gpu_driver") if code in ("no_driver_serves", "driver_lacks_backend") else None


def _is_used(gpu: Processor, chosen: Estimate | TaskOption) -> bool:
    """Whether the way goes over it, alone or as one of several cards."""
    is_among_others = gpu.name in {card.name for card in chosen.fit.cards}
    is_one_of_several = gpu.blocked is None and (chosen.processor_name.endswith(f" x {gpu.name}") or is_among_others)
    return gpu.id == chosen.processor_id or is_one_of_several


def _not_taken(gpu: Processor, rig: Rig, answer: TaskAnswer) -> Reason:
    alone = next((one for one in answer.options if one.processor_id == gpu.id), None)
    if alone is None or alone.holds:
        return reason("gpu_brings_nothing", name=answer.model_name)
    return reason(
        "gpu_share_too_small" if _reads_like_cpu(gpu, rig) else "gpu_memory_too_small", name=answer.model_name
    )


def _reads_like_cpu(gpu: Processor, rig: Rig) -> bool:
    """Whether it shares the main memory and reads it no faster than the processor: more of it would change nothing."""
    own, cpu = gpu.best_bytes_per_s.value, rig.processors[0].best_bytes_per_s.value
    return gpu.pool == "unified" and own is not None and cpu is not None and own * ENOUGH_SHARE <= cpu
