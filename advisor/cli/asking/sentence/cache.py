"""In which types the cache of keys and values is to be stored: `kv cache q8 or f16`, `q4 kv cache`."""

import re

from advisor.cli.asking.sentence.sentence import Sentence

_TYPE = r"(?:q[458](?:_[01])?|int[48]|[48][ -]?bits?|bf16|fp?16)"
_OTHER = rf"(?: ?(?:,|/|or|vs\.?|versus|instead of|over|against|and|to|than) ?({_TYPE}))?"
_TYPES = rf"({_TYPE}){_OTHER}"
_CACHE = (
    r"(?:kv|k/v|k-v)(?:[ -]?cache)?(?: (?:type|quant\w*|at|in|as|with|of|is|set to|to|down))*"
    r"|(?:quantized|quantised) cache"
)
_NAMED = re.compile(rf"\b{_TYPES} (?:{_CACHE})\b{_OTHER}|\b(?:{_CACHE})[ :=-]*{_TYPES}\b", re.IGNORECASE)
_OF_CACHE = re.compile(r"\b(?:quanti[sz]\w+|compress\w+)\b[^.?!]{0,20}\b(?:kv|cache)\b", re.IGNORECASE)
_HELD = re.compile(r"\b(or|vs\.?|versus|better|difference|hurts?|slower|faster|worth|help|affect\w*)\b", re.IGNORECASE)
_USUAL = {"q8": "q8_0", "int8": "q8_0", "8bit": "q8_0", "q4": "q4_0", "int4": "q4_0", "4bit": "q4_0", "q5": "q5_1",
          "fp16": "f16"}  # fmt: skip
WHOLE = "f16"
_WHOLE_NAMED = re.compile(r"\b(?:bf16|fp?16|16[ -]?bits?)\b", re.IGNORECASE)


def cache_types_among(sentence: Sentence) -> tuple[str, ...]:
    """The types; beside one of few bits the whole one, where it is asked what it changes."""
    found = [_usual(one) for match in sentence.take(_NAMED) for one in match.groups() if one]
    types = tuple(dict.fromkeys(found))
    is_held = len(types) == 1 and types[0] != WHOLE and _HELD.search(sentence.text) is not None
    return (*types, WHOLE) if is_held else types


def asks_of_cache(text: str) -> bool:
    """Whether it is asked what a cache of few bits is worth, which is nothing to buy."""
    return _OF_CACHE.search(text) is not None


def _usual(word: str) -> str:
    plain = word.lower().replace(" ", "").replace("-", "").removesuffix("s")
    return _USUAL.get(plain, plain)


def without_whole(types: tuple[str, ...], text: str) -> tuple[str, ...]:
    """The types without the whole one where nobody named it: beside two models it is no third thing."""
    return types if _WHOLE_NAMED.search(text) is not None else tuple(one for one in types if one != WHOLE)
