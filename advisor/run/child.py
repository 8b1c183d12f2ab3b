"""Runs one child process to its end without Qt, and never waits longer than its limits."""

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import IO

from advisor.facts.values.message import Message
from advisor.facts.values.units import KIB
from advisor.run.own_group import ended, started
from advisor.run.watch import START_LIMIT_S, ChildOutcome, ChildWatch

_CHUNK_BYTES = 64 * KIB
_MOST_CHUNKS = 64
_LOOK_S = 0.05
_EMPTY_WAIT_S = 2.0
_INHERITED_PIPE_S = 1.0
"""How long a pipe that a grandchild holds open may keep us after the child is gone."""
_PIPES = ("stdout", "stderr")
_Chunks = queue.Queue[tuple[str, bytes]]


def run_child(
    command: Sequence[str],
    *,
    total_limit_s: float,
    start_limit_s: float = START_LIMIT_S,
    on_message: Callable[[Message], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
    environment: Mapping[str, str] | None = None,
) -> ChildOutcome:
    """Start `command`, pass its messages on as they come, and say how it ended.

    `should_stop` is asked about twenty times a second. However this function is left, the child is gone.
    """
    messages = child_messages(
        command,
        total_limit_s=total_limit_s,
        start_limit_s=start_limit_s,
        should_stop=should_stop,
        environment=environment,
    )
    with contextlib.closing(messages):
        while True:
            try:
                message = next(messages)
            except StopIteration as end:
                outcome: ChildOutcome = end.value
                return outcome
            if on_message is not None:
                on_message(message)


def child_messages(
    command: Sequence[str],
    *,
    total_limit_s: float,
    start_limit_s: float = START_LIMIT_S,
    should_stop: Callable[[], bool] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Generator[Message, None, ChildOutcome]:
    """The same as a generator of its messages; closing it ends the child."""
    watch = ChildWatch(now_s=time.monotonic(), total_limit_s=total_limit_s, start_limit_s=start_limit_s)
    try:
        process = started(command, environment=environment)
    except (OSError, ValueError) as error:
        return watch.not_started(getattr(error, "strerror", None) or str(error))
    chunks: _Chunks = queue.Queue(_MOST_CHUNKS)
    pumps = [
        threading.Thread(target=_pump, args=(name, getattr(process, name), chunks), daemon=True) for name in _PIPES
    ]
    for pump in pumps:
        pump.start()
    try:
        yield from _follow(process, chunks, watch, should_stop)
    finally:
        code = ended(process)
        _emptied(chunks, pumps)
    if code is None:
        return watch.exited()
    return watch.exited(signal=-code) if code < 0 else watch.exited(code=code)


def _follow(
    process: subprocess.Popen[bytes],
    chunks: _Chunks,
    watch: ChildWatch,
    should_stop: Callable[[], bool] | None,
) -> Iterator[Message]:
    """Listen until the child is gone and all it wrote is read, or until it has to be ended."""
    open_pipes = len(_PIPES)
    gone_s: float | None = None
    while not watch.tick(now_s=time.monotonic()):
        if should_stop is not None and should_stop():
            watch.cancel()
            return
        if gone_s is None and process.poll() is not None:
            gone_s = time.monotonic()
        if gone_s is not None and not open_pipes:
            return
        try:
            name, data = chunks.get(timeout=_LOOK_S)
        except queue.Empty:
            if gone_s is not None and time.monotonic() > gone_s + _INHERITED_PIPE_S:
                return
            continue
        if not data:
            open_pipes -= 1
        elif name == "stderr":
            watch.feed_errors(data)
        else:
            yield from watch.feed(data, now_s=time.monotonic())


def _pump(name: str, pipe: IO[bytes], chunks: _Chunks) -> None:
    with pipe, contextlib.suppress(OSError):
        while data := pipe.read(_CHUNK_BYTES):
            chunks.put((name, data))
    chunks.put((name, b""))


def _emptied(chunks: _Chunks, pumps: Sequence[threading.Thread]) -> None:
    """Throw away what nobody will read, so that the pumps reach the end of their pipes."""
    give_up_s = time.monotonic() + _EMPTY_WAIT_S
    while any(pump.is_alive() for pump in pumps) and time.monotonic() < give_up_s:
        with contextlib.suppress(queue.Empty):
            chunks.get(timeout=_LOOK_S)
