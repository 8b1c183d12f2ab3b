"""The processor of a Linux machine: what it is, how much of it this process may use, whether heat slows it.

https://docs.kernel.org/driver-api/thermal/sysfs-api.html; the counters of heat are those of Intel's processors.
"""

import re
from typing import TypeVar

from advisor.facts.machine.machine import Cpu
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.probe.shared.caches import caches_fact, read_instances, with_cpuinfo_caches
from advisor.probe.shared.cgroup import ancestry, parse_mount, parse_own_path
from advisor.probe.shared.core_kinds import core_kinds_fact
from advisor.probe.shared.cpuinfo import PATH, architecture_fact, name_fact, parse_flags, parse_vendor, read_cpuinfo
from advisor.probe.shared.hypervisor import hypervisor_fact
from advisor.probe.shared.numa import gpu_nodes, numa_fact, read_nodes
from advisor.probe.shared.topology import FOLDER, Topology, cores_fact, read_topology, sockets_fact, threads_fact
from advisor.probe.source.reading import cpu_list, number_in, pairs, text_or_none, whole_number
from advisor.probe.source.root import Root, Unavailable

_SETS = ("cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus", "cpus")
_LARGEST_PERIOD_US = 10_000_000


def parse_quota_cpus(text: str) -> int | None:
    """Whole CPUs that `cpu.max` (`150000 100000`) grants, rounded up; None for no limit."""
    quota, _, period = text.partition(" ")
    quota_us, period_us = whole_number(quota), whole_number(period)
    if not quota_us or not period_us or quota_us < 0 or not 0 < period_us <= _LARGEST_PERIOD_US:
        return None
    return -(-quota_us // period_us)


def limit_threads_fact(root: Root, topology: Topology) -> Fact[int]:
    """The tightest of all limits below the CPUs that are online."""
    online = len(topology.online)
    if not online:
        return unknown("online_cpus_unknown")
    limits = [(count, source) for count, source in (*_sets(root, topology), *_quotas(root)) if 0 < count < online]
    if not limits:
        return unknown("no_cpu_limit")
    count, source = min(limits)
    return known(count, origin="detected", source=source)


def _sets(root: Root, topology: Topology) -> list[tuple[int, str]]:
    found = []
    listed = pairs(text_or_none(root, "/proc/self/status") or "").get("Cpus_allowed_list")
    if listed:
        found.append((len(cpu_list(listed) & topology.online), "/proc/self/status Cpus_allowed_list"))
    for folder in _folders(root, "cpuset"):
        for name in _SETS:
            text = text_or_none(root, f"{folder}/{name}")
            if text:
                found.append((len(cpu_list(text) & topology.online), f"{folder}/{name}"))
                break
    return found


def _quotas(root: Root) -> list[tuple[int, str]]:
    found = []
    for folder in _folders(root, "cpu"):
        text = text_or_none(root, f"{folder}/cpu.max")
        quota = text_or_none(root, f"{folder}/cpu.cfs_quota_us")
        if quota:
            text = f"{quota} {text_or_none(root, f'{folder}/cpu.cfs_period_us') or ''}"
        count = parse_quota_cpus(text) if text else None
        if count:
            found.append((count, f"{folder}/cpu.max" if quota is None else f"{folder}/cpu.cfs_quota_us"))
    return found


def _folders(root: Root, controller: str) -> list[str]:
    """The group of this process and all above it, in the hierarchies of version 2 and of this controller."""
    own, mounts = text_or_none(root, "/proc/self/cgroup") or "", text_or_none(root, "/proc/mounts") or ""
    by_set = text_or_none(root, "/proc/self/cpuset") if controller == "cpuset" else None
    places = (
        (parse_mount(mounts, "cgroup2", "") or "/sys/fs/cgroup", parse_own_path(own, "")),
        (
            parse_mount(mounts, "cgroup", controller)
            or parse_mount(mounts, controller, "")
            or f"/sys/fs/cgroup/{controller}",
            parse_own_path(own, controller),
        ),
    )
    return [mount + path for mount, named in places for path in ancestry(named or by_set or "")]


_COOLING = "/sys/class/thermal"
_OF_PROCESSOR = re.compile(r"Processor|cpufreq|cpu", re.IGNORECASE)
_COUNTERS = ("core_throttle_count", "package_throttle_count")


def throttled_fact(root: Root, topology: Topology) -> Fact[bool]:
    """True while the kernel cools by slowing; False where the processor never had to since the start."""
    for name in root.listdir(_COOLING):
        place = f"{_COOLING}/{name}"
        if name.startswith("cooling_device") and _OF_PROCESSOR.match(text_or_none(root, f"{place}/type") or ""):
            state = number_in(root, f"{place}/cur_state")
            if state and state > 0:
                return known(True, origin="detected", source=f"{place}/cur_state")
    folders = [f"{FOLDER}/cpu{cpu}/thermal_throttle" for cpu in sorted(topology.online)]
    counts = [number_in(root, f"{folder}/{counter}") for folder in folders for counter in _COUNTERS]
    told = [count for count in counts if count is not None]
    if not told:
        return unknown("kernel_silent")
    if any(told):
        return unknown("throttled_before")
    return known(False, origin="detected", source=reason("never_since_start", source=f"{FOLDER}/cpu*/thermal_throttle"))


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
