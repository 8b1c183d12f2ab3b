"""A laptop or a computer that is told by its kind and age alone: the usual parts of such a one."""

import re
from typing import NamedTuple

from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.sentence.hardware import Hardware
from advisor.cli.asking.sentence.memory import NamedRam
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.values.local_time import local_today

_LAPTOP_NAMES = (
    r"(?:thinkpads?|latitudes?|inspirons?|xps|vostro|elitebooks?|probooks?|pavilion|spectre|zenbooks?|vivobooks?"
    r"|ideapads?|matebooks?|toughbooks?|(?:acer )?(?:aspire|swift)|surface(?: (?:pro|laptop|book))?)"
)
"""Series of laptops without a graphics card of their own."""
_LAPTOP = rf"(?:laptops?|notebooks?|ultrabooks?|netbooks?|{_LAPTOP_NAMES})"
_INTEL_MAC = r"(?:mac ?book(?: pro| air)?|i?macs?(?: mini| pro)?)"
_SMALL = r"(?:chromebooks?|mini[ -]?pcs?|nucs?)"
_OFFICE_NAMES = r"(?:optiplex|elitedesks?|prodesks?|thinkcent(?:re|er)s?)"
"""Series of desktops of offices."""
_DESKTOP = rf"(?:pcs?|computers?|desktops?|machines?|towers?|{_OFFICE_NAMES})"
_NAMED = re.compile(
    rf"\b(?:lenovo |dell |hp |asus |acer |microsoft )?{_LAPTOP_NAMES}"
    r"(?: [a-z]{0,2}\d{1,4}[a-z]?)?(?: carbon| yoga| nano)?\b(?! ?gi?b)",
    re.IGNORECASE,
)
_THINKPAD = re.compile(r"\b[tlxew]\d([2-9])0[spe]?\b", re.IGNORECASE)
_THINKPAD_YEARS = {"2": 2011, "3": 2012, "4": 2014, "5": 2015, "6": 2016, "7": 2017, "8": 2018, "9": 2019}
"""The year of a ThinkPad by the second of its three digits: the T480 is of 2018."""
_YEAR, _AGED = r"(?:20[012]\d)", r"(?:old|older|ancient|aging|ageing|dated)"
_AGE = re.compile(r"\b(\d{1,2})[ -]?(?:years?|yrs?)[ -]?old\b", re.IGNORECASE)
_IN_YEAR = re.compile(rf"\b({_YEAR})\b")
_IS_OLD = re.compile(rf"\b{_AGED}\b", re.IGNORECASE)
_PLAIN = re.compile(
    rf"\b(?:office|home|family|work|school|normal|regular|average|usual|typical|basic|cheap|standard) {_DESKTOP}\b",
    re.IGNORECASE,
)
_KINDS = tuple(
    (kind, re.compile(rf"\b{words}\b", re.IGNORECASE))
    for kind, words in (("small", _SMALL), ("laptop", _LAPTOP), ("mac", _INTEL_MAC), ("desktop", _DESKTOP))
)
_OF_THIS = re.compile(rf"\b(?:my|this|our|mine)(?: \w+)? {_LAPTOP}\b", re.IGNORECASE)
"""The one that this runs on, where nothing says how old or large it is."""
_SIZED = re.compile(r"\b\d{1,3} ?gi?b\b", re.IGNORECASE)
"""Beside these it is told what the computer has."""
_GAMING = re.compile(r"\bgaming\b", re.IGNORECASE)
_OLD_YEARS, _USUAL_YEARS = 8, 3
"""Who calls a computer old has had it for so long; else it is so old (judgments)."""
_LITTLE, _LITTLE_YEARS = re.compile(r"\b[2-8] ?gi?b(?: of)? (?:ram|memory)\b", re.IGNORECASE), 5
"""With so little memory one is older: newer ones are sold with 16 GB (a judgment)."""
_LAST_INTEL_MAC = 2019
_CPUS = {
    "laptop": ((2012, "Core i5-3210M"), (2014, "Core i5-4200U"), (2015, "Core i5-5200U"), (2016, "Core i5-6200U"),
               (2017, "Core i5-7200U"), (2019, "Core i5-8250U"), (2022, "Core i5-1135G7"), (9999, "Core i5-1335U")),
    "desktop": ((2012, "Core i5-2400"), (2015, "Core i5-4460"), (2017, "Core i5-6500"), (2019, "Core i5-8400"),
                (2021, "Core i5-10400"), (9999, "Core i5-12400")),
    "small": ((9999, "N100"),),
}  # fmt: skip
"""What was sold most in computers of a kind up to a year: Intel's i5 of that time (judgments)."""
_RAM_GB = ((2012, 4), (2019, 8), (9999, 16))
"""The same of memory."""
_OWNED = re.compile(
    rf"\b(?:(?:i|we) (?:already |only |just |do |currently )?(?:have|own|use|got)|(?:i|we)'ve(?: got)?)"
    rf" (?:(?!no\b)\w+ ){{0,3}}{_LAPTOP}\b",
    re.IGNORECASE,
)
"""Said with a verb of having: what `I buy` is not there yet."""
_BOUGHT = re.compile(
    r"\b(?:buy(?:ing)?|get(?:ting)?|purchas(?:e|ing)) (?:an? |the |this |that |another )?"
    rf"(?:[\w-]+ ){{0,2}}{_LAPTOP}\b",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(rf"\b(?:with|has|having)\b|{_SIZED.pattern}|{_NAMED.pattern}", re.IGNORECASE)
OFFERED_LAPTOP = "Prices of laptops are not in the list: judged is what it does."


class Usual(NamedTuple):
    """The CPU and the memory that are assumed, and what was assumed in words."""

    cpu: str
    gib: int
    note: str


def usual_among(sentence: Sentence) -> Usual | None:
    """The computer that is told by its kind; None where it is told otherwise, or is the one this runs on."""
    text, named = sentence.text, next(iter(sentence.take(_NAMED)), None)
    kind = next((one for one, pattern in _KINDS if pattern.search(text)), None)
    if kind is None or _GAMING.search(text) is not None:
        return None
    age, year = _AGE.search(text), _IN_YEAR.search(text)
    this_year = local_today().year
    is_old = _IS_OLD.search(_AGE.sub("", text)) is not None
    bought = this_year - int(age[1]) if age else int(year[1]) if year and int(year[1]) < this_year else None
    if bought is None and named is not None and (model := _THINKPAD.search(named[0])) is not None:
        bought = _THINKPAD_YEARS[model[1]]
    if bought is None and is_old:
        bought = this_year - _OLD_YEARS
    is_described = named is not None or _SIZED.search(text) is not None
    is_only_mine = bought is None and _OF_THIS.search(text) is not None and not is_described
    is_bare = kind == "desktop" and bought is None and _PLAIN.search(text) is None and named is None
    if is_only_mine or is_bare or (kind == "mac" and not (bought and bought <= _LAST_INTEL_MAC)):
        return None
    sentence.take(_AGE)
    if kind == "mac":
        sentence.take(next(pattern for one, pattern in _KINDS if one == "mac"))
        kind = "laptop" if re.search("book", text, re.IGNORECASE) else "desktop"
    since = bought or this_year - (_LITTLE_YEARS if _LITTLE.search(text) is not None else _USUAL_YEARS)
    cpu = next(name for last, name in _CPUS[kind] if since <= last)
    gib = next(size for last, size in _RAM_GB if since <= last)
    called = {"laptop": "laptop", "small": "small computer", "desktop": "PC without a GPU"}[kind]
    told = f" of {bought}" if bought is not None and kind != "small" else ""
    return Usual(cpu, gib, f"Answered for a usual {called}{told}: {cpu}")


def owns_laptop(text: str) -> bool:
    """Whether the laptop is there already, whatever is to be bought for it."""
    return _OWNED.search(text) is not None


def buys_laptop(text: str) -> bool:
    """Whether a laptop would be bought of which is told what is in it: it is judged as if it were there."""
    found = _BOUGHT.search(text)
    return found is not None and _DESCRIBED.search(text, found.start()) is not None and not owns_laptop(text)


def with_usual(hardware: Hardware, usual: Usual | None) -> Hardware:
    """With the usual parts where no chip, card or CPU is named; memory that is told stays."""
    if usual is None or hardware.computers or hardware.cpu:
        return hardware
    ram = hardware.ram
    is_sized = ram is not None and bool(ram.gib)
    rams = hardware.rams if is_sized else (*hardware.rams, NamedRam(NamedMemory(gib=float(usual.gib)), 0))
    size = "" if is_sized else f" with {usual.gib} GB"
    return hardware._replace(cpu=usual.cpu, rams=rams, notes=(*hardware.notes, f"{usual.note}{size} (--cpu, --ram)."))
