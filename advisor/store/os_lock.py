"""The lock that each system has for an open file."""

import sys


class NoLocksError(Exception):
    """The file system knows no locks."""


if sys.platform == "win32":
    import msvcrt

    def is_taken(number: int) -> bool:
        """Whether the file with this descriptor is locked for us now; the system lets go when it is closed."""
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def is_taken(number: int) -> bool:
        """Whether the file with this descriptor is locked for us now; the system lets go when it is closed."""
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            raise NoLocksError from None
        return True
