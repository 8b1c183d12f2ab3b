"""What a prediction returns: memory need, verdict of fit, speed with range and terms, and how to start the engine."""

from typing import Literal

from advisor.facts.cards.card import Pool
from advisor.facts.values.fact import Origin, Source
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import Reason
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

    def kept_to(self, devices: tuple[str, ...]) -> "LaunchPlan":
        """The same on no other devices than those with these names; on all that there are without any."""
        return self.changed(arguments=(*self.arguments, "-dev", ",".join(devices))) if devices else self


RateUnit = Literal["tokens", "items", "sound_s"]
"""What a speed counts per second: tokens, pictures or vectors, seconds of sound."""

Limit = Literal["memory_bandwidth", "compute", "launch_overhead", "interconnect", "capacity"]
Verdict = Literal["fits", "tight", "spills", "too_big", "unknown"]
Confidence = Literal["A", "B", "C", "D", "E", "F"]
"""The width of a range in a letter: A the narrowest, E the widest, F no figure (docs/physics.md 8.1)."""


class Input(Record):
    """One number that went into a term, for "Why this number": `name` is its key; `is_uncertain` is told with a ~."""

    name: str
    value: float
    unit: str
    origin: Origin
    source: Source
    is_uncertain: bool = False


TermName = Literal[
    "weights", "arithmetic", "matmul", "kv_cache", "attention", "activations", "kept_values", "unpacking",
    "dequantizing", "update", "overhead", "launches", "launch", "interconnect", "links", "waiting", "idle_stages",
    "main_memory", "streaming", "moving", "text_encoding", "decoding", "encoder", "decoder", "vocoder",
    "guessing",
]  # fmt: skip
"""The parts of the time of a token, a prompt, an item or a step of training."""


Seconds = tuple[tuple[TermName, float], ...]
"""What each part takes, before anybody asks what went into it."""


class AnswerTerm(Record):
    """One part of the time of a token, a whole prompt, an item or a step: `s` seconds."""

    name: TermName
    s: float


class Term(AnswerTerm):
    """The same of one token or one prompt, with what went into it."""

    inputs: tuple[Input, ...] = ()


class PoolNeed(Record):
    """One memory pool: what the model needs there and what is free, None where unknown.

    `withheld_bytes` of the total are never given to the processor, whatever runs; None where nothing is.
    """

    pool: Pool
    need_bytes: int
    free_bytes: int | None
    total_bytes: int | None = None
    withheld_bytes: int | None = None

    def kept_bytes(self, spare_bytes: int) -> int:
        """What of it is not for the model, nor left over; 0 where its size is unknown."""
        if self.total_bytes is None:
            return 0
        return self.total_bytes - (self.withheld_bytes or 0) - self.need_bytes - spare_bytes


class CardPart(Record):
    """What one of several different cards holds of a model: layers, the output layer as one, and bytes."""

    name: str
    layers: int
    need_bytes: int
    free_bytes: int | None


class MemoryNeed(Record):
    """Memory of a loaded model by part. `total_bytes` is the sum of the parts.

    `vision_bytes` is the part that sees, where pictures are in the prompt.
    """

    weights_bytes: int
    kv_cache_bytes: int
    compute_bytes: int
    output_bytes: int
    runtime_bytes: int
    total_bytes: int
    exact: bool
    vision_bytes: int = 0


class Fit(Record):
    """Whether a need goes into a budget. `spare_bytes` is negative when something is missing.

    `others_closed` is the verdict once no other program holds memory, where it does not fit beside them but would then.
    `cards` tells what lies on each of several different cards; none for one card and for equal ones.
    `is_tight_beside`: of a model divided with main memory, that lacks room for its part, or may as far as needs are
    known.
    """

    verdict: Verdict
    pools: tuple[PoolNeed, ...]
    budget_bytes: int | None
    spare_bytes: int | None
    reserve_bytes: int | None
    others_closed: Verdict | None = None
    cards: tuple[CardPart, ...] = ()
    is_tight_beside: bool = False

    @property
    def need_bytes(self) -> int:
        """What is needed of all memories together."""
        return sum(pool.need_bytes for pool in self.pools)

    @property
    def is_tight(self) -> bool:
        """Whether it may not go in as far as needs are known, whichever memory is the full one."""
        return self.verdict == "tight" or (self.verdict == "spills" and self.is_tight_beside)


class Speed(Ranged):
    """Tokens per second of one phase, the limit, and the terms that add up to one token."""

    tokens_per_s: Range | None
    limit: Limit
    terms: tuple[Term, ...]
    confidence: Confidence
    basis: tuple[Reason, ...]


class Estimate(Record):
    """One model on one processor: memory, fit, both speeds and the wait for the first word.

    `reordered_bytes` are weights that a processor stores a second time, in another order: the first copy is a part of
    the file, which the system gives back when memory is wanted. `launch` is how to start llama.cpp that way, None for
    other engines and where the model does not fit. `blocked` says why the processor cannot be used as it is: the
    figures are what it would reach otherwise. `longest_tokens` is the longest context that it reads, None if not known.
    """

    processor_id: str
    processor_name: str
    model_name: str
    quant: str
    context_tokens: int
    prompt_tokens: int
    depth_tokens: int
    generated_tokens: int
    memory: MemoryNeed
    fit: Fit
    decode: Speed
    prefill: Speed
    time_to_first_token_s: float | None
    weight_bytes_per_token: int
    kv_bytes_per_token_at_depth: int
    flop_per_token: float
    reordered_bytes: int = 0
    longest_tokens: int | None = None
    launch: LaunchPlan | None = None
    blocked: Reason | None = None
    notes: tuple[Reason, ...] = ()

    @property
    def rate(self) -> Range | None:
        """Tokens a second while it writes."""
        return self.decode.tokens_per_s

    @property
    def runs(self) -> bool:
        """Whether it does the work at a speed that is known."""
        return self.decode.tokens_per_s is not None and self.fit.verdict != "too_big"

    @property
    def holds(self) -> bool:
        """Whether all of the model lies in the memory of the processor."""
        return self.fit.verdict in ("fits", "tight")

    @property
    def limit(self) -> Limit | None:
        """What holds the speed back, None where that is not known."""
        return None if self.decode.tokens_per_s is None else self.decode.limit

    @property
    def terms(self) -> tuple[Term, ...]:
        """The parts of the time of one token."""
        return self.decode.terms

    @property
    def first_wait_s(self) -> float | None:
        """The wait for the first word."""
        return self.time_to_first_token_s
