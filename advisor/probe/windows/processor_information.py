"""The answer of GetLogicalProcessorInformationEx: cores, packages, caches and NUMA nodes over all processor groups.

Layout: https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-system_logical_processor_information_ex
"""

import struct
from collections import defaultdict
from collections.abc import Iterator

from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import GIB, MIB
from advisor.probe.shared.caches import CacheKind, Instances
from advisor.probe.shared.topology import Topology
from advisor.probe.source.root import Unavailable

_CORE, _NODE, _CACHE, _PACKAGE, _NODE_OF_GROUPS = 0, 1, 2, 3, 6
_HEADER = struct.Struct("<II")
_AFFINITY = struct.Struct("<QH6x")
_CORE_FIELDS = struct.Struct("<BB20xH")
_NODE_FIELDS = struct.Struct("<I18xH")
_CACHE_FIELDS = struct.Struct("<BBHII18xH")
_CACHE_KINDS: dict[int, CacheKind] = {0: "unified", 1: "instruction", 2: "data"}
_HIGHEST_LEVEL = 5
_LARGEST_BYTES = 4 * MIB
"""Thousands of processors with all their caches need a quarter of it."""
GROUP_CPUS = 64
"""Logical CPUs of a processor group; number `n` of group `g` is counted as `64 g + n`."""


@frozen
class ProcessorInformation:
    """How the logical CPUs share cores, packages, caches; `classes` has the efficiency class of each, higher faster."""

    topology: Topology
    instances: Instances
    nodes: frozenset[int]
    classes: dict[int, int]


def parse_processor_information(raw: bytes) -> ProcessorInformation | Unavailable:
    """The whole buffer; one that is cut or contradicts itself is unavailable, because half a list counts wrongly."""
    if len(raw) > _LARGEST_BYTES:
        return Unavailable("processors_too_many")
    cores: set[frozenset[int]] = set()
    packages: set[frozenset[int]] = set()
    nodes: set[int] = set()
    classes: dict[int, int] = {}
    instances: Instances = defaultdict(dict)
    try:
        for relation, body in _records(raw):
            if relation in (_CORE, _PACKAGE):
                _, rank, count = _CORE_FIELDS.unpack_from(body)
                cpus = _cpus(body, _CORE_FIELDS.size, count)
                (cores if relation == _CORE else packages).add(cpus)
                classes.update(dict.fromkeys(cpus, rank) if relation == _CORE else {})
            elif relation in (_NODE, _NODE_OF_GROUPS):
                nodes.add(_NODE_FIELDS.unpack_from(body)[0])
            elif relation == _CACHE:
                level, _, _, size_bytes, kind, count = _CACHE_FIELDS.unpack_from(body)
                # before processor groups a cache record had one mask, and zero where its count stands now
                cpus = _cpus(body, _CACHE_FIELDS.size, count or 1)
                if kind in _CACHE_KINDS and 0 < level <= _HIGHEST_LEVEL and 0 < size_bytes <= GIB:
                    instances[level, _CACHE_KINDS[kind]][cpus] = size_bytes
    except (struct.error, ValueError):
        return Unavailable("processors_damaged")
    online = frozenset[int]().union(*cores)
    if not online or sum(map(len, cores)) != len(online):
        return Unavailable("processors_contradictory")
    topology = Topology(online, frozenset(), frozenset(cores), frozenset(packages))
    return ProcessorInformation(topology, dict(instances), frozenset(nodes), classes)


def _records(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """Relation and body of each record; raises ValueError where a record leaves the buffer."""
    start = 0
    while start < len(raw):
        relation, size_bytes = _HEADER.unpack_from(raw, start)
        if size_bytes <= _HEADER.size or start + size_bytes > len(raw):
            raise ValueError("a record leaves the buffer")
        yield relation, raw[start + _HEADER.size : start + size_bytes]
        start += size_bytes


def _cpus(body: bytes, offset: int, count: int) -> frozenset[int]:
    """The logical CPUs of `count` group masks."""
    found = set[int]()
    for index in range(count):
        mask, group = _AFFINITY.unpack_from(body, offset + index * _AFFINITY.size)
        found.update(group * GROUP_CPUS + bit for bit in range(GROUP_CPUS) if mask >> bit & 1)
    if not found:
        raise ValueError("a record without processors")
    return frozenset(found)
