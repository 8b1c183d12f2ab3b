"""The child's side: writes messages to stdout, one line each, and ends the process.

Descriptor 1 is written directly: no buffer to flush, and no `sys.stdout`, which a windowed build does not have.
"""

import os
import traceback
from collections.abc import Iterable
from typing import NoReturn

from advisor.facts.message import Failure, Message

_STDOUT = 1
_PARENT_GONE = 3
_FAILED = 1
_INTERRUPTED = 130


def emit(message: Message) -> None:
    """Write one message at once. When nobody can read it any more, the process ends."""
    rest = message.model_dump_json().encode() + b"\n"
    try:
        while rest:
            rest = rest[os.write(_STDOUT, rest) :]
    except OSError:
        os._exit(_PARENT_GONE)


def emit_all(messages: Iterable[Message]) -> NoReturn:
    """Write all messages of a job and end, skipping the teardown of drivers, which crashes on some machines."""
    try:
        for message in messages:
            emit(message)
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)
    except Exception as error:
        sentence = f"The test program met an error it did not expect ({type(error).__name__})."
        emit(Failure(code="error", sentence=sentence, detail=traceback.format_exc()))
        os._exit(_FAILED)
    os._exit(0)
