"""Names of limits as words and sentences, and what would help against them."""

from typing import NamedTuple

from advisor.facts.answers.estimate import Limit, Speed
from advisor.facts.cards.card import Pool
from advisor.present.words.words import joined, say, to_say

READING = ("weights", "kv_cache", "main_memory")
"""Terms that shrink with faster memory."""
_CALCULATING = ("unpacking", "attention", "arithmetic")
"""Terms that shrink with a faster chip."""
HELPS = 1.1
"""Something helps that makes it at least a tenth faster when it is twice as fast itself."""


class WhatIf(NamedTuple):
    """Seconds of one step as it is, with a chip twice as fast, and with memory twice as fast."""

    total_s: float
    faster_chip_s: float
    faster_memory_s: float


def what_if(phase: Speed) -> WhatIf | None:
    """The three times of a phase; None where its time is unknown."""
    total_s = sum(term.s for term in phase.terms)
    if phase.tokens_per_s is None or total_s <= 0:
        return None
    return WhatIf(
        total_s=total_s,
        faster_chip_s=total_s - time_of(phase, _CALCULATING) / 2,
        faster_memory_s=total_s - time_of(phase, READING) / 2,
    )


def time_of(phase: Speed, names: tuple[str, ...]) -> float:
    """Seconds of the named terms together."""
    return sum(term.s for term in phase.terms if term.name in names)


LIMIT_WORDS: dict[Limit, str] = {
    "memory_bandwidth": to_say("memory bandwidth"),
    "compute": to_say("compute"),
    "launch_overhead": to_say("overhead per step"),
    "interconnect": to_say("the link between the parts"),
    "capacity": to_say("memory size"),
}

POOL_WORDS: dict[Pool, str] = {
    "vram": to_say("VRAM"),
    "ram": to_say("RAM"),
    "unified": to_say("shared memory"),
}
"""A memory pool inside a sentence."""

_HELP = {
    (True, True): to_say("Faster memory and more compute would both help."),
    (True, False): to_say("Faster memory would help; more compute would not."),
    (False, True): to_say("More compute would help; faster memory would not."),
    (False, False): to_say("Neither faster memory nor more compute would help much."),
}
"""What would help, by whether faster memory and a faster chip do."""


def limit_sentence(phase: Speed, *, pool: Pool, hint: bool = True) -> str:
    """What holds the speed back, and what therefore would and would not help."""
    if phase.limit == "capacity":
        return capacity_sentence(pool, hint=hint)
    changed, helps = what_if(phase), ""
    if changed:
        memory, chip = (changed.total_s >= HELPS * new for new in (changed.faster_memory_s, changed.faster_chip_s))
        helps = say(_HELP[memory, chip])
    return joined((say("What limits it: {cause}.", cause=cause_words(phase.limit, pool)), helps))


def cause_words(limit: Limit, pool: Pool) -> str:
    """What a limit is about, inside a sentence."""
    memory = say(POOL_WORDS[pool])
    causes: dict[Limit, str] = {
        "memory_bandwidth": say("how fast {memory} can be read", memory=memory),
        "compute": say("how fast the chip computes"),
        "launch_overhead": say("a fixed time per layer"),
        "interconnect": say("the link over which parts of the model reach {memory}", memory=memory),
        "capacity": say("the size of {memory}", memory=memory),
    }
    return causes[limit]


def capacity_sentence(pool: Pool, *, hint: bool = True) -> str:
    """That a memory is too small, and with a `hint` what can be done in general."""
    helps = say("A smaller quantization, a shorter context or a smaller model may fit.") if hint else ""
    return joined((say("What limits it: the size of {pool}.", pool=say(POOL_WORDS[pool])), helps))
