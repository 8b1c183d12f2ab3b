"""The processor, assembled from its sources."""

from typing import TypeVar

from advisor.facts.machine.machine import Cpu
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.probe.linux.cpu_limit import limit_threads_fact
from advisor.probe.linux.throttling import throttled_fact
from advisor.probe.shared.caches import caches_fact, read_instances, with_cpuinfo_caches
from advisor.probe.shared.core_kinds import core_kinds_fact
from advisor.probe.shared.cpuinfo import PATH, architecture_fact, name_fact, parse_flags, parse_vendor, read_cpuinfo
from advisor.probe.shared.hypervisor import hypervisor_fact
from advisor.probe.shared.numa import gpu_nodes, numa_fact, read_nodes
from advisor.probe.shared.topology import cores_fact, read_topology, sockets_fact, threads_fact
from advisor.probe.source.root import Root
from advisor.probe.source.unavailable import Unavailable

T = TypeVar("T")


def detect_cpu(root: Root) -> Cpu:
    """Everything about the processor that files tell."""
    text = read_cpuinfo(root)
    readable = None if isinstance(text, Unavailable) else text
    missing = text.reason if isinstance(text, Unavailable) else None
    architecture = architecture_fact(root, text)
    hypervisor = hypervisor_fact(root, readable)
    virtual = hypervisor.value is not None
    topology = read_topology(root)
    nodes = read_nodes(root)
    numa = numa_fact(root, nodes, gpu_nodes(root, nodes, architecture.value))
    instances = with_cpuinfo_caches(read_instances(root, topology), readable or "", topology)
    return Cpu(
        name=name_fact(root, text),
        vendor=_from_cpuinfo(
            parse_vendor(readable) if readable else None, missing or reason("names_no_vendor", source=PATH)
        ),
        architecture=architecture,
        sockets=sockets_fact(root, topology, architecture=architecture.value, nodes=numa.value, virtual=virtual),
        cores=cores_fact(topology),
        threads=threads_fact(topology, readable),
        core_kinds=core_kinds_fact(root, topology, instances, virtual=virtual),
        flags=_from_cpuinfo(
            parse_flags(readable) if readable else None, missing or reason("lists_no_flags", source=PATH)
        ),
        caches=caches_fact(instances, virtual=virtual),
        numa_nodes=numa,
        hypervisor=hypervisor,
        throttled=throttled_fact(root, topology),
        limit_threads=limit_threads_fact(root, topology),
    )


def _from_cpuinfo(value: T | None, missing: Reason) -> Fact[T]:
    if value is None:
        return unknown(missing)
    return known(value, origin="detected", source=PATH)
