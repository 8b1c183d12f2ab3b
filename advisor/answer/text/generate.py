"""How a language model writes text on a rig: the task `generate`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.judge.thinking import thinking_answer, thought_of
from advisor.answer.text.different_cards import as_one, named_cards
from advisor.answer.text.division import Host
from advisor.answer.text.draft import Asked, draft_answer
from advisor.answer.text.engine_names import LLAMA_CPP
from advisor.answer.text.partial_offload import PartialOffload, estimate, partial_offload
from advisor.answer.text.seeing import Pictures, later_s, sight_of, tokens_of_images, vision_answer, vision_bytes
from advisor.answer.text.undescribed_host import may_hold, whole_or_part
from advisor.answer.which_device.calibration import (
    FLASH_SINCE,
    engine_key,
    find_calibration,
    in_computer,
    less_sure,
)
from advisor.answer.which_device.device import Device, find_host, find_processor, usual_host
from advisor.answer.which_device.task_fit import NOT_FITTING
from advisor.answer.which_model.file_subject import find_file_subject
from advisor.answer.which_model.subject import find_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.answers.answer import Answer, AnswerMemory
from advisor.facts.answers.estimate import AnswerTerm, Estimate, MemoryNeed, PoolNeed
from advisor.facts.asked.request import PredictRequest
from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.quant import BlockType
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.predict.memory.load import load, on_cards
from advisor.predict.model.buffers import BatchSetup
from advisor.predict.model.kv_cache import CacheSetup
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.formats import missing_format
from advisor.predict.rates.limits import limit_shares

DEFAULT_CONTEXT_TOKENS = 4096
_CONTEXT_ARGUMENTS = 2
_SMALL_FLOATS = (("fp8", 8), ("fp4", 4))
_HALF = 0.5
"""Below this share of the time the largest limit is not the whole story."""


def answer_generate(request: PredictRequest, ignored: Ignored, catalog: Catalog) -> Answer:
    """How a language model writes text on a rig.

    Raises:
        ProblemError: the question cannot be answered.
    """
    device = find_processor(request, catalog)
    processor = with_card_link(device.processor, catalog)
    file = request.model_file
    subject, model_notes = find_file_subject(request, file, catalog) if file else find_subject(request, catalog)
    calibration, engine_notes = _calibration(request, device, processor, subject, catalog)
    card = _card(request, catalog)
    pictures = Pictures(request.images, request.image_width, request.image_height)
    sight = sight_of(pictures, card, subject.name)
    if sight is not None:
        request = request.changed(prompt_tokens=request.prompt_tokens + tokens_of_images(pictures, sight))
    run = run_of(request, calibration, catalog.blocks)
    run = run if sight is None else replace(run, vision_bytes=vision_bytes(sight, pictures))
    if request.other_devices:
        cards = named_cards(request, processor, catalog)
        processor, calibration = as_one(tuple(card for card, _ in cards)), cards[0][1]
        run = on_cards(subject, run, cards)
    host = find_host(request, catalog)
    calibration = in_computer(calibration, processor, host)
    is_open = host is None and load(processor, subject, calibration, run).fit.verdict == "spills"
    if is_open:
        host, assumed = usual_host(request, processor)
        device = device._replace(notes=(*device.notes, assumed))
    notes = (
        *device.notes,
        *model_notes,
        *engine_notes,
        *_unused(request, ignored, device, subject),
        *_cautions(request, run, processor, subject, catalog.blocks),
        *_sight_notes(processor, subject, calibration, run),
    )
    one = estimate(processor, subject, calibration, run, host=host, notes=notes)
    around = _as_host(host, request, catalog)
    whole = partial_offload(
        one,
        processor,
        around,
        subject,
        run,
        gpu_layers=request.gpu_layers,
        host_expert_layers=request.cpu_moe_layers,
        moves_experts=not re.search("ollama", request.engine, re.IGNORECASE),
    )
    if is_open and request.gpu_layers is None and may_hold(request, processor, subject, calibration, run):
        whole = PartialOffload(whole_or_part(one, whole.estimate))
    answer = answer_of(request, whole.estimate)
    if sight is not None and card is not None:
        seen = vision_answer(pictures, card, processor, subject, calibration, run)
        answer = answer.changed(vision=seen, time_to_first_token_s=later_s(answer.time_to_first_token_s, seen))
    if request.draft is not None:
        asked = Asked(subject, card, run, request.engine)
        drafted = draft_answer(request.draft, asked, processor, calibration, around, whole, catalog)
        answer = answer.changed(draft=drafted)
    return _with_thinking(answer, request, whole.estimate, card, catalog)


def _sight_notes(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> tuple[Reason, ...]:
    """That the model would fit better without the part that sees."""
    if not run.vision_bytes:
        return ()
    ways = (load(processor, subject, calibration, one) for one in (run, replace(run, vision_bytes=0)))
    seeing, blind = (one.fit.verdict for one in ways)
    return (reason("vision_fills_memory"),) if seeing != blind else ()


def _as_host(host: Processor | None, request: PredictRequest, catalog: Catalog) -> Host:
    """The processor around the cards, and how the engine uses it."""
    found = find_calibration(host, catalog, engine=request.engine, backend="cpu") if host else None
    return Host(host, found[0] if found else None)


def _calibration(
    request: PredictRequest, device: Device, processor: Processor, subject: Subject, catalog: Catalog
) -> tuple[Calibration, tuple[Reason, ...]]:
    """How the engine that is meant uses the device, with what device and model leave open, and notes.

    Raises:
        ProblemError: the catalog has no engine.
    """
    found = find_calibration(
        processor, catalog, engine=request.engine, backend=request.backend, is_gguf=subject.is_gguf
    )
    if found is None:
        raise ProblemError("no_engine")
    calibration, notes = found
    if device.assumed:
        calibration = less_sure(calibration, slowest_share=device.slowest_share)
    return calibration.changed(doubts=(*calibration.doubts, *subject.doubts)), notes


def _with_thinking(
    answer: Answer, request: PredictRequest, one: Estimate, card: ModelCard | None, catalog: Catalog
) -> Answer:
    """The answer with when it visibly starts, for a model that thinks."""
    wait_s, stated = answer.time_to_first_token_s, request.thinking_tokens
    thought = thought_of(card, catalog, name=request.model, stated_tokens=stated)
    return answer.changed(thinking=thinking_answer(thought, wait_s, one.decode)) if thought else answer


def _card(request: PredictRequest, catalog: Catalog) -> ModelCard | None:
    """The card of the model that is named, None for a file or a model that the catalog lacks."""
    found = None if request.model_file or not request.model else catalog.models.find(request.model)
    return catalog.models[found] if found else None


def run_of(request: PredictRequest, calibration: Calibration, blocks: Mapping[str, BlockType]) -> Run:
    """How a request runs the model, with the engine's defaults where it says nothing.

    Raises:
        ProblemError: no block type of the cache has the name that `kv_type` gives.
    """
    total = request.prompt_tokens + request.depth_tokens + request.generated_tokens
    context = request.context_tokens or max(DEFAULT_CONTEXT_TOKENS, total)
    key_type, _, value_type = request.kv_type.upper().replace(" ", "").partition("/")
    value_type = value_type or key_type
    for name in (key_type, value_type):
        if name not in blocks:
            raise ProblemError("kv_type_unknown", name=shortened(name))
    flash = request.flash_attention
    if flash is None:
        flash = request.build_date is None or request.build_date >= FLASH_SINCE
    ubatch = min(request.ubatch_tokens, request.batch_tokens)
    return Run(
        context_tokens=context,
        prompt_tokens=request.prompt_tokens,
        depth_tokens=request.depth_tokens,
        generated_tokens=request.generated_tokens,
        batch=request.batch,
        devices=request.device_count,
        split=request.split or calibration.split,
        threads=request.threads,
        build_date=request.build_date,
        engine=engine_key(request.engine),
        cache=CacheSetup(
            key_type=key_type,
            value_type=value_type,
            sequences=max(request.sequences, request.batch),
            unified=request.unified_kv,
            full_window=request.swa_full,
            ubatch_tokens=ubatch,
        ),
        batching=BatchSetup(
            batch_tokens=request.batch_tokens,
            ubatch_tokens=ubatch,
            outputs_max=request.outputs_max,
            flash_attention=flash,
        ),
    )


def _unused(request: PredictRequest, unknown: Ignored, device: Device, subject: Subject) -> tuple[Reason, ...]:
    """What the request says without effect on the answer, and what it would have to say."""
    processor = device.processor
    ignored = list(unknown)
    if request.gpu_layers is not None and request.gpu_layers < subject.shape.layers and processor.pool != "vram":
        ignored.append(reason("one_memory_serves_all", field="gpu_layers"))
    if request.cpu_moe_layers is not None and not (subject.is_sparse and processor.pool == "vram"):
        ignored.append(reason("no_experts_to_move", field="cpu_moe_layers"))
    one_memory = processor.kind == "gpu" and processor.pool != "vram"
    if request.host is not None and one_memory and not device.reads_host_memory:
        ignored.append(reason("one_memory_serves_all", field="host"))
    notes = list(ignored_notes(tuple(ignored)))
    if request.gpu_layers == subject.shape.layers and processor.pool == "vram":
        notes.append(reason("all_layers_on_card", layers=request.gpu_layers + 1))
    if processor.kind == "cpu" and request.threads is None and processor.cores.value is None:
        notes.append(reason("state_threads"))
    return tuple(notes)


def _cautions(
    request: PredictRequest, run: Run, processor: Processor, subject: Subject, blocks: Mapping[str, BlockType]
) -> Iterator[Reason]:
    """Notes on what was asked beyond the context or the model, and on what the engine or the device cannot do."""
    together = run.depth_tokens + run.prompt_tokens + run.generated_tokens
    asked: tuple[tuple[str | Reason, int], ...] = (
        ("depth_tokens", run.depth_tokens),
        ("prompt_tokens", run.prompt_tokens),
        (reason("all_tokens_together"), together),
    )
    over = next((one for one in asked if one[1] > run.context_tokens), None)
    if request.context_tokens is not None and over is not None:
        yield reason("beyond_context", field=over[0], tokens=over[1], context_tokens=run.context_tokens)
    most = subject.shape.context_tokens
    if most is not None and run.context_tokens > most:
        yield reason("context_beyond_model", tokens=run.context_tokens, most=most)
    is_quantized = blocks[run.cache.value_type].block_weights > 1  # src/llama-context.cpp of llama.cpp
    if is_quantized and not run.batching.flash_attention and LLAMA_CPP.match(request.engine):
        yield reason("cache_needs_flash_attention")
    name = (request.quant or "").lower()
    bits = None if subject.is_gguf else next((size for word, size in _SMALL_FLOATS if word in name), None)
    if bits and (missing := missing_format(processor, bits)):
        yield missing


def memory_of(need: MemoryNeed, pools: tuple[PoolNeed, ...]) -> AnswerMemory:
    """What is needed, part by part, and what each memory has."""
    parts = {name: value for name, value in need if name != "exact"}
    return AnswerMemory(**parts, pools=pools)


def answer_of(request: PredictRequest, one: Estimate) -> Answer:
    """An estimate in the form in which requests are answered."""
    speed = one.decode if request.phase == "decode" else one.prefill
    verdict = one.fit.verdict
    notes = list(one.notes)
    if verdict == "too_big":
        notes.append(NOT_FITTING)
    if speed.tokens_per_s is None:
        notes.append(reason("no_speed", cause=speed.basis))
    if one.time_to_first_token_s is None:
        unknown = one.decode if one.decode.tokens_per_s is None else one.prefill
        notes.append(reason("no_first_token_time", cause=unknown.basis))
    shares = limit_shares(speed.terms)
    if speed.tokens_per_s is not None and max(shares.values()) < _HALF:
        largest_first = sorted(shares.items(), key=lambda item: -item[1])
        parts = tuple(reason("limit_share", name=name, share=share) for name, share in largest_first)
        notes.append(reason("nothing_takes_half", parts=parts))
    if one.launch and len(one.launch.arguments) > _CONTEXT_ARGUMENTS and LLAMA_CPP.match(request.engine):
        notes.append(reason("start_command", arguments=" ".join(one.launch.arguments)))
    return Answer(
        id=request.id,
        fits=None if verdict == "unknown" else verdict in ("fits", "tight"),
        fit=verdict,
        memory=memory_of(one.memory, one.fit.pools),
        tokens_per_s=speed.tokens_per_s,
        time_to_first_token_s=one.time_to_first_token_s,
        limit=speed.limit if speed.tokens_per_s is not None else None,
        terms=tuple(AnswerTerm(name=term.name, s=term.s) for term in speed.terms),
        basis=speed.basis,
        notes=tuple(notes),
    )
