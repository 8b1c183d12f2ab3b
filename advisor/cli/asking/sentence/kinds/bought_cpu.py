"""A complete computer to be bought that is named by its CPU: `a Snapdragon X laptop`, `a mini pc with an N100`."""

import re

from advisor.cli.asking.sentence.chips import Chip, Way
from advisor.cli.asking.sentence.hardware import Computer, Hardware
from advisor.cli.asking.sentence.memory import ram_now

_COMPUTER = r"(?P<kind>laptop|notebook|ultrabook|convertible|tablet|mini[ -]?pc|pc|desktop|box|machine|computer)\b"
_BEHIND = re.compile(rf"^(?: (?!laptop|notebook|pc|mini)[\w.-]+){{0,2}} {_COMPUTER}", re.IGNORECASE)
_BEFORE = re.compile(
    rf"\b{_COMPUTER}(?: (?:with|that has|having|which has|and))? (?:(?:an?|the|amd|intel|core|new) )*$", re.I
)
_HAD = re.compile(r"\b(?:my|our|mine|have|i've|own|got|current|existing|this|old|for the|in the)\b[^.?!,;]*$", re.I)
"""Before it: it is there."""

_MONEY_FOR = re.compile(
    r"(?:[$€£] ?\d[\d.]*k?|\d[\d.]*k? ?(?:[$€£]|dollars|bucks|euros?|eur|usd|pounds|quid))"
    r"(?: (?:to spend|budget|left|of budget))? (?:for|on|in|into|to (?:upgrade|improve))"
    r"(?: (?:upgrad\w+|an upgrade of|improving))? (?:an?|my|the|this|our)\b[^.?!,;]*$",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    r"\b(?:deal|too much|overpriced|good price|fair|worth|rip-?off|bargain|good buy|any good|sells?)\b",
    re.I,
)
_HELD = re.compile(r"\b(?:or|vs\.?|versus|than|against|rather)\b", re.IGNORECASE)


def with_bought_cpu(hardware: Hardware, text: str, *, is_bought: bool) -> Hardware:
    """With that computer as what would be bought; the same where a CPU is that of somebody's own."""
    place = text.lower().find(hardware.cpu.lower()) if hardware.cpu else -1
    is_had = place >= 0 and (_HAD.search(text[:place]) is not None or _is_for_it(text, place))
    if not is_bought or place < 0 or is_had:
        return hardware
    end = place + len(hardware.cpu)
    kind = _BEHIND.match(text[end:]) or _BEFORE.search(text[:place])
    if kind is None:
        return hardware
    if hardware.computers:
        return _beside_another(hardware, text, place, _called(kind["kind"]))
    more = next((one for one in hardware.offered_rams if one.told.gib), None)
    ram, asked = (more.told, more.asked) if more is not None else (hardware.ram, None)
    sized = ("--ram", str(ram)) if ram is not None and ram.gib else ()
    way = Way(("--cpu", hardware.cpu, *sized), f"{_called(kind['kind'])} with {hardware.cpu}", "")
    bought = Computer("offered", place, chip=Chip((way,), place, end), asked=asked)
    assumed = ram_now(hardware.ram.gib or 0.0) if more is not None and hardware.ram is not None else ""
    notes = tuple(one for one in hardware.notes if one != assumed)
    return hardware._replace(computers=(bought,), cpu="", rams=(), offered_rams=(), notes=notes)


def _called(kind: str) -> str:
    """The kind of a computer as a name begins with it."""
    return "PC" if kind.lower() == "pc" else kind.capitalize()


def _is_for_it(text: str, place: int) -> bool:
    """Whether money is to be spent on the computer of that CPU: `$300 for an office PC with`, no word on a price."""
    return _MONEY_FOR.search(text[:place]) is not None and _JUDGED.search(text) is None


def _beside_another(hardware: Hardware, text: str, place: int, kind: str) -> Hardware:
    """With that computer beside the one other that it is held against, where nobody says that this one is there."""
    (other, *more), end = hardware.computers, place + len(hardware.cpu)
    first, last = sorted(((place, end), (other.start, other.start)))
    between = text[first[1] : last[0]]
    is_had = _HAD.search(text[: other.start]) is not None
    if more or other.chip is None or is_had or _HELD.search(between) is None:
        return hardware
    bound = place + len(text[place:]) if place > other.start else other.start
    own = next((one for one in (*hardware.rams, *hardware.offered_rams) if end <= one.start < bound), None)
    sized = ("--ram", str(own.told)) if own is not None and own.told.gib else ()
    way = Way(("--cpu", hardware.cpu, *sized), f"{kind} with {hardware.cpu}", "")
    bought = Computer("offered", place, chip=Chip((way,), place, end), asked=own.asked if own is not None else None)
    both = sorted((bought, other._replace(role="offered")), key=lambda one: one.start)
    rams = tuple(one for one in hardware.rams if one is not own)
    offered = tuple(one for one in hardware.offered_rams if one is not own)
    return hardware._replace(computers=tuple(both), cpu="", rams=rams, offered_rams=offered)
