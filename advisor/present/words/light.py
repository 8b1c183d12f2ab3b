"""The words of the light, one for whether a model can be used."""

from collections.abc import Mapping

from advisor.answer.judge.light import GREAT
from advisor.facts.answers.usability import ENOUGH_SHARE, Holder, Light, Usability
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
    if light.usability == "slow" and light.held_by != "model" and light.share and light.share.middle < _HOPELESS:
        return say("Very slow")
    return usability_word(light.usability, light.held_by)


def usability_word(usability: Usability, held_by: Holder | None) -> str:
    """The same of a light of which no more is known."""
    return say("Too weak") if held_by == "model" else say(LIGHT_WORDS[usability])


def with_thinking(wait_text: str, light: Light) -> str:
    """A wait, and whether the model thinks meanwhile: the same model waits much longer with that than without."""
    if light.thinks is None:
        return wait_text
    return say("{wait}, thinks", wait=wait_text) if light.thinks else say("{wait}, thinking off", wait=wait_text)


def light_words(light: Light) -> str:
    """The same, and that it rests on a model that is kept from thinking."""
    word = light_word(light)
    return say("{light} with thinking off", light=word) if light.is_useful and light.thinks is False else word


def leeway(light: Light) -> str:
    """Why the light is another one than the figure beside its line tells, as a sentence; empty where it is not."""
    is_without_room = light.held_by == "memory" and not light.is_useful
    if light.share is None or light.held_by == "model" or is_without_room:
        return ""
    if light.usability == "slow" and light.share.middle >= ENOUGH_SHARE:
        return say("Fewer than three in four such computers reach it, so it counts as slow.")
    return say("A tenth more or less hardly matters.") if light.is_useful and light.share.middle < 1 else ""


def answer_limits(light: Light) -> str:
    """How long the whole answer may take, as a sentence; nothing where the light does not count that."""
    if not (light.answer_s and light.needed_s):
        return ""
    great, needed = duration(light.needed_s / GREAT), duration(light.needed_s)
    return say("A whole answer mostly within {great} is great, within {needed} fine.", great=great, needed=needed)
