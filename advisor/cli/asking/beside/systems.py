"""Which system to run models on: which of the usual programs run on each of them."""

import re
from collections.abc import Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.cli.asking.beside.software import cards_of
from advisor.cli.asking.sentence.said import Said
from advisor.facts.cards.program import ProgramSystem

_LINUX, _WINDOWS = r"(?:linux|ubuntu|debian|fedora|arch|mint)", r"(?:windows|win ?1[01])"
_HELD = re.compile(
    rf"\b{_LINUX}\b.{{0,20}}\b(?:or|vs\.?|versus|than|over|instead of|better)\b.{{0,20}}\b{_WINDOWS}\b"
    rf"|\b{_WINDOWS}\b.{{0,20}}\b(?:or|vs\.?|versus|than|over|instead of|better)\b.{{0,20}}\b{_LINUX}\b"
    rf"|\b(?:switch|move|change)(?:ing)? (?:\w+ )?to {_LINUX}\b|\b(?:which|what|best) (?:os|operating system|distro)\b",
    re.IGNORECASE,
)
_BOTH: tuple[ProgramSystem, ...] = ("Windows", "Linux")


def systems_words(told: Said, catalog: Catalog) -> str:
    """The answer; empty where it is not asked."""
    if _HELD.search(told.wording.text) is None:
        return ""
    card_id = next(iter(cards_of(told, catalog)), None)
    architecture = gpu_processor(card_id, catalog).architecture if card_id is not None else None
    both, alone = list[str](), list[str]()
    for one in sorted(catalog.programs.values(), key=lambda one: one.name.lower()):
        ways = [way for way in one.ways if architecture in (None, *way.architectures)]
        systems = {system for way in ways for system in way.systems}
        if one.is_usual and {*_BOTH} <= systems:
            both.append(one.name)
        elif one.is_usual and "Linux" in systems:
            alone.append(one.name)
    if not both:
        return ""
    only = f" Only on Linux: {_and(alone)}, on Windows through WSL2." if alone else ""
    return (
        f"Either does: {_and(both)} run on Windows and Linux.{only} How much faster one of them is, is not judged here."
    )


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
