"""A graphics card in the rig: driver against card, no card at all, slices, and measured against paper."""

from types import SimpleNamespace
from typing import Any

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.judged_rate import judged_rate
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import Gpu
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Origin, known, unknown
from advisor.facts.values.units import GIB
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.nvidia.nvidia import answered_gpu
from advisor.probe.nvidia.nvml import read_nvml
from advisor.probe.shared.main_pool import MainPool
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement, measurements
from tests.fakes.systems.nvml import CARD, FakeNvml


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def in_rig(gpu: Gpu, catalog: Catalog, measured: Measurements | None = None) -> Processor:
    return assemble_rig(known_machine(machine(gpus=(gpu,)), (), catalog), measured, catalog).processors[1]


UNLISTED: dict[str, Any] = {"name": "NVIDIA Imaginary 1", "pci_id": "10de:ffff"}


@pytest.mark.parametrize(("told", "taken"), [(504e9 * 1.04, 504e9), (504e9 * 1.06, 504e9 * 1.06), (288e9, 288e9)])
def test_a_driver_that_contradicts_the_card_is_believed(catalog: Catalog, told: float, taken: float) -> None:
    rate = in_rig(nvidia_card(theoretical_bytes_per_s=seen(told)), catalog).bandwidth_bytes_per_s
    assert rate.value == pytest.approx(taken, rel=1e-3)
    assert rate.origin == ("datasheet" if taken == 504e9 else "detected")


def test_a_driver_tells_what_no_card_does(catalog: Catalog) -> None:
    gpu = nvidia_card(**UNLISTED, theoretical_bytes_per_s=seen(448e9), fp32_flop_per_s=seen(11e12))
    processor = in_rig(gpu.changed(compute_capability=seen("7.5")), catalog)
    assert processor.bandwidth_bytes_per_s.value == 448e9
    assert processor.fp32_flop_per_s.value == 11e12
    assert processor.architecture == "turing"
    assert processor.shader_hz.value == 11e12 / 128
    assert in_rig(gpu, catalog).shader_hz.value == 11e12 / 256


@pytest.mark.parametrize(
    ("told", "design"),
    [("5.2", "maxwell"), ("6.0", "pascal-gp100"), ("6.1", "pascal"), ("7.0", "volta"), ("8.6", "ampere"),
     ("8.9", "ada"), ("9.0", "hopper"), ("12.1", "blackwell"), ("gfx1201", "rdna4"), ("gfx1151", "rdna3.5"),
     ("gfx803", "gcn4"), ("gfx906", "gcn5"), ("gfx90a", "cdna2"), ("gfx1301", None), ("3.7", "kepler"), ("2.1", None)],
)  # fmt: skip
def test_the_chip_tells_its_design(catalog: Catalog, told: str, design: str | None) -> None:
    assert in_rig(nvidia_card(**UNLISTED, compute_capability=seen(told)), catalog).architecture == design


def test_any_card_that_can_be_measured_has_a_rate(catalog: Catalog) -> None:
    run = measurements(measurement(name="gpu_memory_read", device="gpu0", value=150e9))
    assert in_rig(nvidia_card(**UNLISTED), catalog, run).read_bytes_per_s.value == 150e9
    unmeasured = in_rig(nvidia_card(**UNLISTED), catalog).bandwidth_bytes_per_s
    assert (unmeasured.origin, unmeasured.uncertainty is None) == ("estimated", False)
    silent = nvidia_card(**{**UNLISTED, "compute_capability": unknown("not_told")})
    assert in_rig(silent, catalog).bandwidth_bytes_per_s.value is None


def test_a_slice_has_its_share(catalog: Catalog) -> None:
    whole = in_rig(nvidia_card(name="NVIDIA A100-SXM4-80GB", pci_id="10de:20b2", total_gib=80), catalog)
    part = nvidia_card(name="NVIDIA A100-SXM4-80GB", pci_id="10de:20b2", total_gib=20, mig=seen(True))
    assert whole.bandwidth_bytes_per_s.value
    rate = in_rig(part, catalog).bandwidth_bytes_per_s
    assert rate.value == pytest.approx(whole.bandwidth_bytes_per_s.value / 4)
    assert rate.origin == "estimated"


def test_a_measured_copy_beats_the_theory_of_the_link(catalog: Catalog) -> None:
    run = measurements(measurement(name="host_to_device", device="gpu0", value=12e9))
    processor = in_rig(nvidia_card(), catalog, run)
    assert (processor.link_bytes_per_s.value, processor.link_bytes_per_s.origin) == (12e9, "measured")
    assert processor.link_limit_bytes_per_s.value == pytest.approx(31.5e9, rel=0.01)


@pytest.mark.parametrize(
    ("origin", "is_virtual", "share", "paper", "read"),
    [
        ("detected", False, 1.05, True, True),
        ("detected", False, 1.06, True, False),
        ("datasheet", False, 1.06, True, False),
        ("user", True, 1.06, True, False),
        ("detected", True, 1.06, False, True),
        ("estimated", False, 1.06, False, True),
        ("estimated", False, 0.3, True, True),
    ],
)
def test_which_of_paper_and_measurement_is_doubted(
    origin: Origin, is_virtual: bool, share: float, paper: bool, read: bool
) -> None:
    known_rate = known(100e9, origin=origin, source="test")
    found = judged_rate(known_rate, known(share * 100e9, origin="measured", source="test"), is_virtual=is_virtual)
    assert (found.paper.value is not None, found.read.value is not None) == (paper, read)
    assert found.read.reason is None or "a cache answered" in in_words(found.read.reason)
    assert found.paper.reason is None or "layout" in in_words(found.paper.reason)


def test_what_is_not_known_cannot_be_doubted() -> None:
    nothing = unknown("not_measured_yet")
    assert judged_rate(nothing, nothing) == (nothing, nothing)
    fast = known(1e12, origin="measured", source="test")
    assert judged_rate(nothing, fast).read is fast


def test_sizes_are_the_drivers(catalog: Catalog) -> None:
    assert in_rig(nvidia_card(total_gib=11.99), catalog).memory_total_bytes.value == int(11.99 * GIB)


@pytest.mark.parametrize(
    ("clock_mhz", "width_bits", "published"),
    [(10501, 384, 1008e9), (7751, 256, 496e9), (5001, 256, 320e9), (1593, 5120, 2039e9), (2700, 128, 86.4e9)],
)
def test_an_unlisted_card_gets_its_rate_from_clock_and_width(
    catalog: Catalog, clock_mhz: int, width_bits: int, published: float
) -> None:
    """RTX 4090, 2080 Super, T4, A100 80 GB and GTX 750 Ti by what NVIDIA publishes, through a library that answers."""
    answers = {
        "nvmlDeviceGetName": b"NVIDIA Imaginary 1",
        "nvmlDeviceGetPciInfo": SimpleNamespace(
            busId="00000000:01:00.0", pciDeviceId=0xFFFF10DE, pciSubSystemId=0x10DE
        ),
        "nvmlDeviceGetMaxClockInfo": clock_mhz,
        "nvmlDeviceGetMemoryBusWidth": width_bits,
    }
    answer = read_nvml(FakeNvml(**{**CARD, **answers}))
    pool = MainPool(unknown("not_told"), unknown("not_told"), None)
    rate = in_rig(answered_gpu(answer.devices[0], pool, device=None, version="580.95"), catalog).bandwidth_bytes_per_s
    assert rate.value == pytest.approx(published, rel=0.02)
    assert rate.origin == "detected"
