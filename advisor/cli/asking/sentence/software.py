"""Programs and ways to reach a GPU that a plain question names, and whether it asks what still supports a card."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.cards.program import ProgramCard

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
_KINDS = r"(?:programs?|softwares?|apps?|engines?|back-?ends?|runtimes?|front-?ends?|launchers?|loaders?|(?:web )?uis?)"
_WHICH = re.compile(
    rf"\b(?:which|what|whats|what's|best|fastest|easiest|right) (?:\w+ ){{0,2}}?{_KINDS}\b"
    r"(?! (?:\w+ )?(?:card|gpu)s?\b)"
    rf"|\b(?:local )?(?:llm|inference|ai) (?:{_KINDS}|tools?)\b",
    re.IGNORECASE,
)
_HELD = re.compile(
    r"\b(?:or|vs\.?|versus|better|best|faster|fastest|slower|slow down|instead of|rather than|over|than|compared?"
    r"|comparison|difference|switch(?:ing)?|alternatives?|quicker|use)\b",
    re.IGNORECASE,
)
"""Beside two programs these hold one against the other."""
_LLAMA_CPP = "llama.cpp"
_MORE = re.compile(r"\b(?:faster|slower|better|quicker|worse) (?:than|with|in|on)\b", re.IGNORECASE)


class Software(NamedTuple):
    """`programs` are ids of cards, `backends` as people write them, `systems` those that are named.

    `is_of_end`: whether anything still supports it; `is_asked`: whether anything of it is asked at all; `is_which`:
    which program to take.
    """

    programs: tuple[str, ...] = ()
    backends: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    is_of_end: bool = False
    is_asked: bool = False
    is_which: bool = False


def software_among(sentence: Sentence, catalog: Catalog) -> Software:
    """What is asked about software; programs that are only named beside another question are none of it."""
    text = sentence.text
    is_runs, is_supported = (one.search(text) is not None for one in (_RUNS, _SUPPORTED))
    named = programs_among(text, catalog)
    backends = tuple(dict.fromkeys(one[1].lower() for one in _BACKENDS.finditer(text)))
    systems = tuple(name for name, pattern in _SYSTEMS if pattern.search(text) is not None)
    if not (is_supported or _ENDED.search(text)) and _asks_which(text, named):
        return Software(tuple(named), backends, systems, is_which=True)
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
        sentence.take(_named(catalog.programs[one]))


def take_held_programs(sentence: Sentence, catalog: Catalog) -> None:
    """Take out programs that are held against each other: `vllm or llama.cpp` names no work, and no Llama."""
    if (asked := software_among(sentence, catalog)).is_which:
        take_programs(sentence, asked, catalog)


def programs_among(text: str, catalog: Catalog) -> list[str]:
    """The ids of the programs that are named, in their order; of two names at one place the longer one's."""
    found = dict[int, tuple[int, str]]()
    words = [(one, card) for one, card in catalog.programs.items() if card.is_a_word]
    for program_id, card in (*catalog.programs.items(), *words):
        for one in _named(card, is_sure=bool(found)).finditer(text):
            found[one.start()] = max(found.get(one.start(), (0, "")), (one.end(), program_id))
    whole = sorted(found.items())
    inside = {start for start, _ in whole for first, (last, _) in whole if first < start < last}
    return list(dict.fromkeys(program_id for start, (_, program_id) in whole if start not in inside))


def _asks_which(text: str, named: Sequence[str]) -> bool:
    """Whether it is asked which program to take: by that word, or several are held against each other."""
    is_held = len(named) > 1 and _HELD.search(text) is not None
    return is_held or _WHICH.search(text) is not None or (bool(named) and _MORE.search(text) is not None)


def _named(card: ProgramCard, *, is_sure: bool = True) -> re.Pattern[str]:
    """Its names as people write them; `is_sure`: programs are meant, so a plain word is one, too."""
    names = sorted((card.name, *card.aliases), key=len, reverse=True)
    each = "|".join(_spelled(one, is_a_word=card.is_a_word and one == card.name, is_sure=is_sure) for one in names)
    return re.compile(rf"(?<![\w.-])(?:{each})(?![\w-])", re.IGNORECASE)


def _spelled(name: str, *, is_a_word: bool, is_sure: bool) -> str:
    spelled = re.escape(name).replace(r"\ ", "[ -]?")
    as_written = spelled if is_sure else rf"(?-i:{spelled})"
    return rf"{as_written}(?!\.? ?\d)" if is_a_word else spelled


def predicted_for(software: Software, catalog: Catalog) -> str:
    """For which program the speed is predicted in place of one that is only named."""
    named = [catalog.programs[one] for one in software.programs]
    if software.is_asked or software.is_which or not named or "chat" not in named[0].works:
        return ""
    first = named[0]
    if first.name == _LLAMA_CPP:
        return ""
    built = first.built_on and catalog.programs[first.built_on].name == _LLAMA_CPP
    return f"Answered for {_LLAMA_CPP}, {f'on which {first.name} is built' if built else f'not for {first.name}'}."
