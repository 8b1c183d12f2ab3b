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
_FILE = r"(?:i?q[2-8](?:_[01ksml]+){0,3}|int[48]|[2-8][ -]?bits?|fp8|nvfp4|mxfp4|b?f(?:p)?16)"
_FILES_HELD = re.compile(
    rf"\b{_FILE}\b[^.?!]{{0,30}}?"
    r"(?:\b(?:over|or|vs\.?|versus|than|instead of|rather than|against|compared (?:to|with)|to)\b|/)"
    rf" ?(?:an? |the )?{_FILE}\b",
    re.IGNORECASE,
)
_WEIGHED = re.compile(
    r"\bworth(?: it)?\b|\b(?:upgrad\w*|(?<!model )should (?:i|we) (?:get|go for|pick up))\b", re.IGNORECASE
)
"""Words of purchases that stand beside files as well."""
_CARD_WEIGHED = re.compile(
    r"\b(?:cards?|gpus?|\d{3,4}(?: ?(?:ti|super|xtx?))*(?: \d+ ?gb)?|ram)(?: be)? worth\b", re.IGNORECASE
)
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


def without_files_held(text: str) -> str:
    """The text without `worth it` where two files are held against each other, which is nothing to buy."""
    is_of_files = _FILES_HELD.search(text) is not None and _CARD_WEIGHED.search(text) is None
    return _WEIGHED.sub("", text) if is_of_files else text


def _usual(word: str) -> str:
    plain = word.lower().replace(" ", "").replace("-", "").removesuffix("s")
    return _USUAL.get(plain, plain)


def without_whole(types: tuple[str, ...], text: str) -> tuple[str, ...]:
    """The types without the whole one where nobody named it: beside two models it is no third thing."""
    return types if _WHOLE_NAMED.search(text) is not None else tuple(one for one in types if one != WHOLE)
