"""One card through its driver: what is measured, what is refused and in which words."""

from types import SimpleNamespace
from typing import Any

import pytest

from advisor.bench.names import LINK_NAMES, MATRIX_NAMES, NVIDIA_NAMES
from advisor.bench.nvidia.kernels import BLOCKS_PER_PROCESSOR, matrix_kernels
from advisor.bench.nvidia.measurements import set_bytes
from advisor.bench.nvidia.part import STREAM_NAMES, VECTOR_NAMES, NvidiaPart
from advisor.bench.part import CannotMeasure, Test
from advisor.facts.machine.measurement import DeviceState
from advisor.facts.values.reason import reason
from advisor.present.words.reasons.in_words import in_words
from tests.fakes.systems.cuda import GIB, LINK_BYTES_PER_S, LOOPS_PER_S, MEMORY_BYTES_PER_S, MIB, PROCESSORS, FakeCuda
from tests.fakes.systems.nvml import CARD, FakeNvml

ADDRESS = "00000000:01:00.0"
ALL = (*NVIDIA_NAMES, *STREAM_NAMES, *VECTOR_NAMES)
MATRIX_ONLY = ("gpu_matrix_fp16_acc32",)
BUSY = {
    **CARD,
    "nvmlInit": 0,
    "nvmlDeviceGetHandleByPciBusId": "handle",
    "nvmlDeviceGetClockInfo": 2520,
    "nvmlDeviceGetTemperature": 61,
    "nvmlDeviceGetPowerUsage": 312000,
    "nvmlDeviceGetEnforcedPowerLimit": 450000,
    "nvmlDeviceGetCurrentClocksThrottleReasons": 0x1 | 0x4 | 0x20 | 0x40,
    "nvmlDeviceGetUtilizationRates": SimpleNamespace(gpu=7, memory=3),
}


def prepared(cuda: FakeCuda, *, nvml: Any = None, **options: Any) -> NvidiaPart:
    options = {"pci_address": ADDRESS, **options}
    part = NvidiaPart("gpu1", cuda=cuda, nvml=nvml or FakeNvml(), clock=cuda.clock, **options)  # type: ignore[arg-type]
    for step in part.prepare():
        assert step.limit_s > 0
    return part


def by_name(part: NvidiaPart) -> dict[str, Test]:
    return {test.name: test for test in part.tests}


def test_every_rate_is_what_the_card_took_for_the_work_counted() -> None:
    cuda = FakeCuda()
    part = prepared(cuda, only=ALL)
    tests = by_name(part)
    assert set(tests) == set(ALL)
    assert not part.failures
    for kernel in matrix_kernels((8, 9)):
        test = tests[kernel.name]
        expected = PROCESSORS * BLOCKS_PER_PROCESSOR * kernel.work_per_loop * LOOPS_PER_S
        assert test.sample() == pytest.approx(expected)
        assert test.method == f"cuda_{kernel.entry}/1"
        assert kernel.accumulator in test.method
        assert test.unit == ("op_per_s" if kernel.name == "gpu_matrix_int8" else "flop_per_s")
    for name in LINK_NAMES:
        assert tests[name].sample() == pytest.approx(LINK_BYTES_PER_S)
        assert tests[name].buffer_bytes == tests[name].work_per_sample
    for stream in STREAM_NAMES:
        assert tests[stream].sample() == pytest.approx(MEMORY_BYTES_PER_S)
    assert all((test.device, test.device_name) == ("gpu1", "NVIDIA GeForce RTX 4090") for test in part.tests)
    assert all(test.phase and not test.warnings for test in part.tests)


def test_work_is_doubled_to_a_sample_of_20_to_50_ms() -> None:
    cuda = FakeCuda()
    part = prepared(cuda, only=ALL)
    assert cuda.longest_s < 0.1
    for test in part.tests:
        began_s = cuda.now_s
        test.sample()
        assert 0.02 <= cuda.now_s - began_s < 0.05


def test_part_is_what_the_runner_takes_and_only_what_is_asked_for() -> None:
    part = prepared(FakeCuda())
    assert part.state("gpu1") is not None
    assert {test.name for test in part.tests} == set(NVIDIA_NAMES)
    one = prepared(FakeCuda(), only=("gpu_matrix_int8",))
    assert (list(by_name(one)), one.failures) == (["gpu_matrix_int8"], ())


@pytest.mark.parametrize(
    ("addresses", "asked", "context"),
    [
        (("0000:41:00.0", "0000:01:00.0"), "00000000:01:00.0", 101),
        (("0000:C1:00.0", "0001:C1:00.0"), "0001:c1:00.0", 101),
        (("0000:41:00.0",), None, 100),
    ],
)
def test_the_card_is_found_by_its_place_on_the_bus(addresses: tuple[str, ...], asked: str | None, context: int) -> None:
    cuda = FakeCuda(addresses=addresses)
    prepared(cuda, pci_address=asked, only=MATRIX_ONLY)
    assert cuda.context == context


@pytest.mark.parametrize(
    ("cuda", "asked", "words"),
    [
        (FakeCuda(addresses=("0000:41:00.0",)), ADDRESS, "does not show this card"),
        (FakeCuda(addresses=("a", "b")), None, "several NVIDIA cards"),
        (FakeCuda(addresses=()), ADDRESS, "no card"),
        (FakeCuda(refuse={"open": "CUDA_ERROR_NO_DEVICE"}), ADDRESS, "no card"),
        (FakeCuda(refuse={"open_device": "CUDA_ERROR_DEVICE_UNAVAILABLE"}), ADDRESS, "compute mode"),
        (FakeCuda(refuse={"open_device": "CUDA_ERROR_OUT_OF_MEMORY"}), ADDRESS, "too little free memory"),
        (FakeCuda(refuse={"open": "CUDA_ERROR_FROM_TOMORROW"}), ADDRESS, "failed in open: from tomorrow"),
    ],
)
def test_a_card_that_cannot_be_used_is_one_sentence(cuda: FakeCuda, asked: str | None, words: str) -> None:
    with pytest.raises(CannotMeasure) as refused:
        prepared(cuda, pci_address=asked)
    assert words in in_words(refused.value.reason)


@pytest.mark.parametrize(
    ("refuse", "lost", "words"),
    [
        ({"load_kernels:sm_89": "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"}, {"gpu_matrix_fp8"}, "update the driver"),
        ({"load_kernels:sm_80": "CUDA_ERROR_INVALID_PTX"}, set(MATRIX_NAMES) - {"gpu_matrix_fp8"}, "update the driver"),
        ({"work:mma_m16n8k32_s8_s32": "CUDA_ERROR_NO_BINARY_FOR_GPU"}, {"gpu_matrix_int8"}, "cannot run"),
        ({"allocate_pinned": "CUDA_ERROR_OUT_OF_MEMORY"}, set(LINK_NAMES), "too little free memory"),
        ({"work:copy_to_host": "CUDA_ERROR_UNKNOWN"}, {"device_to_host"}, "without saying why"),
        ({"work:fill": "CUDA_ERROR_LAUNCH_FAILED"}, set(STREAM_NAMES), "stopped while"),
    ],
)
def test_what_is_refused_costs_its_own_figures_only(refuse: dict[str, str], lost: set[str], words: str) -> None:
    part = prepared(FakeCuda(refuse=refuse), only=ALL)
    assert {name for name, _ in part.failures} == lost
    assert all(words in in_words(reason) for _, reason in part.failures)
    assert set(by_name(part)) == set(ALL) - lost


def test_a_card_lost_while_it_is_measured_ends_the_sample_in_words() -> None:
    cuda = FakeCuda()
    part = prepared(cuda, only=MATRIX_ONLY)
    cuda.refuse["wait"] = "CUDA_ERROR_LAUNCH_FAILED"
    with pytest.raises(CannotMeasure, match=r"kernel_outside_memory|card_stopped"):
        part.tests[0].sample()


@pytest.mark.parametrize("pace", [1e-9, 0.0, -1.0, 1000.0, float("nan")])
def test_a_clock_that_cannot_be_right_is_no_measurement(pace: float) -> None:
    cuda = FakeCuda(pace=pace)
    part = prepared(cuda, only=ALL)
    assert not part.tests
    assert {reason.code for _, reason in part.failures} == {"clocks_disagree"}
    assert cuda.longest_s < 0.1


def test_older_newer_and_divided_cards_say_what_their_figures_are() -> None:
    pascal = prepared(FakeCuda((6, 1)), only=ALL)
    assert {name for name, _ in pascal.failures} == set(MATRIX_NAMES)
    assert set(by_name(pascal)) == {*LINK_NAMES, *STREAM_NAMES, *VECTOR_NAMES}
    blackwell = by_name(prepared(FakeCuda((10, 0))))
    assert blackwell["gpu_matrix_bf16"].warnings[0].code == "lower_bound"
    assert not blackwell["host_to_device"].warnings
    part = by_name(prepared(FakeCuda((8, 0), name="NVIDIA A100-SXM4-40GB MIG 3g.20gb")))
    assert all(test.warnings[0].code == "one_slice" for test in part.values())


def test_a_way_that_fails_costs_nothing_where_another_one_works() -> None:
    both = prepared(FakeCuda((9, 0)))
    methods = [test.method for test in both.tests if test.name == "gpu_matrix_bf16"]
    assert methods == ["cuda_mma_m16n8k16_bf16_f32/1", "cuda_wgmma_m64n256k16_bf16_f32/1"]
    one = prepared(FakeCuda((9, 0), refuse={"load_kernels:sm_90a": "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"}))
    assert [name for name, _ in one.failures] == ["gpu_matrix_fp8"]
    assert "gpu_matrix_bf16" in by_name(one)


def test_memory_that_is_shared_has_no_link() -> None:
    part = prepared(FakeCuda((12, 1), integrated=1))
    assert dict(part.failures) == dict.fromkeys(LINK_NAMES, reason("no_link_to_copy_over"))


def test_free_memory_is_respected() -> None:
    cuda = FakeCuda(free_bytes=20 * GIB)
    part = prepared(cuda, free_bytes=64 * MIB, only=ALL)
    assert sum(cuda.allocated) <= 32 * MIB
    assert {name for name, _ in part.failures} == set(STREAM_NAMES)
    assert dict(part.failures)["gpu_copy"] == reason("card_cache_not_outgrown")
    nothing = prepared(FakeCuda(free_bytes=10 * MIB))
    assert {name for name, _ in nothing.failures} == set(LINK_NAMES)


def test_a_read_outgrows_the_cache_and_leaves_most_of_the_card_alone() -> None:
    assert set_bytes(24 * GIB, 72 * MIB) == GIB
    assert set_bytes(140 * GIB, 50 * MIB) == pytest.approx(4 * GIB)
    assert set_bytes(2 * GIB, 4 * MIB) == GIB // 2
    with pytest.raises(CannotMeasure):
        set_bytes(2 * GIB, 96 * MIB)


def test_the_state_is_that_under_load_and_what_others_take_before_it() -> None:
    part = NvidiaPart("gpu0", ADDRESS, only=MATRIX_ONLY, cuda=FakeCuda(), nvml=FakeNvml(**BUSY))  # type: ignore[arg-type]
    assert part.state("gpu0") == DeviceState()
    cuda = FakeCuda()
    part = prepared(cuda, nvml=FakeNvml(**BUSY), only=MATRIX_ONLY)
    assert part.tests[0].driver == "595.71"
    part.tests[0].sample()
    state = part.state("gpu1")
    assert (state.clock_hz, state.power_w, state.power_limit_w, state.temperature_c) == (2.52e9, 312.0, 450.0, 61.0)
    assert state.throttle_reasons == (reason("at_power_limit"), reason("heat"))
    assert (state.link_generation, state.link_width) == (1, 16)
    assert part.state("gpu0") == DeviceState()


def test_a_slow_link_is_said_with_the_copies() -> None:
    narrow = {**BUSY, "nvmlDeviceGetCurrPcieLinkGeneration": 3, "nvmlDeviceGetCurrPcieLinkWidth": 4}
    tests = by_name(prepared(FakeCuda(), nvml=FakeNvml(**{**narrow, "nvmlDeviceGetMaxPcieLinkGeneration": 4})))
    for name in LINK_NAMES:
        assert tests[name].warnings == (reason("link_slow", seen=3, most=4), reason("link_narrow", seen=4, most=16))


@pytest.mark.parametrize("answer", [-1, 2**32 - 1, "text", None, float("nan"), True, object()])
def test_nonsense_of_the_management_library_is_left_out(answer: Any) -> None:
    library = FakeNvml(**dict.fromkeys(BUSY, answer))
    part = prepared(FakeCuda(), nvml=library, only=MATRIX_ONLY)
    assert part.tests[0].sample() > 0
    assert isinstance(part.state("gpu1"), DeviceState)
