"""How fast a rig recognizes speech, or speaks: the task `speech`."""

from dataclasses import replace

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.asked.problem import ProblemError
from advisor.answer.networks.network_answer import Resolved, cards_by_style, parts_memory, resolved, verdict_of
from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_device.device import Device
from advisor.answer.which_device.task_fit import fit_notes
from advisor.answer.which_model.other_model import program_in_name
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import AnswerTerm, TermName
from advisor.facts.answers.network_answers import SpeechAnswer
from advisor.facts.asked.pipeline_request import SpeechRequest
from advisor.facts.cards.calibration import Doubt
from advisor.facts.cards.pipeline import NetworkCard
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.facts.values.units import MICROSECOND
from advisor.predict.model.subject import Run
from advisor.predict.networks.denoising import bytes_of
from advisor.predict.networks.transcription import Transcription
from advisor.predict.rates.certainty import certainty
from advisor.predict.rates.limits import limit_of
from advisor.predict.speed.decode import layer_s, starts_each_kernel
from advisor.predict.speed.speed import less_sure

_LAYER_FACTOR = 1.4
"""A layer of the decoder attends twice, to the text and to the sound: a third of the kernels more, and a little."""
_METAL_LAYER_FACTOR = 1.1
"""The same on Apple chips, whose small kernels run beside each other: 28 rows of whisper.cpp on four chips."""
_STARTED_FACTOR = 1.45
"""The same where each kernel is started by itself, in old builds of CUDA: on a V100 186 us a layer, not 112."""


def answer_speech(
    request: SpeechRequest, ignored: Ignored, catalog: Catalog, device: Device | None = None
) -> SpeechAnswer:
    """Seconds of sound per second, the two halves of the work, and memory.

    `device` and errors as `Task.answer` says.
    """
    program_named = program_in_name(request.model or "")
    if program_named and "engine" not in request.model_fields_set:
        request = request.changed(engine=program_named)
    asked = resolved(request, catalog, device, kinds=("speech",))
    job, networks = _job(request, asked, catalog), asked.pipeline.networks
    if job.processor.kind == "gpu" and job.processor.traits.has_rocm_ended and "conformer" in job.encoder_card.styles:
        raise ProblemError("program_needs_cuda_or_rocm", name=asked.card.name, processor=job.processor.name)
    heard = job.network("encoder") or networks[0]
    values = job.encoder_card.hidden_copies * (heard.hidden or 0) * (heard.tokens or 0) * job.program.value_bytes
    weights = tuple(bytes_of(network, job.program.weight_bits) for network in networks)
    memory = parts_memory(networks, weights, activation_bytes=round(values) * request.batch, processor=job.processor)
    verdict = verdict_of(memory, job.processor)
    answer = SpeechAnswer(
        id=request.id,
        fits=None if verdict == "unknown" else verdict == "fits",
        fit=verdict,
        memory=memory,
        speaks=job.speaks,
        searches=asked.pipeline.searches,
        basis=tuple(reason("network_calibration", name=one.name) for one in _cards(job)),
        notes=(*asked.notes, *fit_notes(verdict), *ignored_notes(ignored)),
    )
    return _with_speed(answer, request, asked.doubts, job)


def _cards(job: Transcription) -> tuple[NetworkCard, ...]:
    """The constants of what the model has."""
    every = {"encoder": job.encoder_card, "decoder": job.decoder_card, "vocoder": job.cards["vocoder"]}
    return tuple(card for role, card in every.items() if any(one.role == role for one in job.pipeline.networks))


def _job(request: SpeechRequest, asked: Resolved, catalog: Catalog) -> Transcription:
    job = Transcription(
        processor=asked.device.processor,
        pipeline=asked.pipeline,
        cards=cards_by_style(catalog),
        program=asked.program,
        layer_us=0.0,
        audio_s=request.audio_s,
        tokens_per_s=request.tokens_per_s,
        beams=request.beams if asked.pipeline.searches else 1,
        batch=request.batch,
        flash_attention=request.flash_attention is not False,
    )
    return replace(job, layer_us=_layer_us(job, request, catalog))


def _layer_us(job: Transcription, request: SpeechRequest, catalog: Catalog) -> float:
    """Microseconds of a layer of the decoder in any case: that of llama.cpp's kin, else of the decoder's own card."""
    card, processor = job.decoder_card, job.processor
    if not job.program.compiled:
        return card.launch_us
    backend = request.backend or ("vulkan" if processor.vendor == "intel" else None)  # as whisper.cpp is built for it
    found = find_calibration(processor, catalog, engine="llama.cpp", backend=backend)
    if found is None or "transducer" in card.styles:
        return card.compiled_launch_us
    calibration, run = found[0], Run(context_tokens=1, build_date=request.build_date)
    each_us = layer_s(calibration, run, sparse=False, processor=processor) / MICROSECOND
    if "language" in card.styles:
        return each_us
    is_slow = starts_each_kernel(calibration, run, architecture=processor.architecture)
    is_started = is_slow and "cuda" in calibration.backends
    factor = _METAL_LAYER_FACTOR if "metal" in calibration.backends else _LAYER_FACTOR
    return each_us * factor * (_STARTED_FACTOR if is_started else 1.0)


def _with_speed(
    answer: SpeechAnswer, request: SpeechRequest, doubts: tuple[Doubt, ...], job: Transcription
) -> SpeechAnswer:
    took = job.time()
    if took is None:
        why = reason("no_speed", cause=reason("model_work_or_rate_unknown"))
        return answer.changed(notes=(*answer.notes, why))
    known = certainty(job.card.spread_of(job.processor.vendor), doubts)
    read_s = took.decoder_s * job.reading_share
    parts: tuple[tuple[TermName, float], ...] = (
        ("encoder", took.encoder_s),
        ("weights", read_s),
        ("decoder", took.decoder_s - read_s),
        ("vocoder", took.vocoder_s),
    )
    terms = tuple(AnswerTerm(name=name, s=s) for name, s in parts if s > 0)
    return answer.changed(
        realtime_factor=Range.around(request.audio_s / took.total_s, known.spread),
        encoder_s=None if job.speaks else job.encoder_s(),
        s_per_token=job.step_s(),
        limit=limit_of(terms),
        terms=terms,
        basis=(*answer.basis, *less_sure(known)),
    )
