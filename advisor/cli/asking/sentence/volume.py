"""How much is done, for how many, and how long: numbers of a plain question that are no part and no money."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import GIGA, KILO, MEGA, SECONDS_PER_HOUR, SECONDS_PER_MINUTE

_DAYS = {"day": 1.0, "week": 7.0, "month": 30.4, "year": 365.0}
_SCALE = {"": 1.0, "k": KILO, "thousand": KILO, "b": GIGA, "billion": GIGA} | dict.fromkeys(
    ("m", "mio", "million", "mil"), MEGA
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "half": 0.5}
_WORDS = "|".join(_NUMBERS)
_N = rf"(\d+(?:\.\d+)?|{_WORDS})"
_EACH = (
    r"(?:(?:an? |/ ?|per |every |each |once an? |once per |once every )(day|week|month|year)\b"
    r"|(daily|nightly|weekly|monthly))"
)
_ONCE = rf"(?: ?(?:,|of \w+)? ?{_EACH})"
_HOURS = re.compile(rf"\b{_N} ?(hours?|hrs?|h|minutes?|mins?)\b{_ONCE}", re.IGNORECASE)
_ALWAYS = re.compile(r"\b(24 ?/ ?7|24x7|around the clock|all day and night|nonstop|non-stop)(?!\w)", re.IGNORECASE)
_TOKENS = re.compile(rf"\b{_N} ?(k|m|mio|mil|b|million|billion|thousand)? ?(?:tokens?|toks?)\b{_ONCE}", re.IGNORECASE)
_USERS = re.compile(
    r"\b(?:team of |for )?(\d{1,5}) ?(?:concurrent |simultaneous |parallel )?"
    r"(?:users?|people|persons?|employees|colleagues|coworkers|developers|devs|clients|requests|sessions|students|staff)\b"
    r"(?: at (?:once|the same time))?",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"\bfor (\d{1,4}) (?!hours?|days?|weeks?|months?|years?|dollars|euros|bucks|pounds|tokens|images|pictures|photos"
    r"|models|gpus|cards|minutes|seconds|videos|clips|chunks|documents|docs|pages|steps|sticks|pcs|computers|machines|texts|slots"
    r"|watts|cores|threads|layers|epochs|times)([a-z]+s)\b",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"\b(\d{1,7}(?:\.\d)?) ?([km]?)(?: tokens?)?(?: of| long)?[ -](?:context|ctx)(?: window| length| size)?\b"
    r"|\b(?:context|ctx)(?: window| length| size)?(?: of| at| is|:| =|=)? ?(\d{1,7}(?:\.\d)?) ?([km]?)\b(?: tokens?)?",
    re.IGNORECASE,
)
_LONGEST = re.compile(
    r"\b(?:how (?:much|long|big|large|many)(?: a| of)?|max(?:imum|imal)?|longest|largest|biggest|most)"
    r"(?: possible| tokens of)? (?:context|ctx)\b(?: (?:length|window|size))?",
    re.IGNORECASE,
)
_BARE_CONTEXT = re.compile(
    r"(?<![\w.$€£-])((?:16|32|64|128|256)k)\b"
    r"(?! ?(?:budget|to spend|max|total|usd|dollars|bucks|euros?|tokens?|chunks|images))",
    re.IGNORECASE,
)
"""Powers of two stand for a context where nothing says that they are money."""
_PROMPT = re.compile(
    r"\b(\d{1,7}(?:\.\d)?) ?([km]?)[ -]?(?:tokens?|toks?)?[ -](?:prompts?|inputs?|documents?|docs?|code ?base)\b"
    r"|\bprompts? of (\d{1,7}(?:\.\d)?) ?([km]?)\b(?: tokens?)?",
    re.IGNORECASE,
)
_ITEMS = re.compile(
    rf"\b(?:about |over )?{_N} ?(k|m|mio|million|thousand)? "
    r"(chunks|texts|documents|docs|pages|passages|images|pictures|photos|emails|articles|sentences)\b"
    rf"(?:{_ONCE})?",
    re.IGNORECASE,
)
_AUDIO = re.compile(
    rf"\b{_N}[ -]?(hours?|hrs?|h|minutes?|mins?)(?: of| long)?[ -]"
    r"(?:audio|recordings?|podcasts?|speech|meetings?|interviews?|lectures?|video|files?)\b(?: files?)?",
    re.IGNORECASE,
)
_FILM = re.compile(rf"\b{_N}[ -]?(?:seconds?|secs?|s)(?: long)?(?=[ -](?:clips?|videos?|films?)\b)", re.IGNORECASE)
_SIZE = re.compile(r"\b(\d{3,4}) ?x ?(\d{3,4})\b(?: ?p(?:x|ixels?))?", re.IGNORECASE)
_STEPS = re.compile(r"\b(\d{1,3}) steps\b", re.IGNORECASE)
_SEQUENCE = re.compile(r"\b(\d{2,5}) tokens? (?:each|per (?:chunk|text|passage))\b", re.IGNORECASE)
_PSU = re.compile(
    r"\b(\d{3,4}) ?w(?:atts?)?\b(?: (?:power supply|power|supply|psu))?|\bpsu (?:is |of )?(\d{3,4})\b", re.IGNORECASE
)
_POWER_LIMIT = re.compile(
    r"\b(power[ -]?limit\w*|undervolt\w*|capp?(?:ed|ing)|limited)\b[^.?!\x00]{0,30}?\b(\d{2,4}) ?w(?:atts?)?\b",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"(?:\b(?:at least|minimum|min|over|more than|>) ?)?\b(\d{1,4}) ?\+? ?(?:t/s|tok/s|tps|tokens?/s(?:ec)?|toks?/sec"
    r"|tok(?:en)?s? (?:per|a) sec(?:ond)?)(?!\w)",
    re.IGNORECASE,
)


@frozen
class Volume:
    """What was told of it; None where nothing was.

    `fields` are settings by the names of `--set`; `items` are so many of `items_called`.
    """

    hours_per_day: float | None = None
    tokens_per_day: float | None = None
    users: int | None = None
    context: str = ""
    wants_longest_context: bool = False
    items: float | None = None
    items_called: str = ""
    psu_w: int | None = None
    power_limit_w: int | None = None
    wanted_per_s: float | None = None
    film_s: float | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


def volume_among(sentence: Sentence, is_name: Callable[[str], bool] = lambda _: False) -> Volume:
    """All of it; what stands for several things is looked for first where it says more.

    `is_name` tells whether a word and the number behind it are a name together: of `flux 2 pictures` no two are made.
    """
    fields, found = dict[str, Any](), dict[str, Any]()
    for one in sentence.take(_AUDIO):
        fields["audio_s"] = round(
            _number(one[1]) * (SECONDS_PER_HOUR if one[2].lower().startswith("h") else SECONDS_PER_MINUTE)
        )
    for one in sentence.take(_SEQUENCE):
        fields["sequence_tokens"] = int(one[1])
    for one in sentence.take(_FILM):
        found["film_s"] = _number(one[1])
    if sentence.take(_ALWAYS):
        found["hours_per_day"] = 24.0
    for one in sentence.take(_HOURS):
        hours = _number(one[1]) / (1 if one[2].lower().startswith("h") else 60)
        found["hours_per_day"] = min(24.0, hours / _days(one[3], one[4]))
    for one in sentence.take(_TOKENS):
        found["tokens_per_day"] = _number(one[1]) * _SCALE[(one[2] or "").lower()] / _days(one[3], one[4])
    for one in sentence.take(_USERS):
        found["users"] = int(one[1])
    for one in sentence.take(_OF_OTHERS):
        found.setdefault("users", int(one[1]))
    if sentence.take(_LONGEST):
        found["wants_longest_context"] = True
    for one in sentence.take(_CONTEXT):
        found["context"] = f"{one[1] or one[3]}{(one[2] or one[4] or '').lower()}"
    for one in sentence.take(_PROMPT):
        scale = _SCALE[(one[2] or one[4] or "").lower()]
        fields["prompt_tokens"] = round(float(one[1] or one[3]) * scale)
    for one in _ITEMS.finditer(sentence.left):
        if is_name(" ".join((*sentence.before(one.start(), 1), one[1]))):
            continue
        sentence.blank(one.start(), one.end())
        found |= {"items": _number(one[1]) * _SCALE[(one[2] or "").lower()], "items_called": one[3].lower()}
    for one in sentence.take(_BARE_CONTEXT):
        found.setdefault("context", one[1].lower())
    for one in sentence.take(_SIZE):
        fields |= {"width": int(one[1]), "height": int(one[2])}
    for one in sentence.take(_STEPS):
        fields["steps"] = int(one[1])
    for one in list(_POWER_LIMIT.finditer(sentence.left)):  # what stands between may be a card
        found["power_limit_w"] = int(one[2])
        for group in (1, 2):
            sentence.blank(one.start(group), one.end() if group == 2 else one.end(group))
    for one in sentence.take(_PSU):
        found["psu_w"] = int(one[1] or one[2])
    for one in sentence.take(_WANTED):
        found["wanted_per_s"] = float(one[1])
    return Volume(fields=fields, **found)


def _number(word: str) -> float:
    return float(_NUMBERS.get(word.lower()) or word)


def _days(name: str | None, adverb: str | None) -> float:
    """How many days "a week" or "weekly" is."""
    plain = (name or (adverb or "daily").lower().removesuffix("ly")).lower()
    return _DAYS.get(plain, 1.0)
