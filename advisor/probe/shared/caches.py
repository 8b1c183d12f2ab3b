"""Caches: for each level and kind the sum over the instances, told apart by the CPUs that share one."""

import re
from collections import defaultdict
from typing import Literal

from advisor.facts.machine.machine import Cache
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, KIB, MIB
from advisor.probe.shared.topology import FOLDER, Topology
from advisor.probe.source.reading import cpu_set_in, number_in, text_or_none
from advisor.probe.source.root import Root

CacheKind = Literal["data", "instruction", "unified"]
Instances = dict[tuple[int, CacheKind], dict[frozenset[int], int]]
_KINDS: dict[str, CacheKind] = {"Data": "data", "Instruction": "instruction", "Unified": "unified"}
_HIGHEST_LEVEL = 5
_FACTORS = {"": 1, "K": KIB, "M": MIB, "G": GIB}
_PLAIN_FILES: tuple[tuple[str, int, CacheKind], ...] = (
    ("l1_dcache_size", 1, "data"),
    ("l1_icache_size", 1, "instruction"),
    ("l2_cache_size", 2, "unified"),
)


def parse_size_bytes(text: str | None) -> int | None:
    """Bytes of a size such as `32K`; None when it is none, or zero."""
    match = re.fullmatch(r"(\d{1,9})\s*([KMG]?)B?", (text or "").strip())
    return int(match[1]) * _FACTORS[match[2]] or None if match else None


def read_instances(root: Root, topology: Topology) -> Instances:
    """Each cache once, with the CPUs that share it and its bytes."""
    found: Instances = defaultdict(dict)
    for cpu in sorted(topology.online):
        place = f"{FOLDER}/cpu{cpu}"
        for name in root.listdir(f"{place}/cache"):
            if not re.fullmatch(r"index\d+", name):
                continue
            folder = f"{place}/cache/{name}"
            level = number_in(root, f"{folder}/level")
            kind = _KINDS.get(text_or_none(root, f"{folder}/type") or "")
            size_bytes = parse_size_bytes(text_or_none(root, f"{folder}/size"))
            if level and 0 < level <= _HIGHEST_LEVEL and kind and size_bytes:
                shared = cpu_set_in(root, folder, "shared_cpu_map", "shared_cpu_list") & topology.online
                found[level, kind][shared or topology.core_of(cpu)] = size_bytes
        for file, level, kind in _PLAIN_FILES:
            size_bytes = number_in(root, f"{place}/{file}")
            if size_bytes and size_bytes > 0:
                found[level, kind][frozenset({cpu})] = size_bytes
    return dict(found)


def with_cpuinfo_caches(instances: Instances, cpuinfo: str, topology: Topology) -> Instances:
    """Adds the shared caches of a mainframe, which its /proc/cpuinfo alone lists, each once as `lscpu` does."""
    listed = re.findall(r"^cache\d+\s*: level=(\d) type=(\w+) scope=Shared size=(\d+K)\b", cpuinfo, re.MULTILINE)
    found = dict(instances)
    for level, kind_name, size in listed:
        kind, size_bytes = _KINDS.get(kind_name), parse_size_bytes(size)
        if kind and size_bytes and 0 < int(level) <= _HIGHEST_LEVEL:
            found.setdefault((int(level), kind), {topology.online: size_bytes})
    return found


def caches_fact(
    instances: Instances, *, virtual: bool, source: str = f"{FOLDER}/cpu*/cache"
) -> Fact[tuple[Cache, ...]]:
    """The sums, lowest level first."""
    if not instances:
        return unknown("no_cache_sizes", source=source)
    caches = tuple(
        Cache(level=level, kind=kind, total_bytes=sum(shares.values()), instances=len(shares))
        for (level, kind), shares in sorted(instances.items())
    )
    if virtual:
        return known(caches, origin="estimated", source=reason("as_hypervisor_shows", source=source))
    return known(caches, origin="detected", source=source)
