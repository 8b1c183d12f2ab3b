"""What it takes to embed many documents: the model, the hours on a usual PC and with a card, and so the hardware."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answer_if_any
from advisor.cli.asking.beside.volume_words import all_lines, whole_s
from advisor.cli.asking.sentence.items import TOKENS_A_PAGE, USUAL_PAGES, Items
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.units import MEGA, SECONDS_PER_DAY, SECONDS_PER_HOUR
from advisor.present.words.quantity import capacity, count, rough_time

_EMBEDS = "embeddings"
_GOOD, _SMALL = ("Qwen3-Embedding 0.6B", "bge-m3"), "multilingual-e5-small"
"""What most people take today for documents in any language, and what a CPU does in time (a judgment)."""
_PC, _CARD = "Ryzen 5 5600", "RTX 3060 12GB"
_WITHOUT, _WITH = ("--gpu", "none", "--cpu", _PC, "--ram", "32"), ("--gpu", _CARD, "--cpu", _PC, "--ram", "32")
_HARDWARE = re.compile(
    r"\b(?:hardware|gpus?|graphics cards?|cards?|pcs?|computers?|machines?|servers?|specs?|set-?ups?|rigs?|need\w*"
    r"|require\w*|what (?:do|does|would)|which|what)\b",
    re.IGNORECASE,
)
_SOON_S = 12 * SECONDS_PER_HOUR
"""So long a collection may be embedded, once: over night (a judgment)."""


class _Ways(NamedTuple):
    """One model on the CPU of a usual PC, and on the card in it."""

    cpu: AskAnswer
    card: AskAnswer


def asks_of_indexing(told: Said) -> bool:
    """Whether it is asked what it takes to embed so many documents, on no computer in particular."""
    items = told.volume.items
    is_rig = told.names_a_rig or told.is_of_mine
    is_of_it = _EMBEDS in told.works and items is not None
    is_other = told.is_outside or told.spent is not None or told.wording.is_retrieval or told.volume.users
    return is_of_it and not (is_rig or is_other) and _HARDWARE.search(told.wording.text) is not None


def indexing_words(told: Said, catalog: Catalog) -> str:
    """Which hardware, then each model with its time there; empty where nothing is known of them."""
    items = told.volume.items
    named = [one.name for one in told.models if catalog.other_models.find(one.name)]
    found = [(name, ways) for name in named[:2] or (*_GOOD, _SMALL) if (ways := _ways(name, catalog)) is not None]
    if items is None or not found:
        return ""
    good = found[0][1]
    return "\n".join((_first(items, good, catalog), *_tokens(items), *_times(items, found, catalog), *_memory(good)))


def _ways(name: str, catalog: Catalog) -> _Ways | None:
    """None where one of them has no speed."""
    both = [answer_if_any((name, "--workload", _EMBEDS, *rig), catalog) for rig in (_WITHOUT, _WITH)]
    known = [one for one in both if one is not None and one.rate_per_s is not None]
    return _Ways(*known) if len(known) == len(both) else None


def _first(items: Items, good: _Ways, catalog: Catalog) -> str:
    """Whether a CPU is enough, by the first model."""
    model, on_cpu, on_card = good.cpu.model, whole_s(items, good.cpu, catalog), whole_s(items, good.card, catalog)
    cpu, card = (rough_time(one) if one is not None else "" for one in (on_cpu, on_card))
    if on_cpu is not None and on_cpu <= _SOON_S:
        return f"Any usual PC: {model} embeds them in {cpu} without a GPU ({_PC})."
    is_near = on_card is not None and on_card <= SECONDS_PER_DAY
    more = "" if is_near else " A faster card takes less, in proportion to its arithmetic."
    return f"A usual PC with a GPU such as {_CARD}: {model} embeds them in {card} there, {cpu} without a GPU.{more}"


def _tokens(items: Items) -> Iterator[str]:
    """How many tokens that are."""
    pages = USUAL_PAGES.get(items.called, 0)
    each = items.tokens or pages * TOKENS_A_PAGE
    if each:
        of = f"{TOKENS_A_PAGE} tokens a page" + (f", {pages} pages each" if pages > 1 else "")
        assumed = "" if items.tokens else f" (assumed: {of})"
        millions = f"{items.number * each / MEGA:,.3g} million tokens"
        yield f"{count(round(items.number))} {items.called} are about {millions}{assumed}."


def _times(items: Items, found: list[tuple[str, _Ways]], catalog: Catalog) -> Iterator[str]:
    """Each model on both, in the time that it takes."""
    for name, ways in found:
        cpu, card = (_time(items, one, catalog) for one in ways)
        yield f"{name}: {card} on {_CARD}, {cpu} on the CPU ({_PC})."


def _time(items: Items, one: AskAnswer, catalog: Catalog) -> str:
    """How long all take, without what was counted for it."""
    told = " ".join(all_lines(items, one, catalog)).split(" Counted")[0].rstrip(".")
    return told.split(" take " if items.is_daily else ": ", 1)[-1]


def _memory(good: _Ways) -> Iterator[str]:
    """What it takes of memory, which is not what decides."""
    need = sum(good.card.need_bytes.values())
    yield f"Memory hardly counts: {good.card.model} takes {capacity(need)}."
    yield "Scanned pages need text recognition (OCR) first. A question later is one line, which any CPU embeds at once."
