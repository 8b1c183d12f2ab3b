"""The whole part on a real driver; figures are only compared with themselves, the device may be a software one."""

import subprocess
import sys
import time
from collections.abc import Iterator
from math import inf
from statistics import median
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import wgpu

from advisor.bench.card import Adapter
from advisor.bench.graphics import timed
from advisor.bench.graphics.adapters import list_adapters
from advisor.bench.graphics.card_memory import CardMemory
from advisor.bench.graphics.gpu import Gpu, plain
from advisor.bench.graphics.loads import Arithmetic, MemoryRead
from advisor.bench.graphics.part import GraphicsPart, refusal
from advisor.bench.graphics.timed import Timed
from advisor.bench.names import GRAPHICS_NAMES
from advisor.bench.part import CannotMeasure, Test
from advisor.facts.values.reason import reason
from advisor.facts.values.units import MIB
from advisor.present.words.reasons.in_words import in_words

FREE_BYTES = 256 * MIB


@pytest.fixture(autouse=True, scope="module")
def no_device_is_too_slow() -> Iterator[None]:
    """A device that computes on the processor is as slow as other programs leave it time for."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(timed, "LONGEST_S", inf)
        yield


@pytest.fixture(scope="module")
def part(place: int) -> GraphicsPart:
    part = GraphicsPart(place, "gpu0", free_bytes=FREE_BYTES, allow_software=True, patience_s=inf)
    steps = list(part.prepare())
    assert len(steps) > len(GRAPHICS_NAMES)
    assert all(step.phase and step.limit_s > 0 for step in steps)
    return part


def ways_of(part: GraphicsPart, name: str) -> list[Test]:
    return [test for test in part.tests if test.name == name]


@pytest.mark.broad
def test_everything_is_measured_within_a_quarter_of_free_memory(part: GraphicsPart) -> None:
    assert part.failures == ()
    assert {test.name for test in part.tests} == set(GRAPHICS_NAMES)
    methods = [test.method for test in part.tests]
    assert len(set(methods)) == len(methods)
    assert [len(ways_of(part, name)) for name in ("gpu_memory_read", "gpu_fp32", "gpu_fp16")] == [2, 4, 4]
    for test in part.tests:
        assert (test.device, test.device_name is not None, test.driver is not None) == ("gpu0", True, True)
        assert test.buffer_bytes in (None, FREE_BYTES // 4)
        assert test.work_per_sample > 0
        unit = {"gpu_launch": "s", "gpu_fp32": "flop_per_s", "gpu_fp16": "flop_per_s"}.get(test.name, "bytes_per_s")
        assert test.unit == unit


def test_a_small_set_is_said(part: GraphicsPart) -> None:
    said = {test.name for test in part.tests if reason("little_gpu_memory") in test.warnings}
    assert said == {"gpu_memory_read"}


def test_figures_are_plausible(part: GraphicsPart) -> None:
    for test in part.tests:
        value = median(test.sample() for _ in range(3))
        low, high = {"bytes_per_s": (1e7, 1e13), "flop_per_s": (1e7, 1e15), "s": (1e-8, 1e-2)}[test.unit]
        assert low < value < high, test.method


def test_reading_is_neither_free_nor_hopeless(part: GraphicsPart, place: int) -> None:
    assert list_adapters()[place].kind == "software", "the bounds hold for a device that computes on the CPU"
    x = np.random.default_rng(1).random(8 * MIB, np.float32)
    y = x[::-1].copy()
    processor_s, read, ratio = inf, 0.0, 0.0
    while not 0.02 < ratio < 1.5:  # the best of each: other programs only take time
        began_s = time.perf_counter()
        np.dot(x, y)
        processor_s = min(processor_s, time.perf_counter() - began_s)
        read = max(read, *(test.sample() for test in ways_of(part, "gpu_memory_read")))
        ratio = read * processor_s / (x.nbytes + y.nbytes)


@pytest.mark.parametrize("name", ["memory", "arithmetic"])
def test_half_the_work_takes_half_the_time(gpu: Gpu, timed: Timed, name: str) -> None:
    work: MemoryRead | Arithmetic
    if name == "memory":
        memory = CardMemory(gpu, 16 * MIB)
        list(memory.fill(timed))
        work, units = MemoryRead(gpu, memory, "in_a_row"), 8
    else:
        work, units = Arithmetic(gpu, "f32", 4), 32
    assert work.work(2 * units) == 2 * work.work(units)
    half_s, whole_s = inf, inf
    while whole_s / half_s != pytest.approx(2.0, rel=0.25):
        # other programs only add time, so the shortest times come to agree, on a busy computer later
        half_s = min(half_s, timed.load_s(work, units))
        whole_s = min(whole_s, timed.load_s(work, 2 * units))


def test_only_what_is_asked_for_is_prepared(place: int) -> None:
    part = GraphicsPart(
        place, "gpu0", free_bytes=FREE_BYTES, is_shared=True, allow_software=True, only=("gpu_copy", "host_to_device")
    )
    list(part.prepare())
    assert [test.name for test in part.tests] == ["gpu_copy"]
    assert part.failures == (("host_to_device", reason("nothing_transferred")),)


def test_a_slow_driver_gets_one_way_for_each_figure(place: int) -> None:
    names = ("gpu_memory_read", "gpu_fp32")
    part = GraphicsPart(place, "gpu0", free_bytes=FREE_BYTES, allow_software=True, only=names, patience_s=0.0)
    list(part.prepare())
    assert tuple(test.name for test in part.tests) == names


def test_a_software_device_is_refused(place: int) -> None:
    with pytest.raises(CannotMeasure, match="software_adapter"):
        list(GraphicsPart(place, "gpu0", free_bytes=FREE_BYTES).prepare())


def test_too_little_memory_is_said(place: int) -> None:
    with pytest.raises(CannotMeasure, match="too_little_gpu_memory"):
        list(GraphicsPart(place, "gpu0", free_bytes=16 * MIB, allow_software=True).prepare())


@pytest.mark.parametrize(
    ("backend", "features", "is_refused"),
    [
        ("Vulkan", {"shader-f16"}, False),
        ("Vulkan", set(), True),
        ("DX12", {"shader-f16"}, True),
        ("Metal", {"shader-f16"}, False),
    ],
)
def test_half_precision_only_where_there(backend: str, features: set[str], is_refused: bool) -> None:
    gpu: Any = SimpleNamespace(adapter=SimpleNamespace(backend=backend), features=features)
    refused = refusal("gpu_fp16", gpu, is_shared=False)
    assert (refused is not None and "fp16" in refused.code) == is_refused
    assert refusal("gpu_fp32", gpu, is_shared=True) is None


def test_odd_limits_are_asked_for_as_they_are() -> None:
    asked: dict[str, Any] = {}
    limits = {
        "max-buffer-size": 300 * MIB,
        "max-storage-buffer-binding-size": 128 * MIB,
        "max-compute-workgroups-per-dimension": 1000,
        "max-bind-groups": 4,
    }
    handle = SimpleNamespace(limits=limits, features={"bgra8unorm-storage"}, request_device_sync=asked.update)
    adapter = Adapter(index=0, name="odd", vendor_id=0, device_id=0, kind="other")
    gpu = Gpu(handle, adapter)
    assert asked["required_features"] == []
    assert asked["required_limits"] == {name: value for name, value in limits.items() if name != "max-bind-groups"}
    assert gpu.largest_buffer_bytes == 128 * MIB
    x, y = gpu.grid(8192)
    assert (x * y, x <= 1000, y <= 1000) == (8192, True, True)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (wgpu.GPUOutOfMemoryError(""), "ran out of memory"),
        (RuntimeError("Buffer creation: Not enough memory left."), "ran out of memory"),
        (wgpu.GPUValidationError("Validation Error\n\nCaused by:\n  Parent device is lost"), "dropped the card"),
        (RuntimeError("Request device failed (2): no"), "refused to open the card"),
        (
            wgpu.GPUValidationError("Validation Error\n\nCaused by:\n  In wgpuX\n  too odd."),
            "refused the test (too odd).",
        ),
    ],
)
def test_faults_are_sentences_with_the_step(error: Exception, words: str) -> None:
    said = in_words(plain(error, reason("reading_gpu_memory")))
    assert words in said
    assert said.endswith("Step: VRAM bandwidth.")
    assert "\n" not in said


def test_a_lost_device_ends_a_test_with_a_sentence(place: int) -> None:
    program = f"""
from advisor.bench.graphics import part
from advisor.bench.part import CannotMeasure
from advisor.present.words.reasons.in_words import in_words
opened, open_gpu = [], part.open_gpu
part.open_gpu = lambda *a, **k: opened.append(open_gpu(*a, **k)) or opened[0]
names = ("gpu_copy", "gpu_launch")
whole = part.GraphicsPart({place}, "gpu0", free_bytes={FREE_BYTES}, allow_software=True, only=names)
list(whole.prepare())
opened[0].device.destroy()
for test in whole.tests:
    try:
        test.sample()
    except CannotMeasure as error:
        print(in_words(error.reason))
"""
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert child.stdout.splitlines() == [
        "The GPU driver gave up and dropped the card. Step: VRAM copy.",
        "The GPU driver gave up and dropped the card. Step: starting many small kernels.",
    ]


@pytest.mark.parametrize(
    "error", [wgpu.GPUOutOfMemoryError(""), RuntimeError("Buffer creation: Not enough memory left.")]
)
def test_a_full_memory_ends_the_preparation_with_a_sentence(
    place: int, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Any:
        raise error

    monkeypatch.setattr(Gpu, "buffer", full)
    part = GraphicsPart(place, "gpu0", free_bytes=FREE_BYTES, allow_software=True)
    with pytest.raises(CannotMeasure) as refused:
        list(part.prepare())
    assert refused.value.reason == reason(
        "gpu_fault", fault=reason("gpu_out_of_memory"), step=reason("preparing_gpu_memory")
    )
