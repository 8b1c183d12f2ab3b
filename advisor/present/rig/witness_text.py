"""What other tools say about the machine, a line for each."""

from collections.abc import Sequence

from advisor.facts.machine.witness import ComparedFact, ComparedWitness
from advisor.present.words.quantity import capacity, core_count, thread_count
from advisor.present.words.words import joined, say


def witness_text(witnesses: Sequence[ComparedWitness], not_asked: Sequence[str]) -> str:
    """A heading, a line for each tool that answered, and which were not asked for the sake of a GPU asleep."""
    lines = [f"- {joined((one.tool, _verdict(one)), ': ')}" for one in witnesses]
    if not_asked:
        lines.append("- " + say("not asked, to wake no GPU: {tools}", tools=joined(not_asked, ", ")))
    return "\n".join((say("Other tools"), *(lines or ["- " + say("none of those known is installed")])))


def _verdict(witness: ComparedWitness) -> str:
    if not witness.facts:
        return say("says nothing that can be compared")
    return joined((_difference(fact) for fact in witness.facts if not fact.agrees), "; ") or say("agrees")


def _difference(fact: ComparedFact) -> str:
    if fact.told is None:
        return say("does not list {app}", app=fact.app)
    if fact.app is None:
        return say("says {told}, where this app has no such name", told=fact.told)
    return say("says {told} where this app says {app}", told=_amount(fact, fact.told), app=_amount(fact, fact.app))


def _amount(fact: ComparedFact, value: str | int) -> str:
    if isinstance(value, str):
        return value
    if fact.fact == "cores":
        return core_count(value)
    return thread_count(value) if fact.fact == "threads" else say("{amount} of memory", amount=capacity(value))
