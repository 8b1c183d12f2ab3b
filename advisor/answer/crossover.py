"""The PCIe question asked of a rig: from how many rows on each graphics card is sooner than the processor."""

from advisor.answer.calibration import find_calibration
from advisor.catalog.card_link import with_card_link
from advisor.catalog.catalog import Catalog
from advisor.facts.crossover import Crossover, PassCurve, PassWork
from advisor.facts.rig import Processor, Rig
from advisor.facts.units import GIGA, MIB
from advisor.predict.crossover import MOST_ROWS, inputs_of, pass_time, sooner_from, speeds_of
from advisor.predict.rates import Rate, rate_of_type
from advisor.predict.subject import Subject

_BYTES, _HALF_BYTES = 4, 2
_KERNELS_PER_LAYER = 10
"""Judged: what an engine starts for one layer of a transformer."""
_ENGINE = "llama.cpp"


def layer_work(inputs: int, outputs: int) -> PassWork:
    """A dense layer in fp32, as `1000 x 1000`."""
    return PassWork(
        name=f"a layer of {inputs:,} x {outputs:,}",
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


def crossover(rig: Rig, work: PassWork, catalog: Catalog) -> Crossover:
    """The curves of the processor and of every graphics card, from one row to a million."""
    unknown: list[str] = []
    curves: list[PassCurve] = []
    cpu = rig.processors[0]
    card_id = cpu.card or catalog.cpus.find(cpu.name) or ""
    cache_mib = catalog.cpus[card_id].l3_mib if card_id in catalog.cpus else None
    on_cpu = speeds_of(cpu, work, cores_flop_per_s=_cores_rate(cpu, catalog), cache_bytes=(cache_mib or 0) * MIB)
    rows = tuple(2**power for power in range(MOST_ROWS.bit_length()))
    if isinstance(on_cpu, str):
        unknown.append(on_cpu)
    else:
        points = tuple(pass_time(on_cpu, work, count, is_card=False) for count in rows)
        curves.append(PassCurve(processor_id=cpu.id, processor_name=cpu.name, points=points, inputs=inputs_of(on_cpu)))
    for gpu in rig.processors[1:]:
        card = with_card_link(gpu, catalog)
        speeds = speeds_of(card, work)
        if isinstance(speeds, str):
            unknown.append(speeds)
            continue
        turn = None
        if not isinstance(on_cpu, str):
            turn = sooner_from(
                lambda count: pass_time(on_cpu, work, count, is_card=False).total_s,
                lambda count, own=speeds: pass_time(own, work, count, is_card=True).total_s,  # type: ignore[misc]
            )
        points = tuple(pass_time(speeds, work, count, is_card=True) for count in rows)
        curves.append(
            PassCurve(
                processor_id=gpu.id,
                processor_name=gpu.name,
                points=points,
                sooner_from_rows=turn,
                inputs=inputs_of(speeds),
            )
        )
    return Crossover(work=work, curves=tuple(curves), unknown=tuple(unknown))


def _cores_rate(cpu: Processor, catalog: Catalog) -> Rate | None:
    """Cores x what one is known to reach on fp32 products in published prompts; None without a number of cores."""
    found = find_calibration(cpu, catalog, engine=_ENGINE, backend="cpu")
    cores = cpu.cores.value
    per_core = rate_of_type(found[0].prefill_core_gflop_per_s, "F16") if found else None
    if not cores or not per_core:
        return None
    return Rate(per_core * GIGA * cores, "estimated", "cores x the rate of one core in published prompts")
