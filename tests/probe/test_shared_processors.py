"""Processors and memory of captured machines against published readings; every disagreement has its reason."""

import pytest

from advisor.facts.machine.machine import Machine
from advisor.probe.source.tar_root import open_root
from tests.fakes.trees import cache, doctored, named, rows, shared

_ALLOWED = "hwloc counts what the cpuset of the capturing process allowed"
_NODES = "hwloc adds up NUMA nodes, we take MemTotal of the system"
_NO_NODES = "no node folders: unknown, not one"
HWLOC_DIFFERS = {
    ("16em64t-4s2ca2c-cpusetreorder-merge", "cores"): _ALLOWED,
    ("16em64t-4s2ca2c-cpusetreorder-merge", "threads"): _ALLOWED,
    ("16em64t-4s2ca2c-cpusetreorder-merge", "l3"): _ALLOWED,
    ("16em64t-4s2ca2c-cpusetreorder", "cores"): _ALLOWED,
    ("16em64t-4s2ca2c-cpusetreorder", "threads"): _ALLOWED,
    ("32amd64-4s2n4c-cgroup2", "sockets"): _ALLOWED,
    ("32amd64-4s2n4c-cgroup2", "cores"): _ALLOWED,
    ("32amd64-4s2n4c-cgroup2", "threads"): _ALLOWED,
    ("32amd64-4s2n4c-cgroup2", "l3"): _ALLOWED,
    ("32amd64-4s2n4c-cgroup2", "numa"): _ALLOWED,
    ("32amd64-4s2n4c-cgroup2", "memory"): _ALLOWED,
    ("2ps3-2t", "numa"): _NO_NODES,
    ("2ps3-2t", "sockets"): "no package sets: unknown, hwloc says none",
    ("40intel64-4n10c+pci-conflicts", "sockets"): "the firmware contradicts itself; hwloc drops a package",
    ("40intel64-4n10c+pci-conflicts", "l3"): "the firmware contradicts itself",
    ("64amd64-4s2n4ca2co", "cores"): "family 15h modules: the kernel calls the pair one core, hwloc two",
    ("64amd64-4p2n4ca2co", "cores"): "family 15h modules: the kernel calls the pair one core, hwloc two",
    ("fakeheterocpunuma", "kinds"): "a made-up machine: two clusters of clocks, three made-up ids",
    ("fakeheteromemtiers", "numa"): "hwloc adds memory tiers of its own making",
    ("fakememinitiators-1np2c+1npp+gi", "sockets"): "hwloc counts made-up initiators",
    ("fakememinitiators-1np2c+1npp+gi", "numa"): "hwloc counts made-up initiators",
    ("40intel64-2g2n4c+pcilocality", "memory"): _NODES,
    ("fakepcilocalities", "memory"): _NODES,
    ("nvidia-dgx-gb10-nomidr", "kinds"): "hwloc was told to ignore the core designs",
}


def differing(name: str, found: dict[str, tuple[object, str]]) -> set[tuple[str, str]]:
    """Which of the stated values detection does not give."""
    return {(name, key) for key, (got, stated) in found.items() if stated and str(got) != stated}


def total(machine: Machine, level: int, kind: str) -> int | None:
    found = cache(machine, level, kind)
    return found.total_bytes if found else None


def instances(machine: Machine, level: int) -> int:
    found = cache(machine, level, "unified")
    return found.instances if found else 0


@pytest.mark.broad
@pytest.mark.parametrize("row", rows("lscpu_truth.csv"), ids=named)
def test_processors_of_util_linux(row: dict[str, str]) -> None:
    shared("util-linux-dumps")
    machine = doctored(open_root(shared(f"util-linux-dumps/{row['name']}.tar.gz")))
    cpu = machine.cpu
    second = total(machine, 2, "unified") or total(machine, 2, "data")
    found: dict[str, tuple[object, str]] = {
        "architecture": (cpu.architecture.value, row["arch"]),
        "vendor": (cpu.vendor.value, row["vendor"]),
        "name": (cpu.name.value, "" if row["model_name"] == "-" else row["model_name"]),
        "threads": (cpu.threads.value, row["online_count"]),
        "sockets": (cpu.sockets.value, row["sockets_unique_online"]),
        "cores": (cpu.cores.value, row["cores_unique_online"]),
        "l1d": (total(machine, 1, "data"), row["L1d_total_bytes"]),
        "l1i": (total(machine, 1, "instruction"), row["L1i_total_bytes"]),
        "l2": (second, row["L2_total_bytes"]),
        "l3": (total(machine, 3, "unified"), row["L3_total_bytes"]),
        "numa": (cpu.numa_nodes.value, row["numa_nodes_stated"]),
        "virtual": (bool(cpu.hypervisor.value), "True" if row["hypervisor"] else ""),
    }
    assert not differing(row["name"], found)


HWLOC = [row for row in rows("hwloc_truth.csv") if row.get("set") != "x86"]


@pytest.mark.broad
@pytest.mark.parametrize("row", HWLOC, ids=named)
def test_processors_of_hwloc(row: dict[str, str]) -> None:
    shared("hwloc")
    machine = doctored(open_root(shared(f"hwloc/{row['set']}/{row['source']}")))
    cpu = machine.cpu
    kinds = len(cpu.core_kinds.value or ())
    found: dict[str, tuple[object, str]] = {
        "threads": (cpu.threads.value, row["pus"]),
        "sockets": (cpu.sockets.value, row["packages"]),
        "cores": (cpu.cores.value, row["cores"]),
        "numa": (cpu.numa_nodes.value, row["numa"]),
        "l3": (instances(machine, 3), row["l3_count"]),
        "memory": (machine.memory.usable_bytes.value, row["memory"] if row["memory"].isdigit() else ""),
        "kinds": (kinds, "1" if row["cpukinds"] == "0" else row["cpukinds"]),
    }
    assert differing(row["test"], found) == {key for key in HWLOC_DIFFERS if key[0] == row["test"]}


def test_cpus_that_the_capturing_process_was_allowed() -> None:
    for source, allowed in (("32amd64-4s2n4c-cgroup2", 6), ("16em64t-4s2ca2c-cpusetreorder", 11)):
        machine = doctored(open_root(shared(f"hwloc/linux/{source}.tar.bz2")))
        assert machine.cpu.limit_threads.value == allowed
