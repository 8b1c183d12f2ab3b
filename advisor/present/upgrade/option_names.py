"""What the ways of spending money are called: the computer as it is, a card, a rented one, an API."""

from advisor.answer.worth.compared import Compared
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.worth import CandidateKind
from advisor.facts.values.reason import Reason
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import capital, say, to_say

_WITHIN: dict[CandidateKind, str] = {
    "second_card": to_say("one more {name}"),
    "rent": to_say("a rented {name}"),
    "nothing": to_say("doing nothing"),
    "computer": to_say("a computer with {name}"),
}
_ALONE: dict[CandidateKind, str] = {
    "second_card": to_say("One more {name}"),
    "rent": to_say("Rented {name}"),
    "nothing": to_say("This computer"),
    "computer": to_say("Computer with {name}"),
}


def best_name(one: Compared) -> str:
    """What a candidate is called within a sentence."""
    name = _name(one)
    if one.kind in _WITHIN:
        return say(_WITHIN[one.kind], name=name)
    if one.kind == "api":
        return say("the API of {name}", name=name) if name else say("an API")
    if one.kind == "setting":
        return say("a driver for the {name}", name=name) if one.id == "driver" else _setting_words(one.setting)
    if one.kind == "card":
        return say(_article(name), name=name)
    is_one = isinstance(one.name, Reason) and one.name.code == "second_stick"
    return say("a {name}", name=name) if is_one else name


def option_name(one: Compared) -> str:
    """What a way is called outside of a sentence: "RTX 3090", "Second stick", "This computer"."""
    name = _name(one)
    if one.kind in _ALONE:
        return say(_ALONE[one.kind], name=name)
    if one.kind == "api":
        return say("API of {name}", name=name) if name else say("An API")
    if one.kind == "setting":
        article, _, rest = best_name(one).partition(" ")
        return capital(rest if article == "a" else best_name(one))
    return capital(name)


def _name(one: Compared) -> str:
    """The name of a product without its maker, of a provider as it stands."""
    name = in_words(one.name) if isinstance(one.name, Reason) else one.name
    return name if one.kind == "api" else short_name(name)


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
