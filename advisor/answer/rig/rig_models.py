"""What a rig can do before anyone asks: the newest models for a workload in every size, answered for this rig."""

from collections import defaultdict
from collections.abc import Iterator
from math import log2

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.workload import answer_workload
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.rig_answer import RigAnswer
from advisor.facts.rig.rig import Rig

_PER_SIZE = 2
"""Models asked about in each size class; a class is a factor of 1.4 in parameters."""


def answer_models(rig: Rig, catalog: Catalog, *, workload_id: str = "chat") -> tuple[RigAnswer, ...]:
    """Answers for `newest_models`, each in the form it was released in or else at the default quantization."""
    return tuple(each_model(rig, catalog, workload_id=workload_id))


def each_model(rig: Rig, catalog: Catalog, *, workload_id: str = "chat") -> Iterator[RigAnswer]:
    """The same answers one by one, for a caller that does other things in between."""
    for model_id in newest_models(catalog, use=workload_id.replace("-", " ")):
        try:
            yield answer_workload(
                rig,
                catalog,
                model_id=model_id,
                quant=catalog.models[model_id].native_quant or DEFAULT_QUANT,
                workload_id=workload_id,
                candidates=(),
            )
        except ProblemError:
            continue


def newest_models(catalog: Catalog, *, use: str) -> tuple[str, ...]:
    """Ids of the newest models of every size class that are good for `use` and whose shape is known."""
    classes: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for model_id, card in catalog.models.items():
        if card.shape is not None and card.released and use in card.good_for:
            classes[round(2 * log2(card.params))].append((card.released, model_id))
    return tuple(model_id for one in classes.values() for _, model_id in sorted(one, reverse=True)[:_PER_SIZE])
