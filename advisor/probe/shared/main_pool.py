"""Main memory as one pool: what the system sees (/proc/meminfo), and what the GPUs that share it need to know of it."""

import re

from advisor.facts.values.fact import Fact, Source, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.facts.values.units import KIB
from advisor.probe.shared.cgroup import Limit, memory_limit
from advisor.probe.shared.numa import gpu_nodes, read_nodes
from advisor.probe.source.root import Root, Unavailable

PATH = "/proc/meminfo"
_RECOMPUTED = ("MemFree", "Buffers", "Cached")


def parse_meminfo(text: str) -> dict[str, int]:
    """Bytes of each line given in kB."""
    lines = re.findall(r"^(\S+):\s*(\d{1,15}) kB$", text, re.MULTILINE)
    return {key: int(kib) * KIB for key, kib in lines}


def read_meminfo(root: Root) -> dict[str, int] | Unavailable:
    """The file as bytes by key."""
    text = root.read_text(PATH)
    return text if isinstance(text, Unavailable) else parse_meminfo(text)


def usable_fact(meminfo: dict[str, int] | Unavailable, *, nodes_bytes: int, gpu_node_bytes: int) -> Fact[int]:
    """MemTotal, or where it is missing the sum over all NUMA nodes, without the nodes that are GPU memory."""
    if isinstance(meminfo, Unavailable):
        if nodes_bytes > gpu_node_bytes:
            how = reason("sum_of", source="/sys/devices/system/node/node*/meminfo")
            return known(nodes_bytes - gpu_node_bytes, origin="detected", source=how)
        return unknown(meminfo.reason)
    total_bytes = meminfo.get("MemTotal", 0) - gpu_node_bytes
    if total_bytes <= 0:
        return unknown("has_no_field", source=PATH, field="MemTotal")
    source: Source = f"{PATH} MemTotal"
    if gpu_node_bytes:
        source = reason("without_gpu_nodes", source=source)
    return known(total_bytes, origin="detected", source=source)


def available_fact(meminfo: dict[str, int] | Unavailable, usable_bytes: int | None) -> Fact[int]:
    """MemAvailable; recomputed where it is missing or not below MemTotal."""
    if isinstance(meminfo, Unavailable):
        return unknown(meminfo.reason)
    stated = meminfo.get("MemAvailable")
    ceiling = usable_bytes if usable_bytes is not None else meminfo.get("MemTotal")
    if stated is not None and ceiling is not None and stated < ceiling:
        return known(stated, origin="detected", source=f"{PATH} MemAvailable")
    if any(key not in meminfo for key in _RECOMPUTED) or ceiling is None:
        return unknown("has_no_believable_field", source=PATH, field="MemAvailable")
    bytes_ = sum(meminfo[key] for key in _RECOMPUTED) + meminfo.get("SReclaimable", 0) - meminfo.get("Shmem", 0)
    if not 0 < bytes_ <= ceiling:
        return unknown("has_no_believable_field", source=PATH, field="MemAvailable")
    return known(bytes_, origin="estimated", source=reason("free_and_reclaimable", source=PATH))


@frozen
class MainPool:
    """What the system can use, what is available to this process now, and the limit of its container if any.

    `installed` is what the system itself says is built in; None where only the firmware tells.
    """

    usable: Fact[int]
    available: Fact[int]
    limit: Limit | None
    installed: Fact[int] | None = None


def read_main_pool(root: Root, architecture: str | None) -> MainPool:
    """The pool, GPU memory that poses as main memory left out."""
    meminfo = read_meminfo(root)
    nodes = read_nodes(root)
    nodes_bytes = sum(node.memory_bytes or 0 for node in nodes)
    gpu_node_bytes = sum(node.memory_bytes or 0 for node in gpu_nodes(root, nodes, architecture))
    usable = usable_fact(meminfo, nodes_bytes=nodes_bytes, gpu_node_bytes=gpu_node_bytes)
    limit = memory_limit(root, usable.value)
    return MainPool(usable, _within(limit, available_fact(meminfo, usable.value)), limit)


def _within(limit: Limit | None, available: Fact[int]) -> Fact[int]:
    if limit is None or limit.used_bytes is None:
        return available
    free_bytes = max(0, limit.limit_bytes - limit.used_bytes)
    if available.value is not None and available.value <= free_bytes:
        return available
    return known(free_bytes, origin="detected", source=reason("minus_what_is_used", source=limit.source))
