"""The measurements as one job: a generator of messages that may be left at every one of them."""

import datetime
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from advisor.bench.blas_threads import pin_blas_threads
from advisor.bench.chunk_pool import ChunkPool
from advisor.bench.conditions import OtherLoad, condition_warnings, on_battery
from advisor.bench.host import Host, read_host
from advisor.bench.names import MEASURED_HERE, MEMORY_COPY, MEMORY_READ, MEMORY_READ_ONE_THREAD
from advisor.bench.pace import Pace
from advisor.bench.statistics import is_too_wide, summary
from advisor.facts.measurement import Measurement
from advisor.facts.message import Done, Failure, Message, Progress, Result
from advisor.version import __version__

if TYPE_CHECKING:
    from advisor.bench.memory_read import ReadBuffers

PROTOCOL = 1
NOT_MEASURED = "not measured by this version"
_START_LIMIT_S = 15.0
_WARM_PIECE_S = 0.1
_SEARCH_BLOCKS = 2
_MORE_BLOCKS = 3
_EXTRA_BLOCKS = 5


def bench_events(
    only: tuple[str, ...] = (), seconds: float | None = None, host: Host | None = None
) -> Iterator[Message]:
    """Measure what `only` names (empty: all this version can) in about `seconds` (None: as long as it takes).

    A `Failure` here has the name of the measurement as its code. To be run in a process of its own: the math
    library is bound to one thread before its first use.
    """
    yield Progress(per_mille=0, phase="start", limit_s=_START_LIMIT_S, protocol=PROTOCOL, pid=os.getpid())
    for name in only:
        if name not in MEASURED_HERE:
            yield Failure(code=name, sentence=NOT_MEASURED)
    names = tuple(name for name in MEASURED_HERE if name in only or not only)
    if names:
        yield from _memory_events(names, seconds, host)
    yield Done()


def _memory_events(names: Sequence[str], seconds: float | None, host: Host | None) -> Iterator[Message]:
    early = pin_blas_threads()
    from advisor.bench.memory_read import BuffersTooSmall, ReadBuffers

    host = host or read_host()
    try:
        buffers = ReadBuffers(host)
    except (BuffersTooSmall, MemoryError) as error:
        reason = str(error) or "Too little free memory for this test."
        yield from (Failure(code=name, sentence=reason) for name in names)
        return
    yield from _MemoryRun(host, buffers, names, seconds, early).events()


@dataclass
class _Series:
    """Blocks of samples taken with one pool, and the planned or real time they took."""

    threads: int
    blocks: list[list[float]] = field(default_factory=list)
    duration_s: float = 0.0


class _MemoryRun:
    """One run over one pair of buffers; each method yields at most 0.3 s apart."""

    def __init__(
        self, host: Host, buffers: "ReadBuffers", names: Sequence[str], seconds: float | None, early: bool
    ) -> None:
        self._host = host
        self._buffers = buffers
        self._names = names
        self._early = early
        self._battery = on_battery()
        self._load = OtherLoad()
        self._started_at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self._best_threads = host.all_threads
        self._pace = Pace(blocks=self._planned_blocks(), seconds=seconds, battery=self._battery)

    def events(self) -> Iterator[Message]:
        with ChunkPool(self._host.all_threads) as pool:
            yield from self._fill(pool)
            yield from self._warm_up(pool)
        if MEMORY_READ in self._names:
            yield from self._read_events()
        if MEMORY_READ_ONE_THREAD in self._names:
            one = _Series(1)
            yield from self._measured(MEMORY_READ_ONE_THREAD, one, _SEARCH_BLOCKS, "Reading memory with one thread")
        if MEMORY_COPY in self._names:
            copy = _Series(self._best_threads)
            yield from self._measured(MEMORY_COPY, copy, _EXTRA_BLOCKS, "Copying memory")

    def _planned_blocks(self) -> int:
        read = _MORE_BLOCKS + _SEARCH_BLOCKS * len(self._thread_counts())
        planned = {MEMORY_READ: read, MEMORY_READ_ONE_THREAD: _SEARCH_BLOCKS, MEMORY_COPY: _EXTRA_BLOCKS}
        return sum(planned[name] for name in self._names)

    def _thread_counts(self) -> list[int]:
        return sorted({self._host.core_threads, self._host.all_threads})

    def _fill(self, pool: ChunkPool) -> Iterator[Message]:
        phase, before = "Preparing memory", 0.0
        yield self._pace.fill_progress(phase, after_share=0.0)
        while before < 1.0:
            self._buffers.fill_more(pool)
            share = self._buffers.filled_share
            yield self._pace.fill_progress(phase, after_share=share - before)
            before = share

    def _warm_up(self, pool: ChunkPool) -> Iterator[Message]:
        phase, pieces = "Warming up", max(1, round(self._pace.warm_up_s / _WARM_PIECE_S))
        piece_s = self._pace.warm_up_s / pieces
        yield self._pace.progress(phase, after_s=0.0)
        for _ in range(pieces):
            _block(lambda: self._buffers.read_bytes_per_s(pool), piece_s)
            yield self._pace.progress(phase, after_s=piece_s)

    def _read_events(self) -> Iterator[Message]:
        """Try one thread per core and one per CPU, then go on with the better count."""
        series = [_Series(threads) for threads in self._thread_counts()]
        for tried in series:
            yield from self._blocks(MEMORY_READ, tried, _SEARCH_BLOCKS, _reading(tried.threads))
        best = max(series, key=lambda tried: summary(tried.blocks).value)
        self._best_threads = best.threads
        others = tuple((tried.threads, summary(tried.blocks).value) for tried in series if tried is not best)
        yield from self._measured(MEMORY_READ, best, _MORE_BLOCKS, _reading(best.threads), others)

    def _measured(
        self, name: str, series: _Series, blocks: int, phase: str, tried: tuple[tuple[int, float], ...] = ()
    ) -> Iterator[Message]:
        """Take the blocks, once more where they differ too much, and yield the result."""
        yield from self._blocks(name, series, blocks, phase)
        if self._pace.may_extend and is_too_wide(series.blocks):
            self._pace.extend(_EXTRA_BLOCKS)
            yield from self._blocks(name, series, _EXTRA_BLOCKS, f"{phase} once more")
        yield self._result(name, series, tried)

    def _blocks(self, name: str, series: _Series, blocks: int, phase: str) -> Iterator[Message]:
        with ChunkPool(series.threads) as pool:
            buffers = self._buffers
            sample = buffers.copy_bytes_per_s if name == MEMORY_COPY else buffers.read_bytes_per_s
            yield self._pace.progress(phase, after_s=0.0)
            for _ in range(blocks):
                began_s = time.perf_counter()
                series.blocks.append(_block(lambda: sample(pool), self._pace.block_s))
                series.duration_s += time.perf_counter() - began_s
                yield self._pace.progress(phase, after_s=self._pace.block_s)

    def _result(self, name: str, series: _Series, tried: tuple[tuple[int, float], ...]) -> Result:
        from advisor.bench.memory_read import COPY_METHOD, READ_METHOD

        figures = summary(series.blocks)
        warnings = figures.warnings + condition_warnings(self._host, self._load, battery=self._battery)
        if not self._early:
            warnings += ("The math library was loaded early and may have used threads of its own.",)
        if self._host.cache_bytes is None:
            warnings += ("The size of the processor's cache is unknown; a very large one would raise this figure.",)
        measurement = Measurement(
            name=name,
            device="cpu",
            value=figures.value,
            unit="bytes_per_s",
            spread=figures.spread,
            stability=figures.stability,
            method=COPY_METHOD if name == MEMORY_COPY else READ_METHOD,
            duration_s=series.duration_s,
            warnings=warnings,
            samples=figures.samples,
            block_medians=figures.block_medians,
            p10=figures.p10,
            p90=figures.p90,
            threads=series.threads,
            tried=tried,
            buffer_bytes=self._buffers.total_bytes,
            work_per_sample=float(self._buffers.total_bytes),
            app_version=__version__,
            started_at=self._started_at,
            on_battery=self._battery,
        )
        return Result(kind="measurement", body=measurement.model_dump(mode="json"))


def _reading(threads: int) -> str:
    return "Reading memory with one thread" if threads == 1 else f"Reading memory with {threads} threads"


def _block(sample: Callable[[], float], block_s: float) -> list[float]:
    """Samples for `block_s` seconds, at least one."""
    samples = [sample()]
    end_s = time.perf_counter() + block_s
    while time.perf_counter() < end_s:
        samples.append(sample())
    return samples
