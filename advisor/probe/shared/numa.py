"""NUMA nodes, and which of them are the memory of a GPU."""

import re

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.facts.values.units import KIB
from advisor.probe.shared.pci import read_display_devices
from advisor.probe.source.reading import cpu_list, cpu_mask, pairs, text_or_none, whole_number
from advisor.probe.source.root import Root

FOLDER = "/sys/devices/system/node"
_MOST = 1024
"""The most nodes a Linux kernel can be built for."""
_CPUS = "/sys/devices/system/cpu"
_NVIDIA = "/proc/driver/nvidia/gpus"


@frozen
class Node:
    """One node: its number, its CPUs and its memory."""

    number: int
    cpus: frozenset[int]
    memory_bytes: int | None


def parse_node_memory_bytes(text: str) -> int | None:
    """MemTotal of a node's meminfo (`Node 0 MemTotal: 1024 kB`)."""
    match = re.search(r"MemTotal:\s*(\d{1,15}) kB", text)
    return int(match[1]) * KIB if match else None


def read_nodes(root: Root) -> tuple[Node, ...]:
    """All nodes of the machine by number."""
    numbers = sorted(int(name[4:]) for name in root.listdir(FOLDER) if re.fullmatch(r"node\d{1,5}", name))[:_MOST]
    return tuple(
        Node(
            number,
            _cpus(root, f"{FOLDER}/node{number}"),
            parse_node_memory_bytes(text_or_none(root, f"{FOLDER}/node{number}/meminfo") or ""),
        )
        for number in numbers
    )


def _cpus(root: Root, folder: str) -> frozenset[int]:
    """The node's CPUs; old kernels have the mask only."""
    listed = text_or_none(root, f"{folder}/cpulist")
    return cpu_list(listed) if listed else cpu_mask(text_or_none(root, f"{folder}/cpumap") or "")


def gpu_nodes(root: Root, nodes: tuple[Node, ...], architecture: str | None) -> tuple[Node, ...]:
    """Nodes that are GPU memory: those the NVIDIA driver names, else nodes without CPUs beside that driver.

    Only POWER and ARM machines join GPU memory to the system's; elsewhere a node without CPUs is real memory.
    """
    named = set()
    for gpu in root.listdir(_NVIDIA):
        status = pairs(text_or_none(root, f"{_NVIDIA}/{gpu}/numa_status") or "")
        named.add(whole_number(status.get("Node")))
    if named & {node.number for node in nodes}:
        return tuple(node for node in nodes if node.number in named)
    joined = (architecture or "").startswith(("ppc64", "aarch64"))
    if joined and (root.listdir(_NVIDIA) or any(device.vendor_id == 0x10DE for device in read_display_devices(root))):
        return tuple(node for node in nodes if not node.cpus)
    return ()


def numa_fact(root: Root, nodes: tuple[Node, ...], of_gpus: tuple[Node, ...]) -> Fact[int]:
    """How many nodes main memory has. Nodes that all have the same CPUs are one that was cut up (`numa=fake`).

    A kernel that tells of CPUs and memory but of no nodes was built for one memory.
    """
    of_memory = [node for node in nodes if node not in of_gpus]
    count = len(of_memory)
    if count > 1 and len({node.cpus for node in of_memory}) == 1 and of_memory[0].cpus:
        return known(1, origin="estimated", source=reason("nodes_share_cpus", source=FOLDER, nodes=count))
    if count > 0:
        return known(count, origin="detected", source=FOLDER)
    if not nodes and root.listdir(_CPUS) and "MemTotal:" in (text_or_none(root, "/proc/meminfo") or ""):
        return known(1, origin="estimated", source=reason("kernel_knows_one_memory", folder=FOLDER))
    return unknown("no_numa_nodes", folder=FOLDER)
