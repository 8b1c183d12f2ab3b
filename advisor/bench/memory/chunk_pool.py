"""A few threads that share the chunks of one pass over memory."""

import itertools
import threading
from collections.abc import Callable
from queue import SimpleQueue

_Job = Callable[[], None]


class ChunkPool:
    """`threads` threads, the caller being one of them. Close it when done; it is a context manager."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()
        self._helpers = [threading.Thread(target=self._help, daemon=True) for _ in range(threads - 1)]
        for helper in self._helpers:
            helper.start()

    def __enter__(self) -> "ChunkPool":
        return self

    def __exit__(self, *_: object) -> None:
        for _helper in self._helpers:
            self._jobs.put(None)
        for helper in self._helpers:
            helper.join()

    def run(self, chunks: range, work: Callable[[int], object]) -> None:
        """Call `work` once for each number; each thread takes the next one, so that fast and slow cores end together.

        `itertools.count` hands out numbers in C, one thread at a time.
        """
        places = itertools.count()

        def take() -> None:
            while (place := next(places)) < len(chunks):
                work(chunks[place])

        for _ in self._helpers:
            self._jobs.put(take)
        take()
        errors = [self._ends.get() for _ in self._helpers]
        for error in errors:
            if error is not None:
                raise error

    def _help(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except BaseException as error:
                self._ends.put(error)
            else:
                self._ends.put(None)
