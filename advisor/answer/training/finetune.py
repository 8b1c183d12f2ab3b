"""How a language model is trained on a rig: the tasks `finetune` and `pretrain`."""

from typing import Any

from advisor.answer.asked.checked_request import Ignored
from advisor.answer.training.training import Pace, Trained, need_and_fit, pace, trained
from advisor.answer.which_device.device import Device
from advisor.answer.which_device.task_fit import NOT_FITTING
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.training_answers import FinetuneAnswer, PretrainAnswer, TrainingMemory
from advisor.facts.asked.training_request import FinetuneRequest, PretrainRequest
from advisor.facts.values.range import middle
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MEGA, SECONDS_PER_HOUR
from advisor.predict.training.training_memory import checkpoint_bytes
from advisor.predict.training.training_time import (
    available_share,
    checkpoint_interval_s,
    checkpoint_s,
    failure_interval_s,
    model_parallel,
)

NODE_POWER_SHARE = 1.2
"""Power of a whole computer over the limits of its cards: 6,741 W with eight H100 of 700 W (MLPerf Training 4.0)."""

MOST_STEP_TOKENS = round(16.8 * MEGA)
"""Tokens of one step beyond which a larger one learns little more: what Llama 3.1 405B ended with."""


def answer_finetune(
    request: FinetuneRequest, ignored: Ignored, catalog: Catalog, device: Device | None = None
) -> FinetuneAnswer:
    """Memory, speed, time and energy of fine-tuning.

    `device` and errors as `Task.answer` says.
    """
    one = trained(request, ignored, catalog, precision="bf16", device=device)
    return FinetuneAnswer(**_fields(request, one, pace(one, flop_utilisation=request.flop_utilisation)))


def answer_pretrain(
    request: PretrainRequest, ignored: Ignored, catalog: Catalog, device: Device | None = None
) -> PretrainAnswer:
    """Like fine-tuning, with what breaks on the way and how often to write the state down.

    `device` and errors as `Task.answer` says.
    """
    request, plan_notes = _partial_offload(request)
    one = trained(request, ignored, catalog, precision="amp", device=device)
    one = one._replace(notes=(*one.notes, *plan_notes))
    size = checkpoint_bytes(one.subject, one.training, one.engine)
    write = request.checkpoint_s or checkpoint_s(size, devices=request.device_count)
    between = failure_interval_s(request.device_count)
    available = request.availability or available_share(write, failure_interval_s=between)
    speed = pace(one, flop_utilisation=request.flop_utilisation)
    fields = _fields(request, one, speed, availability=available)
    duration = middle(fields["duration_s"])
    return PretrainAnswer(
        **fields,
        failures_expected=None if duration is None else duration / between,
        mean_time_between_failures_s=between,
        checkpoint_bytes=size,
        checkpoint_interval_s=checkpoint_interval_s(write, failure_interval_s=between),
        availability=available,
        tensor_parallel=one.training.tensor_parallel,
        pipeline_parallel=one.training.pipeline_parallel,
        data_parallel=one.training.data_parallel,
    )


def _partial_offload(request: PretrainRequest) -> tuple[PretrainRequest, tuple[Reason, ...]]:
    """So many devices that each with its own data makes a step too large share copies of the model."""
    if {"tensor_parallel", "pipeline_parallel"} & request.model_fields_set:
        return request, ()
    step = request.device_count * request.batch * request.sequence_tokens
    tensor, stages = model_parallel(step, most_tokens=MOST_STEP_TOKENS)
    if tensor * stages == 1 or request.device_count % (tensor * stages):
        return request, ()
    note = reason("devices_share_layers", devices=tensor)
    if stages > 1:
        note = reason("groups_share_layers", devices=tensor, groups=stages)
    return request.changed(tensor_parallel=tensor, pipeline_parallel=stages), (note,)


def _fields(request: FinetuneRequest, one: Trained, speed: Pace | None, *, availability: float = 1.0) -> dict[str, Any]:
    """What both answers have in common."""
    need, verdict, pool, budget, most = need_and_fit(one)
    notes = list(one.notes)
    if verdict == "too_big":
        notes.append(NOT_FITTING)
        if request.method == "qlora" and one.processor.pool == "vram" and request.device_count == 1:
            notes.append(reason("weights_stay_in_vram"))  # one card must hold all (github QwenLM/Qwen3 issue 780)
    if request.offload:
        notes.append(reason("weights_sent_from_ram"))
    if speed is None:
        notes.append(reason("no_speed", cause=reason("training_rates_unknown")))
    if request.data_tokens is None:
        notes.append(reason("no_duration"))
    power = one.processor.power_w.value
    duration = None
    if speed is not None and request.data_tokens is not None:
        duration = speed.tokens_per_s.times(request.device_count * availability).into(request.data_tokens)
    hours = None if duration is None else duration.middle / SECONDS_PER_HOUR * request.device_count
    usd = None if hours is None or request.usd_per_device_hour is None else hours * request.usd_per_device_hour
    watts = None if power is None else power * request.device_count * NODE_POWER_SHARE
    if request.usd_per_device_hour is None:
        notes.append(reason("no_cost"))
    return {
        "id": request.id,
        "fits": None if verdict == "unknown" else verdict != "too_big",
        "fit": verdict,
        "main_memory_bytes": one.subject.weights.total_bytes if request.offload else None,
        "memory": TrainingMemory(**need._asdict(), total_bytes=need.total_bytes, pools=(pool,)),
        "tokens_per_s": speed.tokens_per_s if speed else None,
        "limit": ("capacity" if verdict == "too_big" else speed.limit) if speed else None,
        "terms": speed.terms if speed else (),
        "basis": (
            reason("rates_of_data_sheet"),
            reason("training_on", name=one.device.name),
            reason("training_with", name=one.engine.name),
        ),
        "notes": tuple(notes),
        "flop_utilisation": speed.flop_utilisation if speed else None,
        "largest_batch": most,
        "budget_bytes": budget,
        "duration_s": duration,
        "device_hours": hours,
        "energy_j": None if duration is None or watts is None else duration.times(watts),
        "usd": usd,
    }
