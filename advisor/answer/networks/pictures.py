"""How fast a rig makes pictures and films: the tasks `image` and `video`."""

from dataclasses import replace
from typing import NamedTuple

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.asked.problem import ProblemError
from advisor.answer.networks.network_answer import (
    RUNTIME_BYTES,
    Resolved,
    cards_by_style,
    parts_memory,
    peer_bytes_per_s,
    resolved,
)
from advisor.answer.which_device.device import Device, find_host
from advisor.answer.which_device.task_fit import fit_notes
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.answers.answer import PartsMemory, PictureAnswer
from advisor.facts.answers.estimate import AnswerTerm, TermName, Verdict
from advisor.facts.asked.pipeline_request import PictureRequest
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.networks.denoising import Denoising, Offload, StepTime, bytes_of
from advisor.predict.networks.network_time import Size
from advisor.predict.rates.certainty import Certainty, certainty
from advisor.predict.rates.limits import limit_of
from advisor.predict.speed.speed import less_sure

_DEFAULT_PIXELS, _DEFAULT_STEPS = 1024, 30
_MODES: tuple[Offload, ...] = ("resident", "parts", "layers")


class Needs(NamedTuple):
    """Bytes on one device by way of holding the parts."""

    resident: int
    parts: int
    layers: int


def answer_picture(
    request: PictureRequest, ignored: Ignored, catalog: Catalog, device: Device | None = None
) -> PictureAnswer:
    """Denoising steps per second, seconds for each item, and the memory with parts resident and moved out.

    `device` and errors as `Task.answer` says.
    """
    asked = resolved(request, catalog, device, kinds=("image", "video"))
    device = asked.device
    if not any(network.role == "denoiser" for network in asked.pipeline.networks):
        raise ProblemError("parts_not_in_catalog", name=asked.card.name)
    job = _job(request, asked, catalog)
    needs = Needs(*(RUNTIME_BYTES + job.need_bytes(mode) for mode in _MODES))
    mode, verdict = _mode(request, device.processor, needs)
    host = device.host or find_host(request, catalog)
    room = budget_bytes(host) if host is not None and verdict == "spills" else None
    if room is not None and room < sum(job.weight_bytes):
        verdict = "too_big"
    job = replace(job, offload=mode)
    notes = (*asked.notes, *_placed(mode, request), *fit_notes(verdict), *ignored_notes(ignored))
    answer = PictureAnswer(
        id=request.id,
        fits=None if verdict == "unknown" else verdict in ("fits", "tight"),
        fit=verdict,
        memory=_memory(job, needs),
        offload=mode,
        basis=(reason("network_calibration", name=job.cards[job.style].name),),
        notes=notes,
    )
    step = job.step()
    if step is None:
        cause = reason("step_work_unknown" if job.flop_per_step is None else "a_rate_unknown")
        return answer.changed(notes=(*notes, reason("no_speed", cause=cause)))
    return _with_speed(answer, job, step, certainty(job.cards[job.style].spread, asked.doubts))


def _job(request: PictureRequest, asked: Resolved, catalog: Catalog) -> Denoising:
    """The way to make it that the request and the maker's example describe."""
    pipeline, processor, program = asked.pipeline, asked.device.processor, asked.program
    usual, networks = pipeline.defaults, pipeline.networks
    width = request.width or request.height or usual.width or _DEFAULT_PIXELS
    height = request.height or request.width or usual.height or _DEFAULT_PIXELS
    frames = request.frames or (usual.frames or 1 if asked.card.kind == "video" else 1)
    passes = usual.passes_per_step or 1
    if request.guidance is not None:
        passes = 2 if request.guidance else 1
    own = [program.weight_bits if one.role == "denoiser" else max(16.0, program.weight_bits) for one in networks]
    return Denoising(
        processor=processor,
        pipeline=pipeline,
        cards=cards_by_style(catalog),
        program=program,
        size=Size(width, height, frames),
        steps=request.steps or usual.steps or _DEFAULT_STEPS,
        passes_per_step=passes,
        weight_bytes=tuple(bytes_of(one, bits) for one, bits in zip(networks, own, strict=True)),
        batch=request.batch,
        devices=request.device_count,
        link_bytes_per_s=with_card_link(processor, catalog).link_bytes_per_s.value,
        peer_bytes_per_s=peer_bytes_per_s(processor, catalog, devices=request.device_count),
    )


def _mode(request: PictureRequest, processor: Processor, needs: Needs) -> tuple[Offload, Verdict]:
    """How the parts are held, and the verdict: `spills` where they take turns or are streamed from main memory."""
    budget = budget_bytes(processor)
    if budget is None:
        return request.offload or "resident", "unknown"
    fitting = [mode for mode, need in zip(_MODES, needs, strict=True) if need <= budget]
    if processor.pool != "vram":
        return "resident", "fits" if needs.resident <= budget else "too_big"
    if request.offload is not None:
        held: Verdict = "fits" if request.offload == "resident" else "spills"
        return request.offload, held if request.offload in fitting else "too_big"
    if not fitting:
        return "layers", "too_big"
    return fitting[0], "fits" if fitting[0] == "resident" else "spills"


def _placed(mode: Offload, request: PictureRequest) -> tuple[Reason, ...]:
    """What it means that not all parts are in memory at once."""
    notes: tuple[Reason, ...] = ()
    if mode == "parts":
        notes += (reason("parts_take_turns"),)
    if mode == "layers":
        notes += (reason("layers_streamed"),)
    if request.device_count > 1:
        notes += (reason("devices_share_pictures"),)
    return notes


def _memory(job: Denoising, needs: Needs) -> PartsMemory:
    whole = parts_memory(
        job.pipeline.networks,
        job.weight_bytes,
        activation_bytes=job.activation_bytes(),
        processor=job.processor,
        need_bytes=needs[_MODES.index(job.offload)],
    )
    return whole.changed(moved_out_total_bytes=needs.parts, streamed_total_bytes=needs.layers)


def _with_speed(answer: PictureAnswer, job: Denoising, step: StepTime, known: Certainty) -> PictureAnswer:
    """The answer with its speeds; the terms are those of one item."""
    names: tuple[TermName, ...] = ("arithmetic", "activations", "launches", "interconnect", "streaming")
    parts = dict(zip(names, step, strict=True))
    seconds: dict[TermName, float] = {name: s * job.steps for name, s in parts.items()}
    seconds |= {"text_encoding": job.encoding_s(), "decoding": job.decoding_s(), "moving": job.moving_s()}
    terms = tuple(AnswerTerm(name=name, s=s / job.batch) for name, s in seconds.items())
    each = Range.around(job.batch / sum(seconds.values()), known.spread)
    return answer.changed(
        iterations_per_s=Range.around(1 / step.total_s, known.spread),
        s_per_item=each.into(1.0),
        limit=limit_of(terms),
        terms=terms,
        basis=(*answer.basis, *less_sure(known)),
    )
