"""What does the same work here where a model does not run: the most capable one that does it well."""

from collections.abc import Callable, Container, Iterator
from itertools import islice

from advisor.answer.tasks.device_options import best_option, task_options
from advisor.answer.tasks.task import Asked
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import Nearest
from advisor.facts.asked.question import Question
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.memory.fit import free_bytes

_FEWEST_BITS = 4
_MOST_TRIED = 30
"""Models of other tasks than writing text that are tried: each takes the answer of a whole rig."""


def nearest_model(
    asked: Asked, rig: Rig, catalog: Catalog, *, allowed: Container[str], usual: Callable[[str], Question]
) -> Nearest | None:
    """The most capable other model for the same work that is great or fine on a rig; None without any.

    `allowed` are ids of models for the task, `usual` makes the question that people ask about one of them.

    Raises:
        ProblemError: the rig has no processor, or the catalog no engine.
    """
    if isinstance(asked.workload, TaskCard):
        return _nearest_of_task(asked, rig, catalog, allowed, usual)
    return _nearest_text(asked, rig, catalog)


class KeptNearest:
    """`nearest_model` that remembers its answers for the rig asked about last: turned knobs do not change them."""

    def __init__(self) -> None:
        self._rig: Rig | None = None
        self._found: dict[tuple[str, str, bool], Nearest | None] = {}

    def __call__(
        self, asked: Asked, rig: Rig, catalog: Catalog, *, allowed: Container[str], usual: Callable[[str], Question]
    ) -> Nearest | None:
        """As `nearest_model`."""
        if rig is not self._rig:
            self._rig, self._found = rig, {}
        key = asked.question.workload_id, asked.question.model_id, _sees(asked)
        if key not in self._found:
            self._found[key] = nearest_model(asked, rig, catalog, allowed=allowed, usual=usual)
        return self._found[key]


def _sees(asked: Asked) -> bool:
    """Whether the model is shown pictures."""
    return bool(asked.question.fields.get("images"))


def _nearest_text(asked: Asked, rig: Rig, catalog: Catalog) -> Nearest | None:
    """Of models that write: one that sees where there are pictures."""
    chooser = Chooser(rig, catalog, workload_id=asked.question.workload_id)
    sees = _sees(asked)
    for model_id, model in _most_capable_first(asked, catalog):
        if (sees and model.vision is None) or not _may_fit(model, rig):
            continue
        found = chooser.best(model)
        if found.light.is_useful and loss_steps(found.quant) == 0:
            rate = found.option.result.decode.tokens_per_s
            return Nearest(model_id=model_id, model_name=model.name, quant=found.quant, light=found.light, rate=rate)
    return None


def _nearest_of_task(
    asked: Asked, rig: Rig, catalog: Catalog, allowed: Container[str], usual: Callable[[str], Question]
) -> Nearest | None:
    """Of other models: those that are good for the same, as their makers set them up."""
    assert isinstance(asked.workload, TaskCard)
    able = ((model_id, model) for model_id, model in _most_capable_first(asked, catalog) if model_id in allowed)
    tried: dict[object, tuple[str, ModelCard]] = {}
    for one in able:
        if _may_fit(one[1], rig):
            tried.setdefault(one[1].shape or one, one)  # fine-tunes run like what they were made of
    for model_id, model in islice(tried.values(), _MOST_TRIED):
        fields = {**usual(model.name).fields, "task": asked.workload.task, "model": model.name}
        options, _ = task_options(rig, asked.task, fields, catalog, asked.workload)
        best = best_option(options) if options else None
        if best is not None and best.light.is_useful:
            return Nearest(model_id=model_id, model_name=model.name, quant=None, light=best.light, rate=best.rate)
    return None


def _most_capable_first(asked: Asked, catalog: Catalog) -> Iterator[tuple[str, ModelCard]]:
    """All other models of the kind, by capability in this use."""
    models = catalog.other_models if asked.task.kind else catalog.models
    use = asked.question.workload_id.replace("-", " ")
    others = [
        (model_id, model)
        for model_id, model in models.items()
        if model != asked.model and (asked.model is None or same_work(model, asked.model))
    ]
    others.sort(key=lambda one: -capability(one[1], catalog.blocks, use=use))
    return iter(others)


def same_work(one: ModelCard, other: ModelCard) -> bool:
    """Whether both are given the same: what makes a film of a picture stands in for none that makes it of words."""
    mine, theirs = (model.pipeline.starts_from if model.pipeline is not None else None for model in (one, other))
    return mine == theirs


def _may_fit(model: ModelCard, rig: Rig) -> bool:
    """Whether all memory together holds the weights in few bits; so where some is not known."""
    sizes = [free_bytes(one) for one in rig.processors]
    known = [size for size in sizes if size is not None]
    return len(known) < len(sizes) or model.params * _FEWEST_BITS / BITS_PER_BYTE <= sum(known)
