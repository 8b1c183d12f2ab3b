"""What rests on a disturbed figure: wider ranges, no ceiling, and nothing worse than without it."""

from typing import Any

import pytest

from advisor.answer.runs.imported_run import is_impossible, judged_claim, understood_rate
from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.estimate import Speed
from advisor.facts.machine.imported import ImportedRate
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Conditions, DeviceState, Measurement, OwnRun
from advisor.facts.rig.rig import Rig
from advisor.predict.model.subject import Run
from tests.fakes.machines import machine
from tests.fakes.measurements import measurement, measurements
from tests.fakes.rigs import computer, gaming_pc, modules, virtual_machine
from tests.fakes.sure import sure

BUSY = Conditions(others_during=0.6)
MODEL = "llama/llama-3.1-8b"
RUN = Run(context_tokens=4096)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def desktop() -> Machine:
    sticks = modules(2, 16, "DDR5", 5600)
    return computer("AMD Ryzen 7 7700 8-Core Processor", 8, vendor="amd", sticks=sticks)


def rig_of(found: Machine, catalog: Catalog, *results: Measurement) -> Rig:
    return assemble_rig(known_machine(found, (), catalog), measurements(*results), catalog)


def run(tokens_per_s: float, device: str = "cpu", phase: str = "decode") -> OwnRun:
    fields: Any = {"model_id": MODEL, "quant": "Q4_K_M", "ran_on": "2026-11-01", "phase": phase}
    return OwnRun(processor=device, tokens_per_s=tokens_per_s, **fields)


def test_a_run_above_a_disturbed_reading_is_accepted_where_no_paper_forbids_it(catalog: Catalog) -> None:
    for machine_, conditions in ((virtual_machine(), None), (desktop(), BUSY)):
        rig = rig_of(machine_, catalog, measurement(value=10e9, conditions=conditions))
        assert not is_impossible(judged_claim(run(9.0), rig, catalog))


def test_a_quiet_reading_without_paper_still_bounds_what_can_be_true(catalog: Catalog) -> None:
    silent = machine(cpu_name="Some CPU nobody knows", module_slots=())
    silent = silent.changed(memory=desktop().memory.changed(theoretical_bytes_per_s=virtual_machine().memory.channels))
    rig = rig_of(silent, catalog, measurement(value=10e9))
    assert is_impossible(judged_claim(run(9.0), rig, catalog))
    noisy = rig_of(silent, catalog, measurement(value=10e9, conditions=BUSY))
    assert not is_impossible(judged_claim(run(9.0), noisy, catalog))


def test_a_data_sheet_still_forbids_what_is_beyond_it(catalog: Catalog) -> None:
    rig = rig_of(desktop(), catalog, measurement(value=10e9, conditions=BUSY))
    assert is_impossible(judged_claim(run(40.0), rig, catalog))


def test_a_reading_of_arithmetic_is_no_ceiling_below_the_data_sheet(catalog: Catalog) -> None:
    def on_card(name: str, value: float, conditions: Conditions | None) -> Measurement:
        return measurement(name, value, unit="flop_per_s", device="gpu0", conditions=conditions)

    for conditions in (None, BUSY):
        slow = (on_card("gpu_matrix_fp16_acc32", 5e12, conditions), on_card("gpu_fp32", 3e12, conditions))
        rig = rig_of(gaming_pc(), catalog, *slow)
        assert not is_impossible(judged_claim(run(1800.0, "gpu0", "prefill"), rig, catalog))
        told = {"device": "NVIDIA GeForce RTX 3060", "unit": "flop_per_s", "method": "clpeak/1"}
        rate = ImportedRate(name="gpu_fp32", value=12e12, **told)
        assert understood_rate(rate, rig, catalog, device="gpu0").processor_id == "gpu0"


def test_a_disturbed_reading_widens_the_range_upwards_and_names_the_cause(catalog: Catalog) -> None:
    found = {}
    for name, conditions in (("quiet", None), ("disturbed", BUSY)):
        rig = rig_of(desktop(), catalog, measurement(value=45e9, conditions=conditions))
        found[name] = decode(rig, catalog)
    quiet, disturbed = (sure(found[name].tokens_per_s) for name in ("quiet", "disturbed"))
    assert disturbed.high / disturbed.low > 1.2 * quiet.high / quiet.low
    assert disturbed.high > quiet.high
    assert "by_other_programs" in str(found["disturbed"].basis)


def test_a_disturbed_reading_makes_nothing_worse_than_the_unmeasured_kind_unless_it_says_so(catalog: Catalog) -> None:
    unmeasured = sure(decode(rig_of(desktop(), catalog), catalog).tokens_per_s)
    for value in (20e9, 40e9, 60e9):
        found = decode(rig_of(desktop(), catalog, measurement(value=value, conditions=BUSY)), catalog)
        rate = sure(found.tokens_per_s)
        assert rate.middle >= 0.99 * unmeasured.middle or "figure_uncertain" in str(found.basis)
        alike = decode(rig_of(desktop(), catalog, measurement(value=value)), catalog)
        assert rate.middle >= sure(alike.tokens_per_s).middle
    quiet = decode(rig_of(desktop(), catalog, measurement(value=20e9)), catalog)
    assert "reads_far_below_paper" in str(quiet.basis)


def test_a_reading_that_others_left_hardly_anything_of_hides_no_estimate(catalog: Catalog) -> None:
    """Others took 95 % of a virtual machine: it read 1.5 GB/s, and no model was said to run well any more."""
    crowded = Conditions(others_during=0.95)
    unmeasured = sure(decode(rig_of(virtual_machine(), catalog), catalog).tokens_per_s)
    slow = sure(decode(rig_of(virtual_machine(), catalog, measurement(value=1.5e9)), catalog).tokens_per_s)
    found = decode(rig_of(virtual_machine(), catalog, measurement(value=1.5e9, conditions=crowded)), catalog)
    rate = sure(found.tokens_per_s)
    assert slow.middle < 0.2 * unmeasured.middle
    assert 0.5 * unmeasured.middle < rate.middle <= 1.01 * unmeasured.middle
    assert rate.low < 1.2 * slow.middle
    assert "by_other_programs" in str(found.basis)


def test_a_disturbed_card_is_taken_for_as_healthy_as_its_reading_allows(catalog: Catalog) -> None:
    def of(conditions: Conditions | None, value: float = 200e9) -> Speed:
        result = measurement("gpu_memory_read", value, device="gpu0", conditions=conditions)
        return decode(rig_of(gaming_pc(), catalog, result), catalog, device="gpu0")

    busy = Conditions(before=DeviceState(busy_share=0.5))
    unmeasured = sure(decode(rig_of(gaming_pc(), catalog), catalog, device="gpu0").tokens_per_s)
    assert sure(of(None).tokens_per_s).middle < 0.8 * unmeasured.middle
    assert sure(of(busy).tokens_per_s).middle == pytest.approx(unmeasured.middle, rel=0.05)


def test_what_an_earlier_version_measured_in_a_virtual_machine_is_disturbed(catalog: Catalog) -> None:
    rig = rig_of(virtual_machine(), catalog, measurement(value=20e9))
    doubted = rig.processors[0].read_bytes_per_s.uncertainty
    assert doubted is not None
    assert [one.code for one in doubted.reasons] == ["by_virtual_machine"]


def decode(rig: Rig, catalog: Catalog, device: str = "cpu") -> Speed:
    """The speed of generation on one device."""
    answer = answer_text(rig, model_id=MODEL, quant="Q4_K_M", run=RUN, catalog=catalog, candidates=())
    found = answer.cpu if device == "cpu" else answer.chosen
    assert found is not None
    return found.decode
