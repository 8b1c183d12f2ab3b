"""The child's side: writes messages to stdout, one line each, and ends the process.

Nothing else reaches stdout: what a library or driver prints there goes to stderr. The descriptor is written directly:
no buffer to flush, and no `sys.stdout`, which a windowed build does not have.
"""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Generator, Iterable
from typing import NoReturn

from advisor.facts.values.message import Failure, Message
from advisor.facts.values.reason import reason

_STDOUT, _STDERR = 1, 2
_PARENT_GONE = 3
_FAILED = 1
_INTERRUPTED = 130
_PARENT_LOOK_S = 0.5


def emit_all(messages: Iterable[Message]) -> NoReturn:
    """Write all messages of a job and end, skipping the teardown of drivers, which crashes on some machines.

    A job that is a generator is closed when this process is asked to stop: it ends children of its own then.
    """
    take_interrupts()
    pipe = _own_pipe()
    _end_with_parent()
    try:
        for message in messages:
            _emit(message, pipe)
    except KeyboardInterrupt:
        if isinstance(messages, Generator):
            messages.close()
        os._exit(_INTERRUPTED)
    except Exception as error:
        said = reason("task_error", error=type(error).__name__)
        _emit(Failure(code="error", sentence=reason(said), detail=traceback.format_exc()), pipe)
        os._exit(_FAILED)
    os._exit(0)


def take_interrupts() -> None:
    """Let Ctrl+C and its signal end this process also where a shell started it in the background, which ignores it."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end_with_parent() -> None:
    """End this process soon after its parent is gone, even while a driver does not come back to us."""
    parent = os.getppid()

    def watch() -> None:
        if sys.platform == "win32":
            _wait_for_end_on_windows(parent)
        else:
            while os.getppid() == parent:
                time.sleep(_PARENT_LOOK_S)
        os._exit(_PARENT_GONE)

    threading.Thread(target=watch, daemon=True).start()


def _wait_for_end_on_windows(pid: int) -> None:
    """Return when that process is gone; where the system does not let us wait, never: a failing write tells, too."""
    import psutil

    try:
        psutil.Process(pid).wait()
    except psutil.NoSuchProcess:
        return
    except (psutil.Error, OSError, ValueError):  # the last: number 0, where Wine was started by a program of Linux
        threading.Event().wait()


def _own_pipe() -> int:
    """A descriptor of what was stdout, for us alone; stdout itself becomes stderr."""
    pipe = os.dup(_STDOUT)
    try:
        os.dup2(_STDERR, _STDOUT)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), _STDOUT)
    return pipe


def _emit(message: Message, pipe: int) -> None:
    """Write one message at once. When nobody can read it any more, the process ends."""
    rest = message.model_dump_json().encode() + b"\n"
    try:
        while rest:
            rest = rest[os.write(pipe, rest) :]
    except OSError:
        os._exit(_PARENT_GONE)
