"""How many logical CPUs this process may use at once: affinity, cpusets and CPU quotas over the whole ancestry."""

from advisor.facts.values.fact import Fact, known, unknown
from advisor.probe.shared.cgroup import ancestry, parse_mount, parse_own_path
from advisor.probe.shared.topology import Topology
from advisor.probe.source.reading import cpu_list, pairs, text_or_none, whole_number
from advisor.probe.source.root import Root

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
