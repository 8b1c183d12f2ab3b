"""Names of limits as words and sentences."""

from advisor.facts.answers.estimate import Limit, Speed
from advisor.facts.cards.card import Pool
from advisor.present.words.what_if import what_if
from advisor.present.words.words import say, to_say

LIMIT_WORDS: dict[Limit, str] = {
    "memory_bandwidth": to_say("memory bandwidth"),
    "compute": to_say("calculations"),
    "launch_overhead": to_say("overhead per step"),
    "interconnect": to_say("the link between the parts"),
    "capacity": to_say("memory size"),
}

POOL_WORDS: dict[Pool, str] = {
    "vram": to_say("graphics memory"),
    "ram": to_say("main memory"),
    "unified": to_say("shared memory"),
}
"""A memory pool inside a sentence."""

_HELP = {
    (True, True): to_say("Faster memory and a faster chip would both help."),
    (True, False): to_say("Faster memory would help; a faster chip with the same memory would not help much."),
    (False, True): to_say("A faster chip would help; faster memory would not help much."),
    (False, False): to_say("Neither faster memory nor a faster chip would help much."),
}
"""What would help, by whether faster memory and a faster chip do."""


def limit_sentence(phase: Speed, *, pool: Pool, hint: bool = True) -> str:
    """What holds the speed back, and what therefore would and would not help."""
    if phase.limit == "capacity":
        return capacity_sentence(pool, hint=hint)
    changed = what_if(phase)
    helps = f" {say(_HELP[changed.memory_helps, changed.chip_helps])}" if changed else ""
    return say("What limits it: {cause}.{helps}", cause=cause_words(phase.limit, pool), helps=helps)


def cause_words(limit: Limit, pool: Pool) -> str:
    """What a limit is about, inside a sentence."""
    memory = say(POOL_WORDS[pool])
    causes: dict[Limit, str] = {
        "memory_bandwidth": say("how fast the {memory} can be read", memory=memory),
        "compute": say("how fast the chip calculates"),
        "launch_overhead": say("the fixed time each layer costs, because the model is small"),
        "interconnect": say("the link over which parts of the model reach the {memory}", memory=memory),
        "capacity": say("the size of the {memory}", memory=memory),
    }
    return causes[limit]


def capacity_sentence(pool: Pool, *, hint: bool = True) -> str:
    """That a memory is too small, and with a `hint` what can be done in general."""
    helps = say(" A smaller quantization, a shorter context or a smaller model may fit.") if hint else ""
    return say("What limits it: the size of the {pool}.{helps}", pool=say(POOL_WORDS[pool]), helps=helps)
