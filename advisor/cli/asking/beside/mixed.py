"""Whether unlike GPUs work together in one computer, and what that means for a model."""

import re
from collections.abc import Iterator, Sequence

from advisor.advice.assembled import assembled
from advisor.answer.text.different_cards import runs_vulkan
from advisor.answer.which_device.calibration import default_backend
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.facts.values.reason import reason
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.support_words import support_words
from advisor.present.words.words import joined, sentence

_ALIKE = 1.15
"""Memory that is faster by less is about as fast."""
_WRITES = ("", "chat", "coding", "coding-agent", "long-documents")


_GPUS = re.compile(r"\b(?:e?gpus?|cards?|geforce|radeon)\b", re.IGNORECASE)
_MAKERS = re.compile(r"\b(nvidia|amd|intel)\b", re.IGNORECASE)


def are_mixed(gpus: Sequence[NamedPart]) -> bool:
    """Whether GPUs of several kinds are named."""
    return len({one.card_id for one in gpus}) > 1


def of_unnamed(text: str) -> str:
    """Whether unlike GPUs work together where none is named; empty where a text is on no GPUs."""
    is_of_makers = len({*map(str.lower, _MAKERS.findall(text))}) > 1
    if _GPUS.search(text) is None and not is_of_makers:
        return ""
    makers = sentence(in_words(reason("two_makers"))) if is_of_makers else ""
    first = "Yes: llama.cpp divides a model by layers over unlike GPUs."
    return joined((first, makers, "Name them for what they hold together and how fast it is."))


def mixed_words(gpus: Sequence[NamedPart], options: Sequence[str], work: str, catalog: Catalog) -> tuple[bool, str]:
    """Whether they work together, and that in words with what to mind."""
    known = assembled(rig_of(options, catalog).profile, catalog).rig
    host, *cards = known.processors
    makers = {default_backend(one) for one in cards}
    if len(makers) > 1 and not all(map(runs_vulkan, cards)):
        return False, "No: no build of llama.cpp runs on all of these GPUs."
    lines = [*_first(gpus, work, catalog), *_slower(gpus, work, catalog)]
    if len(makers) > 1:
        lines.append(sentence(in_words(reason("two_makers"))))
    return True, joined((*lines, support_words(cards, host)))


def _first(gpus: Sequence[NamedPart], work: str, catalog: Catalog) -> Iterator[str]:
    whole = sum(one.number * (catalog.gpus[one.card_id].memory_gib or 0) for one in gpus)
    number = "both" if sum(one.number for one in gpus) == 2 else "all of them"
    if work in _WRITES:
        yield f"Yes: llama.cpp divides a model by layers over {number}; together they hold {whole:g} GB."
    else:
        yield f"Yes, side by side: this work is done on one GPU at a time, so their {whole:g} GB do not add up."


def _slower(gpus: Sequence[NamedPart], work: str, catalog: Catalog) -> Iterator[str]:
    """How much slower the part on the slowest one is."""
    rates = sorted((catalog.gpus[one.card_id].bandwidth_gb_per_s or 0.0, one.name) for one in gpus)
    (least, slow), (most, fast) = rates[0], rates[-1]
    if work not in _WRITES or not least:
        return
    if most < _ALIKE * least:
        yield "They read their memory about as fast."
    else:
        yield (
            f"{fast} reads its memory {most / least:.1f} times as fast as {slow}: "
            f"the part of a model on {slow} slows every token, so fill {fast} first."
        )


def split_words(gpus: Sequence[NamedPart], work: str, catalog: Catalog) -> str:
    """The setting that gives each GPU its share, in the programs that have one; empty for work that is not divided."""
    sizes = [catalog.gpus[one.card_id].memory_gib or 0 for one in gpus for _ in range(one.number)]
    if work not in _WRITES or not all(sizes):
        return ""
    written = [f"{size:g}" for size in sizes]
    programs = sorted((one for one in catalog.programs.values() if one.split), key=lambda one: not one.is_usual)
    told = [f"{one.name} {one.split.format(shares=','.join(written), spaced=' '.join(written))}" for one in programs]
    order = f" The order is {', '.join(one.value for one in gpus)}; give the GPU with the screen a little less."
    share = "Share by memory: each GPU takes the part of the layers that it has of all VRAM."
    return f"{share} {', '.join(told)}.{order} vLLM wants equal GPUs."
