"""How long one core waits for a word of memory whose address the word before told it."""

from advisor.bench.kernel.library import Kernel
from advisor.bench.kernel.thread_pool import ThreadPool
from advisor.bench.kernel.weights import Weights
from advisor.bench.part import Test
from advisor.facts.values.reason import reason

LINE_BYTES = 64
_STEPS = 100_000
_RANK = 5


def latency_test(kernel: Kernel, weights: Weights, pool: ThreadPool) -> Test:
    """Links the weights' cache lines into one ring, which spoils some of their numbers and no speed."""
    kernel.link(weights.address, weights.length // LINE_BYTES)
    place = 0

    def follow(_: int) -> None:
        nonlocal place
        place = kernel.follow(weights.address, _STEPS, place)

    return Test(
        name="memory_latency",
        phase=reason("waiting_for_memory"),
        unit="s",
        method="native_chase/1",
        sample=lambda: pool.timed_s(range(1), follow) / _STEPS,
        work_per_sample=float(_STEPS * LINE_BYTES),
        device=pool.device,
        threads=1,
        buffer_bytes=weights.length,
        rank=_RANK,
    )
