"""The child that measures one device: the only process that loads its libraries."""

import os
from collections.abc import Iterator

from advisor.bench.conditions import Circumstances, gpu_state
from advisor.bench.jobs import START, WorkerPlan
from advisor.bench.layer.worker import layer_events
from advisor.bench.memory.memory_part import MemoryPart
from advisor.bench.names import KERNEL_NAMES, MEMORY_NAMES
from advisor.bench.part import CannotMeasure, Part
from advisor.bench.sampler import Offer, Sampler
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import reason

PROTOCOL = 1
_START_LIMIT_S = 15.0
_LISTING_LIMIT_S = 8.0


def worker_events(plan: WorkerPlan) -> Iterator[Message]:
    """Follow the plan; to be run in a process of its own."""
    yield Progress(per_mille=0, phase=START, limit_s=_START_LIMIT_S, protocol=PROTOCOL, pid=os.getpid())
    if plan.kind == "adapters":
        yield from _adapter_events(plan)
    elif plan.kind == "layer":
        yield from layer_events(plan)
    else:
        circumstances = Circumstances(plan.host, plan.power_source, plan.power_plan, plan.notes, plan.virtual_machine)
        runner = Sampler(
            _offers(plan),
            circumstances,
            seconds=plan.seconds,
            only=plan.names,
            stretch=plan.stretch,
            complete=plan.complete,
            watch=lambda: gpu_state(plan.pci_address),
        )
        yield from runner.soak_events() if plan.soak else runner.events()
    yield Done()


def _offers(plan: WorkerPlan) -> tuple[Offer, ...]:
    if plan.kind == "graphics":
        return ((plan.names, lambda: _graphics(plan)),)
    if plan.kind == "nvidia":
        return ((plan.names, lambda: _nvidia(plan)),)
    offers: list[Offer] = []
    if set(plan.names) & set(MEMORY_NAMES):
        offers.append((MEMORY_NAMES, lambda: MemoryPart(plan.host)))
    if set(plan.names) & set(KERNEL_NAMES):
        offers.append((KERNEL_NAMES, lambda: _kernel(plan)))
    return tuple(offers)


def _kernel(plan: WorkerPlan) -> Part:
    from advisor.bench.kernel.part import KernelPart

    return KernelPart(plan.host)


def _graphics(plan: WorkerPlan) -> Part:
    from advisor.bench.graphics.part import GraphicsPart

    return GraphicsPart(
        plan.adapter_index,
        plan.device,
        free_bytes=plan.free_bytes,
        is_shared=plan.is_shared,
        backend=plan.backend,
        allow_software=plan.allow_software,
        only=plan.names,
    )


def _nvidia(plan: WorkerPlan) -> Part:
    from advisor.bench.nvidia.part import NvidiaPart

    return NvidiaPart(plan.device, plan.pci_address, plan.free_bytes, only=plan.names)


def _adapter_events(plan: WorkerPlan) -> Iterator[Message]:
    """The list of graphics adapters: asking for it alone can crash a driver."""
    yield Progress(per_mille=0, phase=reason("asking_for_gpus"), limit_s=_LISTING_LIMIT_S)
    try:
        from advisor.bench.graphics.adapters import list_adapters

        for adapter in list_adapters(plan.backend):
            yield Result(kind="adapter", body=adapter.model_dump(mode="json"))
    except CannotMeasure as error:
        yield Failure(code="adapters", sentence=error.reason)
