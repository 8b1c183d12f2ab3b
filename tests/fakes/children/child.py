"""A child that behaves as its first argument says; the runner's tests start it for real."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator


def say(**fields: object) -> None:
    os.write(1, json.dumps(fields).encode() + b"\n")


def progress(phase: str, limit_s: float = 300.0, per_mille: int = 0) -> None:
    say(event="progress", per_mille=per_mille, phase=phase, limit_s=limit_s)


def success() -> None:
    progress("start")
    os.write(1, b'{"event": "result", "kind": "thing", ')
    time.sleep(0.05)
    os.write(1, b'"body": {"answer": 42}}\n')
    say(event="done")


def stray_line() -> None:
    os.write(1, b"WARNING: a library talks\n")
    success()


def talking_library() -> None:
    from advisor.facts.values.message import Done, Message, Result
    from advisor.run.emit import emit_all

    def messages() -> Iterator[Message]:
        os.write(1, b"WARNING: a library talks\n")
        sys.stdout.write("and Python too\n")
        sys.stdout.flush()
        yield Result(kind="thing", body={})
        yield Done()

    emit_all(messages())


def hanging_driver() -> None:
    from advisor.facts.values.message import Message, Progress
    from advisor.facts.values.reason import told
    from advisor.run.emit import emit_all

    def messages() -> Iterator[Message]:
        yield Progress(per_mille=0, phase=told("asking the driver"), limit_s=600.0)
        time.sleep(600)

    emit_all(messages())


def hang() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    progress("waiting for the driver", limit_s=0.3)
    time.sleep(600)


def deaf() -> None:
    """Listens to no request to end; its number goes to the file that its second argument names."""
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    progress("not listening", limit_s=600.0)
    _leave_number()
    time.sleep(600)


def deaf_driver() -> None:
    """Waits for a child of its own in a driver, as detection does."""
    from advisor.run.child import run_child

    progress("asking the driver", limit_s=600.0)
    run_child([sys.executable, __file__, "deaf_in_driver", sys.argv[2]], total_limit_s=600.0)


def deaf_in_driver() -> None:
    from advisor.facts.values.message import Message
    from advisor.run.emit import emit_all

    def messages() -> Iterator[Message]:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _leave_number()
        time.sleep(600)
        yield from ()

    emit_all(messages())


def _leave_number() -> None:
    with open(sys.argv[2] + ".new", "w") as file:
        file.write(str(os.getpid()))
    os.replace(sys.argv[2] + ".new", sys.argv[2])


def hang_with_child() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pid = os.fork()
    if pid == 0:
        time.sleep(600)
    say(event="result", kind="pid", body={"pid": pid})
    progress("waiting for the driver", limit_s=0.3)
    time.sleep(600)


def orphan_holds_pipe() -> None:
    success()
    if os.fork() == 0:
        time.sleep(600)


def segfault() -> None:
    progress("opening the driver")
    os.kill(os.getpid(), signal.SIGSEGV)


def abort() -> None:
    progress("opening the driver")
    os.abort()


def crash_after_done() -> None:
    success()
    os.kill(os.getpid(), signal.SIGSEGV)


def stay_after_done() -> None:
    success()
    time.sleep(600)


def error() -> None:
    progress("reading")
    raise RuntimeError("broken")


def failure() -> None:
    progress("reading")
    say(event="failure", code="no_file", sentence="The file is not there.", detail="")
    sys.exit(1)


def refused() -> None:
    progress("opening the driver")
    say(event="failure", code="refused", sentence="The driver says no.", detail="")
    say(event="done")


def silent() -> None:
    time.sleep(600)


def quiet_exit() -> None:
    return


def long_line() -> None:
    progress("start")
    piece = b"x" * 100_000
    while True:
        os.write(1, piece)


def flood_errors() -> None:
    progress("start", limit_s=300.0)
    piece = b"noise " * 20_000
    for _ in range(50_000_000 // len(piece)):
        os.write(2, piece)
    os.write(2, b"the end")
    success()


def flood_lines() -> None:
    progress("start")
    line = b"not for you\n" * 8_000
    for _ in range(50_000_000 // len(line)):
        os.write(1, line)


def flood_messages() -> None:
    body = json.dumps({"event": "result", "kind": "thing", "body": {"text": "x" * 100_000}}).encode() + b"\n"
    for _ in range(50_000_000 // len(body)):
        rest = body
        while rest:
            rest = rest[os.write(1, rest) :]
    say(event="done")


def endless() -> None:
    while True:
        progress("again")
        time.sleep(0.01)


globals()[sys.argv[1]]()
