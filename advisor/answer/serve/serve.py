"""How a rig serves a language model to many at once: the task `serve`."""

from typing import Any

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.serve.offload_serving import OffloadService
from advisor.answer.serve.pace import Pace, Pacing, pacing_of, total_s
from advisor.answer.serve.service_of import Serving
from advisor.answer.which_device.device import Device
from advisor.answer.which_device.task_fit import NOT_FITTING
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import AnswerMemory
from advisor.facts.answers.estimate import AnswerTerm, PoolNeed, TermName
from advisor.facts.answers.serving import ServeAnswer, ServeRequest
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.rates.limits import limit_of
from advisor.predict.serving.serving import StepParts
from advisor.predict.speed.speed import less_sure

_TERMS: tuple[TermName, ...] = (
    *("weights", "arithmetic", "kv_cache", "attention", "overhead", "interconnect", "main_memory"),
)


def answer_serve(
    request: ServeRequest, ignored: Ignored, catalog: Catalog, device: Device | None = None
) -> ServeAnswer:
    """Throughput of all users, speed of each, the wait for the first token, and how many memory takes.

    `device` and errors as `Task.answer` says.
    """
    return _answer(pacing_of(request, catalog, device), ignored_notes(ignored))


def _answer(pacing: Pacing, ignored: tuple[Reason, ...]) -> ServeAnswer:
    one, runs, pace, most, verdict = pacing.one, pacing.asked_runs, pacing.pace, pacing.most, pacing.verdict
    request, service = one.request, one.served.service
    asked, notes = request.concurrency, (*one.notes, *ignored)
    if most == 0:
        notes += (NOT_FITTING,)
    elif asked and most and asked > most:
        notes += (reason("others_wait", most=most, asked=asked),)
    if pace is None:
        notes += (reason("no_speed", cause=reason("serving_rates_unknown")),)
    elif pace.queue_s is None:
        notes += (reason("queue_without_end"),)
    return ServeAnswer(
        id=request.id,
        fits=None if verdict == "unknown" else verdict in ("fits", "tight"),
        fit=verdict,
        memory=_memory(one, runs=runs),
        max_concurrency=most,
        conversation_bytes=service.cache_bytes_per_sequence,
        basis=(*one.served.basis, *(less_sure(one.served.certainty) if pace is not None else ())),
        notes=notes,
        launch=service.launch(runs) if isinstance(service, OffloadService) else None,
        first_prompt_s=pacing.first_prompt_s if pace is not None else None,
        **(_speeds(pacing, pace) if pace is not None else {}),
    )


def _memory(one: Serving, *, runs: int) -> AnswerMemory:
    """The need of so many requests at their ends."""
    service, processor, devices = one.served.service, one.processor, one.request.device_count
    if isinstance(service, OffloadService):
        return service.memory(runs)
    cache = max(service.cache_bytes_per_sequence * runs, service.least_cache_bytes)
    weights = one.subject.weights.total_bytes
    total = service.fixed_bytes + cache
    sizes = processor.memory_total_bytes.value, budget_bytes(processor)
    free_bytes, budget = (None if size is None else size * devices for size in sizes)
    host = one.served.beside if service.sequences_max == 0 and budget is not None else None
    own_bytes = total if host is None or budget is None else min(total, budget)
    pools = [PoolNeed(pool=processor.pool, need_bytes=own_bytes, free_bytes=free_bytes)]
    if host is not None:
        rest_bytes = total - own_bytes
        pools.append(PoolNeed(pool=host.pool, need_bytes=rest_bytes, free_bytes=host.memory_total_bytes.value))
    return AnswerMemory(
        weights_bytes=weights,
        kv_cache_bytes=cache,
        compute_bytes=0,
        output_bytes=0,
        runtime_bytes=service.fixed_bytes - weights,
        total_bytes=total,
        pools=tuple(pools),
    )


def _speeds(pacing: Pacing, pace: Pace) -> dict[str, Any]:
    """The fields of an answer that tell its speeds."""
    one = pacing.one
    between = pacing.step(1) if pacing.is_alone else None
    terms = _terms(pace.parts)
    return {
        "tokens_per_s": pace.rate,
        "output_tokens_per_s": pace.rate,
        "output_tokens_per_s_per_user": pace.rate.middle / pace.runs,
        "between_prompts_tokens_per_s": between and Range.around(1 / between.total_s, one.served.certainty.spread),
        "time_to_first_token_s": pace.first_s,
        "concurrency": pace.runs,
        "requests_per_s_max": _most_per_s(pacing) / one.request.generated_tokens,
        "utilization": pace.waiting.utilization if pace.waiting else None,
        "queue_s": pace.queue_s if pace.waiting else pace.queue_s or None,
        "limit": limit_of(terms),
        "terms": terms,
    }


def _most_per_s(pacing: Pacing) -> float:
    """Tokens a second with as many at once as get most done: with caches in RAM that is not as many as there is room.

    Read at one, and at halves of as many as memory takes.
    """
    most = pacing.most_runs
    counts = {1, *(most >> halved for halved in range(most.bit_length()))}
    return max(runs / total_s(pacing.step(runs)) for runs in counts)


def _terms(parts: StepParts) -> tuple[AnswerTerm, ...]:
    """Seconds of one step by what takes them."""
    return tuple(AnswerTerm(name=name, s=s) for name, s in zip(_TERMS, parts, strict=True))
