"""What a changed rig makes newly possible: current models of use there, more capable than what runs here.

One gate for both: a model counts in a file of good quality, on what one has as on what one would buy.
"""

from collections.abc import Callable, Collection, Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from advisor.answer.judge.thinking import thought_of
from advisor.answer.judge.too_weak import with_model
from advisor.answer.rig.nearest import each_instead, quick_forms, same_work, starts_from
from advisor.answer.rig.prospects import prospects
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import task_models
from advisor.answer.text.execution_targets import ExecutionTarget, execution_targets
from advisor.answer.text.judged import quick_light
from advisor.answer.text.run_options import find_run_options
from advisor.answer.text.setting import USUAL
from advisor.answer.text.text_answer import typical_request
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.outdated import newest_month, outdated
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.answer.worth.question import WRITING, WorthQuestion
from advisor.answer.worth.speed import Reached, is_of_use, reached, rig_key, usual_question
from advisor.answer.worth.within_reach import WithinReach, usable_processors
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import Light
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TRAINING, TaskCard, WorkloadCard
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.units import BITS_PER_BYTE

_LEAST_BITS = 3.4
"""Bits of a weight in files that models were released in, about: what needs more memory or bandwidth is not asked."""
_LEAST_GOOD_BITS = 4.2
"""The same of other files of good quality, and of other tasks, which take these."""
_GOOD_FILES = (USUAL[0], [one for one in USUAL if not loss_steps(one)][-1])
"""A model is of use where one of these is: larger files are slower, smaller ones answer noticeably worse."""
_AS_IT_MAY = Light(usability="great")
"""Before it is asked how fast a model is."""
NAMED, _ASKED, _ASKED_HERE = 3, 24, 24
"""So many are named, of so many that are asked about; so many of the rig as it is."""


class NewlyUsable:
    """Asks each rig about models that may run there, more capable than any that runs well on the rig as it is."""

    def __init__(self, now: Rig, question: WorthQuestion, instead: dict[Hashable, Ranked | None] | None = None) -> None:
        """`instead` is what does the work of other questions about the same rig."""
        self._instead = {} if instead is None else instead
        self._question, self.rig, self._now = question, now, _Asker(now, question)
        self._models = _models(question)
        self._useless: dict[str, list[_Strength]] = {}
        self._useful: dict[str, list[_Strength]] = {}
        self._on: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._ahead: Iterator[None] | None = None
        self._runs: dict[str, bool] = {}
        self._reached: dict[tuple[str, ...], Reached] = {}

    def on(self, option: str, rig: Rig) -> Generator[None, None, tuple[str, ...]]:
        """Ids of the most capable ones on the rig of one way, model by model; each way is asked once."""
        key = rig_key(option, rig)
        if key not in self._on:
            self._on[key] = yield from self._found(rig)
        return self._on[key]

    def here(self) -> Ranked | None:
        """The first of the ranking for the same work on the rig as it is, before it the model in fewer steps.

        None where none is of use.
        """
        for _ in self.ahead():
            pass
        return self._instead[self._about]

    def ahead(self) -> Iterator[None]:
        """The same worked out in small steps, so that it is known when it is asked for."""
        self._ahead = self._ahead or self._each_instead()
        yield from self._ahead

    def _each_instead(self) -> Iterator[None]:
        if self._about in self._instead:
            return
        asked, question = self._asked_model, self._question
        here: Ranked | None = None
        for best in each_instead(
            self.rig,
            question.catalog,
            question.whole_workload_id,
            question.any_model_id,
            wanted=lambda card: asked is None or same_work(card, asked),
            workload=question.workload,
        ):
            here = best
            yield None
        self._instead[self._about] = here

    @property
    def _about(self) -> Hashable:
        """What that depends on but the rig and the catalog."""
        question, asked = self._question, self._asked_model
        forms = quick_forms(question.any_model_id, question.catalog)
        about = question.whole_workload_id, question.at_once
        return *about, starts_from(asked) if asked is not None else "any", forms

    @property
    def _asked_model(self) -> ModelCard | None:
        return self._card(self._question.any_model_id)

    def _card(self, model_id: str | None) -> ModelCard | None:
        catalog = self._question.catalog
        return catalog.models.get(model_id or "") or catalog.other_models.get(model_id or "")

    def ids(self) -> Iterator[str]:
        """The current models for the work, the most capable first."""
        return (model_id for model_id, _ in self._models)

    def able(self, model_id: str | None) -> float:
        """How capable a model is for the work, in doublings of parameters; 0 for none."""
        card = self._card(model_id)
        return 0.0 if card is None else capability(card, self._question.catalog.blocks, use=self._question.use)

    def able_here(self) -> float:
        """The same of the most capable that does the work well on the rig as it is; 0 where none of some does."""
        return self.able(self.most_able_here())

    def most_able_here(self) -> str | None:
        """The id of that one."""
        likely = [one for one in self._models if self._now.may_run(one[1])][:_ASKED_HERE]
        return next((one for one, card in likely if self._now.is_useful(one, card)), None)

    def runs_here(self, model_id: str) -> bool:
        """Whether the work can be done well with it on the rig as it is, in whatever file."""
        if model_id not in self._runs:
            card = self._card(model_id)
            self._runs[model_id] = (card is None or self._may_be_of_use(card)) and self._is_useful_here(model_id)
        return self._runs[model_id]

    @cached_property
    def _may_be_of_use(self) -> Callable[[ModelCard], bool]:
        question = self._question
        return prospects(self.rig, question.catalog, question.workload, use=question.use)

    def _is_useful_here(self, model_id: str) -> bool:
        about = replace(self._question, model_name=model_id, quant=None, usual_quant=None)
        if reached(self.rig, about).light.is_useful:
            return True
        usual = usual_question(self.rig, about)
        return usual.usual_quant is not None and reached(self.rig, usual).light.is_useful

    def reached_on(self, option: str, rig: Rig, model_id: str) -> Reached:
        """What one of those reaches on the rig of a way, in a file in which it is of use; each is asked once."""
        key = (*rig_key(option, rig), model_id)
        if key not in self._reached:
            about = replace(self._question, model_name=model_id, quant=None, usual_quant=None)
            found, card = reached(rig, usual_question(rig, about)), self._question.catalog.models.get(model_id)
            if not found.light.is_useful and self._question.is_interactive and card and not card.native_quant:
                smaller = reached(rig, replace(about, quant=_GOOD_FILES[-1]))
                found = smaller if smaller.light.is_useful else found
            self._reached[key] = found
        return self._reached[key]

    def whole_on(self, option: str, rig: Rig, held_bytes: float) -> tuple[str, Reached] | None:
        """The most capable that is great in so much memory of cards alone, in a file of good quality; None without."""
        able = (id for id, card in self._models if card.params * _LEAST_GOOD_BITS / BITS_PER_BYTE <= held_bytes)
        for model_id in islice(able, _ASKED):
            found = self.reached_on(option, rig, model_id)
            is_whole = found.fit == "fits" and found.processor is not None and found.processor.kind == "gpu"
            if is_whole and found.light.usability == "great" and not found.is_reduced:
                return model_id, found
        return None

    def opened_by(self, option: str, rig: Rig, *, most: int) -> Iterator[str]:
        """Ids of those that run well on the rig of a way, however capable what runs as it is; of `most` of them."""
        asker = _Asker(rig, self._question, now=self.rig)
        likely = (one for one, card in self._models if asker.may_run(card) and not self._now.is_useful(one, card))
        for model_id in islice(likely, most):
            found = self.reached_on(option, rig, model_id)
            if found.light.is_useful and not found.is_reduced and not self.runs_here(model_id):
                yield model_id

    def _found(self, rig: Rig) -> Generator[None, None, tuple[str, ...]]:
        asker, found, asked = _Asker(rig, self._question, now=self.rig), list[str](), 0
        for model_id, card in self._models:
            if len(found) == NAMED or asked == _ASKED:
                break
            if not asker.may_run(card):
                continue
            if self._now.is_useful(model_id, card):
                break  # what follows is less capable than what runs already
            asked += 1
            if self._may_be_useful(asker, model_id, card):
                found.append(model_id)
            yield None
        return tuple(found)

    def _may_be_useful(self, asker: "_Asker", model_id: str, card: ModelCard) -> bool:
        """Whether the work can be done well with a model; it is not asked where better or weaker cards tell."""
        mine = asker.strength
        if mine is None:
            return asker.is_useful(model_id, card)
        useless, useful = self._useless.setdefault(model_id, []), self._useful.setdefault(model_id, [])
        if any(one.is_as_good(mine) for one in useless):
            return False
        if any(mine.is_as_good(one) for one in useful):
            return True
        is_useful = asker.is_useful(model_id, card)
        (useful if is_useful else useless).append(mine)
        return is_useful


class _Strength(NamedTuple):
    """What the graphics cards of a rig have together, beside the same CPU; each figure in its plain unit.

    Without cards it is that of each processor, by whose names it goes: more memory of the same chip.
    """

    names: tuple[str, ...]
    held_bytes: tuple[float, ...]
    bytes_per_s: tuple[float, ...]
    flop_per_s: tuple[float, ...]

    def is_as_good(self, other: "_Strength") -> bool:
        """Whether as many have as much of everything; between makers programs decide, too."""
        if self.names != other.names:
            return False
        pairs = zip(chain(*self[1:]), chain(*other[1:]), strict=True)
        return all(mine >= theirs for mine, theirs in pairs)


class _Asker:
    """Whether models are of use on one rig, each asked about once."""

    def __init__(self, rig: Rig, question: WorthQuestion, *, now: Rig | None = None) -> None:
        """`now` was asked before about each model: what one part does badly there it does badly beside the same CPU.

        `strength` is that of its cards, where nothing else differs from that rig.
        """
        self._rig, self._question = rig, question
        is_same_cpu = now is not None and _cpu(rig) == _cpu(now)
        self._asked_before = now.processors if now is not None and is_same_cpu else ()
        self._targets: tuple[ExecutionTarget, ...] | None = None
        self._is_useful: dict[str, bool] = {}
        self._reach = WithinReach(rig, question.workload)
        # of pictures types decide, too: those beside graphics in the CPU are asked each
        beside = [one for one in self._asked_before if one.kind == "cpu" or question.task in WRITING]
        self.strength = _strength(rig, self._reach, beside=beside)

    def may_run(self, card: ModelCard) -> bool:
        """Whether its smallest file goes into all memories together, and may be read as fast as the work needs."""
        is_own = self._question.is_interactive and bool(card.native_quant)
        return self._reach.may_run(card, bits=_LEAST_BITS if is_own else _LEAST_GOOD_BITS)

    def is_useful(self, model_id: str, card: ModelCard) -> bool:
        """Whether the work can be done well with it in a file of good quality."""
        if model_id not in self._is_useful:
            is_open = self._most(card).is_useful and self.may_run(card)
            self._is_useful[model_id] = is_open and self._asked(model_id, card)
        return self._is_useful[model_id]

    def _most(self, card: ModelCard) -> Light:
        """What a model can be for the work, however fast it is."""
        question = self._question
        return with_model(_AS_IT_MAY, card, question.workload, question.catalog, use=question.use)

    def _asked(self, model_id: str, card: ModelCard) -> bool:
        question = self._question
        if not question.is_interactive:
            about = replace(question, model_name=model_id, quant=None, usual_quant=None)
            return is_of_use(self._rig, about, without=self._asked_before)
        files = (card.native_quant,) if card.native_quant else _GOOD_FILES
        return any(self._written(card, file).is_useful for file in files)

    def _written(self, card: ModelCard, file: str) -> Light:
        """How well a model that writes does it in one file."""
        catalog, workload = self._question.catalog, self._question.workload
        assert isinstance(workload, WorkloadCard)
        if self._targets is None:
            self._targets = execution_targets(self._rig, catalog)
        subject = subject_of(card, find_quant(file, card, catalog)[0], catalog)
        option = find_run_options(self._targets, subject, typical_request(workload, card)).best
        return quick_light(workload, option, thought_of(card, catalog, name=card.name))


def _strength(rig: Rig, reach: WithinReach, *, beside: Collection[Processor]) -> _Strength | None:
    """None where nothing tells which of two is the better one.

    `beside` are the parts of the rig as it is that may stand beside cards: none where its CPU is another one.
    """
    usable = usable_processors(rig)
    cards = [one for one in usable if one.pool == "vram"]
    if cards:
        is_same = bool(beside) and all(one in beside for one in usable if one.pool != "vram")
        return _of_cards(cards, reach.held_fast_bytes) if is_same else None
    if not usable:
        return None
    return _Strength(
        tuple(one.name for one in usable),
        (reach.held_bytes, reach.held_fast_bytes),
        tuple(one.best_bytes_per_s.value or 0.0 for one in usable),
        tuple(one.fp16_flop_per_s.value or 0.0 for one in usable),
    )


def _of_cards(cards: Sequence[Processor], held_bytes: float) -> _Strength:
    """That of the weakest of them, and of the memory of all."""
    return _Strength(
        (*sorted({one.vendor for one in cards}), f"{len(cards)} cards"),
        (held_bytes,),
        (min(one.best_bytes_per_s.value or 0.0 for one in cards),),
        (min(one.fp16_flop_per_s.value or 0.0 for one in cards),),
    )


def _cpu(rig: Rig) -> Processor | None:
    return next((one for one in rig.processors if one.kind == "cpu"), None)


def _models(question: WorthQuestion) -> tuple[tuple[str, ModelCard], ...]:
    """The current models for the work, the most capable first."""
    workload, catalog = question.workload, question.catalog
    if question.task in TRAINING:
        return ()
    models = task_models(workload, catalog) if isinstance(workload, TaskCard) else dict(catalog.models)
    asked = models.get(question.any_model_id or "")
    alike = models if asked is None else {one: card for one, card in models.items() if same_work(card, asked)}
    return _ordered(tuple(alike), question.use, catalog)


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
