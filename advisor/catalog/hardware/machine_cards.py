"""Finds the catalog cards of a machine, and whether a kept measurement is still one of it (docs/measuring.md 2)."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.corrected import corrected, plausible
from advisor.catalog.hardware.gpu_match import find_gpu_cards, usual_card
from advisor.facts.cards.card import GpuCard
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Gap, Gpu, Machine
from advisor.facts.machine.measurement import Conditions, Measurement, Measurements, is_earlier_method
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, MEGA

NO_CARD = reason("no_card_matches")
_READ = ("detected", "user")
_MOST_POSSIBLE = 4
"""Of more cards than this that it may be nothing useful can be said."""


def known_machine(detected: Machine, corrections: Sequence[Correction], catalog: Catalog) -> Machine:
    """The machine as everything knows it: what cannot be true dropped, what was typed in its place, cards found."""
    return with_cards(corrected(plausible(detected), corrections), catalog)


def with_cards(machine: Machine, catalog: Catalog) -> Machine:
    """The machine with the `card` of each GPU filled in, and its name where no driver gave one."""
    gpus = tuple(_with_card(gpu, catalog.gpus, machine.cpu.name.value) for gpu in machine.gpus)
    gaps = ((gap, _fact_of(gap, gpus)) for gap in machine.gaps)
    left = (gap if fact is None else fact.reason and gap.changed(reason=fact.reason) for gap, fact in gaps)
    return machine.changed(gpus=gpus, gaps=tuple(gap for gap in left if gap is not None))


def _fact_of(gap: Gap, gpus: Sequence[Gpu]) -> Fact[Any] | None:
    """The fact that a gap is about where it is one of a graphics processor."""
    part, number, field = (*gap.fact.split(".", 2), "", "")[:3]
    if part != "gpus" or not number.isdigit() or int(number) >= len(gpus):
        return None
    fact = getattr(gpus[int(number)], field, None)
    return fact if isinstance(fact, Fact) else None


def _with_card(gpu: Gpu, cards: CardIndex[GpuCard], processor: str | None) -> Gpu:
    """Its card, or those it may be; a name that was read or typed stays, one out of a table gives way to the card's."""
    found = find_gpu_cards(gpu, cards, processor=processor)
    if not found or len(found) > _MOST_POSSIBLE:
        why = reason("too_many_cards_match", count=len(found)) if found else NO_CARD
        return gpu.changed(card=unknown(why), possible_cards=())
    names = " / ".join(cards[one].name for one in found)
    by_id = gpu.name.origin != "user" and any(
        one.startswith(gpu.pci_id.value or "-") for one in cards[found[0]].pci_ids
    )
    source = reason("card_of_pci_id" if by_id else "card_of_name")
    several = len(found) > 1
    told = usual_card(found, cards) if several else found[0]
    shown = cards[told].name if told else names
    name = gpu.name if gpu.name.origin in _READ else known(shown, origin="estimated", source=source)
    kind, kinds = gpu.memory_kind, {cards[one].memory_kind for one in found}
    if kind.value is None and len(kinds) == 1:
        kind = known(kinds.pop(), origin="estimated", source=source)
    card = known(told, origin="estimated", source=source) if told else unknown("several_cards_match", names=names)
    return gpu.changed(card=card, name=name, memory_kind=kind, possible_cards=found if several else ())


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


def in_its_host(measurements: Measurements, machine: Machine) -> Measurements:
    """What was measured, with the virtual machine it was measured in: earlier versions kept none with a figure."""
    name = machine.cpu.hypervisor.value
    if name is None:
        return measurements
    results = (
        one
        if not one.device.startswith("cpu") or (one.conditions and one.conditions.virtual_machine)
        else one.changed(conditions=(one.conditions or Conditions()).changed(virtual_machine=name))
        for one in measurements.results
    )
    return measurements.changed(results=tuple(results))


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
