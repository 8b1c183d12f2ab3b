"""A rig as somebody shared it: the computer of its parts, what was measured on it and what models reached there."""

import datetime

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.carded_gpu import carded_gpu
from advisor.catalog.hardware.computer_machine import machine_of
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.shared_result import SharedFigure, SharedGpu, SharedResult, SharedRun
from advisor.facts.machine.machine import Gpu
from advisor.facts.machine.measurement import Measurement, Measurements, OwnRun
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.units import GIB, MEGA

_SHARED = "rig-advisor share"
_UNIFIED = "unified"


def shared_profile(result: SharedResult, catalog: Catalog) -> Profile:
    """The rig of a shared result. Parts without a card of ours are what it says of them, the rest is unknown.

    Figures that were noisy, or taken on battery, count for nothing; runs of models that are nobody's here neither.
    """
    figures = tuple(_measurement(one, result) for one in result.figures if not (one.noisy or one.on_battery))
    runs = tuple(_run(one) for one in result.runs if one.model.id in catalog.models)
    computer = _computer(result, catalog)
    machine = machine_of(computer, _SHARED, catalog)
    gpus = tuple(_gpu(one, computer.memory_gib, result.cpu.name or "", catalog) for one in result.gpus)
    if result.virtual:
        seen = known("virtual", origin="detected", source=_SHARED)
        machine = machine.changed(cpu=machine.cpu.changed(hypervisor=seen))
    return Profile(
        machine=machine.changed(gpus=gpus),
        measurements=Measurements(results=figures, own_runs=runs),
        app_version=result.app_version,
    )


def _computer(result: SharedResult, catalog: Catalog) -> ComputerCard:
    cpu = result.cpu
    own = next((one.card for one in result.gpus if one.card and one.card in catalog.gpus), None)
    shares = own is not None and catalog.gpus[own].memory_kind == _UNIFIED
    card = cpu.card if cpu.card in catalog.cpus else None
    return ComputerCard(
        name=_SHARED,
        form="desktop",
        gpu=own if shares else None,
        cpu=card,
        processor=None if card else cpu.name or "CPU",
        cores=None if card else cpu.cores,
        memory_gib=None if cpu.memory_bytes is None else cpu.memory_bytes / GIB,
        memory_type=cpu.memory_type,
        memory_mt_per_s=None if cpu.transfers_per_s is None else max(1, round(cpu.transfers_per_s / MEGA)),
        memory_modules=cpu.modules,
        os=result.os,
        source=_SHARED,
        checked=result.day,
    )


def _gpu(gpu: SharedGpu, memory_gib: float | None, host: str, catalog: Catalog) -> Gpu:
    said = {
        "name": gpu.name,
        "driver": gpu.driver,
        "pci_id": gpu.pci_id,
        "memory_total_bytes": gpu.memory_bytes,
    }
    if gpu.card and gpu.card in catalog.gpus:
        found = carded_gpu(gpu.card, catalog, host=host, memory_gib=memory_gib)
    else:
        found = Gpu.model_validate(dict.fromkeys(_NEEDED, unknown("not_stated_on_card")))
    facts = {name: known(value, origin="detected", source=_SHARED) for name, value in said.items() if value is not None}
    return found.changed(**facts)


_NEEDED = tuple(name for name, field in Gpu.model_fields.items() if field.is_required())


def _measurement(one: SharedFigure, result: SharedResult) -> Measurement:
    return Measurement(
        name=one.name,
        device=one.part,
        value=one.value,
        unit=_unit(one.name),
        spread=one.spread,
        stability="stable",
        method=one.method,
        duration_s=0.0,
        samples=1,
        block_medians=(one.value,),
        p10=one.value,
        p90=one.value,
        threads=None,
        buffer_bytes=None,
        work_per_sample=0.0,
        app_version=result.app_version,
        started_at=datetime.datetime.combine(result.day, datetime.time(), datetime.UTC).isoformat(),
    )


def _unit(name: str) -> str:
    if name in ("memory_latency", "gpu_launch"):
        return "s"
    if name.endswith(("_dot", "int8")):
        return "op_per_s"
    return "flop_per_s" if name.startswith(("fma", "gpu_fp", "gpu_matrix")) else "bytes_per_s"


def _run(one: SharedRun) -> OwnRun:
    assert one.model.id is not None
    return OwnRun(
        model_id=one.model.id,
        quant=one.quant,
        processor=one.part,
        engine=one.engine,
        build=one.build,
        backend=one.backend,
        flash_attention=one.flash_attention,
        phase=one.phase,
        depth_tokens=one.depth_tokens,
        prompt_tokens=one.prompt_tokens,
        generated_tokens=one.generated_tokens,
        tokens_per_s=one.tokens_per_s,
        spread=one.spread,
        threads=one.threads,
        ubatch_tokens=one.ubatch_tokens,
        ran_on=one.day.isoformat(),
    )
