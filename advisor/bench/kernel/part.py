"""The measurements of the native kernel as a part: the processor as a whole, and each kind of its cores alone."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from advisor.bench.conditions import cpu_state
from advisor.bench.host import Cores, Host
from advisor.bench.kernel.library import Kernel, kernel_file
from advisor.bench.kernel.measurements import arithmetic_tests, cache_curve_tests, dot_tests, latency_test, read_test
from advisor.bench.kernel.weights import TOO_SMALL, Weights, outgrows, weights_bytes
from advisor.bench.names import KERNEL_NAMES
from advisor.bench.part import Part, Step, Test
from advisor.bench.thread_pool import ThreadPool, can_choose
from advisor.facts.machine.measurement import DeviceState
from advisor.facts.values.reason import Reason, reason

CPU = "cpu"
_FROM_MEMORY = ("memory_latency", "q4_0_dot", "q8_0_dot", "f16_dot", "memory_read")
"""What has to outgrow the caches."""
_LIMIT_S = 10.0
_KIND_RANKS = 10
"""Added to the ranks of one kind of cores: the processor as a whole comes first."""


class KernelPart(Part):
    """What the kernel measures on this host; `file` and `isa` take the place of the installed one and the best.

    One figure of all cores is on device `cpu`, one of a kind of cores on `cpu:P` or `cpu:E`. Curve and latency are of
    one thread, on the first kind of cores where there are several.
    """

    def __init__(self, host: Host, *, file: Path | None = None, isa: int | None = None) -> None:
        super().__init__()
        self._host = host
        self._file = file
        self._isa = isa

    def prepare(self) -> Iterator[Step]:
        """Load the kernel, fill memory, find out how much work makes a sample; CannotMeasure where that cannot be."""
        yield Step(reason("loading_kernel"), 5.0)
        kernel = Kernel(self._file or kernel_file(), self._isa)
        weights = Weights(weights_bytes(self._host))
        pools = {threads: ThreadPool(threads) for threads in {1, self._host.core_threads, self._host.all_threads}}
        for piece in weights.pieces():
            yield Step(reason("preparing_weights"), _LIMIT_S)
            pools[self._host.all_threads].timed_s(piece, weights.fill)
        too_small = () if outgrows(weights.length, self._host) else _FROM_MEMORY
        self._failures.update((name, TOO_SMALL) for name in too_small if name in KERNEL_NAMES)
        warnings = self._warnings()
        for make in self._makers(kernel, weights, pools):
            yield Step(reason("trying_kernel"), _LIMIT_S)
            made = (test for test in make() if test.name not in too_small)
            self._tests.extend(replace(test, warnings=warnings) for test in made)

    def state(self, device: str) -> DeviceState:
        """Clock and heat of the processor."""
        return cpu_state()

    @property
    def _kinds(self) -> tuple[Cores, ...]:
        """The kinds of cores that can be measured apart."""
        return tuple(kind for kind in self._host.core_kinds if can_choose(kind.cpus))

    def _makers(
        self, kernel: Kernel, weights: Weights, pools: Mapping[int, ThreadPool]
    ) -> Iterator[Callable[[], Iterable[Test]]]:
        """What makes the tests, some at a time. The latency comes first: it writes on the weights."""
        alone = ThreadPool(1, CPU, self._kinds[0].cpus) if self._kinds else pools[1]
        yield lambda: (latency_test(kernel, weights, alone),)
        yield partial(arithmetic_tests, kernel, pools[self._host.core_threads])
        for threads in sorted(pools):
            yield partial(dot_tests, kernel, weights, pools[threads])
        yield partial(cache_curve_tests, kernel, weights, alone, self._host.cache_bytes)
        for kind in self._kinds:
            yield partial(_tests_of_kind, kernel, weights, kind)

    def _warnings(self) -> tuple[Reason, ...]:
        unknown_cache = () if self._host.cache_bytes else (reason("cache_size_unknown"),)
        return unknown_cache + (
            () if len(self._kinds) == len(self._host.core_kinds) else (reason("core_kinds_not_chosen"),)
        )


def _tests_of_kind(kernel: Kernel, weights: Weights, kind: Cores) -> Iterable[Test]:
    pool = ThreadPool(min(kind.cores, len(kind.cpus)), f"{CPU}:{kind.name}", kind.cpus)
    tests = (*dot_tests(kernel, weights, pool), *arithmetic_tests(kernel, pool), read_test(kernel, weights, pool))
    return tuple(replace(test, rank=test.rank + _KIND_RANKS) for test in tests)
