"""What the model picker knows of one rig: the first models of the ranking, and how any other one runs."""

from collections.abc import Iterator

from advisor.advice.known_models import KnownModels
from advisor.advice.question import PageQuestion, home_workload
from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.local_models import JudgedLocal, judged_locals
from advisor.answer.rig.rank import each_of_best, kept_rank
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.local_model import LocalModel
from advisor.facts.rig.rig import Rig
from advisor.present.rank.local_models import judged_choices, local_badge, local_choices
from advisor.present.rank.picker import BEST, badge, choices_elsewhere, picker_groups, use_name
from advisor.present.text.choices import file_choices
from advisor.present.words.choice import Choice
from advisor.present.words.view import Badge, ChoiceGroup


class RigModels:
    """Models as they run on one rig, each asked once: by the ranking that pages Overview and Models show."""

    def __init__(self, rig: Rig, catalog: Catalog, local: tuple[LocalModel, ...] = ()) -> None:
        """`local` are the models on this computer."""
        self.rig, self.catalog, self.local = rig, catalog, local
        self._files = {one.path: one for one in local}
        self._held: dict[str, tuple[JudgedLocal, ...]] = {}
        """The same by workload, the most useful first, once that is known."""
        self._badges: dict[tuple[str, str], Badge | None] = {}
        self._best: dict[str, tuple[str, ...]] = {}

    def is_about(self, rig: Rig, catalog: Catalog, local: tuple[LocalModel, ...]) -> bool:
        """Whether these very ones are meant."""
        return self.rig is rig and self.catalog is catalog and self.local is local

    def best(self, workload_id: str) -> tuple[str, ...] | None:
        """The ids of the best for a workload; None where `best_steps` did not come to its end."""
        return self._best.get(workload_id)

    def best_steps(self, workload_id: str) -> Iterator[None]:
        """Find the best for a workload, a model a step; what does not run is none. Then the order of local ones."""
        found = []
        try:
            for one in each_of_best(self.rig, self.catalog, workload_id=workload_id, count=BEST):
                yield None
                if one is not None and one.usability != "wont_run":
                    found.append(one)
        except ProblemError:  # a rig without processors runs nothing
            found = []
        judged = []
        for held in judged_locals(self.rig, self.catalog, self.local, workload_id):
            judged.append(held)
            yield None
        self._held[workload_id] = tuple(sorted(judged, key=lambda one: one.place))
        self._badges |= {(one.model_id, workload_id): badge(one, workload_id, self.catalog) for one in found}
        self._best[workload_id] = tuple(one.model_id for one in found)

    def held_choices(self, workload_id: str) -> tuple[Choice, ...]:
        """The files on this computer; with their speeds, the most useful first, once those are known."""
        judged = self._held.get(workload_id)
        return local_choices(self.local) if judged is None else judged_choices(judged, self.catalog)

    def badge(self, model_id: str, workload_id: str) -> Badge | None:
        """How a model runs; None for an opened file that is nowhere programs keep theirs, and where nothing runs."""
        if (model_id, workload_id) not in self._badges:
            self._badges[model_id, workload_id] = self._asked(model_id, workload_id)
        return self._badges[model_id, workload_id]

    def _asked(self, model_id: str, workload_id: str) -> Badge | None:
        if model_id in self._files:
            judged = next(judged_locals(self.rig, self.catalog, (self._files[model_id],), workload_id))
            return local_badge(judged)
        card = self.catalog.models.get(model_id) or self.catalog.other_models.get(model_id)
        if card is None:
            return None
        try:
            rank = kept_rank(self.rig, self.catalog, workload_id)
            return badge(rank(model_id, card), workload_id, self.catalog)
        except ProblemError:
            return None


def ranked_as(question: PageQuestion, known: KnownModels) -> str:
    """The workload whose ranking tells of the question: of training that of the method that was chosen."""
    asked, works = question.now, known.catalog.other_workloads
    own, method = works.get(asked.workload_id), asked.fields.get("method")
    if own is None or method in (None, own.fields.get("method")):
        return asked.workload_id
    alike = (one for one, card in works.items() if card.task == own.task and card.fields.get("method") == method)
    return next(alike, asked.workload_id)


def offered(
    question: PageQuestion, known: KnownModels, here: tuple[Choice, ...], recent: tuple[str, ...], models: RigModels
) -> tuple[ChoiceGroup, ...]:
    """The groups of the picker; `here` are the models of the present workload."""
    catalog, workload_id = known.catalog, question.now.workload_id
    elsewhere = choices_elsewhere(catalog, workload_id, question.text.workload_id)
    if not question.is_text:
        elsewhere = (*file_choices(known.recent), *elsewhere)
    opened = (one.path for one in known.recent)
    asked = tuple(dict.fromkeys((*recent, *opened)))
    ranked_id = ranked_as(question, known)
    held = models.held_choices(ranked_id)
    return picker_groups(here, elsewhere, asked, models.best(ranked_id), use_name(workload_id, catalog), held)


def badge_here(model_id: str, question: PageQuestion, known: KnownModels, models: RigModels) -> Badge | None:
    """How a model runs in the workload in which it would be asked about."""
    home = home_workload(model_id, question, known)
    return models.badge(model_id, ranked_as(question, known) if home == question.now.workload_id else home)
