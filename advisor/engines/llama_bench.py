"""llama-bench: reads a prompt and writes tokens so many times, and prints its figures as JSON.

Options: tools/llama-bench/README.md of https://github.com/ggml-org/llama.cpp, 2026-11-23. Older versions know fewer:
its help says which.
"""

import re
import time
from collections.abc import Generator

from advisor.engines.loopback import EngineError
from advisor.engines.programs import loading, options_of, told_options
from advisor.engines.trial import EngineName, Ran, Run, Trial, at
from advisor.facts.reasons.engines import EngineReason
from advisor.facts.values.message import Progress
from advisor.facts.values.plain_text import plain_text
from advisor.run.program import ProgramNotStartedError, RunningProgram

NAME: EngineName = "llama-bench"
_LOOK_S = 0.1
_STEP = re.compile(r"(prompt|generation) run (\d{1,4})/(\d{1,4})")
_FAULT = re.compile(r"GGML_ASSERT|\berror\b|\bfailed\b|out of", re.IGNORECASE)
_NO_GRAPHICS = re.compile(r'"backends": "(?:CPU|BLAS)(?:,(?:CPU|BLAS))*"')
"""What a build prints that has no way to graphics."""
_NEEDED = ("-m", "-o", "-p", "-n")


def run_llama_bench(program: str, trial: Trial) -> Run:
    """Both tests, one after the other, with the settings of the trial.

    Raises:
        EngineError: it does not start, is another program, takes too long, prints without end, or ends with an error.
    """
    end_s = time.monotonic() + trial.limit_s
    yield at(0, "engine_starts", engine=NAME, limit_s=trial.limit_s)
    known = options_of(program)
    if not known.issuperset(_NEEDED):
        raise EngineError("no_program_of_engine", name=NAME)
    command = [program, *_arguments(trial, known)]
    reading = ["-p", f"{trial.prompt_tokens}", "-n", "0"]
    writing = ["-p", "0", "-n", f"{trial.generated_tokens}", *told_options(known, [("-d", f"{trial.prompt_tokens}")])]
    read = yield from _test([*command, *reading], "engine_reads", trial, start=20, end_s=end_s)
    written = yield from _test([*command, *writing], "engine_writes", trial, start=500, end_s=end_s)
    return Ran(f"{read}\n{written}", "cpu" if trial.gpu_layers == 0 or _NO_GRAPHICS.search(read) else None)


def _arguments(trial: Trial, known: frozenset[str]) -> list[str]:
    """What both tests are told."""
    choices = (
        ("-fa", "1" if trial.flash_attention else "0"),
        *loading(trial, experts="-ncmoe"),
        ("--progress",),
    )
    return ["-m", str(trial.path), "-o", "jsonl", "-r", f"{trial.repetitions}", *told_options(known, choices)]


def _test(
    command: list[str], code: EngineReason, trial: Trial, *, start: int, end_s: float
) -> Generator[Progress, None, str]:
    """One test: how far it is, then what it printed."""
    yield at(start, code, engine=NAME, limit_s=trial.limit_s)
    try:
        with RunningProgram(command) as running:
            told = 0
            while not running.wait(_LOOK_S):
                check_program(running, end_s)
                steps = _STEP.findall(running.log)
                if len(steps) != told:
                    told = len(steps)
                    share = min(1.0, int(steps[-1][1]) / max(1, int(steps[-1][2])))
                    yield at(start + int(_TEST_PER_MILLE * share), code, engine=NAME, limit_s=trial.limit_s)
            check_program(running, end_s)
            if running.exit_code:
                raise ended_program(running)
            return running.printed.decode("utf-8", "replace")
    except ProgramNotStartedError as error:
        raise EngineError("engine_not_started", name=NAME, text=plain_text(str(error))) from None


_TEST_PER_MILLE = 480


def check_program(running: RunningProgram, end_s: float, name: str = NAME) -> None:
    """Raise EngineError where a program takes too long, or prints without end."""
    if running.is_too_loud:
        raise EngineError("engine_printed_too_much", name=name)
    if time.monotonic() > end_s:
        raise EngineError("engine_too_slow", name=name)


def ended_program(running: RunningProgram, name: str = NAME) -> EngineError:
    """That a program ended by itself when it should not have, with its code and what it said of it, or last."""
    lines = [line for line in running.log.splitlines() if line.strip()]
    telling = [line for line in lines if _FAULT.search(line)]
    last = plain_text(telling[0] if telling else lines[-1] if lines else "")
    if not last:
        return EngineError("engine_ended_in_silence", name=name, exit_code=running.exit_code or 0)
    return EngineError("engine_ended", name=name, exit_code=running.exit_code or 0, text=last)
