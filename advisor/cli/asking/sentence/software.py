"""Programs and ways to reach a GPU that a plain question names, and whether it asks what still supports a card."""

import re
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.sentence import Sentence

_BACKENDS = re.compile(r"\b(cuda|rocm|vulkan)\b(?! ?cores?)", re.IGNORECASE)
_SUPPORTED = re.compile(
    r"\b(?:supported|supports?|compatib\w+|deprecated|obsolete|outdated|end[ -]of[ -]life|eol|abandoned)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"\b(?:still (?:\w+ ){0,3}?(?:support(?:ed)?|usable|get(?:s|ting)? (?:\w+ ){0,2}?(?:drivers?|updates?))"
    r"|(?:long|driver|software|vendor) support|support (?:ends?|ended|end|dropped|runs? out)|drop\w* support"
    r"|(?:is|are) (?!\w* ?(?:board|psu))(?:[\w-]+ ){1,6}?supported(?! by (?:my|the|this|a) )|deprecated|obsolete"
    r"|end[ -]of[ -]life|eol|abandoned|driver updates)\b",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"\b(?:does|do|can|could|will|would|is|are|may)\b.*\b(?:works?|working|runs?|running|uses?|using|usable|possible)\b",
    re.IGNORECASE,
)
_WORKS_FOR = re.compile(r"\b(?:works?|working) (?:\w+ ){0,2}?(?:for|with|in|on)\b|\bcompatib\w+", re.IGNORECASE)
_BOARDS = re.compile(r"\b(?:motherboard|mainboard|board|psu|power supply|case|bios|slots?|cpu)\b", re.IGNORECASE)
"""Whether these support a card is another question."""
_SYSTEMS = (
    ("Windows", re.compile(r"\bwin(?:dows)?(?: ?1[01])?\b", re.IGNORECASE)),
    ("Linux", re.compile(r"\b(?:linux|ubuntu|fedora|debian|arch linux)\b", re.IGNORECASE)),
)


class Software(NamedTuple):
    """`programs` are ids of cards, `backends` as people write them, `systems` those that are named.

    `is_of_end`: whether anything still supports it; `is_asked`: whether anything of it is asked at all.
    """

    programs: tuple[str, ...] = ()
    backends: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    is_of_end: bool = False
    is_asked: bool = False


def software_among(sentence: Sentence, catalog: Catalog) -> Software:
    """What is asked about software; programs that are only named beside another question are none of it."""
    text = sentence.text
    is_runs, is_supported = (one.search(text) is not None for one in (_RUNS, _SUPPORTED))
    named = [
        program_id for program_id, card in catalog.programs.items() if _named(card.name, *card.aliases).search(text)
    ]
    backends = tuple(dict.fromkeys(one[1].lower() for one in _BACKENDS.finditer(text)))
    systems = tuple(name for name, pattern in _SYSTEMS if pattern.search(text) is not None)
    is_of_board = _BOARDS.search(text) is not None
    is_of_end = _ENDED.search(text) is not None and not is_of_board
    if not (is_runs or is_supported or is_of_end):
        return Software(tuple(named))
    is_of_work = (is_supported or _WORKS_FOR.search(text) is not None) and not is_of_board
    backends = backends if is_of_end or not named else ()
    return Software(tuple(named), backends, systems, is_of_end, bool(named or backends or is_of_end or is_of_work))


def take_programs(sentence: Sentence, asked: Software, catalog: Catalog) -> None:
    """Take out the names of the programs that are answered."""
    for one in asked.programs:
        card = catalog.programs[one]
        sentence.take(_named(card.name, *card.aliases))


def _named(*names: str) -> re.Pattern[str]:
    each = "|".join(re.escape(one).replace(r"\ ", "[ -]?") for one in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w.-])(?:{each})(?![\w-])", re.IGNORECASE)
