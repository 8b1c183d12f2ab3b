"""How a rig serves a language model to many at once: the task `serve`."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.asked.problem import ProblemError
from advisor.answer.networks.network_answer import find_device, peer_bytes_per_s
from advisor.answer.serve.offload_serving import OffloadService
from advisor.answer.serve.shared_layers import most_that_share
from advisor.answer.text.generate import DEFAULT_CONTEXT_TOKENS
from advisor.answer.text.partial_offload import Host
from advisor.answer.which_device.calibration import engine_key, find_calibration
from advisor.answer.which_device.device import Device, find_host, usual_host
from advisor.answer.which_device.task_fit import NOT_FITTING
from advisor.answer.which_model.file_subject import find_file_subject
from advisor.answer.which_model.subject import find_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.answers.answer import AnswerMemory
from advisor.facts.answers.estimate import AnswerTerm, PoolNeed, TermName, Verdict
from advisor.facts.answers.serving import ServeAnswer, ServeRequest, ServingCard
from advisor.facts.cards.calibration import Calibration, Spread
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.same import Same
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.model.kv_cache import CacheSetup
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import Certainty, certainty
from advisor.predict.rates.disturbed import rate_doubts
from advisor.predict.rates.doubts import ASSUMED, SIMILAR_QUANT, SIMILAR_SHAPE, UNLISTED
from advisor.predict.rates.formats import missing_format
from advisor.predict.rates.limits import limit_of
from advisor.predict.serving.serving import PlainService, Service, StepParts, queue
from advisor.predict.speed.speed import less_sure

_SLOTS_SPREAD: Spread = (0.6, 1.5)
"""Several sequences with an engine of fixed slots: -28 to +25 % (docs/physics.md 6.5), and prompts between."""

_TERMS: tuple[TermName, ...] = (
    *("weights", "arithmetic", "kv_cache", "attention", "overhead", "interconnect", "main_memory"),
)
_TOGETHER = 4
"""Of requests that run at once a quarter asks at the same moment (published waits of 8 to 48 on one card)."""

_NEARLY = 0.95
"""Of the most that is done at once, what fewer slots have to reach to be taken (a judgment)."""

_SERVICES = 16
"""So many are kept with what they worked out: the same is asked about one, ten and all of its users."""

_FLOATS = (("mxfp4", "MXFP4 safetensors", 4), ("fp4", "nvfp4", 4), ("fp8", "fp8", 8), ("int8", "int8", 8))


AnyService = Service | PlainService | OffloadService


class Precision(NamedTuple):
    """The quantization that a precision means, and the bits of the factors that are multiplied."""

    quant: str
    bits: int


class Served(NamedTuple):
    """What serves, and how well its figures are known."""

    service: AnyService
    usual: Certainty
    basis: tuple[Reason, ...]
    notes: tuple[Reason, ...]
    beside: Processor | None = None
    """Whose memory would have to hold the rest where the device's own and that are too small; None where none can."""

    @property
    def certainty(self) -> Certainty:
        """That of one request where a model is parted, which takes a placement: whoever asks for a time needs none."""
        return self.service.certainty if isinstance(self.service, OffloadService) else self.usual


def precision_of(text: str | None) -> Precision | None:
    """What people call a precision; a quantization of files is multiplied in 16 bits."""
    if not text:
        return None
    key = text.lower()
    for word, quant, bits in _FLOATS:
        if word in key:
            return Precision(quant, bits)
    return Precision("bf16" if re.search(r"\b(fp16|bf16|float16|bfloat16)", key) else text, 16)


def answer_serve(
    request: ServeRequest, ignored: Ignored, catalog: Catalog, device: Device | None = None
) -> ServeAnswer:
    """Throughput of all users, speed of each, the wait for the first token, and how many memory takes.

    `device` and errors as `Task.answer` says.
    """
    device = device or find_device(request, catalog)
    device = device._replace(processor=with_card_link(device.processor, catalog))
    precision = precision_of(request.precision or request.quant) or Precision("bf16", 16)
    subject, notes = _subject(request, precision, catalog)
    served = _served(request, device, subject, precision, catalog)
    used = _used_evenly(request, subject)
    if isinstance(served.service, Service) and used < request.device_count:
        fewer = _served(request.changed(device_count=used), device, subject, precision, catalog)
        if (fewer.service.sequences_max or 0) >= (request.concurrency or 1):
            told = reason("layers_divide", name=subject.name, used=used)
            request, served, notes = request.changed(device_count=used), fewer, (*notes, told)
    notes = (*device.notes, *notes, *served.notes, *ignored_notes(ignored))
    answer = _answer(request, served, device.processor, subject, notes)
    if not request.kept_tokens or answer.tokens_per_s is None:
        return answer
    return answer.changed(first_prompt_s=served.service.without_kept().prompt_s())


def _used_evenly(request: ServeRequest, subject: Subject) -> int:
    """How many of the devices share each layer: as many as its heads and widths divide among."""
    if request.split == "layer" or not subject.shape_known:
        return request.device_count
    return most_that_share(subject.shape, request.device_count)


def only_floats(model: str | None, catalog: Catalog) -> str | None:
    """The small floats in which alone a model was released; None for any other model."""
    card_id = catalog.models.find(model) if model else None
    native = catalog.models[card_id].native_quant if card_id else None
    return native if native == "MXFP4" else None


def _subject(request: ServeRequest, precision: Precision, catalog: Catalog) -> tuple[Subject, tuple[Reason, ...]]:
    """The model at this precision; one that was released in fewer bits alone keeps them.

    Raises:
        ProblemError: it is unknown, or the requests are longer than it can take.
    """
    if request.model_file:
        subject, notes = find_file_subject(request.changed(quant=None), request.model_file, catalog)
    else:
        only = only_floats(request.model, catalog)
        file = only and (only if _serving_card(request, catalog) is None else f"{only} safetensors")
        subject, notes = find_subject(request.changed(quant=file or precision.quant), catalog)
        if only and only.lower() not in precision.quant.lower():
            notes += (reason("released_alone", name=subject.name, quant=only),)
    longest, tokens = subject.shape.context_tokens, request.held_tokens
    if subject.shape_known and longest and tokens > longest:
        raise ProblemError("request_too_long", tokens=tokens, longest=longest, name=subject.name)
    return subject, notes


def _served(request: ServeRequest, device: Device, subject: Subject, precision: Precision, catalog: Catalog) -> Served:
    """The service by the engine: one that batches every step, else one of fixed slots."""
    processor = device.processor
    pairs = (
        (device.assumed, ASSUMED),
        (not subject.shape_known, SIMILAR_SHAPE),
        (not subject.quant_known, SIMILAR_QUANT),
        (processor.kind == "gpu" and processor.card is None, UNLISTED),
    )
    doubts = (*(doubt for is_so, doubt in pairs if is_so), *rate_doubts(processor))
    card = _serving_card(request, catalog) if processor.kind == "gpu" and processor.vendor != "apple" else None
    if card is not None:
        service = Service(
            processor,
            subject,
            card,
            prompt_tokens=request.prompt_tokens,
            generated_tokens=request.generated_tokens,
            cached_tokens=request.kept_tokens,
            context_tokens=request.held_tokens,
            bits=precision.bits,
            devices=request.device_count,
            peer_bytes_per_s=peer_bytes_per_s(processor, catalog, devices=request.device_count),
            in_a_row=request.split == "layer" or _used_evenly(request, subject) < request.device_count,
        )
        spread = card.sparse_spread if subject.is_sparse else card.dense_spread
        missing = missing_format(processor, precision.bits)
        notes = (missing,) if missing else ()
        return Served(service, certainty(spread, doubts), (reason("network_calibration", name=card.name),), notes)
    return _in_slots(request, device, subject, catalog, certainty(_SLOTS_SPREAD, doubts))


def _serving_card(request: ServeRequest, catalog: Catalog) -> ServingCard | None:
    """The card that names the engine."""
    wanted = engine_key(request.engine)
    cards = catalog.serving.values()
    return next((card for card in cards if any(engine_key(name) in wanted for name in card.engines)), None)


def _in_slots(request: ServeRequest, device: Device, subject: Subject, catalog: Catalog, known: Certainty) -> Served:
    processor = device.processor
    found = find_calibration(
        processor, catalog, engine=request.engine, backend=request.backend, is_gguf=subject.is_gguf
    )
    if found is None:
        raise ProblemError("no_engine")
    calibration, notes = found
    run = Run(
        context_tokens=request.held_tokens,
        prompt_tokens=request.prompt_tokens - request.kept_tokens,
        depth_tokens=request.kept_tokens,
        generated_tokens=request.generated_tokens,
        devices=request.device_count,
        split=request.split or calibration.split,
        build_date=request.build_date,
        engine=engine_key(request.engine),
        cache=CacheSetup(key_type=request.kv_type.upper(), value_type=request.kv_type.upper()),
    )
    service = _plain_service(Same(processor), Same(subject), Same(calibration), run)
    whole = Served(service, known, (reason("network_calibration", name=calibration.name),), notes)
    if processor.pool != "vram" or service.sequences_max != 0:
        return whole
    host = device.host or find_host(request, catalog)
    if host is None:
        host, assumed = usual_host(request, processor)
        notes = (*notes, assumed)
    around = find_calibration(host, catalog, engine=request.engine, backend="cpu")
    parted = _offload_service(Same(service), Same(host), Same(around[0]) if around else None)
    if parted.sequences_max:
        return whole._replace(service=parted, notes=notes)
    return whole._replace(beside=host)


@lru_cache(maxsize=_SERVICES)
def _plain_service(
    processor: Same[Processor], subject: Same[Subject], calibration: Same[Calibration], run: Run
) -> PlainService:
    return PlainService(processor.one, subject.one, calibration.one, run, least_context_tokens=DEFAULT_CONTEXT_TOKENS)


@lru_cache(maxsize=_SERVICES)
def _offload_service(
    plain: Same[PlainService], host: Same[Processor], around: Same[Calibration] | None
) -> OffloadService:
    return OffloadService(plain.one, Host(host.one, around.one if around else None))


def _answer(
    request: ServeRequest, served: Served, processor: Processor, subject: Subject, notes: tuple[Reason, ...]
) -> ServeAnswer:
    service, most = served.service, served.service.sequences_max
    asked = request.concurrency
    runs = min(asked, most) if asked and most else asked or _quickest(service, most or 1)
    if most == 0:
        notes += (NOT_FITTING,)
    elif asked and most and asked > most:
        notes += (reason("others_wait", most=most, asked=asked),)
    memory, verdict = _memory(request, served, processor, subject, runs=max(1, runs))
    answer = ServeAnswer(
        id=request.id,
        fits=None if verdict == "unknown" else verdict in ("fits", "tight"),
        fit=verdict,
        memory=memory,
        max_concurrency=most,
        conversation_bytes=service.cache_bytes_per_sequence,
        longest_tokens=_longest_tokens(request, subject, most=most, runs=max(1, runs)),
        basis=served.basis,
        notes=notes,
        launch=service.launch(max(1, runs)) if isinstance(service, OffloadService) else None,
    )
    step, prompt_s = cache(service.step), service.prompt_s()
    if step(max(1, runs)) is None or prompt_s is None:
        why = reason("no_speed", cause=reason("serving_rates_unknown"))
        return answer.changed(notes=(*notes, why))
    return _with_speed(answer, request, served, step, prompt_s=prompt_s, runs=max(1, runs))


def _longest_tokens(request: ServeRequest, subject: Subject, *, most: int | None, runs: int) -> int | None:
    """Tokens that each of those who are served may use, where memory has room for more; None where that is unknown."""
    made_for = subject.shape.context_tokens
    if not most or made_for is None:
        return None
    return max(request.held_tokens, min(made_for, request.held_tokens * (most // runs)))


def _quickest(service: AnyService, most: int) -> int:
    """How many at once are served most quickly: as many as memory takes, but for caches that push out weights.

    Of slots as few as get nearly as much done: each further one takes memory, and a share of the others' pace. What all
    get done rises with their number up to one, but for steps of a kernel: two in turn that are too few end the search.
    """
    if isinstance(service, Service):
        return most
    rates, too_few = dict[int, float](), 0
    for runs in (most >> step for step in range(most.bit_length())):
        step = service.step(runs)
        rates[runs] = runs / step.total_s if step else 0.0
        too_few = too_few + 1 if rates[runs] < _NEARLY * max(rates.values()) else 0
        if too_few == 2:
            break
    return min(runs for runs, rate in rates.items() if rate >= _NEARLY * max(rates.values()))


def _memory(
    request: ServeRequest, served: Served, processor: Processor, subject: Subject, *, runs: int
) -> tuple[AnswerMemory, Verdict]:
    """The need of so many requests at their ends, and whether it is there."""
    service = served.service
    if isinstance(service, OffloadService):
        return service.memory(runs), "spills"
    cache = max(service.cache_bytes_per_sequence * runs, service.least_cache_bytes)
    weights = subject.weights.total_bytes
    total, most = service.fixed_bytes + cache, service.sequences_max
    size = processor.memory_total_bytes.value
    free_bytes, budget = (
        None if one is None else one * request.device_count for one in (size, budget_bytes(processor))
    )
    host = served.beside if most == 0 and budget is not None else None
    own_bytes = total if host is None or budget is None else min(total, budget)
    pools = [PoolNeed(pool=processor.pool, need_bytes=own_bytes, free_bytes=free_bytes)]
    if host is not None:
        rest_bytes = total - own_bytes
        pools.append(PoolNeed(pool=host.pool, need_bytes=rest_bytes, free_bytes=host.memory_total_bytes.value))
    memory = AnswerMemory(
        weights_bytes=weights,
        kv_cache_bytes=cache,
        compute_bytes=0,
        output_bytes=0,
        runtime_bytes=service.fixed_bytes - weights,
        total_bytes=total,
        pools=tuple(pools),
    )
    return memory, "unknown" if most is None else "too_big" if most == 0 else "fits"


def _with_speed(
    answer: ServeAnswer,
    request: ServeRequest,
    served: Served,
    step: Callable[[int], StepParts | None],
    *,
    prompt_s: float,
    runs: int,
) -> ServeAnswer:
    """The answer with its speeds: at the concurrency, or at what a rate of requests brings.

    Who makes one call after another sees how fast is written, and apart from that the wait for each prompt.
    """
    notes = answer.notes
    most = max(1, answer.max_concurrency or runs)

    def step_s(sequences: int) -> float:
        parts = step(sequences)
        return parts.total_s if parts else 0.0

    waiting = None
    if request.requests_per_s is not None:
        waiting = queue(
            step_s,
            requests_per_s=request.requests_per_s,
            generated_tokens=request.generated_tokens,
            prompt_s=prompt_s,
            sequences_max=min(most, request.concurrency or most),
        )
        runs = waiting.concurrency
        if waiting.wait_s is None:
            notes += (reason("queue_without_end"),)
    is_alone = runs == 1 and request.kept_tokens and waiting is None
    parts = served.service.step(1, reads=False) if is_alone else step(runs)
    if parts is None:
        return answer
    rate = Range.around(runs / parts.total_s, served.certainty.spread)
    between = step(1) if is_alone else None
    together = 1 + (runs - 1) / _TOGETHER if waiting is None else 1.0
    wait_s = waiting.wait_s if waiting else _turns(request.concurrency, runs) * request.generated_tokens * parts.total_s
    first_s = None if wait_s is None else prompt_s * together + parts.total_s + wait_s
    terms = _terms(parts)
    return answer.changed(
        tokens_per_s=rate,
        output_tokens_per_s=rate,
        output_tokens_per_s_per_user=rate.middle / runs,
        between_prompts_tokens_per_s=Range.around(1 / between.total_s, served.certainty.spread) if between else None,
        time_to_first_token_s=first_s,
        concurrency=runs,
        requests_per_s_max=most / (request.generated_tokens * step_s(most)),
        utilization=waiting.utilization if waiting else None,
        queue_s=waiting.wait_s if waiting else wait_s or None,
        limit=limit_of(terms),
        terms=terms,
        basis=(*answer.basis, *less_sure(served.certainty)),
        notes=notes,
    )


def _turns(asked: int | None, places: int) -> float:
    """Requests that somebody waits for in the mean, where all ask at once and there are places for some."""
    return max(0.0, ((asked or 0) / places - 1) / 2)


def _terms(parts: StepParts) -> tuple[AnswerTerm, ...]:
    """Seconds of one step by what takes them."""
    return tuple(AnswerTerm(name=name, s=s) for name, s in zip(_TERMS, parts, strict=True))
