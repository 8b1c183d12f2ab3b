"""Which card of specs/ a detected graphics processor is: by PCI id and revision, by name, then by its figures.

Products that share a chip share its PCI id. What was read of the device rules cards out, one witness after the other;
a witness that would rule out every card is left aside, for it is wrong or the device is none of them.
"""

import re
from collections.abc import Callable, Sequence

from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.name_key import alternatives, hardware_key, without_size
from advisor.facts.cards.card import GpuCard, month_of
from advisor.facts.machine.machine import Gpu
from advisor.facts.values.units import GIB, GIGA

SIZE_TOLERANCE = 0.08
"""A driver reports a little less than the data sheet (reserved memory), never this much."""
_RATE_TOLERANCE = 0.04
"""Memory of products with one chip differs by a step of 1 or 2 GT/s, 5 % or more."""
_POWER_SHARES = (0.72, 1.2)
"""A driver's default limit counts the chip alone or the whole board, and makers raise it; never further than this."""
_TRANSFERS_PER_CLOCK = {"GDDR5": 4, "GDDR6": 16, "HBM": 2, "HBM2": 2, "HBM2e": 2, "HBM3": 4, "HBM3e": 4}
"""Of the memory clock that the amdgpu driver lists (`pp_dpm_mclk`)."""
_APPLE = "106b:"
"""Vendor of the boards in Macs."""


def find_gpu_cards(gpu: Gpu, gpus: CardIndex[GpuCard], *, processor: str | None = None) -> tuple[str, ...]:
    """Ids of the cards that a detected GPU may be: one where it is certain, none rather than a near match.

    Several are products with one chip that nothing which was read tells apart. `processor` is the name of the CPU.
    """
    named = named_gpu_cards(gpu.name.value, gpus)
    listed, is_certain = ((), False) if gpu.name.origin == "user" else _listed(gpu, gpus)
    if not is_certain:
        listed = _of_name(gpu, listed, named, gpus)
    elif gpu.name.origin == "detected":
        listed = tuple(one for one in listed if one in named) or listed
    found = listed or named
    sized = tuple(one for one in found if _has_size(gpu, gpus[one]))
    if not listed:
        # a name alone is no proof: another size is another card
        is_clear = len(sized) <= 1 or usual_card(sized, gpus) is not None or alternatives(gpu.name.value or "")
        return sized if is_clear else ()
    if not sized or gpu.memory_total_bytes.value is None:
        # only its memory tells a rebuilt card from the one it was made of
        found = tuple(one for one in found if gpus[one].market != "rebuilt") or found
    else:
        found = sized
    for agrees in _WITNESSES:
        if len(found) > 1:
            found = tuple(one for one in found if agrees(gpu, gpus[one]) is not False) or found
    return _of_processor(_on_board(found, gpu, gpus), processor or "", gpus)


def usual_card(found: Sequence[str], gpus: CardIndex[GpuCard]) -> str | None:
    """Of cards that differ in nothing but the kind of their memory the usual one; None where they differ in more.

    Usual is the one that goes by the plain name (`RTX 4070`, not `RTX 4070 GDDR6`), else the one that came first.
    """
    kinds = {(without_size(gpus[one].name), gpus[one].memory_gib) for one in found}
    if len(kinds) != 1 or len(found) == 1:
        return None
    ((plain, _),) = kinds
    return min(found, key=lambda one: (gpus[one].name != plain, month_of(gpus[one].released)))


def _listed(gpu: Gpu, gpus: CardIndex[GpuCard]) -> tuple[tuple[str, ...], bool]:
    """Cards with its PCI id, and whether that is certain: of its revision, or of any; else those with its chip.

    A revision is not certain where the units that were read are those of another product with the chip.
    """
    pci_id, revision = (gpu.pci_id.value or "").lower(), gpu.pci_revision.value
    if not pci_id:
        return (), False
    each = ((one, tuple(own for own in card.pci_ids if own.startswith(pci_id))) for one, card in gpus.items())
    stated = {one: ids for one, ids in each if ids}
    chip = tuple(stated)
    bare = tuple(one for one in chip if pci_id in stated[one])
    exact = tuple(one for one in chip if f"{pci_id}:{revision}" in stated[one])
    certain = exact or (bare if revision is not None or len(bare) == len(chip) else ())
    by_units = tuple(one for one in chip if _has_units(gpu, gpus[one]))
    if certain and by_units and all(_has_units(gpu, gpus[one]) is False for one in certain):
        return by_units, True
    return certain or chip, bool(certain)


def _of_name(gpu: Gpu, chip: tuple[str, ...], named: tuple[str, ...], gpus: CardIndex[GpuCard]) -> tuple[str, ...]:
    """Of the cards with its chip those that its name allows; none where the name is that of another card.

    The product may be one that no card describes: a name of one product has to share its number with the card.
    """
    name = gpu.name.value or ""
    if alternatives(name):
        return chip
    both = tuple(one for one in chip if one in named)
    if both or named:
        return both
    numbers = re.findall(r"\d{3,}", name)
    return tuple(one for one in chip if all(number in gpus[one].name for number in numbers))


def named_gpu_cards(name: str | None, gpus: CardIndex[GpuCard]) -> tuple[str, ...]:
    """Cards of this name, of one of the names that a table lists for the device, or of it with a memory size."""
    names = () if name is None else (name, *alternatives(name))
    found = [one for text in names for one in (gpus.find(text), *gpus.variants(text)) if one]
    return tuple(dict.fromkeys(found))


def _has_size(gpu: Gpu, card: GpuCard) -> bool:
    memory_bytes = gpu.memory_total_bytes.value
    if memory_bytes is None or card.memory_gib is None or card.memory_kind != "dedicated" or gpu.mig.value:
        return True
    return abs(memory_bytes / (card.memory_gib * GIB) - 1) <= SIZE_TOLERANCE


Witness = Callable[[Gpu, GpuCard], bool | None]
"""Whether a figure of the device agrees with a card; None where one of them does not state it."""


def _has_kind(gpu: Gpu, card: GpuCard) -> bool | None:
    kind = gpu.memory_kind.value
    return None if kind is None else (kind == "dedicated") == (card.memory_kind == "dedicated")


def _has_units(gpu: Gpu, card: GpuCard) -> bool | None:
    units = gpu.compute_units.value
    return None if units is None or card.compute_units is None else units == card.compute_units


def _has_width(gpu: Gpu, card: GpuCard) -> bool | None:
    bits = gpu.memory_bus_bits.value
    return None if bits is None or card.bus_bits is None else bits == card.bus_bits


def _has_rate(gpu: Gpu, card: GpuCard) -> bool | None:
    clock_hz, transfers = gpu.memory_hz.value, _TRANSFERS_PER_CLOCK.get(card.memory_type or "")
    if clock_hz is None or transfers is None or card.memory_gigatransfers_per_s is None:
        return None
    return abs(clock_hz * transfers / (card.memory_gigatransfers_per_s * GIGA) - 1) <= _RATE_TOLERANCE


def _has_maker(gpu: Gpu, card: GpuCard) -> bool | None:
    board = gpu.subsystem_id.value
    return None if board is None else board.startswith(_APPLE) == (card.market == "Macs")


def _has_bandwidth(gpu: Gpu, card: GpuCard) -> bool | None:
    told = gpu.theoretical_bytes_per_s.value
    if told is None or card.bandwidth_gb_per_s is None:
        return None
    return abs(told / (card.bandwidth_gb_per_s * GIGA) - 1) <= _RATE_TOLERANCE


def _has_power(gpu: Gpu, card: GpuCard) -> bool | None:
    limit_w = gpu.power_default_w.value
    return None if not limit_w or not card.power_w else _POWER_SHARES[0] <= limit_w / card.power_w <= _POWER_SHARES[1]


_WITNESSES: tuple[Witness, ...] = (_has_kind, _has_maker, _has_units, _has_width, _has_rate, _has_bandwidth, _has_power)


def _on_board(found: tuple[str, ...], gpu: Gpu, gpus: CardIndex[GpuCard]) -> tuple[str, ...]:
    """Those whose name stands in that of the board, the longest where one name begins with another."""
    board = hardware_key(gpu.board.value or "")
    lengths = {one: _length_in(board, gpus[one]) for one in found}
    longest = max(lengths.values(), default=0)
    return tuple(one for one in found if lengths[one] == longest) if longest else found


def _of_processor(found: tuple[str, ...], processor: str, gpus: CardIndex[GpuCard]) -> tuple[str, ...]:
    """Those that are the graphics of this processor, where one card says so."""
    told = [one for one in found if any(re.search(pattern, processor) for pattern in gpus[one].processors)]
    return tuple(told) or found


def _length_in(text: str, card: GpuCard) -> int:
    keys = map(hardware_key, (card.name, *card.aliases))
    return max((len(key) for key in keys if key and key in text), default=0)
