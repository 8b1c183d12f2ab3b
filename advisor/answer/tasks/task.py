"""What a task is to the rooms above: one entry of the registry."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Generic

from advisor.answer.asked.checked_request import AnyRequest
from advisor.answer.judge.light import Outcome
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import RateUnit
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.asked.question import Question
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.pipeline import ModelKind
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen

MANY = (1, 2, 4, 8, 16, 32, 64, 128, 256)
"""So many at once are tried where a task takes many."""

Fields = Mapping[str, Any]
Forms = Callable[[Processor, Fields, Catalog], tuple[Fields, ...]]
"""In what a processor runs the model that a request asks about: fields that are tried one after another."""
Rounds = tuple[tuple[Fields, ...], ...]
"""Forms of equal use each: of these the first that one memory holds, else the last."""
MayDo = Callable[[Processor, Fields, Catalog, TaskCard], bool]
"""Whether a processor may do well what a request asks, as far as bounds tell without answering it."""
RoundsOf = Callable[[Processor, Fields, Catalog], Rounds]


def as_asked(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Only as the request says."""
    return ({},)


def no_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[()]:
    """None at all."""
    return ()


def unbounded(processor: Processor, asked: Fields, catalog: Catalog, workload: TaskCard) -> bool:
    """As far as nothing tells."""
    return True


@frozen
class Task(Generic[AnyRequest]):
    """One kind of work.

    `answer` takes a request, the names of what was ignored in it, the catalog, and but for `generate` a device of a rig
    where the request names none; it raises ProblemError where the question cannot be answered. `of_rig` answers a
    question on a whole rig. `kind` is that of its models, None for those that write text. `varied` is the figure whose
    effect is shown, with its values. `shares_cards`: several equal cards work together as one. `forms` are tried until
    one fits, `further_forms` where none of them is great, `worse_forms` where none at all is of use, `last_forms` where
    none fits, then the next smaller of `sizes`, the largest first.
    `outcome` tells what judges an answer before all of it is worked out, where that takes less, `misses` whether a
    request surely falls short in this form and in any larger one.
    `may_do` tells at once of much that it is of no use. `rate_unit` is what speeds count.
    `printed` makes of an option the answer that commands print.
    """

    record: type[AnyRequest]
    answer: Callable[..., Answer]
    of_rig: Callable[..., Any]
    kind: ModelKind | None = None
    varied: tuple[str, tuple[int, ...]] | None = None
    shares_cards: bool = False
    forms: Forms = as_asked
    further_forms: RoundsOf = no_forms
    worse_forms: RoundsOf = no_forms
    last_forms: Forms = no_forms
    sizes: Forms = no_forms
    may_do: MayDo = unbounded
    outcome: Callable[..., Outcome] | None = None
    misses: Callable[..., bool] | None = None
    rate_unit: RateUnit = "items"
    printed: Callable[[Any], Answer] = attrgetter("answer")


@frozen
class Asked:
    """A question with the cards it is about; `model` is None where the model is in an opened `file`."""

    question: Question
    task: Task[Any]
    workload: WorkloadCard | TaskCard
    model: ModelCard | None
    file: ModelFile | None = None
    candidates: tuple[str, ...] | None = None
    """Ids of graphics cards to compare with: None picks some by rule, () takes none."""
    is_glance: bool = False
    """Without the speed while the context fills, which charts alone show."""
