"""What is measured of one NVIDIA card through its driver: matrix rates, pinned copies, and what else is asked for."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from typing import Any

from advisor.bench.names import LINK_NAMES, MATRIX_NAMES, NVIDIA_NAMES
from advisor.bench.nvidia.card import find_gpu, open_gpu
from advisor.bench.nvidia.copies import SHARED_MEMORY, PinnedCopies, copied_bytes
from advisor.bench.nvidia.cuda import Cuda
from advisor.bench.nvidia.gpu_state import GpuState
from advisor.bench.nvidia.kernels import STREAM_FILE, RateKernel, matrix_kernels, vector_kernels, why_without
from advisor.bench.nvidia.library import load_library
from advisor.bench.nvidia.rates import rate_test
from advisor.bench.nvidia.session import Session
from advisor.bench.nvidia.stopwatch import Clock, Stopwatch
from advisor.bench.nvidia.streams import COPY, READ, StreamSet
from advisor.bench.part import CannotMeasure, Prepared, Step, Test
from advisor.catalog.cards.folder import data_folder
from advisor.facts.machine.measurement import DeviceState
from advisor.facts.values.reason import reason

STREAM_NAMES = (READ, COPY)
VECTOR_NAMES = ("gpu_fp32", "gpu_fp16")
"""What a graphics interface measures as well: only where asked for by name, for machines that have none."""

_OPEN_LIMIT_S = 20.0
_CALL_LIMIT_S = 8.0
_SPARE_BYTES = 256


class NvidiaPart(Prepared):
    """The measurements of the card at a place on the PCI bus.

    `device` is its id in the rig, `free_bytes` its free memory as detected, None where unknown. `only` names what is
    wanted: empty means `NVIDIA_NAMES`, named can be `STREAM_NAMES` and `VECTOR_NAMES` as well. `cuda` and `nvml`
    stand for the driver's two libraries.
    """

    def __init__(
        self,
        device: str = "gpu0",
        pci_address: str | None = None,
        free_bytes: int | None = None,
        *,
        only: Sequence[str] = (),
        cuda: Cuda | None = None,
        nvml: Any = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        super().__init__()
        self._clock = clock
        self._device = device
        self._pci_address = pci_address
        self._free_bytes = free_bytes
        self._only = tuple(only) or NVIDIA_NAMES
        self._cuda = cuda or Cuda(load_library)
        self._state = GpuState(nvml or _bindings())

    def state(self, device: str) -> DeviceState:
        """Clocks, power, heat and link: as they were during the last samples, else as they are now."""
        return self._state.latest() if device == self._device else DeviceState()

    def prepare(self) -> Iterator[Step]:
        """Open the card and find for each test how much work takes a sample's time.

        Raises:
            CannotMeasure: the card cannot be used at all.
        """
        session = yield from self._opened()
        spare = session.cuda.allocate(_SPARE_BYTES)
        capability = session.card.capability
        yield from self._rates(session, spare, MATRIX_NAMES, matrix_kernels(capability))
        yield from self._copies(session)
        yield from self._streams(session, spare)
        yield from self._rates(session, spare, VECTOR_NAMES, vector_kernels(capability))

    def _opened(self) -> Generator[Step, None, Session]:
        yield Step(reason("starting_nvidia_driver"), 0.3, _OPEN_LIMIT_S)
        self._cuda.open()
        yield Step(reason("looking_for_nvidia_card"), 0.01, _CALL_LIMIT_S)
        device = find_gpu(self._cuda, self._pci_address)
        yield Step(reason("opening_nvidia_card"), 0.3, _OPEN_LIMIT_S)
        card = open_gpu(self._cuda, device)
        yield Step(reason("asking_state_of_nvidia_card"), 0.1, _CALL_LIMIT_S)
        self._state.open(card.pci_address)
        detected = card.free_bytes if self._free_bytes is None else self._free_bytes
        return Session(
            cuda=self._cuda,
            card=card,
            stopwatch=Stopwatch(self._cuda, card.context, self._state.watch, self._clock),
            device=self._device,
            driver=self._state.driver or self._cuda.version(),
            free_bytes=min(card.free_bytes, detected),
        )

    def _rates(
        self, session: Session, spare: int, names: Sequence[str], kernels: Sequence[RateKernel]
    ) -> Iterator[Step]:
        """One file of kernels after the other, and each kernel by itself: what fails costs its own figure only."""
        for name in self._wanted(names):
            if name not in {kernel.name for kernel in kernels}:
                self._failures[name] = why_without(name, session.card.capability)
        wanted = [kernel for kernel in kernels if kernel.name in self._only]
        for file in dict.fromkeys(kernel.file for kernel in wanted):
            own = [kernel for kernel in wanted if kernel.file == file]
            try:
                yield Step(reason("compiling_for_nvidia_card"), 0.2, _OPEN_LIMIT_S)
                module = session.cuda.load_kernels(_kernel_text(file))
            except CannotMeasure as refused:
                self._failures.update((kernel.name, refused.reason) for kernel in own)
                continue
            for kernel in own:
                yield Step(reason("trying_on_nvidia_card", kernel=kernel.words), 0.1, _CALL_LIMIT_S)
                self._add(kernel.name, partial(rate_test, session, kernel, module, spare))

    def _copies(self, session: Session) -> Iterator[Step]:
        names = self._wanted(LINK_NAMES)
        if session.card.shares_memory:
            self._failures.update((name, SHARED_MEMORY) for name in names)
        elif names:
            try:
                yield Step(reason("preparing_copies"), 0.1, _CALL_LIMIT_S)
                copies = PinnedCopies(session, copied_bytes(session))
            except CannotMeasure as refused:
                self._failures.update((name, refused.reason) for name in names)
                return
            for name in names:
                yield Step(reason("trying_copies"), 0.2, _CALL_LIMIT_S)
                self._add(name, partial(copies.test, name, self._state))

    def _streams(self, session: Session, spare: int) -> Iterator[Step]:
        names = self._wanted(STREAM_NAMES)
        if not names:
            return
        try:
            yield Step(reason("filling_memory_of_nvidia_card"), 0.2, _OPEN_LIMIT_S)
            streams = StreamSet(session, session.cuda.load_kernels(_kernel_text(STREAM_FILE)), spare)
        except CannotMeasure as refused:
            self._failures.update((name, refused.reason) for name in names)
            return
        for name in names:
            yield Step(reason("trying_memory_of_nvidia_card"), 0.1, _CALL_LIMIT_S)
            self._add(name, partial(streams.test, name))

    def _add(self, name: str, make: Callable[[], Test]) -> None:
        """Make one test; what fails costs its own figure only."""
        try:
            self._tests.append(make())
        except CannotMeasure as refused:
            self._failures[name] = refused.reason

    def _wanted(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name in self._only)


def _kernel_text(file: str) -> bytes:
    return (data_folder("resources") / "kernels" / f"{file}.ptx").read_bytes()


def _bindings() -> Any:
    """NVIDIA's bindings for its management library, None where they are not installed."""
    try:
        import pynvml
    except ImportError:
        return None
    return pynvml
