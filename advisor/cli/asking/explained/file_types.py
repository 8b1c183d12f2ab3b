"""What file types differ in where no computer is named: bits, size, speed at most, what is lost, and which to take."""

import re
from collections.abc import Sequence

from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.said import Said
from advisor.facts.cards.quant import QuantCard
from advisor.facts.values.units import BITS_PER_BYTE, GIGA
from advisor.present.words.quantity import capacity, times

_ONE_ASKED = re.compile(
    r"\b(?:good|fine|ok(?:ay)?|usable|safe|enough|bad|terrible|worse|too low|acceptable|overkill|noticeabl[ey])\b"
    r"|\b(?:notice|los(?:e|es|ing|s)|lossy|degrad\w+|quality|accuracy|dumber|smart\w*|difference)\b",
    re.IGNORECASE,
)
_DOUBTED = re.compile(r"\b(?:good|fine|ok(?:ay)?|usable|safe|enough|acceptable)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:which|best|recommend\w*) (?:\w+ ){0,2}?models?\b|\bhow much (?:v-?ram|ram|memory)\b|\b\d+ ?gb\b",
    re.IGNORECASE,
)
_EXAMPLE_PARAMS = 8 * GIGA
_BASE = "Q8_0"
"""What one file alone is held against: it cannot be told from the original."""
_MOST = 4
_FEW_BITS = 4.4
"""Below so many bits a weight answers get noticeably worse (cards in specs/quants)."""


def asks_of_file_types(told: Said, catalog: Catalog) -> bool:
    """Whether file types are held against each other, or one is doubted, where no computer is named."""
    volume = told.volume
    is_other = (
        told.is_bought or told.is_of_mine or told.cache_types or told.asks.needs or volume.context or volume.users
    )
    if is_other or len(told.models) > 1 or _OTHER.search(told.wording.text) is not None:
        return False
    files, works = _named(told), {*told.works} - {*catalog.workloads, "coding-agent"}
    if works or any(catalog.models.find(one.name) is None for one in told.models):
        return False
    return len(files) > 1 or (len(files) == 1 and not told.models and _ONE_ASKED.search(told.wording.text) is not None)


def file_types_words(told: Said, catalog: Catalog) -> str:
    """Whether the difference is noticed, then the figures of each, and the rule; empty for types that nobody knows."""
    cards = _cards(_named(told), catalog)
    if not cards:
        return ""
    if len(cards) == 1:
        other = DEFAULT_QUANT if cards[0].name == _BASE else _BASE
        cards = _cards((cards[0].name, other), catalog)
    named = catalog.models.get(next((catalog.models.find(one.name) or "" for one in told.models), ""))
    params, name = (named.params, named.name) if named is not None else (_EXAMPLE_PARAMS, "an 8B model")
    large, small = cards[0], cards[-1]
    gain = large.typical_bits_per_weight / small.typical_bits_per_weight
    lines = [
        _verdict(large, small, is_doubted=_DOUBTED.search(told.wording.text) is not None),
        *(_of(one, params, name) for one in cards),
        f"{small.name} writes at most {times(gain)} as fast as {large.name}, as fewer bytes are read for each token. "
        "What VRAM holds whole is faster by far than what it does not.",
        _rule(small),
    ]
    return "\n".join(lines)


def _named(told: Said) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*told.quants, *(quant for one in told.models for quant in one.quants))))[:_MOST]


def _cards(names: Sequence[str], catalog: Catalog) -> list[QuantCard]:
    """The cards of those that are known, the most bits first."""
    found = dict.fromkeys(filter(None, map(catalog.quants.find, names)))
    return sorted((catalog.quants[one] for one in found), key=lambda one: (-one.typical_bits_per_weight, -one.rank))


def _verdict(large: QuantCard, small: QuantCard, *, is_doubted: bool) -> str:
    """Whether anybody notices the fewer bits in answers; yes or no where it is asked if a file is good enough."""
    if small.lost or loss_steps(small.name) or small.typical_bits_per_weight < _FEW_BITS:
        first = "Only where nothing larger fits" if is_doubted else "Yes"
        return f"{first}, you will notice {small.name}: {_lost(small) or small.quality}"
    size = f"{1 - small.typical_bits_per_weight / large.typical_bits_per_weight:.0%} smaller"
    first = f"Yes, {small.name} is good enough: you" if is_doubted else "You"
    return (
        f"{first} will hardly notice it in answers, where {small.name} loses little against {large.name}. What you "
        f"notice is size and speed: it is {size}."
    )


def _lost(card: QuantCard) -> str:
    """How many more answers of a test were wrong, by the size of the model; empty where nobody measured it."""
    lost = sorted(card.lost, key=lambda one: one.params_b)
    if not lost:
        return ""
    told = ", ".join(f"{one.answers:.2g} of models of {one.params_b:g}B" for one in lost)
    return f"of 100 answers of a test more were wrong: {told}{', fewer of larger ones' if len(lost) == 1 else ''}."


def _of(card: QuantCard, params: float, name: str) -> str:
    size = capacity(round(params * card.typical_bits_per_weight / BITS_PER_BYTE))
    return f"{card.name}: {card.typical_bits_per_weight:g} bits a weight, {name} takes about {size}. {card.quality}"


def _rule(small: QuantCard) -> str:
    if small.typical_bits_per_weight < _FEW_BITS:
        return (
            f"Rule: below 4 bits a smaller model as {DEFAULT_QUANT} answers better; very large models lose least. "
            "In the same memory a larger model in 4 bits beats a smaller one in 8."
        )
    return (
        f"Rule: in the same memory a larger model in 4 bits beats a smaller one in 8. So take {DEFAULT_QUANT}, and "
        "more bits only where memory is left over and it is fast enough."
    )
