"""Graphics in a CPU that are named beside a GPU of its own memory: no second place for a model."""

import re
from collections.abc import Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.chips import Chip
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.sentence import Sentence

_APART = re.compile(r"\b(?:or|vs\.?|versus|against|than|instead|compared|rather|over)\b|/", re.IGNORECASE)


def without_own_graphics(
    chips: Sequence[Chip], gpus: Sequence[NamedPart], sentence: Sentence, catalog: Catalog
) -> tuple[list[Chip], list[NamedPart], bool]:
    """Chips and GPUs without graphics in a CPU that stand beside a GPU, and whether there were any."""
    large = [one for one in gpus if catalog.gpus[one.card_id].memory_kind == "dedicated"]
    named: list[Chip | NamedPart] = [*chips, *gpus]
    beside = [one for one in named if _is_small(one, catalog) and _is_beside(one, large, sentence)]
    if not beside:
        return [*chips], [*gpus], False
    return [one for one in chips if one not in beside], [one for one in gpus if one not in beside], True


def _is_small(part: Chip | NamedPart, catalog: Catalog) -> bool:
    """Whether it is graphics that read the RAM of the CPU; chips with fast memory of their own are none."""
    if isinstance(part, Chip):
        options = part.ways[0].options
        card_id = catalog.gpus.find(options[1]) if options[:1] == ("--gpu",) else None
    else:
        card_id = part.card_id
    return card_id is not None and catalog.gpus[card_id].memory_kind == "shared"


def _is_beside(part: Chip | NamedPart, large: Sequence[NamedPart], sentence: Sentence) -> bool:
    """Whether it is named together with one of these, and not held against them all."""
    for one in large:
        start, end = (one.end, part.start) if one.start < part.start else (part.end, one.start)
        if _APART.search(sentence.between(start, end)) is None:
            return True
    return False
