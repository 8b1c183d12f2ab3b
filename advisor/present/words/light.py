"""The words of the light, one for whether a model can be used."""

from collections.abc import Mapping

from advisor.facts.answers.usability import Light, Usability
from advisor.present.words.words import say, to_say

LIGHT_WORDS: Mapping[Usability, str] = {
    "great": to_say("Great"),
    "fine": to_say("Fine"),
    "slow": to_say("Slow"),
    "unknown": to_say("Unknown"),
    "wont_run": to_say("Won't run"),
}


def light_words(light: Light) -> str:
    """The light's word, and that it rests on a model that is kept from thinking."""
    word = say(LIGHT_WORDS[light.usability])
    return say("{light} with thinking off", light=word) if light.is_useful and light.thinks is False else word
