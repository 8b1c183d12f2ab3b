"""Why this number: formula, inputs with where they come from, evidence, and what would change it."""

from collections.abc import Callable

from advisor.facts.answers.estimate import Confidence, Estimate, Input, Speed
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.fact import TRUST
from advisor.facts.values.range import middle
from advisor.facts.values.reason import Reason
from advisor.present.words.answer_text import embeddings_sentence, main_pool
from advisor.present.words.limit import limit_sentence
from advisor.present.words.origin import origin_words, source_words
from advisor.present.words.quantity import (
    UNKNOWN,
    bandwidth,
    capacity,
    compute,
    count,
    duration,
    frequency,
    marked,
    params,
    percent,
    power,
    speed,
    speed_number,
    step_time,
    tokens,
)
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.series import Table
from advisor.present.words.terms import INPUTS, PROMPT_FORMULAS, TEXT_TERMS, TOKEN_FORMULAS, Formulas, term_words
from advisor.present.words.view import Why
from advisor.present.words.words import joined, say, to_say

_CONFIDENCE: dict[Confidence, str] = {
    "A": to_say("Estimate, as good as measured"),
    "B": to_say("Estimate, very likely"),
    "C": to_say("Estimate, likely"),
    "D": to_say("Rough estimate"),
    "E": to_say("Very rough estimate"),
    "F": to_say("Unknown"),
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


_RATES: dict[ReasonCode, str] = {
    "bandwidth_from": to_say("Memory bandwidth"),
    "matrix_rate_from": to_say("Arithmetic"),
}


def input_text(number: Input) -> str:
    """One input with its unit; base units get the text function of their quantity."""
    text = _UNITS.get(number.unit)
    words = text(number.value) if text else f"{number.value:,.4g} {number.unit}".strip()
    return marked(words, is_uncertain=number.is_uncertain)


def why_tables(estimate: Estimate) -> tuple[Why, ...]:
    """The three numbers of an answer: generation speed, wait for the first word, memory."""
    return (_speed_why(estimate), _first_word_why(estimate), _memory_why(estimate))


def _speed_why(estimate: Estimate) -> Why:
    more = say("A run measured here would narrow the range.")
    if estimate.decode.confidence in ("A", "B"):
        more = say("Another program or build of it can be faster or slower.")
    rate = speed(middle(estimate.decode.tokens_per_s))
    parts = " + ".join(term_words(term.name, TEXT_TERMS)[0] for term in estimate.decode.terms if term.s > 0)
    return Why(
        title=say("Why {rate}", rate=rate) if rate != say(UNKNOWN) else say("Why the speed is unknown"),
        formula=say("tokens/s = 1 / ({parts})", parts=parts)
        if parts
        else say("tokens/s = 1 / time of one token, which is unknown"),
        inputs=_inputs(estimate.decode, TOKEN_FORMULAS),
        evidence=(_certainty(estimate.decode), *map(_basis, estimate.decode.basis)),
        changes=(limit_sentence(estimate.decode, pool=main_pool(estimate)), more),
    )


def _first_word_why(estimate: Estimate) -> Why:
    wait = duration(estimate.time_to_first_token_s)
    return Why(
        title=say("Why {wait} to the first word", wait=wait)
        if wait != say(UNKNOWN)
        else say("Why the wait for the first word is unknown"),
        formula=say(
            "wait = {tokens} / prompt speed ({speed}) + one token",
            tokens=tokens(estimate.prompt_tokens),
            speed=speed(middle(estimate.prefill.tokens_per_s)),
        ),
        inputs=_inputs(estimate.prefill, PROMPT_FORMULAS),
        evidence=(_certainty(estimate.prefill), *map(_basis, estimate.prefill.basis)),
        changes=(say("A shorter prompt waits less."), limit_sentence(estimate.prefill, pool=main_pool(estimate))),
    )


def _basis(one: Reason) -> str:
    """What an estimate rests on; where a rate is from stands there as its origin and its name."""
    rate, origin = _RATES.get(one.code), next((it for it in TRUST if it == one.parameters.get("origin")), None)
    if rate is None or origin is None:
        return in_words(one)
    return say("{rate}: {origin}", rate=say(rate), origin=origin_words(origin))


def _beside_bytes(estimate: Estimate) -> int:
    """What lies in main memory in any case, which the verdict does not count; 0 where it does not fit."""
    if not estimate.holds or not estimate.fit.pools:
        return 0
    return max(0, estimate.memory.total_bytes - estimate.fit.pools[0].need_bytes)


def _memory_why(estimate: Estimate) -> Why:
    memory = estimate.memory
    elsewhere = _beside_bytes(estimate)
    source = say("exact from the model's shape") if memory.exact else say("estimated from the model's size")
    parts = (
        (say("weights"), memory.weights_bytes - elsewhere, source),
        (
            say("conversation memory (KV cache) for {tokens}", tokens=tokens(estimate.context_tokens)),
            memory.kv_cache_bytes,
            source,
        ),
        (say("calculation buffers"), memory.compute_bytes, say("estimated for llama.cpp")),
        (say("output buffer"), memory.output_bytes, source),
        (say("the program itself"), memory.runtime_bytes, say("estimated for llama.cpp")),
    )
    return Why(
        title=say("Why {size} of memory", size=capacity(memory.total_bytes - elsewhere)),
        formula=say("memory = weights + conversation memory + buffers + program"),
        inputs=Table(
            (say("Part"), say("Size"), say("From")),
            tuple((name, capacity(size), origin) for name, size, origin in parts),
        ),
        evidence=(
            *filter(None, (embeddings_sentence(estimate),)),
            say("Weights and conversation memory: {source}.", source=source),
        ),
        changes=(
            say("A shorter context needs less conversation memory."),
            say("A smaller quantization needs less for weights."),
        ),
    )


_BY_BYTES, _BY_LAYERS = ("weights", "unpacking", "arithmetic"), ("kv_cache", "attention", "overhead")
"""Terms of a token that shrink with the weights, and with the layers, that lie elsewhere (docs/physics.md 6.6)."""
_ALL_LAYERS = 0.99


def _inputs(phase: Speed, formulas: Formulas) -> Table:
    rows = [
        (
            term_words(term.name, TEXT_TERMS)[0],
            step_time(term.s),
            _formula(term.name, phase, say(formulas[term.name])),
            joined((_input(number) for number in term.inputs), "; "),
        )
        for term in phase.terms
        if term.s > 0
    ]
    return Table((say("Part"), say("Time"), say("Formula"), say("From")), tuple(rows))


def _formula(name: str, phase: Speed, whole: str) -> str:
    """How a term is computed: of what lies on the GPU alone where the rest is in RAM."""
    known = {number.name: number.value for term in phase.terms for number in term.inputs}
    share = known.get("host_share")
    if not share:
        return whole
    if name in _BY_BYTES:
        return say("{share} on the GPU x {formula}", share=percent(1 - share), formula=whole)
    layers_s = next((term.s for term in phase.terms if term.name == "overhead"), 0.0)
    all_s = known.get("layers", 0.0) * known.get("layer_s", 0.0)
    is_part = name in _BY_LAYERS and all_s > 0 and layers_s < _ALL_LAYERS * all_s
    return say("{share} on the GPU x {formula}", share=percent(layers_s / all_s), formula=whole) if is_part else whole


def _input(number: Input) -> str:
    words = origin_words(number.origin, source=number.source)
    source = say(" ({remarks})", remarks=joined((words, source_words(number.source)), ": "))
    return f"{say(INPUTS[number.name])} {input_text(number)}{source}"


def _certainty(phase: Speed) -> str:
    """How sure a speed is, and what its range means."""
    word, (low, _, high) = say(_CONFIDENCE[phase.confidence]), phase.tokens_per_s or (None, None, None)
    if low is None or high is None:
        return say("{word}: no figure.", word=word)
    return say(
        "{word}: 80% of comparable runs land between {low} and {high}.",
        word=word,
        low=speed_number(low),
        high=speed(high),
    )
