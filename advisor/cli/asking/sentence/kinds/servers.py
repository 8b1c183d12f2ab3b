"""Servers by the name of their product, `Dell R730`, or by their kind: the CPUs that they are sold used with.

Two sockets each, with the memory of that CPU's family (specs/cpu-families): four channels of DDR3 in R720 and DL380
Gen8 (PowerEdge R720 Technical Guide, easymanua.ls/dell/poweredge-r720/manual?p=25, up to 1,866 MT/s), four of DDR4 in
R730 and DL380 Gen9 (R730 Technical Guide, easymanua.ls/dell/poweredge-r730xd/manual/16072?p=25; Overview of DDR4 memory
in HPE ProLiant Gen9 Servers), six of DDR4 in R740 and DL380 Gen10 (dell.com, PowerEdge R740xd Installation and Service
Manual, System memory guidelines), read in November 2026. Which CPU of the family it is, is a judgment.
"""

import re
from typing import NamedTuple

from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.sentence.hardware import Hardware
from advisor.cli.asking.sentence.memory import NamedRam
from advisor.cli.asking.sentence.sentence import Sentence

_DELL = r"(?:dell )?(?:emc )?(?:poweredge )?[rtc]"
_HP = r"(?:hpe? )?(?:proliant )?[dm]l ?\d{2,3}p? ?(?:gen|g) ?"
_PRODUCTS = tuple(
    (re.compile(rf"\b(?:{words})(?:xd)?(?: servers?)?s?\b", re.IGNORECASE), cpu, kind)
    for words, cpu, kind in (
        (rf"{_DELL}[4-9]10|{_HP}7", "Xeon X5650", "DDR3"),
        (rf"{_DELL}[4-9]20|{_HP}8", "Xeon E5-2670 v2", "DDR3"),
        (rf"{_DELL}[4-9]30|{_HP}9", "Xeon E5-2680 v4", "DDR4"),
        (rf"{_DELL}[4-9]40|{_HP}10(?! ?plus)", "Xeon Gold 6138", "DDR4"),
        (rf"{_DELL}[4-9]50|{_HP}10 ?plus", "Xeon Gold 6330", "DDR4"),
    )
)
_ANY = re.compile(r"\b(?:(?:old|used|second-?hand|retired|decommissioned|rack|dual[ -]socket|xeon) )+servers?\b", re.I)
_OF_KIND = {"DDR3": "Xeon E5-2670 v2", "DDR4": "Xeon E5-2680 v4"}
_SEVERAL = re.compile(
    r"\b(?:two|three|four|five|six|both|several|a (?:pair|couple|stack) of|[2-9] ?x?) (?:\w+ )?$", re.I
)
_TO_BUY = re.compile(r"\b(?:buy|buying|get|getting|purchas\w*|worth|good|makes? sense)\b", re.IGNORECASE)
_HAD = re.compile(r"\b(?:have|has|'ve|ive|own|owns|got|my|our|mine)\b", re.IGNORECASE)
_PLURAL = re.compile(r"servers$", re.IGNORECASE)
_USUAL_GIB = 128.0
"""What such a server has where nobody says (a judgment)."""


class NamedServer(NamedTuple):
    """What it is called, the CPU of its two sockets, the kind of its memory; several of them, or one to be bought."""

    name: str
    cpu: str
    kind: str
    are_several: bool
    is_to_buy: bool


def server_among(sentence: Sentence) -> NamedServer | None:
    """The first server that is named, its words taken; by its kind alone where memory of a server is told."""
    for pattern, cpu, kind in _PRODUCTS:
        if found := sentence.take(pattern):
            return _server(found[0], cpu, kind, sentence)
    one = _ANY.search(sentence.text)
    memory = re.search(r"\bddr[34]\b", sentence.text, re.IGNORECASE)
    if one is None or memory is None:
        return None
    sentence.take(_ANY)
    kind = memory[0].upper()
    return _server(one, _OF_KIND[kind], kind, sentence)


def _server(one: re.Match[str], cpu: str, kind: str, sentence: Sentence) -> NamedServer:
    is_to_buy = _TO_BUY.search(sentence.text) is not None and _HAD.search(sentence.text) is None
    return NamedServer(one[0].strip(), cpu, kind, _are_several(one, sentence), is_to_buy)


def _are_several(one: re.Match[str], sentence: Sentence) -> bool:
    before = sentence.text[: one.start()]
    return _SEVERAL.search(before) is not None or _PLURAL.search(one[0]) is not None


def with_server(hardware: Hardware, server: NamedServer | None) -> Hardware:
    """With the CPUs and the memory of a server, as far as nothing else is told of them."""
    if server is None:
        return hardware
    notes, cpu, rams = list(hardware.notes), hardware.cpu, hardware.rams
    if not cpu:
        cpu = f"2x {server.cpu}"
        notes.append(f"Assumed for {server.name}: {cpu} (--cpu).")
    told = hardware.ram or NamedMemory()
    if not told.gib:
        rams = (*rams, NamedRam(NamedMemory(gib=_USUAL_GIB, type=server.kind), 0))
        notes.append(f"Assumed: {_USUAL_GIB:g} GB of {server.kind} (--ram).")
    elif not told.type:
        rams = (*rams, NamedRam(NamedMemory(type=server.kind), 0))
    if server.is_to_buy:
        notes.append("What such a server costs is not in the list: held against nothing, answered for what it does.")
    if server.are_several:
        notes.append(
            "Answered for one of them: two computers are not one memory. llama.cpp divides a model over a network "
            "(RPC): that adds room and no speed."
        )
    return hardware._replace(cpu=cpu, rams=rams, notes=tuple(notes))
