"""What the ways of spending money are called: the computer as it is, a card, a rented one, an API."""

from advisor.answer.worth.compared import Compared
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import tokens
from advisor.present.words.retold import retold
from advisor.present.words.words import capital, say, to_say


def best_name(one: Compared) -> str:
    """What a candidate is called within a sentence."""
    name = short_name(one.name)
    match one.kind:
        case "second_card":
            return say("one more {name}", name=name)
        case "sticks":
            return say("a {name}", name=retold(name)) if one.name.startswith("second") else retold(name)
        case "setting":
            return say("a driver for the {name}", name=name) if one.id == "driver" else _setting_words(one.setting)
        case "memory":
            return retold(name)
        case "rent":
            return say("a rented {name}", name=name)
        case "api":
            return say("the API of {name}", name=one.name) if one.name else say("an API")
        case "nothing":
            return say("doing nothing")
        case "computer":
            return say("a computer with {name}", name=name)
        case _:
            return say(_article(name), name=retold(name))


def option_name(one: Compared) -> str:
    """What a way is called outside of a sentence: "RTX 3090", "Second stick", "This computer"."""
    name = short_name(one.name)
    match one.kind:
        case "nothing":
            return say("This computer")
        case "second_card":
            return say("One more {name}", name=name)
        case "sticks" | "memory":
            return capital(retold(name))
        case "setting":
            article, _, rest = best_name(one).partition(" ")
            return capital(rest if article == "a" else best_name(one))
        case "rent":
            return say("Rented {name}", name=name)
        case "api":
            return say("API of {name}", name=one.name) if one.name else say("An API")
        case "computer":
            return say("Computer with {name}", name=name)
        case _:
            return capital(retold(name))


def _setting_words(setting: SmallerSetting | None) -> str:
    """A change that costs nothing."""
    if setting is None:
        return say("letting the memory run at its rated speed in the firmware setup")
    if setting.quant is not None:
        return say("a file of the type {quant}", quant=setting.quant)
    if setting.context_tokens is not None:
        return say("a context of {tokens}", tokens=tokens(setting.context_tokens))
    if setting.cache_type is not None:
        return say("a KV cache of the type {cache_type}", cache_type=setting.cache_type)
    return say("reading prompts in portions of {tokens}", tokens=tokens(setting.ubatch_tokens))


def _article(name: str) -> str:
    """By how the first word is spoken: letters one by one where it is no word (an RTX, an M5, a GTX)."""
    first = name.split(" ")[0]
    spelled = (first.isupper() and not first.isalpha()) or first in ("RTX", "RX")
    vowels = "AEFHILMNORSX" if spelled else "AEIO"
    return to_say("an {name}") if first[:1] in vowels else to_say("a {name}")
