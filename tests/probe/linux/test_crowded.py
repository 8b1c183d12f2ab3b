"""A computer with more of something than any has: the first ones are read, and what is left out is told."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from advisor.advice.this_machine import complete_machine
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.machine.machine import MOST_GPUS, Machine
from advisor.probe.shared.cgroup import ancestry
from advisor.probe.shared.topology import read_topology
from advisor.probe.source.reading import MOST_CPUS, cpu_list
from advisor.probe.source.root import resolve
from advisor.probe.source.tar_root import MemoryRoot
from advisor.store.profile import open_machine, save_machine
from tests.fakes.trees import replayed, tree_parts

CATALOG = load_catalog()
MOST_PROCESSOR_S = 20.0
Tree = tuple[dict[str, bytes], dict[str, str]]


def address(number: int) -> str:
    return f"{number >> 8:04x}:{number & 255:02x}:00.0"


def on_bus(count: int, vendor: str = "10de") -> Tree:
    files: dict[str, bytes] = {}
    links: dict[str, str] = {}
    for number in range(count):
        folder = f"/sys/bus/pci/devices/{address(number)}"
        files |= {f"{folder}/class": b"0x030000", f"{folder}/vendor": f"0x{vendor}".encode()}
        files[f"{folder}/device"] = b"0x2684"
        links[f"{folder}/driver"] = "../../../bus/pci/drivers/x"
    return files, links


def of_drm(count: int) -> Tree:
    event = "PCI_CLASS=30000\nPCI_ID=1002:744C\nPCI_SLOT_NAME={}\nDRIVER=amdgpu\n"
    return {f"/sys/class/drm/card{one}/device/uevent": event.format(address(one)).encode() for one in range(count)}, {}


def of_driver(count: int) -> Tree:
    cards = "".join(f"<gpu id='0000{address(one)}'><product_name>A</product_name></gpu>" for one in range(count))
    log = f"<nvidia_smi_log>{cards}</nvidia_smi_log>".encode()
    return {"/commands/nvidia-smi_-q_-x": log, "/proc/driver/nvidia/version": b"NVRM"}, {}


def of_compute_driver(count: int) -> Tree:
    files, links = on_bus(count, "1002")
    for number in range(count):
        node = f"/sys/class/kfd/kfd/topology/nodes/{number}"
        files[f"{node}/properties"] = f"simd_count 80\nlocation_id {(number & 255) << 8}\n".encode()
        files |= {f"{node}/io_links/{link}/properties": b"type 11\n" for link in range(4)}
    return files, links


def crowded(made: Tree) -> Machine:
    files, links = tree_parts("one-stick")
    return complete_machine(replayed(MemoryRoot(files | made[0], links | made[1])), CATALOG)


@pytest.mark.parametrize("crowd", [on_bus, of_drm, of_driver, of_compute_driver])
def test_of_thousands_of_gpus_the_first_are_read_and_the_rest_is_told(crowd: Callable[[int], Tree]) -> None:
    begun_s = time.process_time()
    machine = crowded(crowd(4000))
    assert time.process_time() - begun_s < MOST_PROCESSOR_S
    assert len(machine.gpus) == MOST_GPUS
    assert "lists_more_gpus" in [gap.reason.code for gap in machine.gaps if gap.fact == "gpus"]


@pytest.mark.parametrize("count", [1, MOST_GPUS])
def test_as_many_as_a_computer_can_have_are_all_read(count: int) -> None:
    machine = crowded(on_bus(count))
    assert len(machine.gpus) == count
    assert not [gap for gap in machine.gaps if gap.fact == "gpus"]


def test_what_was_read_of_thousands_can_be_saved_and_opened(tmp_path: Path) -> None:
    machine = crowded(on_bus(4000))
    save_machine(tmp_path / "m.rig", machine)
    assert len(open_machine(tmp_path / "m.rig").profile.machine.gpus) == MOST_GPUS


def test_cores_that_claim_each_others_processors_share_none(tmp_path: Path) -> None:
    files = {"/sys/devices/system/cpu/online": b"0-8191"}
    for cpu in range(2000):
        of_cpu = f"/sys/devices/system/cpu/cpu{cpu}/topology"
        files |= {f"{of_cpu}/{name}": f"{4000 + cpu}-8191".encode() for name in ("core_cpus_list", "package_cpus_list")}
    topology = read_topology(MemoryRoot(files, {}))
    assert sum(map(len, topology.cores)) <= MOST_CPUS
    assert sum(map(len, topology.packages)) <= MOST_CPUS


def test_a_list_of_processors_without_end_ends() -> None:
    assert len(cpu_list(",".join(f"{cpu}-99999" for cpu in range(99_999)))) == MOST_CPUS + 1


def test_a_group_below_thousands_of_groups_is_followed_a_little() -> None:
    assert len(ancestry("/a" * 50_000)) == 65
    assert ancestry("/a/b") == ["/a/b", "/a", ""]


def test_a_path_longer_than_any_leads_nowhere() -> None:
    assert len(resolve("/a" * 50_000, lambda _: None) or "") < 5000
    assert resolve("/a/b", lambda path: "/c" * 50_000 if path == "/a" else None) is None
