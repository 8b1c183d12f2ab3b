"""The answer to "Will it run?" as sentences: fit, speed with range, first word, limit."""

from collections.abc import Iterable
from typing import Protocol

from advisor.answer.rig.idle_gpus import remedy, unusable_gpus
from advisor.facts.answers.estimate import Estimate, Fit, Verdict
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.card import Pool
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.reason import Reason
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.processor_name import grouped, short_name
from advisor.present.words.quantity import capacity, factor, speed
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import joined, say, to_say

STATE_WORDS: dict[Verdict, str] = {
    "fits": to_say("Fits"),
    "tight": to_say("Tight"),
    "spills": to_say("Spills"),
    "too_big": to_say("Too big"),
    "unknown": to_say("Unknown"),
}


class Fitted(Protocol):
    """An estimate, or whatever else tells how a model fits."""

    @property
    def fit(self) -> Fit:
        """The fit."""


def fit_words(estimate: Fitted) -> str:
    """The fit without a full stop, for sentences and chart titles."""
    fit, memory = estimate.fit, say(POOL_WORDS[lacking_pool(estimate)])
    spare = capacity(abs(fit.spare_bytes)) if fit.spare_bytes is not None else None
    match fit.verdict:
        case "fits":
            return say("Fits with {spare} to spare", spare=spare) if spare else say("Fits")
        case "tight":
            return say("Just fits: close other programs", memory=memory)
        case "spills":
            spilled = capacity(spilled_bytes(estimate)) if spilled_bytes(estimate) else say("a part")
            return say("Runs with {spilled} of it in RAM", spilled=spilled)
        case "too_big":
            if spare is None:
                return say("Won't run: needs more {memory}", memory=memory)
            return say("Won't run: needs {spare} more {memory}", spare=spare, memory=memory)
        case _:
            return say("Fit unknown: free {memory} can't be read", memory=memory)


def spilled_bytes(estimate: Fitted) -> int:
    """Bytes of the model that lie outside its first pool."""
    return sum(pool.need_bytes for pool in estimate.fit.pools[1:])


def embeddings_sentence(estimate: Estimate) -> str:
    """What lies in main memory though the processor's own holds the model; empty where nothing does."""
    beside = spilled_bytes(estimate) - estimate.memory.output_bytes
    if beside <= 0 or not estimate.holds:
        return ""
    return say("{size} of the weights (token embeddings) stay in RAM.", size=capacity(beside))


def lacking_pool(estimate: Fitted) -> Pool:
    """The pool that is too small where it does not fit: main memory where that would have to hold the rest."""
    rest = estimate.fit.pools[1:]
    return (
        "ram" if estimate.fit.verdict == "too_big" and rest and rest[0].free_bytes is not None else main_pool(estimate)
    )


def main_pool(estimate: Fitted) -> Pool:
    """The pool the processor reads at full speed."""
    return estimate.fit.pools[0].pool if estimate.fit.pools else "ram"


def kind_words(answer: TextAnswer, processor_id: str) -> str:
    """What a processor is to its owner: "CPU", "GPU", or "integrated GPU" where it shares memory."""
    if answer.cpu is not None and processor_id == answer.cpu.processor_id:
        return say("CPU")
    own = next((one for one in answer.options if one.processor_id == processor_id), answer.chosen)
    return say("GPU") if main_pool(own) == "vram" else say("integrated GPU")


def until_measured(estimate: Estimate) -> str:
    """What an unknown speed waits for: main memory is measured, the memory of a graphics card is not."""
    if main_pool(estimate) == "vram":
        return say(": the memory speed of this GPU is unknown")
    return say(" until the memory is measured")


def why_unknown(estimate: Fitted) -> str:
    """What a chart says that has nothing to draw."""
    if main_pool(estimate) == "vram":
        return say("The memory speed of this GPU is unknown.")
    memory = say(POOL_WORDS[main_pool(estimate)])
    return say("How fast {memory} is stays unknown until measured.", memory=memory)


def reading_words(rate_tokens_per_s: float) -> str:
    """A speed against reading: "13x reading speed"."""
    ratio = rate_tokens_per_s / READING_TOKENS_PER_S
    if ratio >= 1.15:
        return say("{factor}x reading speed", factor=factor(ratio))
    if ratio >= 0.85:
        return say("about reading speed")
    return say("below reading speed ({speed})", speed=speed(READING_TOKENS_PER_S))


def left_aside(gpus: Iterable[tuple[Processor, Reason]]) -> str:
    """Which graphics processors an answer does not use, why, and what to do about it."""
    by_reason: dict[str, list[str]] = {}
    for gpu, why in gpus:
        done = remedy(gpu)
        said = joined((say("{why}.", why=in_words(why)), in_words(done) if done is not None else ""))
        by_reason.setdefault(said, []).append(short_name(gpu.name))
    counted = (
        (said, [grouped(name, names.count(name)) for name in dict.fromkeys(names)]) for said, names in by_reason.items()
    )
    return joined(say("{gpu} is not used: {why}", gpu=joined(names, ", "), why=said) for said, names in counted)


def unusable_words(rig: Rig) -> str:
    """Which graphics processors of a rig no answer can use, and what to do; empty where all are counted."""
    return left_aside(unusable_gpus(rig))
