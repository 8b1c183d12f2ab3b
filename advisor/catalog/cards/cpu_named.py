"""Finds the processor that a name means: its own card, else what its family tells."""

import re
from collections.abc import Mapping
from functools import lru_cache
from statistics import median_low

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import hardware_key, one_of, without_size
from advisor.catalog.cards.processor import channels_bytes_per_s, cpu_processor, processor_of, slow_cores, working_cores
from advisor.facts.cards.card import CpuFamily, CpuMember, Simd, Vector
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, Uncertainty, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MEGA

_MARKS = re.compile(r"\((?:r|tm)\)|®|™", re.IGNORECASE)
_GRADE = re.compile(r"\b(?:Gold|Platinum|Silver|Bronze)\b", re.IGNORECASE)
"""Words of Xeon names that their numbers tell, too."""
_CORES = re.compile(r"\b(\d+)-cores?\b", re.IGNORECASE)

_USUAL_CORES = (0.5, 2.0)
"""Most processors of a family have between half and twice the cores of its middle one (specs/cpu-families)."""

_FEW: dict[Simd, Vector] = {"sse4": "none", "neon": "neon"}
"""Instruction sets that are few, as processors name them."""


def find_cpu(name: str, catalog: Catalog) -> tuple[Processor, tuple[Reason, ...]] | None:
    """The processor of that name, and a note where only its family is known; None where not even that is."""
    card_id = cpu_card_id(name, catalog)
    if card_id is not None:
        return with_family_memory(cpu_processor(card_id, catalog), catalog), ()
    sockets, one = one_of(name)
    if sockets > 1:
        single = find_cpu(one, catalog)
        return single and (_several(single[0], sockets, name=name), single[1])
    family_id = family_of(name, catalog.cpu_families)
    if family_id is None:
        return None
    family = catalog.cpu_families[family_id]
    return _of_family(name, family_id, catalog), (reason("taken_for_family", name=name, family=family.name),)


def _several(one: Processor, sockets: int, *, name: str) -> Processor:
    """So many of one processor in one computer: cores and memory channels of all together."""
    cores, rate = one.cores, one.bandwidth_bytes_per_s
    return one.changed(
        name=name,
        sockets=sockets,
        slow_cores=sockets * one.slow_cores,
        cores=cores if cores.value is None else cores.changed(value=sockets * cores.value),
        bandwidth_bytes_per_s=rate if rate.value is None else rate.changed(value=sockets * rate.value),
    )


def cpu_card_id(name: str, catalog: Catalog) -> str | None:
    """The card of that name; small computers are named with the size of their memory (`Raspberry Pi 5 8GB`)."""
    if not any(letter.isalnum() for letter in name):
        return None
    return catalog.cpus.find(name) or catalog.cpus.find(without_size(name))


def is_listed(name: str, catalog: Catalog) -> bool:
    """Whether a card or a family lists a processor of that name, not only its kind."""
    one = one_of(name)[1]
    family_id = family_of(one, catalog.cpu_families)
    is_member = family_id is not None and _listed(one, catalog.cpu_families[family_id]) is not None
    return is_member or catalog.cpus.find(one) is not None


@lru_cache(maxsize=512)
def most_channels(name: str, catalog: Catalog) -> int | None:
    """The memory channels of one socket of that processor: its card's, else its family's; None where neither tells."""
    card_id = cpu_card_id(name, catalog)
    if card_id is not None and catalog.cpus[card_id].memory_channels is not None:
        return catalog.cpus[card_id].memory_channels
    family_id = family_of(name, catalog.cpu_families)
    return catalog.cpu_families[family_id].memory_channels if family_id is not None else None


@lru_cache(maxsize=512)
def design_of(name: str, catalog: Catalog) -> str | None:
    """The microarchitecture of that processor: its card's, else its family's; None where neither tells."""
    card_id, family_id = cpu_card_id(name, catalog), family_of(name, catalog.cpu_families)
    if card_id is not None and catalog.cpus[card_id].architecture is not None:
        return catalog.cpus[card_id].architecture
    return catalog.cpu_families[family_id].architecture if family_id is not None else None


@lru_cache(maxsize=512)
def graphics_of(name: str, catalog: Catalog) -> str | None:
    """The card of the graphics in one processor: its own card or its family tells, else the only one that lists it."""
    if one_of(name)[0] > 1:
        return None
    card_id, family_id = cpu_card_id(name, catalog), family_of(name, catalog.cpu_families)
    own = catalog.cpus[card_id] if card_id is not None else None
    member = _listed(name, catalog.cpu_families[family_id]) if family_id is not None else None
    stated = next((one.graphics for one in (own, member) if one is not None and one.graphics is not None), None)
    if stated is not None:
        return stated
    text = _MARKS.sub("", name)
    found = [one for one, card in catalog.gpus.items() if any(re.search(own, text) for own in card.processors)]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=512)
def lacks_resizable_bar(name: str, catalog: Catalog) -> bool:
    """Whether few boards for that processor open all of a card's memory at once, as far as its family is known."""
    family_id = family_of(name, catalog.cpu_families)
    return family_id is not None and catalog.cpu_families[family_id].lacks_resizable_bar


@lru_cache(maxsize=512)
def pcie_generation(name: str, catalog: Catalog) -> int | None:
    """The newest PCIe generation of its slot for a graphics card, as its family tells; None where that is not known."""
    family_id = family_of(name, catalog.cpu_families)
    return catalog.cpu_families[family_id].pcie_generation if family_id is not None else None


def with_family_memory(processor: Processor, catalog: Catalog) -> Processor:
    """A listed processor whose card states no memory rate with the most that its family's platform takes."""
    if processor.kind != "cpu" or processor.card is None or processor.bandwidth_bytes_per_s.value is not None:
        return processor
    family_id = family_of(processor.name, catalog.cpu_families)
    if family_id is None:
        return processor
    family = catalog.cpu_families[family_id]
    rate = _bandwidth(processor.name, family, f"specs/cpu-families/{family_id}.toml")
    return processor.changed(bandwidth_bytes_per_s=rate)


def family_of(name: str, families: Mapping[str, CpuFamily]) -> str | None:
    """The id of the family whose patterns know this name; None where none does, or more than one."""
    if not hardware_key(name):  # it says no more than that it is a processor
        return None
    text = _MARKS.sub("", name)
    found = [
        family_id
        for family_id, family in families.items()
        if any(re.search(pattern, text, re.IGNORECASE) for pattern in family.patterns)
    ]
    return found[0] if len(found) == 1 else None


def _of_family(name: str, family_id: str, catalog: Catalog) -> Processor:
    """What can be said of a member: the most its platform takes, and the cores listed, counted by the name or usual."""
    family = catalog.cpu_families[family_id]
    source = f"specs/cpu-families/{family_id}.toml"
    return processor_of(
        reason("family_silent"),
        id=f"cpu-families/{family_id}",
        name=_MARKS.sub("", name),
        kind="cpu",
        vendor=family.vendor,
        architecture=family.architecture,
        pool="ram",
        bandwidth_bytes_per_s=_bandwidth(name, family, source),
        cores=(fast := _cores(name, family, source, catalog)),
        slow_cores=slow_cores(listed.cores if (listed := _listed(name, family)) else None, fast),
        vector=_FEW.get(family.simd),
    )


def _cores(name: str, family: CpuFamily, source: str, catalog: Catalog) -> Fact[int]:
    """The cores that the family lists for this member, else those its name counts, else what is usual for its kind."""
    listed = _listed(name, family)
    if listed is not None:
        return working_cores(listed.cores, listed.threads, source, fast=listed.fast_cores)
    counted = _CORES.search(name)
    if counted:
        return known(int(counted[1]), origin="detected", source=reason("the_name"))
    return _usual_cores(family, catalog)


def _usual_cores(family: CpuFamily, catalog: Catalog) -> Fact[int]:
    """An estimate with wide ends: the median of the family's members, else of all with as many memory channels."""
    counts = [member.cores for member in family.members.values() if member.cores]
    if not counts:
        cards = catalog.cpus.values()
        counts = [card.cores for card in cards if card.cores and card.memory_channels == family.memory_channels]
    if not counts:
        return unknown("not_in_name")
    usual = median_low(counts)
    low, high = _USUAL_CORES
    why = reason("usual_core_count", count=usual)
    fact: Fact[int] = known(usual, origin="estimated", source=why)
    return fact.changed(uncertainty=Uncertainty(reasons=(why,), low=low, high=high))


def _listed(name: str, family: CpuFamily) -> CpuMember | None:
    """The member of that name, also without the words of its line before the number: `i5-8500` is a Core i5-8500."""
    key = hardware_key(_GRADE.sub("", name))
    members = {_GRADE.sub("", text): member for text, member in family.members.items()}
    whole = next((member for text, member in members.items() if hardware_key(text) == key), None)
    if whole is not None or not any(letter.isdigit() for letter in key):
        return whole
    found = [member for text, member in members.items() if key in _ends(text)]
    return found[0] if len(found) == 1 else None


def _ends(name: str) -> set[str]:
    """The keys of a name less its first words."""
    words = name.split()
    return {hardware_key(" ".join(words[first:])) for first in range(1, len(words))}


def family_rate(name: str, family: CpuFamily) -> int | None:
    """The memory rate in MT/s that a processor of a family is made for: its own, else that of the family."""
    listed = _listed(name, family)
    return (listed.memory_mt_per_s if listed is not None else None) or family.memory_mt_per_s


def full_rate(name: str, catalog: Catalog, *, is_dual_rank: bool) -> int | None:
    """The rate in MT/s of two sticks in each channel of that processor; None where its maker states none."""
    family_id = family_of(name, catalog.cpu_families)
    if family_id is None:
        return None
    family = catalog.cpu_families[family_id]
    return family.two_dual_rank_mt_per_s if is_dual_rank else family.two_single_rank_mt_per_s


def _bandwidth(name: str, family: CpuFamily, source: str) -> Fact[float]:
    rate = family_rate(name, family)
    if family.memory_channels is None or rate is None:
        return unknown("family_memory_differs")
    value = channels_bytes_per_s(family.memory_channels, transfers_per_s=rate * MEGA)
    return known(value, origin="estimated", source=reason("channels_of_family", source=source))
