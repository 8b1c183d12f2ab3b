"""How libraries say that there is no memory left."""

import errno

_NO_ROOM = ("failed to map segment", "annot allocate memory", "can't start new thread", "DLL load failed: not enough")


def is_no_memory(error: BaseException) -> bool:
    """Whether an error, of a library that could not be loaded, too, says that there is no memory left."""
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    return isinstance(error, ImportError | RuntimeError) and any(words in str(error) for words in _NO_ROOM)
