"""The rig picture: pipes to scale, nothing overlaps, every kind of rig is complete."""

import itertools
from typing import Any, NamedTuple, cast

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import CoreKind, Gpu, Link, Machine
from advisor.facts.machine.measurement import Measurement, Measurements
from advisor.facts.values.fact import unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GIB
from advisor.predict.rates.rates import prompt_peak, prompt_peak_kind
from advisor.present.rig.rig_picture import rig_picture
from advisor.present.words.quantity import compute
from advisor.present.words.series import Box, Label, RigPicture
from tests.fakes.machines import machine, nvidia_card, seen

SHARED = nvidia_card(
    name="AMD Radeon 780M", pci_id="1002:15bf", memory_kind=seen("shared"), total_gib=16, link=unknown("not_told")
)
APPLE = nvidia_card(
    name="Apple M2 Ultra (76-core GPU)",
    pci_id="0:0",
    memory_kind=seen("unified"),
    link=unknown(told("on the same chip")),
)
OLD = nvidia_card(name="NVIDIA GeForce RTX 3090", pci_id="10de:2204", total_gib=24, free_gib=23)
ODD = nvidia_card(name="NVIDIA Imaginary Super Titan Ultra 9990 Founders", pci_id="10de:ffff", free_gib=None)
KINDS = (CoreKind(name="P", cores=8, threads=16, max_hz=None), CoreKind(name="E", cores=16, threads=16, max_hz=None))

RIGS: dict[str, Machine] = {
    "card": machine(gpus=(nvidia_card(),)),
    "no card": machine(module_slots=("DIMM_A2", "DIMM_B2")),
    "small": machine(cores=4, memory_gib=7.7, available_gib=2.2, module_slots=("ChannelA-DIMM0",)),
    "hybrid cores": machine(core_kinds=seen(KINDS), cores=24, gpus=(nvidia_card(),)),
    "unknown": machine(module_slots=(), cpu_name="A Processor With a Very Long Name Indeed 9000 Plus", gpus=(ODD,)),
    "two cards": machine(module_slots=tuple(f"DIMM_{name}1" for name in "ABCDEFGH"), cores=96, gpus=(OLD, OLD)),
    "five cards": machine(gpus=(OLD,) * 5, cores=128),
    "shared": machine(module_slots=("DIMM_A2", "DIMM_B2"), gpus=(SHARED,)),
    "shared and card": machine(gpus=(SHARED, nvidia_card(state=seen("asleep"), free_gib=None))),
    "unified": machine(module_slots=(), unified=True, memory_gib=128, cpu_name="Apple M2 Ultra", gpus=(APPLE,)),
    "no driver": machine(gpus=(nvidia_card(state=seen("no_driver"), total_gib=None, free_gib=None),)),
    "virtual": machine(hypervisor=seen("kvm")),
    "two sockets": machine(cpu_name="Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz", cores=28, sockets=seen(2)),
    "eight sockets": machine(cores=384, sockets=seen(8), gpus=(OLD, OLD, OLD)),
    "half filled": machine(cpu_name="Intel(R) Core(TM) i9-10900X CPU @ 3.70GHz", module_slots=("DIMM_A1", "DIMM_B1")),
    "sixteen sticks": machine(module_slots=tuple(f"DIMM_{name}1" for name in "ABCDEFGHIJKLMNOP"), cores=112),
}


class Rect(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def picture(one: Machine, catalog: Catalog, measurements: Measurements | None = None) -> RigPicture:
    with_all = with_cards(one, catalog)
    return rig_picture(with_all, assemble_rig(with_all, measurements, catalog))


def measured(name: str, device: str, value: float) -> Measurements:
    result = Measurement(
        name=cast("Any", name), device=device, value=value, unit="bytes_per_s", spread=0.01, stability="stable",
        method="test/1", duration_s=1.0, samples=5, block_medians=(value,), p10=value, p90=value, threads=8,
        buffer_bytes=GIB,
        work_per_sample=1.0, app_version="0.1.0", started_at="2026-11-20T10:00:00",
    )  # fmt: skip
    return Measurements(results=(result,))


FLOOR = 58 + 262
"""Where the boxes end in a picture of one row; below are captions and what the boxes mean."""


def parts(drawn: RigPicture, role: str) -> list[Box]:
    """The boxes of a role, without those that explain them."""
    return [box for box in drawn.boxes if box.role == role and box.y < FLOOR]


def area(label: Label) -> Rect:
    width = 0.56 * label.size * len(label.text)
    left = label.x - {"left": 0.0, "center": 0.5, "right": 1.0}[label.anchor] * width
    return Rect(left, label.y - 0.75 * label.size, left + width, label.y + 0.2 * label.size)


@pytest.mark.parametrize("name", RIGS)
def test_no_two_labels_overlap_and_none_leaves_the_picture(name: str, catalog: Catalog) -> None:
    drawn = picture(RIGS[name], catalog)
    for first, second in itertools.combinations(drawn.labels, 2):
        a, b = area(first), area(second)
        apart = a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top
        assert apart, (first.text, second.text)
    for label in drawn.labels:
        rect = area(label)
        assert rect.left >= -1, label
        assert rect.right <= drawn.width + 1, label
        assert 0 <= rect.top < rect.bottom <= drawn.height, label


@pytest.mark.parametrize("name", RIGS)
def test_every_box_lies_in_the_picture(name: str, catalog: Catalog) -> None:
    drawn = picture(RIGS[name], catalog)
    assert drawn.width == 1000
    assert drawn.height <= 420
    for box in drawn.boxes:
        assert 0 <= box.x <= box.x + box.width <= drawn.width + 0.01, box
        assert 0 <= box.y <= box.y + box.height <= drawn.height, box
    assert drawn.description
    assert drawn.table.rows


def test_channels_without_a_stick_are_drawn_free(catalog: Catalog) -> None:
    drawn = picture(RIGS["half filled"], catalog)
    roles = [box.role for box in drawn.boxes if "slot" in box.role and box.y < FLOOR]
    assert roles == ["slot", "slot", "empty_slot", "empty_slot"]
    assert "2 sticks, 5600 MT/s, 2 channels free" in [label.text for label in drawn.labels]
    assert len(parts(picture(RIGS["sixteen sticks"], catalog), "slot")) == 16


def test_usual_names_of_cards_are_whole(catalog: Catalog) -> None:
    card = nvidia_card(name="AMD Radeon RX 7900 XTX", vendor=seen("amd"), pci_id="1002:744c", total_gib=24)
    assert "Radeon RX 7900 XTX" in [label.text for label in picture(machine(gpus=(card,)), catalog).labels]


def test_of_many_cards_one_of_each_kind_is_drawn(catalog: Catalog) -> None:
    slow = OLD.changed(link=seen(Link(generation_now=3, generation_max=3, width_now=1, width_max=16)))
    labels = [label.text for label in picture(machine(gpus=(OLD, OLD, OLD, OLD, slow)), catalog).labels]
    assert labels.count("PCIe 4.0 x16") == 2
    assert labels.count("PCIe 3.0 x1") == 1
    assert "and 2 more" in labels


def test_each_socket_has_its_processor(catalog: Catalog) -> None:
    drawn = picture(RIGS["two sockets"], catalog)
    texts = [label.text for label in drawn.labels]
    assert "2 x Xeon E5-2690 v4" in texts
    assert texts.count("16 MiB L3 cache") == 2
    assert len(parts(drawn, "core")) == 28
    cores_as_sockets = picture(machine(cores=4, sockets=seen(4)), catalog)
    assert not any(label.text.startswith("4 x") for label in cores_as_sockets.labels)


def test_pipes_are_to_scale(catalog: Catalog) -> None:
    drawn = picture(RIGS["card"], catalog)
    pipes = {box.role: box.height for box in drawn.boxes if box.role in ("processor", "link")}
    wide = max(box.height for box in drawn.boxes if box.role == "graphics_memory")
    assert pipes["processor"] / wide == pytest.approx(44.8 / 504, rel=0.01)
    assert pipes["link"] / wide == pytest.approx(26.8 / 504, rel=0.01)


def test_a_measurement_that_arrives_changes_its_pipe(catalog: Catalog) -> None:
    drawn = picture(RIGS["card"], catalog, measured("memory_read", "cpu", 39e9))
    assert "39 GB/s" in [label.text for label in drawn.labels]
    assert "of 45 GB/s at most" in [label.text for label in drawn.labels]
    assert "measured" in [dot.origin for dot in drawn.dots]


def test_unknown_bandwidth_is_a_hairline_that_says_so(catalog: Catalog) -> None:
    one = RIGS["unknown"]
    drawn = picture(one.changed(cpu=one.cpu.changed(cores=unknown("not_read_here"))), catalog)
    texts = [label.text for label in drawn.labels]
    assert "unknown" in texts
    assert [box for box in drawn.boxes if box.role == "guide" and box.height < 2]
    assert "A Processor With…" in texts or any(text.endswith("…") for text in texts)


def test_a_lonely_module_shows_the_free_slot(catalog: Catalog) -> None:
    assert [box.role for box in picture(RIGS["card"], catalog).boxes].count("empty_slot") == 1
    assert "empty_slot" not in [box.role for box in picture(RIGS["no card"], catalog).boxes]


def test_a_rig_without_card_is_complete(catalog: Catalog) -> None:
    texts = [label.text for label in picture(RIGS["no card"], catalog).labels]
    assert "No GPU" in texts
    assert "VRAM" not in texts


def test_unified_memory_is_one_pool_without_link(catalog: Catalog) -> None:
    drawn = picture(RIGS["unified"], catalog)
    texts = [label.text for label in drawn.labels]
    assert "shared by CPU and GPU" in texts
    assert "buffers" not in [box.role for box in drawn.boxes]
    assert "800" in texts


def test_the_pipe_of_a_shared_memory_leads_to_one_chip_with_cpu_and_gpu(catalog: Catalog) -> None:
    drawn = picture(RIGS["unified"], catalog)
    (chip,), (pipe,) = parts(drawn, "card"), [box for box in parts(drawn, "graphics_memory") if box.height > box.width]
    assert pipe.x + pipe.width == chip.x
    assert all(chip.x < core.x < chip.x + chip.width for core in parts(drawn, "core"))
    units = [box for box in parts(drawn, "graphics_memory") if box is not pipe]
    assert units
    assert all(chip.x < unit.x < chip.x + chip.width for unit in units)


@pytest.mark.parametrize("name", RIGS)
def test_what_the_boxes_mean_stands_below_them(name: str, catalog: Catalog) -> None:
    drawn = picture(RIGS[name], catalog)
    hidden = "memory modules not visible" in {label.text for label in drawn.labels}
    memory = "RAM" if hidden else "RAM stick"  # one box of all of it was explained as a stick
    words = {"CPU core": "core", memory: "slot", "free memory": "other_programs"}
    texts = {label.text for label in drawn.labels}
    for word, role in words.items():
        drawn_there = any(box.role == role for box in drawn.boxes if word not in ("free memory",) or box.height > 20)
        assert (word in texts) == drawn_there, word


def test_more_cards_than_rows_are_counted(catalog: Catalog) -> None:
    assert "and 2 more" in [label.text for label in picture(RIGS["five cards"], catalog).labels]


@pytest.mark.parametrize(
    ("card", "rates"),
    [
        (nvidia_card(), ["35 TFLOPS fp32", "142 TFLOPS matrix"]),
        (nvidia_card(name="NVIDIA GeForce GTX 1060 6GB", pci_id="10de:1c03"), ["4.4 TFLOPS fp32", "18 TFLOPS int8"]),
        (nvidia_card(name="NVIDIA GeForce GTX 1660 Ti", pci_id="10de:2182"), ["5.4 TFLOPS fp32", "22 TFLOPS int8"]),
        (nvidia_card(name="NVIDIA H100 80GB HBM3", pci_id="10de:2330"), ["67 TFLOPS fp32", "989 TFLOPS matrix"]),
    ],
)
def test_arithmetic_goes_by_what_calculates(card: Gpu, rates: list[str], catalog: Catalog) -> None:
    one = with_cards(machine(gpus=(card,)), catalog)
    rig = assemble_rig(one, None, catalog)
    drawn = rig_picture(one, rig)
    shown = [label.text for label in drawn.labels if "TFLOPS" in label.text and label.text.split()[-1] != "TFLOPS"]
    assert shown == rates
    peak = prompt_peak(rig.processors[1], main_type="Q4_K")
    assert peak is not None
    kind = prompt_peak_kind(rig.processors[1], main_type="Q4_K", reached=True)
    assert compute(peak.value, kind) in shown  # as the roofline says it
