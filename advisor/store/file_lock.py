"""One process at a time reads, changes and writes a kept file; the others wait a little."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from advisor.store.atomic_file import StoreError
from advisor.store.os_lock import NoLocksError, is_taken

PATIENCE_S, LOOK_S = 10.0, 0.01
"""A change takes milliseconds; whoever holds the lock longer hangs."""


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
        end_s = time.monotonic() + PATIENCE_S
        with contextlib.suppress(NoLocksError):
            while not is_taken(number):
                if time.monotonic() > end_s:
                    raise StoreError("held_by_another", folder=str(lock.parent))
                time.sleep(LOOK_S)
        yield
    finally:
        os.close(number)
