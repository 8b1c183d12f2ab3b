"""A card that is asked about, or money for a model: it then lies wholly on cards in a good file, here in none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import Sooner, WorthAnswer, advised_first
from advisor.facts.answers.usability import USABILITIES
from advisor.facts.answers.worth import CARDS
from advisor.facts.rig.rig import Rig
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.worth.revised import better_file
from advisor.predict.worth.rules import FELT_SPEED_UP
from advisor.predict.worth.verdict import CLEARLY_DEARER, MOST_SHARE, UNASKED_USD

_NEARLY = 0.8
"""Of a speed, which hardly anybody tells from all of it (a judgment)."""


def with_better_file(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> WorthAnswer:
    """The answer with such a card as its advice, and what the model does there and here.

    Where nobody named a model that is the most capable one that lies wholly on cards with it.
    """
    question = answer.question
    if answer.decision.reason != "enough" or question.api_model_id is None or not question.is_interactive:
        return answer
    if answer.does_billed_work and not answer.counted.now.is_reduced:
        return answer
    ways = list(_better_ways(answer, rigs, newly))
    if not ways:
        return _with_hints(answer, newly) if answer.counted.now.is_reduced else answer
    one, found = _least_of(ways)
    is_much = not question.money.budget_usd and _usd(one) > UNASKED_USD
    decision = better_file(answer.decision, one.id, is_much=is_much)
    others, other = advised_first(answer.others, decision), None if question.is_open else _other(answer, newly)
    return replace(
        answer,
        decision=decision,
        sooner=found,
        others=others,
        runs_well=other,
        buys_most=None,
        as_able=None,
        as_well=_as_well(one, found, answer, rigs, newly),
    )


def _as_well(
    named: Compared, found: Sooner, answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable
) -> Compared | None:
    """The cheapest single card with as much memory that runs the same model about as fast, for clearly less money."""
    asks_about, rate = answer.question.asks_about, found.there.rate
    room = named.card.memory_total_bytes.value if named.card is not None else None
    if not (answer.question.is_open and asks_about(named.id)) or rate is None or not room:
        return None
    less = (one for one in _cards(answer) if not asks_about(one.id) and CLEARLY_DEARER * _usd(one) <= _usd(named))
    for one in sorted(less, key=_usd):
        size = one.card.memory_total_bytes.value if one.card is not None else None
        other = _on_cards(one, rigs, newly) if (size or 0) >= room else None
        if other is None or other.model_id != found.model_id or other.there.is_reduced or other.there.rate is None:
            continue
        if other.there.light.is_useful and other.there.rate.middle >= _NEARLY * rate.middle:
            return one
    return None


def _other(answer: WorthAnswer, newly: NewlyUsable) -> str | None:
    """The id of another model that does the work best here, where a poor file of the named one is all that runs."""
    here = newly.here() if answer.counted.now.is_reduced else None
    return here.model_id if here is not None and here.model_id != answer.question.any_model_id else None


def _better_ways(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> Iterator[tuple[Compared, Sooner]]:
    """Cards that hold it so, in the order of the options; where they are named, the first of them alone."""
    question = answer.question
    is_set_aside = bool(question.money.budget_usd) and not question.is_open
    for one in _cards(answer):
        if not (is_set_aside or question.asks_about(one.id)):
            continue
        found = _on_cards(one, rigs, newly) if question.is_open else _named(one, answer)
        if found is not None and _is_better(found.here, found.there):
            yield one, found
            if not is_set_aside:
                return


def _cards(answer: WorthAnswer) -> Iterator[Compared]:
    """Those that can be paid and work as they are sold."""
    priced = (one for one in answer.others if one.kind in CARDS and one.price is not None)
    return (one for one in priced if not (one.is_makeshift or one.is_dear))


def _with_hints(answer: WorthAnswer, newly: NewlyUsable) -> WorthAnswer:
    """The answer, which buys nothing, with a card that would hold a better file, and the model that is better here."""
    ways = [(one, _named(one, answer)) for one in _cards(answer) if _usd(one) <= UNASKED_USD]
    ways = [way for way in ways if _is_better(way[1].here, way[1].there)]
    return replace(answer, holds_better=_least_of(ways)[0] if ways else None, runs_well=_other(answer, newly))


def _least_of(ways: Sequence[tuple[Compared, Sooner]]) -> tuple[Compared, Sooner]:
    """The first, but for one that does it as well for clearly less: as much room for context, as much thinking."""
    first = ways[0]

    def does_as_well(way: tuple[Compared, Sooner]) -> bool:
        one, there, meant = way[0], way[1].there, first[1].there
        is_as_light = USABILITIES.index(there.light.usability) <= USABILITIES.index(meant.light.usability)
        is_as_light &= there.light.thinks is not False or meant.light.thinks is False
        has_as_much_room = meant.is_tight or not there.is_tight
        return is_as_light and has_as_much_room and CLEARLY_DEARER * _usd(one) <= _usd(first[0])

    return min(filter(does_as_well, ways), key=lambda way: _usd(way[0]), default=first)


def _usd(one: Compared) -> float:
    return one.price.usd.middle if one.price is not None else inf


def _named(one: Compared, answer: WorthAnswer) -> Sooner:
    return Sooner(answer.question.api_model_id or "", answer.counted.now, one.reached)


def _on_cards(one: Compared, rigs: Mapping[str, Rig], newly: NewlyUsable) -> Sooner | None:
    rig = rigs[one.id]
    held = sum(budget_bytes(each) or 0 for each in rig.processors if each.kind == "gpu" and each.pool == "vram")
    found = newly.whole_on(one.id, rig, held)
    return None if found is None else Sooner(found[0], newly.reached_on("now", newly.rig, found[0]), found[1])


def _is_better(here: Reached, there: Reached) -> bool:
    """Whether it is of use there in a good file, and here in a poor one alone, or divided and felt to be slower."""
    if not there.light.is_useful or there.is_reduced:
        return False
    if here.is_reduced or not here.light.is_useful:
        return True
    is_whole = here.fit == "spills" and there.fit == "fits"
    return is_whole and not _is_as_fast(here, there)


def _is_as_fast(here: Reached, there: Reached) -> bool:
    """Whether nobody notices the difference."""
    if here.enough is None or here.enough.middle >= MOST_SHARE or here.rate is None or there.rate is None:
        return True
    return there.rate.middle < FELT_SPEED_UP * here.rate.middle
