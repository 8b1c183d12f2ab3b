"""One process at a time reads, changes and writes a kept file; the others wait a little."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from advisor.store.atomic_file import StoreError
from advisor.store.os_lock import NoLocksError, is_taken

PATIENCE_S, MOST_S, LOOK_S = 10.0, 60.0, 0.01
"""A change takes milliseconds; whoever holds the lock longer hangs. While it goes from one to the next all wait longer:
on a busy computer, or a slow disk, ten that change at once take their time.
"""


@contextlib.contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Held by one process at a time; the system lets go of it when that ends, however it does.

    Where the file system knows no locks, or the file cannot be made, it holds nobody up.

    Raises:
        StoreError: another process does not let go of it.
    """
    try:
        number = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError:
        yield  # what follows says why nothing can be written there
        return
    try:
        with contextlib.suppress(NoLocksError):
            _take(number, lock)
        yield
    finally:
        os.close(number)


def _take(number: int, lock: Path) -> None:
    """Wait for it, and leave the time at which it was taken; StoreError where the same one holds it for too long."""
    begun_s = since_s = time.monotonic()
    taken_ns = os.fstat(number).st_mtime_ns
    while not is_taken(number):
        now_s = time.monotonic()
        if (changed_ns := os.fstat(number).st_mtime_ns) != taken_ns:
            taken_ns, since_s = changed_ns, now_s
        if now_s - since_s > PATIENCE_S or now_s - begun_s > MOST_S:
            raise StoreError("held_by_another", folder=str(lock.parent))
        time.sleep(LOOK_S)
    with contextlib.suppress(OSError):
        os.utime(lock)
