"""Whether a speed that a text tells is one that somebody has, or one that is wanted."""

import re
from collections.abc import Mapping

from advisor.cli.asking.sentence.sentence import Sentence

_HAD = re.compile(
    r"(?:^|[.?!,;(] *|\b(?<!can )(?<!could )(?<!to )(?<!will )(?<!would )(?=(?:runs?|running) at)"
    r"|\b(?:i(?:'m| am)?|only|just|currently|am|im|i've|always) )(?:only |just |currently |am |now )*"
    r"(?:get(?:ting)?|got|see(?:ing)?|have|having|at|reach(?:ing)?|stuck at|runs? at|running at|does)"
    r"(?: (?:like|about|around|only|just|a|at|some))* *$",
    re.IGNORECASE,
)
"""Right before a speed."""
_MINE = re.compile(
    r"\b(?:my|mine|our|i|we|i'm|im|i've|it|it's|this|ollama|lm studio|llama\.cpp|generation|inference|output|model)\b"
    r"[^.?!;]*\b(?:gets?|getting|got|gives?|giving|runs?|running|does|doing|makes?|manages?|managing|reach(?:es|ing)?"
    r"|hits?|hitting|sees?|seeing|pulls?|pulling|outputs?|produc(?:es|ing)|writes?|writing|stuck|sits?|sitting"
    r"|tops? out|topping out|max(?:es|ing)? out|caps? out|crawl(?:s|ing)?|at|is)"
    r"(?: (?:me|us|only|just|barely|merely|about|around|like|a|at|some|roughly|stuck|out|with|steady|measly|mere))* *$",
    re.IGNORECASE,
)
_STUCK = re.compile(
    r"\b(?:stuck|sitting|crawling|capped|topping out|max(?:ing|ed) out|hovering)"
    r"(?: (?:at|around|out|about|only|just))* *$",
    re.IGNORECASE,
)
_NO_OWN = re.compile(
    r"\b(?:which|what|can|could|will|would|should|need|needs|want|wants|wanting|to|if|at least|minimum|buy|how)\b",
    re.IGNORECASE,
)
"""Before a speed in its clause: it is one that is wanted."""
_ONLY = re.compile(r"\b(?:only|just|barely|merely|measly|mere)(?: about| around| at| like)* *$", re.IGNORECASE)
_JUDGED = re.compile(
    r"\b(?:normal|slow(?:er)?|wrong|expected|supposed to|right speed|low|too (?:low|slow)|bad|off|settings?"
    r"|is (?:that|this|it) (?:good|ok|okay|right|fine|correct|fast)|broken|misconfigured|bottleneck\w*|crawl\w*"
    r"|sluggish|painful\w*|terribl[ey]|awful\w*|unusable|disappoint\w*|why)\b",
    re.IGNORECASE,
)
"""Beside these a speed is what somebody has."""
_WISHED = re.compile(
    r"\b(?:need|needs|want|wants|wanting|would like|at least|enough|minimum|looking for|which|what (?:gpu|card|pc))\b",
    re.I,
)
"""`I only need 5 t/s` is no speed that somebody has."""
_BARE = re.compile(
    r"\b(?:to (?:get|reach|hit|have|see|make|do)|get to|reach(?:es|ing)?|hit|wants?|needs?|at least|up to"
    r"|like)(?: (?:at least|about|around|like|over|more than|maybe|it to|to get|to have))* ?(?P<rate>\d{1,3})\b"
    r"(?! ?(?:x\b|gi?b|k\b|m\b|b\b|w\b|%|watts?|gpus?|cards?|users?|people|[2-5]0[5-9]0|rtx|of\b|more|hours?|min\w*"
    r"|used|new|or \d|\w*\d{3}))",
    re.IGNORECASE,
)
"""A number without a unit that is wished for."""
_FROM = re.compile(r"\bfrom (?P<rate>\d{1,3}(?:\.\d+)?) (?:up )?(?=to\b)", re.IGNORECASE)
_CLAUSE = re.compile(r"[.?!;,]|\b(?:but|and)\b")


def beside_a_speed(sentence: Sentence, found: Mapping[str, float]) -> dict[str, float]:
    """The speed without a unit that stands beside one that was found: `from 7 to 20 t/s`, `I get 7 t/s, want 20`."""
    if "wanted_per_s" in found and "had_per_s" not in found:
        pattern, name = _FROM, "had_per_s"
    elif "had_per_s" in found and "wanted_per_s" not in found:
        pattern, name = _BARE, "wanted_per_s"
    else:
        return {}
    one = pattern.search(sentence.left)
    if one is None:
        return {}
    sentence.blank(*one.span("rate"))
    return {name: float(one["rate"])}


def is_had(sentence: Sentence, start: int) -> bool:
    """Whether the speed that stands there is one that somebody has."""
    before = sentence.text[:start]
    clause = _CLAUSE.split(before)[-1]
    if _HAD.search(before) is not None or _STUCK.search(before) is not None:
        return True
    is_judged = _JUDGED.search(sentence.text) is not None
    if _ONLY.search(before) is not None and (is_judged or _WISHED.search(sentence.text) is None):
        return True
    if _NO_OWN.search(clause) is not None:
        return False
    return is_judged or _MINE.search(clause) is not None
