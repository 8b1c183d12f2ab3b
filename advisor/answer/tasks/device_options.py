"""A request put to every processor of a rig, and to equal cards together: what each answers, and the best of them."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

from advisor.answer.asked.problem import ProblemError
from advisor.answer.judge.light import FAR
from advisor.answer.tasks.best_form import Judged, best_form, held_as_fast, is_nearly_of_use, place, smaller_as_fast
from advisor.answer.tasks.known_inputs import known_inputs
from advisor.answer.tasks.made_smaller import is_usual, no_larger_file, size_of
from advisor.answer.tasks.places import kind_of, places_of
from advisor.answer.tasks.put_request import Work, host_of, put_fields, put_form, put_unless_missed, why_not
from advisor.answer.tasks.task import Asked, Fields, Task
from advisor.answer.tasks.way import Way
from advisor.answer.which_device.candidates import candidate_ids
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.answers.task_answer import DeviceAnswer, TaskOption, TaskStep
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Processor, Rig

Groups = tuple[list[Way], ...]
"""Ways by their quality, the best first."""
_USEFUL: tuple[Usability, ...] = ("great", "fine")

_FAR_COMPUTED = 0.2
"""`FAR` of what is not held back by reading: types that a GPU computes faster reach at most four times as much."""

_AT_ONCE = 8
"""So many requests at once should fit where their number is left open, so that more of them share each reading."""


def answer_on_devices(asked: Asked, rig: Rig, catalog: Catalog) -> DeviceAnswer:
    """The answer of a whole rig to a question of a task whose request is put to one processor after another.

    Raises:
        ProblemError: a request that cannot be answered, or no processor that can do it.
    """
    assert asked.model is not None
    fields = {**asked.question.fields, "task": asked.workload.task, "model": asked.model.name}
    assert isinstance(asked.workload, TaskCard)
    work = Work(asked.task, fields, host_of(rig), catalog, asked.workload)
    options, refusals = task_options(rig, asked.task, fields, catalog, asked.workload)
    if not options:
        raise refusals[-1] if refusals else ProblemError("no_processor")
    chosen = best_option(options)
    parts = {one.id: one for one in rig.processors}
    own, work = parts[chosen.processor_id], work.of(size_of(chosen.request), is_size_kept=True)
    candidates = asked.candidates
    if candidates is None:
        owned = tuple(one.card for one in rig.processors if one.card in catalog.gpus)
        need = chosen.fit.pools[0].need_bytes if chosen.fit.pools else 0
        candidates = candidate_ids(catalog, need_bytes=need, owned=tuple(filter(None, owned)))
    others = (gpu_processor(card_id, catalog) for card_id in candidates)
    return DeviceAnswer(
        rig_name=rig.name,
        task=asked.workload.task,
        model_id=asked.question.model_id,
        model_name=asked.model.name,
        chosen=chosen,
        options=tuple(_of_size(one, chosen, parts[one.processor_id], work) for one in options),
        candidates=tuple(_answered(others, work)),
        varied=asked.task.varied[0] if asked.task.varied else None,
        steps=() if asked.is_glance else tuple(_steps(chosen, own, work)),
        inputs=tuple(known_inputs(own)),
        alike=0 if chosen.devices > 1 else sum(kind_of(one) == kind_of(own) for one in rig.processors) - 1,
        refusals=tuple(dict.fromkeys(problem.reason for problem in refusals)),
        light=chosen.light,
    )


def _of_size(one: TaskOption, chosen: TaskOption, processor: Processor, work: Work) -> TaskOption:
    """A way in the size of the chosen one: speeds are compared at one size."""
    is_alike = size_of(one.request) == size_of(chosen.request)
    return one if is_alike else _way(processor, one.devices, work).option


def task_options(
    rig: Rig, task: Task[Any], fields: Fields, catalog: Catalog, workload: TaskCard, *, is_each: bool = True
) -> tuple[tuple[TaskOption, ...], tuple[ProblemError, ...]]:
    """How each processor, and equal cards together, do what a request asks, and why others cannot do it at all.

    `is_each`: all of them, else those that may be the best: of equal cards the emptiest, and no CPU beside what reads
    memory faster and does it great.
    """
    work = Work(task, fields, host_of(rig), catalog, workload)
    options, refusals, great_bytes_per_s = [], [], 0.0
    places = places_of(rig, shares_cards=task.shares_cards, is_each=is_each)
    for processor, devices in places if is_each else _cpus_last(places):
        rate = processor.best_bytes_per_s.value or 0.0
        if processor.kind == "cpu" and 0.0 < rate < great_bytes_per_s and not is_each:
            continue
        try:
            way = _way(processor, devices, work)
            options.append(way.option)
        except ProblemError as problem:
            refusals.append(problem)
        else:
            if way.blocked is None and way.runs and way.light.usability == "great":
                great_bytes_per_s = max(great_bytes_per_s, rate)
    return tuple(options), tuple(refusals)


def _cpus_last(places: Iterable[tuple[Processor, int]]) -> list[tuple[Processor, int]]:
    return sorted(places, key=lambda place: place[0].kind == "cpu")


def is_of_use(
    rig: Rig,
    task: Task[Any],
    fields: Fields,
    catalog: Catalog,
    workload: TaskCard,
    *,
    without: Collection[Processor] = (),
) -> bool:
    """Whether any processor, or equal cards together, does well what a request asks, in whatever form.

    Where no memory holds even the smallest file, that is the fastest: none of the larger ones is asked.
    Those `without` which it is asked are not asked to do it alone.
    """
    work = Work(task, fields, host_of(rig), catalog, workload)
    return any(
        _is_of_use(processor, devices, work)
        for processor, devices in _cpus_last(places_of(rig, shares_cards=task.shares_cards, is_each=False))
        if why_not(processor, workload, catalog) is None
        and not (devices == 1 and processor in without)
        and may_do(processor, task, fields, catalog, workload)
    )


def may_do(processor: Processor, task: Task[Any], fields: Fields, catalog: Catalog, workload: TaskCard) -> bool:
    """Whether it may do well what a request asks, in that size or a smaller one that is taken in its place."""
    sizes: tuple[Fields, ...] = ({}, *task.sizes(processor, fields, catalog))
    return any(task.may_do(processor, {**fields, **size}, catalog, workload) for size in sizes)


def _is_of_use(processor: Processor, devices: int, work: Work) -> bool:
    task, about = work.task, (processor, work.fields, work.catalog)
    smaller = (*task.further_forms(*about), *task.worse_forms(*about))
    forms = tuple(form for forms in smaller for form in forms) or task.forms(*about)
    try:
        if forms:
            smallest = put_unless_missed(processor, devices, work, forms[-1])
            if smallest is None:
                return False
            if smallest.light.is_useful and (smaller or _is_whole(smallest, work)):
                return True
            if _is_far_from_useful(smallest, work):
                return False
            if smallest.verdict == "too_big":
                return _is_of_use_smaller(processor, devices, work, forms[-1])
        return _way(processor, devices, work).light.is_useful
    except ProblemError:
        return False


def _is_of_use_smaller(processor: Processor, devices: int, work: Work, smallest: Fields) -> bool:
    """Whether the first of the last forms and of the smaller sizes that fits does well, where no usual one does."""
    about = processor, work.fields, work.catalog
    for form in work.task.last_forms(*about):
        option = put_unless_missed(processor, devices, work, form)
        if option is None or option.verdict != "too_big":
            return option is not None and option.light.is_useful
    for size in () if work.is_size_kept else work.task.sizes(*about):
        smaller = work.of(size, is_size_kept=True)
        if put_form(processor, devices, smaller, smallest).verdict != "too_big":
            return _is_of_use(processor, devices, smaller)
    return False


def _is_far_from_useful(option: Way, work: Work) -> bool:
    """Whether no larger file is of use, either: one in parts only takes longer, one in one memory may read sooner.

    Of pictures one in parts may be computed sooner, too, but no more than its type allows; where RAM does not hold what
    waits there, it holds no larger one.
    """
    if option.light.is_useful:
        return False
    share, writes = option.light.share, work.task.rate_unit == "tokens"
    if option.light.held_by == "memory" and option.verdict == "spills":
        return True
    is_far = share is not None and share.middle < (FAR if writes else _FAR_COMPUTED)
    return is_far or (writes and option.verdict == "spills")


def best_option(options: Iterable[Judged]) -> Judged:
    """The best of some ways: one that can be used and runs, then the most useful, then the fastest."""
    return min(options, key=place)


def _way(processor: Processor, devices: int, work: Work) -> Way:
    """How one processor, or several equal ones, does it where no form is named.

    The most useful comes first, of these the form of good quality, of these the fastest, in whichever program: one that
    batches is not the sooner for one person. Where none is of use: the fastest that holds all requests, else the
    fastest that fits, but none that answers noticeably worse. Where both are in two memories, none of those takes the
    place of a good form that is enough but for the low end of its range.

    Raises:
        ProblemError: it cannot do it at all.
    """
    task, about = work.task, (processor, work.fields, work.catalog)
    put = partial(put_form, processor, devices, work)
    found = [put(form) for form in _forms(processor, devices, work)]
    # of text four bits answer as well: a file that one memory holds is as good as a larger one
    ordered = (_by_place if task.rate_unit == "tokens" else _by_quality)(found, work)
    great, further_forms = _useful(ordered, "great"), task.further_forms(*about)
    if great is not None and not (further_forms and great is found[-1]):
        return great
    further = [_held(forms, put) for forms in further_forms]
    for usability in _USEFUL:
        groups = ordered, _by_place(further, work)
        if useful := [one for one in (_useful(group, usability) for group in groups) if one is not None]:
            return min(useful, key=place)
    worse = _by_place([_held(forms, put) for forms in task.worse_forms(*about)], work)
    is_near = any(map(is_nearly_of_use, (*found, *further)))
    for usability in _USEFUL:
        option = _useful(worse, usability)
        if option is not None and not (is_near and option.verdict == "spills"):
            return option
    found += further
    fitting = [option for option in found if option.verdict != "too_big"]
    fitting = _whole_or_held(fitting, work)
    for form in () if fitting else task.last_forms(*about):
        smaller = put(form)
        if smaller.verdict != "too_big":
            return smaller.said_smaller(work.fields)
    if not fitting and (less := _of_less_size(processor, devices, work)) is not None:
        return less
    held = [one for group in worse for one in group if one.verdict != "too_big"]
    if held and not fitting:
        return best_option(held)
    if not found:
        quant = str(work.fields.get("precision") or "").upper()
        raise ProblemError("no_program_of_type", quant=quant, processor=processor.name)
    if not fitting:
        return min(reversed(found), key=_lacking_bytes)
    best = best_form(fitting)
    return held_as_fast(best, further) if best in further else smaller_as_fast(best, found[:-1])


def _lacking_bytes(option: Way) -> int:
    """What it needs with what no memory holds: the less, the nearer it is to fit."""
    return option.fit.need_bytes + option.answer.read_again_bytes


def _forms(processor: Processor, devices: int, work: Work) -> tuple[Fields, ...]:
    """The forms that are tried: what is larger than usual takes no larger file than what is one size smaller."""
    about = processor, work.fields, work.catalog
    forms, sizes = work.task.forms(*about), work.task.sizes(*about)
    if len(forms) == 1 or not sizes or not is_usual(sizes[0], work.workload.fields):
        return forms
    taken = _way(processor, devices, work.of(sizes[0], is_size_kept=True))
    return no_larger_file(forms, taken.request) if taken.holds else forms


def _of_less_size(processor: Processor, devices: int, work: Work) -> Way | None:
    """The largest size below the one asked for that fits, said; None where none does."""
    sizes = () if work.is_size_kept else work.task.sizes(processor, work.fields, work.catalog)
    for size in sizes:
        option = _way(processor, devices, work.of(size, is_size_kept=True))
        if option.holds:
            return option.said_smaller(work.fields)
    return None


def _held(forms: tuple[Fields, ...], put: Callable[[Fields], Way]) -> Way:
    """The first form that one memory holds, else the last, which takes least: what that one does not hold none does."""
    least = put(forms[-1])
    if not _is_held(least):
        return least
    return next((option for option in map(put, forms[:-1]) if _is_held(option)), least)


def _is_held(option: Way) -> bool:
    return option.verdict in ("fits", "tight")


def _by_quality(found: list[Way], work: Work) -> Groups:
    """All forms but the last are of good quality."""
    whole = [one for one in found if _is_whole(one, work)]
    return [one for one in whole if one is not found[-1] or len(found) == 1], whole[-1:]


def _by_place(found: list[Way], work: Work) -> Groups:
    """The same, those that one memory holds before the rest."""
    held = [one.verdict != "spills" for one in found]
    parts = ([one for one, is_held in zip(found, held, strict=True) if is_held is wanted] for wanted in (True, False))
    return tuple(group for part in parts for group in _by_quality(part, work))


def _whole_or_held(fitting: list[Way], work: Work) -> list[Way]:
    """Forms that hold all requests at once, but for one memory that serves some of them sooner than two serve all.

    Whether layers are read again at each step counts in their speed alone: where none is of use the fastest is taken.
    """
    whole = [one for one in fitting if _holds_all(one, work)]
    held = [one for one in fitting if one.verdict != "spills"]
    return held if held and (not whole or _fastest(held) > _fastest(whole)) else whole or fitting


def _fastest(options: list[Way]) -> float:
    return max(one.rate.middle if one.rate is not None else 0.0 for one in options)


def _useful(groups: Groups, usability: Usability) -> Way | None:
    """The best form of the first group that has one of this light."""
    for group in groups:
        if useful := [one for one in group if one.light.usability == usability]:
            return best_form(useful)
    return None


def _is_whole(option: Way, work: Work) -> bool:
    """Whether it fits as it is meant to run, with all requests at once."""
    return option.verdict != "too_big" and _holds_all(option, work) and not option.is_makeshift


def _holds_all(option: Way, work: Work) -> bool:
    """Whether all requests are held at once: one is where it runs at all."""
    asked = work.fields.get("concurrency") or _AT_ONCE
    return (asked == 1 and option.holds) or option.most is None or option.most >= asked


def _steps(chosen: TaskOption, processor: Processor, work: Work) -> Iterator[TaskStep]:
    """The chosen way with other values of the varied figure, in the form that was chosen."""
    if work.task.varied is None:
        return
    from advisor.facts.answers.serving import ServeRequest  # here: a ranking asks for no steps

    varied, values = work.task.varied
    own = getattr(chosen.request, varied) or getattr(chosen.answer, varied, None)
    most = getattr(chosen.answer, "max_concurrency", None) or values[-1]
    form = {"precision": getattr(chosen.request, "precision", None), "engine": chosen.request.engine}
    form |= {"kv_type": chosen.request.kv_type} if isinstance(chosen.request, ServeRequest) else {}
    for value in sorted(one for one in {*values, own or most, min(most, values[-1])} if one <= most):
        fields = {**work.fields, **form, varied: value, "requests_per_s": None}
        if value == own and "requests_per_s" not in work.fields:
            yield TaskStep(value=value, option=chosen)
            continue
        try:
            yield TaskStep(value=value, option=put_fields(processor, chosen.devices, fields, work).option)
        except ProblemError:
            return


def _answered(processors: Iterator[Processor], work: Work) -> Iterator[TaskOption]:
    """The ways of processors that can do it."""
    for processor in processors:
        try:
            yield _way(processor, 1, work).option
        except ProblemError:
            continue
