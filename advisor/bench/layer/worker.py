"""The child that runs the layer on one kind of device and says each result as it comes."""

from collections.abc import Iterator

from advisor.bench.jobs import WorkerPlan
from advisor.bench.part import CannotMeasure
from advisor.facts.values.message import Failure, Message, Progress, Result
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import PER_MILLE

_LIMIT_S = 30.0
"""A graphics driver that computes on the processor takes seconds for one pass."""


def layer_events(plan: WorkerPlan) -> Iterator[Message]:
    """The runs of the processor (`cpu`), or those of every card that a graphics driver offers (`gpu`)."""
    yield Progress(per_mille=0, phase=_phase(plan.device), limit_s=_LIMIT_S)
    if plan.device == "cpu":
        from advisor.bench.layer.runs import cpu_layer_runs

        for run in cpu_layer_runs(plan.names[0]):
            yield Result(kind="layer_run", body=run.model_dump(mode="json"))
        return
    yield from _cards(plan)


def _cards(plan: WorkerPlan) -> Iterator[Message]:
    from advisor.bench.graphics.adapters import list_adapters
    from advisor.bench.graphics.gpu import gpu_faults, open_gpu, plain
    from advisor.bench.layer.runs import gpu_layer_runs

    try:
        adapters = [one for one in list_adapters(plan.backend) if plan.allow_software or one.kind != "software"]
    except CannotMeasure as error:
        yield Failure(code="layer", sentence=error.reason)
        return
    if not adapters:
        yield Failure(code="layer", sentence=reason("no_gpu_offered"))
    for place, adapter in enumerate(adapters):
        yield Progress(per_mille=PER_MILLE * place // len(adapters), phase=_phase(adapter.name), limit_s=_LIMIT_S)
        try:
            gpu = open_gpu(adapter.index, plan.backend, allow_software=plan.allow_software)
            for run in gpu_layer_runs(gpu, f"gpu{place}"):
                yield Result(kind="layer_run", body=run.model_dump(mode="json"))
                yield Progress(
                    per_mille=PER_MILLE * place // len(adapters), phase=_phase(adapter.name), limit_s=_LIMIT_S
                )
        except gpu_faults() as error:
            yield Failure(code="layer", sentence=reason(plain(error, _phase(adapter.name))), device=f"gpu{place}")


def _phase(device: str) -> Reason:
    return reason("running_layer_on_cpu") if device == "cpu" else reason("running_layer", device=device)
