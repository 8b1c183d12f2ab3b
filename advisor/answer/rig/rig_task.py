"""A task other than text for one person, asked of a whole rig: every processor, equal cards together, the best way."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from advisor.answer.asked.checked_request import checked_request
from advisor.answer.asked.problem import ProblemError
from advisor.answer.request.request import TASKS
from advisor.answer.rig.task_fields import Fields, find_task_model
from advisor.answer.rig.task_rate import task_rate
from advisor.answer.serve.serve import only_floats
from advisor.answer.which_device.candidates import candidate_ids
from advisor.answer.which_device.device import Device
from advisor.answer.which_device.task_fit import task_fit
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.answers.estimate import Input
from advisor.facts.answers.task_answer import RigTaskAnswer, TaskOption, TaskStep
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Processor, Rig

_SHARED = ("serve", "embed", "classify", "finetune", "pretrain")
"""Tasks in which several equal cards work together as one."""

_VARIED: dict[str, tuple[str, tuple[int, ...]]] = {
    "serve": ("concurrency", (1, 2, 4, 8, 16, 32, 64, 128, 256)),
    "embed": ("batch", (1, 2, 4, 8, 16, 32, 64, 128, 256)),
    "classify": ("batch", (1, 2, 4, 8, 16, 32, 64, 128, 256)),
    "image": ("batch", (1, 2, 4, 8, 16)),
    "video": ("frames", (17, 33, 49, 81, 121)),
    "finetune": ("batch", (1, 2, 4, 8, 16, 32)),
}
"""By task the figure whose effect is shown, and its values."""

_CARD_FORMS: tuple[Fields, ...] = ({"precision": "bf16"}, {"precision": "fp8"}, {"precision": "AWQ INT4"})
_SLOT_FORMS: tuple[Fields, ...] = (
    {"engine": "llama.cpp", "precision": "Q8_0"},
    {"engine": "llama.cpp", "precision": "Q4_K_M"},
)
_PARTED_FORM: Fields = {"engine": "llama.cpp", "precision": "Q4_K_M"}
"""How a card serves a model that it does not hold: the engine leaves a part to the processor."""
_DENOISING_FORMS: tuple[Fields, ...] = ({"precision": "bf16"}, {"precision": "fp8"}, {"precision": "nf4"})
_WHOLE_FORMS: tuple[Fields, ...] = ({"precision": "fp32"},)
"""In what a model runs where nothing is said: the first that fits and holds all. Not every processor has vLLM."""

_AT_ONCE = 8
"""So many requests at once should fit where their number is left open, so that more of them share each reading."""


def answer_rig_task(
    rig: Rig,
    catalog: Catalog,
    *,
    workload: TaskCard,
    model: str,
    fields: Mapping[str, Any],
    candidates: tuple[str, ...] | None = None,
) -> RigTaskAnswer:
    """The answer for one model; `fields` are those of a request. `candidates` are card ids, None picks some by rule.

    Raises:
        ProblemError: no such model, a request that cannot be answered, or no processor that can do it.
    """
    model_id, card = find_task_model(model, workload, catalog)
    asked = {**fields, "task": workload.task, "model": card.name}
    host = next((one for one in rig.processors if one.kind == "cpu"), None)
    options, refusals = task_options(rig, asked, catalog)
    if not options:
        raise refusals[-1] if refusals else ProblemError("the rig has no processor")
    chosen = best_option(options)
    varied, values = _VARIED.get(workload.task, (None, ()))
    own = {one.id: one for one in rig.processors}[chosen.processor_id]
    if candidates is None:
        owned = tuple(one.card for one in rig.processors if one.card in catalog.gpus)
        need = chosen.fit.pools[0].need_bytes if chosen.fit.pools else 0
        candidates = candidate_ids(catalog, need_bytes=need, owned=tuple(filter(None, owned)))
    others = (gpu_processor(card_id, catalog) for card_id in candidates)
    return RigTaskAnswer(
        rig_name=rig.name,
        task=workload.task,
        model_id=model_id,
        model_name=card.name,
        chosen=chosen,
        options=options,
        varied=varied,
        steps=tuple(_steps(chosen, own, asked, varied, values, host, catalog)) if varied else (),
        candidates=tuple(_answered(others, asked, host, catalog)),
        inputs=tuple(_inputs(own)),
        alike=0 if chosen.devices > 1 else sum(_are_alike(one, own) for one in rig.processors) - 1,
        refusals=tuple(dict.fromkeys(map(str, refusals))),
    )


def task_options(
    rig: Rig, asked: Mapping[str, Any], catalog: Catalog
) -> tuple[tuple[TaskOption, ...], tuple[ProblemError, ...]]:
    """How each processor, and equal cards together, do what a request asks, and why others cannot do it at all."""
    host = next((one for one in rig.processors if one.kind == "cpu"), None)
    options, refusals = [], []
    for processor, devices in _places(rig, asked["task"]):
        try:
            options.append(_option(processor, devices, asked, host, catalog))
        except ProblemError as problem:
            refusals.append(problem)
    return tuple(options), tuple(refusals)


def best_option(options: Iterable[TaskOption]) -> TaskOption:
    """The best of some ways: one that can be used and runs, then the fastest."""
    return min(options, key=_place)


def _places(rig: Rig, task: str) -> Iterator[tuple[Processor, int]]:
    """Every processor of the rig, and equal cards together where the task shares them."""
    yield from ((one, 1) for one in rig.processors)
    seen: list[Processor] = []
    for one in rig.processors:
        count = sum(_are_alike(one, other) for other in rig.processors)
        if task in _SHARED and count > 1 and not any(_are_alike(one, other) for other in seen):
            seen.append(one)
            fullest = min((o for o in rig.processors if _are_alike(o, one)), key=_free_bytes)
            yield fullest, count


def _are_alike(one: Processor, other: Processor) -> bool:
    """Whether both are graphics cards of the same name that can be used; a card is like itself."""
    usable = one.pool == other.pool == "vram" and one.blocked is None and other.blocked is None
    return one == other or (usable and one.name == other.name)


def _free_bytes(one: Processor) -> int:
    return one.memory_free_bytes.value or one.memory_total_bytes.value or 0


def _place(option: TaskOption) -> tuple[float, ...]:
    """What can be used and runs comes first, then the faster."""
    return (
        not option.runs,
        option.blocked is not None,
        option.rate is None,
        -(option.rate.middle if option.rate else 0.0),
    )


def _option(
    processor: Processor, devices: int, asked: Mapping[str, Any], host: Processor | None, catalog: Catalog
) -> TaskOption:
    """How one processor, or several equal ones, does it, in the first form that fits where none is named.

    Raises:
        ProblemError: it cannot do it at all.
    """
    found = []
    for form in _forms(processor, asked, catalog):
        found.append(_asked(processor, devices, {**asked, **form}, host, catalog))
        most = getattr(found[-1].answer, "max_concurrency", None)
        holds_all = most is None or most >= (asked.get("concurrency") or _AT_ONCE)
        if found[-1].fit.verdict != "too_big" and holds_all:
            return found[-1]
    fitting = [option for option in found if option.fit.verdict != "too_big"]
    if not fitting and asked["task"] == "serve" and not asked.get("precision") and processor.pool == "vram":
        found.append(_asked(processor, devices, {**asked, **_as_released(_PARTED_FORM, asked, catalog)}, host, catalog))
        fitting = [found[-1]] if found[-1].fit.verdict != "too_big" else []
    return min(fitting, key=_place) if fitting else found[-1]


def _forms(processor: Processor, asked: Mapping[str, Any], catalog: Catalog) -> tuple[Fields, ...]:
    """The forms that are tried, one after another."""
    task = asked["task"]
    if asked.get("precision") or task not in ("serve", "image", "video"):
        return ({},)
    if task == "serve":
        if processor.kind == "gpu" and processor.vendor != "apple":
            return _CARD_FORMS
        return tuple(_as_released(form, asked, catalog) for form in _SLOT_FORMS)
    return _DENOISING_FORMS if processor.kind == "gpu" else _WHOLE_FORMS


def _as_released(form: Fields, asked: Mapping[str, Any], catalog: Catalog) -> Fields:
    """A form with the file of a model that was released in few bits alone."""
    only = only_floats(asked["model"], catalog)
    return {**form, "precision": only} if only else form


def _asked(
    processor: Processor, devices: int, fields: Mapping[str, Any], host: Processor | None, catalog: Catalog
) -> TaskOption:
    """One request to one processor."""
    task = TASKS[fields["task"]]
    request, ignored = checked_request({**fields, "device_count": devices}, task.record)
    answer = task.answer(request, ignored, catalog, Device(processor, host=None if host == processor else host))
    return TaskOption(
        processor_id=processor.id,
        processor_name=processor.name,
        is_cpu=processor.kind == "cpu",
        devices=devices,
        request=request,
        answer=answer,
        fit=task_fit(answer, processor, host, devices=devices),
        rate=task_rate(answer, devices=devices),
        blocked=processor.blocked,
    )


def _inputs(processor: Processor) -> Iterator[Input]:
    """The figures of a processor that are known."""
    facts = (
        ("memory bandwidth", "bytes_per_s", processor.bandwidth_bytes_per_s),
        ("memory bandwidth, measured", "bytes_per_s", processor.read_bytes_per_s),
        ("calculations in 32 bits", "flop_per_s", processor.fp32_flop_per_s),
        ("calculations in 16 bits", "flop_per_s", processor.fp16_flop_per_s),
        ("memory", "bytes", processor.memory_total_bytes),
    )
    for name, unit, fact in facts:
        if fact.value is not None and fact.origin is not None:
            yield Input(name=name, value=float(fact.value), unit=unit, origin=fact.origin, source=fact.source or "")


def _steps(
    chosen: TaskOption,
    processor: Processor,
    asked: Mapping[str, Any],
    varied: str,
    values: tuple[int, ...],
    host: Processor | None,
    catalog: Catalog,
) -> Iterator[TaskStep]:
    """The chosen way with other values of the varied figure, in the form that was chosen."""
    own = getattr(chosen.request, varied) or getattr(chosen.answer, varied, None)
    most = getattr(chosen.answer, "max_concurrency", None) or values[-1]
    form = {"precision": getattr(chosen.request, "precision", None), "engine": chosen.request.engine}
    for value in sorted(one for one in {*values, own or most, min(most, values[-1])} if one <= most):
        fields = {**asked, **form, varied: value, "requests_per_s": None}
        if value == own and "requests_per_s" not in asked:
            yield TaskStep(value=value, option=chosen)
            continue
        try:
            yield TaskStep(value=value, option=_asked(processor, chosen.devices, fields, host, catalog))
        except ProblemError:
            return


def _answered(
    processors: Iterator[Processor], asked: Mapping[str, Any], host: Processor | None, catalog: Catalog
) -> Iterator[TaskOption]:
    """The ways of processors that can do it."""
    for processor in processors:
        try:
            yield _option(processor, 1, asked, host, catalog)
        except ProblemError:
            continue
