"""Finds the catalog cards of a machine, and whether a kept measurement is still one of it (docs/measuring.md 2)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.corrected import corrected, plausible
from advisor.facts.cards.card import GpuCard
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.machine.measurement import Measurement, Measurements, is_earlier_method
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, MEGA

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


class Outdated(NamedTuple):
    """What changed since, as it was then and as it is now (empty for a method)."""

    what: Literal["driver", "memory", "power", "method"]
    then: str = ""
    now: str = ""


def stamped(run: Measurements, machine: Machine) -> Measurements:
    """The run with the memory modules and graphics drivers of the machine it was measured on."""
    setting = memory_setting(machine)
    results = (
        result.changed(memory_setting=setting, machine_driver=_driver(result, machine)) for result in run.results
    )
    return run.changed(results=tuple(results))


def outdated(result: Measurement, machine: Machine) -> Outdated | None:
    """The first thing that changed since a measurement; None where nothing did, or nobody can tell."""
    driver, setting = _driver(result, machine), memory_setting(machine)
    if result.machine_driver and driver and driver != result.machine_driver:
        return Outdated("driver", result.machine_driver, driver)
    if result.memory_setting and setting and setting != result.memory_setting and not result.name.startswith("gpu_"):
        return Outdated("memory", result.memory_setting, setting)
    source = machine.os.power_source.value
    if source is not None and (source == "battery") != result.on_battery:
        return Outdated("power", "battery" if result.on_battery else "mains", source)
    return Outdated("method") if is_earlier_method(result.method) else None


def memory_setting(machine: Machine) -> str | None:
    """Memory modules and their rate, "2 x 16 at 6000"; None where the firmware does not tell."""
    modules = machine.memory.modules.value
    if not modules:
        return None
    sizes = sorted({module.bytes for module in modules})
    count = [f"{sum(module.bytes == size for module in modules)} x {size / GIB:g}" for size in sizes]
    rates = sorted({module.configured_transfers_per_s or 0 for module in modules})
    return " + ".join(count) + "".join(f" at {rate / MEGA:.0f}" for rate in rates if rate)


def _driver(result: Measurement, machine: Machine) -> str | None:
    gpus: dict[str, Gpu] = {f"gpu{index}": gpu for index, gpu in enumerate(machine.gpus)}
    gpu = gpus.get(result.device)
    return gpu.driver.value if gpu else None
