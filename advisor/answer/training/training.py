"""One way to train one model on one device and its like: memory, fit and speed."""

from dataclasses import replace
from math import inf
from typing import NamedTuple

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.asked.problem import ProblemError
from advisor.answer.networks.network_answer import find_device as find_any_device
from advisor.answer.training.training_subject import (
    check_precision,
    find_device,
    find_engine,
    find_trained_subject,
    is_discouraged,
)
from advisor.answer.which_device.device import Device
from advisor.answer.which_device.task_fit import pool_need
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.answers.estimate import AnswerTerm, Limit, PoolNeed, Verdict
from advisor.facts.asked.training_request import FinetuneRequest, PretrainRequest
from advisor.facts.cards.calibration import Doubt
from advisor.facts.cards.training import Checkpointing, TrainingDevice, TrainingEngine, TrainingPrecision
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.predict.memory.fit import budget_bytes, free_bytes
from advisor.predict.model.subject import Subject
from advisor.predict.rates.certainty import certainty, speed_range
from advisor.predict.rates.disturbed import rate_doubts
from advisor.predict.rates.doubts import ASSUMED, SIMILAR_SHAPE
from advisor.predict.rates.limits import limit_of
from advisor.predict.training.training import Training, counted
from advisor.predict.training.training_memory import TrainingNeed, largest_batch, training_need
from advisor.predict.training.training_time import (
    DEVICES_PER_HOST,
    model_flop_per_token,
    peak_flop_per_s,
    rates_of,
    step_terms,
)

UNSURE_SHARE = 0.1
"""How much a need may be off (docs/physics.md 10.1): it turns `fits` into `tight`."""


UNNAMED = Doubt(reason=reason("program_not_named"), spread=(0.80, 1.15))
SMALL_FLOATS = Doubt(reason=reason("fp8_varies"), spread=(0.80, 1.15))
"""Both: published rows of several programs on one card differ so."""

_CHECKPOINTING: dict[bool | str, Checkpointing] = {False: "none", True: "full", "selective": "selective"}


class Trained(NamedTuple):
    """What is asked about, resolved: the device, the model, the setup and the constants, with notes."""

    processor: Processor
    subject: Subject
    training: Training
    engine: TrainingEngine
    device: TrainingDevice
    assumed: bool
    is_named: bool
    notes: tuple[Reason, ...]
    host: Processor | None = None


class Pace(NamedTuple):
    """Tokens per second of one device with range, the terms of a step, and the share of the peak."""

    tokens_per_s: Range
    limit: Limit
    terms: tuple[AnswerTerm, ...]
    flop_utilisation: float


def trained(
    request: FinetuneRequest,
    ignored: Ignored,
    catalog: Catalog,
    *,
    precision: TrainingPrecision,
    device: Device | None = None,
) -> Trained:
    """The question resolved; `precision` is meant where it states none, `device` is one of a rig where it names none.

    Raises:
        ProblemError: the question cannot be answered.
    """
    found = device or _linked(request, find_any_device(request, catalog), catalog)
    processor = with_card_link(found.processor, catalog)
    if processor.kind == "gpu" and processor.traits.has_rocm_ended:
        raise ProblemError("training_needs_cuda_or_rocm", processor=processor.name)
    constants = find_device(processor, catalog)
    usual = "fp32" if processor.kind == "cpu" else precision if constants.has_bf16 else "amp"
    precision = request.precision or usual
    check_precision(precision, processor, constants)
    engine, engine_notes = find_engine(request.engine, precision, catalog)
    subject, model_notes = find_trained_subject(request, catalog)
    training = setup_of(request, precision)
    notes = (*found.notes, *model_notes, *engine_notes, *ignored_notes(ignored))
    if precision == "fp8" and constants.fp8_share is None:
        notes += (reason("fp8_not_known"),)
    if is_discouraged(request, subject, catalog):
        notes += (reason("qlora_discouraged"),)
    limit = subject.shape.context_tokens
    if limit and subject.shape_known and request.sequence_tokens > limit:
        notes += (reason("sequence_beyond_model", tokens=request.sequence_tokens, most=limit),)
    constants, power_notes = _held_back(constants, processor, catalog)
    notes += power_notes
    rates = rates_of(processor, constants, training, engine)
    if rates is not None and training.devices > 1 and rates.peer_bytes_per_s is None:
        notes += (reason("device_link_left_out"),)
    elif rates is not None and training.devices > DEVICES_PER_HOST and rates.network_bytes_per_s is None:
        notes += (reason("network_left_out"),)
    one = Trained(
        processor, subject, training, engine, constants, found.assumed, bool(request.engine), notes, found.host
    )
    return _with_shard(one, request)


def _linked(request: FinetuneRequest, found: Device, catalog: Catalog) -> Device:
    """Of several cards whose name leaves the form open the one with links of its own: so they are sold by eights."""
    if request.device_count == 1 or not found.assumed or found.processor.peer_bytes_per_s.value is not None:
        return found
    size = found.processor.memory_total_bytes.value
    forms = (gpu_processor(one, catalog) for one in catalog.gpus.members(request.device or ""))
    linked = (one for one in forms if one.memory_total_bytes.value == size and one.peer_bytes_per_s.value is not None)
    return next((Device(one, (reason("linked_form_assumed", name=one.name),)) for one in linked), found)


def _held_back(
    constants: TrainingDevice, processor: Processor, catalog: Catalog
) -> tuple[TrainingDevice, tuple[Reason, ...]]:
    """The constants of a device that is held to less power than its maker allows: a product costs the same energy.

    Three published rows of H100 at 500 of 700 W with compiled layers (pytorch/torchtitan) are within 8 % so, one not
    compiled 22 % slower; without the power they would be predicted a third too fast. A slice has its share of both.
    """
    card = catalog.gpus.get(processor.card or "")
    own_w, limit_w = card.power_w if card is not None else None, processor.power_w.value
    is_slice = processor.power_w.origin == "estimated"
    if own_w is None or limit_w is None or limit_w >= own_w or is_slice:
        return constants, ()
    share = limit_w / own_w
    changes = {"matmul_share": constants.matmul_share * share, "attention_share": constants.attention_share * share}
    if constants.fp8_share is not None:
        changes["fp8_share"] = constants.fp8_share * share
    note = reason("held_to_power", limit_w=limit_w, own_w=own_w)
    return constants.changed(**changes), (note,)


def setup_of(request: FinetuneRequest, precision: TrainingPrecision) -> Training:
    """The setup as it is stated: with nothing divided and nothing computed again where nothing is said of that.

    Raises:
        ProblemError: the devices cannot be divided so.
    """
    replica = request.tensor_parallel * request.pipeline_parallel
    if request.device_count % replica:
        raise ProblemError("devices_not_divisible", devices=request.device_count, copy=replica)
    return Training(
        method=request.method,
        precision=precision,
        optimizer=request.optimizer,
        batch=request.batch,
        sequence_tokens=request.sequence_tokens,
        checkpointing=_CHECKPOINTING[request.checkpointing or False],
        lora_rank=request.lora_rank,
        shard=request.shard or "none",
        devices=request.device_count,
        tensor_parallel=request.tensor_parallel,
        pipeline_parallel=request.pipeline_parallel,
        offload=request.offload,
    )


def _with_shard(one: Trained, request: FinetuneRequest) -> Trained:
    """What the devices divide, where nothing was chosen: nothing where a device holds all that is fine-tuned."""
    whole = _with_checkpointing(one, request)
    if request.shard is not None or request.device_count == 1:
        return whole
    budget = _budget_bytes(one)
    need = training_need(one.subject, whole.training, one.engine).total_bytes
    if budget is not None and need <= budget and not isinstance(request, PretrainRequest):
        return whole._replace(notes=(*whole.notes, reason("no_shard_assumed")))
    note = reason("zero3_assumed")
    return _with_checkpointing(
        one._replace(training=replace(one.training, shard="zero3"), notes=(*one.notes, note)), request
    )


def _with_checkpointing(one: Trained, request: FinetuneRequest) -> Trained:
    """The checkpointing that programs turn on by themselves or that it takes to fit, where none was chosen."""
    if request.checkpointing is not None:
        return one
    budget = _budget_bytes(one)
    choices: tuple[Checkpointing, ...] = ("full",) if one.training.method == "qlora" else ("none", "full")
    if isinstance(request, PretrainRequest):
        choices = ("none", "selective", "full")
    setups = [replace(one.training, checkpointing=choice) for choice in choices]
    fitting = (
        setup
        for setup in setups
        if budget is None or training_need(one.subject, setup, one.engine).total_bytes <= budget
    )
    setup = next(fitting, setups[0])
    return one._replace(training=setup, notes=(*one.notes, reason("checkpointing_assumed", how=setup.checkpointing)))


def _budget_bytes(one: Trained) -> int | None:
    """What training may take of a device: its budget, or what the program is known to fill; None where unknown."""
    budget, free = budget_bytes(one.processor), free_bytes(one.processor)
    if budget is None or free is None or one.processor.pool != "vram":
        return budget
    return max(budget, round((one.engine.filled_share or 0.0) * free))


class NeedAndFit(NamedTuple):
    """The need of one device, whether that fits into its budget, its memory, and the largest batch that fits."""

    need: TrainingNeed
    verdict: Verdict
    pool: PoolNeed
    budget_bytes: int | None = None
    most: int | None = None


def need_and_fit(one: Trained) -> NeedAndFit:
    """All of it for one way to train."""
    need = training_need(one.subject, one.training, one.engine)
    budget = _budget_bytes(one)
    pool = pool_need(one.processor, need.total_bytes)
    if budget is None:
        return NeedAndFit(need, "unknown", pool)
    spare = min(budget - need.total_bytes, _host_spare(one))
    verdict: Verdict = "too_big" if spare < 0 else "fits" if spare >= UNSURE_SHARE * need.total_bytes else "tight"
    if one.training.offload and spare >= 0:
        verdict = "spills"
    return NeedAndFit(need, verdict, pool, budget, largest_batch(need, one.training, budget_bytes=budget))


def _host_spare(one: Trained) -> float:
    """What main memory has left beside weights that it keeps, below 0 where they do not fit.

    One device alone is not served so: programs divide the weights among several (answer.ai, FSDP with QLoRA).
    """
    if not one.training.offload:
        return inf
    room = budget_bytes(one.host) if one.host is not None else None
    left = inf if room is None else room - one.subject.weights.total_bytes
    return left if one.training.devices > 1 else min(left, -1.0)


def pace(one: Trained, *, flop_utilisation: float | None = None) -> Pace | None:
    """The speed of one device; with a stated utilization that of it. None where its rates are not known."""
    rates = rates_of(one.processor, one.device, one.training, one.engine)
    peak = peak_flop_per_s(one.processor, one.device, one.training)
    if rates is None or peak is None:
        return None
    found = step_terms(one.subject, one.training, one.engine, one.device, rates)
    terms = tuple(AnswerTerm(name=name, s=seconds) for name, seconds in found.items())
    weights = counted(one.subject, one.training, one.engine)
    flop = model_flop_per_token(weights, one.training)
    middle = one.training.tokens / one.training.replica_devices / sum(term.s for term in terms)
    doubts = (
        (not one.subject.shape_known, SIMILAR_SHAPE),
        (one.assumed, ASSUMED),
        (not one.is_named, UNNAMED),
        (one.training.precision == "fp8", SMALL_FLOATS),
    )
    known = tuple(doubt for is_so, doubt in doubts if is_so)
    spread = certainty(one.device.spread, (*known, *rate_doubts(one.processor)))
    if flop_utilisation is not None:
        middle, spread = flop_utilisation * peak / flop, certainty((1.0, 1.0))
    return Pace(
        speed_range(middle, certainty=spread, ceiling=peak / flop), limit_of(terms), terms, middle * flop / peak
    )
