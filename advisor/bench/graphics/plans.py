"""What is measured on a card, each way with its name, unit and method."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import psutil

from advisor.bench.graphics.arithmetic import UNROLLS, Arithmetic, Number, arithmetic_method
from advisor.bench.graphics.card_memory import CardMemory
from advisor.bench.graphics.copies import COPY_METHOD, TO_DEVICE_METHOD, TO_HOST_METHOD, Copies
from advisor.bench.graphics.gpu import Gpu
from advisor.bench.graphics.launch import LAUNCH_METHOD, Launches
from advisor.bench.graphics.load import Load
from advisor.bench.graphics.memory_read import READ_METHODS, MemoryRead
from advisor.bench.graphics.staging import download_buffer, staging_bytes, upload_buffer
from advisor.facts.values.reason import Reason, reason

_HALF_RANK = 5
_OTHER_RANK = 1


@dataclass(frozen=True)
class Plan:
    """One way to measure `name`; `make` prepares its load. `rank` as in Test."""

    name: str
    phase: Reason
    unit: str
    method: str
    rank: int
    make: Callable[[], Load]


def plans(gpu: Gpu, memory: CardMemory) -> Iterator[Plan]:
    """All ways, those of one name together."""
    for shape, method in READ_METHODS.items():
        phase = reason("reading_gpu_memory")
        yield Plan("gpu_memory_read", phase, "bytes_per_s", method, 0, partial(MemoryRead, gpu, memory, shape))
    pairs = [(memory.buffers[0], memory.buffers[1]), (memory.buffers[2], memory.buffers[3])]
    copies = partial(Copies, pairs, memory.buffer_bytes, counted=2)
    yield Plan("gpu_copy", reason("copying_gpu_memory"), "bytes_per_s", COPY_METHOD, _OTHER_RANK, copies)
    for name, number, rank in _ARITHMETIC:
        for unroll in UNROLLS:
            phase = reason("multiplying_on_gpu", bits=name[-2:])
            make = partial(Arithmetic, gpu, number, unroll)
            yield Plan(name, phase, "flop_per_s", arithmetic_method(number, unroll), rank, make)
    yield Plan("gpu_launch", reason("starting_kernels"), "s", LAUNCH_METHOD, _OTHER_RANK, partial(Launches, gpu))
    for name, phase, method, transfer in _LINKS:
        yield Plan(name, phase, "bytes_per_s", method, _OTHER_RANK, partial(transfer, gpu, memory))


def refusal(name: str, gpu: Gpu, *, is_shared: bool) -> Reason | None:
    """Why this card cannot give the figure, None where it can."""
    if name in ("host_to_device", "device_to_host") and is_shared:
        return reason("nothing_transferred")
    if name == "gpu_fp16" and gpu.adapter.backend == "DX12":
        return reason("no_fp16_through_directx")
    if name == "gpu_fp16" and "shader-f16" not in gpu.features:
        return reason("driver_without_fp16")
    return None


def _to_device(gpu: Gpu, memory: CardMemory) -> Load:
    size_bytes = _staging_bytes(memory)
    return Copies([(upload_buffer(gpu, memory.buffers[1], size_bytes), memory.buffers[0])], size_bytes)


def _to_host(gpu: Gpu, memory: CardMemory) -> Load:
    size_bytes = _staging_bytes(memory)
    return Copies([(memory.buffers[0], download_buffer(gpu, size_bytes))], size_bytes)


def _staging_bytes(memory: CardMemory) -> int:
    return staging_bytes(buffer_bytes=memory.buffer_bytes, available_bytes=psutil.virtual_memory().available)


_ARITHMETIC: tuple[tuple[str, Number, int], ...] = (("gpu_fp32", "f32", 0), ("gpu_fp16", "f16", _HALF_RANK))
_LINKS = (
    ("host_to_device", reason("copying_to_gpu"), TO_DEVICE_METHOD, _to_device),
    ("device_to_host", reason("copying_from_gpu"), TO_HOST_METHOD, _to_host),
)
