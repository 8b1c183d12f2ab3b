"""Whether something else than what a rig has is worth its money: every way answered alike, then the verdict."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, sqrt

from advisor.answer.judge.too_weak import is_ample
from advisor.answer.money.prices import Prices
from advisor.answer.rig.idle_gpus import unusable_gpus
from advisor.answer.rig.ranked import PER_LOSS_STEP
from advisor.answer.what_if.upgrade_limits import upgrade_limits
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.findings import Sides, findings
from advisor.answer.worth.known import Known
from advisor.answer.worth.listed import brings, is_near, listed, near_usd, surely_dear, without_twins
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.offers import Steps, counted_ways, offers_with_rigs
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.sold import counted_as_sold, with_api
from advisor.answer.worth.speed import Reached, Speeds
from advisor.answer.worth.sureness import held_back
from advisor.answer.worth.weighed.better_file import with_better_file
from advisor.answer.worth.weighed.case_of import case_of
from advisor.answer.worth.weighed.cheaper_api import with_cheaper_api
from advisor.answer.worth.weighed.drawback import DRAWBACKS, with_named_way, with_sound_way
from advisor.answer.worth.weighed.first_step import with_first_step
from advisor.answer.worth.weighed.harder import with_harder
from advisor.answer.worth.weighed.larger import with_larger
from advisor.answer.worth.weighed.other_file import with_other_file
from advisor.answer.worth.weighed.other_model import with_other_model
from advisor.answer.worth.weighed.outdone import with_outdone
from advisor.answer.worth.weighed.sooner import with_sooner
from advisor.answer.worth.weighed.supply import with_supply
from advisor.answer.worth.worth_answer import WorthAnswer, advised_first
from advisor.facts.answers.worth import CLOUD, PURCHASES, WITH_CARD, WorthReason
from advisor.facts.cards.workload import TRAINING
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import Rig
from advisor.predict.worth.revised import (
    after,
    brings_for_nothing,
    more_capable,
    only_elsewhere,
    rather_rented,
    to_think,
)
from advisor.predict.worth.verdict import UNASKED_USD, Decision, Option, decide, useful, worth_order

_ONLY_FASTER = ("memory-setting", "sticks", "faster-sticks")
"""Changes that make memory faster and arithmetic not."""


def answer_worth(machine: Machine, rig: Rig, question: WorthQuestion, *, today: datetime.date) -> WorthAnswer:
    """The verdict for one rig and one question.

    Raises:
        ProblemError: no such model or workload, a rig without processors, or a catalog without engines.
    """
    *_, answer = worth_steps(machine, rig, question, today=today)
    assert answer is not None
    return answer


def worth_steps(
    machine: Machine, rig: Rig, question: WorthQuestion, *, today: datetime.date, known: Known | None = None
) -> Iterator[WorthAnswer | None]:
    """The verdict in short steps, last of them the answer: nothing before it.

    `known` is what was worked out for the same question with other money.

    Raises:
        ProblemError: as `answer_worth` does.
    """
    known = known or Known()
    question = known.question(rig, question)
    prices, speeds = Prices(question.catalog, question.money, today, question.new_cards), known.speeds
    now, limits = speeds.of("now", rig, question), upgrade_limits(machine, rig, question.catalog)
    yield None
    offers, rigs = yield from offers_with_rigs(rig, limits, now, prices, known, question)
    counted = yield from counted_ways(now, prices, known, question)
    bought = [*known.free_way(rig, now, question), *(counted.purchase(one) for one in without_twins(offers))]
    helping, others = [one for one in bought if brings(one, now)], [one for one in bought if not brings(one, now)]
    case = case_of(rig, now, helping, question, limits)
    free = next((one for one in case.options if brings_for_nothing(one)), None)
    case = after(case, free) if free is not None else case
    decision = decide(case)
    yield None
    ways = list(_to_show(helping, others, now, decision, question))
    shown = yield from _with_newly(ways, helping, rigs, now, known.newly(rig, question), question)
    if decision.reason == "enough" or any(not one.is_dear for one in shown):
        meant = [one for one in shown if question.asks_about(one.id) or _is_near(one, question, decision)]
        shown = [one for one in shown if not one.is_dear or one.price is None or one.kind == "sticks" or one in meant]
        shown = [one for one in shown if not surely_dear(one, bought) or one in meant]
    best = next((one.reached for one in helping if one.id == decision.best_id), None)
    elsewhere = counted.elsewhere(best) if question.with_cloud else ()
    here = counted.as_it_is(Compared("now", "nothing", "", now))
    outside = [one for one in elsewhere if one.usd_per_day]
    if question.stays_here is False and any(not one.is_short for one in outside):
        decision = only_elsewhere(decision)
    answer = WorthAnswer(
        question=question,
        limits=limits,
        electricity=counted.electricity,
        now=here,
        others=(*advised_first(_ranked(shown, now), decision), *elsewhere, here),
        case=case,
        decision=decision,
        findings=(),
        elsewhere=min(outside, key=lambda one: one.usd_per_day or 0.0, default=None),
        counted=counted,
        unusable=unusable_gpus(rig),
        parts=rig.processors,
        own_api=prices.api(question.api_model_id, question.mix) if question.bill_usd_per_day is not None else None,
    )
    yield None
    newly = known.newly(rig, question)
    if answer.decision.verdict == "yes" or answer.decision.reason in _NOT_REACHED or now.is_reduced:
        yield from newly.ahead()
    answer = with_larger(_weighed_with_others(with_other_file(answer, rig), newly, rigs, bought, free), rigs, newly)
    answer = with_supply(_with_rent(with_cheaper_api(_with_sold(answer, prices, newly, best))), prices)
    yield None
    answer = yield from _with_slow_works(answer, rig, known)
    yield _found(answer, _sides(machine, rig, answer, speeds))


def _is_near(one: Compared, question: WorthQuestion, decision: Decision) -> bool:
    """Whether it costs little more than what may be spent, where nothing within that does the work."""
    return decision.reason == "over_budget" and is_near(one, near_usd(question.money.budget_usd or 0.0))


def _weighed_with_others(
    answer: WorthAnswer, newly: NewlyUsable, rigs: Mapping[str, Rig], bought: Sequence[Compared], free: Option | None
) -> WorthAnswer:
    """The answer where other models, patience, harder work or what costs nothing speak for another verdict."""
    answer = with_better_file(with_outdone(answer, rigs, newly), rigs, newly)
    answer = with_named_way(with_other_model(answer, newly))
    answer = with_sound_way(_with_instead(answer, newly, rigs), bought)
    answer = with_harder(with_sooner(answer, rigs, newly), bought, rigs, newly)
    return _with_opened(with_first_step(_with_thinking(answer), free), rigs, newly)


def _with_slow_works(answer: WorthAnswer, rig: Rig, known: Known) -> Steps[WorthAnswer]:
    """The answer with other work that is slow here, where nothing is bought for this."""
    if (answer.then or answer.decision).reason not in ("enough", "other_model"):
        return answer
    return replace(answer, slow_works=(yield from known.slow_works(rig, answer.question)))


def _found(answer: WorthAnswer, sides: Sides) -> WorthAnswer:
    """The answer with what the rules find."""
    card = sides.gpu.processor if sides.gpu is not None else None
    found = findings(answer.question, sides)
    held = held_back(answer.best or answer.now) if answer.decision.sureness == "sure" else None
    if held is not None:
        answer = replace(answer, decision=answer.decision._replace(sureness="likely"), held_back=held)
    return replace(answer, findings=found, cpu=sides.cpu, card=card)


def _with_newly(
    ways: list[Compared],
    helping: list[Compared],
    rigs: dict[str, Rig],
    now: Reached,
    newly: NewlyUsable,
    question: WorthQuestion,
) -> Steps[list[Compared]]:
    """The ways with the models that they make possible; without those that bring neither speed nor a model.

    What is useless on much memory is not asked about again on less.
    """
    asked = [way for place, way in enumerate(ways) if place < _NEWLY_ASKED or way not in helping]
    found: dict[str, tuple[str, ...]] = {}
    for way in sorted(asked, key=lambda one: -one.memory_bytes):
        if way.id in rigs:
            found[way.id] = yield from newly.on(way.id, rigs[way.id])
            yield None
    shown: list[Compared] = []
    named = question.any_model_id if question.quant is not None else None  # in another file it is no new model
    for way in ways:
        models = tuple(one for one in found.get(way.id, ()) if one != named)
        if models or way in helping or question.asks_about(way.id):
            is_opening = way.reached.light.is_useful and not now.light.is_useful
            better = tuple(one for one in models if newly.runs_here(one))
            shown.append(replace(way, newly_usable=models, in_better_file=better, is_opening=is_opening))
    return shown


def _with_instead(answer: WorthAnswer, newly: NewlyUsable, rigs: Mapping[str, Rig]) -> WorthAnswer:
    """The answer with what does the same work, where no purchase is advised for the model that was named.

    Where that is enough: with what makes far better models possible, as the advice if somebody said what may be spent.
    Of two that make as much possible counts how fast that then is, and whether what is done now is faster, too.
    """
    is_enough = answer.decision.reason == "enough"
    if not is_enough and answer.decision.reason not in _NOT_REACHED:
        return answer
    is_weak = is_enough and answer.now.reached.light.is_too_weak
    here = newly.here() if is_weak or not is_enough else None
    instead = here.model_id if here is not None else None
    if is_weak and instead is not None:
        return replace(answer, decision=Decision("no", "other_model", "likely", None), instead=instead)
    is_unasked = is_enough and not answer.question.money.budget_usd
    most_usd = UNASKED_USD if is_unasked else inf
    able = {one.id: newly.able(one.makes_possible) for one in answer.others if _is_open(one, most_usd)}
    named = newly.able(answer.question.any_model_id)
    named -= PER_LOSS_STEP * loss_steps(answer.now.reached.quant or "") if is_enough else 0.0
    before = max(newly.able_here(), named)
    gained = {way_id: found - before for way_id, found in able.items()}

    def value(one: Compared) -> float:
        well = _how_well(one.opened) * (_ALSO_FASTER if one.gain is not None and one.is_felt else 1.0)
        return gained[one.id] * one.whole_ease * well / sqrt(max(one.cost_usd or 0.0, 1.0))

    meant = [one for one in answer.others if one.id in gained and not one.is_makeshift]
    open_ways = [_opened(one, rigs, newly) for one in sorted(meant, key=value, reverse=True)[:_OPENED]]
    best = max(open_ways, key=value, default=None)
    if not is_enough:
        most = best and _opened(_least_for(best, meant), rigs, newly)
        return replace(answer, instead=instead, buys_most=most)
    if best is None:
        return answer
    decision = more_capable(answer.decision, best.id, gained[best.id])
    is_small = decision.reason == "better_models" or best.kind == "computer"
    is_no_need = answer.does_billed_work or (is_small and is_ample(before, answer.question.workload))
    if is_no_need or not answer.question.money.budget_usd:
        most = _opened(_least_for(best, meant), rigs, newly)
        return answer if decision is answer.decision else replace(answer, buys_most=most)
    return replace(answer, decision=decision, others=advised_first(answer.others, decision))


def _least_for(best: Compared, ways: list[Compared]) -> Compared:
    """The least expensive of the ways that make the first model possible for which a way is named."""
    named = best.with_new.newly_usable[:1]
    able = [one for one in ways if named and named[0] in one.with_new.newly_usable and one.cost_usd is not None]
    return min((best, *able), key=lambda one: one.cost_usd or 0.0) if best.cost_usd is not None else best


def _opened(one: Compared, rigs: Mapping[str, Rig], newly: NewlyUsable) -> Compared:
    """A way with what the first model reaches that it makes possible."""
    if one.opened is not None or not one.newly_usable or one.id not in rigs:
        return one
    return replace(one, opened=newly.reached_on(one.id, rigs[one.id], one.newly_usable[0]))


def _how_well(opened: Reached | None) -> float:
    """How useful the speed of a model is that is made possible; 1 where no line is drawn or none was asked."""
    return useful(opened.enough.middle) if opened is not None and opened.enough is not None else 1.0


def _with_opened(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> WorthAnswer:
    """The answer with how fast the best model is that its advice makes possible: a name without it says nothing."""
    meant = {one.id for one in (answer.best, answer.buys_most) if one is not None}
    others = tuple(_opened(one, rigs, newly) if one.id in meant else one for one in answer.others)
    most = answer.buys_most
    return replace(answer, others=others, buys_most=_opened(most, rigs, newly) if most is not None else None)


def _with_thinking(answer: WorthAnswer) -> WorthAnswer:
    """The answer with what lets the model think, where it is in time without alone and somebody sets money aside."""
    if answer.counted.now.light.thinks is not False or not answer.question.money.budget_usd:
        return answer
    ways = [one for one in answer.others if one.kind in PURCHASES and one.price is not None and not one.is_dear]
    able = (one for one in ways if one.reached.light.thinks and one.reached.light.is_useful)
    best = next((one for one in able if not one.is_makeshift), None)
    decision = answer.decision if best is None else to_think(answer.decision, best.as_option)
    if decision is answer.decision:
        return answer
    return replace(answer, decision=decision, others=advised_first(answer.others, decision))


def _with_rent(answer: WorthAnswer) -> WorthAnswer:
    """The answer with what is rented in its sentence, where nothing bought trains the model: a run is done once."""
    rented = any(one.kind == "rent" and one.runs and not one.is_short for one in answer.others)
    if not rented or answer.question.task not in TRAINING:
        return answer
    return replace(answer, decision=rather_rented(answer.decision))


def _with_sold(answer: WorthAnswer, prices: Prices, newly: NewlyUsable, bought: Reached | None) -> WorthAnswer:
    """The answer with an API of a model that is sold, where nobody sells the one that was asked about."""
    meant = (answer.best, answer.buys_most, *answer.others)
    counted = counted_as_sold(answer.counted, meant, prices, newly)
    if counted is answer.counted:
        return answer
    if answer.decision.reason in _FOR_OTHER_MODELS:  # what is rented was asked about the model that runs here
        counted = replace(counted, rented=())
    others = with_api(counted, answer.others, bought)
    outside = min((one for one in others if one.kind in CLOUD and one.usd_per_day), key=_daily, default=None)
    most = next((one for one in others if answer.buys_most and one.id == answer.buys_most.id), None)
    return replace(answer, counted=counted, others=others, elsewhere=outside, buys_most=most)


def _daily(one: Compared) -> float:
    return one.usd_per_day or 0.0


def _is_open(one: Compared, most_usd: float) -> bool:
    """Whether it can be paid, for at most `most_usd`, and makes other models possible without slowing what is done."""
    if one.makes_possible is None or one.takes_speed:
        return False
    return one.price is not None and not one.is_dear and one.price.usd.middle <= most_usd


_NOT_REACHED: tuple[WorthReason, ...] = (
    "nothing_helps",
    "over_budget",
    "only_elsewhere",
    "still_slow",
    "faster_yet_slow",
    "dear",
    "price_unknown",
    *DRAWBACKS,
)
"""Where the model that was named is not brought to run well by a purchase that anybody would advise."""
_OPENED, _ALSO_FASTER = 6, 1.5
"""So many of the ways that make better models possible tell how fast those are; and so many times as much is worth what
makes the work that was asked about faster, too (a judgment)."""
_FOR_OTHER_MODELS: tuple[WorthReason, ...] = ("more_capable", "better_models")
_NEWLY_ASKED = 24
"""So many of the best rows tell which other models they make possible."""
_MORE_ASKED = 4
"""So many of the purchases that make nothing faster are asked what else they make possible."""


def _to_show(
    helping: list[Compared], others: list[Compared], now: Reached, decision: Decision, question: WorthQuestion
) -> Iterator[Compared]:
    """What may be shown: the best of each level of price, what was named, and some that may make models possible.

    Of what is near what may be spent, where nothing within does the work, the cheapest in any case.
    """
    near = (one for one in helping if not one.is_makeshift and _is_near(one, question, decision))
    least = min(near, key=lambda one: one.cost_usd or 0.0, default=None)
    least_id = least.id if least is not None else None

    def is_meant(way_id: str) -> bool:
        return way_id == least_id or question.asks_about(way_id)

    yield from listed(_ranked(helping, now), decision.best_id, is_meant)
    yield from (one for one in others if question.asks_about(one.id))
    others = [one for one in others if not question.asks_about(one.id)]
    meant = [one for one in others if one.kind != "setting" and not one.is_dear and _may_open(one, now)]
    priced = [one for one in meant if one.price is not None]
    yield from sorted(priced, key=lambda one: one.price.usd.middle if one.price else 0.0)[:_MORE_ASKED]


def _may_open(one: Compared, now: Reached) -> bool:
    """Whether it may be bought for other models: not at the price of the work itself, where that is slow as it is."""
    if one.takes_speed or (now.runs and not one.runs):
        return False
    return now.light.is_useful or one.gain is None or one.gain.middle >= 1


def _ranked(bought: list[Compared], now: Reached) -> tuple[Compared, ...]:
    """What is worth most for its money first; what has no price, and what does not run, last."""
    share = now.enough if now.runs else None
    return tuple(sorted(bought, key=lambda one: (not one.runs, *worth_order(one.as_option, share))))


def _sides(machine: Machine, rig: Rig, answer: WorthAnswer, speeds: Speeds) -> Sides:
    """The processor alone, and the rig's own card, else the best candidate's."""
    question = answer.question
    cpus = tuple(one for one in rig.processors if one.kind == "cpu")
    cards = tuple(one for one in rig.processors if one.kind == "gpu" and one.blocked is None)
    cpu = speeds.of("processor", rig.changed(processors=cpus, own_runs=()), question) if cpus else None
    now = answer.counted.now
    is_on_card = now.processor is not None and now.processor.kind == "gpu"
    alone = speeds.of("cards", rig.changed(processors=cards), question) if cards and not is_on_card else None
    own = now if is_on_card else alone if alone is not None and alone.runs else None
    bought = [one for one in answer.others if one.kind in PURCHASES]
    with_gpu = (one for one in (answer.best, *bought) if one is not None and one.kind in WITH_CARD)
    compared = own or next((one.reached for one in with_gpu), None)
    caches = [one.total_bytes for one in machine.cpu.caches.value or () if one.level == 3]
    return Sides(
        cpu=cpu,
        gpu=compared,
        now=now,
        sticks=next((one.reached for one in bought if one.id in _ONLY_FASTER), None),
        cache_bytes=sum(caches) or None,
    )
