"""llama-server: one that is started here for one file and ended again, or one that runs already with that file.

Interface: tools/server/README.md of https://github.com/ggml-org/llama.cpp (`/health`, `/props`, `/completion`),
2026-11-23. Prompts are numbers of tokens, so that their length is what was asked for.
"""

import json
import os
import random
import re
import time
from collections.abc import Generator
from typing import Any

from advisor.catalog.reading.regular_file import is_here
from advisor.engines.llama_bench import check_program, ended_program
from advisor.engines.loopback import HOST, LOOK_S, EngineError, Server, free_port
from advisor.engines.programs import loading, options_of, told_options
from advisor.engines.served import told_figure
from advisor.engines.trial import EngineName, Ran, Run, Trial, at, repeated
from advisor.facts.values.message import Progress
from advisor.facts.values.plain_text import plain_text
from advisor.run.program import ProgramNotStartedError, RunningProgram

NAME: EngineName = "llama-server"
PORT = 8080
_LOOK_S = 0.2
_NEEDED = ("--host", "--port", "-m")
_FIRST_TOKEN, _TOKENS = 1000, 20_000
"""Ordinary words in the vocabularies of today, which have 32,000 tokens and more."""
_WARM_TOKENS = 8
_OFFLOADED = "layers to GPU"
"""What it logs of layers where it was built for graphics."""


def run_llama_server(program: str, trial: Trial) -> Run:
    """Start it for the file, ask it for an answer, and end it.

    Raises:
        EngineError: it does not start, ends by itself, takes too long, or answers what it should not.
    """
    end_s = time.monotonic() + trial.limit_s
    yield at(0, "engine_starts", engine=NAME, limit_s=trial.limit_s)
    known = options_of(program)
    if not known.issuperset(_NEEDED):
        raise EngineError("no_program_of_engine", name=NAME)
    port = free_port()
    try:
        with RunningProgram([program, *_arguments(trial, known, port)]) as running:
            server = Server(port, NAME)
            _wait_until_ready(running, server, end_s)
            answer = yield from _answer(server, trial, end_s)
            log = _log_of(running)
            build = _build_words(server)
            return Ran(f"{log}\n{build}\n{answer}", None if _OFFLOADED in log else "cpu")
    except ProgramNotStartedError as error:
        raise EngineError("engine_not_started", name=NAME, text=plain_text(str(error))) from None


def running_file(server: Server) -> str | None:
    """The file that a running server has loaded; None where it does not say.

    Raises:
        EngineError: nothing is there, or something else.
    """
    path = server.ask("/props").get("model_path")
    return path if isinstance(path, str) and path else None


def run_running_server(trial: Trial, port: int = PORT) -> Run:
    """Ask one that runs already for an answer; it stays as it is.

    Raises:
        EngineError: it has another file loaded, takes too long, or answers what it should not.
    """
    end_s = time.monotonic() + trial.limit_s
    yield at(0, "engine_starts", engine=NAME, limit_s=trial.limit_s)
    server = Server(port, NAME)
    loaded = running_file(server)
    if trial.path is None or loaded is None or not same_file(loaded, trial.path):
        raise EngineError("engine_has_no_such_model", name=NAME)
    answer = yield from _answer(server, trial, end_s)
    return Ran(f"{_build_words(server)}\n{answer}")


def same_file(one: str, other: str) -> bool:
    """Whether two paths lead to one file of this computer."""
    try:
        return is_here(one) and os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _arguments(trial: Trial, known: frozenset[str], port: int) -> list[str]:
    choices = (
        ("-c", f"{max(trial.context_tokens, trial.prompt_tokens + trial.generated_tokens + _WARM_TOKENS)}"),
        ("-np", "1"),
        ("-fa", "on" if trial.flash_attention else "off"),
        *loading(trial, experts="--n-cpu-moe"),
        ("--no-webui",),
        ("--offline",),
    )
    told = told_options(known, choices)
    return ["-m", str(trial.path), "--host", HOST, "--port", f"{port}", *told]


def _wait_until_ready(running: RunningProgram, server: Server, end_s: float) -> None:
    """Wait until the model is loaded."""
    while True:
        if running.wait(_LOOK_S):
            raise ended_program(running, NAME)
        check_program(running, end_s, NAME)
        try:
            server.ask("/health", limit_s=LOOK_S)
        except EngineError as error:
            if error.reason.code in ("engine_is_not_there", "engine_says_no", "engine_too_slow"):
                continue  # it begins to listen, or loads the model
            raise
        return


def _answer(server: Server, trial: Trial, end_s: float) -> Generator[Progress, None, str]:
    """Warm up, then the figures of the middle one of as many answers as were asked for, as a line of JSON."""
    _complete(server, _prompt(_WARM_TOKENS, seed=0), _WARM_TOKENS, end_s)

    def ask(number: int) -> dict[str, Any]:
        return _complete(server, _prompt(trial.prompt_tokens, seed=number), trial.generated_tokens, end_s)

    figures = yield from repeated(trial, NAME, ask, rate=_rate)
    return json.dumps(figures)


def _rate(answer: dict[str, Any]) -> float:
    """Tokens written a second; 0 where it does not say."""
    return told_figure(answer["timings"].get("predicted_per_second")) or 0.0


def _complete(server: Server, prompt: list[int], tokens: int, end_s: float) -> dict[str, Any]:
    body = {
        "prompt": prompt,
        "n_predict": tokens,
        "ignore_eos": True,
        "cache_prompt": False,
        "seed": 1,
        "stream": False,
    }
    found = server.ask("/completion", body, limit_s=max(LOOK_S, end_s - time.monotonic()))
    timings = found.get("timings")
    if not isinstance(timings, dict):
        raise EngineError("engine_answer_not_understood", name=server.name)
    return {"timings": timings}


def _prompt(tokens: int, *, seed: int) -> list[int]:
    """Another prompt for each number, so that nothing of it is in a cache."""
    chance = random.Random(seed)
    return [_FIRST_TOKEN + chance.randrange(_TOKENS) for _ in range(max(1, tokens))]


def _build_words(server: Server) -> str:
    """Its build as logs tell it; empty where it does not say."""
    found = _BUILD.fullmatch(str(server.ask("/props").get("build_info")))
    return f"build: {found[1]} ({found[2]})" if found else ""


_BUILD = re.compile(r"b(\d{1,9})-([0-9a-f]{6,40})")


def _log_of(running: RunningProgram) -> str:
    """What it logged of devices, layers and build, without braces: the figures are the only JSON."""
    return running.log.replace("{", "(").replace("}", ")").replace("[", "(").replace("]", ")")
