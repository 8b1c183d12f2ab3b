"""Calls that touch a driver: asked by a child process, once, and its end is a reason."""

import sys
from base64 import b64encode
from pathlib import Path

import pytest

from advisor.facts.values.message import Done, Failure, Progress, Result
from advisor.facts.values.reason import told
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.detect import live_host
from advisor.probe.detect.live_host import LiveHost, driver_call_messages, raw_answer_in
from advisor.probe.shared.host import UnaskedHost
from advisor.probe.source.root import Unavailable
from tests.fakes.patience import HANG_S

NAME = "windows/d3dkmt"


@pytest.fixture(autouse=True)
def children_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """As they do on a busy computer."""
    monkeypatch.setattr(live_host, "LIMIT_S", HANG_S)


def host(tmp_path: Path, *lines: str) -> LiveHost:
    """A host whose children run this script and count themselves."""
    script = tmp_path / "child.py"
    count = f"open({str(tmp_path / 'count')!r}, 'a').write('x')"
    script.write_text("\n".join((count, *lines)), encoding="utf-8")
    return LiveHost([], lambda source: [sys.executable, str(script), source])


def imported(message: Progress | Result | Failure | Done) -> str:
    return f"print({message.model_dump_json()!r}, flush=True)"


def test_the_answer_comes_from_a_child_and_only_once(tmp_path: Path) -> None:
    raw = bytes(range(256))
    asked = host(tmp_path, imported(Result(kind="call", body={"base64": b64encode(raw).decode()})), imported(Done()))
    assert (asked.call(NAME), asked.call(NAME)) == (raw, raw)
    assert (tmp_path / "count").read_text() == "x"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("import os; os.abort()", ""),
        ("raise SystemExit(3)", ""),
        ("print('no message', flush=True)", ""),
        (imported(Failure(code="d3dkmt", sentence=told("the display kernel lists no adapters"))), "no adapters"),
        (imported(Result(kind="call", body={"base64": "?"})), "damaged"),
        (imported(Result(kind="call", body={})), "damaged"),
    ],
)
def test_a_child_without_an_answer_costs_one_reason(tmp_path: Path, line: str, word: str) -> None:
    answer = host(tmp_path, line).call(NAME)
    assert isinstance(answer, Unavailable)
    assert in_words(answer.reason)
    assert word in in_words(answer.reason)


def test_no_driver_is_asked_where_none_may_be(tmp_path: Path) -> None:
    unasked = UnaskedHost(host(tmp_path)).call(NAME)
    assert isinstance(unasked, Unavailable)
    assert "not answered yet" in in_words(unasked.reason)
    assert isinstance(LiveHost([]).call(NAME), Unavailable)
    assert isinstance(LiveHost([]).call("nowhere/nothing"), Unavailable)
    assert not (tmp_path / "count").exists()


def test_the_child_itself_ends_with_a_reason_on_other_systems() -> None:
    for source in ("nothing",) if sys.platform == "win32" else ("d3dkmt", "nothing"):
        messages = list(driver_call_messages(source))
        assert isinstance(messages[0], Progress)
        assert isinstance(raw_answer_in(messages), Unavailable)
        assert isinstance(messages[-1], Done)
