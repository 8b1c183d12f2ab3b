"""The lock that each system has for an open file."""

import errno
import sys


class NoLocksError(Exception):
    """The file system knows no locks."""


if sys.platform == "win32":
    import msvcrt

    _HELD = (errno.EACCES, errno.EDEADLK, 0)
    """What is said of a lock that another holds; Wine says nothing."""

    def is_taken(number: int) -> bool:
        """Whether the file with this descriptor is locked for us now; the system lets go when it is closed."""
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in _HELD:
                return False
            raise NoLocksError from None
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
