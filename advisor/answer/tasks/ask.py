"""One question of any task, asked of a whole rig, and what a person would ask of a model."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from advisor.answer.asked.problem import ProblemError, UnknownModelError, shortened
from advisor.answer.judge.too_weak import with_model
from advisor.answer.tasks.registry import TASKS
from advisor.answer.tasks.task import Asked
from advisor.answer.tasks.told_fields import with_told
from advisor.answer.which_model.local_model import card_of_file
from advisor.answer.which_model.quant_loss import quant_loss
from advisor.answer.which_model.subject import find_quant
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import Nearest, TaskAnswer
from advisor.facts.answers.usability import is_just_enough
from advisor.facts.asked.question import Question
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TRAINING, Default, TaskCard, WorkloadCard, own_program_for
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.same import Same

FindNearest = Callable[[Asked, Rig, Catalog], Nearest | None]
"""Names what does the same work best on a rig."""


def answer_question(
    rig: Rig,
    catalog: Catalog,
    question: Question,
    *,
    file: ModelFile | None = None,
    candidates: tuple[str, ...] | None = None,
    is_glance: bool = False,
    nearest: FindNearest | None = None,
) -> TaskAnswer:
    """Every way of a rig to do what is asked, the best one, and what graphics cards that are not there would do.

    `file` is the model's where it was opened. `candidates` are card ids; None picks some by rule, () takes none.
    `is_glance` leaves out what charts alone need: candidates, and the speed while the context fills.
    `nearest` names what does the same work best here, where the model is of no use, just fast enough to
    write, or in a file that loses much.

    Raises:
        ProblemError: no such workload or model, a request that cannot be answered, or no processor that can do it.
    """
    asked = asked_about(question, catalog, file=file, candidates=() if is_glance else candidates, is_glance=is_glance)
    workload, model = asked.workload, asked.model
    found: TaskAnswer = asked.task.of_rig(asked, rig, catalog)
    use, size = use_of(question.workload_id, catalog), getattr(found.chosen, "memory", None)
    weights_bytes = size.weights_bytes if size else None
    judged = card_of_file(file, catalog) if file is not None else model
    light = with_model(found.light, judged, workload, catalog, use=use, weights_bytes=weights_bytes)
    told: dict[str, object] = {} if light is found.light else {"light": light}
    if light.usability != "wont_run":
        program = own_program_for(judged, workload.task) if judged is not None else None
        told |= {"loss": quant_loss(_quant_of(found), judged, catalog), "own_program": program}
    is_just_fine = isinstance(workload, WorkloadCard) and is_just_enough(light)
    if nearest is not None and (light.usability in ("slow", "wont_run") or told.get("loss") or is_just_fine):
        told["nearest"] = nearest(asked, rig, catalog)
    return found.changed(**told) if told else found


def asked_about(
    question: Question,
    catalog: Catalog,
    *,
    file: ModelFile | None = None,
    candidates: tuple[str, ...] | None = None,
    is_glance: bool = False,
) -> Asked:
    """The question with the cards it is about; `file`, `candidates` and `is_glance` as `answer_question` takes them.

    Raises:
        ProblemError: no such workload or model.
    """
    workload = asked_workload(question, catalog)
    task, model_id = TASKS[workload.task], question.model_id
    models = catalog.other_models if task.kind else catalog.models
    if file is None and model_id not in models:
        raise UnknownModelError("no_model_id", name=model_id)
    model = None if file is not None else models[model_id]
    return Asked(question, task, workload, model, file, candidates, is_glance)


def _quant_of(found: TaskAnswer) -> str | None:
    """The file type in which the model is taken."""
    precision: str | None = getattr(found.chosen, "quant", None) or getattr(found.chosen.request, "precision", None)
    return precision


def asked_workload(question: Question, catalog: Catalog) -> WorkloadCard | TaskCard:
    """The work of a question, with a prompt as long as that asks for, and for as many people at once.

    Raises:
        ProblemError: there is no such workload.
    """
    workload, fields = find_workload(question.workload_id, catalog), question.fields
    if not isinstance(workload, WorkloadCard):
        told = {name: fields[name] for name in workload.fields if name in _OF_SERVING and fields.get(name) is not None}
        return of_so_much(workload, told) if workload.task == "serve" else workload
    return workload.asked(context_tokens=fields.get("context_tokens"), prompt_tokens=fields.get("prompt_tokens"))


_OF_SERVING = ("prompt_tokens", "new_tokens", "generated_tokens", "context_tokens", "concurrency")
"""What makes the same work of serving more or less, whatever model does it."""


def of_so_much(card: TaskCard, told: Mapping[str, Default]) -> TaskCard:
    """The work with these fields in place of its own: the very same card for all who ask for as much.

    What is worked out for a card is found again by that.
    """
    more = tuple((name, value) for name, value in told.items() if card.fields.get(name) != value)
    return _of_so_much(Same(card), more) if more else card


@lru_cache(maxsize=8)
def _of_so_much(card: Same[TaskCard], told: tuple[tuple[str, Default], ...]) -> TaskCard:
    return card.one.changed(fields={**card.one.fields, **dict(told)})


def find_workload(workload_id: str, catalog: Catalog) -> WorkloadCard | TaskCard:
    """The card of a workload, whatever its task.

    Raises:
        ProblemError: there is none of that id.
    """
    card = catalog.workloads.get(workload_id) or catalog.other_workloads.get(workload_id)
    if card is None:
        known = (*catalog.workloads, *catalog.other_workloads)
        raise ProblemError("workload_unknown", name=shortened(workload_id), known=known)
    return card


_OF_EXAMPLE = ("width", "height", "frames", "steps")
"""Fields that the maker's example of a model tells."""
_SIZE = ("width", "height")
_MUCH_LARGER = 2.0
"""A maker's example so many times as large is another work; models of that size make what the workload asks, too."""


def untrained(card: ModelCard) -> Reason:
    """That training of a model that writes no text is not predicted, with the memory that is published for it."""
    known = card.adapter_training
    if known is None:
        return reason("training_not_predicted", name=card.name)
    return reason("training_speed_not_predicted", name=card.name, usual=known.usual_gib, least=known.least_gib)


def find_task_model(name: str, workload: TaskCard | WorkloadCard, catalog: Catalog) -> tuple[str, ModelCard]:
    """The id and card of a model for a task; a family and a size mean the newest (`qwen 27b`).

    Raises:
        ProblemError: there is no such model, or it cannot do the task.
    """
    kind = TASKS[workload.task].kind
    index = catalog.other_models if kind else catalog.models
    model_id = index.find(name)
    if model_id is not None and kind in (None, index[model_id].kind):
        return model_id, index[model_id]
    for other in (catalog.models, catalog.other_models):
        found = other.find(name)
        if found is not None:
            card = other[found]
            if workload.task in TRAINING and card.kind != "language":
                raise ProblemError(untrained(card))
            raise ProblemError("kind_cannot_do_this", name=card.name, kind=card.kind, workload=workload.name)
    newest = index.newest(name)
    if newest is not None and kind in (None, index[newest].kind):
        return newest, index[newest]
    if near := index.nearest(name):
        raise UnknownModelError("model_unknown_near", name=name, near=near)
    raise UnknownModelError("model_unknown", name=name)


def task_models(workload: TaskCard, catalog: Catalog) -> dict[str, ModelCard]:
    """Every model by id that is good for what the workload's own model is best for, and of which enough is known."""
    if TASKS[workload.task].kind is None:
        return dict(catalog.models)
    _, own = find_task_model(workload.model, workload, catalog)
    return {
        model_id: card
        for model_id, card in catalog.other_models.items()
        if card.kind == own.kind and card.pipeline is not None and own.good_for[:1] == card.good_for[:1]
    }


def use_of(workload_id: str, catalog: Catalog) -> str:
    """What a model has to be good for to be taken for a workload.

    Raises:
        ProblemError: there is no such workload, or no model that people take for it.
    """
    workload = find_workload(workload_id, catalog)
    if isinstance(workload, WorkloadCard):
        return workload_id.replace("-", " ")
    if TASKS[workload.task].kind is None:
        return workload.use
    return find_task_model(workload.model, workload, catalog)[1].good_for[0]


def usual_question(workload_id: str, catalog: Catalog, model: str | None = None) -> Question:
    """The question as the card of a workload puts it, for the model that people take for it or another one.

    Raises:
        ProblemError: there is no such model, or it cannot do the task.
    """
    workload = catalog.other_workloads[workload_id]
    model_id, _ = find_task_model(model or workload.model, workload, catalog)
    return Question(workload_id=workload_id, model_id=model_id, fields=task_fields(workload, model_id, catalog))


def named_question(
    workload_name: str,
    model: str | None,
    catalog: Catalog,
    *,
    quant: str | None = None,
    context_tokens: int | None = None,
    fields: Mapping[str, Any] | None = None,
) -> Question:
    """The question of a command: workload, model and quantization by any of their names, and fields of the request.

    Without a model the one that people take for the task, without a quantization the best on the rig that is asked.

    Raises:
        ProblemError: there is no such workload, model or quantization, or the model cannot do the task.
    """
    if workload_name in catalog.workloads:
        model_id, card = find_task_model(model or "", catalog.workloads[workload_name], catalog)
        named = find_quant(quant, card, catalog)[0].name if quant else None
        chosen = {"quant": named, "context_tokens": context_tokens, **(fields or {})}
        return Question(workload_id=workload_name, model_id=model_id, fields=chosen)
    question = usual_question(catalog.other_workloads.find(workload_name) or workload_name, catalog, model)
    told = {**({"quant": quant} if quant else {}), **(fields or {})}
    return question.changed(fields=with_told(question.fields, told))


def task_fields(workload: TaskCard, model_id: str, catalog: Catalog) -> dict[str, Default]:
    """The fields of a request for a model: those of the workload, sizes and steps as its maker's example has them.

    A size much larger than the workload's is not taken, as models are judged on the same work; but where the model
    makes no smaller pictures, or sees them at the size that it was trained with and is rated at.
    """
    own_id, _ = find_task_model(workload.model, workload, catalog)
    fields = dict(workload.fields)
    card = catalog.other_models.get(model_id)
    if card is None or card.pipeline is None:
        return fields
    if model_id != own_id:
        usual = card.pipeline.defaults
        told = {name: getattr(usual, name) for name in _OF_EXAMPLE if name in fields}
        is_bound_to_size = card.kind == "vision" or card.pipeline.own_size_only
        if _is_much_larger(told, fields) and not is_bound_to_size:
            told = {name: value for name, value in told.items() if name not in _SIZE}
        fields |= {name: value for name, value in told.items() if value is not None}
        if "guidance" in fields and usual.passes_per_step:
            fields["guidance"] = usual.passes_per_step == 2
    longest = card.pipeline.longest_tokens
    if longest and "sequence_tokens" in fields:
        fields["sequence_tokens"] = min(longest, int(fields["sequence_tokens"]))
    return fields


def _is_much_larger(told: Mapping[str, Default | None], own: Mapping[str, Default]) -> bool:
    """Whether pictures of a told size have many times the pixels of a workload's own; False where one has no size."""
    sizes = [[one.get(side) for side in _SIZE] for one in (told, own)]
    if not all(isinstance(side, int) for size in sizes for side in size):
        return False
    example, usual = (float(width or 0) * float(height or 0) for width, height in sizes)
    return example > _MUCH_LARGER * usual


def longest_tokens(model_id: str, catalog: Catalog) -> int | None:
    """The longest text that a model takes, where that is known."""
    card = catalog.models.get(model_id) or catalog.other_models.get(model_id)
    if card is None:
        return None
    return card.pipeline.longest_tokens if card.pipeline else card.shape.context_tokens if card.shape else None
