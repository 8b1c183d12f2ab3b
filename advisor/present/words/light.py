"""The words of the light, one for whether a model can be used."""

from collections.abc import Mapping

from advisor.answer.judge.light import GREAT
from advisor.facts.answers.usability import ENOUGH_SHARE, Holder, Light, Usability, is_too_weak
from advisor.present.words.quantity import duration
from advisor.present.words.words import say, to_say

LIGHT_WORDS: Mapping[Usability, str] = {
    "great": to_say("Great"),
    "fine": to_say("Fine"),
    "slow": to_say("Slow"),
    "unknown": to_say("Unknown"),
    "wont_run": to_say("Won't run"),
}


_HOPELESS = 0.1
"""Of what the work needs: what reaches less is ten times too slow, minutes where seconds are wished for."""


def light_word(light: Light) -> str:
    """The light's word; of a model that does too little for the work that, and of one far too slow that."""
    is_slow = light.usability == "slow" and not light.is_too_weak
    return say("Very slow") if is_slow and _is_hopeless(light) else usability_word(light.usability, light.held_by)


def _is_hopeless(light: Light) -> bool:
    """Whether it is far too slow: by the whole answer where that is waited for, whatever part of it takes so long."""
    if light.answer_s and light.needed_s:
        return light.needed_s < _HOPELESS * light.answer_s.middle
    return light.share is not None and light.share.middle < _HOPELESS


def usability_word(usability: Usability, held_by: Holder | None) -> str:
    """The same of a light of which no more is known."""
    return say("Too weak") if is_too_weak(usability, held_by) else say(LIGHT_WORDS[usability])


def with_thinking(wait_text: str, *, thinks: bool | None) -> str:
    """A wait, and whether the model thinks meanwhile: the same model waits much longer with that than without."""
    if thinks is None:
        return wait_text
    return say("{wait}, thinks", wait=wait_text) if thinks else say("{wait}, thinking off", wait=wait_text)


def light_words(light: Light) -> str:
    """The same, and that it rests on a model that is kept from thinking."""
    word = light_word(light)
    return say("{light} with thinking off", light=word) if light.is_useful and light.thinks is False else word


def may_be_enough(light: Light) -> bool:
    """Whether it counts as slow for the slow end of its range alone: the figure beside it is enough."""
    return light.usability == "slow" and light.share is not None and light.share.middle >= ENOUGH_SHARE


def leeway(light: Light) -> str:
    """Why the light is another one than the figure beside its line tells, as a sentence; empty where it is not."""
    is_without_room = light.held_by == "memory" and not light.is_useful
    if light.share is None or light.is_too_weak or is_without_room:
        return ""
    if may_be_enough(light):
        return say("The slow end of its range clearly misses that, so it counts as slow.")
    return say("A tenth more or less hardly matters.") if light.is_useful and light.share.middle < 1 else ""


def held_words(light: Light) -> str:
    """What but its speed keeps it from the next better light, as a sentence; empty where that is the speed."""
    if light.held_by == "memory" and not light.is_useful:
        return say("Memory holds only a part of it: the rest is read from disk each time.")
    if light.held_by == "memory":
        return say("Memory is nearly full: close other programs first.")
    if light.held_by == "file" and light.is_too_weak:
        return say("It is fast enough, but a file of so few bits answers too badly: a smaller model does better.")
    if light.held_by == "file":
        return say("It is fast enough to be great, but a file of so few bits is fine at best.")
    return ""


def answer_limits(light: Light) -> str:
    """How long the whole answer may take, as a sentence; nothing where something else decides about the light."""
    if not (light.answer_s and light.needed_s and light.held_by in (None, "answer")):
        return ""
    great, needed = duration(light.needed_s / GREAT), duration(light.needed_s)
    return say("A whole answer within {great} is great, within {needed} fine.", great=great, needed=needed)
