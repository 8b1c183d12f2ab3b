"""Ollama and LM Studio by recorded answers of their documented interfaces: figures, and what they hold stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from advisor.catalog.imported.imported_text import read_imported
from advisor.engines.llama_server import run_running_server, same_file
from advisor.engines.lm_studio import lm_studio_models, run_lm_studio
from advisor.engines.loopback import EngineError
from advisor.engines.ollama import ollama_file, ollama_models, run_ollama
from advisor.engines.trial import Ran, Run, Trial
from advisor.facts.values.reason import ReasonError
from tests.engines.model_server import Several, endless, model_server

TAGS = {
    "models": [
        {"name": "llama3.1:8b", "size": 4920753328, "digest": "46e0c1", "details": {"quantization_level": "Q4_K_M"}},
        {"name": "qwen3:4b", "size": 2497293931, "digest": "e55aed", "details": {"quantization_level": "Q4_K_M"}},
    ]
}
ANSWER = {
    "model": "llama3.1:8b",
    "created_at": "2026-11-23T10:00:00Z",
    "response": "six, seven",
    "done": True,
    "total_duration": 5_043_500_667,
    "load_duration": 5_025_959,
    "prompt_eval_count": 96,
    "prompt_eval_duration": 800_000_000,
    "eval_count": 32,
    "eval_duration": 3_200_000_000,
}
HELD = {"name": "llama3.1:8b", "size": 6_000_000_000, "size_vram": 6_000_000_000, "context_length": 8192}
TRIAL = Trial(model="llama3.1:8b", prompt_tokens=96, generated_tokens=32, gpu_layers=0, limit_s=30)


def ollama(*held: dict[str, Any], answer: Any = None, now: tuple[dict[str, Any], ...] = (HELD,)) -> dict[str, Any]:
    """Its answers: what it holds before and after, and what it answers to a prompt."""
    before, after = {"models": list(held)}, {"models": list(now)}
    return {
        "/api/tags": TAGS,
        "/api/ps": Several(before, before, after),
        "/api/generate": ANSWER if answer is None else answer,
    }


def finished(run: Run) -> Ran:
    while True:
        try:
            next(run)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def test_a_model_that_was_not_loaded_is_unloaded_again() -> None:
    with model_server(ollama()) as server:
        ran = finished(run_ollama(TRIAL, server.server_port))
        asked = server.bodies("/api/generate")
    read, written = read_imported(ran.text).runs
    assert (read.tokens_per_s, written.tokens_per_s, written.depth_tokens) == (120.0, 10.0, 96)
    assert ran.place == "gpu"
    assert asked[-1] == {"model": "llama3.1:8b", "keep_alive": 0, "stream": False, "options": {}}
    prompts = [one["prompt"] for one in asked[:-1]]
    assert len(set(prompts)) == len(prompts)
    options = asked[1]["options"]
    assert (options["num_predict"], options["num_ctx"], options["num_gpu"], options["seed"]) == (32, 4096, 0, 1)


@pytest.mark.parametrize(
    ("expires_at", "keep_alive"), [("2318-05-05T10:00:00Z", {-1}), ("2020-01-01T00:00:00Z", {1}), ("soon", {300})]
)
def test_a_model_that_was_loaded_stays_as_it_was(expires_at: str, keep_alive: set[int]) -> None:
    held = {**HELD, "expires_at": expires_at}
    with model_server(ollama(held, now=(held,))) as server:
        finished(run_ollama(TRIAL, server.server_port))
        asked = server.bodies("/api/generate")
    assert asked[-1]["keep_alive"] in keep_alive
    assert all(one["options"]["num_ctx"] == 8192 for one in asked)
    assert not any("num_gpu" in one["options"] for one in asked)


def test_where_another_model_is_loaded_nothing_is_asked() -> None:
    with model_server(ollama({**HELD, "name": "qwen3:4b"})) as server:
        with pytest.raises(EngineError) as found:
            finished(run_ollama(TRIAL, server.server_port))
        assert server.bodies("/api/generate") == []
    assert found.value.reason.parameters["model"] == "qwen3:4b"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"eval_duration": -5}, "engine_answer_not_understood"),
        ({"eval_duration": 0}, "engine_answer_not_understood"),
        ({"eval_duration": "fast"}, "engine_answer_not_understood"),
        ({"eval_count": None}, "engine_answer_not_understood"),
        ({"prompt_eval_count": 1.5}, "engine_answer_not_understood"),
        ({"eval_duration": True}, "engine_answer_not_understood"),
        ({"eval_count": 10**400}, "engine_answer_not_understood"),
    ],
)
def test_figures_that_cannot_be_are_a_sentence_and_the_model_is_unloaded(changed: dict[str, Any], code: str) -> None:
    with model_server(ollama(answer={**ANSWER, **changed})) as server:
        with pytest.raises(EngineError) as found:
            finished(run_ollama(TRIAL, server.server_port))
        assert server.bodies("/api/generate")[-1]["keep_alive"] == 0
    assert found.value.reason.code == code


@pytest.mark.parametrize("answer", [b'{"eval_duration": NaN}', b"<html>", b"null", endless(b" " * 65536)])
def test_an_answer_that_is_none_is_a_sentence(answer: Any) -> None:
    with model_server(ollama(answer=answer)) as server, pytest.raises(EngineError):
        finished(run_ollama(TRIAL, server.server_port))


def test_an_impossible_speed_stays_a_figure_that_judges_can_refuse() -> None:
    with model_server(ollama(answer={**ANSWER, "eval_duration": 1})) as server:
        ran = finished(run_ollama(TRIAL, server.server_port))
    with pytest.raises(Exception, match="imported_figure_impossible"):
        read_imported(ran.text)


def test_a_run_that_is_left_unloads_the_model() -> None:
    with model_server(ollama()) as server:
        run = run_ollama(TRIAL, server.server_port)
        for _ in range(2):
            next(run)
        run.close()
        assert server.bodies("/api/generate")[-1]["keep_alive"] == 0


def test_names_of_models_are_plain_and_their_file_is_told() -> None:
    odd = {"models": [{"name": "a\x1b[2J\u202e", "details": None}, {"name": 5}, "x"]}
    modelfile = 'FROM /home/a/.ollama/models/blobs/sha256-1\nTEMPLATE """FROM b"""'
    with model_server({"/api/tags": odd, "/api/ps": {"models": []}, "/api/show": {"modelfile": modelfile}}) as server:
        assert [one.name for one in ollama_models(server.server_port)] == ["a?[2J?"]
        assert ollama_file("a", server.server_port) == "/home/a/.ollama/models/blobs/sha256-1"


@pytest.mark.parametrize("path", ["//host/share/a.gguf", "/\\host\\share\\a.gguf"])
def test_a_server_sends_nobody_to_another_computer(path: str) -> None:
    with model_server({"/api/show": {"modelfile": f"FROM {path}\n"}}) as server:
        assert ollama_file("a", server.server_port) is None
    assert not same_file(path, path)


@pytest.mark.parametrize("rate", [-3, "fast", None, True, 10**400, [[]], {"a": 1}, "\x1b[2J"])
def test_a_speed_of_llama_server_that_can_be_none_is_a_sentence(rate: Any, tmp_path: Path) -> None:
    file = tmp_path / "a.gguf"
    file.touch()
    answers = {"/props": {"model_path": str(file)}, "/completion": {"timings": {"predicted_per_second": rate}}}
    with model_server(answers) as server:
        ran = finished(run_running_server(Trial(path=str(file), prompt_tokens=9, limit_s=30), server.server_port))
    with pytest.raises(ReasonError):
        read_imported(ran.text)


LM_MODELS = {
    "object": "list",
    "data": [
        {"id": "qwen3-8b", "type": "llm", "quantization": "Q4_K_M", "state": "loaded"},
        {"id": "granite-3.0-2b-instruct", "type": "llm", "quantization": "Q8_0", "state": "not-loaded"},
        {"id": "text-embedding-nomic-embed-text-v1.5", "type": "embeddings", "state": "loaded"},
    ],
}
LM_ANSWER = {
    "id": "cmpl-1",
    "object": "text_completion",
    "choices": [{"index": 0, "text": " six", "finish_reason": "length"}],
    "usage": {"prompt_tokens": 96, "completion_tokens": 32, "total_tokens": 128},
    "stats": {"tokens_per_second": 57.7, "time_to_first_token": 0.3, "generation_time": 0.55},
    "model_info": {"arch": "qwen3", "quant": "Q4_K_M", "format": "gguf", "context_length": 4096},
    "runtime": {"name": "llama.cpp-linux-x86_64", "version": "1.3.0"},
}


def test_lm_studio_is_asked_for_a_model_that_it_has_loaded() -> None:
    with model_server({"/api/v0/models": LM_MODELS, "/api/v0/completions": LM_ANSWER}) as server:
        assert [one.name for one in lm_studio_models(server.server_port)] == ["qwen3-8b", "granite-3.0-2b-instruct"]
        ran = finished(run_lm_studio(TRIAL.changed(model="qwen3-8b"), server.server_port))
    (run,) = read_imported(ran.text).runs
    assert (run.program, run.model, run.tokens_per_s, run.depth_tokens) == ("LM Studio", "qwen3-8b", 57.7, 96)
    assert "choices" not in json.loads(ran.text)


@pytest.mark.parametrize(
    ("model", "code"), [("granite-3.0-2b-instruct", "engine_model_not_loaded"), ("other", "engine_has_no_such_model")]
)
def test_lm_studio_loads_nothing_for_a_run(model: str, code: str) -> None:
    with model_server({"/api/v0/models": LM_MODELS, "/api/v0/completions": LM_ANSWER}) as server:
        with pytest.raises(EngineError) as found:
            finished(run_lm_studio(TRIAL.changed(model=model), server.server_port))
        assert server.bodies("/api/v0/completions") == []
    assert found.value.reason.code == code


@pytest.mark.parametrize("rate", [-3, 0, "fast", None, True, 10**400, -(10**400), [1]])
def test_lm_studio_with_no_speed_is_a_sentence(rate: Any) -> None:
    answers = {"/api/v0/models": LM_MODELS, "/api/v0/completions": {**LM_ANSWER, "stats": {"tokens_per_second": rate}}}
    with model_server(answers) as server, pytest.raises(EngineError) as found:
        finished(run_lm_studio(TRIAL.changed(model="qwen3-8b"), server.server_port))
    assert found.value.reason.code == "engine_answer_not_understood"
