"""Graphics cards of captured machines against the values their files hold."""

import re

import pytest

from advisor.facts.machine.machine import Gpu
from advisor.facts.values.units import MIB
from advisor.probe.linux.kfd import read_gpu_nodes
from advisor.probe.shared.cpuinfo import parse_flags, parse_name
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.trees import doctored, graphics_snapshot, members, named, rows, shared

TABLE_LINKS = {
    "rx5500xt": (3, 8),
    "rx5700xt": (3, 16),
    "rx580": (3, 16),
    "rx6600xt": (3, 8),
    "rx6900xt": (4, 16),
    "rx7800xt": (4, 16),
    "rx7900xtx": (4, 16),
    "rx9070": (4, 16),
}
"""Generation and width of the highest active row of `pp_dpm_pcie`; the other cards have none, or no such file."""


@pytest.mark.parametrize("row", rows("lact_gpu_sysfs.csv"), ids=named)
def test_cards_of_lact(row: dict[str, str]) -> None:
    shared("lact-snapshots.tar.gz")
    (gpu,) = doctored(graphics_snapshot(row["vendor"], row["name"])).gpus
    assert gpu.vendor.value == row["vendor"]
    assert gpu.driver.value == row["driver"]
    assert gpu.pci_id.value == row["pci_id"].lower()
    assert gpu.pci_address.value == row["slot"]
    assert gpu.state.value == "active"
    shares = row["apu_in1_input"] == "1"
    pool_bytes = int(row["vram_total"] or 0) + (int(row["gtt_total"]) if shares else 0)
    assert gpu.memory_total_bytes.value == (pool_bytes or None)
    assert (gpu.memory_kind.value == "dedicated") == (not shares and row["name"] not in ("tigerlake", "rtx4080"))
    assert graphics_link(gpu) == TABLE_LINKS.get(row["name"])


def graphics_link(gpu: Gpu) -> tuple[int | None, int | None] | None:
    """The link now of cards that are not NVIDIA's; those report their own and the slot is not captured."""
    link = gpu.link.value
    return None if link is None or gpu.vendor.value == "nvidia" else (link.generation_now, link.width_now)


XML = {
    "a100-sxm4-v12": ("NVIDIA A100-SXM4-80GB", 19968, True, 4, 16),
    "a10g": ("NVIDIA A10G", 23028, False, 4, 8),
    "quadro-p400": ("Quadro P400", 1998, None, 3, 16),
    "rtx-3060-v12": ("NVIDIA GeForce RTX 3060", 12288, False, 4, 16),
    "rtx-3090-v12": ("NVIDIA GeForce RTX 3090", 24576, False, 4, 16),
    "rtx-4000-sff-ada-v13": ("NVIDIA RTX 4000 SFF Ada Generation", 20475, False, 4, 16),
}


@pytest.mark.parametrize("name", XML)
def test_nvidia_cards_of_telegraf(name: str) -> None:
    archive = dict(members(shared("telegraf-smi.tar.gz")))
    text = archive[f"plugins/inputs/nvidia_smi/testdata/{name}.xml"]
    assert isinstance(text, bytes)
    (gpu,) = doctored(MemoryRoot({"/proc/version": b"", "/commands/nvidia-smi_-q_-x": text}, {})).gpus
    product, mebibytes, mig, generation, width = XML[name]
    assert gpu.name.value == product
    assert gpu.memory_total_bytes.value == mebibytes * MIB
    assert gpu.mig.value is mig
    assert gpu.link.value is not None
    assert (gpu.link.value.generation_max, gpu.link.value.width_now) == (generation, width)


CAPTURES = rows("nvidia_capture_truth.csv")
SECTION = r"#{80}\n# (idle|load) :: [^\n]*\n# \$ (nvidia-smi (?:-q|--query-gpu=)[^\n]*)\n#{80}\n(.*?)(?=\n#{80}\n)"


@pytest.mark.parametrize("row", CAPTURES, ids=lambda row: row.get("file", "absent").removesuffix(".txt"))
def test_nvidia_cards_of_exporter_captures(row: dict[str, str]) -> None:
    archive = dict(members(shared("nvidia_gpu_exporter-captures.tar.gz")))
    text = archive[f"internal/captures/{row['file']}"]
    assert isinstance(text, bytes)
    sections = re.findall(SECTION, text.decode(), re.DOTALL)
    assert len(sections) == 4
    for state, command, imported in sections:
        listed = "=" in command
        name = "nvidia-smi_--query-gpu=all_--format=csv" if listed else "nvidia-smi_-q"
        root = MemoryRoot({"/proc/version": b"", f"/commands/{name}": imported.encode()}, {})
        (gpu,) = doctored(root).gpus
        partial_offload = row["mig"] == "Enabled"
        assert gpu.name.value == row["product"]
        assert gpu.driver.value == "nvidia " + row["driver"].split()[0]
        assert gpu.mig.value is partial_offload
        no_slices = partial_offload and listed
        assert gpu.memory_total_bytes.value == (None if no_slices else int(row["fb_total"].split()[0]) * MIB)
        assert gpu.memory_kind.value == "dedicated"
        link = gpu.link.value
        assert link is not None
        assert link.generation_max == min(int(row["gen_max"]), int(row["dev_max"]))
        assert link.generation_now == int(row[f"gen_current_{state}"])
        assert (link.width_now, link.width_max) == (16, 16)


def test_compute_nodes_of_a_server() -> None:
    found = [(path, what) for path, what in members(shared("rocm-kfd-topology.tar.gz")) if isinstance(what, bytes)]
    place = "/sys/class/kfd/kfd/topology/nodes"
    root = MemoryRoot({place + path.split("/nodes", 1)[1]: what for path, what in found if "/nodes/" in path}, {})
    nodes = read_gpu_nodes(root)
    assert len(nodes) == 8
    assert {node.gfx_name for node in nodes.values()} == {"90a"}
    assert {node.bank_bytes for node in nodes.values()} == {None}


def test_processor_names_of_many_makers() -> None:
    texts = [what.decode() for path, what in members(shared("archspec-targets.tar.gz")) if isinstance(what, bytes)]
    x86 = [text for text in texts if "\nflags\t" in text or text.startswith("flags")]
    assert x86
    for text in x86:
        assert parse_flags(text) is not None
    for text in texts:
        parse_name(text)
