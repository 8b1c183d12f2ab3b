"""How to start an engine so that it does what an estimate assumes."""

from advisor.facts.values.record import Record


class LaunchPlan(Record):
    """Arguments of llama.cpp's programs that differ from their defaults, in the order of a command line.

    `gpu_layers` (-ngl) counts the output layer as one, `host_expert_layers` (--n-cpu-moe) the first of the model's
    `layers` whose experts stay in main memory; None and 0 where the engine's own choice is the same. What other
    programs have to be told stands beside: the types of the cache, flash attention, threads (None: the engine's own
    choice), conversations at once.
    """

    arguments: tuple[str, ...]
    layers: int
    gpu_layers: int | None = None
    host_expert_layers: int = 0
    key_type: str = "F16"
    value_type: str = "F16"
    flash_attention: bool = True
    threads: int | None = None
    sequences: int = 1
