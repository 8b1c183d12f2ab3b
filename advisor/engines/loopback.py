"""Asks a server on this computer: HTTP to 127.0.0.1 and nowhere else, its answer bounded in time, size and depth.

No redirect is followed and no proxy asked: `http.client` does neither.
"""

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from advisor.catalog.reading.bounded_json import TooManyPartsError, bounded_json
from advisor.facts.values.plain_text import plain_document, plain_text
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.units import KIB, MIB

HOST = "127.0.0.1"
MOST_BYTES, MOST_PARTS = 4 * MIB, 200_000
LOOK_S = 3.0
"""For an answer that takes no work."""
_CHUNK_BYTES = 64 * KIB
_OK = 200
_LONGEST_SAID = 300
_Late = Literal["engine_does_not_answer", "engine_too_slow"]


class EngineError(ReasonError):
    """An engine is not there, or did not do what was asked; the reason says which and why."""


class Server:
    """One server on this computer; `name` is what people are told it is."""

    def __init__(self, port: int, name: str) -> None:
        self.port, self.name = port, name

    def ask(
        self, path: str, body: Mapping[str, Any] | None = None, *, limit_s: float | None = None, plain: bool = True
    ) -> dict[str, Any]:
        """The object that it answers: to GET, to POST where there is a `body`. Every text in it is plain if wanted.

        Without a limit it is what takes no work, so that who is late does not answer at all.

        Raises:
            EngineError: nothing is there, it is too slow or too long, it says no, or what it says is no such object.
        """
        late: _Late = "engine_does_not_answer" if limit_s is None else "engine_too_slow"
        status, raw = self._exchange(path, body, limit_s or LOOK_S, late)
        try:
            found = bounded_json(raw, most_parts=MOST_PARTS)
            found = plain_document(found) if plain else found
        except TooManyPartsError:
            raise EngineError("engine_answer_too_long", name=self.name) from None
        except (ValueError, RecursionError):
            found = None
        if status != _OK and isinstance(found, dict) and found.get("error"):
            raise EngineError("engine_says_no", name=self.name, text=_said(found["error"]))
        if status != _OK or not isinstance(found, dict):
            raise EngineError("engine_is_another", name=self.name, port=self.port)
        return found

    def is_there(self) -> bool:
        """Whether anything takes connections there."""
        try:
            socket.create_connection((HOST, self.port), timeout=LOOK_S).close()
        except OSError:
            return False
        return True

    def _exchange(self, path: str, body: Mapping[str, Any] | None, limit_s: float, late: _Late) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=limit_s)
        sent = None if body is None else json.dumps(body).encode()
        headers = {} if body is None else {"Content-Type": "application/json"}
        try:
            connection.connect()
        except OSError:
            raise EngineError("engine_is_not_there", name=self.name, port=self.port) from None
        with contextlib.closing(connection), _ended_after(limit_s, connection) as is_late:
            try:
                connection.request("GET" if body is None else "POST", path, body=sent, headers=headers)
                with contextlib.closing(connection.getresponse()) as response:
                    raw = _read(response, is_late)
            except (OSError, http.client.HTTPException, ValueError) as error:
                if is_late.is_set() or isinstance(error, TimeoutError):
                    raise EngineError(late, name=self.name, port=self.port) from None
                raise EngineError("engine_is_another", name=self.name, port=self.port) from None
        if is_late.is_set():
            raise EngineError(late, name=self.name, port=self.port)
        if raw is None:
            raise EngineError("engine_answer_too_long", name=self.name)
        return response.status, raw


def free_port() -> int:
    """A port of this computer that nobody listens at now."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


def _read(response: http.client.HTTPResponse, is_late: threading.Event) -> bytes | None:
    """The whole body; None where it is longer than any answer."""
    raw = bytearray()
    while not is_late.is_set() and (data := response.read1(_CHUNK_BYTES)):
        raw += data
        if len(raw) > MOST_BYTES:
            return None
    return bytes(raw)


@contextlib.contextmanager
def _ended_after(limit_s: float, connection: http.client.HTTPConnection) -> Iterator[threading.Event]:
    """Shut the connection after so long: one that drips a letter a second never reaches a limit on a single read."""
    over, is_late = threading.Event(), threading.Event()
    end_s = time.monotonic() + limit_s

    def watch() -> None:
        if not over.wait(max(0.0, end_s - time.monotonic())):
            is_late.set()
            if connection.sock is not None:
                with contextlib.suppress(OSError):
                    connection.sock.shutdown(socket.SHUT_RDWR)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield is_late
    finally:
        over.set()
        watcher.join()


def _said(error: Any) -> str:
    """What a server says of a fault: a text, or an object with a message."""
    text = error.get("message", "") if isinstance(error, dict) else error
    return plain_text(str(text), longest=_LONGEST_SAID)
