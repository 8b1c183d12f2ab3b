"""NVIDIA's driver as one card whose work takes time on a clock of its own: the calls of `Cuda`, without a library."""

from collections.abc import Mapping
from typing import Any

from advisor.bench.nvidia.cuda import CAPABILITY_MAJOR, CAPABILITY_MINOR, INTEGRATED, L2_CACHE_BYTES, MULTIPROCESSORS
from advisor.bench.nvidia.cuda import CudaRefused as Refused

MIB, GIB = 2**20, 2**30
PROCESSORS = 10
LOOPS_PER_S = 1e6
LINK_BYTES_PER_S = 10e9
MEMORY_BYTES_PER_S = 400e9


class FakeCuda:
    """`refuse` maps a call, or a call and its argument, to NVIDIA's name of an error; `pace` is what its clock shows.

    Kernels take a time in proportion to their loops, copies to their bytes; a read goes over the memory given to it.
    """

    def __init__(
        self,
        capability: tuple[int, int] = (8, 9),
        *,
        addresses: tuple[str, ...] = ("0000:01:00.0",),
        name: str = "NVIDIA GeForce RTX 4090",
        free_bytes: int = 20 * GIB,
        integrated: int = 0,
        refuse: Mapping[str, str] | None = None,
        pace: float = 1.0,
    ) -> None:
        self.addresses = addresses
        self.text = name
        self.free = free_bytes
        self.refuse = dict(refuse or {})
        self.pace = pace
        self.now_s = 0.0
        self.allocated: list[int] = []
        self.longest_s = 0.0
        self._busy_until_s = 0.0
        self._marks: dict[int, float] = {}
        self._attributes = {
            MULTIPROCESSORS: PROCESSORS, INTEGRATED: integrated, L2_CACHE_BYTES: 64 * MIB,
            CAPABILITY_MAJOR: capability[0], CAPABILITY_MINOR: capability[1],
        }  # fmt: skip

    def clock(self) -> float:
        return self.now_s

    def open(self) -> None:
        self._asked("open")

    def version(self) -> str:
        return "CUDA 12.9"

    def devices(self) -> range:
        self._asked("devices")
        return range(len(self.addresses))

    def device(self, place: int) -> int:
        return place

    def name(self, device: int) -> str:
        return self.text

    def pci_address(self, device: int) -> str:
        return self.addresses[device]

    def attribute(self, device: int, number: int) -> int:
        return self._attributes[number]

    def open_device(self, device: int) -> int:
        self._asked("open_device")
        return 100 + device

    def use(self, context: int) -> None:
        self.context = context

    def free_bytes(self) -> int:
        return self.free

    def load_kernels(self, text: bytes) -> str:
        target = text.partition(b".target ")[2].split()[0].decode()
        self._asked("load_kernels", target)
        return target

    def kernel(self, module: str, entry: str) -> str:
        self._asked("kernel", entry)
        return entry

    def allocate(self, size_bytes: int) -> int:
        self._asked("allocate")
        self.allocated.append(size_bytes)
        return 2**40

    def allocate_pinned(self, size_bytes: int) -> int:
        self._asked("allocate_pinned")
        return 2**41

    def copy_to_device(self, target: int, source: int, size_bytes: int) -> None:
        self._work("copy_to_device", size_bytes / LINK_BYTES_PER_S)

    def copy_to_host(self, target: int, source: int, size_bytes: int) -> None:
        self._work("copy_to_host", size_bytes / LINK_BYTES_PER_S)

    def copy_within(self, target: int, source: int, size_bytes: int) -> None:
        self._work("copy_within", 2 * size_bytes / MEMORY_BYTES_PER_S)

    def launch(self, kernel: str, blocks: int, threads: int, *parameters: Any) -> None:
        streams = kernel in ("read", "fill")
        took_s = blocks * 64 * 2**10 / MEMORY_BYTES_PER_S if streams else parameters[1].value / LOOPS_PER_S
        self._work(kernel, took_s)

    def event(self) -> int:
        self._marks[len(self._marks)] = 0.0
        return len(self._marks) - 1

    def mark(self, event: int) -> None:
        self._marks[event] = max(self._busy_until_s, self.now_s)

    def wait(self, event: int) -> None:
        self._asked("wait")
        self.now_s = max(self.now_s, self._marks[event]) + 1e-5

    def between_s(self, begin: int, end: int) -> float:
        return self.pace * (self._marks[end] - self._marks[begin])

    def _work(self, call: str, seconds: float) -> None:
        self._asked("work", call)
        self.longest_s = max(self.longest_s, seconds)
        self._busy_until_s = max(self._busy_until_s, self.now_s) + seconds

    def _asked(self, call: str, argument: str = "") -> None:
        error = self.refuse.get(f"{call}:{argument}") or self.refuse.get(call)
        if error:
            raise Refused(error, call)
