"""What does the same work here instead of a model: the first of the ranking, so that nobody is told two orders."""

from collections.abc import Iterator

from advisor.answer.rig.rank import each_of_best
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.task import Asked
from advisor.answer.text.setting import Setting
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import Nearest
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import WorkloadCard
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

    found = each_of_best(
        rig, catalog, workload_id=asked.question.workload_id, count=1, wanted=is_meant, workload=asked.workload
    )
    for best in found:
        yield None if best is None or not best.light_is_useful else _as_nearest(best)


def _as_nearest(best: Ranked) -> Nearest:
    quant = best.way.quant if isinstance(best.way, Setting) else None
    return Nearest(model_id=best.model_id, model_name=best.model.name, quant=quant, light=best.light, rate=best.rate)


_Key = tuple[str, int | None, str | None, bool]


class KeptNearest:
    """`nearest_model` that remembers its answers for the rig asked about last: turned knobs do not change them."""

    def __init__(self) -> None:
        self._rig: Rig | None = None
        self._found: dict[_Key, Nearest | None] = {}

    def __call__(self, asked: Asked, rig: Rig, catalog: Catalog) -> Nearest | None:
        """As `nearest_model`."""
        if rig is not self._rig:
            self._rig, self._found = rig, {}
        key = _key(asked)
        if key not in self._found:
            self._found[key] = nearest_model(asked, rig, catalog)
        return self._found[key]

    def ahead(self, asked: Asked, rig: Rig, catalog: Catalog) -> Iterator[None]:
        """Work it out in small pieces, so that it is known when it is asked for. Raises as `nearest_model` does."""
        if rig is self._rig and _key(asked) in self._found:
            return
        best = None
        for one in _steps(asked, rig, catalog):
            best = best or one
            yield
        if rig is not self._rig:
            self._rig, self._found = rig, {}
        self._found[_key(asked)] = best


def _key(asked: Asked) -> _Key:
    """What the answer depends on but the rig."""
    prompt_tokens = asked.workload.prompt_tokens if isinstance(asked.workload, WorkloadCard) else None
    return asked.question.workload_id, prompt_tokens, _starts_from(asked.model), _sees(asked)


def same_work(one: ModelCard, other: ModelCard) -> bool:
    """Whether both are given the same: what makes a film of a picture stands in for none that makes it of words."""
    return _starts_from(one) == _starts_from(other)


def _starts_from(model: ModelCard | None) -> str | None:
    return model.pipeline.starts_from if model is not None and model.pipeline is not None else None


def _sees(asked: Asked) -> bool:
    """Whether the model is shown pictures."""
    return bool(asked.question.fields.get("images"))
