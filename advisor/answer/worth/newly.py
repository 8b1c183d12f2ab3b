"""What a changed rig makes newly possible: current models that are of use for the work there and not here."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from advisor.answer.tasks.ask import task_models
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.outdated import newest_month, outdated
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import rig_key, task_light
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import BITS_PER_BYTE

_LEAST_BITS = 3.4
"""Bits of a weight in the smallest file of use, about: what needs more memory or bandwidth so is not asked about."""
NAMED, _ASKED, _ASKED_HERE = 3, 8, 24
"""So many are named, of so many that are asked about; so many of the rig as it is."""


class NewlyUsable:
    """Asks each rig about the most capable models that may run there and do not run well on the rig as it is."""

    def __init__(self, now: Rig, question: WorthQuestion) -> None:
        self._question, self._now = question, _Asker(now, question)
        self._models = _models(question)
        self._on: dict[tuple[str, ...], tuple[str, ...]] = {}

    def on(self, option: str, rig: Rig) -> tuple[str, ...]:
        """Ids of the most capable ones on the rig of one way; each way is asked once."""
        key = rig_key(option, rig)
        if key not in self._on:
            self._on[key] = tuple(self._found(rig))
        return self._on[key]

    def here(self) -> str | None:
        """The most capable current model that does the work well on the rig as it is; None where none of some does."""
        likely = [one for one in self._models if self._now.may_run(one[1])][:_ASKED_HERE]
        return next((model_id for model_id, card in likely if self._now.is_useful(model_id, card)), None)

    def place(self, model_id: str) -> int:
        """The place of a model among all for the work, the most capable first."""
        return next(place for place, (one_id, _) in enumerate(self._models) if one_id == model_id)

    def _found(self, rig: Rig) -> Iterator[str]:
        asker, found, asked = _Asker(rig, self._question), 0, 0
        for model_id, card in self._models:
            if found == NAMED or asked == _ASKED:
                return
            if not asker.may_run(card) or self._now.is_useful(model_id, card):
                continue
            asked += 1
            if asker.is_useful(model_id, card):
                found += 1
                yield model_id


class _Asker:
    """Whether models are of use on one rig, each asked about once."""

    def __init__(self, rig: Rig, question: WorthQuestion) -> None:
        self._rig, self._question = rig, question
        self._chooser: Chooser | None = None
        self._light: dict[str, bool] = {}
        self._held = sum(one.memory_total_bytes.value or 0 for one in rig.processors if one.blocked is None)
        rates = [one.best_bytes_per_s.value or 0.0 for one in rig.processors if one.blocked is None]
        self._bytes_per_s = max(rates, default=0.0)

    def may_run(self, card: ModelCard) -> bool:
        """Whether its smallest file goes into all memories together, and is read as fast as the work needs."""
        each = _LEAST_BITS / BITS_PER_BYTE
        pace = (self._question.workload.enough_tokens_per_s or 0.0) if self._question.is_interactive else 0.0
        return card.params * each <= self._held and card.active_params * each * pace <= self._bytes_per_s

    def is_useful(self, model_id: str, card: ModelCard) -> bool:
        """Whether the work can be done well with it."""
        if model_id not in self._light:
            self._light[model_id] = self.may_run(card) and self._asked(model_id, card)
        return self._light[model_id]

    def _asked(self, model_id: str, card: ModelCard) -> bool:
        question = self._question
        if not question.is_interactive:
            other = replace(question, model_name=model_id, quant=None, usual_quant=None)
            return task_light(self._rig, other).is_useful
        if self._chooser is None:
            self._chooser = Chooser(self._rig, question.catalog, workload_id=question.workload_id)
        return self._chooser.best(card).usability in ("great", "fine")


def _models(question: WorthQuestion) -> tuple[tuple[str, ModelCard], ...]:
    """The current models for the work, the most capable first."""
    workload, catalog = question.workload, question.catalog
    if question.task in ("finetune", "pretrain"):
        return ()  # which model is trained is the choice of who trains it
    models = task_models(workload, catalog) if isinstance(workload, TaskCard) else dict(catalog.models)
    use = question.workload_id.replace("-", " ") if question.is_interactive else _use(models)
    return _ordered(tuple(models), use, catalog)


def _use(models: dict[str, ModelCard]) -> str:
    """What the models of a task are best for."""
    return next(iter(models.values())).good_for[0] if models else ""


@lru_cache(maxsize=16)
def _ordered(ids: tuple[str, ...], use: str, catalog: Catalog) -> tuple[tuple[str, ModelCard], ...]:
    """Models without those that people no longer start with."""
    cards = {one: card for one in ids if (card := catalog.models.get(one) or catalog.other_models.get(one)) is not None}
    old = outdated(cards, newest_month=newest_month(_all(catalog)), use=use)
    kept = ((model_id, card) for model_id, card in cards.items() if model_id not in old)
    return tuple(sorted(kept, key=lambda one: -capability(one[1], catalog.blocks, use=use)))


def _all(catalog: Catalog) -> Iterable[ModelCard]:
    yield from catalog.models.values()
    yield from catalog.other_models.values()
