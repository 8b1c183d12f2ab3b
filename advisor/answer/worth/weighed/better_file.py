"""A card that is asked about, or money for a model: it then lies wholly on cards in a good file, here in none."""

from collections.abc import Mapping
from dataclasses import replace

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import Sooner, WorthAnswer, advised_first
from advisor.facts.answers.worth import CARDS
from advisor.facts.rig.rig import Rig
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.worth.revised import better_file
from advisor.predict.worth.rules import FELT_SPEED_UP
from advisor.predict.worth.verdict import MOST_SHARE, UNASKED_USD


def with_better_file(answer: WorthAnswer, rigs: Mapping[str, Rig], newly: NewlyUsable) -> WorthAnswer:
    """The answer with such a card as its advice, and what the model does there and here.

    Where nobody named a model that is the most capable one that lies wholly on cards with it.
    """
    question = answer.question
    if answer.decision.reason != "enough" or question.api_model_id is None or not question.is_interactive:
        return answer
    is_set_aside = bool(question.money.budget_usd) and not question.is_open
    for one in answer.others:
        is_meant = is_set_aside or question.asks_about(one.id)
        if one.kind not in CARDS or not is_meant or one.price is None or one.is_makeshift:
            continue
        found = _on_cards(one, rigs, newly) if question.is_open else _named(one, answer)
        if found is not None and not one.is_dear and _is_better(found.here, found.there):
            is_much = not question.money.budget_usd and one.price.usd.middle > UNASKED_USD
            decision = better_file(answer.decision, one.id, is_much=is_much)
            others = advised_first(answer.others, decision)
            return replace(answer, decision=decision, sooner=found, others=others, buys_most=None, as_able=None)
    return answer


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
