"""How much is done, for how many, and how long: numbers of a plain question that are no part and no money."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from math import ceil
from typing import Any

from advisor.cli.asking.sentence.amounts import COUNT, EACH, NUMBER, SCALE, days, number_of
from advisor.cli.asking.sentence.apart.card_number import CARD_NUMBER
from advisor.cli.asking.sentence.items import TOKENS_A_PAGE, Items, items_among
from advisor.cli.asking.sentence.kinds.own_speed import beside_a_speed, is_had
from advisor.cli.asking.sentence.kinds.shown import shown_among
from advisor.cli.asking.sentence.pages import asks_pages, is_one_text, pages_among
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import SECONDS_PER_HOUR, SECONDS_PER_MINUTE

_ONCE = rf"(?: ?(?:,|of [\w\x00]+)?[ \x00]*{EACH})"
_HOURS = re.compile(rf"\b{NUMBER} ?(hours?|hrs?|h|minutes?|mins?)\b{_ONCE}", re.IGNORECASE)
_ALWAYS = re.compile(
    r"\b(24 ?/ ?7|24x7|around the clock|(?:all )?day and night|nonstop|non-stop|always on|permanently(?: on)?"
    r"|on (?:all day|all the time|permanently)|on 24 ?h(?:ours?)?)(?!\w)",
    re.IGNORECASE,
)
_NIGHT = re.compile(
    r"\b(?:all night(?: long)?|over ?night|(?:through|during) the night|(?:every|each|at) night|nightly)\b",
    re.IGNORECASE,
)
NIGHT_HOURS = 8.0
"""Of a night of which nobody says how long it is (a judgment)."""
_EPOCHS = re.compile(r"\b(\d{1,3}|two|three|four|five|ten) epochs?\b", re.IGNORECASE)
_DATA = re.compile(
    rf"(?<![\w.$€£-]){NUMBER} ?(m|mio|mil|million|b|billion)[ -]?tok(?:en)?s?\b"
    r"(?: of (?:training )?(?:data|texts?|examples))?|"
    rf"(?<![\w.$€£-]){NUMBER} ?(k|thousand)[ -]?tok(?:en)?s? (?:of )?(?:training )?(?:data(?:set)?|corpus)\b",
    re.IGNORECASE,
)
_TOKENS = re.compile(
    rf"\b{NUMBER} ?(k|m|mio|mil|b|million|billion|thousand)?[ \x00]*tok(?:en)?s?\b{_ONCE}", re.IGNORECASE
)
_USERS = re.compile(
    rf"\b(?:team of |for )?{COUNT} ?(?:concurrent |simultaneous |parallel |other |of my |of our )?"
    r"(?:users?|people|ppl|persons?|employees|colleagues|co-?workers|developers|devs|programmers|coders|engineers|clients"
    r"|requests|sessions|students|pupils|staff|lawyers|attorneys|paralegals|doctors|physicians|nurses|teachers|accountants"
    r"|consultants|researchers|scientists|analysts|designers|writers|editors|journalists|partners|workers|members"
    r"|friends|kids|children|folks|guys|guests|participants|of us)\b(?: at (?:once|the same time))?",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(
    rf"\b(?!\d{{4}}){COUNT} (?:of (?:them|those|us) )?(?:(?:are )?(?:active|online) )?at (?:once|the same time)\b",
    re.IGNORECASE,
)
_ALL_AT_ONCE = re.compile(
    r"\b(?:at (?:once|the same time|a time)|simultaneous\w*|concurren\w*|parallel)\b", re.IGNORECASE
)
_SENT = re.compile(r"\b(?:users?|clients|requests|sessions)\b", re.IGNORECASE)
"""So many are served: whoever says so has counted those that ask."""
_SHARE, _FEW = 10, 5
"""Of people who have a model one in so many asks at once, of a few all: who reads and types asks nothing meanwhile (a
judgment)."""
_TEAM = re.compile(rf"\b(?:teams?|groups?|office|company|family|class) of {COUNT}\b", re.IGNORECASE)
_OF_OTHERS = re.compile(
    r"\bfor (\d{1,4}) (?!hours?|days?|weeks?|months?|years?|dollars|euros|bucks|pounds|tokens|images|pictures|photos"
    r"|models|gpus|cards|minutes|seconds|videos|clips|chunks|documents|docs|pages|steps|sticks|pcs|computers|machines|texts|slots"
    r"|watts|cores|threads|layers|epochs|times)([a-z]+s)\b",
    re.IGNORECASE,
)
_MOST_USERS = re.compile(
    r"\b(?:how many|max(?:imum)?(?: number of)?) (?:concurrent |simultaneous |parallel )?"
    r"(?:users|people|persons|requests|clients|students|employees|developers|devs|sessions)\b",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"\b(\d{1,7}(?:\.\d)?) ?([km]?)(?: tokens?)?(?: of| long)?[ -](?:context|ctx)(?: window| length| size)?\b"
    r"|\b(?:context|ctx)(?: window| length| size)?(?: of| at| is|:| =|=)? ?(\d{1,7}(?:\.\d)?) ?([km]?)\b(?: tokens?)?",
    re.IGNORECASE,
)
_OF_CONTEXT = r"(?:context|ctx|num_ctx|n_ctx|ctx-size)\b(?: (?:length|window|size))?"
_LONGEST = re.compile(
    r"\b(?:how (?:much|long|big|large|many)(?: of)?(?: a)?|(?:what|which)(?:'s| is| the| kind of| size| length)*"
    r"|max(?:imum|imal)?|longest|largest|biggest|most|full|whole|entire)"
    rf"(?: possible| tokens of| usable)? {_OF_CONTEXT}"
    r"|\bhow (?:high|far|long|large|big)(?= (?:can|could|may|should|does|will|would) [^.?!\x00]{0,40}?"
    rf"(?<!\d)(?<!\dk) {_OF_CONTEXT})",
    re.IGNORECASE,
)
_CONTEXT_WORD = re.compile(rf"\b{_OF_CONTEXT}", re.IGNORECASE)
_BARE_CONTEXT = re.compile(
    r"(?<![\w.$€£-])((?:16|32|64|128|256)k)\b"
    r"(?! ?(?:budget|to spend|max|total|usd|dollars|bucks|euros?|tokens?|chunks|images))",
    re.IGNORECASE,
)
"""Powers of two stand for a context where nothing says that they are money."""
_DOCUMENT = r"(?:documents?|docs?|pdfs?|papers?|reports?|books?|contracts?|files?|texts?|transcripts?)"
_PROMPT = re.compile(
    r"\b(\d{1,7}(?:\.\d)?) ?([km]?)[ -]?(?:tokens?|toks?)?[ -]"
    r"(?:(?:prompts?|inputs?|code ?base)\b|(?=(?:documents?|docs?)\b))"
    r"|\bprompts? of (\d{1,7}(?:\.\d)?) ?([km]?)\b(?: tokens?)?",
    re.IGNORECASE,
)
_OF_TOKENS = re.compile(
    rf"(?<![\w.$€£-])((?:16|32|64|100|128|200|256)k|1m)"
    rf"[ -]?(?:tokens? )?(?:long )?(?={_DOCUMENT}\b)",
    re.IGNORECASE,
)
"""Such documents are so long, but where they are counted: `can it do 128k documents`."""
_COUNTED = re.compile(
    r"\b(?:rag|embed\w*|index\w*|search\w*|retriev\w*|classif\w*|categori[sz]\w*|label\w*|tag\w*|sort\w*"
    r"|translat\w*|ocr|how (?:long|much time)|(?:a|per|each|every) (?:day|week|month|year|night)|daily|nightly|each"
    r"|apiece|x \d+|of \d+ (?:tokens|words|pages)|knowledge[ -]?base)\b",
    re.IGNORECASE,
)
_ROPE = re.compile(r"\b(?:with |using |via |through )?(?:yarn|rope)(?:[ -](?:scal\w+|extension))?\b", re.IGNORECASE)
"""How a context becomes longer than the one a model was made for: taken with the context."""
_AUDIO = re.compile(
    rf"\b{NUMBER}[ -]?(hours?|hrs?|h|minutes?|mins?)(?: of| long)?[ -]"
    r"(?:\w+ )?"
    r"(?:audio|recordings?|podcasts?|calls?|sessions?|speech|meetings?|interviews?|lectures?|video|files?)\b"
    r"(?: files?)?",
    re.IGNORECASE,
)
_ONE_RECORDING_S = 24 * SECONDS_PER_HOUR
"""More is no single recording."""
_PSU = re.compile(
    r"\b(\d{3,4}) ?w(?:atts?)?\b(?: (?:power supply|power|supply|psu))?"
    r"|\bpsu (?:is |of )?(\d{3,4})\b(?: ?w(?:atts?)?\b)?",
    re.IGNORECASE,
)
_SMALL_CASE = re.compile(
    r"\b(?:u?sff|small[- ]form[- ]factor|slim (?:pc|desktop|case|tower|office pc)|low[- ]profile)\b", re.IGNORECASE
)
SMALL_CASE_W = 260
"""What the power supply of an office computer in a small case gives, without a plug for a card (a judgment: Dell's and
HP's give 180 to 310)."""
_IDLE = re.compile(
    r"\b(\d{2,4}) ?w(?:atts?)?(?: (?:at|when|in|while|is|its?))* idl(?:e|ing)\b"
    r"|\bidl(?:e|es|ing)(?: (?:power|draw|consumption|is|at|of|around|about|like))* (\d{2,4}) ?w(?:atts?)?\b",
    re.IGNORECASE,
)
_LIMITED = r"power[ -]?limit\w*|undervolt\w*|capp?(?:ed|ing)|limited"
_POWER_LIMIT = re.compile(
    rf"\b(?P<before>{_LIMITED})\b[^.?!\x00]{{0,30}}?\b(?P<behind>(?P<amount>\d{{2,4}}) ?(?P<unit>w(?:atts?)?\b|%))"
    rf"|\b(?P<at>(?P<watts>\d{{2,4}}) ?w(?:atts?)? (?:{_LIMITED}|cap)\b)",
    re.IGNORECASE,
)
_WANTED = re.compile(
    rf"(?:\b(?:at least|minimum|min|over|more than|>) ?)?\b(?!{CARD_NUMBER} )(\d{{1,4}}(?:\.\d+)?) ?\+? ?"
    r"(?:t/s(?:ec)?|tok/s|tps|tokens?/s(?:ec(?:ond)?)?|toks?/sec(?:ond)?"
    r"|tok(?:en)?s? (?:per|a) sec(?:ond)?)(?!\w)",
    re.IGNORECASE,
)


@frozen
class Volume:
    """What was told of it; None where nothing was.

    `fields` are settings by the names of `--set`, `slots` those for cards. `users` ask at once, `people` are those of
    whom that is assumed.
    """

    hours_per_day: float | None = None
    tokens_per_day: float | None = None
    users: int | None = None
    people: int | None = None
    context: str = ""
    wants_longest_context: bool = False
    wants_most_users: bool = False
    items: Items | None = None
    psu_w: int | None = None
    slots: int | None = None
    idle_w: int | None = None
    power_limit_w: int | None = None
    power_limit_share: float | None = None
    wanted_per_s: float | None = None
    had_per_s: float | None = None
    film_s: float | None = None
    frames_per_s: float | None = None
    audio_s: float | None = None
    pages: int | None = None
    epochs: int = 1
    is_small_case: bool = False
    is_night: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)

    def limit_w(self, usual_w: float) -> float | None:
        """To what a card is held that draws so much otherwise; None for no limit."""
        return self.power_limit_w or (self.power_limit_share or 0) * usual_w or None

    @property
    def asks_longest(self) -> bool:
        """Whether the longest context is asked for, and nobody says how long the prompt is."""
        return self.wants_longest_context and "prompt_tokens" not in self.fields


def volume_among(sentence: Sentence, is_name: Callable[[str], bool] = lambda _: False) -> Volume:
    """All of it; what stands for several things is looked for first where it says more.

    `is_name` tells whether a word and the number behind it are a name together: of `flux 2 pictures` no two are made.
    """
    fields, found = dict[str, Any](), dict[str, Any]()
    for one in sentence.take(_AUDIO):
        each_s = SECONDS_PER_HOUR if one[2].lower().startswith("h") else SECONDS_PER_MINUTE
        audio_s = number_of(one[1]) * each_s
        if audio_s > _ONE_RECORDING_S:
            found["audio_s"] = audio_s
        else:
            fields["audio_s"] = round(audio_s)
    pages = pages_among(sentence)
    if _COUNTED.search(sentence.text) is None:
        for one in sentence.take(_OF_TOKENS):
            fields["prompt_tokens"] = round(float(one[1][:-1]) * SCALE[one[1][-1].lower()])
    items = items_among(sentence, is_name)
    if pages is None and items is not None and is_one_text(items, sentence.text):
        pages, items = round(items.number), None
    if pages is not None:
        fields["prompt_tokens"], found["pages"] = pages * TOKENS_A_PAGE, pages
    shown = shown_among(sentence)
    fields |= shown.fields
    found |= {name: value for name, value in (("film_s", shown.film_s), ("frames_per_s", shown.frames_per_s)) if value}
    found |= _hours(sentence)
    for one in sentence.take(_TOKENS):
        found["tokens_per_day"] = number_of(one[1]) * SCALE[(one[2] or "").lower()] / days(one[3], one[4])
    found |= _users(sentence)
    if sentence.take(_MOST_USERS):
        found["wants_most_users"] = True
    if sentence.take(_LONGEST) or asks_pages(sentence):
        found["wants_longest_context"] = True
        sentence.take(_CONTEXT_WORD)
    for one in sentence.take(_CONTEXT):
        found["context"] = f"{one[1] or one[3]}{(one[2] or one[4] or '').lower()}"
    for one in sentence.take(_PROMPT):
        scale = SCALE[(one[2] or one[4] or "").lower()]
        fields["prompt_tokens"] = round(float(one[1] or one[3]) * scale)
    for one in sentence.take(_BARE_CONTEXT):
        found.setdefault("context", one[1].lower())
    if sentence.take(_ROPE) and not (found.get("context") or fields.get("prompt_tokens")):
        found["wants_longest_context"] = True
    for one in sentence.take(_EPOCHS):
        found["epochs"] = round(number_of(one[1]))
    for one in sentence.take(_DATA):
        number, scaled = (one[1], one[2]) if one[1] else (one[3], one[4])
        fields["data_tokens"] = round(number_of(number) * SCALE[scaled.lower()] * found.get("epochs", 1))
    found |= _watts(sentence)
    for one in sentence.take(_WANTED):
        found["had_per_s" if is_had(sentence, one.start()) else "wanted_per_s"] = float(one[1])
    found |= beside_a_speed(sentence, found)
    return Volume(fields=fields, items=items, **found)


def _hours(sentence: Sentence) -> dict[str, Any]:
    """How long each day."""
    found = dict[str, Any]()
    if sentence.take(_ALWAYS):
        found["hours_per_day"] = 24.0
    for one in sentence.take(_HOURS):
        hours = number_of(one[1]) / (1 if one[2].lower().startswith("h") else 60)
        found["hours_per_day"] = min(24.0, hours / days(one[3], one[4]))
    if sentence.take(_NIGHT) and not found:
        found = {"hours_per_day": NIGHT_HOURS, "is_night": True}
    return found


def _watts(sentence: Sentence) -> dict[str, Any]:
    """What a computer draws that stands idle, to what a card is held, and what the power supply gives."""
    found = dict[str, Any]()
    for one in sentence.take(_IDLE):
        found["idle_w"] = int(one[1] or one[2])
    found |= _power_limit(sentence)
    if sentence.take(_SMALL_CASE):
        found |= {"psu_w": SMALL_CASE_W, "is_small_case": True}
    for one in sentence.take(_PSU):
        found["psu_w"] = int(one[1] or one[2])
    return found


def _users(sentence: Sentence) -> dict[str, int]:
    """How many are served: by what they are, by the name of a group, by whom it is for."""
    is_sure = _ALL_AT_ONCE.search(sentence.text) is not None
    active = [round(number_of(one[1])) for one in sentence.take(_AT_ONCE)]
    found = [*reversed(sentence.take(_USERS))]
    told = [(round(number_of(one[1])), is_sure or _SENT.search(one[0]) is not None) for one in found]
    told += [(round(number_of(one[1])), is_sure) for one in sentence.take(_TEAM)]
    told += [(int(one[1]), is_sure) for one in sentence.take(_OF_OTHERS)]
    if active:
        return {"users": active[0]}
    if not told:
        return {}
    number, are_all = told[0]
    at_once = max(min(number, _FEW), ceil(number / _SHARE))
    return {"users": number} if are_all or at_once == number else {"users": at_once, "people": number}


def _power_limit(sentence: Sentence) -> dict[str, Any]:
    """To how many watts, or what share of the usual ones, a card is held."""
    found = dict[str, Any]()
    for one in list(_POWER_LIMIT.finditer(sentence.left)):  # what stands between may be a card
        amount = int(one["amount"] or one["watts"])
        is_share = one["unit"] == "%"
        found = {"power_limit_share": amount / 100} if is_share else {"power_limit_w": amount}
        for name in ("before", "behind", "at"):
            if one[name]:
                sentence.blank(one.start(name), one.end(name))
    return found
