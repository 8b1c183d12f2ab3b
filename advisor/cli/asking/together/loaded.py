"""Whether several works have room at the same time on one computer: each with its model, the sum, one verdict."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from advisor.advice.assembled import assembled
from advisor.advice.question import judged_answer
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered, rig_of, wished
from advisor.cli.asking.best_of_all import best_on
from advisor.cli.asking.steps import Part, Together
from advisor.cli.asking.versus.row import LIGHTS
from advisor.cli.asking.voice import Assistant
from advisor.cli.asking.wish import meant, question_of
from advisor.cli.frame.command import UsageError
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.light import usability_word
from advisor.present.words.quantity import capacity
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import joined

_SMALL_FILE = "Q4_K_M"
_TRIED = 12
_SHARE = 0.5
"""So much of what is free a model may take that nobody named, where another follows it (a judgment)."""
_TIGHT = 0.95
"""From this share of what is free on nothing else has room beside it (a judgment)."""


class _Loaded(NamedTuple):
    part: Part
    answer: AskAnswer
    verdict: Verdict
    words: tuple[str, ...]

    @property
    def is_useful(self) -> bool:
        return self.answer.is_useful


def loaded_together(step: Together, catalog: Catalog) -> Assistant:
    """Each work with its model and memory, the sum against what is free, and one verdict.

    Named models are taken as they are, in a smaller file where all have no room; then follow the best that still fit.

    Raises:
        SentenceError, ReasonError: a model that is named has no answer.
    """
    free = _free(step, catalog)
    found = _in_room(step, catalog, free)
    short = [pool for pool, size in _sums(found).items() if size > free.get(pool, size)]
    asked = rig_of(step.rig, catalog)
    return Assistant(
        tuple(_lines(found, free, short, asked.name or found[0].answer.rig)),
        _light_of(found, is_short=bool(short)),
        tuple(one.answer for one in found),
        tuple(("ask", *one.words) for one in found),
    )


def _light_of(found: Sequence[_Loaded], *, is_short: bool) -> Usability:
    """The worst of all; at best slow where they have no room at once."""
    lights = [one.answer.usability for one in found]
    return max([*lights, "slow"] if is_short else lights, key=LIGHTS.index)


def _in_room(step: Together, catalog: Catalog, free: Mapping[str, int]) -> list[_Loaded]:
    """All parts in their order: first what is named, then the largest that still fits of what is not."""
    named = [one for one in step.parts if one.model]
    found = [_named(one, step, catalog) for one in named]
    others = sorted((one for one in step.parts if not one.model), key=lambda one: one.workload in catalog.workloads)
    is_full = any(size > _SHARE * free.get(pool, size) for pool, size in _sums(found).items()) and bool(others)
    if is_full or not _fits(found, free):
        smaller = [_named(one, step, catalog, is_small=True) for one in named]
        found = [*map(_less, found, smaller)]
    for place, one in enumerate(others, 1):
        found.append(_best(one, step, found, free, catalog, is_last=place == len(others)))
    return sorted(found, key=lambda one: step.parts.index(one.part))


def _less(first: _Loaded, second: _Loaded) -> _Loaded:
    """The one that takes less, where both do the work alike well."""
    is_worse = LIGHTS.index(second.answer.usability) > LIGHTS.index(first.answer.usability)
    return first if is_worse or sum(_sums([second]).values()) >= sum(_sums([first]).values()) else second


def _named(part: Part, step: Together, catalog: Catalog, *, is_small: bool = False) -> _Loaded:
    file = part.quant or (_SMALL_FILE if is_small and part.workload in catalog.workloads else "")
    quant = ("--quant", file) if file else ()
    try:
        return _asked(part, part.model, (*step.rig, *quant), catalog)
    except (ReasonError, SentenceError):
        if part.quant or not file:
            raise
        return _asked(part, part.model, step.rig, catalog)


def _best(
    part: Part, step: Together, found: Sequence[_Loaded], free: Mapping[str, int], catalog: Catalog, *, is_last: bool
) -> _Loaded:
    """The first of the ranking that does it well and fits beside the others; else what takes the least."""
    tried = list[_Loaded]()
    share = 1.0 if is_last else _SHARE
    for model in islice(best_on(rig_of(step.rig, catalog), part.workload, catalog, part.family), _TRIED):
        for quant in ((), ("--quant", _SMALL_FILE)) if part.workload in catalog.workloads else ((),):
            try:
                one = _asked(part, model, (*step.rig, *quant), catalog)
            except (ReasonError, SentenceError):
                continue
            if one.is_useful and _fits([*found, one], {pool: round(share * size) for pool, size in free.items()}):
                return one
            tried.append(one)
    if not tried:
        raise UsageError(f"no model of the list is known for {part.workload.replace('-', ' ')} on this computer")
    return min(tried, key=lambda one: (not one.is_useful, sum(one.answer.need_bytes.values())))


def _asked(part: Part, model: str, options: Sequence[str], catalog: Catalog) -> _Loaded:
    words = (model, "--workload", part.workload, *options)
    answer, verdict, _ = answered(words, catalog)
    return _Loaded(part, answer, verdict, words)


def _free(step: Together, catalog: Catalog) -> Mapping[str, int]:
    """What is free of each memory beside its reserve, as the most careful of the answers counts it."""
    free = dict[str, int]()
    for part in step.parts:
        model = part.model or next(best_on(rig_of(step.rig, catalog), part.workload, catalog, part.family), "")
        if not model:
            continue
        wish, asked = wished((model, "--workload", part.workload, *step.rig), catalog)
        about, (_, rig) = meant(wish, catalog), assembled(asked.profile, catalog, name=asked.name)
        question, is_quant_own, _ = question_of(wish, about, rig)
        found, _ = judged_answer(question, rig, about.known, is_quant_own=is_quant_own)
        for pool in (fit := found.chosen.fit).pools:
            if pool.free_bytes is not None:
                left = pool.free_bytes - (fit.reserve_bytes or 0)
                free[pool.pool] = min(free.get(pool.pool, left), left)
    return free


def _sums(found: Sequence[_Loaded]) -> dict[str, int]:
    """What all of them take of each memory."""
    sums = dict[str, int]()
    for one in found:
        for pool, size in one.answer.need_bytes.items():
            sums[pool] = sums.get(pool, 0) + size
    return sums


def _fits(found: Sequence[_Loaded], free: Mapping[str, int]) -> bool:
    return all(size <= free.get(pool, size) for pool, size in _sums(found).items())


def _lines(found: Sequence[_Loaded], free: Mapping[str, int], short: Sequence[str], name: str) -> Iterator[str]:
    sums, both = _sums(found), "both" if len(found) == 2 else f"all {len(found)}"
    pool = next((one for one in (*short, "vram", "unified", "ram") if one in sums), next(iter(sums), ""))
    told = f"{capacity(sums.get(pool, 0))} of {capacity(free[pool])} free" if pool in free else "memory unknown"
    bad = [one for one in found if not one.is_useful]
    if short:
        yield f"Not at once: {both} on {name} need {told}. Load one at a time, or take a smaller model."
    elif bad:
        names = joined((f"{_called(one)} ({_light(one)})" for one in bad), " and ")
        yield f"They fit at once on {name}, {told}, but not well: {names}."
    else:
        tight = ", close other programs" if pool in free and sums[pool] > _TIGHT * free[pool] else ""
        yield f"Yes: {both} at once on {name}, {told}{tight}."
    for one in found:
        speed = one.verdict.figures[0] if one.verdict.figures else None
        rate = f", {speed.amount}" if speed is not None and one.answer.usability != "wont_run" else ""
        size = joined((f"{capacity(each)} {_IN.get(at, at)}" for at, each in one.answer.need_bytes.items()), " + ")
        work = one.part.workload.replace("-", " ")
        yield f"{work.capitalize()}: {_called(one)}, {_light(one)}{rate}, {size}."
    alone = f"Speeds are of each alone: while {both} work, they share the processor."
    yield f"{both.capitalize()} together take {_summed(sums)}. {alone}"


_IN = {"vram": "VRAM", "ram": "RAM", "unified": "shared memory"}


def _summed(sums: Mapping[str, int]) -> str:
    return joined((f"{capacity(size)} {_IN.get(pool, pool)}" for pool, size in sums.items()), " + ")


def _called(one: _Loaded) -> str:
    quant = one.answer.settings.quant
    return f"{one.answer.model} as {quant}" if quant else one.answer.model


def _light(one: _Loaded) -> str:
    return usability_word(one.answer.usability, None).lower()
