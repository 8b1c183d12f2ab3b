"""Which graphics processors of a rig an answer leaves aside, and why: no card is passed over in silence."""

from advisor.facts.answers.estimate import Estimate
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.reason import Reason, reason

SCREEN_ONLY = ("aspeed", "matrox", "cirrus", "qemu", "redhat", "virtio", "virtualbox", "vmware", "microsoft")
"""Makers whose chips show the console of a server or the screen of a virtual machine, and compute nothing."""


def idle_gpus(rig: Rig, chosen: Estimate | None) -> tuple[tuple[Processor, Reason], ...]:
    """Those that the chosen way does not use, with the reason; integrated graphics beside a working card are left out.

    `chosen` is None where nothing was answered: then all that could not have been used.
    """
    gpus = [one for one in rig.processors if one.kind == "gpu" and one.vendor not in SCREEN_ONLY]
    used = [one for one in gpus if chosen is not None and _is_used(one, chosen)]
    idle = [one for one in gpus if one not in used and not (used and one.pool == "unified")]
    found = ((one, _why(one, chosen)) for one in idle)
    return tuple((one, why) for one, why in found if why is not None)


def _is_used(gpu: Processor, chosen: Estimate) -> bool:
    """Whether the way goes over it, alone or as one of several equal cards."""
    return gpu.id == chosen.processor_id or chosen.processor_name.endswith(f" x {gpu.name}")


def _why(gpu: Processor, chosen: Estimate | None) -> Reason | None:
    if gpu.blocked is not None:
        return gpu.blocked
    if gpu.best_bytes_per_s.value is None:
        return reason("gpu_figures_unknown")
    memory_bytes = gpu.memory_total_bytes.value
    if gpu.pool == "vram" and memory_bytes is None:
        return reason("gpu_memory_unknown")
    if chosen is None:
        return None
    is_small = memory_bytes is not None and memory_bytes < chosen.memory.total_bytes
    return reason("gpu_memory_too_small" if is_small else "gpu_brings_nothing", name=chosen.model_name)
