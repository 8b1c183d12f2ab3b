"""The times that llama.cpp's programs log after an answer: `eval time = 2500.00 ms / 128 runs`, in all their forms.

`llama_print_timings:` until 2024, `llama_perf_context_print:` and `common_perf_print:` since; the server writes the
same lines without a name. Its answers hold the same figures as an object `timings`.
"""

import re
from collections.abc import Mapping
from typing import Any

from advisor.catalog.imported.log_lines import Said, positive, rounded_bytes, rounded_count, whole, words
from advisor.facts.machine.imported import ImportedRun
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MILLISECOND

PROGRAM = "llama.cpp"
FEWEST_PROMPT_TOKENS, FEWEST_TOKENS = 64, 16
"""Below these a prompt is one pass over the weights, and an answer tells more of its start than of its speed."""

_LINE = re.compile(r"(prompt )?eval time\s*=\s*([\d.]+) ms /\s*(\d+) (?:tokens|runs)")
_DRAFTED = re.compile(r"draft acceptance(?: rate)? = (?!0\.0+\b)[\d.]+|\bn_drafted\s*[:=]\s*[1-9]")


def timing_runs(text: str, said: Said) -> tuple[ImportedRun, ...]:
    """The runs in a log: what was read before an answer is in the context of it."""
    runs, read_tokens = [], 0
    drafted = _DRAFTED.search(text) is not None
    for found in _LINE.finditer(text):
        milliseconds, tokens = positive(found[2]), whole(found[3])
        if found[1]:
            read_tokens = tokens or 0
        if milliseconds and tokens:
            rate = tokens / (milliseconds * MILLISECOND)
            runs.append(timed_run(said, rate, tokens=tokens, read_tokens=None if found[1] else read_tokens))
    return tuple(run.changed(unusable=DRAFTED) if drafted else run for run in runs)


DRAFTED = reason("smaller_model_guessed_ahead")


def timed_run(said: Said, rate: float, *, tokens: int, read_tokens: int | None, program: str = PROGRAM) -> ImportedRun:
    """One speed over so many tokens: of generation after `read_tokens`, of reading where that is None."""
    is_prompt = read_tokens is None
    fewest = FEWEST_PROMPT_TOKENS if is_prompt else FEWEST_TOKENS
    some = said.offloaded is not None and 0 < said.offloaded[0] < said.offloaded[1]
    size = rounded_bytes(said.size) if said.size else None
    params = rounded_count(said.params) if said.params else None
    return ImportedRun(
        program=program,
        phase="prefill" if is_prompt else "decode",
        tokens_per_s=rate,
        model=said.model,
        file=said.file,
        type_words=said.type_words,
        model_bytes=size[0] if size else None,
        digits_bytes=size[1] if size else 0,
        params=params[0] if params else None,
        digits_params=params[1] if params else 0,
        depth_tokens=read_tokens or 0,
        prompt_tokens=tokens if is_prompt else 512,
        generated_tokens=128 if is_prompt else tokens,
        build=said.build,
        devices=said.devices,
        gpu_layers=0 if said.offloaded and said.offloaded[0] == 0 else -1 if said.offloaded else None,
        threads=said.threads,
        unusable=_unusable(said, tokens=tokens, fewest=fewest, is_partial_offload=some),
    )


def _unusable(said: Said, *, tokens: int, fewest: int, is_partial_offload: bool) -> Reason | None:
    """Why a figure tells nothing of one whole model on one device."""
    if is_partial_offload and said.offloaded:
        done, layers = said.offloaded
        return reason("speed_of_two_devices", done=done, layers=layers)
    if len(said.devices) > 1 and (said.offloaded is None or said.offloaded[0] > 0):
        return reason("run_on_several_cards", cards=len(said.devices))
    if not tokens:
        return reason("tokens_not_told")
    return reason("too_few_tokens", tokens=tokens) if tokens < fewest else None


def server_runs(answer: Mapping[str, Any], said: Said) -> tuple[ImportedRun, ...]:
    """The runs in an answer of llama-server: its `timings`."""
    timings = answer.get("timings")
    if not isinstance(timings, dict):
        return ()
    named = said._replace(model=words(answer.get("model")) or said.model)
    cached, read = (whole(timings.get(name)) or 0 for name in ("cache_n", "prompt_n"))
    drafted = bool(whole(timings.get("draft_n")))
    found = (
        (positive(timings.get("prompt_per_second")), read, None),
        (positive(timings.get("predicted_per_second")), whole(timings.get("predicted_n")) or 0, cached + read),
    )
    runs = [timed_run(named, rate, tokens=tokens, read_tokens=before) for rate, tokens, before in found if rate]
    return tuple(run.changed(unusable=DRAFTED) if drafted else run for run in runs)
