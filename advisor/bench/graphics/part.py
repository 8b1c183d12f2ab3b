"""All measurements of one graphics card through wgpu, prepared one driver call at a time."""

import time
from collections.abc import Iterator, Sequence

import psutil

from advisor.bench.graphics.adapters import GraphicsBackend
from advisor.bench.graphics.card_memory import CardMemory
from advisor.bench.graphics.gpu import Gpu, open_gpu
from advisor.bench.graphics.load import Load, calibrated_units
from advisor.bench.graphics.memory_read import MemoryRead
from advisor.bench.graphics.plans import Plan, plans, refusal
from advisor.bench.graphics.problem import gpu_faults, plain
from advisor.bench.graphics.read_set import read_buffer_bytes, size_warnings
from advisor.bench.graphics.timed import Timed
from advisor.bench.names import GRAPHICS_NAMES
from advisor.bench.part import CannotMeasure, Prepared, Step, Test
from advisor.facts.values.reason import reason

_WARM_UP_S = 0.3
_OWN_CLOCK = reason("timed_by_computer")


class GraphicsPart(Prepared):
    """The card at one place of the driver's list.

    `device` is its id in the rig. `free_bytes` is the free memory of its own pool, None where unknown; `is_shared`:
    that pool is main memory. `cache_bytes` is its last-level cache where known. `only` names what is wanted (empty:
    all). A driver that is slower than `patience_s` to prepare gets one way for each figure that is left.
    """

    def __init__(
        self,
        adapter_index: int,
        device: str,
        *,
        free_bytes: int | None = None,
        is_shared: bool = False,
        cache_bytes: int | None = None,
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
        self._cache_bytes = cache_bytes
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
        step = Step(reason("asking_for_gpus"), usual_s=0.4, limit_s=8.0)
        try:
            yield step
            gpu = open_gpu(self._index, self._backend, allow_software=self._allow_software)
            step = Step(reason("preparing_gpu_memory"), usual_s=0.2, limit_s=8.0)
            yield step
            timed = Timed(gpu)
            memory = CardMemory(gpu, self._buffer_bytes(gpu))
            step = Step(reason("filling_gpu_memory"), usual_s=0.1, limit_s=5.0)
            for _ in memory.fill(timed):
                yield step
            step = Step(reason("warming_up_gpu"), usual_s=_WARM_UP_S, limit_s=5.0)
            yield step
            _warm_up(timed, MemoryRead(gpu, memory, "side_by_side"))
        except gpu_faults() as error:
            raise CannotMeasure(plain(error, step.phase)) from error
        for plan in plans(gpu, memory):
            is_further = any(test.name == plan.name for test in self._tests)
            if plan.name in self._names and not (is_further and time.monotonic() > patience_ends_s):
                yield from self._plan_steps(plan, gpu, memory, timed)

    def _buffer_bytes(self, gpu: Gpu) -> int:
        return read_buffer_bytes(
            free_bytes=self._free_bytes,
            cache_bytes=self._cache_bytes,
            memory_bytes=psutil.virtual_memory().total if self._is_shared else None,
            largest_buffer_bytes=gpu.largest_buffer_bytes,
        )

    def _plan_steps(self, plan: Plan, gpu: Gpu, memory: CardMemory, timed: Timed) -> Iterator[Step]:
        """Make one test; what fails costs its own figure only."""
        refused = refusal(plan.name, gpu, is_shared=self._is_shared)
        if refused:
            self._failures[plan.name] = refused
            return
        yield Step(plan.phase, usual_s=0.1, limit_s=8.0)
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
        doubt = (_OWN_CLOCK,) if timed.clock.is_doubted and load.in_pass else ()
        size = size_warnings(memory.total_bytes, cache_bytes=self._cache_bytes) if plan.rank == 0 and moved else ()
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
