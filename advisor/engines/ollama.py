"""Ollama: asked on this computer for one answer of a model that it has; what it holds in memory stays as it was.

Interface: docs/api.md of https://github.com/ollama/ollama and https://docs.ollama.com/api/ps, 2026-11-23: durations are
nanoseconds, `keep_alive` says how long a model stays in memory after an answer (0: not at all, below 0: always).
"""

import contextlib
import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from advisor.catalog.reading.regular_file import is_here
from advisor.engines.loopback import LOOK_S, EngineError, Server
from advisor.engines.served import ServedModel, prompt_of, told_figure
from advisor.engines.trial import EngineName, Place, Ran, Run, Trial, at, repeated

NAME: EngineName = "ollama"
SAID_NAME = "Ollama"
PORT = 11434
_FROM = re.compile(r"^FROM (/[^\n]+|[A-Za-z]:\\[^\n]+)$", re.MULTILINE)
_WARM_TOKENS = 16
_KEPT_S = 60
"""Between two requests; where nobody asks again it is gone after that, whatever became of us."""
_FOREVER_S = 10 * 365 * 24 * 3600.0


class _Loaded(NamedTuple):
    """How a model lies in memory: for how long still, below 0 always, with what context, and where."""

    keep_alive_s: int
    context_tokens: int | None
    place: Place


def ollama_models(port: int = PORT) -> tuple[ServedModel, ...]:
    """Every model that it has; their files are not told here.

    Raises:
        EngineError: nothing is there, or something else.
    """
    server = Server(port, SAID_NAME)
    loaded = {str(one.get("name")) for one in _listed(server, "/api/ps")}
    return tuple(
        ServedModel(name=name, quant=_quant(one), is_loaded=name in loaded)
        for one in _listed(server, "/api/tags")
        if isinstance(name := one.get("name"), str) and name
    )


def ollama_file(name: str, port: int = PORT) -> str | None:
    """The file of one of its models; None where it does not say.

    Raises:
        EngineError: it has no such model, or is something else.
    """
    found = Server(port, SAID_NAME).ask("/api/show", {"model": name}, plain=False).get("modelfile")
    path = _FROM.search(found) if isinstance(found, str) else None
    return path[1] if path and is_here(path[1]) else None


def run_ollama(trial: Trial, port: int = PORT) -> Run:
    """Ask it for an answer, read anew and written after that; a model that was not loaded is unloaded again.

    Raises:
        EngineError: it has no such model, holds another one, takes too long, or answers what it should not.
    """
    end_s = time.monotonic() + trial.limit_s
    server, model = Server(port, SAID_NAME), str(trial.model)
    yield at(0, "engine_starts", engine=NAME, limit_s=trial.limit_s)
    if model not in {one.name for one in ollama_models(port)}:
        raise EngineError("engine_has_no_such_model", name=SAID_NAME)
    before = _loaded(server)
    others = [name for name in before if name != model]
    if others and model not in before:
        raise EngineError("engine_holds_other_model", name=SAID_NAME, model=others[0])
    with _left_as_found(server, model, before.get(model)) as options:
        options = {**options, "temperature": 0, "seed": 1}
        if model not in before:
            options |= {"num_ctx": trial.context_tokens}
            options |= {"num_gpu": 0} if trial.gpu_layers == 0 else {}
        _ask(server, model, prompt_of(_WARM_TOKENS, number=0), options, _WARM_TOKENS, end_s)

        def ask(number: int) -> dict[str, Any]:
            prompt = prompt_of(trial.prompt_tokens, number=number)
            return _ask(server, model, prompt, options, trial.generated_tokens, end_s)

        figures = yield from repeated(trial, NAME, ask, rate=lambda one: one["eval_count"] / one["eval_duration"])
        held = _loaded(server).get(model)
    return Ran(json.dumps({**figures, "model": model}), held.place if held else None)


@contextlib.contextmanager
def _left_as_found(server: Server, model: str, before: _Loaded | None) -> Iterator[dict[str, Any]]:
    """Options that do not load a model anew that is loaded; at the end it lies in memory as it did before."""
    options: dict[str, Any] = {}
    if before is not None and before.context_tokens:
        options["num_ctx"] = before.context_tokens
    try:
        yield options
    finally:
        keep = 0 if before is None else before.keep_alive_s
        with contextlib.suppress(EngineError):
            server.ask("/api/generate", {"model": model, "keep_alive": keep, "stream": False, "options": options})


def _ask(server: Server, model: str, prompt: str, options: dict[str, Any], tokens: int, end_s: float) -> dict[str, Any]:
    body = {
        "model": model,
        "prompt": prompt,
        "raw": True,
        "stream": False,
        "keep_alive": _KEPT_S,
        "options": {**options, "num_predict": tokens},
    }
    found = server.ask("/api/generate", body, limit_s=max(LOOK_S, end_s - time.monotonic()))
    names = ("prompt_eval_count", "prompt_eval_duration", "eval_count", "eval_duration")
    figures = {name: found.get(name) for name in names}
    if not all(type(one) is int and told_figure(one) for one in figures.values()):
        raise EngineError("engine_answer_not_understood", name=SAID_NAME)
    return figures


def _loaded(server: Server) -> dict[str, _Loaded]:
    """What lies in its memory now."""
    found = {}
    for one in _listed(server, "/api/ps"):
        size, on_gpu, context = one.get("size"), one.get("size_vram"), one.get("context_length")
        place: Place = "cpu" if not on_gpu else "gpu" if on_gpu == size else "both"
        tokens = context if isinstance(context, int) and context > 0 else None
        found[str(one.get("name"))] = _Loaded(_left_s(one.get("expires_at")), tokens, place)
    return found


def _left_s(expires_at: Any) -> int:
    """Seconds until then; -1 for what stays, the usual five minutes where it does not say."""
    try:
        left_s = (datetime.fromisoformat(str(expires_at)) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return _USUAL_KEPT_S
    return -1 if left_s > _FOREVER_S else max(1, round(left_s))


_USUAL_KEPT_S = 300


def _listed(server: Server, path: str) -> list[dict[str, Any]]:
    found = server.ask(path).get("models")
    if not isinstance(found, list):
        raise EngineError("engine_is_another", name=SAID_NAME, port=server.port)
    return [one for one in found if isinstance(one, dict)]


def _quant(one: dict[str, Any]) -> str | None:
    details = one.get("details")
    level = details.get("quantization_level") if isinstance(details, dict) else None
    return level if isinstance(level, str) and level else None
