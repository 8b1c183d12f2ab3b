"""A server on this computer that is not what it says: a sentence, in bounded time and memory."""

import socket

import pytest

from advisor.engines.loopback import MOST_BYTES, EngineError, Server
from advisor.facts.values.units import MIB
from tests.engines.model_server import endless, model_server, silent, status

DEEP = b'{"a":' * 100_000


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"<!DOCTYPE html><html><body>It works!</body></html>", "engine_is_another"),
        (b"[]", "engine_is_another"),
        (b'{"models": NaN}', "engine_is_another"),
        (b'{"models": 1e999}', "engine_is_another"),
        (b"\xff\xfe\x00", "engine_is_another"),
        (DEEP, "engine_is_another"),
        (b"[" + b"{}," * 300_000 + b"{}]", "engine_answer_too_long"),
        (b" " * (MOST_BYTES + 1), "engine_answer_too_long"),
        (endless(b" " * MIB), "engine_answer_too_long"),
        (endless(b" ", wait_s=0.05), "engine_too_slow"),
        (silent, "engine_too_slow"),
        (status(404), "engine_is_another"),
        (status(302, Location="http://192.0.2.1/models"), "engine_is_another"),
    ],
)
def test_what_is_no_answer_is_one_sentence(answer: object, code: str) -> None:
    with model_server({"/x": answer}) as server, pytest.raises(EngineError) as found:
        Server(server.server_port, "Ollama").ask("/x", limit_s=0.5 if code == "engine_too_slow" else 10)
    assert found.value.reason.code == code


def test_who_is_late_with_what_takes_no_work_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.engines.loopback.LOOK_S", 0.3)
    with model_server({"/x": silent}) as server, pytest.raises(EngineError) as found:
        Server(server.server_port, "Ollama").ask("/x")
    assert found.value.reason.code == "engine_does_not_answer"


def test_where_nobody_listens_nothing_is_there() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        server = Server(one.getsockname()[1], "Ollama")
        assert not server.is_there()
        with pytest.raises(EngineError) as found:
            server.ask("/x")
    assert found.value.reason.code == "engine_is_not_there"


def test_a_server_that_takes_the_connection_and_says_nothing_is_left_in_time() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        with pytest.raises(EngineError) as found:
            Server(one.getsockname()[1], "Ollama").ask("/x", limit_s=0.3)
    assert found.value.reason.code == "engine_too_slow"


def test_a_redirect_asks_nobody_else() -> None:
    with model_server({"/there": {"a": 1}}) as other:
        place = f"http://127.0.0.1:{other.server_port}/there"
        with model_server({"/x": status(307, Location=place)}) as server, pytest.raises(EngineError):
            Server(server.server_port, "Ollama").ask("/x")
        assert other.asked == []


def test_a_proxy_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with model_server({}) as proxy, model_server({"/x": {"a": 1}}) as server:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.server_port}")
        assert Server(server.server_port, "Ollama").ask("/x") == {"a": 1}
        assert proxy.asked == []


def test_texts_of_strangers_come_in_plain() -> None:
    with model_server({"/x": {"name": "a\x1b[2Jb\u202ec"}}) as server:
        assert Server(server.server_port, "Ollama").ask("/x") == {"name": "a?[2Jb?c"}


def test_what_a_server_says_of_a_fault_is_told() -> None:
    def answer(handler: object) -> None:
        raw = b'{"error": {"message": "model \\u001b[31mbroken"}}'
        handler.send_response(500)  # type: ignore[attr-defined]
        handler.send_header("Content-Length", f"{len(raw)}")  # type: ignore[attr-defined]
        handler.end_headers()  # type: ignore[attr-defined]
        handler.wfile.write(raw)  # type: ignore[attr-defined]

    with model_server({"/x": answer}) as server, pytest.raises(EngineError) as found:
        Server(server.server_port, "Ollama").ask("/x")
    assert found.value.reason.code == "engine_says_no"
    assert found.value.reason.parameters["text"] == "model ?[31mbroken"
