"""How fast a rig makes pictures and films: the tasks `image` and `video`."""

import re
from dataclasses import replace
from typing import Any, NamedTuple

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.asked.problem import ProblemError
from advisor.answer.networks.in_time import passes_of
from advisor.answer.networks.network_answer import (
    RUNTIME_BYTES,
    Resolved,
    cards_by_style,
    parts_memory,
    peer_bytes_per_s,
    resolved,
)
from advisor.answer.which_device.device import Device, find_host, usual_host
from advisor.answer.which_device.task_fit import fit_notes
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.answers.estimate import AnswerTerm, TermName, Verdict
from advisor.facts.answers.network_answers import PartsMemory, PictureAnswer
from advisor.facts.asked.pipeline_request import PictureRequest
from advisor.facts.cards.calibration import Doubt
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.networks.denoising import Denoising, Offload, StepTime, bytes_of
from advisor.predict.rates.certainty import Certainty, certainty
from advisor.predict.rates.limits import limit_of
from advisor.predict.speed.speed import less_sure

_MODES: tuple[Offload, ...] = ("resident", "parts", "layers")
_LEAN_PROGRAMS = r"comfy|swarm|wan2?gp|forge|invoke|stable-?diffusion\.cpp|\bsd\.?cpp|draw ?things|diffsynth"
"""Programs made for small cards."""
_MAKERS_PROGRAMS = r"\bgenerate\.py\b"
"""Programs of a model's makers, which decode films in 32 bits (github Wan-Video/Wan2.2 wan/modules/vae2_1.py)."""
_LEAN_TEXT_BITS = 8.0
"""Bits of the text encoder that those programs offer beside a denoiser of 8 bits or fewer."""


class Way(NamedTuple):
    """How a job is done: how its parts are held, the verdict on that, all as it is, and what was taken for granted."""

    job: Denoising
    verdict: Verdict
    plain: Denoising
    notes: tuple[Reason, ...] = ()


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
    job, verdict, plain, assumed = _way(request, asked, catalog)
    waits = job.offload != "resident" and job.processor.pool == "vram"
    notes = (*asked.notes, *assumed, *_placed(job), *fit_notes(verdict), *ignored_notes(ignored))
    return PictureAnswer(
        id=request.id,
        fits=None if verdict == "unknown" else verdict in ("fits", "tight"),
        fit=verdict,
        memory=_memory(plain, job),
        offload=job.offload,
        layers_streamed=job.layers - job.layers_kept if job.offload == "layers" else None,
        streamed_bytes_per_step=job.streamed_bytes if job.offload == "layers" else None,
        main_memory_bytes=job.waiting_bytes if waits else None,
        disk_bytes=job.disk_bytes or None,
        tiled_decoding=job.is_tiled,
        **_told(job, notes, asked.doubts),
    )


def _told(job: Denoising, notes: tuple[Reason, ...], doubts: tuple[Doubt, ...]) -> dict[str, Any]:
    """What an answer says of its speeds, what they rest on, and why there are none."""
    card, step = job.cards[job.style], job.step()
    basis = reason("network_calibration", name=card.name)
    if step is None:
        cause = reason("step_work_unknown" if job.flop_per_step is None else "a_rate_unknown")
        return {"basis": (basis,), "notes": (*notes, reason("no_speed", cause=cause))}
    known = certainty(card.spread_of(job.processor.vendor), doubts)
    return {"basis": (basis, *less_sure(known)), "notes": notes, **_speed(job, step, known)}


def _job(request: PictureRequest, asked: Resolved, catalog: Catalog) -> Denoising:
    """The way to make it that the request and the maker's example describe."""
    pipeline, processor, program = asked.pipeline, asked.device.processor, asked.program
    passes = passes_of(dict(request), asked.card, pipeline)
    is_lean = re.search(_LEAN_PROGRAMS, request.engine, re.IGNORECASE) is not None
    return Denoising(
        processor=processor,
        pipeline=pipeline,
        cards=cards_by_style(catalog),
        program=program,
        size=passes.size,
        pieces=passes.pieces,
        steps=passes.steps,
        passes_per_step=passes.passes_per_step,
        weight_bytes=_weight_bytes(asked, is_lean=is_lean),
        batch=request.batch,
        devices=request.device_count,
        link_bytes_per_s=with_card_link(processor, catalog).link_bytes_per_s.value,
        peer_bytes_per_s=peer_bytes_per_s(processor, catalog, devices=request.device_count),
        is_lean=is_lean,
        decodes_in_32_bits=re.search(_MAKERS_PROGRAMS, request.engine) is not None,
    )


def _weight_bytes(asked: Resolved, *, is_lean: bool) -> tuple[int, ...]:
    """Bytes of each network: all but the denoiser in 16 bits, or a text encoder as programs for small cards have it."""
    bits = asked.program.weight_bits
    other = {"text_encoder": max(_LEAN_TEXT_BITS, min(16.0, bits))} if is_lean else {}
    each = [bits if one.role == "denoiser" else other.get(one.role, max(16.0, bits)) for one in asked.pipeline.networks]
    return tuple(bytes_of(one, own) for one, own in zip(asked.pipeline.networks, each, strict=True))


def _way(request: PictureRequest, asked: Resolved, catalog: Catalog) -> Way:
    """The first way that fits, or the one that was asked for: the last ones are those of programs for small cards.

    `spills` where parts of what runs on a card wait in main memory.
    """
    processor = asked.device.processor
    plain, budget = _job(request, asked, catalog), budget_bytes(processor)
    host = asked.device.host or find_host(request, catalog) if processor.pool == "vram" else processor
    assumed: tuple[Reason, ...] = ()
    if host is None:
        host, note = usual_host(request, processor)
        assumed = (note,)
    room = budget_bytes(host)
    free = None if budget is None else budget - RUNTIME_BYTES
    lean = replace(
        plain,
        is_lean=True,
        weight_bytes=_weight_bytes(asked, is_lean=True),
        free_bytes=free,
        host_bytes=None if room is None else max(0, room),
    )
    usual = lean if plain.is_lean else plain
    in_turn = replace(usual, offload="parts", host_bytes=lean.host_bytes), replace(lean, offload="parts")
    ways: tuple[Denoising, ...] = (usual, *in_turn)
    if processor.pool == "vram":  # a smaller text encoder rather than one that comes over the link each time
        ways = usual, replace(lean, offload="resident"), *in_turn, replace(lean, offload="layers")
    if request.offload is not None:
        ways = tuple(one for one in ways if one.offload == request.offload) or (replace(lean, offload="layers"),)
    if budget is None:
        return Way(ways[0], "unknown", plain)
    for way in ways:
        if RUNTIME_BYTES + way.need_bytes(way.offload) <= budget and _waits(way, room):
            is_whole = way.offload == "resident" or processor.pool != "vram"
            return Way(way, "fits", plain) if is_whole else Way(way, "spills", plain, assumed)
    if processor.pool == "vram":
        return Way(ways[-1], "too_big", plain, assumed)
    return Way(min(ways, key=lambda one: one.need_bytes(one.offload)), "too_big", plain)


def _waits(job: Denoising, room_bytes: int | None) -> bool:
    """Whether main memory holds what has to wait there, as far as it is known."""
    if job.offload == "resident" or room_bytes is None or job.processor.pool != "vram":
        return True
    return job.least_waiting_bytes <= room_bytes


def _placed(job: Denoising) -> tuple[Reason, ...]:
    """What it means that not all parts are in memory at once."""
    notes: tuple[Reason, ...] = ()
    if job.offload == "parts":
        notes += (reason("parts_take_turns"),)
    if job.offload == "layers":
        streamed = job.layers - job.layers_kept
        notes += (reason("layers_streamed", streamed=streamed, layers=job.layers, bytes=job.streamed_bytes),)
    if job.is_lean:
        notes += (reason("text_encoder_in_8_bits" if job.offload == "resident" else "made_for_small_cards"),)
    if job.is_tiled:
        notes += (reason("decoded_in_tiles"),)
    if job.offload != "resident" and job.processor.pool == "vram":
        notes += (reason("main_memory_for_parts", bytes=job.waiting_bytes),)
    if job.disk_bytes:
        notes += (reason("parts_read_again", bytes=job.disk_bytes),)
    if job.devices > 1:
        notes += (reason("devices_share_pictures"),)
    return notes


def _memory(plain: Denoising, job: Denoising) -> PartsMemory:
    """The need of the way that is taken, beside that of all parts at once and of parts in turn."""
    held = RUNTIME_BYTES + job.need_bytes(job.offload) + (job.kept_bytes if job.offload == "layers" else 0)
    whole = parts_memory(
        job.pipeline.networks,
        job.weight_bytes,
        activation_bytes=job.activation_bytes(),
        processor=job.processor,
        need_bytes=held,
    )
    lean = replace(job, is_lean=True)
    return whole.changed(
        total_bytes=RUNTIME_BYTES + plain.need_bytes("resident"),
        moved_out_total_bytes=RUNTIME_BYTES + (job if job.offload == "parts" else plain).need_bytes("parts"),
        streamed_total_bytes=RUNTIME_BYTES + lean.need_bytes("layers"),
    )


def _speed(job: Denoising, step: StepTime, known: Certainty) -> dict[str, Any]:
    """The speeds; the terms are those of one item."""
    names: tuple[TermName, ...] = ("arithmetic", "activations", "launches", "interconnect", "streaming")
    parts = dict(zip(names, step, strict=True))
    steps = job.steps * job.pieces
    seconds: dict[TermName, float] = {name: s * steps for name, s in parts.items()}
    decoding_s = job.decoding_s() * job.pieces
    seconds |= {"text_encoding": job.encoding_s(), "decoding": decoding_s, "moving": job.moving_s()}
    terms = tuple(AnswerTerm(name=name, s=s / job.batch) for name, s in seconds.items())
    disk_s = job.disk_s
    worked_s = Range.around(1 / (sum(seconds.values()) - disk_s.middle), known.spread).into(1.0)
    return {
        "iterations_per_s": Range.around(1 / step.total_s, known.spread),
        "s_per_item": worked_s.plus(disk_s).times(1 / job.batch),
        "disk_s": disk_s.middle / job.batch if job.disk_bytes else None,
        "limit": limit_of(terms),
        "terms": terms,
    }
