"""What money brings a computer that writes from RAM: a large mixture is no faster on a small card, other models are.

An expert looks at what is used every day: the most capable model that lies wholly on the card, here and there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import sqrt

from advisor.answer.money.prices import set_count
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import Sooner, WorthAnswer
from advisor.facts.answers.worth import CARDS
from advisor.facts.rig.rig import Rig
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.worth.revised import sooner
from advisor.predict.worth.rules import FELT_SPEED_UP
from advisor.predict.worth.verdict import useful

_FAR_FASTER = 2.5
"""Times as fast as here, prompts counted, from which an expert names the card though what is here is enough."""
_NEAR_DOUBLINGS = 1.0
"""A model that does as much as one half as large is in the same class."""


def with_sooner(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> WorthAnswer:
    """The answer with a card that writes far sooner, where nobody named a model and money is set aside."""
    question, now = answer.question, answer.counted.now
    is_asked = question.is_open and question.is_interactive and bool(question.money.budget_usd)
    if not is_asked or answer.decision.reason != "enough" or not _is_from_ram(now):
        return answer
    found = list(_found(answer.others, rigs, newly))
    most = max((newly.able(one.model_id) for _, one in found), default=0.0)
    found = [pair for pair in found if newly.able(pair[1].model_id) > most - _NEAR_DOUBLINGS]
    if not found:
        return answer
    way, best = _by_one_card(max(found, key=_value), answer.others, rigs, newly)
    decision = sooner(answer.decision, now.enough, way.id)
    if decision is answer.decision:
        return answer
    first = sorted(answer.others, key=lambda one: one.id != way.id)
    return replace(answer, decision=decision, sooner=best, others=tuple(first))


def _is_from_ram(now: Reached) -> bool:
    """Whether it is written from RAM: on the CPU, or divided in a file that answers noticeably worse."""
    is_on_cpu = now.processor is not None and now.processor.kind == "cpu" and now.devices == 1
    return is_on_cpu or (now.fit == "spills" and now.is_reduced)


def _found(ways: Iterable[Compared], rigs: Mapping[str, Rig], newly: NewlyUsable) -> Iterable[tuple[Compared, Sooner]]:
    """Cards that can be paid, each with the most capable model that is great on it alone and far slower here."""
    for way in ways:
        if way.kind not in CARDS or way.price is None or way.is_dear or way.is_makeshift:
            continue
        rig = rigs[way.id]
        held = sum(budget_bytes(one) or 0 for one in rig.processors if one.kind == "gpu" and one.pool == "vram")
        found = newly.whole_on(way.id, rig, held)
        here = newly.reached_on("now", newly.rig, found[0]) if found is not None else None
        if found is None or here is None or not here.request_s or not found[1].request_s:
            continue
        if here.request_s.middle >= _FAR_FASTER * found[1].request_s.middle:
            yield way, Sooner(found[0], here, found[1])


def _by_one_card(
    best: tuple[Compared, Sooner], ways: Iterable[Compared], rigs: Mapping[str, Rig], newly: NewlyUsable
) -> tuple[Compared, Sooner]:
    """The single card that does as soon for no more money what the best does, a part of the model in RAM or not.

    Two cards take a slot, a supply and programs that divide. The best itself where no such card
    is worth more.
    """
    way, one = best
    cheaper = [each for each in ways if each is not way and _is_one_card(each) and _costs_no_more(each, way)]
    asked = ((each, newly.reached_on(each.id, rigs[each.id], one.model_id)) for each in cheaper)
    alike = [(each, replace(one, there=there)) for each, there in asked if _is_as_soon(there, one.there)]
    return max([*alike, *([] if alike and set_count(way.id) > 1 else [best])], key=_value)


def _is_one_card(one: Compared) -> bool:
    is_sound = not (one.is_dear or one.is_makeshift) and one.price is not None
    return one.kind in CARDS and set_count(one.id) == 1 and is_sound


def _costs_no_more(one: Compared, other: Compared) -> bool:
    return (one.cost_usd or 0.0) <= (other.cost_usd or 0.0)


def _is_as_soon(done: Reached, other: Reached) -> bool:
    """Whether it is great in a good file, too, and nobody tells the two waits apart."""
    if done.is_reduced or done.light.usability != "great" or not (done.request_s and other.request_s):
        return False
    return done.request_s.middle <= FELT_SPEED_UP * other.request_s.middle


def _value(pair: tuple[Compared, Sooner]) -> float:
    """How much more useful it is for its money."""
    way, one = pair
    (before, after) = (useful(each.enough.middle) if each.enough else 0.0 for each in (one.here, one.there))
    return (after - before) * way.ease / sqrt(max(way.cost_usd or 0.0, 1.0))
