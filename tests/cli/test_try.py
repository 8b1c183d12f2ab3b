"""`rig-advisor try`: a model is run by a program that is here, beside its prediction, and kept."""

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from advisor.advice import trying
from advisor.cli import try_ as try_command
from advisor.cli.frame.command import run_command
from advisor.engines import engine, programs
from advisor.engines.loopback import EngineError, free_port
from advisor.engines.served import ServedModel
from advisor.facts.answers.local_model import Holder, LocalModel, LocalModels
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.measurement import Measurements, OwnRun
from advisor.facts.values.reason import reason
from advisor.store.history import latest_results, load_history
from advisor.store.settings import SETTINGS
from tests.engines.model_server import Several, model_server
from tests.engines.test_servers import ANSWER, TAGS
from tests.fakes.children import llama_program
from tests.fakes.machines import machine
from tests.fakes.model_files import write_gguf
from tests.fakes.small_models import METADATA, small_tensors

HERE = machine()


@pytest.fixture(autouse=True)
def this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A computer without a graphics card, with no engine on it."""
    monkeypatch.setattr(try_command, "_busy", lambda: None)
    monkeypatch.setattr(try_command, "read_profile", lambda *_: Profile(machine=HERE, measurements=kept()))
    monkeypatch.setattr(programs, "_OWN_BUILDS", ())
    monkeypatch.setattr(programs, "_FOLDERS", {})
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setattr(engine, "SERVER_PORT", free_port())


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A llama-bench that writes 9.5 tokens a second."""
    if sys.platform == "win32":
        pytest.skip("signals as on POSIX")
    programs.options_of.cache_clear()
    path = tmp_path / "llama-bench"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{llama_program.__file__}" "$@"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("FAKE_ENGINE", "bench")
    monkeypatch.setenv("FAKE_ENGINE_LOG", str(tmp_path / "log"))
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(write_gguf(tmp_path / "small.gguf", METADATA, small_tensors()))


def kept() -> Measurements | None:
    return latest_results(load_history().record, HERE)


def own_runs() -> tuple[OwnRun, ...]:
    history = kept()
    return history.own_runs if history else ()


def test_measured_stands_beside_predicted_and_is_kept(
    bench: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["try", file, "--engine-path", bench]) == 0
    said = capsys.readouterr().out
    assert "run by llama-bench b7777:" in said
    assert " predicted (" in said
    assert "9.5 measured here: " in said
    assert said.endswith("Kept: later predictions use it.\n")
    assert [(one.phase, one.tokens_per_s, one.processor) for one in own_runs()] == [
        ("prefill", 120.0, "cpu"),
        ("decode", 9.5, "cpu"),
    ]


@pytest.mark.parametrize(("wish", "runs"), [((), 0), (("--keep",), 2)])
def test_on_a_busy_computer_it_is_kept_only_where_that_is_wished(
    wish: tuple[str, ...],
    runs: int,
    bench: str,
    file: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(try_command, "_busy", lambda: reason("computer_is_busy", share=0.764))
    assert run_command(["try", file, "--engine-path", bench, *wish]) == 0
    assert ("Not kept. Other programs used 76% of the CPU" in capsys.readouterr().out) == (not runs)
    assert len(own_runs()) == runs


def test_as_one_document_and_not_kept(bench: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["try", file, "--engine-path", bench, "--json", "--no-keep", "--context", "2k"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["engine"], found["build"], found["processor"], found["context_tokens"]) == (
        "llama-bench",
        "b7777",
        "cpu",
        2048,
    )
    written = found["runs"][1]
    assert written["low_predicted"] < written["predicted"] < written["high_predicted"]
    assert found["first_token_s"] > 0
    assert kept() is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["{file}"], "No program that runs models was found. Install llama.cpp"),
        (["{file}", "--engine", "llama-server"], "llama-server was not found"),
        (["/none.gguf"], "No GGUF file of /none.gguf was found on this computer"),
        (["{file}", "--limit", "1"], "must be 20 to 3600 seconds"),
        (["{file}", "--workload", "poker"], "no workload is known as 'poker'"),
        (["qwen3:4b", "--engine", "ollama"], "Ollama does not run: nothing answers on port "),
    ],
)
def test_what_cannot_be_tried_is_one_sentence(
    arguments: list[str], sentence: str, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "OLLAMA_PORT", free_port())
    assert run_command(["try", *(one.format(file=file) for one in arguments)]) in (1, 2)
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said
    assert kept() is None


def test_a_program_that_tells_no_figures_is_one_sentence(
    bench: str, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_ENGINE", "nothing")
    assert run_command(["try", file, "--engine-path", bench]) == 1
    assert capsys.readouterr().err == "rig-advisor: llama-bench answered without usable figures.\n"


def test_a_server_without_models_is_told_apart_from_one_that_lacks_this_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server({"/api/v0/models": {"data": []}}) as server:
        monkeypatch.setattr(engine, "LM_STUDIO_PORT", server.server_port)
        assert run_command(["try", "qwen3-8b", "--engine", "lmstudio"]) == 1
    assert capsys.readouterr().err == "rig-advisor: LM Studio has no model that writes text. Get one there first.\n"


def test_what_takes_too_long_names_the_option_that_allows_more(
    bench: str, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> Any:
        raise EngineError("engine_too_slow", name="llama-bench")

    monkeypatch.setattr(try_command, "run_trial", late)
    assert run_command(["try", file, "--engine-path", bench]) == 1
    assert "was stopped. Allow more with --limit." in capsys.readouterr().err


def ollama(**answers: Any) -> dict[str, Any]:
    held = {"name": "llama3.1:8b", "size": 5, "size_vram": 0}
    before: dict[str, Any] = {"models": []}
    return {
        "/api/tags": TAGS,
        "/api/ps": Several(before, before, before, {"models": [held]}),
        "/api/show": {"modelfile": "FROM /nobody/may/read/this\n"},
        "/api/generate": ANSWER,
        **answers,
    }


def test_a_model_of_ollama_is_tried_by_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(ollama()) as server:
        monkeypatch.setattr(engine, "OLLAMA_PORT", server.server_port)
        assert run_command(["try", "llama3.1:8b", "--engine", "ollama"]) == 0
        assert server.bodies("/api/generate")[-1]["keep_alive"] == 0
    said = capsys.readouterr().out
    assert said.startswith("Llama 3.1 8B as Q4_K_M on ")
    assert "run by Ollama:" in said
    assert [one.model_id for one in own_runs()] == ["llama/llama-3.1-8b"] * 2


def test_a_speed_that_cannot_be_is_told_and_not_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(ollama(**{"/api/generate": {**ANSWER, "eval_duration": 3_200_000}})) as server:
        monkeypatch.setattr(engine, "OLLAMA_PORT", server.server_port)
        assert run_command(["try", "llama3.1:8b", "--engine", "ollama"]) == 0
    assert "Faster than this hardware can be" in capsys.readouterr().out
    assert [one.phase for one in own_runs()] == ["prefill"]


def test_the_place_of_a_program_is_remembered_while_it_is_there(
    bench: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["try", file, "--engine-path", bench, "--no-keep"]) == 0
    assert run_command(["try", file, "--no-keep"]) == 0
    assert SETTINGS.read().record.engine_folder == str(Path(bench).parent)
    Path(bench).unlink()
    capsys.readouterr()
    assert run_command(["try", file]) == 1
    assert "No program that runs models was found" in capsys.readouterr().err


def test_a_place_without_a_program_is_not_remembered(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with model_server({"/props": {"model_path": file}}) as server:
        monkeypatch.setattr(engine, "SERVER_PORT", server.server_port)
        run_command(["try", file, "--engine-path", str(tmp_path / "mistyped"), "--no-keep"])
        assert server.asked
    assert SETTINGS.read().record.engine_folder is None


def held_by_ollama(file: str) -> LocalModels:
    holder = Holder(program="ollama", name="llama3.1:8b", path=file)
    return LocalModels(
        models=(LocalModel(path=file, name="x", format="gguf", size_bytes=1, files=1, holders=(holder,)),)
    )


def test_a_file_that_only_ollama_keeps_is_tried_there(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "models_on_this_computer", lambda: held_by_ollama(file))
    monkeypatch.setattr(engine, "OLLAMA_PORT", free_port())
    assert run_command(["try", file]) == 1
    assert "Ollama does not run" in capsys.readouterr().err
    with model_server(ollama()) as server:
        monkeypatch.setattr(engine, "OLLAMA_PORT", server.server_port)
        assert run_command(["try", file]) == 0
    assert "run by Ollama:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("lmstudio-community/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf", "qwen/qwen3-8b"),
        ("a/Qwen3-8B-Thinking-GGUF/b.gguf", None),
    ],
)
def test_lm_studio_names_a_model_by_its_repository(path: str, found: str | None) -> None:
    models = {name: ServedModel(name=name) for name in ("qwen/qwen3-8b", "qwen3-14b")}
    one = trying._one_called(path, models)
    assert (one.name if one else None) == found
