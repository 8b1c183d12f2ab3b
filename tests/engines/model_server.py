"""A server on 127.0.0.1 in place of Ollama, LM Studio and llama-server: recorded answers, or what a liar would say."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = dict[str, Any] | list[Any] | bytes | Callable[[BaseHTTPRequestHandler], None]


class ModelServer(ThreadingHTTPServer):
    """`answers` by path; a path may have several, the last of which stays. `asked` is what came, with its body."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, answers: dict[str, Answer | list[Answer]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers, self.asked = answers, list[tuple[str, dict[str, Any] | None]]()

    def bodies(self, path: str) -> list[dict[str, Any]]:
        """What was posted to a path."""
        return [body for asked, body in self.asked if asked == path and body is not None]


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, body: dict[str, Any] | None) -> None:
        self.server.asked.append((self.path, body))
        found = self.server.answers.get(self.path)
        if isinstance(found, Several):
            found = found.next()
        if callable(found):
            found(self)
            return
        raw = found if isinstance(found, bytes) else json.dumps(found if found is not None else {}).encode()
        self.send_response(404 if found is None else 200)
        self.send_header("Content-Length", f"{len(raw)}")
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: Any) -> None:
        pass


class Several:
    """Answers one after the other; the last one stays."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)

    def next(self) -> Answer:
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


@contextmanager
def model_server(answers: dict[str, Any]) -> Iterator[ModelServer]:
    """Such a server, until the end of the block."""
    server = ModelServer(answers)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def status(code: int, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """An answer with this code and nothing in it."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def endless(piece: bytes, *, wait_s: float = 0.0) -> Callable[[BaseHTTPRequestHandler], None]:
    """An answer that never ends: pieces, with a wait before each, until the other side has gone."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(piece)
                time.sleep(wait_s)
        except OSError:
            pass

    return answer


def silent(handler: BaseHTTPRequestHandler) -> None:
    """An answer whose first line never ends."""
    try:
        while True:
            handler.wfile.write(b"H")
            time.sleep(0.05)
    except OSError:
        pass
