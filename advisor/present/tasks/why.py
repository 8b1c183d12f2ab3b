"""Why the numbers of a task: the parts of its time and of its memory, and where they come from."""

from advisor.facts.answers.answer import Answer
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.present.tasks.charts import memory_parts
from advisor.present.tasks.words import UNITS, rate_text, term_text
from advisor.present.text.why import input_text
from advisor.present.words.answer_text import main_pool
from advisor.present.words.capital import capital
from advisor.present.words.limit import cause_words
from advisor.present.words.origin import origin_words
from advisor.present.words.quantity import capacity, step_time
from advisor.present.words.retold import retold
from advisor.present.words.series import Table
from advisor.present.words.view import Why
from advisor.present.words.words import say, to_say

_COLUMNS = (to_say("Input"), to_say("Value"), to_say("From"))


def task_why(answer: TaskAnswer[TaskOption]) -> tuple[Why, ...]:
    """The two numbers of an answer: speed and memory."""
    return (_speed_why(answer), _memory_why(answer))


def _speed_why(answer: TaskAnswer[TaskOption]) -> Why:
    option, unit = answer.chosen, UNITS[answer.task]
    terms = [term for term in option.answer.terms if term.s > 0]
    sums = " + ".join(term_text(term)[0] for term in terms)
    found = option.rate is not None
    limit = option.answer.limit
    parts = tuple((term_text(one)[0], step_time(one.s), "") for one in terms)
    figures = tuple(
        (retold(one.name), input_text(one), f"{origin_words(one.origin)}; {retold(one.source)}")
        for one in answer.inputs
    )
    return Why(
        title=say("Why {rate} {unit}", rate=rate_text(answer.task, option.rate), unit=say(unit.text))
        if found
        else say("Why the speed is unknown"),
        formula=say("time of {whole} = {sums}", whole=say(unit.whole), sums=sums)
        if terms
        else say("time of {whole}: unknown", whole=say(unit.whole)),
        inputs=Table(tuple(map(say, _COLUMNS)), (*parts, *figures)),
        evidence=_evidence(option.answer),
        changes=(say("What limits it: {cause}.", cause=cause_words(limit, main_pool(option))),) if limit else (),
    )


def _memory_why(answer: TaskAnswer[TaskOption]) -> Why:
    parts = [(name, size) for name, size, _ in memory_parts(answer.chosen) if size > 0]
    return Why(
        title=say("Why {size} of memory", size=capacity(sum((size for _, size in parts)))),
        formula=say("memory = {parts}", parts=" + ".join((name for name, _ in parts))),
        inputs=Table(tuple(map(say, _COLUMNS)), tuple((name, capacity(size), "") for name, size in parts)),
        evidence=_evidence(answer.chosen.answer),
        changes=(say("Fewer at once, shorter or smaller ones need less."), say("Fewer bits a weight need less.")),
    )


def _evidence(answer: Answer) -> tuple[str, ...]:
    return tuple(f"{capital(retold(one))}." for one in answer.basis)
