"""What a person would notice: the light and the speed, now and then, and what is enough."""

from collections.abc import Iterator

from advisor.answer.worth.conclusions import first_faster, useful_without_price
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import Sooner, WorthAnswer
from advisor.present.upgrade.option_names import (
    best_name,
    enough_words,
    made_possible,
    owner_name,
    rate_words,
    to_mind,
)
from advisor.present.upgrade.reach import reach_words
from advisor.present.words.light import answer_limits, held_words, leeway, light_word, may_be_enough
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import duration
from advisor.present.words.words import capital, joined, say, sentence, to_say

HINDRANCES = {
    "virtual": to_say("it is a virtual machine"),
    "apple": to_say("an Apple chip's memory and GPU are fixed"),
    "soldered": to_say("its memory is soldered and shared with the GPU"),
    "mobile": to_say("a laptop or mini PC takes no GPU"),
}


MEMORY = ("sticks", "memory")
"""Kinds of ways that put sticks in."""
_NO_GPU = {
    "virtual": to_say("{name} is not judged: this is a virtual machine."),
    "apple": to_say("{name} is not judged: Apple computers take no GPU."),
    "soldered": to_say(
        "{name} is not judged: this kind of computer has no full slot for a GPU, only a dock takes one."
    ),
    "mobile": to_say("{name} is not judged: a laptop or mini PC takes no GPU, only a dock does."),
}


def comfort(answer: WorthAnswer) -> Iterator[str]:
    """What a person would notice: the light and the speed, now and then, and what is enough."""
    best, question = None if answer.is_beyond_budget else first_faster(answer), answer.question
    enough = enough_words(question)
    if answer.counted.now.light.usability != "wont_run":
        yield say("Comfort: {light} now{rate}.", light=_light(answer.counted.now), rate=_on_words(answer))
    else:
        yield say("Comfort: it won't run as it is.")
    is_past_need = answer.decision.reason == "over_budget" and answer.counted.now.is_enough
    if answer.decision.reason == "enough" or is_past_need:
        pass
    elif answer.sooner is not None and answer.decision.reason == "sooner":
        yield _sooner_words(answer, answer.sooner)
    elif answer.sooner is not None and answer.decision.reason in ("better_file", "dear"):
        yield _better_file_words(answer, answer.sooner)
    elif answer.is_beyond_budget and answer.limits.hindrance is None:
        pass  # what costs more makes a difference
    elif best is None or answer.decision.reason == "nothing_helps":
        yield _why_words(answer)
    else:
        rate = reach_words(best, question)
        yield say("{light} with {name}: {rate}.", name=best_name(best), light=_light(best.reached), rate=rate)
        if models := made_possible(best, question):
            yield say("Newly runs well: {models}.", models=models)
        yield from to_mind(best)
    now, at_once = answer.counted.now.light, answer.counted.now.at_once
    users = question.at_once
    if at_once and users is not None and at_once < users:
        yield say("Now memory has room for {most:,} of {users:,} at once; the rest wait.", most=at_once, users=users)
    if decided := held_words(now) or answer_limits(now):
        yield decided
    elif late := _late_prompt(answer):
        yield late
    elif enough:
        yield say("Enough is {enough}.", enough=enough)
        yield from _may_miss(answer)
    if off := leeway(now):
        yield off
    if answer.limits.hindrance is not None and (named := _named_cards(answer)):
        yield say(_NO_GPU[answer.limits.hindrance], name=named)


def _may_miss(answer: WorthAnswer) -> Iterator[str]:
    """Why what is advised counts as slow though its figure is enough, where what is here needs no such word."""
    if answer.best is not None and may_be_enough(answer.best.reached.light) and not leeway(answer.counted.now.light):
        yield leeway(answer.best.reached.light)


def _late_prompt(answer: WorthAnswer) -> str:
    """What holds the light, as page Will it run? says it: how long an agent's first prompt takes; empty otherwise."""
    light, needed_s = answer.counted.now.light, answer.question.workload.enough_first_prompt_s
    if light.held_by != "first_prompt" or not needed_s or light.share is None:
        return ""
    taken, needed = duration(needed_s / light.share.middle), duration(needed_s)
    return say("The first prompt takes about {taken}; up to {needed} is fine.", taken=taken, needed=needed)


def _named_cards(answer: WorthAnswer) -> str:
    """The GPUs that were asked about by name."""
    gpus = answer.question.catalog.gpus
    return joined(dict.fromkeys(short_name(gpus[one].name) for one in answer.question.named_cards if one in gpus), ", ")


def _on_words(answer: WorthAnswer) -> str:
    """What does the work now, and how fast; nothing where that is not known."""
    now = answer.counted.now
    if not now.runs:
        return ""
    rate = reach_words(answer.now, answer.question)
    return say(" on {owner}: {rate}", owner=owner_name(now), rate=rate)


def _light(one: Reached) -> str:
    return light_word(one.light)


def _sooner_words(answer: WorthAnswer, one: Sooner) -> str:
    """An everyday model with what is advised, and as it is."""
    question, best = answer.question, answer.best
    return say(
        "{model} with {name}: {rate}; here {before}.",
        model=question.catalog.models[one.model_id].name,
        name=best_name(best) if best is not None else "",
        rate=rate_words(one.there, question),
        before=rate_words(one.here, question),
    )


def _better_file_words(answer: WorthAnswer, one: Sooner) -> str:
    """A model in a good file with what is advised, and in which file it runs as it is."""
    question, best = answer.question, answer.best
    told = {
        "model": question.catalog.models[one.model_id].name,
        "name": best_name(best) if best is not None else "",
        "quant": one.there.quant or "",
        "rate": rate_words(one.there, question, with_wait=False),
        "poor": one.here.quant or "",
        "before": rate_words(one.here, question, with_wait=False),
    }
    if one.here.is_reduced:
        return say("{model} as {quant} with {name}: {rate}; here as {poor}, which answers worse, {before}.", **told)
    return say("{model} as {quant} with {name}: {rate}; here {before}.", **told)


def why_nothing(answer: WorthAnswer) -> str:
    """Why no purchase is advised, within a sentence."""
    if _takes_memory(answer):
        return say("more RAM doesn't make {model} run well here", model=answer.question.model_text)
    if answer.limits.hindrance is not None:
        return say("this computer can't be upgraded")
    if answer.buys_most is not None:
        return say("no purchase makes {model} run well here", model=answer.question.model_text)
    if useful_without_price(answer) is not None:
        return say("nothing with a known price makes a noticeable difference")
    return say("no purchase makes a noticeable difference")


def _takes_memory(answer: WorthAnswer) -> bool:
    """Whether sticks can go into a computer that takes no card: a laptop."""
    takes_sticks = answer.limits.sticks or any(one.kind in MEMORY for one in answer.others)
    return answer.limits.hindrance is not None and takes_sticks


def _why_words(answer: WorthAnswer) -> str:
    """Why nothing helps, as a sentence of its own."""
    why, hindrance = capital(why_nothing(answer)), answer.limits.hindrance
    if hindrance is None:
        return sentence(why)
    if _takes_memory(answer):
        return say("{why}, and {hindrance}.", why=why, hindrance=say(HINDRANCES[hindrance]))
    return say("{why}: {hindrance}.", why=why, hindrance=say(HINDRANCES[hindrance]))
