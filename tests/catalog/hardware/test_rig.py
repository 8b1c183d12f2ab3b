"""The rig: detected facts, cards and measurements by fixed precedence."""

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.gpu_match import find_gpu_cards
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import CoreKind
from advisor.facts.machine.measurement import Measurement, Measurements
from advisor.facts.values.fact import unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB
from advisor.present.words.reasons.in_words import in_words
from tests.fakes.machines import machine, nvidia_card, seen, unheard_of
from tests.fakes.sure import sure


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def memory_read(value: float) -> Measurements:
    result = Measurement(
        name="memory_read", device="cpu", value=value, unit="bytes_per_s", spread=0.01, stability="stable",
        method="numpy_dot_xy/1", duration_s=1.0, samples=50, block_medians=(value,) * 5, p10=value, p90=value,
        threads=8, buffer_bytes=GIB, work_per_sample=2.0 * GIB, app_version="0.1.0", started_at="2026-01-01T00:00:00",
    )  # fmt: skip
    return Measurements(results=(result,))


def test_a_card_is_found_by_pci_id_and_by_name(catalog: Catalog) -> None:
    by_name = find_gpu_cards(
        nvidia_card(name="NVIDIA GeForce RTX 4090", pci_id="10de:ffff", total_gib=23.99), catalog.gpus
    )
    assert by_name == ("gpus/nvidia/rtx-4090",)
    pci_id = catalog.gpus[by_name[0]].pci_ids[0]
    assert find_gpu_cards(nvidia_card(name="Graphics Device", pci_id=pci_id), catalog.gpus) == by_name


def test_a_laptop_never_takes_a_desktop_card(catalog: Catalog) -> None:
    laptop = nvidia_card(name="NVIDIA GeForce RTX 4090 Laptop GPU", pci_id="10de:ffff", total_gib=15.99)
    assert all(catalog.gpus[one].form == "laptop" for one in find_gpu_cards(laptop, catalog.gpus))


def test_a_card_of_another_size_is_not_taken_by_name(catalog: Catalog) -> None:
    assert find_gpu_cards(nvidia_card(name="RTX 4090", pci_id="10de:ffff", total_gib=29.9), catalog.gpus) == ()


def test_an_unknown_device_stays_without_card_but_in_the_rig(catalog: Catalog) -> None:
    odd = with_cards(
        machine(
            gpus=(nvidia_card(name="NVIDIA Imaginary 1", pci_id="10de:ffff", compute_capability=unknown("not_told")),)
        ),
        catalog,
    )
    assert in_words(sure(odd.gpus[0].card.reason)) == "no card in the catalog matches this device"
    processor = assemble_rig(odd, None, catalog).processors[1]
    assert processor.bandwidth_bytes_per_s.value is None
    assert processor.memory_total_bytes.value == int(11.99 * GIB)


def test_the_driver_beats_the_card_for_sizes_and_a_measurement_beats_theory(catalog: Catalog) -> None:
    one = with_cards(machine(gpus=(nvidia_card(),)), catalog)
    cpu, gpu = assemble_rig(one, memory_read(39e9), catalog).processors
    assert gpu.memory_total_bytes.value == int(11.99 * GIB)
    assert gpu.memory_free_bytes.value == int(10.6 * GIB)
    assert gpu.bandwidth_bytes_per_s.origin == "datasheet"
    assert gpu.link_bytes_per_s.value == pytest.approx(26.8e9, rel=0.01)
    assert (cpu.read_bytes_per_s.value, cpu.read_bytes_per_s.origin) == (39e9, "measured")
    assert cpu.bandwidth_bytes_per_s.value == pytest.approx(44.8e9)


def test_only_a_card_without_a_driver_is_blocked(catalog: Catalog) -> None:
    for state, blocked in (("no_driver", reason("no_driver_serves")), ("asleep", None), ("active", None)):
        one = with_cards(machine(gpus=(nvidia_card(state=seen(state)),)), catalog)
        assert assemble_rig(one, None, catalog).processors[1].blocked == blocked


def test_a_container_limit_bounds_the_memory(catalog: Catalog) -> None:
    one = machine()
    limited = one.changed(memory=one.memory.changed(limit_bytes=seen(8 * GIB)))
    cpu = assemble_rig(limited, None, catalog).processors[0]
    assert cpu.memory_total_bytes.value == 8 * GIB
    assert cpu.memory_free_bytes.value == 8 * GIB


@pytest.mark.parametrize(("name", "pci_id"), [("Intel UHD", "8086:0001"), ("Intel UHD Graphics 630", "8086:3e92")])
def test_a_graphics_part_that_shares_memory_has_no_link_and_the_bandwidth_of_the_host(
    name: str, pci_id: str, catalog: Catalog
) -> None:
    shared = nvidia_card(name=name, pci_id=pci_id, total_gib=None, memory_kind=seen("shared"))
    gpu = assemble_rig(with_cards(machine(gpus=(shared,)), catalog), None, catalog).processors[1]
    assert gpu.pool == "unified"
    assert gpu.link_bytes_per_s.value is None
    assert gpu.bandwidth_bytes_per_s.value == pytest.approx(44.8e9)


@pytest.mark.parametrize(("kind", "bytes_per_s"), [("unified", 546e9), ("shared", None)])
def test_one_memory_has_the_rate_that_the_card_of_its_chip_states(
    kind: str, bytes_per_s: float | None, catalog: Catalog
) -> None:
    chip = nvidia_card(name="Apple M4 Max (40-core GPU)", pci_id=None, total_gib=None, memory_kind=seen(kind))
    one = machine(gpus=(chip,))
    silent = unheard_of(one.changed(memory=one.memory.changed(theoretical_bytes_per_s=unknown("not_told"))))
    for known_machine, rate in ((silent, bytes_per_s), (one, 44.8e9)):
        cpu = assemble_rig(with_cards(known_machine, catalog), None, catalog).processors[0]
        assert cpu.bandwidth_bytes_per_s.value == rate


@pytest.mark.parametrize("name", ["CPU", "Graphics", "(R)", "", "Intel(R) Graphics"])
def test_a_name_without_a_telling_word_finds_nothing(name: str, catalog: Catalog) -> None:
    assert catalog.gpus.find(name) is None
    assert catalog.gpus.variants(name) == ()
    assert catalog.cpus.find(name) is None


def test_of_several_kinds_of_cores_the_fastest_work_on_x86(catalog: Catalog) -> None:
    kinds = tuple(
        CoreKind(name=name, cores=cores, threads=threads, max_hz=None)
        for name, cores, threads in (("performance", 8, 16), ("efficiency", 16, 16))
    )
    for architecture, cores in (("x86_64", 8), ("aarch64", 24)):
        told = machine(core_kinds=seen(kinds), cores=24, architecture=seen(architecture))
        assert assemble_rig(told, None, catalog).processors[0].cores.value == cores


def test_flags_tell_how_wide_products_of_small_integers_are(catalog: Catalog) -> None:
    for flags, vector in ((("avx", "avx2"), None), (("avx", "avx512_vnni"), "avx512_vnni"), (("sse4_2",), "none")):
        assert assemble_rig(machine(flags=seen(flags)), None, catalog).processors[0].vector == vector


def test_a_processor_that_lists_no_kinds_of_cores_has_those_it_counts(catalog: Catalog) -> None:
    edited = machine(cores=6)
    edited = edited.changed(cpu=edited.cpu.changed(core_kinds=seen(())))
    assert assemble_rig(edited, None, catalog).processors[0].cores.value == 6
