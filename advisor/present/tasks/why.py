"""Where the numbers of an answer come from, for tasks that say no more of it than others."""

from typing import Any

from advisor.present.tasks.shown_task import ShownTask
from advisor.present.text.why import input_text
from advisor.present.words.answer_text import main_pool
from advisor.present.words.limit import POOL_WORDS, cause_words
from advisor.present.words.origin import origin_words, source_words
from advisor.present.words.quantity import capacity, step_time
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.series import Table
from advisor.present.words.terms import INPUTS
from advisor.present.words.view import Why
from advisor.present.words.words import joined, say, sentence, to_say

_COLUMNS = (to_say("Input"), to_say("Value"), to_say("From"))


def why_of(shown: ShownTask, answer: Any) -> tuple[Why, ...]:
    """Its speed and its memory."""
    return (_speed_why(shown, answer), _memory_why(shown, answer))


def _speed_why(shown: ShownTask, answer: Any) -> Why:
    option, unit, limit = answer.chosen, say(shown.unit.text), answer.chosen.limit
    terms = [(shown.term_text(term)[0], step_time(term.s), "") for term in option.terms if term.s > 0]
    sums, whole = " + ".join(name for name, *_ in terms), say(shown.unit.whole)
    figures = (
        (say(INPUTS[one.name]), input_text(one), joined((origin_words(one.origin), source_words(one.source)), "; "))
        for one in answer.inputs
    )
    known = say("time of {whole} = {sums}", whole=whole, sums=sums)
    return Why(
        title=say("Why {rate} {unit}", rate=shown.rate_text(option.rate), unit=unit)
        if option.rate
        else say("Why the speed is unknown"),
        formula=known if terms else say("time of {whole}: unknown", whole=whole),
        inputs=Table(tuple(map(say, _COLUMNS)), (*terms, *figures)),
        evidence=_evidence(option),
        changes=(say("What limits it: {cause}.", cause=cause_words(limit, main_pool(option))),) if limit else (),
    )


def _memory_why(shown: ShownTask, answer: Any) -> Why:
    option = answer.chosen
    parts = [(name, size) for name, size, _ in shown.parts(option) if size > 0]
    is_in_turns = shown.needed_bytes(option) != sum(shown.pool_bytes(option)) if option.fit.pools else False
    title = to_say("Why {size} of memory")
    if is_in_turns:
        title = to_say("Why {size} of {pool} at once")
    elif option.devices > 1:
        title = to_say("Why {size} of {pool} on each GPU")
    else:
        parts += [(say(shown.beside), one.need_bytes) for one in option.fit.pools[1:] if one.need_bytes > 0]
    size, pool = capacity(sum(size for _, size in parts)), say(POOL_WORDS[main_pool(option)])
    return Why(
        title=say(title, size=size, pool=pool),
        formula=say("memory = {parts}", parts=" + ".join(name for name, _ in parts)),
        inputs=Table(tuple(map(say, _COLUMNS)), tuple((name, capacity(size), "") for name, size in parts)),
        evidence=_evidence(option),
        changes=(say("Fewer at once, shorter or smaller ones need less."), say("Fewer bits a weight need less.")),
    )


def _evidence(option: Any) -> tuple[str, ...]:
    return tuple(sentence(in_words(one)) for one in option.answer.basis)
