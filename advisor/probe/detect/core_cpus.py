"""The numbers of the logical CPUs of each kind of core: what a program needs to run on one kind alone."""

from advisor.probe.shared.caches import read_instances, with_cpuinfo_caches
from advisor.probe.shared.core_kinds import Group, core_groups
from advisor.probe.shared.cpuinfo import PATH
from advisor.probe.shared.host import Host
from advisor.probe.shared.hypervisor import hypervisor_fact
from advisor.probe.shared.topology import read_topology
from advisor.probe.source.reading import text_or_none
from advisor.probe.source.root import Root, Unavailable
from advisor.probe.windows.cpu import class_groups
from advisor.probe.windows.processor_information import parse_processor_information


def core_cpus(root: Root, host: Host) -> dict[str, tuple[int, ...]]:
    """CPU numbers by the name of the kind, as `Cpu.core_kinds` names it; empty where the system binds to none."""
    groups: list[Group] = []
    if host.kind == "linux":
        topology = read_topology(root)
        cpuinfo = text_or_none(root, PATH)
        virtual = hypervisor_fact(root, cpuinfo).value is not None
        instances = with_cpuinfo_caches(read_instances(root, topology), cpuinfo or "", topology)
        if topology.cores:
            groups, _, _ = core_groups(root, topology, instances, virtual=virtual)
    elif host.kind == "windows":
        raw = host.call("windows/topology")
        information = raw if isinstance(raw, Unavailable) else parse_processor_information(raw)
        groups = [] if isinstance(information, Unavailable) else class_groups(information)
    return {name: tuple(sorted(cpus)) for name, cpus in groups}
