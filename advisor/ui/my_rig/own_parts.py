"""A computer put together from parts that a person chose, the usual ones beside a GPU that was named alone."""

import re
from dataclasses import replace
from datetime import date

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.computer_machine import machine_of
from advisor.facts.cards.card import CpuCard
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.machine.machine import Machine
from advisor.facts.values.frozen import frozen
from advisor.present.rig.edit_text import card_figures
from advisor.present.words.choice import Choice
from advisor.present.words.processor_name import grouped
from advisor.present.words.words import joined, say
from advisor.ui.my_rig.another_computer import OWN_PARTS

PC, LAPTOP = "computers/usual/pc-rtx-3060-12gb", "computers/usual/laptop-rtx-4060-8gb"
"""What a GPU is put into that was named alone."""
_WITH = "@"
"""Between a chip and the memory that it shares, in the id of a Mac that is looked at."""
SIZES_GIB = (8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024)
MOST_GPUS = 8


@frozen
class Parts:
    """The ids of a CPU and of a GPU, how many of that, none without its id, and the size of the main memory."""

    cpu: str
    memory_gib: float
    gpu: str = ""
    gpus: int = 1


def usual_parts(gpu_id: str, catalog: Catalog) -> Parts:
    """What is usual beside a GPU."""
    base = catalog.computers[LAPTOP if catalog.gpus[gpu_id].form == "laptop" else PC]
    assert base.cpu is not None
    assert base.memory_gib is not None
    return Parts(base.cpu, base.memory_gib, gpu_id)


def parts_name(parts: Parts, catalog: Catalog) -> str:
    """What such a computer is called: "2 x RTX 3090, Ryzen 5 5600, 32 GB"."""
    gpu = grouped(catalog.gpus[parts.gpu].name, parts.gpus) if parts.gpu else ""
    return joined((gpu, catalog.cpus[parts.cpu].name, f"{parts.memory_gib:g} GB"), ", ")


def parts_machine(parts: Parts, catalog: Catalog) -> Machine:
    """The machine of these parts; memory works as fast as the CPU takes it, with a stick in each channel."""
    cpu, source = catalog.cpus[parts.cpu], catalog.computers[PC].source
    is_laptop = bool(parts.gpu) and catalog.gpus[parts.gpu].form == "laptop"
    computer = ComputerCard(
        name=parts_name(parts, catalog),
        form="laptop" if is_laptop else "desktop",
        cpu=parts.cpu,
        gpu=parts.gpu or None,
        gpu_count=parts.gpus if parts.gpu else 1,
        memory_gib=parts.memory_gib,
        memory_type=cpu.memory_type,
        memory_mt_per_s=cpu.memory_mt_per_s,
        memory_channels=cpu.memory_channels,
        memory_modules=cpu.memory_channels,
        source=source,
        checked=date.min,
    )
    return machine_of(computer, source, catalog)


def mac_choices(catalog: Catalog) -> tuple[Choice, ...]:
    """Macs by their chip and memory, of those chips whose sizes are known: older ones, which are no cards."""
    return tuple(
        Choice(f"{chip}{_WITH}{gib:g}", _mac_name(card.name, gib), search=f"{_MACS}\n" + "\n".join(card.aliases))
        for chip, card in catalog.gpus.items()
        for gib in card.memory_sizes_gib
    )


def mac_machine(choice_id: str, catalog: Catalog) -> tuple[str, Machine] | None:
    """The name and the machine of one of `mac_choices`; None of any other choice."""
    chip, _, size = choice_id.partition(_WITH)
    if not size:
        return None
    card, gib = catalog.gpus[chip], float(size)
    name = _mac_name(card.name, gib)
    mac = ComputerCard(
        name=name, form="laptop", os="macos", gpu=chip, memory_gib=gib, source=card.source, checked=card.checked
    )
    return name, machine_of(mac, card.source, catalog)


_MACS = " ".join(("Apple", "MacBook", "Air", "Pro", "mini", "Studio", "iMac"))


def _mac_name(chip: str, gib: float) -> str:
    return say("Mac with {chip}, {size} GB", chip=chip, size=f"{gib:g}")


def cpu_choices(catalog: Catalog) -> tuple[Choice, ...]:
    """CPUs into whose computer memory and GPUs can be put."""
    found = ((one, card) for one, card in catalog.cpus.items() if card.memory_channels and card.vendor != "apple")
    return tuple(
        Choice(one, card.name, search="\n".join((*card.aliases, *_without_graphics(card)))) for one, card in found
    )


def _without_graphics(card: CpuCard) -> tuple[str, ...]:
    """The name of the same CPU that Intel sells without graphics: 12400F, 13600KF."""
    is_sold_so = card.vendor == "intel" and re.search(r"i[3579]-1[0-4]\d00K?$", card.name) is not None
    return (f"{card.name}F",) if is_sold_so else ()


def gpu_choices(catalog: Catalog) -> tuple[Choice, ...]:
    """GPUs with a memory of their own, those of servers last."""
    cards = [(one, card) for one, card in catalog.gpus.items() if card.memory_kind == "dedicated"]
    cards.sort(key=lambda one: one[1].form == "server")
    return tuple(Choice(one, card.name, card_figures(card), "\n".join(card.aliases)) for one, card in cards)


def viewable(computers: tuple[Choice, ...], catalog: Catalog) -> tuple[Choice, ...]:
    """What may be looked at instead of this computer: parts to name, computers, Macs, and each GPU in a usual one."""
    own = Choice(OWN_PARTS, say("Your own parts …"), say("CPU, RAM and GPU"))
    put_in = say("in a usual PC"), say("in a usual laptop")
    gpus = (
        replace(one, detail=joined((card_figures(card, is_short=True), put_in[card.form == "laptop"]), ", "))
        for one, card in ((each, catalog.gpus[each.id]) for each in gpu_choices(catalog))
    )
    return (own, *computers, *mac_choices(catalog), *gpus)
