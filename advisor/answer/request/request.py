"""Answers one request of `rig-advisor predict` by its task, with energy and money where watts and a price are known."""

from typing import Any

from advisor.answer.asked.checked_request import AnyRequest, checked_request, request_id
from advisor.answer.asked.problem import ProblemError
from advisor.answer.judge.light import Paced, light_of
from advisor.answer.judge.thinking import thought_of
from advisor.answer.judge.too_weak import with_model
from advisor.answer.networks.network_answer import find_device
from advisor.answer.request.named_place import named_place
from advisor.answer.tasks.ask import find_workload, use_of
from advisor.answer.tasks.put_request import users_of
from advisor.answer.tasks.registry import find_task
from advisor.answer.text.engine_names import LLAMA_CPP
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import quant_in_name
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.usability import Light
from advisor.facts.asked.request import PredictRequest
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import SECONDS_PER_HOUR
from advisor.predict.worth.cost import work_energy_j

_ALONE_SHARE = 0.9
"""Of the memory that is needed; besides its own a device always takes buffers in main memory."""


def answer_request(fields: Any, catalog: Catalog) -> Answer:
    """The answer to one request as read from JSON; what cannot be answered carries an error and the rest is None."""
    try:
        return _answered(fields, catalog)
    except ProblemError as problem:
        return Answer(id=request_id(fields), error=problem.error)


def _answered(fields: Any, catalog: Catalog) -> Answer:
    task = find_task(fields.get("task") if isinstance(fields, dict) else None)
    stated, ignored = checked_request(fields, task.record)
    request, notes = named_place(stated, catalog)
    request, newest = _of_newest(request, catalog)
    notes = (*notes, *newest)
    answer = with_energy_and_money(task.answer(request, ignored, catalog), request, catalog)
    answer = answer.changed(notes=(*notes, *answer.notes)) if notes else answer
    return answer.changed(usability=_light(answer, request, catalog).usability) if request.workload else answer


def _of_newest(request: AnyRequest, catalog: Catalog) -> tuple[AnyRequest, tuple[Reason, ...]]:
    """The request about the newest model of a family and a size, where it names no more and no file."""
    name = getattr(request, "model", None) or ""
    is_told = bool(getattr(request, "model_facts", None) or getattr(request, "model_file", None))
    newest = None if is_told or catalog.models.find(name) else catalog.models.newest(name)
    if newest is None:
        return request, ()
    found, quant = catalog.models[newest].name, getattr(request, "quant", None) or quant_in_name(name)
    told = {"quant": quant} if quant else {}
    return request.changed(model=found, **told), (reason("newest_of_name", name=found),)


def _light(answer: Answer, request: AnyRequest, catalog: Catalog) -> Light:
    """Of how much use an answer is for the workload that its request names.

    Raises:
        ProblemError: there is no such workload, or it is one of another task.
    """
    name = request.workload or ""
    index = catalog.workloads if catalog.workloads.find(name) else catalog.other_workloads
    workload = find_workload(index.find(name) or name, catalog)
    if workload.task != request.task:
        raise ProblemError("workload_of_other_task", name=workload.name, task=workload.task)
    rate, wait = answer.rate(request.device_count), answer.time_to_first_token_s
    first = None if wait is None else Range.exactly(wait)
    users, generated, thought = users_of(request, answer), None, None
    if isinstance(request, PredictRequest):
        card = catalog.models.get(catalog.models.find(request.model or "") or "")
        generated = request.generated_tokens
        thought = thought_of(card, catalog, name=request.model, stated_tokens=request.thinking_tokens)
    light = light_of(workload, rate and Paced(rate, first, generated, users), answer.fit, thought=thought)
    model = catalog.models.get(catalog.models.find(getattr(request, "model", None) or "") or "")
    return with_model(light, model, workload, catalog, use=use_of(index.find(name) or name, catalog))


def with_energy_and_money(answer: Answer, request: AnyRequest, catalog: Catalog) -> Answer:
    """The answer with joules and, at a stated price of an hour, dollars of one unit; training has its own."""
    seconds, unit = answer.unit_s(request), answer.spent_on
    if seconds is None:
        return answer
    price, changes, basis = request.usd_per_device_hour, dict[str, object](), answer.basis
    if price is not None:
        changes["usd"] = seconds.middle * request.device_count * price / SECONDS_PER_HOUR
    processor = find_device(request, catalog).processor
    power_w = processor.power_w.value if _at_work_alone(answer) else None
    if power_w is not None:
        is_split = isinstance(request, PredictRequest) and request.split != "tensor"
        takes_turns = is_split and LLAMA_CPP.match(request.engine) is not None  # whole layers on each device
        at_work = 1 if takes_turns else request.device_count
        changes["energy_j"] = work_energy_j(
            seconds,
            limit_w=power_w * at_work,
            is_arithmetic=answer.limit == "compute",
        )
        note = reason(
            "energy_of_every_device" if at_work > 1 else "energy_of_device_at_work",
            unit=reason(unit),
            power_w=power_w,
        )
        basis = (*basis, note)
    return answer.changed(**changes, basis=basis)


def _at_work_alone(answer: Answer) -> bool:
    """Whether the device does everything: where the processor computes a part of it, each waits for the other."""
    if answer.memory is None:
        return True
    needs = [pool.need_bytes for pool in answer.memory.pools]
    return max(needs) >= _ALONE_SHARE * sum(needs)
