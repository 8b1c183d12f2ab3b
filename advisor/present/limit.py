"""Names of limits as words and sentences."""

from advisor.facts.estimate import Limit, Speed
from advisor.facts.rig import Pool
from advisor.present.what_if import what_if

LIMIT_WORDS: dict[Limit, str] = {
    "memory_bandwidth": "memory bandwidth",
    "compute": "calculations",
    "launch_overhead": "overhead per step",
    "interconnect": "the link between the parts",
    "capacity": "memory size",
}

POOL_WORDS: dict[Pool, str] = {"vram": "graphics memory", "ram": "main memory", "unified": "shared memory"}
"""A memory pool inside a sentence."""

_HELP = {
    (True, True): "Faster memory and a faster chip would both help.",
    (True, False): "Faster memory would help; a faster chip with the same memory would not help much.",
    (False, True): "A faster chip would help; faster memory would not help much.",
    (False, False): "Neither faster memory nor a faster chip would help much.",
}
"""What would help, by whether faster memory and a faster chip do."""


def limit_sentence(phase: Speed, *, pool: Pool, hint: bool = True) -> str:
    """What holds the speed back, and what therefore would and would not help."""
    if phase.limit == "capacity":
        return capacity_sentence(pool, hint=hint)
    changed = what_if(phase)
    helps = f" {_HELP[changed.memory_helps, changed.chip_helps]}" if changed else ""
    return f"What limits it: {cause_words(phase.limit, pool)}.{helps}"


def cause_words(limit: Limit, pool: Pool) -> str:
    """What a limit is about, inside a sentence."""
    memory = POOL_WORDS[pool]
    causes: dict[Limit, str] = {
        "memory_bandwidth": f"how fast the {memory} can be read",
        "compute": "how fast the chip calculates",
        "launch_overhead": "the fixed time each layer costs, because the model is small",
        "interconnect": f"the link over which parts of the model reach the {memory}",
        "capacity": f"the size of the {memory}",
    }
    return causes[limit]


def capacity_sentence(pool: Pool, *, hint: bool = True) -> str:
    """That a memory is too small, and with a `hint` what can be done in general."""
    helps = " A smaller quantization, a shorter context or a smaller model may fit." if hint else ""
    return f"What limits it: the size of the {POOL_WORDS[pool]}.{helps}"
