"""Complete computers with fast unified memory that would stand beside this one: mini PCs, Macs and the like."""

from collections.abc import Iterator
from functools import lru_cache

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.buyable import Offer, not_beaten
from advisor.answer.what_if.memory_upgrades import HARDLY
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import channels_bytes_per_s, gpu_processor
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.cards.card import GpuCard, month_of
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import GIB, GIGA, MEGA, MONTHS_PER_YEAR
from advisor.predict.memory.fit import apple_share

_FAST_BYTES_PER_S = channels_bytes_per_s(2, transfers_per_s=6250 * MEGA)
"""Unified memory from this rate on is faster than that of a common computer: more than its two channels."""
_CURRENT_YEARS = 3
_SMALLER_FILE = 0.7
"""What the smallest usual file of a model takes of what its usual one does: three bits in place of four."""


def computer_upgrades(rig: Rig, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Computers that are sold with a size of memory; of makers without any the newest chip that holds the model.

    Bare boards are for those who build devices: nobody buys one to talk to a model.
    """
    catalog, own = prices.catalog, {one.card for one in rig.processors}
    chips = _chips(catalog)
    offers = [
        Offer.of_gpu(computer_id, chips[card.gpu], prices.bought(computer_id), memory_gib=card.memory_gib)
        for computer_id, card in catalog.computers.items()
        if card.form != "board"
        and card.gpu in chips
        and (computer_id in asked.named or _is_meant(rig, card, chips[card.gpu], asked))
    ]
    named = [one for one in offers if one.id in asked.named]
    for offer in dict.fromkeys((*not_beaten(offers), *named)):
        alone = _computer_rig(offer.id, catalog)
        yield Upgrade(offer.id, "computer", alone.name, alone, offer.price, maker=offer.vendor)
    sold = {chips[card.gpu].vendor for card in catalog.computers.values() if card.gpu in chips}
    for chip_id in _newest(chips, asked):
        if chips[chip_id].vendor not in sold and chip_id not in own and asked.takes(chips[chip_id].vendor):
            chip, vendor = gpu_processor(chip_id, catalog), chips[chip_id].vendor
            alone, price = Rig(name=chip.name, processors=(chip,)), prices.bought(chip_id)
            yield Upgrade(chip_id, "computer", chip.name, alone, price, doubts=("largest_memory_meant",), maker=vendor)


@lru_cache(maxsize=256)
def _computer_rig(computer_id: str, catalog: Catalog) -> Rig:
    """A computer of the catalog with nothing measured."""
    rig = assemble_rig(computer_machine(computer_id, catalog), None, catalog)
    return rig.changed(name=catalog.computers[computer_id].name)


def _is_meant(rig: Rig, card: ComputerCard, chip: GpuCard, asked: Asked) -> bool:
    return asked.takes(chip.vendor) and _holds(card.memory_gib, asked) and not _is_there(rig, card)


def _holds(memory_gib: float | None, asked: Asked) -> bool:
    """Whether its memory may hold the model, if in a smaller file."""
    memory_bytes = (memory_gib or 0.0) * GIB
    return memory_bytes * apple_share(memory_bytes) >= _SMALLER_FILE * asked.need_bytes


def _is_there(rig: Rig, card: ComputerCard) -> bool:
    """Whether the rig has that chip with as much memory."""
    totals = (one.memory_total_bytes.value or 0 for one in rig.processors if one.card == card.gpu)
    return any((card.memory_gib or 0.0) * GIB < HARDLY * total for total in totals)


def _newest(chips: dict[str, GpuCard], asked: Asked) -> Iterator[str]:
    """Of each maker the chip of these years with the fastest memory that holds the model."""
    newest = max((month_of(card.released) for card in chips.values()), default=0)

    def rank(card_id: str) -> tuple[float, float]:
        return (chips[card_id].bandwidth_gb_per_s or 0.0, chips[card_id].fp32_tflop_per_s or 0.0)

    for vendor in dict.fromkeys(card.vendor for card in chips.values()):
        fitting = [
            card_id
            for card_id, card in chips.items()
            if card.vendor == vendor
            and month_of(card.released) > newest - _CURRENT_YEARS * MONTHS_PER_YEAR
            and _holds(card.memory_gib or 0, asked)
        ]
        if fitting:
            yield max(fitting, key=rank)


@lru_cache(maxsize=2)
def _chips(catalog: Catalog) -> dict[str, GpuCard]:
    """The chips that make such a computer."""
    return {
        card_id: card
        for card_id, card in catalog.gpus.items()
        if card.form == "soc"
        and card.memory_kind == "unified"
        and (card.bandwidth_gb_per_s or 0.0) * GIGA >= _FAST_BYTES_PER_S
    }
