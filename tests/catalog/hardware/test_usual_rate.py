"""A machine that was not measured gets the rate of its kind, with wide ends and said to be one."""

from typing import Any

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Conditions, Measurement
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import unknown
from advisor.facts.values.units import GB
from advisor.predict.rates.rates import physical_bandwidth
from tests.fakes.machines import nvidia_card, seen
from tests.fakes.measurements import measurement, measurements
from tests.fakes.rigs import computer, graphics, modules, raspberry_pi, virtual_machine

RYZEN, EPYC = "AMD Ryzen 7 7700 8-Core Processor", "AMD EPYC 7763 64-Core Processor"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def rig_of(machine: Machine, catalog: Catalog, *results: Measurement) -> Rig:
    return assemble_rig(known_machine(machine, (), catalog), measurements(*results) if results else None, catalog)


def silent(name: str, cores: int, **fields: Any) -> Machine:
    """A computer whose firmware tells nothing of its memory."""
    return computer(name, cores, vendor="amd", gib=32, **fields)


def is_usual(processor: Processor, code: str) -> bool:
    fact = processor.bandwidth_bytes_per_s
    return fact.origin == "estimated" and fact.uncertainty is not None and fact.uncertainty.reasons[0].code == code


@pytest.mark.parametrize(
    ("machine", "code", "low_gb", "high_gb"),
    [
        (silent(RYZEN, 8), "usual_sticks", 40, 120),
        (silent(EPYC, 64), "usual_sticks", 60, 230),
        (virtual_machine(), "usual_in_virtual_machine", 20, 100),
        (silent(EPYC, 96, hypervisor=seen("KVM")), "usual_in_virtual_machine", 100, 500),
        (silent("Nobody's CPU 9000", 8), "usual_of_cores", 20, 120),
        (silent("QEMU Virtual CPU", 2, hypervisor=seen("KVM")), "usual_in_virtual_machine", 10, 50),
    ],
)
def test_an_unmeasured_cpu_has_the_rate_of_its_kind_within_wide_ends(
    catalog: Catalog, machine: Machine, code: str, low_gb: float, high_gb: float
) -> None:
    cpu = rig_of(machine, catalog).processors[0]
    assert is_usual(cpu, code)
    fact = cpu.bandwidth_bytes_per_s
    assert fact.value is not None
    assert fact.uncertainty is not None
    assert low_gb * GB <= fact.value <= high_gb * GB
    assert fact.uncertainty.high / fact.uncertainty.low > 2.5
    assert physical_bandwidth(cpu) is None


def test_more_cores_of_a_virtual_machine_never_read_less_and_at_most_what_the_processor_has(catalog: Catalog) -> None:
    rates = [
        rig_of(silent(EPYC, cores, hypervisor=seen("KVM")), catalog).processors[0].bandwidth_bytes_per_s.value or 0.0
        for cores in (1, 2, 8, 32, 64)
    ]
    assert rates == sorted(rates)
    assert rates[-1] == pytest.approx(204.8 * GB)


def test_what_is_stated_or_measured_is_no_usual_rate(catalog: Catalog) -> None:
    told = computer(RYZEN, 8, vendor="amd", sticks=modules(1, 16, "DDR5", 4800))
    assert rig_of(told, catalog).processors[0].bandwidth_bytes_per_s.uncertainty is None
    assert rig_of(raspberry_pi(), catalog).processors[0].bandwidth_bytes_per_s.uncertainty is None
    seen_here = rig_of(silent(RYZEN, 8), catalog, measurement(value=30e9)).processors[0]
    assert seen_here.best_bytes_per_s == seen_here.read_bytes_per_s
    assert seen_here.bandwidth_bytes_per_s.value is None


def test_without_name_and_cores_the_rate_stays_unknown(catalog: Catalog) -> None:
    nobody = silent("Nobody's CPU 9000", 8)
    nobody = nobody.changed(cpu=nobody.cpu.changed(cores=unknown("not_told")))
    assert rig_of(nobody, catalog).processors[0].best_bytes_per_s.value is None


def test_graphics_read_what_their_cpu_is_known_or_measured_to_read(catalog: Catalog) -> None:
    part = graphics("AMD Radeon Graphics", "amd", gib=8, kind="shared")
    machine = silent("AMD Ryzen 7 5700U with Radeon Graphics", 8, gpus=(part,))
    assert is_usual(rig_of(machine, catalog).processors[1], "usual_sticks")
    quiet = rig_of(machine, catalog, measurement(value=30e9)).processors[1]
    assert is_usual(quiet, "usual_beside_cpu")
    assert quiet.bandwidth_bytes_per_s.value == pytest.approx(30e9)
    own = measurement("gpu_memory_read", 28e9, device="gpu0", conditions=Conditions())
    assert rig_of(machine, catalog, own).processors[1].read_bytes_per_s.value == pytest.approx(28e9)


def test_a_card_that_nobody_knows_is_taken_for_the_middle_of_its_architecture(catalog: Catalog) -> None:
    card = nvidia_card(
        name="NVIDIA GeForce RTX 5999", pci_id=None, total_gib=16, free_gib=15, compute_capability=seen("12.0")
    )
    gpu = rig_of(silent(RYZEN, 8, gpus=(card,)), catalog).processors[1]
    assert gpu.card is None
    assert is_usual(gpu, "usual_of_architecture")
    assert 200 * GB < (gpu.bandwidth_bytes_per_s.value or 0) < 2000 * GB
