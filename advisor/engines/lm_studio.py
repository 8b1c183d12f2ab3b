"""LM Studio: asked on this computer for one answer of a model that it has loaded; nothing is loaded or unloaded.

Interface: `/api/v0` of https://lmstudio.ai/docs/developer/rest/endpoints (LM Studio 0.3.6 and newer), 2026-11-23.
"""

import json
import time
from typing import Any

from advisor.engines.loopback import LOOK_S, EngineError, Server
from advisor.engines.served import ServedModel, prompt_of, told_figure
from advisor.engines.trial import EngineName, Ran, Run, Trial, at, repeated

NAME: EngineName = "lmstudio"
SAID_NAME = "LM Studio"
PORT = 1234
_WARM_TOKENS = 16
_KEPT = ("usage", "stats", "model_info", "runtime")
"""Of an answer; not what the model wrote."""


def lm_studio_models(port: int = PORT) -> tuple[ServedModel, ...]:
    """Every model that it has to write with.

    Raises:
        EngineError: nothing is there, or something else.
    """
    found = Server(port, SAID_NAME).ask("/api/v0/models").get("data")
    if not isinstance(found, list):
        raise EngineError("engine_is_another", name=SAID_NAME, port=port)
    listed = [one for one in found if isinstance(one, dict) and one.get("type") in ("llm", "vlm")]
    return tuple(
        ServedModel(name=name, quant=_text(one, "quantization"), is_loaded=one.get("state") == "loaded")
        for one in listed
        if (name := _text(one, "id"))
    )


def run_lm_studio(trial: Trial, port: int = PORT) -> Run:
    """Ask it for an answer of a model that is loaded.

    Raises:
        EngineError: it has no such model or has not loaded it, takes too long, or answers what it should not.
    """
    end_s = time.monotonic() + trial.limit_s
    server, model = Server(port, SAID_NAME), str(trial.model)
    yield at(0, "engine_starts", engine=NAME, limit_s=trial.limit_s)
    known = {one.name: one for one in lm_studio_models(port)}
    if model not in known:
        raise EngineError("engine_has_no_such_model", name=SAID_NAME)
    if not known[model].is_loaded:
        raise EngineError("engine_model_not_loaded", name=SAID_NAME, model=model)
    _ask(server, model, prompt_of(_WARM_TOKENS, number=0), _WARM_TOKENS, end_s)

    def ask(number: int) -> dict[str, Any]:
        prompt = prompt_of(trial.prompt_tokens, number=number)
        return _ask(server, model, prompt, trial.generated_tokens, end_s)

    figures = yield from repeated(trial, NAME, ask, rate=_rate)
    return Ran(json.dumps({**figures, "model": model}))


def _ask(server: Server, model: str, prompt: str, tokens: int, end_s: float) -> dict[str, Any]:
    body = {"model": model, "prompt": prompt, "max_tokens": tokens, "temperature": 0, "seed": 1, "stream": False}
    found = server.ask("/api/v0/completions", body, limit_s=max(LOOK_S, end_s - time.monotonic()))
    if _rate(found) <= 0:
        raise EngineError("engine_answer_not_understood", name=SAID_NAME)
    return {name: found[name] for name in _KEPT if isinstance(found.get(name), dict)}


def _rate(answer: dict[str, Any]) -> float:
    """Tokens a second of an answer; 0 where it has none."""
    stats = answer.get("stats")
    rate = stats.get("tokens_per_second") if isinstance(stats, dict) else None
    return told_figure(rate) or 0.0


def _text(one: dict[str, Any], name: str) -> str | None:
    found = one.get(name)
    return found if isinstance(found, str) and found else None
