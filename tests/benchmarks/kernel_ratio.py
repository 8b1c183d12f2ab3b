"""Our measurements of the processor beside the same in C, in turns: `python -m tests.benchmarks.kernel_ratio`.

Run by hand, on a quiet machine, with gcc: five runs of each figure, of which the middle ratio (ours over C) counts.
"""

import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from advisor.bench.memory.memory_part import pin_blas_threads

pin_blas_threads()

import psutil  # noqa: E402

from advisor.bench.host import Host, host_of  # noqa: E402
from advisor.bench.kernel.library import AVX512, AVX512_VNNI, Kernel, kernel_file  # noqa: E402
from advisor.bench.kernel.weights import Weights, weights_bytes  # noqa: E402
from advisor.bench.memory.read_buffers import ReadBuffers  # noqa: E402
from advisor.bench.thread_pool import ThreadPool  # noqa: E402
from advisor.cli.frame.place import place  # noqa: E402
from advisor.facts.values.units import KIB, MIB  # noqa: E402
from advisor.probe.detect.detect import detect  # noqa: E402

RUNS = 5
RUN_S = 1.0
LINE = 64
CHAINS = 12
Timed = Callable[[], object]


def main() -> None:
    """Print one line for each figure."""
    os.environ["OMP_WAIT_POLICY"] = "passive"  # else the threads of C wait for more work on the CPUs that ours need
    root, system = place(None)
    host = host_of(detect(root, system), {})
    kernel = Kernel(kernel_file())
    with tempfile.TemporaryDirectory() as folder:
        reference = built_reference(Path(folder), vector_bytes=64 if kernel.isa & AVX512 else 32)
        sys.stdout.write(f"others keep {psutil.cpu_percent(0.5):.0f} % of the processor busy\n")
        for name, ours, theirs in pairs(host, kernel, reference):
            show(name, [ratio(ours, theirs) for _ in range(RUNS)])


def built_reference(folder: Path, *, vector_bytes: int) -> ctypes.CDLL:
    """The C beside this file, as a person would build it."""
    library = folder / "reference.so"
    source = Path(__file__).with_name("kernel_reference.c")
    switches = ("-O3", "-march=native", "-fopenmp", f"-DVECTOR_BYTES={vector_bytes}", "-fPIC", "-shared")
    subprocess.run(["gcc", *switches, str(source), "-o", str(library)], check=True)
    loaded = ctypes.CDLL(str(library))
    size, many, address = ctypes.c_size_t, ctypes.c_int64, ctypes.c_void_p
    loaded.reference_read.argtypes = [address, address, size, size, ctypes.c_int]
    loaded.reference_read_one.argtypes = [address, address, size, size]
    loaded.reference_fma.argtypes = loaded.reference_i8.argtypes = [many, ctypes.c_int]
    loaded.reference_link.argtypes = [address, size, address]
    loaded.reference_chase.argtypes, loaded.reference_chase.restype = [address, many], address
    return loaded


def pairs(host: Host, kernel: Kernel, reference: ctypes.CDLL) -> Iterator[tuple[str, Timed, Timed]]:
    """(Name, ours, C): each does the same amount of work."""
    counts = sorted({1, host.core_threads})
    for threads in counts:
        yield (f"fma_fp32, {threads} threads", *fma(kernel, reference, threads))
        yield (f"int8_dot, {threads} threads", *byte_products(kernel, reference, threads))
    weights = Weights(weights_bytes(host))
    for piece in weights.pieces():
        for start in piece:
            weights.fill(start)
    for length in (32 * KIB, 512 * KIB, 8 * MIB):
        yield (f"cache_curve, {length // KIB} KiB", *curve(kernel, reference, weights, length))
    yield ("cache_curve, memory", *curve(kernel, reference, weights, weights.length))
    for threads in counts:
        yield (f"native read, {threads} threads", *native_read(kernel, reference, weights, threads))
    yield ("memory_latency", *latency(kernel, reference, weights))
    buffers = ReadBuffers(host)
    pool = ThreadPool(host.all_threads)
    while buffers.filled_share < 1:
        buffers.fill_more(pool)
    for threads in counts:
        yield (f"memory_read (numpy), {threads} threads", *numpy_read(reference, buffers, threads))


def fma(kernel: Kernel, reference: ctypes.CDLL, threads: int) -> tuple[Timed, Timed]:
    """Eight pieces per thread of ours, one call of theirs, of as many FLOP."""
    pool, turns = ThreadPool(threads), 200_000
    lanes = 16 if kernel.isa & AVX512 else 8
    theirs = 8 * turns * kernel.fma(1) / (2 * CHAINS * lanes)
    return (
        lambda: pool.timed_s(range(8 * threads), lambda _: kernel.fma(turns)),
        lambda: reference.reference_fma(int(theirs), threads),
    )


def byte_products(kernel: Kernel, reference: ctypes.CDLL, threads: int) -> tuple[Timed, Timed]:
    """Likewise."""
    pool, turns = ThreadPool(threads), 200_000
    assert (reference.reference_bytes() == LINE) == bool(kernel.isa & AVX512_VNNI)
    theirs = 8 * turns * kernel.byte_products(1) / (2 * CHAINS * reference.reference_bytes())
    return (
        lambda: pool.timed_s(range(8 * threads), lambda _: kernel.byte_products(turns)),
        lambda: reference.reference_i8(int(theirs), threads),
    )


def curve(kernel: Kernel, reference: ctypes.CDLL, weights: Weights, length: int) -> tuple[Timed, Timed]:
    """The same piece, over and over."""
    times, half = max(1, 256 * MIB // length), length // 2
    return (
        lambda: kernel.read(weights.address, length, times),
        lambda: reference.reference_read_one(weights.address, weights.address + half, half, times),
    )


def native_read(kernel: Kernel, reference: ctypes.CDLL, weights: Weights, threads: int) -> tuple[Timed, Timed]:
    """All of the weights once."""
    pool, chunk, half = ThreadPool(threads), 4 * MIB, weights.length // 2
    return (
        lambda: pool.timed_s(
            range(0, weights.length, chunk), lambda start: kernel.read(weights.address + start, chunk)
        ),
        lambda: reference.reference_read(weights.address, weights.address + half, half, 1, threads),
    )


def latency(kernel: Kernel, reference: ctypes.CDLL, weights: Weights) -> tuple[Timed, Timed]:
    """Both rings in one piece of memory: ours in the first word of each line, theirs in the last two."""
    lines, steps, reached = weights.length // LINE, 100_000, 0
    order = Weights(4 * lines)
    theirs = weights.address + LINE - 8
    reference.reference_link(theirs, lines, order.address)
    kernel.link(weights.address, lines)

    def follow() -> None:
        nonlocal reached
        reached = kernel.follow(weights.address, steps, reached)

    def chase() -> None:
        nonlocal theirs
        theirs = reference.reference_chase(theirs, steps)

    return follow, chase


def numpy_read(reference: ctypes.CDLL, buffers: ReadBuffers, threads: int) -> tuple[Timed, Timed]:
    """Both arrays once."""
    pool, x, y = ThreadPool(threads), buffers._x, buffers._y
    return (
        lambda: buffers.read_bytes_per_s(pool),
        lambda: reference.reference_read(x.ctypes.data, y.ctypes.data, x.nbytes, 1, threads),
    )


def ratio(ours: Timed, theirs: Timed) -> float:
    """Speed of ours over that of C: the median of pairs, each the other way round than the one before."""
    found: list[float] = []
    end_s = time.perf_counter() + RUN_S
    while len(found) < 2 or time.perf_counter() < end_s:
        first_s, second_s = timed_s(ours), timed_s(theirs)
        third_s, fourth_s = timed_s(theirs), timed_s(ours)
        found += [second_s / first_s, third_s / fourth_s]
    return statistics.median(found)


def timed_s(work: Timed) -> float:
    """How long it takes."""
    began_s = time.perf_counter()
    work()
    return time.perf_counter() - began_s


def show(name: str, ratios: list[float]) -> None:
    """One line."""
    line = f"{name:32} {statistics.median(ratios):.3f}   ({min(ratios):.3f} to {max(ratios):.3f})"
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
