"""The answer to "Will it run?" as sentences: fit, speed with range, first word, limit."""

from typing import Protocol

from advisor.facts.estimate import Estimate, Fit, Speed, Verdict
from advisor.facts.rig import Pool
from advisor.facts.rig_answer import RigAnswer
from advisor.facts.workload import READING_TOKENS_PER_S
from advisor.present.capital import capital
from advisor.present.limit import LIMIT_WORDS, POOL_WORDS, capacity_sentence, limit_sentence
from advisor.present.placement_text import room_sentences
from advisor.present.processor_name import short_name
from advisor.present.quantity import capacity, duration, speed, speed_number, times, tokens

STATE_WORDS: dict[Verdict, str] = {
    "fits": "Fits",
    "tight": "Tight",
    "spills": "Spills",
    "too_big": "Too big",
    "unknown": "Unknown",
}


class Fitted(Protocol):
    """An estimate, or whatever else tells how a model fits."""

    @property
    def fit(self) -> Fit:
        """The fit."""


def answer_sentence(estimate: Estimate) -> str:
    """The whole answer: "Fits with 3.1 GiB to spare. About 42 tokens/s (36 to 48). The first word after 0.9 s. ..."."""
    parts = [fit_sentence(estimate), speed_sentence(estimate)]
    if estimate.decode.tokens_per_s is not None and estimate.fit.verdict != "too_big":
        if estimate.time_to_first_token_s is not None:
            parts.append(f"The first word after {duration(estimate.time_to_first_token_s)}.")
        parts.append(f"Limit: {LIMIT_WORDS[estimate.decode.limit]}.")
    return " ".join(parts)


def fit_sentence(estimate: Estimate) -> str:
    """Whether the model fits, and by how much: "Fits with 3.1 GiB to spare."."""
    return f"{fit_words(estimate)}."


def fit_words(estimate: Fitted) -> str:
    """The fit without a full stop, for sentences and chart titles."""
    fit, memory = estimate.fit, POOL_WORDS[main_pool(estimate)]
    spare = capacity(abs(fit.spare_bytes)) if fit.spare_bytes is not None else None
    missing = f"{spare} missing" if spare else "more memory needed"
    match fit.verdict:
        case "fits":
            return f"Fits with {spare} to spare" if spare else "Fits"
        case "tight":
            return f"Just fits: {memory} is nearly full, keep other programs closed"
        case "spills":
            spilled = capacity(spilled_bytes(estimate)) if spilled_bytes(estimate) else "A part"
            return f"{spilled} does not fit and spills into main memory"
        case "too_big":
            return f"Does not fit: {missing} in the {memory}"
        case _:
            return f"Whether it fits is unknown: the free {memory} could not be read"


def spilled_bytes(estimate: Fitted) -> int:
    """Bytes of the model that lie outside its first pool."""
    return sum(pool.need_bytes for pool in estimate.fit.pools[1:])


def main_pool(estimate: Fitted) -> Pool:
    """The pool the processor reads at full speed."""
    return estimate.fit.pools[0].pool if estimate.fit.pools else "ram"


def kind_words(answer: RigAnswer, processor_id: str) -> str:
    """What a processor is to its owner: "processor", "graphics card", or "graphics" where it shares memory."""
    if answer.cpu is not None and processor_id == answer.cpu.processor_id:
        return "processor"
    own = next((one for one in answer.estimates if one.processor_id == processor_id), answer.chosen)
    return "graphics card" if main_pool(own) == "vram" else "graphics"


def speed_sentence(estimate: Estimate) -> str:
    """Generation speed with its range: "About 42 tokens/s (36 to 48)."."""
    decode = estimate.decode
    if decode.tokens_per_s is None:
        return f"Speed unknown{until_measured(estimate)}."
    start = "With enough memory about" if estimate.fit.verdict == "too_big" else "About"
    return f"{start} {speed(decode.tokens_per_s)}{_range(decode)}."


def until_measured(estimate: Estimate) -> str:
    """What an unknown speed waits for: main memory is measured, the memory of a graphics card is not."""
    if main_pool(estimate) == "vram":
        return ": how fast the memory of this graphics card is read is not known"
    return " until the memory is measured"


def why_unknown(estimate: Fitted) -> str:
    """What a chart says that has nothing to draw."""
    if main_pool(estimate) == "vram":
        return "How fast the memory of this graphics card is read is not known."
    return f"How fast the {POOL_WORDS[main_pool(estimate)]} is read is not known until it is measured."


def reading_words(rate_tokens_per_s: float) -> str:
    """A speed against reading: "13 times as fast as you read"."""
    ratio = rate_tokens_per_s / READING_TOKENS_PER_S
    if ratio >= 1.15:
        return f"{times(ratio)} as fast as you read"
    if ratio >= 0.85:
        return "about as fast as you read"
    return f"slower than you read ({speed(READING_TOKENS_PER_S)})"


def answer_detail(answer: RigAnswer) -> str:
    """What stands under the answer: speed against reading, what it was asked with, what limits it."""
    estimate = answer.chosen
    depth = estimate.depth_tokens
    asked = f"with {tokens(depth)} in the conversation" if depth else "at the start of a conversation"
    parts = []
    if estimate.decode.tokens_per_s is not None and estimate.fit.verdict != "too_big":
        pace = capital(reading_words(estimate.decode.tokens_per_s))
        parts.append(f"{pace}, {asked}, on {short_name(estimate.processor_name)}.")
        parts.append(limit_sentence(estimate.decode, pool=main_pool(estimate), hint=answer.smaller is None))
    if estimate.fit.verdict == "too_big":
        parts.append(capacity_sentence(main_pool(estimate), hint=answer.smaller is None))
    if estimate.fit.verdict in ("fits", "tight") and answer.largest_context_tokens:
        parts.append(f"The longest conversation that fits: {tokens(answer.largest_context_tokens)}.")
    parts.extend(room_sentences(answer))
    return " ".join(parts)


def _range(decode: Speed) -> str:
    if decode.low_tokens_per_s is None or decode.high_tokens_per_s is None:
        return ""
    return f" ({speed_number(decode.low_tokens_per_s)} to {speed_number(decode.high_tokens_per_s)})"
