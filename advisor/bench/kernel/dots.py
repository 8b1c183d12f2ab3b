"""How fast stored weights are multiplied: rows of blocks stream from memory past one vector that stays in cache.

That is what a token costs on a processor. One thread is always tried as well: it tells what one core does
(`tried` of the result).
"""

from collections.abc import Callable, Iterator

from advisor.bench.kernel.instructions import byte_product_word, vector_word
from advisor.bench.kernel.library import BLOCK_WEIGHTS, F16, Q4_0, Q8_0, BlockType, Kernel
from advisor.bench.kernel.stream import Stream
from advisor.bench.kernel.thread_pool import ThreadPool
from advisor.bench.kernel.weights import Weights
from advisor.bench.part import Test
from advisor.facts.values.reason import reason

_ROW_BLOCKS = 4096 // BLOCK_WEIGHTS
_RANK = 2


def dot_tests(kernel: Kernel, weights: Weights, pool: ThreadPool) -> Iterator[Test]:
    """One test for each block type, on all threads of the thread pool."""
    for kind in (Q4_0, Q8_0, F16):
        group_bytes = kind.block_bytes * _ROW_BLOCKS * kernel.group_rows(kind)
        stream = Stream(weights, pool, group_bytes, _work(kernel, kind, weights))
        word = vector_word(kernel.isa) if kind is F16 else byte_product_word(kernel.isa)
        yield Test(
            name=f"{kind.name}_dot",
            phase=reason("multiplying_weights"),
            unit="bytes_per_s",
            method=f"native_dot_{kind.name}_{word}/1",
            sample=stream.bytes_per_s,
            work_per_sample=float(stream.sample_bytes),
            device=pool.device,
            threads=pool.threads,
            buffer_bytes=weights.length,
            rank=_RANK,
        )


def _work(kernel: Kernel, kind: BlockType, weights: Weights) -> Callable[[int, int], object]:
    def work(address: int, groups: int) -> float:
        return kernel.dot(kind, address, weights.activations, blocks=_ROW_BLOCKS, groups=groups)

    return work
