"""Whether a model does too little for a work to be recommended for it, however fast it is."""

from advisor.answer.which_model.capability import able_at, capability
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import Light
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.values.units import BITS_PER_BYTE

Workload = WorkloadCard | TaskCard

_UNSURE_SCORE = 3.8
"""So far ratings lie from what size and age tell (the models that `capability` was fitted on)."""
_AMPLE_DOUBLINGS = 6.0
"""Some twenty points of a rating: as from a model that does a work somehow to those that people take for it."""


def is_below(able: float, workload: Workload) -> bool:
    """Whether so many doublings are below the line of the work: nobody is advised to take it."""
    return workload.enough_score is not None and able < able_at(workload.enough_score)


def is_ample(able: float, workload: Workload) -> bool:
    """Whether so many doublings are far above that line: a somewhat better model is then no need for this work."""
    return workload.enough_score is not None and able >= able_at(workload.enough_score) + _AMPLE_DOUBLINGS


def is_too_weak(
    model: ModelCard, workload: Workload, catalog: Catalog, *, use: str, weights_bytes: int | None = None
) -> bool:
    """Whether it is as far below that line as ratings may be off, in a file of so many bytes."""
    if workload.enough_score is None:
        return False
    bits = None if weights_bytes is None else weights_bytes * BITS_PER_BYTE / model.params
    able = capability(model, catalog.blocks, use=use, kept_bits=bits)
    return able < able_at(workload.enough_score - _UNSURE_SCORE)


def with_model(
    light: Light,
    model: ModelCard | None,
    workload: Workload,
    catalog: Catalog,
    *,
    use: str,
    weights_bytes: int | None = None,
) -> Light:
    """The light of a way with what its model can do for the work; as it is where nobody knows the model."""
    if model is None or not light.is_useful:
        return light
    return too_weak(light) if is_too_weak(model, workload, catalog, use=use, weights_bytes=weights_bytes) else light


def too_weak(light: Light) -> Light:
    """The same light below what the work needs."""
    return light.changed(usability="slow", held_by="model")
