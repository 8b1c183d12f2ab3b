"""Computers of offices by the name of their line, `OptiPlex 7060`: their age by its number, and a small power supply.

Generations of Intel's Core by model, read in December 2026. OptiPlex: github
PhilipYip1988/windows-xp-installation-guide, readme.md (3010/7010 to 7060), thedellgamer.co.uk/blog/optiplex3020 and
optiplex9020, rebounce.co.ke product 210 (7040, DDR4), umatechnology.org/optiplex-3040-cpu-support-list, dhnet.be of
November 2018 (7060); their x070: processors that owners state in public repositories. EliteDesk and ProDesk: HP
QuickSpecs c04405864 (ProDesk 400 G1, DDR3), pages on EliteDesk 800 G1, G2 and G3; G4 and G5 as with x070. ThinkCentre:
memoryupgradecompany.com (M900, DDR4), umatechnology.org/?p=913521 (M93p); M710, M910, M720 and M920 as with x070.
Which CPU of a generation it is, is a judgment. Power supplies: 255 to 290 W with a plug of Dell's own
(thedellgamer.co.uk; visualfoodie.com/dell-optiplex-3050-psu-specifications).
"""

import re
from dataclasses import replace
from typing import NamedTuple

from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.sentence.hardware import Hardware
from advisor.cli.asking.sentence.memory import NamedRam
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.cli.asking.sentence.volume import SMALL_CASE_W, Volume
from advisor.present.words.words import joined, say, to_say

_FORM = r"(?P<form>sff|usff|mini[ -]?tower|tower|micro|mff|mini|tiny|desktop mini|dm|mt|twr|small form factor)"
_NAMED = re.compile(
    r"\b(?:(?:old|used|refurb\w*|dell|hp|lenovo) )*"
    r"(?:(?P<dell>optiplex)(?: (?P<optiplex>\d{3,4})(?! ?gb))?(?P<letter>m)?"
    r"|(?P<hp>elitedesk|prodesk)(?: \d{3})?(?: ?(?P<gen>g[1-9]))?"
    r"|(?P<lenovo>thinkcent(?:re|er))(?: (?P<m>m\d{2,3})(?P<kind>[a-z])?(?![\w]))?"
    r"|(?P<other>precision(?= (?:tower )?(?:t1[67]\d\d|3[46]\d0)| sff)(?: tower)?(?: (?:t1[67]\d\d|3[46]\d0))?"
    r"|(?:hp )z ?(?:2[234]0|2(?= g\d| sff))(?: g\d)?))"
    rf"(?: {_FORM})?\b(?: (?:pcs?|desktops?|computers?))?",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"\boffice (?:pcs?|computers?|desktops?|machines?|towers?|box)\b", re.IGNORECASE)
_THIRD, _FOURTH, _SIXTH, _SEVENTH = "Core i5-3470", "Core i5-4590", "Core i5-6500", "Core i5-7500"
_EIGHTH, _NINTH = "Core i5-8500", "Core i5-9500"
_OPTIPLEX = {"3010": _THIRD, "7010": _THIRD, "9010": _THIRD, "3020": _FOURTH, "9020": _FOURTH, "7020": _FOURTH,
             "3040": _SIXTH, "5040": _SIXTH, "7040": _SIXTH, "3050": _SEVENTH, "5050": _SEVENTH, "7050": _SEVENTH,
             "3060": _EIGHTH, "5060": _EIGHTH, "7060": _EIGHTH, "3070": _NINTH, "5070": _NINTH,
             "7070": _NINTH}  # fmt: skip
_OF_HP = {"g1": _FOURTH, "g2": _SIXTH, "g3": _SEVENTH, "g4": _EIGHTH, "g5": _NINTH}
_THINKCENTRE = {"m93": _FOURTH, "m83": _FOURTH, "m73": _FOURTH, "m900": _SIXTH, "m700": _SIXTH, "m800": _SIXTH,
                "m710": _SEVENTH, "m910": _SEVENTH, "m720": _EIGHTH, "m920": _EIGHTH}  # fmt: skip
_USUAL = _EIGHTH
"""Of a model whose age is not known: what used ones mostly have (a judgment)."""
_USUAL_GIB = 16.0
_OF_ITS_AGE = to_say("Assumed for {name}: {cpu}, as its number tells (--cpu).")
_OF_NO_AGE = to_say("Assumed for {name}: {cpu}, as used ones mostly have; its age is not known here (--cpu).")
_NO_ROOM = to_say("{name} is too small for a graphics card: only RAM is listed, or a box outside (eGPU).")
_SUPPLY = to_say(
    "{name} has a small power supply of its maker's own kind: a usual one does not fit, and mostly it has no plug for "
    "a card. {watts} W are counted (--psu-w)."
)
_ANY_SUPPLY = to_say(
    "An office PC mostly has a small power supply of its maker's own kind: a usual one does not fit, and mostly it has "
    "no plug for a card. {watts} W are counted (--psu-w)."
)
_TINY = re.compile(r"^(?:micro|mff|mini|tiny|desktop mini|dm|usff|m|q)$", re.IGNORECASE)
"""Forms without a slot for a graphics card: the computer is as large as a book."""
_CASE = re.compile(r"\b(?:sff|small form factor|tower|mt|twr|mini[ -]?tower)\b", re.IGNORECASE)
_AGAINST = re.compile(r"\b(?:or|vs\.?|versus|than|against)\b", re.IGNORECASE)
_TO_BUY = re.compile(
    r"\b(?:buy(?:ing)?|get(?:ting)?|purchas\w*|worth|good|deal)\b[^.?!]{0,40}$|\b(?:is|are) an? (?:used |old )?$", re.I
)
_HAD = re.compile(r"\b(?:have|has|'ve|ive|own|owns|got|my|our|mine|in|into|for|with)\b[^.?!,;]*$", re.IGNORECASE)
"""Before it: it is there."""


class Office(NamedTuple):
    """What it is called, and its CPU where its number tells the age.

    `is_tiny`: no card fits; `has_case`: its size is told. `is_to_buy`: nobody has it. `others` are named beside it.
    `is_any`: it is an office PC of no name.
    """

    name: str
    cpu: str
    is_tiny: bool
    has_case: bool
    is_to_buy: bool
    others: tuple[str, ...] = ()
    is_any: bool = False


def office_among(sentence: Sentence) -> Office | None:
    """The first one that is named, its words taken."""
    all_named = sentence.take(_NAMED)
    if not all_named:
        plain = _PLAIN.search(sentence.text)
        return None if plain is None else Office("An office PC", "", False, False, False, is_any=True)
    found, *others = all_named
    told = found.groupdict()
    numbers = ((_OPTIPLEX, told["optiplex"]), (_OF_HP, told["gen"]), (_THINKCENTRE, told["m"]))
    cpu = next((table[one.lower()] for table, one in numbers if one and one.lower() in table), "")
    tells = (told["form"], told["letter"], told["kind"])
    is_tiny = any(one is not None and _TINY.match(one) is not None for one in tells)
    before = sentence.text[: found.start()]
    is_held = _AGAINST.search(sentence.text) is not None
    is_to_buy = _TO_BUY.search(before) is not None and not (_HAD.search(before) or is_held)
    has_case = _CASE.search(found[0]) is not None
    return Office(_called(found), cpu, is_tiny, has_case, is_to_buy, tuple(map(_called, others)))


def _called(found: re.Match[str]) -> str:
    return re.sub(r"^(?:(?:old|used|refurb\w*) )+", "", found[0])


def with_office(hardware: Hardware, office: Office | None) -> Hardware:
    """With its CPU and memory as far as nothing else is told of them; what was assumed is said."""
    if office is None or office.is_any:
        return hardware
    notes, cpu, rams = list(hardware.notes), hardware.cpu, hardware.rams
    notes += [say("Not counted: {name}.", name=one) for one in office.others]
    if any(one.chip is not None for one in hardware.computers):
        return hardware._replace(notes=(*notes, say("Not counted: {name}; ask about it alone.", name=office.name)))
    if not cpu:
        cpu = office.cpu or _USUAL
        text = _OF_ITS_AGE if office.cpu else _OF_NO_AGE
        notes.append(say(text, name=office.name, cpu=cpu))
    if hardware.ram is None or not hardware.ram.gib:
        rams = (*rams, NamedRam(NamedMemory(gib=_USUAL_GIB), 0))
        notes.append(say("Assumed: {gib} GB of RAM (--ram).", gib=f"{_USUAL_GIB:g}"))
    if office.is_to_buy:
        notes.append(say("What such a PC costs is not in the list: answered for what it does."))
    return hardware._replace(cpu=cpu, rams=rams, notes=tuple(notes))


def fed_by_office(
    volume: Volume, office: Office | None, hardware: Hardware, *, is_bought: bool
) -> tuple[Volume, tuple[str, ...]]:
    """With its power supply, or without a slot, where a card in it is asked about, and what is to be said of that.

    One without a name counts only where it is told what is in it.
    """
    has_card = is_bought or any(one.gpus for one in hardware.computers)
    if office is None or not has_card or (office.is_any and not hardware.cpu):
        return volume, ()
    if office.is_tiny:
        return replace(volume, slots=0), (say(_NO_ROOM, name=office.name),)
    fed = volume if volume.psu_w else replace(volume, psu_w=SMALL_CASE_W)
    return fed, () if volume.is_small_case else (_of_supply(office, fed),)


def _of_supply(office: Office, volume: Volume) -> str:
    """What its power supply keeps out, and its case where that may be small."""
    case = "" if office.has_case else say("If it is the small one (SFF), only cards of half height (low profile) fit.")
    text = _ANY_SUPPLY if office.is_any else _SUPPLY
    return joined((say(text, name=office.name, watts=volume.psu_w), case))
