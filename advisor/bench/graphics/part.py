"""All measurements of one graphics card through wgpu, prepared one driver call at a time."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import psutil

from advisor.bench.graphics.adapters import GraphicsBackend
from advisor.bench.graphics.card_memory import (
    CardMemory,
    read_buffer_bytes,
    staging_bytes,
    upload_buffer,
)
from advisor.bench.graphics.gpu import Gpu, gpu_faults, open_gpu, plain
from advisor.bench.graphics.loads import (
    READ_METHODS,
    UNROLLS,
    Arithmetic,
    Copies,
    Launches,
    MemoryRead,
    Number,
)
from advisor.bench.graphics.timed import Load, Timed, calibrated_units
from advisor.bench.names import GRAPHICS_NAMES
from advisor.bench.part import CannotMeasure, Part, Step, Test
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason

_HALF_RANK = 5
_OTHER_RANK = 1
_ARITHMETIC: tuple[tuple[str, Number, int], ...] = (("gpu_fp32", "f32", 0), ("gpu_fp16", "f16", _HALF_RANK))
_WARM_UP_S = 0.3


@frozen
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
    yield Plan("gpu_copy", reason("copying_gpu_memory"), "bytes_per_s", "wgpu_copy_buffer/1", _OTHER_RANK, copies)
    for name, number, rank in _ARITHMETIC:
        for unroll in UNROLLS:
            phase = reason("multiplying_on_gpu", bits=name[-2:])
            make = partial(Arithmetic, gpu, number, unroll)
            yield Plan(name, phase, "flop_per_s", f"wgpu_fma_{number}_x{unroll}/1", rank, make)
    yield Plan("gpu_launch", reason("starting_kernels"), "s", "wgpu_dispatch/1", _OTHER_RANK, partial(Launches, gpu))
    for name, phase, method, transfer in (
        ("host_to_device", reason("copying_to_gpu"), "wgpu_staging_to_device/1", _to_device),
        ("device_to_host", reason("copying_from_gpu"), "wgpu_device_to_staging/1", _to_host),
    ):
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
    return Copies([(memory.buffers[0], gpu.buffer(size_bytes, "MAP_READ", "COPY_DST"))], size_bytes)


def _staging_bytes(memory: CardMemory) -> int:
    return staging_bytes(buffer_bytes=memory.buffer_bytes, available_bytes=psutil.virtual_memory().available)


class GraphicsPart(Part):
    """The card at one place of the driver's list.

    `device` is its id in the rig. `free_bytes` is the free memory of its own pool, None where unknown; `is_shared`:
    that pool is main memory. `only` names what is wanted (empty:
    all). A driver that is slower than `patience_s` to prepare gets one way for each figure that is left.
    """

    def __init__(
        self,
        adapter_index: int,
        device: str,
        *,
        free_bytes: int | None = None,
        is_shared: bool = False,
        backend: GraphicsBackend | None = None,
        allow_software: bool = False,
        only: Sequence[str] = (),
        patience_s: float = 4.0,
    ) -> None:
        super().__init__()
        self._index = adapter_index
        self._device = device
        self._free_bytes = free_bytes
        self._is_shared = is_shared
        self._backend = backend
        self._allow_software = allow_software
        self._names = tuple(name for name in GRAPHICS_NAMES if name in only or not only)
        self._patience_s = patience_s

    def prepare(self) -> Iterator[Step]:
        """Open the card, fill its memory and find the right length of each test.

        Raises:
            CannotMeasure: the card cannot be used at all.
        """
        patience_ends_s = time.monotonic() + self._patience_s
        step = Step(reason("asking_for_gpus"), limit_s=8.0)
        try:
            yield step
            gpu = open_gpu(self._index, self._backend, allow_software=self._allow_software)
            step = Step(reason("preparing_gpu_memory"), limit_s=8.0)
            yield step
            timed = Timed(gpu)
            buffer_bytes = read_buffer_bytes(
                free_bytes=self._free_bytes,
                memory_bytes=psutil.virtual_memory().total if self._is_shared else None,
                largest_buffer_bytes=gpu.largest_buffer_bytes,
            )
            memory = CardMemory(gpu, buffer_bytes)
            step = Step(reason("filling_gpu_memory"), limit_s=5.0)
            for _ in memory.fill(timed):
                yield step
            step = Step(reason("warming_up_gpu"), limit_s=5.0)
            yield step
            _warm_up(timed, MemoryRead(gpu, memory, "side_by_side"))
        except gpu_faults() as error:
            raise CannotMeasure(plain(error, step.phase)) from error
        for plan in plans(gpu, memory):
            is_further = any(test.name == plan.name for test in self._tests)
            if plan.name in self._names and not (is_further and time.monotonic() > patience_ends_s):
                yield from self._plan_steps(plan, gpu, memory, timed)

    def _plan_steps(self, plan: Plan, gpu: Gpu, memory: CardMemory, timed: Timed) -> Iterator[Step]:
        """Make one test; what fails costs its own figure only."""
        refused = refusal(plan.name, gpu, is_shared=self._is_shared)
        if refused:
            self._failures[plan.name] = refused
            return
        yield Step(plan.phase, limit_s=8.0)
        try:
            self._tests.append(self._test(plan, gpu, memory, timed))
        except gpu_faults() as error:
            self._failures[plan.name] = plain(error, plan.phase)

    def _test(self, plan: Plan, gpu: Gpu, memory: CardMemory, timed: Timed) -> Test:
        load = plan.make()
        units = calibrated_units(lambda tried: timed.load_s(load, tried), most=load.most)
        work = load.work(units)

        def sample() -> float:
            try:
                took_s = timed.load_s(load, units)
            except gpu_faults() as error:
                raise CannotMeasure(plain(error, plan.phase)) from error
            return took_s / work if plan.unit == "s" else work / took_s

        moved = plan.unit == "bytes_per_s"
        doubt = (reason("timed_by_computer"),) if timed.clock.is_doubted and load.in_pass else ()
        size = (reason("little_gpu_memory"),) if plan.rank == 0 and moved and memory.is_small else ()
        return Test(
            name=plan.name,
            phase=plan.phase,
            unit=plan.unit,
            method=plan.method,
            sample=sample,
            work_per_sample=work,
            device=self._device,
            device_name=gpu.adapter.name,
            driver=gpu.adapter.driver,
            buffer_bytes=memory.total_bytes if moved else None,
            warnings=(*doubt, *size),
            rank=plan.rank,
        )


def _warm_up(timed: Timed, load: Load) -> None:
    """Raise the clocks, so that the lengths found afterwards are those of a busy card."""
    end_s = time.monotonic() + _WARM_UP_S
    while time.monotonic() < end_s:
        calibrated_units(lambda tried: timed.load_s(load, tried), most=load.most)
