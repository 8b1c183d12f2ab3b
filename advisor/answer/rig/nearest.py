"""What does the same work here instead of a model: its own form of few steps, else the first of the ranking.

Of what hears it is one of the same family, where one of those is of use, and always one of the same languages.

So nobody is told two orders.
"""

from collections.abc import Callable, Collection, Iterator

from advisor.answer.rig.prospects import prospects
from advisor.answer.rig.rank import each_of_best
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload, use_of
from advisor.answer.tasks.task import Asked
from advisor.answer.text.one_setting import Setting
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import Nearest
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Rig


def nearest_model(asked: Asked, rig: Rig, catalog: Catalog) -> Nearest | None:
    """The best model of the ranking for the same work that is great or fine on a rig; None without any.

    Raises ProblemError as `_steps` does.
    """
    return next(filter(None, _steps(asked, rig, catalog)), None)


def _steps(asked: Asked, rig: Rig, catalog: Catalog) -> Iterator[Nearest | None]:
    """The same in steps that yield None until it is known.

    It may be the model that was asked about, in the file that suits the rig. Where there are pictures it is one that
    sees.

    Raises:
        ProblemError: the rig has no processor, or the catalog no engine.
    """

    def is_meant(model: ModelCard) -> bool:
        is_alike = asked.model is None or same_work(model, asked.model)
        return is_alike and (model.vision is not None or not _sees(asked))

    model_id, work = asked.question.model_id if asked.file is None else None, asked.workload
    for best in each_instead(rig, catalog, asked.question.workload_id, model_id, wanted=is_meant, workload=work):
        yield None if best is None else _as_nearest(best, quick_forms(model_id, catalog))


def each_instead(
    rig: Rig,
    catalog: Catalog,
    workload_id: str,
    model_id: str | None,
    *,
    wanted: Callable[[ModelCard], bool],
    workload: WorkloadCard | TaskCard | None = None,
) -> Iterator[Ranked | None]:
    """What does the work here instead of a model, in steps that yield None; nothing at last where nothing is of use.

    `workload` takes the place of the one of that id, as with a longer prompt.

    Raises:
        ProblemError: the rig has no processor, or the catalog no engine.
    """
    quick = [catalog.other_models[one] for one in quick_forms(model_id, catalog)]
    about, use = workload or find_workload(workload_id, catalog), use_of(workload_id, catalog)
    may_be_of_use = prospects(rig, catalog, about, use=use)
    asked = catalog.other_models.get(model_id or "")
    kin = [lambda card: card in quick] if quick else []
    if asked is not None and asked.languages:
        kin.append(lambda card: card.family == asked.family and card is not asked and wanted(card))
    for is_meant in (*kin, wanted):

        def is_asked(card: ModelCard, is_meant: Callable[[ModelCard], bool] = is_meant) -> bool:
            return is_meant(card) and may_be_of_use(card)

        steps = each_of_best(
            rig, catalog, workload_id=workload_id, count=1, wanted=is_asked, workload=workload, only_useful=True
        )
        for best in steps:
            if best is not None and best.light_is_useful:
                yield best
                return
            yield None


def quick_forms(model_id: str | None, catalog: Catalog) -> tuple[str, ...]:
    """Ids of the same model made to need a third of the steps or fewer: of its family, with the same network.

    So are adapters for four steps, and what their makers call turbo, fast, lightning or distilled.
    """
    asked = catalog.other_models.get(model_id or "")
    if asked is None or not _work(asked):
        return ()
    return tuple(one for one, card in catalog.other_models.items() if _is_quick_form(card, asked))


_FEWER, _FEW = 3, 8


def _is_quick_form(one: ModelCard, asked: ModelCard) -> bool:
    return _is_quicker(one, asked) and _network(one) == _network(asked)


def _is_quicker(one: ModelCard, asked: ModelCard) -> bool:
    """Whether it does the work of another one of its family in a third of the steps or fewer."""
    is_alike = one.family == asked.family and one.good_for == asked.good_for and same_work(one, asked)
    return is_alike and 0 < _FEWER * _work(one) <= _work(asked)


def quick_relatives(model_id: str, catalog: Catalog) -> tuple[str, ...]:
    """Ids of those of its family that are built alike and need a third of the steps or fewer, the same ones first."""
    asked = catalog.other_models.get(model_id)
    if asked is None or not _work(asked):
        return ()
    same, shape = quick_forms(model_id, catalog), _shape(asked)
    if shape is None:
        return same
    others = ((one, card) for one, card in catalog.other_models.items() if one not in same)
    return (
        *same,
        *(one for one, card in others if _is_quicker(card, asked) and _work(card) <= _FEW and _shape(card) == shape),
    )


def _work(card: ModelCard) -> int:
    """Passes through the network for one picture or film."""
    usual = card.pipeline.defaults if card.pipeline is not None else None
    return (usual.steps or 0) * (usual.passes_per_step or 1) if usual is not None else 0


def _network(card: ModelCard) -> tuple[tuple[int | None, int | None, int], ...]:
    """What is passed in each step."""
    networks = card.pipeline.networks if card.pipeline is not None else ()
    return tuple((one.layers, one.hidden, one.params) for one in networks if one.role == "denoiser")


def _shape(card: ModelCard) -> list[tuple[int, int | None]] | None:
    """Layers and width of the same, whatever is in them; None where the layers of one are not known."""
    shape = [(layers, hidden) for layers, hidden, _ in _network(card) if layers]
    return shape if len(shape) == len(_network(card)) else None


def _as_nearest(best: Ranked, quick: Collection[str]) -> Nearest:
    return Nearest(
        model_id=best.model_id,
        model_name=best.model.name,
        quant=best.way.quant if isinstance(best.way, Setting) else None,
        light=best.light,
        rate=best.rate,
        in_fewer_steps=best.model_id in quick,
    )


_Key = tuple[str, int | None, str | None, bool, tuple[str, ...], tuple[str, ...]]


class KeptNearest:
    """`nearest_model` that remembers its answers for the rig asked about last: turned knobs do not change them."""

    def __init__(self) -> None:
        self._rig: Rig | None = None
        self._found: dict[_Key, Nearest | None] = {}

    def __call__(self, asked: Asked, rig: Rig, catalog: Catalog) -> Nearest | None:
        """As `nearest_model`."""
        for _ in self.ahead(asked, rig, catalog):
            pass
        return self._found[_key(asked, catalog)]

    def ahead(self, asked: Asked, rig: Rig, catalog: Catalog) -> Iterator[None]:
        """Work it out in small pieces, so that it is known when it is asked for. Raises as `nearest_model` does."""
        if self.knows(asked, rig, catalog):
            return
        best = None
        for one in _steps(asked, rig, catalog):
            best = best or one
            yield
        if rig is not self._rig:
            self._rig, self._found = rig, {}
        self._found[_key(asked, catalog)] = best

    def knows(self, asked: Asked, rig: Rig, catalog: Catalog) -> bool:
        """Whether it has been worked out."""
        return rig is self._rig and _key(asked, catalog) in self._found


class NearestSoFar:
    """The same for an answer that nobody shall wait for: nothing where it is yet to be worked out.

    `is_awaited` then says that there may be something to name a moment later.
    """

    def __init__(self, kept: KeptNearest) -> None:
        self._kept = kept
        self.is_awaited = False

    def __call__(self, asked: Asked, rig: Rig, catalog: Catalog) -> Nearest | None:
        """What was worked out ahead."""
        self.is_awaited = not self._kept.knows(asked, rig, catalog)
        return None if self.is_awaited else self._kept(asked, rig, catalog)


def _key(asked: Asked, catalog: Catalog) -> _Key:
    """What the answer depends on but the rig."""
    prompt_tokens = asked.workload.prompt_tokens if isinstance(asked.workload, WorkloadCard) else None
    quick = quick_forms(asked.question.model_id, catalog)
    model = asked.model
    family = (model.family, *model.languages) if model is not None and model.languages else ()
    return asked.question.workload_id, prompt_tokens, starts_from(model), _sees(asked), quick, family


def same_work(one: ModelCard, other: ModelCard) -> bool:
    """Whether both are given the same: what makes a film of a picture stands in for none that makes it of words.

    What hears knows all languages of the other, as far as those are known.
    """
    return starts_from(one) == starts_from(other) and one.knows_all_of(other)


def starts_from(model: ModelCard | None) -> str | None:
    """What it is given beside words, as a picture that becomes a film; None for others."""
    return model.pipeline.starts_from if model is not None and model.pipeline is not None else None


def _sees(asked: Asked) -> bool:
    """Whether the model is shown pictures."""
    return bool(asked.question.fields.get("images"))
