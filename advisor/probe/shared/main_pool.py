"""Main memory as one pool: what the GPUs that share it need to know of it."""

from dataclasses import dataclass

from advisor.facts.values.fact import Fact, known
from advisor.facts.values.reason import reason
from advisor.probe.shared.cgroup import Limit, memory_limit
from advisor.probe.shared.meminfo import available_fact, read_meminfo, usable_fact
from advisor.probe.shared.numa import gpu_nodes, read_nodes
from advisor.probe.source.root import Root


@dataclass(frozen=True)
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
