"""Logical CPUs, cores and packages from sysfs. Sets of CPUs throughout: ids repeat and lists have holes."""

import re

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.probe.shared.cpuinfo import cpu_count
from advisor.probe.source.reading import MOST_CPUS, cpu_list, cpu_set_in, number_in, text_or_none
from advisor.probe.source.root import Root

FOLDER = "/sys/devices/system/cpu"
_OF_CORE = ("core_cpus_list", "core_cpus", "thread_siblings_list", "thread_siblings")
_OF_PACKAGE = ("package_cpus_list", "package_cpus", "core_siblings_list", "core_siblings")
_SERVER_CHASSIS = frozenset({17, 23, 25, 28, 29})
"""Chassis types of SMBIOS that mean a server: main server, rack mount, multi-system, blade, blade enclosure."""


@frozen
class Topology:
    """Which logical CPUs are online, and how they share cores and packages; empty sets where unreadable."""

    online: frozenset[int]
    offline: frozenset[int]
    cores: frozenset[frozenset[int]]
    packages: frozenset[frozenset[int]]

    def cores_of(self, cpus: frozenset[int]) -> int:
        """How many cores the given logical CPUs belong to."""
        return sum(1 for core in self.cores if core & cpus)

    def core_of(self, cpu: int) -> frozenset[int]:
        """The logical CPUs of the core that `cpu` belongs to."""
        return next((core for core in self.cores if cpu in core), frozenset({cpu}))


def read_topology(root: Root) -> Topology:
    """The topology of the CPUs that are online."""
    numbers = (int(name[3:]) for name in root.listdir(FOLDER) if re.fullmatch(r"cpu\d{1,5}", name))
    present = frozenset(number for number in numbers if number < MOST_CPUS)
    listed = text_or_none(root, f"{FOLDER}/online")
    online = cpu_list(listed) if listed else frozenset()
    online = online or frozenset(cpu for cpu in present if number_in(root, f"{FOLDER}/cpu{cpu}/online") != 0)
    cores, packages = set(), set()
    in_cores: set[int] = set()
    in_packages: set[int] = set()
    for cpu in online:
        place = f"{FOLDER}/cpu{cpu}/topology"
        if (cpu in in_cores and cpu in in_packages) or not root.exists(place):
            continue
        if cpu not in in_cores:
            core = cpu_set_in(root, place, *_OF_CORE)
            cores.add((core & online) - in_cores or frozenset({cpu}))
            in_cores |= {cpu} | core
        if cpu not in in_packages:
            package = cpu_set_in(root, place, *_OF_PACKAGE)
            if package:
                packages.add((package & online) - in_packages or frozenset({cpu}))
            in_packages |= {cpu} | package
    return Topology(online, present - online, frozenset(cores), frozenset(packages))


def threads_fact(topology: Topology, cpuinfo: str | None) -> Fact[int]:
    """Logical CPUs that are online."""
    if topology.online:
        return known(len(topology.online), origin="detected", source=f"{FOLDER}/online")
    listed = cpu_count(cpuinfo) if cpuinfo else None
    if listed:
        return known(listed, origin="detected", source="/proc/cpuinfo")
    return unknown("no_cpu_lists", folder=FOLDER, file="/proc/cpuinfo")


def cores_fact(topology: Topology) -> Fact[int]:
    """Physical cores with at least one CPU online, as the kernel groups them."""
    if topology.cores:
        return known(len(topology.cores), origin="detected", source=f"{FOLDER}/cpu*/topology/core_cpus_list")
    return unknown("no_topology", folder=FOLDER)


def sockets_fact(
    root: Root, topology: Topology, *, architecture: str | None, nodes: int | None, virtual: bool
) -> Fact[int]:
    """Processor packages. ARM clients show clusters as packages and have one; a guest shows what it is told.

    Packages that have memory `nodes` of their own are no clusters.
    """
    source = f"{FOLDER}/cpu*/topology/package_cpus_list"
    if not topology.packages:
        return unknown("no_package_sets", folder=FOLDER)
    if virtual:
        return known(len(topology.packages), origin="estimated", source=reason("as_hypervisor_shows", source=source))
    chassis = number_in(root, "/sys/class/dmi/id/chassis_type")
    clusters = (architecture or "").startswith(("aarch64", "arm")) and chassis not in _SERVER_CHASSIS
    clusters = clusters and (nodes or 1) < len(topology.packages)
    if clusters and len(topology.packages) > 1:
        return known(1, origin="estimated", source=reason("lists_clusters", source=source))
    return known(len(topology.packages), origin="detected", source=source)
