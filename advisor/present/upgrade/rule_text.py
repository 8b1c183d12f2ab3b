"""The rules of whether a GPU is worth it, in words: what each is about, and what it found."""

from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import RuleFinding, RuleName
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, percent, speed_number, times
from advisor.present.words.words import joined, say, to_say

RULE_NAMES: dict[RuleName, str] = {
    "R1": to_say("Writing"),
    "R2": to_say("Arithmetic"),
    "R3": to_say("One small request"),
    "R4": to_say("Load"),
    "R5": to_say("CPU cache"),
    "R6": to_say("Copying"),
    "R7": to_say("What limits the speed"),
    "R8": to_say("What stays slow"),
    "R9": to_say("Fit"),
}
"""What each rule is about (docs/physics.md 14.1)."""
_FOUND = {
    "R1": to_say("writing on {card} is {times} as fast as on the CPU"),
    "R2": to_say("compute on {card} is {times} as fast as on the CPU"),
    "R3 gpu": to_say("a single request is faster on {card}"),
    "R3": to_say("a single request is faster on the CPU"),
    "R4": to_say("the work keeps the CPU busy {share}% of the time"),
    "R5 cpu": to_say("the model fits in the CPU's cache"),
    "R5": to_say("the model is larger than the CPU's cache"),
    "R6 gpu": to_say("a prompt is read sooner with the part in RAM sent to the GPU"),
    "R6": to_say("a prompt is read no sooner with the part in RAM sent to the GPU"),
    "R7 neither": to_say("memory speed, not compute"),
    "R7": to_say("compute, not memory speed"),
    "R8": to_say("faster memory does not speed up the prompt: overall {times} as fast"),
    "R9": to_say("needs {need}; {free} free on {card}"),
    "R9 each": to_say("needs {need} on each GPU; {free} free on each"),
}
"""What a rule found, and what it found where it speaks for that."""
_MORE = to_say("the work takes the CPU {times} the time there is")
_READING = to_say("one reader keeps it busy {share}% of the time")
_ALWAYS = to_say("one reader keeps it busy all of the time")
_BEHIND = to_say("reading along would take {times} its speed")
_REST = {"spills": to_say("; the rest lies in RAM"), "too_big": to_say("; it does not fit")}
"""Where the rest of a model is that a card does not hold."""
_WAITING = to_say("; from {boundary} on, random requests queue up")


def finding_words(one: RuleFinding, answer: WorthAnswer) -> str:
    """A rule with its figure and where it turns."""
    text = _FOUND.get(f"{one.rule} {one.favors}") or _FOUND[one.rule]
    if one.rule == "R9" and answer.counted.now.devices > 1 and answer.counted.now.processor is not None:
        text = _FOUND["R9 each"]
    if one.rule == "R4" and answer.question.is_interactive:
        text = _READING if one.figure < 1 else _BEHIND if speed_number(one.figure) != speed_number(1.0) else _ALWAYS
    elif one.rule == "R4" and one.figure > 1:
        text = _MORE
    words = say(
        text,
        card=say("the {name}", name=short_name(answer.card.name)) if answer.card else say("the GPU"),
        times=times(one.figure),
        share=speed_number(100 * one.figure),
        need=capacity(one.figure),
        free=capacity(one.boundary),
    )
    if one.rule == "R9" and one.figure > one.boundary:
        words += say(_REST.get(_fit_on_card(answer), ""))
    if one.rule == "R4" and not answer.question.is_interactive and one.figure >= one.boundary:
        words += say(_WAITING, boundary=percent(one.boundary))
    return joined((say(RULE_NAMES[one.rule]), words), ": ")


def _fit_on_card(answer: WorthAnswer) -> str:
    """How the model lies on the card that the rules compare with the CPU; empty where that is not known."""
    bought = (answer.best,) if answer.best is not None else ()
    card, ways = answer.card, (one.reached for one in (*bought, answer.now, *answer.others))
    on_card = (one for one in ways if card is not None and one.processor and one.processor.name == card.name)
    return next((one.fit or "" for one in on_card), "")
