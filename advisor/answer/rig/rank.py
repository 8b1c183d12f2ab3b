"""Every model of the catalog on one rig: each at its best setting, the best model first.

Order: by light; what can be used by capability in steps of a factor of 1.4, then by speed; what is too slow by speed;
what does not fit by the memory that is missing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from advisor.answer.text.run_options import RunOption
from advisor.answer.text.setting import Chooser, Setting
from advisor.answer.which_model.capability import capability
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import Light, Usability
from advisor.facts.cards.model import ModelCard
from advisor.facts.rig.rig import Rig
from advisor.predict.memory.load import largest_context_tokens

_STEPS_PER_DOUBLING = 2
"""Models whose capability differs by less than half a doubling of parameters count as equal."""


@dataclass(frozen=True)
class Ranked:
    """One model at its best setting."""

    model_id: str
    model: ModelCard
    setting: Setting

    @property
    def option(self) -> RunOption:
        """How it runs."""
        return self.setting.option

    @property
    def usability(self) -> Usability:
        """The word of its light."""
        return self.setting.usability

    @property
    def light(self) -> Light:
        """Whether it is of use here."""
        return self.setting.light

    @property
    def largest_context_tokens(self) -> int | None:
        """The longest conversation that fits in one memory, None where not even the shortest does."""
        if self.option.offloaded is not None:
            return None
        subject, run = self.option.subject, self.option.run
        most = subject.shape.context_tokens or run.context_tokens
        return largest_context_tokens(
            self.option.processor, subject, self.option.target.calibration, run, most_tokens=most
        )


def rank_models(rig: Rig, catalog: Catalog, *, workload_id: str) -> tuple[Ranked, ...]:
    """All models, best first, for the typical request of a workload with its prompt read: how fast they then write.

    Raises:
        ProblemError: a rig without processors, or a catalog without engines.
    """
    return best_first(each_ranked(rig, catalog, workload_id=workload_id), catalog, workload_id=workload_id)


def each_ranked(rig: Rig, catalog: Catalog, *, workload_id: str) -> Iterator[Ranked]:
    """The same in the catalog's order, one model a step: all at once hold a window up."""
    chooser = Chooser(rig, catalog, workload_id=workload_id)
    of_shape: dict[object, Setting] = {}
    for model_id, model in catalog.models.items():
        key = (model.shape, model.native_quant, model.thinking) if model.shape else model_id
        if key not in of_shape:  # fine-tunes run like what they were made of
            of_shape[key] = chooser.best(model)
        yield Ranked(model_id, model, of_shape[key])


def best_first(ranked: Iterable[Ranked], catalog: Catalog, *, workload_id: str) -> tuple[Ranked, ...]:
    """Ranked models in their order for a workload."""
    use = workload_id.replace("-", " ")
    return tuple(sorted(ranked, key=lambda one: _place(one, catalog, use=use)))


def _place(one: Ranked, catalog: Catalog, *, use: str) -> tuple[float, ...]:
    """Smaller comes earlier among models."""
    able = round(_STEPS_PER_DOUBLING * capability(one.model, catalog.blocks, use=use))
    rate = one.option.tokens_per_s or 0.0
    if one.usability == "slow":
        return (one.setting.place, -rate, -able)
    if one.usability == "wont_run":
        return (one.setting.place, -(one.option.fit.spare_bytes or 0), -able)
    return (one.setting.place, -able, -rate)
