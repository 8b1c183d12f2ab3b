"""How the models on this computer run on a rig: each by its own file, the most useful first."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from advisor.answer.asked.problem import ProblemError
from advisor.answer.judge.too_weak import is_too_weak, too_weak
from advisor.answer.rig.rank import ranker
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload, task_models, use_of
from advisor.answer.tasks.registry import TASKS
from advisor.answer.text.one_setting import Setting
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.local_model import catalog_id, stated_quant
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Fit
from advisor.facts.answers.local_model import JudgedLocalModel, LocalModel
from advisor.facts.answers.usability import UNKNOWN_LIGHT, USABILITIES, USEFUL, Light, Usability
from advisor.facts.cards.model import ModelCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range


@frozen
class JudgedLocal:
    """A model on this computer: the one of the catalog that it is, and how it does the workload it was judged for.

    `way` is None where nothing can be said: no model of the catalog that writes no text, or no such work for it.
    `is_too_weak`: the model does too little for the work, however fast, as far as the way does not say so itself.
    """

    local: LocalModel
    model_id: str | None
    workload_id: str | None = None
    way: Setting | Ranked | None = None
    is_too_weak: bool = False

    @property
    def light(self) -> Light:
        """Whether it is of use here."""
        found = self.way.light if self.way else UNKNOWN_LIGHT
        return too_weak(found) if self.is_too_weak and found.is_useful else found

    @property
    def usability(self) -> Usability:
        """The word of its light."""
        found = self.way.usability if self.way else "unknown"
        return "slow" if self.is_too_weak and found in USEFUL else found

    @property
    def fit(self) -> Fit | None:
        """How it goes into the memory."""
        return self.way.option.fit if isinstance(self.way, Setting) else self.way.fit if self.way else None

    @property
    def rate(self) -> Range | None:
        """How fast it is; None where it won't run."""
        if self.way is None or self.usability == "wont_run":
            return None
        return self.way.option.decode.tokens_per_s if isinstance(self.way, Setting) else self.way.rate

    @property
    def wait_s(self) -> Range | None:
        """From the request to the useful answer; None where it won't run."""
        if self.way is None or self.usability == "wont_run":
            return None
        return self.light.answer_s if isinstance(self.way, Setting) else self.way.wait_s

    @property
    def quant(self) -> str | None:
        """The quantization of the file, as far as it says one."""
        return stated_quant(self.local)

    @property
    def place(self) -> tuple[int, bool, int, str]:
        """Smaller comes earlier: by light, then the larger file: of what runs alike it is the more capable."""
        return USABILITIES.index(self.usability), self.way is None, -self.local.size_bytes, self.local.name


def judged_locals(rig: Rig, catalog: Catalog, models: Iterable[LocalModel], workload_id: str) -> Iterator[JudgedLocal]:
    """How each runs, one a step. A rig that can run nothing, and a file that says too little, leave it unknown."""
    text_id = workload_id if workload_id in catalog.workloads else None
    chooser: Chooser | None = None
    rankers: dict[tuple[str, str | None], Callable[..., Ranked]] = {}
    for one in models:
        model_id = catalog_id(one, catalog)
        try:
            if one.file is not None and text_id is not None:
                chooser = chooser or Chooser(rig, catalog, catalog.workloads[text_id])
                card = catalog.models[model_id] if model_id else None
                way = chooser.of_file(one.file, card)
                yield JudgedLocal(one, model_id, text_id, way, _is_too_weak(way, card, text_id, catalog))
                continue
            home = _home(model_id, workload_id, catalog) if model_id else None
            if model_id is None or home is None:
                yield JudgedLocal(one, model_id)
                continue
            key = home, _precision(one)
            if key not in rankers:
                rankers[key] = ranker(rig, catalog, home, precision=key[1])
            card = catalog.models.get(model_id) or catalog.other_models[model_id]
            yield JudgedLocal(one, model_id, home, rankers[key](model_id, card))
        except ProblemError:
            yield JudgedLocal(one, model_id)


def _is_too_weak(way: Setting, card: ModelCard | None, workload_id: str, catalog: Catalog) -> bool:
    size = way.option.subject.weights.total_bytes
    use = use_of(workload_id, catalog)
    return card is not None and is_too_weak(card, way.workload, catalog, use=use, weights_bytes=size)


def _precision(local: LocalModel) -> str | None:
    """In what a file of a model that writes no text is run; None where that is left open."""
    stored = local.other.stored if local.other else None
    return "fp8" if stored and stored.startswith("F8") else stored


def local_record(one: JudgedLocal, catalog: Catalog) -> JudgedLocalModel:
    """It as a record."""
    file, local = one.local.file, one.local
    unit = TASKS[find_workload(one.workload_id, catalog).task].rate_unit if one.workload_id else "tokens"
    return JudgedLocalModel(
        name=local.name,
        path=local.path,
        format=local.format,
        size_bytes=local.size_bytes,
        files=local.files,
        holders=local.holders,
        quant=one.quant,
        architecture=file.architecture if file else None,
        params=file.weights.params if file and file.weights else local.other.params if local.other else None,
        model_id=one.model_id,
        workload=one.workload_id,
        usability=one.usability,
        fit=one.fit.verdict if one.fit else "unknown",
        rate_per_s=one.rate,
        rate_unit=unit,
    )


def _home(model_id: str, workload_id: str, catalog: Catalog) -> str | None:
    """The workload a model is judged for: the one that is asked for where it can do that, else what it is made for."""
    homes = _homes(catalog).get(model_id, ())
    if workload_id in homes or not homes:
        return workload_id if homes else None
    return homes[0] if model_id in catalog.other_models else None


@lru_cache(maxsize=2)
def _homes(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """The workloads, beside those of writing, that each model can do, the usual ones first."""
    found: dict[str, tuple[str, ...]] = {}
    for workload_id, card in sorted(catalog.other_workloads.items(), key=lambda item: item[1].list_place or 99):
        for model_id in task_models(card, catalog):
            found[model_id] = (*found.get(model_id, ()), workload_id)
    return found
