"""Tests of one card's arithmetic: matrix rates by kind of number and accumulator, and the shaders' own."""

import ctypes

from advisor.bench.nvidia.kernels import (
    BLOCKS_PER_PROCESSOR,
    THREADS,
    MatrixKernel,
    RateKernel,
    is_lower_bound,
    method_of,
)
from advisor.bench.nvidia.session import Session
from advisor.bench.part import Test
from advisor.facts.values.reason import reason

_FIRST_LOOPS = 32
_MOST_LOOPS = 2**28
_RANKS = {"gpu_matrix_bf16": 4, "gpu_matrix_fp8": 4, "gpu_fp16": 3, "gpu_fp32": 2}
_RANK = 3
_LOWER_BOUND = reason("lower_bound")


def rate_test(session: Session, kernel: RateKernel, module: int, spare: int) -> Test:
    """The test of one kernel, with as many loops as take the stopwatch's time; `spare` is memory it never writes.

    Raises:
        CannotMeasure: the card cannot run it.
    """
    function = session.cuda.kernel(module, kernel.entry)
    blocks = BLOCKS_PER_PROCESSOR * session.card.processors

    def run(loops: int) -> None:
        session.cuda.launch(function, blocks, THREADS, ctypes.c_uint64(spare), ctypes.c_uint32(loops))

    loops = session.stopwatch.calibrated(run, _FIRST_LOOPS, _MOST_LOOPS)
    is_low = is_lower_bound(kernel, session.card.capability)
    return session.test(
        kernel.name,
        reason("multiplying_matrices", kernel=kernel.words)
        if isinstance(kernel, MatrixKernel)
        else reason("measuring_kernel", kernel=kernel.words),
        method_of(kernel),
        work=run,
        amount=loops,
        work_per_sample=blocks * loops * kernel.work_per_loop,
        unit=kernel.unit,
        rank=_RANKS.get(kernel.name, _RANK),
        warnings=(_LOWER_BOUND,) if is_low else (),
    )
