"""How to start an engine so that it does what an estimate assumes."""

from advisor.facts.record import Record


class LaunchPlan(Record):
    """Arguments of llama.cpp's programs that differ from their defaults, in the order of a command line.

    `gpu_layers` (-ngl) counts the output layer as one, `host_expert_layers` (--n-cpu-moe) the first of the model's
    `layers` whose experts stay in main memory; None and 0 where the engine's own choice is the same.
    """

    arguments: tuple[str, ...]
    layers: int
    gpu_layers: int | None = None
    host_expert_layers: int = 0
