"""Finds the catalog cards of a machine's graphics processors."""

from collections.abc import Sequence

from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.corrected import corrected, plausible
from advisor.facts.cards.card import GpuCard
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB

SIZE_TOLERANCE = 0.08
"""A driver reports a little less than the data sheet (reserved memory), never this much."""

NO_CARD = reason("no_card_matches")


def known_machine(detected: Machine, corrections: Sequence[Correction], catalog: Catalog) -> Machine:
    """The machine as everything knows it: what cannot be true dropped, what was typed in its place, cards found."""
    return with_cards(corrected(plausible(detected), corrections), catalog)


def with_cards(machine: Machine, catalog: Catalog) -> Machine:
    """The machine with the `card` of each GPU filled in, and its name where no driver gave one."""
    return machine.changed(gpus=tuple(_with_card(gpu, catalog.gpus) for gpu in machine.gpus))


def find_gpu_card(
    *, pci_id: str | None, name: str | None, memory_bytes: int | None, gpus: CardIndex[GpuCard]
) -> str | None:
    """The card of a detected GPU: by PCI id, else by exact name, else by name and memory size.

    Returns None rather than a near match.
    """
    by_id = [card_id for card_id, card in gpus.items() if pci_id and pci_id.lower() in card.pci_ids]
    if len(by_id) == 1:
        return by_id[0]
    if name is None:
        return None
    candidates = (gpus.find(name), *gpus.variants(name))
    fitting = [one for one in dict.fromkeys(candidates) if one and _same_size(gpus[one], memory_bytes)]
    return fitting[0] if len(fitting) == 1 else None


def _with_card(gpu: Gpu, cards: CardIndex[GpuCard]) -> Gpu:
    """A name that was typed comes before the PCI id."""
    is_typed = gpu.name.origin == "user"
    card_id = find_gpu_card(
        pci_id=None if is_typed else gpu.pci_id.value,
        name=gpu.name.value,
        memory_bytes=gpu.memory_total_bytes.value,
        gpus=cards,
    )
    if card_id is None:
        return gpu.changed(card=unknown(NO_CARD))
    by_id = not is_typed and gpu.pci_id.value in cards[card_id].pci_ids
    source = reason("card_of_pci_id" if by_id else "card_of_name")
    card = known(card_id, origin="estimated", source=source)
    if gpu.name.value is not None:
        return gpu.changed(card=card)
    return gpu.changed(card=card, name=known(cards[card_id].name, origin="estimated", source=source))


def _same_size(card: GpuCard, memory_bytes: int | None) -> bool:
    if memory_bytes is None or card.memory_gib is None or card.memory_kind != "dedicated":
        return True
    return abs(memory_bytes / (card.memory_gib * GIB) - 1) <= SIZE_TOLERANCE
