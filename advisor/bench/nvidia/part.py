"""What is measured of one NVIDIA card through its driver: matrix rates, pinned copies, and what else is asked for."""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from advisor.bench.names import LINK_NAMES, MATRIX_NAMES, NVIDIA_NAMES
from advisor.bench.nvidia.card import find_gpu, open_gpu
from advisor.bench.nvidia.cuda import Cuda, load_library
from advisor.bench.nvidia.gpu_state import GpuState
from advisor.bench.nvidia.kernels import STREAM_FILE, RateKernel, matrix_kernels, vector_kernels, why_without
from advisor.bench.nvidia.measurements import COPY, READ, PinnedMemory, Session, StreamSet, rate_test
from advisor.bench.nvidia.stopwatch import Clock, Stopwatch
from advisor.bench.part import CannotMeasure, Part, Step, Test
from advisor.catalog.cards.folder import data_folder
from advisor.facts.machine.measurement import DeviceState
from advisor.facts.values.reason import Reason, reason

T = TypeVar("T")
STREAM_NAMES = (READ, COPY)
VECTOR_NAMES = ("gpu_fp32", "gpu_fp16")
"""What a graphics interface measures as well: only where asked for by name, for machines that have none."""

_OPEN_LIMIT_S = 20.0
_CALL_LIMIT_S = 8.0
_SPARE_BYTES = 256


class NvidiaPart(Part):
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
        yield Step(reason("starting_nvidia_driver"), _OPEN_LIMIT_S)
        self._cuda.open()
        yield Step(reason("looking_for_nvidia_card"), _CALL_LIMIT_S)
        device = find_gpu(self._cuda, self._pci_address)
        yield Step(reason("opening_nvidia_card"), _OPEN_LIMIT_S)
        card = open_gpu(self._cuda, device)
        yield Step(reason("asking_state_of_nvidia_card"), _CALL_LIMIT_S)
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
        """One file of kernels after the other."""
        for name in self._wanted(names):
            if name not in {kernel.name for kernel in kernels}:
                self._failures[name] = why_without(name, session.card.capability)
        wanted = [kernel for kernel in kernels if kernel.name in self._only]
        for file in dict.fromkeys(kernel.file for kernel in wanted):
            own = {kernel.name: kernel for kernel in wanted if kernel.file == file}
            yield from self._made(
                Step(reason("compiling_for_nvidia_card"), _OPEN_LIMIT_S),
                partial(_compiled, session, file),
                {name: reason("trying_on_nvidia_card", kernel=kernel.words) for name, kernel in own.items()},
                lambda module, name, own=own: rate_test(session, own[name], spare, module),  # type: ignore[misc]
            )

    def _copies(self, session: Session) -> Iterator[Step]:
        names = self._wanted(LINK_NAMES)
        if session.card.shares_memory:
            self._failures.update(dict.fromkeys(names, reason("no_link_to_copy_over")))
            return
        yield from self._made(
            Step(reason("preparing_copies"), _CALL_LIMIT_S),
            lambda: PinnedMemory(session),
            dict.fromkeys(names, reason("trying_copies")),
            lambda memory, name: memory.test(name, self._state),
        )

    def _streams(self, session: Session, spare: int) -> Iterator[Step]:
        yield from self._made(
            Step(reason("filling_memory_of_nvidia_card"), _OPEN_LIMIT_S),
            lambda: StreamSet(session, _compiled(session, STREAM_FILE), spare),
            dict.fromkeys(self._wanted(STREAM_NAMES), reason("trying_memory_of_nvidia_card")),
            StreamSet.test,
        )

    def _made(
        self, step: Step, shared: Callable[[], T], phases: Mapping[str, Reason], make: Callable[[T, str], Test]
    ) -> Iterator[Step]:
        """Prepare what these tests share, then make each by itself: what fails costs its own figure only."""
        if not phases:
            return
        try:
            yield step
            ready = shared()
        except CannotMeasure as refused:
            self._failures.update(dict.fromkeys(phases, refused.reason))
            return
        for name, phase in phases.items():
            yield Step(phase, _CALL_LIMIT_S)
            try:
                self._tests.append(make(ready, name))
            except CannotMeasure as refused:
                self._failures[name] = refused.reason

    def _wanted(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name in self._only)


def _compiled(session: Session, file: str) -> int:
    """The handle of the kernels in this file."""
    return session.cuda.load_kernels((data_folder("resources") / "kernels" / f"{file}.ptx").read_bytes())


def _bindings() -> Any:
    """NVIDIA's bindings for its management library, None where they are not installed."""
    try:
        import pynvml
    except ImportError:
        return None
    return pynvml
