"""One request of a task put to one processor in one form; what was asked last is known."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from advisor.answer.asked.checked_request import AnyRequest, Ignored, checked_request
from advisor.answer.judge.light import Outcome, Paced, light_of, without_room
from advisor.answer.tasks.best_form import as_file
from advisor.answer.tasks.task import Fields, Task
from advisor.answer.tasks.way import Way
from advisor.answer.which_device.device import Device
from advisor.answer.which_device.task_fit import task_fit
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.answers.usability import Light
from advisor.facts.cards.workload import TRAINING, TaskCard
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.same import Same

_TRAINS = "pytorch"
_KEPT = 256
"""So many requests that were asked last are not answered anew: knobs are turned to and fro, and a chart of one figure
asks for all of its values at each of them."""

_PLAIN = frozenset({str, int, float, bool, type(None)})
"""Of what most fields are, and may be kept by."""

_DEVICES = 16
"""So many devices that were asked last."""


@frozen
class Work:
    """What every processor is asked: a task, the fields of its request, the processor beside, the workload."""

    task: Task[Any]
    fields: Fields
    host: Processor | None
    catalog: Catalog
    workload: TaskCard
    is_size_kept: bool = False
    """Whether nothing is made in a smaller size than asked for, where that does not fit."""

    def of(self, size: Fields, *, is_size_kept: bool) -> "Work":
        """The same of another size."""
        return replace(self, fields={**self.fields, **size}, is_size_kept=is_size_kept)


def host_of(rig: Rig) -> Processor | None:
    """The processor beside the graphics cards of a rig."""
    return next((one for one in rig.processors if one.kind == "cpu"), None)


def users_of(request: AnyRequest, answer: Answer) -> int:
    """Those who share a rate: all who ask at once, though some of them wait, else those who are served."""
    return getattr(request, "concurrency", None) or getattr(answer, "concurrency", None) or 1


def put_form(processor: Processor, devices: int, work: Work, form: Fields) -> Way:
    """The question to one processor in one form."""
    return put_fields(processor, devices, {**work.fields, **form}, work)


def put_fields(processor: Processor, devices: int, fields: Fields, work: Work) -> Way:
    """One request to one processor; what was asked last is known, but of a file, which may change."""
    return _way(processor, work, *_checked({**fields, "device_count": devices}, work))


def put_unless_missed(processor: Processor, devices: int, work: Work, form: Fields) -> Way | None:
    """The same of a form; None where it surely falls short in this and in any larger one."""
    request, ignored = _checked({**work.fields, **form, "device_count": devices}, work)
    misses = work.task.misses
    if misses is not None and misses(request, work.workload, work.catalog, _device(*_places(processor, work))):
        return None
    return _way(processor, work, request, ignored)


def _checked(fields: Fields, work: Work) -> tuple[Any, Ignored]:
    """The very same request for all processors that are asked for the same."""
    if any(value.__class__ not in _PLAIN for value in fields.values()):
        return checked_request(fields, work.task.record)
    return _kept_request(Same(work.task.record), tuple(fields), *fields.values())


@lru_cache(maxsize=_KEPT, typed=True)
def _kept_request(record: Same[type[Any]], names: tuple[str, ...], *values: Any) -> tuple[Any, Ignored]:
    return checked_request(dict(zip(names, values, strict=True)), record.one)


def _way(processor: Processor, work: Work, request: Any, ignored: Ignored) -> Way:
    task = work.task
    way = _kept_way if request.model_file is None else _kept_way.__wrapped__
    about = task.outcome, task.answer, Same(work.catalog), Same(work.workload)
    return way(*_places(processor, work), *about, request, ignored)


def _places(processor: Processor, work: Work) -> tuple[Same[Processor], Same[Processor] | None]:
    return Same(processor), None if work.host is None else Same(work.host)


@lru_cache(maxsize=_DEVICES)
def _device(asked: Same[Processor], beside: Same[Processor] | None) -> Device:
    """The very same one for all forms."""
    return Device(asked.one, host=None if beside is None or beside.one == asked.one else beside.one)


@lru_cache(maxsize=_KEPT)
def _kept_way(
    asked: Same[Processor],
    beside: Same[Processor] | None,
    outcome_of: Callable[..., Outcome] | None,
    answer_of: Callable[..., Answer],
    catalog: Same[Catalog],
    workload: Same[TaskCard],
    request: AnyRequest,
    ignored: Ignored,
) -> Way:
    processor, host = asked.one, beside.one if beside is not None else None
    device, blocked = _device(asked, beside), why_not(processor, workload.one, catalog.one)

    def answered() -> TaskOption:
        answer = answer_of(request, ignored, catalog.one, device)
        return _option(answer, request, processor, host, workload.one, blocked)

    if outcome_of is None:
        found = answered()
        most = getattr(found.answer, "max_concurrency", None)
        known = found.answer.is_makeshift, found.fit.is_tight_beside, blocked
        judged = found.rate, found.light
        return Way(processor, request, found.fit.verdict, *known, lambda: judged, lambda: most, lambda: found)

    def outcome() -> Outcome:
        return outcome_of(request, catalog.one, device)

    def judged_one() -> tuple[Range | None, Light]:
        one = outcome()
        paced = one.paced
        light = as_file(light_of(workload.one, paced, one.verdict), request)
        return paced.rate if paced is not None else None, light

    verdict = outcome().verdict
    return Way(processor, request, verdict, False, False, blocked, judged_one, lambda: outcome().most, answered)


def _option(
    answer: Answer,
    request: AnyRequest,
    processor: Processor,
    host: Processor | None,
    workload: TaskCard,
    blocked: Reason | None,
) -> TaskOption:
    devices = request.device_count
    fit, rate = task_fit(answer, processor, host, devices=devices), answer.rate(devices)
    light = light_of(workload, _paced(request, answer, rate), fit.verdict, is_tight=fit.is_tight)
    light = without_room(light) if answer.read_again_bytes and answer.is_makeshift else light
    return TaskOption(
        processor_id=processor.id,
        processor_name=processor.counted_name,
        is_cpu=processor.kind == "cpu",
        devices=devices,
        request=request,
        answer=answer,
        fit=fit,
        rate=rate,
        blocked=blocked,
        light=as_file(light, request),
    )


def why_not(processor: Processor, workload: TaskCard, catalog: Catalog) -> Reason | None:
    """Why nothing can do a task there; None where something may.

    What trains is PyTorch: graphics for which that has no build are left out.
    """
    if processor.blocked is not None:
        return reason(processor.blocked)
    if workload.task not in TRAINING or processor.kind != "gpu" or processor.architecture not in catalog.architectures:
        return None
    is_built = catalog.programs[_TRAINS].way_on(processor.architecture) is not None
    return None if is_built else reason("no_pytorch_build")


def _paced(request: AnyRequest, answer: Answer, rate: Range | None) -> Paced | None:
    """How fast an answer says it is."""
    if rate is None:
        return None
    wait, whole = answer.time_to_first_token_s, getattr(answer, "first_prompt_s", None)
    return Paced(
        rate,
        first_s=None if wait is None else Range.exactly(wait),
        users=users_of(request, answer),
        first_prompt_s=None if whole is None else Range.exactly(whole),
    )
