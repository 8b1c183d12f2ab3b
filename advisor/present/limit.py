"""Names of limits as words and sentences."""

from advisor.facts.estimate import Limit
from advisor.facts.rig import Pool

LIMIT_WORDS: dict[Limit, str] = {
    "memory_bandwidth": "memory bandwidth",
    "compute": "calculations",
    "launch_overhead": "overhead per step",
    "interconnect": "the link between the parts",
    "capacity": "memory size",
}

POOL_WORDS: dict[Pool, str] = {"vram": "graphics memory", "ram": "main memory", "unified": "shared memory"}
"""A memory pool inside a sentence."""


def limit_sentence(limit: Limit, *, pool: Pool) -> str:
    """What holds the speed back, and what therefore would and would not help."""
    memory = POOL_WORDS[pool]
    sentences: dict[Limit, str] = {
        "memory_bandwidth": f"What limits it: how fast the {memory} can be read. "
        "Faster memory would help; a faster chip with the same memory would not.",
        "compute": "What limits it: how fast the chip calculates. Faster memory would not help.",
        "launch_overhead": "What limits it: the fixed time each layer costs, because the model is small. "
        "Neither faster memory nor a faster chip would help much.",
        "interconnect": f"What limits it: the link over which parts of the model reach the {memory}.",
        "capacity": f"What limits it: the size of the {memory}. "
        "A smaller quantization, a shorter context or a smaller model may fit.",
    }
    return sentences[limit]
