"""The part at its door: what it offers on which host, and that each sample is a figure."""

import os
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from advisor.bench.host import Cores, Host
from advisor.bench.kernel import library, part
from advisor.bench.kernel.library import PORTABLE
from advisor.bench.kernel.part import KernelPart
from advisor.bench.names import KERNEL_NAMES
from advisor.bench.part import CannotMeasure, Step
from advisor.facts.values.units import GIB, KIB, MIB
from tests.fakes.sure import sure

UNITS = {"memory_latency": "s", "fma_fp32": "flop_per_s", "int8_dot": "op_per_s"}
FASTEST = {"s": 1e-3, "bytes_per_s": 1e14, "flop_per_s": 1e15, "op_per_s": 1e16}


def ready(host: Host, file: Path, isa: int | None = None) -> KernelPart:
    made = KernelPart(host, file=file, isa=isa)
    steps = list(made.prepare())
    assert all(isinstance(step, Step) and step.limit_s > 0 for step in steps)
    return made


def test_all_figures_of_a_processor(kernel_file: Path, small_host: Host) -> None:
    made = ready(small_host, kernel_file)
    assert {test.name for test in made.tests} == set(KERNEL_NAMES)
    assert {test.device for test in made.tests} == {"cpu"}
    assert not made.failures
    for test in made.tests:
        assert test.unit == UNITS.get(test.name, "bytes_per_s")
        assert 0 < test.sample() < FASTEST[test.unit]
        assert test.work_per_sample > 0
        assert test.rank > 0
    dots = sorted(
        (test.name, test.threads) for test in made.tests if test.name.endswith("_dot") and test.name != "int8_dot"
    )
    assert dots == [(name, threads) for name in ("f16_dot", "q4_0_dot", "q8_0_dot") for threads in (1, 2)]


def test_the_curve_goes_from_the_first_cache_to_memory(kernel_file: Path, small_host: Host) -> None:
    points = [test for test in ready(small_host, kernel_file).tests if test.point_bytes is not None]
    sizes = [sure(test.point_bytes) for test in points]
    assert sizes[0] == 16 * KIB
    assert sizes[-1] >= 4 * (small_host.cache_bytes or 0)
    assert all(later == 2 * earlier for earlier, later in pairwise(sizes))
    assert {(test.name, test.threads) for test in points} == {("cache_curve", 1)}
    assert all("one_thread" in test.method for test in points)


def test_the_oldest_processors_are_measured_too(kernel_file: Path, small_host: Host) -> None:
    for test in ready(small_host, kernel_file, PORTABLE).tests:
        assert test.sample() > 0


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="signals as on POSIX: no choice of cores here")
def test_each_kind_of_core_alone(kernel_file: Path, small_host: Host) -> None:
    before = os.sched_getaffinity(0)
    first, last = min(before), max(before)
    kinds = (Cores(name="P", cores=1, cpus=(first,)), Cores(name="E", cores=1, cpus=(last,)))
    made = ready(small_host.changed(core_kinds=kinds), kernel_file)
    for kind in ("P", "E"):
        own = [test for test in made.tests if test.device == f"cpu:{kind}"]
        assert {test.name for test in own} == {*KERNEL_NAMES, "memory_read"} - {"cache_curve", "memory_latency"}
        assert all(test.sample() > 0 for test in own)
        assert min(test.rank for test in own) > max(test.rank for test in made.tests if test.device == "cpu")
    assert os.sched_getaffinity(0) == before


def test_cores_that_cannot_be_chosen_are_a_warning(kernel_file: Path, small_host: Host) -> None:
    nowhere = Cores(name="E", cores=1, cpus=(sys.maxsize,))
    made = ready(small_host.changed(core_kinds=(nowhere,)), kernel_file)
    assert {test.device for test in made.tests} == {"cpu"}
    assert all(test.warnings[0].code == "core_kinds_not_chosen" for test in made.tests)


def test_an_unknown_cache_is_a_warning(kernel_file: Path, small_host: Host) -> None:
    made = ready(small_host.changed(cache_bytes=None), kernel_file)
    assert all(test.warnings[0].code == "cache_size_unknown" for test in made.tests)


def test_too_little_memory_for_a_large_cache(kernel_file: Path, small_host: Host) -> None:
    made = ready(small_host.changed(cache_bytes=GIB), kernel_file)
    assert {test.name for test in made.tests} == {"fma_fp32", "int8_dot", "cache_curve"}
    assert {"memory_latency", "q4_0_dot"} < {name for name, _ in made.failures}
    assert all(reason.code == "buffer_too_small" for _, reason in made.failures)


def test_no_memory_at_all(kernel_file: Path, small_host: Host) -> None:
    with pytest.raises(CannotMeasure, match="too_little_memory"):
        ready(small_host.changed(available_bytes=MIB), kernel_file)


def test_without_a_kernel_nothing_is_measured(tmp_path: Path, small_host: Host) -> None:
    with pytest.raises(CannotMeasure, match="kernel_absent"):
        ready(small_host, tmp_path / "kernel.so")


def test_a_machine_that_no_kernel_is_made_for(monkeypatch: pytest.MonkeyPatch, small_host: Host) -> None:
    monkeypatch.setattr(library, "library_name", lambda: None)
    with pytest.raises(CannotMeasure, match="kernel_of_other_processor"):
        list(part.KernelPart(small_host).prepare())


def test_memory_is_never_a_burden(small_host: Host) -> None:
    from advisor.bench.kernel.weights import weights_bytes

    assert weights_bytes(small_host) <= 0.05 * small_host.memory_bytes
    roomy = small_host.changed(memory_bytes=64 * GIB, available_bytes=60 * GIB, cache_bytes=96 * MIB)
    assert weights_bytes(roomy) == GIB
