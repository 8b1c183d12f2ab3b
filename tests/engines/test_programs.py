"""llama-bench and llama-server as child processes: their figures, and that nothing of them is left."""

import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from advisor.catalog.imported.imported_text import read_imported
from advisor.engines import programs
from advisor.engines.llama_bench import run_llama_bench
from advisor.engines.llama_server import run_llama_server, run_running_server
from advisor.engines.loopback import EngineError
from advisor.engines.programs import find_program
from advisor.engines.trial import Ran, Run, Trial, fitting_trial
from tests.engines.model_server import model_server
from tests.fakes.children import llama_program

TRIAL = Trial(path="/models/a.gguf", prompt_tokens=96, generated_tokens=32, gpu_layers=0, limit_s=60)
Program = Callable[[str], str]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A program in a folder of its own, which behaves as it is told."""
    programs.options_of.cache_clear()

    def make(behavior: str) -> str:
        path = tmp_path / "llama-bench"
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{llama_program.__file__}" "$@"\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("FAKE_ENGINE", behavior)
        monkeypatch.setenv("FAKE_ENGINE_LOG", str(tmp_path / "log"))
        return str(path)

    return make


def calls(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()]


def finished(run: Run) -> Ran:
    """What comes of a run at its end."""
    while True:
        try:
            next(run)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def is_gone(pid: int) -> bool:
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_llama_bench_reads_then_writes_with_the_settings_of_the_prediction(program: Program, tmp_path: Path) -> None:
    found = read_imported(finished(run_llama_bench(program("bench"), TRIAL)).text)
    assert [(one.phase, one.tokens_per_s, one.depth_tokens) for one in found.runs] == [
        ("prefill", 120.0, 0),
        ("decode", 9.5, 96),
    ]
    reading, writing = (str(one["arguments"]) for one in calls(tmp_path))
    assert "'-p', '96', '-n', '0'" in reading
    assert "'-p', '0', '-n', '32', '-d', '96'" in writing
    for told in ("'-m', '/models/a.gguf'", "'-ngl', '0'", "'-dev', 'none'", "'-fa', '1'", "'-r', '3'", "'--progress'"):
        assert told in reading
        assert told in writing
    assert "'-t'" not in writing  # the help of this one does not know it


def test_llama_server_is_started_asked_and_ended(program: Program, tmp_path: Path) -> None:
    ran = finished(run_llama_server(program("server"), TRIAL))
    found = read_imported(ran.text)
    assert ran.place == "cpu"
    assert {one.build for one in found.runs} == {"b7777"}
    assert [(one.phase, one.tokens_per_s, one.depth_tokens) for one in found.runs] == [
        ("prefill", 118.0, 0),
        ("decode", 9.25, 96),
    ]
    (call,) = calls(tmp_path)
    assert "'--host', '127.0.0.1'" in str(call["arguments"])
    assert is_gone(int(str(call["pid"])))


@pytest.mark.broad
@pytest.mark.parametrize(
    ("behavior", "code"),
    [
        ("other", "no_program_of_engine"),
        ("crash", "engine_ended"),
        ("silence", "engine_ended_in_silence"),
        ("flood", "engine_printed_too_much"),
        ("hang", "engine_too_slow"),
    ],
)
@pytest.mark.parametrize("run", [run_llama_bench, run_llama_server])
def test_a_program_that_does_not_do_it_is_a_sentence_and_gone(
    run: Callable[[str, Trial], Run], behavior: str, code: str, program: Program, tmp_path: Path
) -> None:
    with pytest.raises(EngineError) as found:
        finished(run(program(behavior), TRIAL.changed(limit_s=1.5 if behavior == "hang" else 60.0)))
    assert found.value.reason.code == code
    if behavior == "crash":
        assert found.value.reason.parameters["text"] == "ggml: out of ?[31mmemory"
    assert behavior == "other" or all(is_gone(int(str(one["pid"]))) for one in calls(tmp_path))


def test_a_program_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(EngineError) as found:
        finished(run_llama_bench(str(tmp_path / "none"), TRIAL))
    assert found.value.reason.code == "no_program_of_engine"


def test_nothing_runs_on_after_a_run_is_left(program: Program, tmp_path: Path) -> None:
    running = run_llama_server(program("server"), TRIAL.changed(repetitions=1000))
    for _ in range(2):
        next(running)
    running.close()
    (call,) = calls(tmp_path)
    assert is_gone(int(str(call["pid"])))


def test_a_program_is_gone_however_who_started_it_ends(program: Program, tmp_path: Path) -> None:
    start = (
        f"from advisor.run.program import RunningProgram as R; import os; R([{program('hang')!r}]).wait(2); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", start], check=False).returncode == 9
    (call,) = calls(tmp_path)
    assert is_gone(int(str(call["pid"])))


def test_a_running_server_with_another_file_is_not_asked() -> None:
    with model_server({"/props": {"model_path": "/models/b.gguf"}}) as server:
        with pytest.raises(EngineError) as found:
            finished(run_running_server(TRIAL, server.server_port))
        assert found.value.reason.code == "engine_has_no_such_model"
        assert [path for path, _ in server.asked] == ["/props"]


def test_a_named_folder_holds_the_program(program: Program, tmp_path: Path) -> None:
    path = program("bench")
    assert find_program("llama-bench", str(tmp_path)) == path
    assert find_program("llama-bench", path) == path
    assert find_program("llama-server", str(tmp_path)) is None


def test_a_run_is_as_long_as_the_limit_leaves_room_for() -> None:
    long = Trial(prompt_tokens=8192, generated_tokens=1024, limit_s=300)
    assert fitting_trial(long, prompt_tokens_per_s=5000, tokens_per_s=80).prompt_tokens == 8192
    slow = fitting_trial(long, prompt_tokens_per_s=20, tokens_per_s=2)
    assert (slow.prompt_tokens, slow.generated_tokens, slow.repetitions) == (256, 16, 1)
    unknown = fitting_trial(long, prompt_tokens_per_s=None, tokens_per_s=None)
    assert (unknown.prompt_tokens, unknown.generated_tokens, unknown.repetitions) == (64, 16, 1)
