"""The PCIe question asked of a rig: from how many rows on each graphics card is sooner than the processor."""

from advisor.answer.rig.rig_figures import last_cache
from advisor.answer.which_device.calibration import find_calibration
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.answers.crossover import Crossover, PassCurve, PassWork
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIGA
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.rates import Rate, rate_of_type
from advisor.predict.speed.crossover import MOST_ROWS, Speeds, inputs_of, pass_time, sooner_from, speeds_of
from advisor.predict.speed.decode import decode_parts

_BYTES, _HALF_BYTES = 4, 2
_KERNELS_PER_LAYER = 10
"""Judged: what an engine starts for one layer of a transformer."""
_ENGINE, _CONTEXT_TOKENS = "llama.cpp", 512
_ROWS = tuple(2**power for power in range(MOST_ROWS.bit_length()))


def layer_work(inputs: int, outputs: int) -> PassWork:
    """A dense layer in fp32, as `1000 x 1000`."""
    return PassWork(
        name=reason("layer_of", inputs=inputs, outputs=outputs),
        flop_per_row=2 * inputs * outputs,
        weights_bytes=_BYTES * inputs * outputs,
        moved_bytes_per_row=_BYTES * (inputs + outputs),
    )


def model_work(subject: Subject) -> PassWork:
    """A whole model in its file's weights: token numbers go to the card, one row of scores comes back."""
    weights, shape = subject.weights, subject.shape
    return PassWork(
        name=subject.name,
        flop_per_row=2.0 * weights.active_params,
        weights_bytes=weights.bytes_per_token,
        moved_bytes_per_row=_BYTES * 2,
        launches=_KERNELS_PER_LAYER * shape.layers,
        is_half=True,
    )


def crossover(rig: Rig, work: PassWork, catalog: Catalog, *, model: Subject | None = None) -> Crossover:
    """The curves of the processor and of every graphics card, from one row to a million; none without the former.

    `model` is the one whose work it is: it is read as fast as the speed of writing says.
    """
    unknown: list[Reason] = []
    curves: list[PassCurve] = []
    on_cpu = _speeds(rig.processors[0], work, catalog, model)
    if isinstance(on_cpu, Reason):
        return Crossover(work=work, curves=(), unknown=(on_cpu,))
    for processor in rig.processors:
        speeds = _speeds(processor, work, catalog, model)
        if isinstance(speeds, Reason):
            unknown.append(speeds)
            continue
        is_gpu = processor.kind == "gpu"
        turn = _turn(on_cpu, speeds, work) if is_gpu else None
        curves.append(
            PassCurve(
                processor_id=processor.id,
                processor_name=processor.name,
                points=tuple(pass_time(speeds, work, rows, is_gpu=is_gpu) for rows in _ROWS),
                sooner_from_rows=turn,
                inputs=inputs_of(speeds),
            )
        )
    return Crossover(work=work, curves=tuple(curves), unknown=tuple(unknown))


def pass_s(processor: Processor, work: PassWork, rows: int, catalog: Catalog) -> float | None:
    """Seconds of one pass on one processor; None where a rate of it is not known."""
    speeds = _speeds(processor, work, catalog)
    return None if isinstance(speeds, Reason) else pass_time(speeds, work, rows, is_gpu=processor.kind == "gpu").total_s


def _turn(on_cpu: Speeds, on_card: Speeds, work: PassWork) -> int | None:
    """The rows from which on the card is sooner."""
    return sooner_from(
        lambda rows: pass_time(on_cpu, work, rows, is_gpu=False).total_s,
        lambda rows: pass_time(on_card, work, rows, is_gpu=True).total_s,
    )


def _speeds(processor: Processor, work: PassWork, catalog: Catalog, model: Subject | None = None) -> Speeds | Reason:
    """The rates of a processor, or why they are not known; a card is in the slot it was built for."""
    read = _read_rate(processor, model, catalog) if model is not None else None
    if processor.kind == "gpu":
        return speeds_of(with_card_link(processor, catalog), work, read=read)
    cores, cache_bytes = _cores_rate(processor, catalog), last_cache(processor, catalog).value or 0.0
    return speeds_of(processor, work, read=read, cores_flop_per_s=cores, cache_bytes=cache_bytes)


def _read_rate(processor: Processor, model: Subject, catalog: Catalog) -> Rate | None:
    """At which rate an engine reads and unpacks the model's weights there; None where nobody knows."""
    backend = "cpu" if processor.kind == "cpu" else None
    found = find_calibration(processor, catalog, engine=_ENGINE, backend=backend)
    step = decode_parts(processor, model, found[0], Run(context_tokens=_CONTEXT_TOKENS)) if found else None
    if found is None or step is None:
        return None
    return Rate(model.weights.bytes_per_token / (step.weights_s + step.unpack_s), "estimated", found[0].name)


def _cores_rate(cpu: Processor, catalog: Catalog) -> Rate | None:
    """Cores x what one is known to reach on fp32 products in published prompts; None without a number of cores."""
    found = find_calibration(cpu, catalog, engine=_ENGINE, backend="cpu")
    cores = cpu.cores.value
    per_core = rate_of_type(found[0].prefill_core_gflop_per_s, "F16") if found else None
    if not cores or not per_core:
        return None
    return Rate(per_core * GIGA * cores, "estimated", reason("cores_by_published_rate"))
