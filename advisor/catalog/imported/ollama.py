"""What `ollama run --verbose` prints after an answer, and the same figures in an answer of its interface.

The text: https://github.com/ollama/ollama/issues/1806; times in the interface are nanoseconds (docs/api.md there).
"""

import re
from collections.abc import Mapping
from typing import Any

from advisor.catalog.imported.log_lines import Said, positive, whole, words
from advisor.catalog.imported.timing_lines import timed_run
from advisor.facts.machine.imported import ImportedRun
from advisor.facts.values.units import NANOSECOND

PROGRAM = "ollama"
_COUNT = re.compile(r"^[ \t]*(prompt eval|eval) count:[ \t]+(\d+)", re.MULTILINE)
_RATE = re.compile(r"^[ \t]*(prompt eval|eval) rate:[ \t]+([\d.]+) tokens/s", re.MULTILINE)


def ollama_runs(text: str, said: Said) -> tuple[ImportedRun, ...]:
    """The runs of all answers in a text, in their order."""
    marks = sorted([*_COUNT.finditer(text), *_RATE.finditer(text)], key=lambda found: found.start())
    counts: dict[str, int] = {}
    runs = []
    for found in marks:
        if found.re is _COUNT:
            counts[found[1]] = whole(found[2]) or 0
        elif (rate := positive(found[2])) is not None:
            runs.append(_run(said, rate, counts, is_prompt=found[1] != "eval"))
            if found[1] == "eval":
                counts = {}
    return tuple(runs)


def ollama_answer(answer: Mapping[str, Any], said: Said) -> tuple[ImportedRun, ...]:
    """The runs in one answer of the interface."""
    named = said._replace(model=words(answer.get("model")) or said.model)
    counts = {name: whole(answer.get(f"{name.replace(' ', '_')}_count")) or 0 for name in ("prompt eval", "eval")}
    runs = []
    for name, tokens in counts.items():
        duration_ns = positive(answer.get(f"{name.replace(' ', '_')}_duration"))
        if duration_ns and tokens:
            rate = tokens / (duration_ns * NANOSECOND)
            runs.append(_run(named, rate, counts, is_prompt=name != "eval"))
    return tuple(runs)


def _run(said: Said, rate: float, counts: Mapping[str, int], *, is_prompt: bool) -> ImportedRun:
    read = counts.get("prompt eval", 0)
    if is_prompt:
        return timed_run(said, rate, tokens=read, read_tokens=None, program=PROGRAM)
    return timed_run(said, rate, tokens=counts.get("eval", 0), read_tokens=read, program=PROGRAM)
