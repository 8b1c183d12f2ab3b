"""How fast a rig recognizes speech: the task `speech`."""

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.networks.network_answer import Resolved, cards_by_style, parts_memory, resolved, verdict_of
from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_device.device import Device
from advisor.answer.which_device.task_fit import fit_notes
from advisor.answer.which_model.other_model import program_in_name
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import SpeechAnswer
from advisor.facts.answers.estimate import AnswerTerm
from advisor.facts.asked.pipeline_request import SpeechRequest
from advisor.facts.cards.calibration import Doubt
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.predict.networks.denoising import bytes_of
from advisor.predict.networks.transcription import Transcription
from advisor.predict.rates.certainty import certainty
from advisor.predict.rates.limits import limit_of
from advisor.predict.speed.speed import less_sure

_LAYER_FACTOR = 1.35
"""A layer of the decoder attends twice, to the text and to the sound: a third of the kernels more."""


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
    heard = networks[0]
    values = job.encoder_card.hidden_copies * (heard.hidden or 0) * (heard.tokens or 0) * job.program.value_bytes
    weights = tuple(bytes_of(network, job.program.weight_bits) for network in networks)
    memory = parts_memory(networks, weights, activation_bytes=round(values) * request.batch, processor=job.processor)
    verdict = verdict_of(memory, job.processor)
    answer = SpeechAnswer(
        id=request.id,
        fits=None if verdict == "unknown" else verdict == "fits",
        fit=verdict,
        memory=memory,
        basis=tuple(reason("network_calibration", name=one.name) for one in (job.encoder_card, job.decoder_card)),
        notes=(*asked.notes, *fit_notes(verdict), *ignored_notes(ignored)),
    )
    return _with_speed(answer, request, asked.doubts, job)


def _job(request: SpeechRequest, asked: Resolved, catalog: Catalog) -> Transcription:
    cards, processor = cards_by_style(catalog), asked.device.processor
    found = find_calibration(processor, catalog, engine="llama.cpp", backend=request.backend)
    decoder = cards["decoder"]
    fused_us = found[0].layer_us * _LAYER_FACTOR if found else decoder.compiled_launch_us
    return Transcription(
        processor=processor,
        pipeline=asked.pipeline,
        encoder_card=cards["sound"],
        decoder_card=decoder,
        program=asked.program,
        layer_us=fused_us if asked.program.compiled else decoder.launch_us,
        audio_s=request.audio_s,
        tokens_per_s=request.tokens_per_s,
        beams=request.beams,
        batch=request.batch,
        flash_attention=request.flash_attention is not False,
    )


def _with_speed(
    answer: SpeechAnswer, request: SpeechRequest, doubts: tuple[Doubt, ...], job: Transcription
) -> SpeechAnswer:
    total, heard, step = job.total_s(), job.encoder_s(), job.step_s()
    if total is None or heard is None or step is None:
        why = reason("no_speed", cause=reason("model_work_or_rate_unknown"))
        return answer.changed(notes=(*answer.notes, why))
    known = certainty(job.decoder_card.spread, doubts)
    windows = total / (heard or 1.0)
    encoding = min(total, heard * max(1.0, request.audio_s / 30.0)) if windows else heard
    terms = (AnswerTerm(name="encoder", s=encoding), AnswerTerm(name="decoder", s=total - encoding))
    return answer.changed(
        realtime_factor=Range.around(request.audio_s / total, known.spread),
        encoder_s=heard,
        s_per_token=step,
        limit=limit_of(terms),
        terms=terms,
        basis=(*answer.basis, *less_sure(known)),
    )
