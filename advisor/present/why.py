"""Why this number: formula, inputs with where they come from, evidence, and what would change it."""

from collections.abc import Callable

from advisor.facts.estimate import Confidence, Estimate, Input, Speed
from advisor.present.answer_text import main_pool
from advisor.present.limit import limit_sentence
from advisor.present.origin import origin_words
from advisor.present.quantity import (
    UNKNOWN,
    bandwidth,
    capacity,
    compute,
    count,
    duration,
    frequency,
    params,
    percent,
    power,
    speed,
    speed_number,
    step_time,
    tokens,
)
from advisor.present.series import Table
from advisor.present.token_time_chart import term_words
from advisor.present.view import Why

_CONFIDENCE: dict[Confidence, str] = {
    "A": "As good as measured",
    "B": "Well known",
    "C": "Known",
    "D": "Roughly known",
    "E": "Little known",
    "F": "Unknown",
}

_UNITS: dict[str, Callable[[float], str]] = {
    "bytes": capacity,
    "bytes_per_s": bandwidth,
    "flop_per_s": compute,
    "s": step_time,
    "hz": frequency,
    "w": power,
    "tokens_per_s": speed,
    "share": percent,
    "params": lambda value: params(round(value)),
    "tokens": lambda value: tokens(round(value)),
    "count": lambda value: count(round(value)),
}


def input_text(number: Input) -> str:
    """One input with its unit; base units get the text function of their quantity."""
    text = _UNITS.get(number.unit)
    return text(number.value) if text else f"{number.value:,.4g} {number.unit}".strip()


def why_tables(estimate: Estimate) -> tuple[Why, ...]:
    """The three numbers of an answer: generation speed, wait for the first word, memory."""
    return (_speed_why(estimate), _first_word_why(estimate), _memory_why(estimate))


def _speed_why(estimate: Estimate) -> Why:
    rate = speed(estimate.decode.tokens_per_s)
    parts = " + ".join(term_words(term) for term in estimate.decode.terms if term.s > 0)
    return Why(
        title=f"Why {rate}" if rate != UNKNOWN else "Why the speed is unknown",
        formula=f"tokens/s = 1 / ({parts})" if parts else "tokens/s = 1 / time of one token, which is unknown",
        inputs=_inputs(estimate.decode),
        evidence=(_certainty(estimate.decode), *estimate.decode.basis),
        changes=(limit_sentence(estimate.decode, pool=main_pool(estimate)), _measuring(estimate.decode)),
    )


def _first_word_why(estimate: Estimate) -> Why:
    wait = duration(estimate.time_to_first_token_s)
    return Why(
        title=f"Why {wait} to the first word" if wait != UNKNOWN else "Why the wait for the first word is unknown",
        formula=f"wait = {tokens(estimate.prompt_tokens)} / prompt speed ({speed(estimate.prefill.tokens_per_s)}) "
        "+ one token",
        inputs=_inputs(estimate.prefill),
        evidence=(_certainty(estimate.prefill), *estimate.prefill.basis),
        changes=("A shorter prompt waits less.", limit_sentence(estimate.prefill, pool=main_pool(estimate))),
    )


def _memory_why(estimate: Estimate) -> Why:
    memory = estimate.memory
    source = "exact from the model's shape" if memory.exact else "estimated from the model's size"
    parts = (
        ("weights", memory.weights_bytes, source),
        (f"conversation memory (KV cache) for {tokens(estimate.context_tokens)}", memory.kv_cache_bytes, source),
        ("calculation buffers", memory.compute_bytes, "estimated for llama.cpp"),
        ("output buffer", memory.output_bytes, source),
        ("the program itself", memory.runtime_bytes, "estimated for llama.cpp"),
    )
    return Why(
        title=f"Why {capacity(memory.total_bytes)} of memory",
        formula="memory = weights + conversation memory + buffers + program",
        inputs=Table(("Part", "Size", "From"), tuple((name, capacity(size), origin) for name, size, origin in parts)),
        evidence=(f"Weights and conversation memory: {source}.",),
        changes=("A shorter context needs less conversation memory.", "A smaller quantization needs less for weights."),
    )


def _inputs(phase: Speed) -> Table:
    rows = [
        (term_words(term), step_time(term.s), term.formula, "; ".join(_input(number) for number in term.inputs))
        for term in phase.terms
        if term.s > 0
    ]
    return Table(("Part", "Time", "Formula", "From"), tuple(rows))


def _input(number: Input) -> str:
    words = origin_words(number.origin, source=number.source)
    return f"{number.name} {input_text(number)} ({words}: {number.source})"


def _certainty(phase: Speed) -> str:
    """How sure a speed is, and what its range means."""
    word, low, high = _CONFIDENCE[phase.confidence], phase.low_tokens_per_s, phase.high_tokens_per_s
    if low is None or high is None:
        return f"{word}: no figure."
    return f"{word}: four of five such speeds lie between {speed_number(low)} and {speed(high)}."


def _measuring(decode: Speed) -> str:
    if decode.confidence in ("A", "B"):
        return "Another program or build of it can be faster or slower."
    return "A run measured here would narrow the range."
