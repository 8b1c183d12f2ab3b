"""The driver's library by its C interface: a compiled one that checks what it is given, and hangs, crashes, lies."""

import _ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.bench.host import Host
from advisor.bench.jobs import WorkerPlan, worker_command
from advisor.bench.names import LINK_NAMES, NVIDIA_NAMES
from advisor.bench.nvidia.cuda import Cuda, load_library
from advisor.bench.nvidia.part import STREAM_NAMES, VECTOR_NAMES, NvidiaPart
from advisor.bench.part import CannotMeasure
from advisor.facts.machine.measurement import Measurement
from advisor.facts.values.message import Failure, Message, Result
from advisor.facts.values.reason import reason
from advisor.present.words.reasons.in_words import in_words
from advisor.run.child import run_child
from advisor.run.command import child_environment
from advisor.run.watch import ChildOutcome
from tests.fakes.sure import sure

REPOSITORY = Path(__file__).parents[3]
SOURCE = str(REPOSITORY / "tests" / "fakes" / "systems" / "cuda.c")
PLENTY_S = 60.0
ONE = ("gpu_matrix_int8",)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The fake driver, built from its C source."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform == "win32":
        pytest.skip("no C compiler for a driver of its own")
    file = tmp_path_factory.mktemp("cuda") / "libcuda.so.1"
    command = [
        compiler,
        "-std=gnu11",
        "-Wall",
        "-Werror",
        "-shared",
        "-fPIC",
        SOURCE,
        "-o",
        str(file),
    ]
    subprocess.run(command, check=True)
    return str(file)


def child(
    library: str, plan: str, names: tuple[str, ...], limit_s: float = PLENTY_S
) -> tuple[ChildOutcome, list[Message]]:
    """How the child ended over a library that does what the plan says, and its messages."""
    messages: list[Message] = []
    command = [sys.executable, "-m", "tests.fakes.children.nvidia_child", library, str(limit_s), *names]
    environment = {**child_environment(), "FAKE_CUDA": plan, "PYTHONPATH": str(REPOSITORY)}
    outcome = run_child(command, total_limit_s=PLENTY_S, on_message=messages.append, environment=environment)
    return outcome, messages


def samples(messages: list[Message]) -> dict[str, float]:
    return {message.body["name"]: message.body["value"] for message in messages if isinstance(message, Result)}


def failures(messages: list[Message]) -> dict[str, str]:
    return {message.code: in_words(message.sentence) for message in messages if isinstance(message, Failure)}


def test_every_call_reaches_the_library_whole(library: str) -> None:
    names = (*NVIDIA_NAMES, *STREAM_NAMES, *VECTOR_NAMES)
    outcome, messages = child(library, "", names)
    assert outcome.kind == "done"
    assert not failures(messages)
    assert set(samples(messages)) == set(names)
    assert all(value > 0 for value in samples(messages).values())


if sys.platform == "linux":  # elsewhere a library cannot be put in the way of the system's by a variable

    def test_the_real_child_measures_over_the_library(library: str) -> None:
        host = Host(
            online_cpus=2, allowed_cpus=2, cores=2, memory_bytes=2**33, available_bytes=2**32, cache_bytes=2**25
        )
        plan = WorkerPlan(
            kind="nvidia", names=ONE, device="gpu3", seconds=0.6, host=host, pci_address="00000000:0B:00.0"
        )
        messages: list[Message] = []
        environment = {**child_environment(), "LD_LIBRARY_PATH": str(Path(library).parent)}
        command = worker_command(plan)
        outcome = run_child(command, total_limit_s=PLENTY_S, on_message=messages.append, environment=environment)
        assert outcome.kind == "done"
        told = [message for message in messages if isinstance(message, Result) and message.kind == "measurement"]
        (result,) = [message.record(Measurement) for message in told]
        assert (result.name, result.device, result.unit) == ("gpu_matrix_int8", "gpu3", "op_per_s")
        assert (result.device_name, result.driver) == ("NVIDIA Fake 1000", "CUDA 12.9")


def test_values_come_back_as_they_are(library: str) -> None:
    cuda = Cuda(lambda: load_library([library]))
    cuda.open()
    assert cuda.version() == "CUDA 12.9"
    assert [cuda.pci_address(cuda.device(place)) for place in cuda.devices()] == ["0000:0A:00.0", "0000:0B:00.0"]
    assert cuda.name(1) == "NVIDIA Fake 1000"
    cuda.use(cuda.open_device(1))
    assert cuda.free_bytes() == 6 * 2**30
    assert cuda.allocate(1) == 0x7100000000000
    event = cuda.event()
    cuda.mark(event)
    cuda.wait(event)
    with pytest.raises(CannotMeasure, match=r"nvidia_call_failed.*cuMemAlloc_v2.*invalid value"):
        cuda.allocate(0)


@pytest.mark.parametrize(
    ("plan", "step"),
    [
        ("abort:cuInit", "Starting the NVIDIA driver"),
        ("abort:cuModuleLoadData", "Compiling for the NVIDIA card"),
        ("abort:cuLaunchKernel", "Trying int8 with int32 accumulation on the NVIDIA card"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_a_crash_is_named_with_its_step(library: str, plan: str, step: str) -> None:
    outcome, messages = child(library, plan, ONE)
    assert (outcome.kind, in_words(sure(outcome.step))) == ("crashed", step)
    assert not samples(messages)


def test_a_hang_is_ended_and_what_came_before_is_kept(library: str) -> None:
    outcome, _ = child(library, "hang:cuDevicePrimaryCtxRetain", ONE, limit_s=1.0)
    assert (outcome.kind, outcome.step) == ("timed_out", reason("opening_nvidia_card"))


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("refuse:cuInit:100", "shows this program no card"),
        ("refuse:cuDevicePrimaryCtxRetain:46", "compute mode prohibits"),
        ("refuse:cuDeviceGetCount:31337", "failed in cuDeviceGetCount: error 31337"),
    ],
)
def test_a_refusal_is_a_sentence(library: str, plan: str, words: str) -> None:
    outcome, messages = child(library, plan, ONE)
    assert outcome.kind == "refused"
    assert words in failures(messages)["refused"]


def test_what_one_test_is_refused_costs_no_other(library: str) -> None:
    old = child(library, "refuse:cuModuleLoadData:222", ("gpu_matrix_fp8", "host_to_device"))[1]
    assert failures(old) == {"gpu_matrix_fp8": "The NVIDIA driver is too old for this test: update the driver."}
    assert set(samples(old)) == {"host_to_device"}
    full = child(library, "refuse:cuMemHostAlloc:2", (*ONE, "host_to_device"))[1]
    assert failures(full) == {"host_to_device": "The card has too little free memory for this test."}
    assert set(samples(full)) == set(ONE)


def test_a_lying_clock_gives_no_figure(library: str) -> None:
    messages = child(library, "lie", (*ONE, *LINK_NAMES))[1]
    assert not samples(messages)
    assert set(failures(messages)) == {*ONE, *LINK_NAMES}


def test_without_the_library_it_is_said() -> None:
    part = NvidiaPart("gpu0", cuda=Cuda(lambda: load_library(["no-such-library.so"])))
    with pytest.raises(CannotMeasure, match="no_cuda"):
        list(part.prepare())


def test_a_library_without_the_functions_is_too_old() -> None:
    with pytest.raises(CannotMeasure, match="cuda_without_function"):
        load_library([_ctypes.__file__])
