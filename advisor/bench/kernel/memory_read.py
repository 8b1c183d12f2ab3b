"""Reading memory on the cores of one kind; all cores together are measured by the folder memory/."""

from advisor.bench.kernel.instructions import vector_word
from advisor.bench.kernel.library import Kernel
from advisor.bench.kernel.stream import Stream
from advisor.bench.kernel.thread_pool import ThreadPool
from advisor.bench.kernel.weights import Weights
from advisor.bench.part import Test
from advisor.facts.values.reason import reason

READ_UNIT_BYTES = 512
"""What the kernel reads at least."""
_RANK = 5


def read_test(kernel: Kernel, weights: Weights, pool: ThreadPool) -> Test:
    """Every byte of the weights, on all threads of the thread pool."""
    stream = Stream(
        weights, pool, READ_UNIT_BYTES, lambda address, units: kernel.read(address, units * READ_UNIT_BYTES)
    )
    return Test(
        name="memory_read",
        phase=reason("reading_memory"),
        unit="bytes_per_s",
        method=f"native_read_{vector_word(kernel.isa)}/1",
        sample=stream.bytes_per_s,
        work_per_sample=float(stream.sample_bytes),
        device=pool.device,
        threads=pool.threads,
        buffer_bytes=weights.length,
        rank=_RANK,
    )
