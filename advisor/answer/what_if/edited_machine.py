"""A machine as detection would describe it if a part were swapped; every changed fact says that it is a what-if."""

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.machine.machine import Gpu, Link, Machine, Memory
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason

_WHAT_IF = reason("what_if")
_NOT_THERE = unknown("not_in_this_computer")


def with_more_sticks(machine: Machine, *, channels: int, rate: Fact[float]) -> Machine:
    """Sticks like those that are there in all channels; `rate` is what the memory then gives."""
    memory = machine.memory
    modules, before = memory.modules.value or (), memory.channels.value or 1
    new = tuple(
        modules[index % len(modules)].changed(slot="new", channel=None)
        for index in range(len(modules), len(modules) * channels // before)
    )
    return _with_memory(
        machine,
        grown=channels / before,
        modules=known((*modules, *new), origin="estimated", source=_WHAT_IF),
        channels=known(channels, origin="estimated", source=_WHAT_IF),
        theoretical_bytes_per_s=rate,
    )


def with_larger_sticks(machine: Machine, *, grown: float) -> Machine:
    """Sticks so many times as large in the place of those that are there."""
    modules = tuple(one.changed(bytes=round(one.bytes * grown)) for one in machine.memory.modules.value or ())
    return _with_memory(machine, grown=grown, modules=known(modules, origin="estimated", source=_WHAT_IF))


def with_new_gpu(machine: Machine, card: Processor, catalog: Catalog, *, instead: int | None) -> Machine:
    """A card of the catalog as the last one, in place of the one at the place `instead`."""
    gpus = tuple(gpu for index, gpu in enumerate(machine.gpus) if index != instead)
    gaps = tuple(gap for gap in machine.gaps if not gap.fact.startswith("gpus"))
    return machine.changed(gpus=(*gpus, _gpu(card, catalog)), gaps=gaps)


def with_gpu_again(machine: Machine, *, again: int) -> Machine:
    """One of its cards a second time, which comes last."""
    first = machine.gpus[again]
    second = first.changed(memory_free_bytes=first.memory_total_bytes, pci_address=_NOT_THERE)
    return machine.changed(gpus=(*machine.gpus, second))


def _with_memory(machine: Machine, *, grown: float, **facts: Fact) -> Machine:  # type: ignore[type-arg]
    """The machine with so many times as much memory; what is held of it stays the same."""
    memory: Memory = machine.memory
    usable = memory.usable_bytes.value
    more = 0 if usable is None else round(usable * (grown - 1))
    sizes = {
        name: known(value, origin="estimated", source=_WHAT_IF)
        for name, value in (
            ("installed_bytes", _times(memory.installed_bytes.value, grown)),
            ("usable_bytes", None if usable is None else usable + more),
            ("available_bytes", _plus(memory.available_bytes.value, more)),
        )
        if value is not None
    }
    return machine.changed(memory=memory.changed(**sizes, **facts))


def _times(value: int | None, grown: float) -> int | None:
    return None if value is None else round(value * grown)


def _plus(value: int | None, more: int) -> int | None:
    return None if value is None else value + more


def _gpu(card: Processor, catalog: Catalog) -> Gpu:
    """A card as it would be detected: what its data sheet says; the slot is not known."""
    stated = catalog.gpus[card.card or ""]
    source = f"specs/{card.card}.toml"
    link = Link(generation_now=None, generation_max=stated.link_generation, width_now=None, width_max=stated.link_width)
    return Gpu(
        name=known(card.name, origin="datasheet", source=source),
        vendor=known(card.vendor, origin="datasheet", source=source),
        driver=_NOT_THERE,
        pci_id=_NOT_THERE,
        pci_address=_NOT_THERE,
        card=known(card.card or "", origin="datasheet", source=source),
        memory_total_bytes=card.memory_total_bytes,
        memory_free_bytes=card.memory_free_bytes,
        memory_kind=known("dedicated", origin="datasheet", source=source),
        link=known(link, origin="datasheet", source=source),
        power_limit_w=card.power_w,
        compute_capability=_NOT_THERE,
        mig=_NOT_THERE,
        state=known("active", origin="estimated", source=_WHAT_IF),
    )
