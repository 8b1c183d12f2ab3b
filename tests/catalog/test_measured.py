"""Every measured figure finds its place in the rig, or is refused with a reason."""

from typing import Any

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import CoreKind, Gpu
from advisor.facts.machine.measurement import Measurement
from advisor.facts.rig.rig import Rig
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement, measurements


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def rig_of(catalog: Catalog, *results: Measurement, gpu: Gpu | None = None, **cpu: Any) -> Rig:
    one = machine(gpus=(gpu or nvidia_card(),))
    one = one.changed(cpu=one.cpu.changed(**cpu))
    return assemble_rig(known_machine(one, (), catalog), measurements(*results), catalog)


def on_card(name: str, value: float, unit: str = "flop_per_s", **fields: Any) -> Measurement:
    return measurement(name, value, unit=unit, device="gpu0", **fields)


def verdicts(rig: Rig) -> dict[str, str]:
    return {one.name: one.verdict for one in rig.judgements}


def test_measured_arithmetic_takes_the_place_of_the_same_accumulator_on_paper(catalog: Catalog) -> None:
    plain = rig_of(catalog).processors[1]
    fields = {
        "gpu_fp32": "fp32_flop_per_s",
        "gpu_matrix_fp16_acc32": "fp16_flop_per_s",
        "gpu_matrix_int8": "int8_op_per_s",
    }
    for name, field in fields.items():
        paper = getattr(plain, field).value
        if paper is None:
            continue
        rig = rig_of(catalog, on_card(name, 0.8 * paper))
        fact = getattr(rig.processors[1], field)
        assert (fact.value, fact.origin) == (pytest.approx(0.8 * paper), "measured")
        for other in set(fields.values()) - {field}:
            assert getattr(rig.processors[1], other) == getattr(plain, other)


@pytest.mark.parametrize(
    ("share", "verdict", "used"),
    [(1.06, "impossible", False), (1.03, "high", True), (0.9, "good", True), (0.4, "far_below", True)],
)
def test_each_figure_is_judged_by_the_one_on_paper(catalog: Catalog, share: float, verdict: str, used: bool) -> None:
    plain = rig_of(catalog).processors[1]
    for name, field in (
        ("gpu_fp32", "fp32_flop_per_s"),
        ("gpu_memory_read", "bandwidth_bytes_per_s"),
        ("host_to_device", "link_limit_bytes_per_s"),
    ):
        paper = getattr(plain, field).value
        rig = rig_of(catalog, on_card(name, share * paper))
        assert verdicts(rig)[name] == verdict
        origins = {
            "gpu_fp32": rig.processors[1].fp32_flop_per_s.origin,
            "gpu_memory_read": rig.processors[1].read_bytes_per_s.origin,
            "host_to_device": rig.processors[1].link_bytes_per_s.origin,
        }
        assert (origins[name] == "measured") is used


def test_a_lower_bound_never_lowers_the_data_sheet(catalog: Catalog) -> None:
    card = nvidia_card(name="NVIDIA H100 80GB HBM3", pci_id="10de:2330", compute_capability=seen("9.0"))
    plain = rig_of(catalog, gpu=card).processors[1]
    paper = plain.fp16_flop_per_s.value
    assert paper is not None
    rig = rig_of(catalog, on_card("gpu_matrix_fp16_acc32", 0.6 * paper), gpu=card)
    assert rig.processors[1].fp16_flop_per_s == plain.fp16_flop_per_s
    assert verdicts(rig)["gpu_matrix_fp16_acc32"] == "lower_bound"
    higher = rig_of(catalog, on_card("gpu_matrix_fp16_acc32", 1.01 * paper), gpu=card)
    assert higher.processors[1].fp16_flop_per_s.origin == "measured"
    method = "cuda_wgmma_m64n256k16_f16_f32/1"
    full = rig_of(catalog, on_card("gpu_matrix_fp16_acc32", 0.8 * paper, method=method), gpu=card)
    assert full.processors[1].fp16_flop_per_s.value == 0.8 * paper


def test_vectors_in_fp16_say_nothing_of_a_chip_with_matrix_units(catalog: Catalog) -> None:
    plain = rig_of(catalog).processors[1]
    rig = rig_of(catalog, on_card("gpu_fp16", 2e13))
    assert rig.processors[1].fp16_flop_per_s == plain.fp16_flop_per_s


def test_an_unlisted_card_is_known_by_what_was_measured(catalog: Catalog) -> None:
    card = nvidia_card(name="NVIDIA Imaginary 1", pci_id="10de:ffff")
    rig = rig_of(catalog, on_card("gpu_fp32", 2e13), on_card("gpu_fp16", 2.1e13), gpu=card)
    gpu = rig.processors[1]
    assert (gpu.fp32_flop_per_s.value, gpu.fp16_flop_per_s.value) == (2e13, 2.1e13)
    assert gpu.shader_hz.value == pytest.approx(2e13 / 256)
    assert verdicts(rig) == {
        "gpu_fp32": "no_reference",
        "gpu_fp16": "no_reference",
    }


def test_the_cores_are_known_by_their_own_figures(catalog: Catalog) -> None:
    rig = rig_of(
        catalog,
        measurement("memory_read", 40e9, threads=8, tried=((4, 35e9),)),
        measurement("memory_read_one_thread", 20e9, threads=1),
        measurement("q4_0_dot", 38e9, threads=8, tried=((1, 15e9),)),
        measurement("f16_dot", 90e9, threads=8),
        measurement("fma_fp32", 1.6e12, unit="flop_per_s", threads=8),
        measurement("int8_dot", 6e12, unit="op_per_s", threads=8),
        measurement("cache_curve", ((16384, 5e11), (2**28, 4e10))),
    )
    core = rig.processors[0].core
    assert [(rate.threads, rate.rate) for rate in core.read] == [(1, 20e9), (4, 35e9), (8, 40e9)]
    assert [(rate.threads, rate.rate) for rate in core.dots["q4_0_dot"]] == [(1, 15e9), (8, 38e9)]
    assert "f16_dot" not in core.dots
    assert verdicts(rig)["f16_dot"] == "impossible"
    cores = rig.processors[0].cores.value
    assert cores is not None
    assert core.fma_flop_per_s == pytest.approx(1.6e12 / min(8, cores))
    assert rig.processors[0].int8_op_per_s.value == 6e12
    assert core.cache_curve == ((16384, 5e11), (2**28, 4e10))


def test_a_read_rate_that_cannot_be_is_no_figure_of_the_cores(catalog: Catalog) -> None:
    paper = rig_of(catalog).processors[0].bandwidth_bytes_per_s.value
    assert paper is not None
    results = (measurement(value=2 * paper, threads=8), measurement("memory_read_one_thread", paper / 2, threads=1))
    rig = rig_of(catalog, *results)
    assert verdicts(rig)["memory_read"] == "impossible"
    assert [(one.threads, one.rate) for one in rig.processors[0].core.read] == [(1, paper / 2)]


def test_of_two_kinds_of_cores_the_fast_ones_count_and_both_add_up(catalog: Catalog) -> None:
    kinds = (CoreKind(name="P", cores=4, threads=8, max_hz=None), CoreKind(name="E", cores=4, threads=4, max_hz=None))
    rig = rig_of(
        catalog,
        measurement("fma_fp32", 8e11, unit="flop_per_s", device="cpu:P", threads=8),
        measurement("fma_fp32", 3e11, unit="flop_per_s", device="cpu:E", threads=4),
        core_kinds=seen(kinds),
    )
    assert rig.processors[0].core.fma_flop_per_s == pytest.approx(2e11)
    assert rig.processors[0].fp32_flop_per_s.value == pytest.approx(1.1e12)
