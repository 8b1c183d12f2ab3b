"""What LM Studio says of an answer: below it in the window, `lms chat --stats`, its interfaces and program library.

The lines: `displayVerboseStats` of https://github.com/lmstudio-ai/lms; the objects: https://lmstudio.ai/docs/api/rest-api
(`stats` beside `usage` and `model_info`; in the newer interface the counts stand in `stats`), and the library's
`tokensPerSecond`, `promptTokensCount`, `predictedTokensCount`.
"""

import re
from collections.abc import Mapping
from typing import Any

from advisor.catalog.imported.log_lines import Said, positive, whole, words
from advisor.catalog.imported.timing_lines import DRAFTED, timed_run
from advisor.facts.machine.imported import ImportedRun
from advisor.facts.values.reason import reason

PROGRAM = "LM Studio"
MLX = reason("ran_with_mlx")
_LINE = re.compile(r"^[ \t]*(Tokens/Second|Prompt Tokens|Predicted Tokens): ([\d.]+)", re.MULTILINE)
_STATS = "Prediction Stats:"
_BELOW = re.compile(r"\b(\d{1,6}(?:\.\d{1,6})?) tok/sec\s{0,4}[^\w\s]?\s{0,4}(\d+) tokens")
"""`19.08 tok/sec \N{BULLET} 1681 tokens \N{BULLET} 0.63s to first token`; it does not say how long the prompt was."""
_RATES = ("tokens_per_second", "tokensPerSecond")
_PROMPT = ("input_tokens", "promptTokensCount", "prompt_tokens")
_GENERATED = ("total_output_tokens", "predictedTokensCount", "completion_tokens")
_DRAFTS = ("accepted_draft_tokens_count", "acceptedDraftTokensCount", "draft_model", "usedDraftModelKey")


def stats_runs(text: str, said: Said) -> tuple[ImportedRun, ...]:
    """The runs of all answers in what `lms chat --stats` printed, or stands below answers in the window."""
    below = (_run(said, positive(found[1]), found[2], None) for found in _BELOW.finditer(text))
    blocks = (dict(_LINE.findall(block)) for block in text.split(_STATS)[1:])
    found = (
        _run(said, positive(one.get("Tokens/Second")), one.get("Predicted Tokens"), one.get("Prompt Tokens"))
        for one in blocks
    )
    return tuple(run for run in (*found, *below) if run is not None)


def answer_runs(answer: Mapping[str, Any], said: Said) -> tuple[ImportedRun, ...]:
    """The run in one answer of an interface, or in the figures that the library gives."""
    stats = answer.get("stats") if isinstance(answer.get("stats"), dict) else answer
    figures = {**_object(answer, "usage"), **(stats or {})}
    info, engine = _object(answer, "model_info"), _object(answer, "runtime")
    model = words(answer.get("model")) or words(answer.get("model_instance_id")) or said.model
    named = said._replace(model=model, type_words=words(info.get("quant")) or said.type_words)
    rate = next((found for name in _RATES if (found := positive(figures.get(name)))), None)
    run = _run(named, rate, _named(figures, _GENERATED), _named(figures, _PROMPT))
    if run is None:
        return ()
    if "mlx" in f"{info.get('format')} {engine.get('name')}".lower():
        return (run.changed(unusable=MLX),)
    return (run.changed(unusable=DRAFTED) if any(figures.get(name) for name in _DRAFTS) else run,)


def _run(said: Said, rate: float | None, generated: object, prompt: object) -> ImportedRun | None:
    if rate is None:
        return None
    return timed_run(said, rate, tokens=whole(generated) or 0, read_tokens=whole(prompt) or 0, program=PROGRAM)


def _object(answer: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = answer.get(name)
    return found if isinstance(found, dict) else {}


def _named(figures: Mapping[str, Any], names: tuple[str, ...]) -> object:
    return next((figures[name] for name in names if figures.get(name) is not None), None)
