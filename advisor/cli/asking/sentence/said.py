"""All that a plain question says, and what of it was not understood."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.amounts import OFTEN
from advisor.cli.asking.sentence.apart.between import NOTHING_TOLD, Between, between, told_of_single
from advisor.cli.asking.sentence.asks import Asks, asks_of
from advisor.cli.asking.sentence.cache import asks_of_cache, cache_types_among, without_files_held, without_whole
from advisor.cli.asking.sentence.fillers import left_over
from advisor.cli.asking.sentence.hardware import Hardware, hardware_among
from advisor.cli.asking.sentence.kinds.abilities import abilities_among
from advisor.cli.asking.sentence.kinds.beside_own import asks_beside
from advisor.cli.asking.sentence.kinds.bought_cpu import with_bought_cpu
from advisor.cli.asking.sentence.kinds.documents import for_documents, looked_up
from advisor.cli.asking.sentence.kinds.drawers import with_usual_drawer
from advisor.cli.asking.sentence.kinds.longer_release import with_longer_release
from advisor.cli.asking.sentence.kinds.mixtures import mixtures_among
from advisor.cli.asking.sentence.kinds.office_computer import Office, fed_by_office, office_among, with_office
from advisor.cli.asking.sentence.kinds.paid_tokens import paid_tokens
from advisor.cli.asking.sentence.kinds.servers import server_among, with_server
from advisor.cli.asking.sentence.kinds.spelling import with_spelling
from advisor.cli.asking.sentence.kinds.taken_how import not_counted, not_judged_words, sized_words, volume_notes
from advisor.cli.asking.sentence.kinds.thing_prices import asks_of_idea
from advisor.cli.asking.sentence.kinds.usual_computer import (
    OFFERED_LAPTOP,
    buys_laptop,
    owns_laptop,
    usual_among,
    with_usual,
)
from advisor.cli.asking.sentence.kinds.virtual import virtual_among, with_virtual
from advisor.cli.asking.sentence.kinds.whose import COMPLETE, WANTED, is_complete, is_of_mine
from advisor.cli.asking.sentence.least_vram import Least, asks_what_to_take, least_among
from advisor.cli.asking.sentence.makers import Makers, makers_among
from advisor.cli.asking.sentence.models import NamedModel, models_among, quants_alone
from advisor.cli.asking.sentence.money import (
    NO_MONEY,
    Recurring,
    Spent,
    for_each_user,
    spent_among,
    subscriptions_among,
)
from advisor.cli.asking.sentence.pages import prompt_among
from advisor.cli.asking.sentence.power_price import electricity_among
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.cli.asking.sentence.software import (
    Software,
    predicted_for,
    software_among,
    take_held_programs,
    take_programs,
)
from advisor.cli.asking.sentence.trade import Trade, asks_more_ram, asks_of_another, asks_ram_or_card, trade_among
from advisor.cli.asking.sentence.unjudged import names_small, unjudged_among, works_not_here
from advisor.cli.asking.sentence.volume import Volume, volume_among
from advisor.cli.asking.sentence.work import is_of_retrieval, is_of_voice, works_among
from advisor.facts.cards.model_rating import Ability

_BUYING = re.compile(
    r"\b(worth|buy|buying|upgrad\w*|purchas\w*|swap(?:ping)? (?:it|my|mine|the|out|to|for)"
    r"|(?:replac|swap+)(?:e|ing)? (?:one|either)"
    r"|(?<!model )should (?:i|we) (?:get|go for|pick up)"
    r"|(?:gpus?|cards?|pcs?|computers?|machines?|macs?|laptops?) (?:to get|(?:do|would|should|shall) (?:i|we|you) get)"
    r"|(?:need|get) an?(?! (?:\w+ )?(?:local )?(?:copilot|llm|models?|ai|assistant|chatbot|agent|way|idea|feel))"
    r"|(?:want|looking for|recommend(?: me)?|suggest(?: me)?) an? (?:[\w-]+ ){0,3}?(?:mini[ -]?pcs?|box|computers?|pcs?"
    r"|machines?|macs?|mac (?:mini|studio)|macbooks?|laptops?|servers?|workstations?)\b"
    r"|cheaper|rent|renting|spend|spending|pay|budget"
    r"|add(?:ing)? (?:a|another|more|\d+ ?gb|\d ?x ?\d+)|invest\w*|afford)\b",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(
    r"\b(rent|renting|rented|cloud|api|apis|runpod|vast(?:\.ai)?|openrouter|subscription)\b", re.IGNORECASE
)
NOTHING_BOUGHT = "Nothing is bought: answered for what is there."
_SMALL = "phones, tablets and boards smaller than a Raspberry Pi 4"
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
_BILL = re.compile(
    r"\b(pay|paying|bills?|burn(?:ing)?|costs? (?:me|us)|charges?|subscriptions?|subscribed|plan|spend|spending"
    r"|instead of|cancel\w*|cheaper than|replac\w*|pays? (?:it|them)?sel\w+ off|pays (?:off|back|for itself)|against"
    r"|break[- ]?even)\b",
    re.IGNORECASE,
)
"""Beside these what is paid again and again is what the work costs today."""
_OR = re.compile(r"\b(?:or|vs\.?|versus)\b", re.IGNORECASE)
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
    r"|\bcpu[- ]only\b"
    r"|(?<!experts )(?<!layers )(?<!rest )(?<!part )(?<!offload )(?<!offloaded )(?<!some )(?<!or )(?<!and )"
    r"\b(?:just |only |purely )?on (?:an? |the |my )?cpus?\b(?! (?:and|or|vs|versus))",
    re.IGNORECASE,
)


class Wording(NamedTuple):
    """What a purchase or a step looks up for itself: the plain text, all amounts, what is wanted at least.

    `is_voice`: a model is to hear and to speak; `is_retrieval`: answers rest on passages that are looked up. `between`
    is what two things were told to cost, `single` what each of them does, by its place.
    """

    text: str
    amounts: tuple[Spent, ...] = ()
    least: Least = Least()
    is_voice: bool = False
    is_retrieval: bool = False
    between: Between = NOTHING_TOLD
    single: tuple[tuple[int, float], ...] = ()


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
    abilities: tuple[Ability, ...] = ()
    is_any_tuning: bool = False
    has_no_gpu: bool = False
    trade: Trade = Trade()
    asks: Asks = Asks()
    software: Software = Software()
    not_here: tuple[str, ...] = ()
    is_small: bool = False
    wording: Wording = Wording("")

    @property
    def names_a_rig(self) -> bool:
        """Whether a computer or a part of one is named."""
        return bool(self.hardware.computers or self.hardware.cpu or self.hardware.rams)


def is_about_why(text: str) -> bool:
    """Whether an explanation is asked for, which no command gives."""
    return _WHY.search(text) is not None


def said(text: str, catalog: Catalog) -> Said:
    """What is said by a text, misspelled work put right."""
    right, note = with_spelling(text, catalog)
    found = _said(right, catalog)
    return found._replace(notes=(note, *found.notes)) if note else found


def _said(text: str, catalog: Catalog) -> Said:
    makers = makers_among(sentence := Sentence(text))
    cache_types, (electricity, of_homes) = cache_types_among(sentence), electricity_among(sentence, catalog)
    prompt, apart = prompt_among(sentence), between(sentence)
    amounts, past, recurring, seats = _paid(text, sentence, catalog)
    trade, is_outside = trade_among(sentence), _is_outside(sentence, text)
    is_sure = bool(recurring) or is_outside or trade.is_sold or _is_of_change(sentence.text)
    priceless = OFFERED_LAPTOP if buys_laptop(text) and not amounts else ""
    is_bought, least, nothing = _bought(sentence, amounts, is_sure=is_sure, is_there=bool(priceless))
    has_none, is_private, is_voice = bool(sentence.take(_NONE)), bool(sentence.take(_PRIVATE)), is_of_voice(sentence)
    volume, abilities = _volume(sentence, catalog, seats, prompt), abilities_among(sentence)
    take_held_programs(sentence, catalog)
    models = _models(sentence, catalog, is_of_ram=trade.is_of_ram and is_bought)
    is_bought = is_bought or not (nothing or models or not asks_what_to_take(text))
    is_small, office = names_small(sentence), office_among(sentence)
    hardware, is_bought = _with_server(sentence, catalog, [*filter(_is_some, amounts)], office, is_bought=is_bought)
    amounts = [one for one in amounts if _is_some(one) and one not in hardware.asked]
    is_bought = is_bought or (makers.is_between and not (hardware.computers or models))
    quants, foreign, single = quants_alone(sentence), works_not_here(sentence), told_of_single(sentence)
    is_small = is_small and not (hardware.computers or hardware.cpu)
    works, is_retrieval, volume, of_documents = _worked(sentence, volume, is_voice=is_voice)
    volume, of_office = fed_by_office(volume, office, hardware, is_bought=is_bought)
    software, unjudged = _software(sentence, catalog, is_bought=is_bought)
    _take_all(sentence)
    bill, recurring = _bill(text, recurring, volume.users)
    later = with_longer_release(tuple(models), volume, tuple(works), catalog)
    assumed = (*volume_notes(volume), *of_office, not_judged_words(foreign, works))
    notes = (*later.notes, *hardware.notes, priceless, of_homes, nothing, of_documents, *unjudged, *assumed)
    return Said(
        later.models,
        tuple(dict.fromkeys(quants)),
        tuple(works),
        hardware,
        volume,
        spent := max(amounts, default=None),  # up to the largest it may be
        electricity,
        bill,
        without_whole(cache_types, text) if max(len(models), len(hardware.computers)) > 1 else cache_types,
        makers,
        tuple(left_over(sentence, has_parts=bool(hardware.computers or hardware.cpu))),
        (*filter(None, notes), *not_counted((*past, *recurring), bill), *sized_words(models)),
        is_bought=is_bought,
        is_outside=is_outside,
        is_private=is_private or _NO_CLOUD.search(text) is not None,
        is_complete=is_complete(text, spent, volume.users) or least.ram_gib > 0,
        is_wanted=WANTED.search(text) is not None,
        is_of_laptops=_LAPTOP.search(text) is not None,
        is_of_mine=is_of_mine(text, bill),
        is_question=_ASKING.search(text) is not None,
        is_why=is_about_why(text),
        abilities=abilities,
        is_any_tuning=_TUNING.search(text) is not None and _LORA.search(text) is None,
        has_no_gpu=has_none,
        trade=trade,
        asks=asks_of(text),
        software=software,
        not_here=(_SMALL,) if is_small else () if works else tuple(foreign),
        is_small=is_small,
        wording=Wording(sentence.text, tuple(amounts), least, is_voice, is_retrieval, apart, single),
    )


def _models(sentence: Sentence, catalog: Catalog, *, is_of_ram: bool) -> list[NamedModel]:
    """Those that are named; a kind stands for some, but where memory is bought for the best of it."""
    found = models_among(sentence, catalog)
    mixtures = [] if found else mixtures_among(sentence, catalog)
    found = found or ([] if is_of_ram else mixtures)
    return with_usual_drawer(sentence, found, catalog)


def _take_all(sentence: Sentence) -> None:
    """Take what was looked for in the whole text."""
    for pattern in (_OUTSIDE, COMPLETE, WANTED, _LAPTOP_NAME, OFTEN):
        sentence.take(pattern)


def _is_outside(sentence: Sentence, text: str) -> bool:
    """Whether an API, or rent, is held against something; also by tokens that are paid for, whose words are taken."""
    return paid_tokens(sentence)[0] or _OUTSIDE.search(_NO_CLOUD.sub("", text)) is not None


def _is_of_change(text: str) -> bool:
    """Whether memory or a card in place of what is there is asked about: nobody has that yet."""
    return asks_ram_or_card(text) or asks_of_another(text) or asks_more_ram(text) or asks_beside(text)


def _is_some(one: Spent) -> bool:
    return one.amount > 0


def _bought(sentence: Sentence, amounts: Sequence[Spent], *, is_sure: bool, is_there: bool) -> tuple[bool, Least, str]:
    """Whether something would be bought, how much memory it has at least, and a sentence where there is no money.

    `is_there`: it is judged as if it were.
    """
    has_none = bool(sentence.take(NO_MONEY)) or (bool(amounts) and not any(map(_is_some, amounts)))
    is_asked = _BUYING.search(without_files_held(sentence.text)) is not None and not asks_of_cache(sentence.text)
    is_asked = is_asked or is_sure or bool(amounts) or asks_of_idea(sentence.text)
    least = least_among(sentence, is_bought=is_asked and not has_none)
    if has_none and not is_sure:
        return False, Least(), NOTHING_BOUGHT
    return (is_asked or least.vram_gib > 0) and not is_there, least, ""


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


def _volume(sentence: Sentence, catalog: Catalog, seats: int, prompt: int | None) -> Volume:
    """How much is done; who pays for several seats has as many users."""
    found = volume_among(sentence, lambda name: catalog.other_models.find(name) is not None)
    found = replace(found, fields={**found.fields, "prompt_tokens": prompt}) if prompt else found
    return replace(found, users=seats) if found.users is None and seats > 1 else found


def _with_server(
    sentence: Sentence, catalog: Catalog, amounts: Sequence[Spent], office: Office | None, *, is_bought: bool
) -> tuple[Hardware, bool]:
    """The computers, those among them that are named by a product, and whether anything else would be bought."""
    server, virtual = server_among(sentence), virtual_among(sentence)
    is_there = any(one is not None and one.is_to_buy for one in (server, office)) or (virtual and not amounts)
    is_bought = is_bought and not is_there
    found = _hardware(sentence, catalog, amounts, is_bought=is_bought, has_age=office is None or not office.cpu)
    return with_office(with_virtual(with_server(found, server), virtual), office), is_bought


def _hardware(
    sentence: Sentence, catalog: Catalog, amounts: Sequence[Spent], *, is_bought: bool, has_age: bool
) -> Hardware:
    """The computers; a usual one where only its kind is told, or its age where no name tells it (`has_age`)."""
    usual = usual_among(sentence) if has_age else None
    usual = usual if not is_bought or owns_laptop(sentence.text) else None
    found = hardware_among(sentence, catalog, is_bought=is_bought, amounts=amounts)
    return with_usual(with_bought_cpu(found, sentence.text, is_bought=is_bought), usual)


def _software(sentence: Sentence, catalog: Catalog, *, is_bought: bool) -> tuple[Software, tuple[str, ...]]:
    """What is asked about programs, and what no answer rests on."""
    software = software_among(sentence, catalog)
    take_programs(sentence, software, catalog)
    is_answered = software.is_asked or software.is_which or (is_bought and bool(software.programs))
    return software, (unjudged_among(sentence, is_of_programs=is_answered), predicted_for(software, catalog))


_OF_RETRIEVAL = ["embeddings", "chat"]
_BESIDE_RETRIEVAL = {"chat", "embeddings", "rerank", "long-documents"}


def _worked(sentence: Sentence, volume: Volume, *, is_voice: bool) -> tuple[list[str], bool, Volume, str]:
    """The kinds of work, whether passages are looked up, and how much is done: documents of a team are long prompts."""
    volume = looked_up(volume, sentence)
    works, is_retrieval = _works(sentence, volume, is_voice=is_voice)
    works, volume, of_documents = for_documents(works, volume, sentence)
    return works, is_retrieval, volume, of_documents


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
    if "embeddings" in works:  # what is embedded is no document to read
        works = [one for one in works if one != "long-documents"]
    return works or (["chat"] if is_voice else []), False


def _bill(text: str, paid: list[Recurring], users: int | None) -> tuple[Spent | None, list[Recurring]]:
    """What is paid a month today for work that would be done here, and all that it is part of, once for each user.

    None for a budget, and where nothing is said.
    """
    recurring = [for_each_user(one, users) for one in paid]
    is_named = (
        _BILL.search(text) is not None or _OR.search(text) is not None or any(one.is_of_plan for one in recurring)
    )
    is_paid = is_named and re.search(r"\bbudget\b", text, re.IGNORECASE) is None
    return max((one.monthly for one in recurring), default=None) if is_paid else None, recurring
