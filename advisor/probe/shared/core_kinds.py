"""Kinds of cores of a hybrid processor: what the kernel names, else core designs, else clusters of clocks."""

from collections.abc import Sequence

from advisor.facts.machine.machine import CoreKind
from advisor.facts.values.fact import Fact, Origin, Source, known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import KILO, MEGA
from advisor.probe.shared.arm_parts import part_name
from advisor.probe.shared.caches import Instances
from advisor.probe.shared.topology import FOLDER, Topology
from advisor.probe.source.reading import cpu_list, number_in, text_or_none
from advisor.probe.source.root import Root

Group = tuple[str, frozenset[int]]
_NAMED = (("P", "cpu_core"), ("E", "cpu_atom"), ("LP-E", "cpu_lowpower"))
_NAMES_BY_RANK = {2: ("P", "E"), 3: ("P", "E", "LP-E")}
_CLUSTERED = (
    ("cpufreq/base_frequency", 0.10),
    ("cpufreq/cpuinfo_max_freq", 0.18),
    ("cpu_capacity", 0.18),
)
"""Files whose values cluster by kind, and the step between two values that separates kinds."""
_HIGHEST_SANE_HZ = 6500 * MEGA


def clusters(values: dict[int, int], *, tolerance: float) -> list[frozenset[int]]:
    """CPUs grouped by value, highest first; a step down by more than `tolerance` starts a new group."""
    groups: list[set[int]] = []
    previous: int | None = None
    for cpu, value in sorted(values.items(), key=lambda item: -item[1]):
        if previous is None or previous > value * (1 + tolerance):
            groups.append(set())
        groups[-1].add(cpu)
        previous = value
    return [frozenset(group) for group in groups]


def split_without_level3(groups: Sequence[Group], instances: Instances) -> list[Group]:
    """E cores that share no level 3 cache, where others do, are the low-power kind."""
    with_level3 = frozenset[int]().union(*instances.get((3, "unified"), {}))
    found: list[Group] = []
    for name, cpus in groups:
        low = cpus - with_level3 if name == "E" and with_level3 else frozenset[int]()
        if low and low != cpus:
            found += [(name, cpus - low), ("LP-E", low)]
        else:
            found.append((name, cpus))
    return found


def ranked(groups: Sequence[frozenset[int]]) -> list[Group]:
    """Groups of CPUs named by their rank, the fastest first."""
    names = _NAMES_BY_RANK.get(len(groups)) or tuple(f"kind {rank}" for rank in range(1, len(groups) + 1))
    return list(zip(names, groups, strict=True))


def _kernel_groups(root: Root, online: frozenset[int]) -> list[Group]:
    found = []
    for name, folder in _NAMED:
        text = text_or_none(root, f"/sys/devices/{folder}/cpus")
        cpus = cpu_list(text) & online if text else frozenset[int]()
        if cpus:
            found.append((name, cpus))
    return found


def _design_groups(root: Root, online: frozenset[int]) -> list[Group]:
    designs: dict[int, set[int]] = {}
    for cpu in online:
        midr = number_in(root, f"{FOLDER}/cpu{cpu}/regs/identification/midr_el1")
        if midr:
            designs.setdefault(midr & 0xFF00FFF0, set()).add(cpu)
    if len(designs) < 2 or sum(map(len, designs.values())) != len(online):
        return []
    return [
        (part_name(midr >> 24 & 0xFF, midr >> 4 & 0xFFF) or f"design {midr >> 4 & 0xFFF:#x}", frozenset(cpus))
        for midr, cpus in sorted(designs.items(), key=lambda item: -_strength(root, item[1]))
    ]


def _strength(root: Root, cpus: set[int]) -> int:
    """The highest capacity, where there is none the highest clock, among CPUs; 0 when the kernel states neither."""
    for file in ("cpu_capacity", "cpufreq/cpuinfo_max_freq"):
        stated = [number_in(root, f"{FOLDER}/cpu{cpu}/{file}") or 0 for cpu in cpus]
        if any(stated):
            return max(stated)
    return 0


def _value_groups(root: Root, online: frozenset[int]) -> tuple[list[Group], str]:
    for file, tolerance in _CLUSTERED:
        read = {cpu: number_in(root, f"{FOLDER}/cpu{cpu}/{file}") for cpu in online}
        values = {cpu: value for cpu, value in read.items() if value}
        groups = clusters(values, tolerance=tolerance) if len(values) == len(online) else []
        if len(groups) > 1:
            return ranked(groups), f"{FOLDER}/cpu*/{file}"
    return [], ""


def core_kinds_fact(
    root: Root, topology: Topology, instances: Instances, *, virtual: bool
) -> Fact[tuple[CoreKind, ...]]:
    """The kinds, fastest first as far as the kernel tells."""
    if not topology.cores:
        return unknown("no_topology", folder=FOLDER)
    groups, source, origin = core_groups(root, topology, instances, virtual=virtual)
    kinds = tuple(
        CoreKind(name=name, cores=topology.cores_of(cpus), threads=len(cpus), max_hz=_max_hz(root, cpus))
        for name, cpus in groups
    )
    return known(kinds, origin=origin, source=source)


def core_groups(
    root: Root, topology: Topology, instances: Instances, *, virtual: bool
) -> tuple[list[Group], Source, Origin]:
    """The logical CPUs of each kind, what tells them apart, and how well."""
    online = topology.online
    groups, source = _kernel_groups(root, online), "/sys/devices/cpu_core, cpu_atom"
    if len(groups) > 1:
        return split_without_level3(groups, instances), source, "detected"
    groups, source = _design_groups(root, online), f"{FOLDER}/cpu*/regs/identification/midr_el1"
    if groups:
        return groups, source, "detected"
    if not virtual:
        groups, source = _value_groups(root, online)
    if groups:
        return groups, source, "estimated"
    return [("all", online)], reason("no_difference_between_cores", source=f"{FOLDER}/cpu*"), "detected"


def _max_hz(root: Root, cpus: frozenset[int]) -> int | None:
    """The highest clock of these CPUs in Hz, None where the kernel states none or one no processor has."""
    read = (number_in(root, f"{FOLDER}/cpu{cpu}/cpufreq/cpuinfo_max_freq") for cpu in cpus)
    clocks_hz = [khz * KILO for khz in read if khz and khz > 0]
    return max((hz for hz in clocks_hz if hz < _HIGHEST_SANE_HZ), default=None)
