"""All that a plain question says, and what of it was not understood."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.asks import Asks, asks_of
from advisor.cli.asking.sentence.cache import cache_types_among
from advisor.cli.asking.sentence.fillers import left_over
from advisor.cli.asking.sentence.hardware import Hardware, hardware_among
from advisor.cli.asking.sentence.items import TOKENS_A_PAGE
from advisor.cli.asking.sentence.least_vram import Least, asks_what_to_take, least_among
from advisor.cli.asking.sentence.makers import Makers, makers_among
from advisor.cli.asking.sentence.models import NamedModel, models_among, quants_alone
from advisor.cli.asking.sentence.money import (
    NO_MONEY,
    Recurring,
    Spent,
    electricity_among,
    spent_among,
    subscriptions_among,
)
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.cli.asking.sentence.software import Software, software_among, take_held_programs, take_programs
from advisor.cli.asking.sentence.trade import Trade, trade_among
from advisor.cli.asking.sentence.unjudged import names_small, unjudged_among, works_not_here
from advisor.cli.asking.sentence.usual_computer import usual_among, with_usual
from advisor.cli.asking.sentence.volume import Volume, volume_among
from advisor.cli.asking.sentence.work import is_of_pictures_seen, is_of_retrieval, is_of_voice, works_among

_BUYING = re.compile(
    r"\b(worth|buy|buying|upgrad\w*|purchas\w*|(?<!model )should (?:i|we) (?:get|go for|pick up)"
    r"|(?:gpus?|cards?|pcs?|computers?|machines?|macs?|laptops?) (?:to get|(?:do|would|should|shall) (?:i|we|you) get)"
    r"|(?:need|get) an?(?! (?:\w+ )?(?:local )?(?:copilot|llm|models?|ai|assistant|chatbot|agent|way|idea|feel))"
    r"|cheaper|rent|renting|spend|spending|pay|budget"
    r"|add(?:ing)? (?:a|another|more|\d+ ?gb|\d ?x ?\d+)|invest\w*|afford)\b",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(
    r"\b(rent|renting|rented|cloud|api|apis|runpod|vast(?:\.ai)?|openrouter|subscription)\b", re.IGNORECASE
)
NOTHING_BOUGHT = "Nothing is bought: answered for what is there."
_SMALL = "phones, tablets, consoles and the smallest boards"
_NO_CLOUD = re.compile(
    r"\b(?:no|not|without|avoid|won'?t let (?:me|us) use|can'?t use|not allowed(?: to use)?|hate) (?:the |any |a )?"
    r"(?:cloud|apis?|subscriptions?)\b",
    re.IGNORECASE,
)
_PRIVATE = re.compile(
    r"\b(priva(?:te|cy)|confidential|sensitive|gdpr|must (?:stay|not leave)\w*(?: here| in house| the house)?"
    r"|(?:(?:nothing|none|no \w+) (?:\w+ )?(?:may|can|must|should|shall|will)|(?:may|must|can|should) ?not|can't"
    r"|mustn't|never|without(?: \w+)?) (?:leav(?:e|es|ing)|get out)(?: of)?(?: (?:the|our|my|this) \w+)?"
    r"|air-?gapped|offline|nda)\b",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"\b(new (?:home )?(?:computer|pc|machine|mac|rig|laptop|workstation|build|server)"
    r"|(?:what|which) (?:kind of )?(?:computer|pc|machine|mac|laptop|desktop|server|workstation|rig)"
    r"|no (?:computer|pc|machine|hardware|rig)|(?:don't|dont|do not) (?:have|own) an?y? (?:computer|pc|machine))\b",
    re.IGNORECASE,
)
_COMPLETE = re.compile(
    r"\b(complete (?:machine|computer|pc|system|rig)|whole (?:machine|computer|pc|system)"
    r"|prebuilt|mini[ -]?pc|build (?:a|me|from)"
    r"|from scratch|(?:starting |start )?(?:from|with) (?:nothing|zero)|ready-made"
    r"|(?<!my )(?<!this )(?:computer|machine|pc) for|(?:llm|ai|inference) (?:box|rig|server|machine|pc|computer)"
    r"|(?:what|how) (?:would|should|could) (?:you|i|we) build"
    r"|a (?:machine|computer|pc) (?:to|for|that)|have nothing(?: yet)?|nothing yet)\b",
    re.IGNORECASE,
)
_BUY_WHAT = re.compile(
    r"\bwhat (?:should|do|would|must|can) (?:we|i) (?:need to |have to )?(?:buy|get|purchase)\b", re.I
)
_SOLD_WHOLE = re.compile(
    r"\b(servers?|machines?|computers?|pcs?|desktops?|workstations?|laptops?|notebooks?|i?macs?|macbooks?)\b",
    re.IGNORECASE,
)
_BILL = re.compile(
    r"\b(pay|paying|bills?|burn(?:ing)?|costs? (?:me|us)|charges?|subscriptions?|subscribed|plan|spend|spending"
    r"|instead of|cancel\w*|cheaper than|replac\w*)\b",
    re.IGNORECASE,
)
"""Beside these what is paid again and again is what the work costs today."""
_OR = re.compile(r"\b(?:or|vs\.?|versus)\b", re.IGNORECASE)
_NO_WHOLE = re.compile(
    r"\b(my|mine|this|our|existing|current|upgrad\w*|add|adding|gpus?|cards?|graphics|ram|memory|second|another)\b",
    re.IGNORECASE,
)
"""Beside these a computer is one that is there, or only a part of it is to be bought."""
_TEAM_USD = 3000.0
"""Several people who spend so much buy a complete computer, not a card (a judgment)."""
_OF_ORGANISATION = re.compile(
    r"\b(?:my|our|this) (?:\w+ ){0,2}?(?:company|team|business|office|startup|firm|school|class|lab|department|studio"
    r"|agency|clinic|practice|group|employees|staff|users|people|developers|devs|engineers|students|budget)\b",
    re.IGNORECASE,
)
_ONLY_PARTS = re.compile(
    r"\b(my|mine|this|our|existing|current|upgrad\w*|add|adding|(?:graphics|video) cards?|ram|second|another)\b",
    re.IGNORECASE,
)
_OF_MINE = re.compile(
    r"\b((?:my|our)(?! (?:[\w$.-]+ ){0,3}(?:bills?|subscriptions?|plan|api|budget|company|team|business"
    r"|office|startup|family|school|class|clients?|customers?|needs?|use ?case|voice|thesis|project|kids?"
    r"|wife|husband|friends?|boss"
    r"|children)\b)"
    r"|mine|this|the app's|here)\b",
    re.IGNORECASE,
)
_OF_COMPUTER = (
    r"(?:\w+ ){0,2}?(?:rigs?|pcs?|computers?|machines?|servers?|workstations?|box|hardware|builds?|set-?up)\b"
)
_RIG = re.compile(rf"\b{_OF_COMPUTER}", re.IGNORECASE)
_TO_BE_MINE = re.compile(rf"\b(?:my|our) own {_OF_COMPUTER}", re.IGNORECASE)
_WOULD_BE_MINE = re.compile(
    r"\b(?:would|build(?:ing)?|buy(?:ing)?|get(?:ting)?|sett?(?:ing)? up|than|vs\.?|versus|instead of)"
    rf" {_TO_BE_MINE.pattern}",
    re.IGNORECASE,
)
"""`would my own rig be cheaper` is about one that nobody has; beside a bill so is each that is `my own`."""
_LAPTOP = re.compile(r"\b(laptop|notebook)s?\b", re.IGNORECASE)
_LAPTOP_NAME = re.compile(r"\bframework (?:laptop )?1[236]\b|\b1[1-8](?:\.\d)?[ -]?inch(?:es)?\b", re.IGNORECASE)
_WHY = re.compile(
    r"^\s*(why|how (do|does|can|should|to)|what (is|are|does)) (?!.*\b(best|fastest|good)\b)", re.IGNORECASE
)
_TUNING, _LORA = re.compile(r"\bfine[ -]?tun", re.IGNORECASE), re.compile(r"lora\b|\bfull", re.IGNORECASE)
_ASKING = re.compile(
    r"\b(which|what|whats|how|best|recommend\w*|should|can i|could i|model|models|good|fastest|run|runs|fit|fits|enough"
    r"|usable|speed|use|handle|possible|need|do i|does|worth|slow|long|much)\b|\?",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?:without (?:a |any )?|no (?:dedicated |discrete )?|cpu[- ]only,? ?(?:no )?)"
    r"(?:gpus?|graphics cards?|video cards?)\b"
    r"|\bcpu[- ]only\b",
    re.IGNORECASE,
)


class Wording(NamedTuple):
    """What a purchase or a step looks up for itself: the plain text, all amounts, what is wanted at least.

    `is_voice`: a model is to hear and to speak; `is_retrieval`: answers rest on passages that are looked up.
    """

    text: str
    amounts: tuple[Spent, ...] = ()
    least: Least = Least()
    is_voice: bool = False
    is_retrieval: bool = False


class Said(NamedTuple):
    """What was understood; `unknown` are the words that were not.

    `notes` are whole sentences about what was taken how. `not_here` are kinds of work, or of computers (`is_small`),
    that nothing here answers.
    """

    models: tuple[NamedModel, ...]
    quants: tuple[str, ...]
    works: tuple[str, ...]
    hardware: Hardware
    volume: Volume
    spent: Spent | None
    electricity: Spent | None
    bill: Spent | None
    cache_types: tuple[str, ...]
    makers: Makers
    unknown: tuple[str, ...]
    notes: tuple[str, ...] = ()
    is_bought: bool = False
    is_outside: bool = False
    is_private: bool = False
    is_complete: bool = False
    is_wanted: bool = False
    is_of_laptops: bool = False
    is_of_mine: bool = False
    is_question: bool = False
    is_why: bool = False
    is_seen: bool = False
    is_any_tuning: bool = False
    has_no_gpu: bool = False
    trade: Trade = Trade()
    asks: Asks = Asks()
    software: Software = Software()
    not_here: tuple[str, ...] = ()
    is_small: bool = False
    wording: Wording = Wording("")


def is_about_why(text: str) -> bool:
    """Whether an explanation is asked for, which no command gives."""
    return _WHY.search(text) is not None


def names_a_rig(text: str) -> bool:
    """Whether a whole computer is named, whoever has it."""
    return _RIG.search(text) is not None


def is_complete(text: str, spent: Spent | None, users: int | None = None) -> bool:
    """Whether a complete computer is to be bought: said so, or no part beside a budget or several users."""
    is_named = spent is not None and _SOLD_WHOLE.search(text) is not None
    is_for_several = users is not None and _BUY_WHAT.search(text) is not None
    is_sold = (is_named or is_for_several) and _NO_WHOLE.search(text) is None
    is_for_team = users is not None and spent is not None and spent.amount >= _TEAM_USD
    is_sold = is_sold or (is_for_team and _ONLY_PARTS.search(_OF_ORGANISATION.sub("", text)) is None)
    return is_sold or any(one.search(text) is not None for one in (_COMPLETE, _WANTED))


def is_of_mine(text: str, bill: Spent | None) -> bool:
    """Whether a computer is meant that is there, and none that would be bought in place of a bill."""
    to_be = _WOULD_BE_MINE if bill is None else _TO_BE_MINE
    return _OF_MINE.search(to_be.sub("", text)) is not None


def said(text: str, catalog: Catalog) -> Said:
    """What is said by a text."""
    sentence = Sentence(text)
    makers = makers_among(sentence)
    cache_types, electricity = cache_types_among(sentence), electricity_among(sentence)
    amounts, past, recurring, seats = _paid(text, sentence, catalog)
    trade = trade_among(sentence)
    is_outside = _OUTSIDE.search(_NO_CLOUD.sub("", text)) is not None
    is_sure = bool(recurring) or is_outside or trade.is_sold
    is_bought, least, nothing = _bought(sentence, amounts, is_sure=is_sure)
    spent = max(amounts := [*filter(_is_some, amounts)], default=None)  # up to the largest it may be
    has_none, is_private = (bool(sentence.take(one)) for one in (_NONE, _PRIVATE))
    volume = _volume(sentence, catalog, seats)
    is_seen, is_voice = is_of_pictures_seen(sentence), is_of_voice(sentence)
    take_held_programs(sentence, catalog)
    models = models_among(sentence, catalog)
    is_bought = is_bought or not (nothing or models or not asks_what_to_take(text))
    is_small = names_small(sentence)
    hardware = _hardware(sentence, catalog, amounts, is_bought=is_bought)
    is_bought = is_bought or (makers.is_between and not (hardware.computers or models))
    quants, foreign = quants_alone(sentence), works_not_here(sentence)
    is_small = is_small and not (hardware.computers or hardware.cpu)
    works, is_retrieval = _works(sentence, volume, is_voice=is_voice)
    software, unjudged = _software(sentence, catalog, is_bought=is_bought)
    for pattern in (_OUTSIDE, _COMPLETE, _WANTED, _LAPTOP_NAME):
        sentence.take(pattern)
    bill = _bill(text, recurring)
    notes = (*hardware.notes, nothing, *unjudged, _of_volume(volume), _not_judged(foreign) if works else "")
    return Said(
        tuple(models),
        tuple(dict.fromkeys(quants)),
        tuple(works),
        hardware,
        volume,
        spent,
        electricity,
        bill,
        cache_types,
        makers,
        tuple(left_over(sentence)),
        (*filter(None, notes), *_not_counted((*past, *recurring), bill), *_sized(models)),
        is_bought=is_bought,
        is_outside=is_outside,
        is_private=is_private or _NO_CLOUD.search(text) is not None,
        is_complete=is_complete(text, spent, volume.users) or least.ram_gib > 0,
        is_wanted=_WANTED.search(text) is not None,
        is_of_laptops=_LAPTOP.search(text) is not None,
        is_of_mine=is_of_mine(text, bill),
        is_question=_ASKING.search(text) is not None,
        is_why=is_about_why(text),
        is_seen=is_seen,
        is_any_tuning=_TUNING.search(text) is not None and _LORA.search(text) is None,
        has_no_gpu=has_none,
        trade=trade,
        asks=asks_of(text),
        software=software,
        not_here=(_SMALL,) if is_small else () if works else tuple(foreign),
        is_small=is_small,
        wording=Wording(sentence.text, tuple(amounts), least, is_voice=is_voice, is_retrieval=is_retrieval),
    )


def _is_some(one: Spent) -> bool:
    return one.amount > 0


def _bought(sentence: Sentence, amounts: Sequence[Spent], *, is_sure: bool) -> tuple[bool, Least, str]:
    """Whether something would be bought, how much memory it has at least, and a sentence where there is no money."""
    has_none = bool(sentence.take(NO_MONEY)) or (bool(amounts) and not any(map(_is_some, amounts)))
    is_asked = is_sure or bool(amounts) or _BUYING.search(sentence.text) is not None
    least = least_among(sentence, is_bought=is_asked and not has_none)
    if has_none and not is_sure:
        return False, Least(), NOTHING_BOUGHT
    return is_asked or least.vram_gib > 0, least, ""


def _paid(text: str, sentence: Sentence, catalog: Catalog) -> tuple[list[Spent], list[Recurring], list[Recurring], int]:
    """What may be spent, what was paid once, what is paid again and again, and for how many seats.

    A subscription without an amount counts at its price where it is held against something that is bought.
    """
    amounts, past, recurring = spent_among(sentence)
    plans = subscriptions_among(sentence, catalog, amounts)
    of_plans = {one.monthly.start for one in plans if not one.is_assumed}
    amounts = [one for one in amounts if one.start not in of_plans]
    told = [one for one in plans if not one.is_assumed]
    is_weighed = any(one.search(text) is not None for one in (_BILL, _BUYING, _OR))
    paid = recurring or told or (plans if is_weighed else [])
    return amounts, past, paid, max((one.seats for one in plans), default=1)


def _volume(sentence: Sentence, catalog: Catalog, seats: int) -> Volume:
    """How much is done; who pays for several seats has as many users."""
    found = volume_among(sentence, lambda name: catalog.other_models.find(name) is not None)
    return replace(found, users=seats) if found.users is None and seats > 1 else found


def _hardware(sentence: Sentence, catalog: Catalog, amounts: Sequence[Spent], *, is_bought: bool) -> Hardware:
    """The computers; a usual one where only its kind is told."""
    usual = usual_among(sentence)
    usual = None if is_bought else usual
    return with_usual(hardware_among(sentence, catalog, is_bought=is_bought, amounts=amounts), usual)


def _software(sentence: Sentence, catalog: Catalog, *, is_bought: bool) -> tuple[Software, tuple[str, ...]]:
    """What is asked about programs, and what no answer rests on."""
    software = software_among(sentence, catalog)
    take_programs(sentence, software, catalog)
    is_answered = software.is_asked or software.is_which or (is_bought and bool(software.programs))
    return software, (unjudged_among(sentence, is_of_programs=is_answered), _predicted_for(software, catalog))


def _predicted_for(software: Software, catalog: Catalog) -> str:
    """For which program the speed is predicted in place of one that is only named."""
    named = [catalog.programs[one] for one in software.programs]
    if software.is_asked or software.is_which or not named or "chat" not in named[0].works:
        return ""
    first = named[0]
    if first.name == _LLAMA_CPP:
        return ""
    built = first.built_on and catalog.programs[first.built_on].name == _LLAMA_CPP
    return f"Answered for {_LLAMA_CPP}, {f'on which {first.name} is built' if built else f'not for {first.name}'}."


_LLAMA_CPP = "llama.cpp"
_OF_RETRIEVAL = ["embeddings", "chat"]
_BESIDE_RETRIEVAL = {"chat", "embeddings", "rerank", "long-documents"}


def _works(sentence: Sentence, volume: Volume, *, is_voice: bool) -> tuple[list[str], bool]:
    """The kinds of work, and whether passages are looked up for it.

    Many users are served, whatever they do, and pages are those of a document.
    """
    is_retrieval = is_of_retrieval(sentence) and volume.pages is None
    works = works_among(sentence)
    if (volume.users or volume.wants_most_users) and not set(works) & {"coding-agent", "serve-a-team"}:
        return ["serve-a-team", *(one for one in works if one != "chat")], False
    if is_retrieval and not set(works) - _BESIDE_RETRIEVAL:
        return _OF_RETRIEVAL, True
    if volume.pages is not None and not set(works) - {"chat"}:
        return ["long-documents"], False
    if volume.items is not None and "embeddings" in works:  # what is embedded is no document to read
        works = [one for one in works if one != "long-documents"]
    return works or (["chat"] if is_voice else []), False


def _not_counted(paid: Sequence[Recurring], bill: Spent | None) -> Iterator[str]:
    yield from (f"Not counted: {one.text}." for one in paid if one.monthly != bill)
    yield from (f"Assumed: {one.text}." for one in paid if one.monthly == bill and one.is_assumed)


def _sized(models: Sequence[NamedModel]) -> Iterator[str]:
    yield from (f"Assumed: {one.name} for {one.sized}." for one in models if one.sized)


def _of_volume(volume: Volume) -> str:
    if volume.is_small_case:
        return (
            "Small case: only cards of half height (low profile) fit, mostly none with a power plug; "
            f"{volume.psu_w} W of power supply are counted (--psu-w)."
        )
    return f"Assumed: {TOKENS_A_PAGE} tokens on each of {volume.pages} pages." if volume.pages else ""


def _not_judged(foreign: Sequence[str]) -> str:
    return f"Not judged here: {', '.join(foreign)}." if foreign else ""


def _bill(text: str, recurring: list[Recurring]) -> Spent | None:
    """What is paid a month today for work that would be done here; None for a budget, and where nothing is said."""
    is_named = (
        _BILL.search(text) is not None or _OR.search(text) is not None or any(one.is_of_plan for one in recurring)
    )
    is_paid = is_named and re.search(r"\bbudget\b", text, re.IGNORECASE) is None
    return max((one.monthly for one in recurring), default=None) if is_paid else None
