"""Serving many people at once: what is asked, how engines that batch use hardware, and what is answered."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import LaunchPlan
from advisor.facts.asked.request import Count, Request, Tokens, TokensOrNone
from advisor.facts.cards.calibration import Share, Spread
from advisor.facts.cards.card import ArchitectureId, ArchitectureIds, Sourced
from advisor.facts.cards.engine import ServingEngines
from advisor.facts.values.range import Range
from advisor.facts.values.reason import FieldError
from advisor.facts.values.units import MEGA

PerSecond = Annotated[float, Field(gt=0, le=MEGA)]
FactorBits = Literal["16", "8", "4"]


class ServeRequest(Request):
    """A question about the task `serve`. Without a `concurrency` as many are served as memory and engine allow.

    Of the prompt `cached_tokens` are in the engine's cache from a call before, or all but the `new_tokens` that the
    last call added, where only those are told. Memory is kept for `context_tokens` of each, at least for prompt and
    answer; `kv_type` is that of llama.cpp's cache. `requests_per_s` asks what comes of requests that arrive at random
    at this rate.
    """

    task: str = "serve"
    engine: str = "vLLM"
    prompt_tokens: Tokens = 1024
    cached_tokens: TokensOrNone = 0
    new_tokens: Tokens | None = None
    context_tokens: Tokens | None = None
    generated_tokens: Tokens = 256
    concurrency: Count | None = None
    precision: str | None = None
    kv_type: Literal["f16", "q8_0"] = "f16"
    split: Literal["layer", "tensor"] | None = None
    requests_per_s: PerSecond | None = None

    @property
    def held_tokens(self) -> int:
        """Tokens of each request that there is room for."""
        return max(self.context_tokens or 0, self.prompt_tokens + self.generated_tokens)

    @property
    def kept_tokens(self) -> int:
        """Tokens of the prompt that are read already."""
        if self.new_tokens is None or "cached_tokens" in self.model_fields_set:
            return self.cached_tokens
        return max(0, self.prompt_tokens - self.new_tokens)

    @field_validator("concurrency", mode="before")
    @classmethod
    def _as_many_as_go(cls, value: Any) -> Any:
        is_open = isinstance(value, str) and value.strip().lower() in ("saturated", "max", "maximum", "unlimited", "")
        return None if is_open else value

    @model_validator(mode="after")
    def _some_are_new(self) -> Self:
        if self.cached_tokens >= self.prompt_tokens:
            raise FieldError("field_fewer_than_field", field="cached_tokens", other="prompt_tokens")
        return self


class ServingCard(Sourced):
    """How engines that form a new batch for every step use graphics processors.

    Weights and cache are read at `bandwidth_share` of the theoretical bandwidth, weights that are unpacked to 16 bits
    at `packed_share`; those of mixtures take `packed_sparse_layer_us` a layer more. Matrices of dense models reach
    `dense_share` of the peak of their format (bits of one factor), those of experts `sparse_share`; attention of
    prompts `attention_share` of the 16-bit peak; both by architecture at most power limit x `tflop_per_j`. `layer_us`
    pass per layer of a step, `sequence_us` per sequence of a step. The cache has the bits of the weights where
    `small_cache`, else 16. Weights and cache may take `memory_share` of the memory, `unified_share` of one that the
    system works in, too; `sequences_max` run at once. `at_home_on` are the GPUs on which people serve with them, in few
    bits as well; on others they are taken where somebody names them.
    """

    engines: ServingEngines
    at_home_on: ArchitectureIds = ()
    bandwidth_share: Share
    packed_share: Share | None = None
    packed_sparse_layer_us: float = Field(default=0.0, ge=0)
    tflop_per_j: dict[ArchitectureId, float] = Field(default_factory=dict)
    dense_share: dict[FactorBits, Share]
    sparse_share: dict[FactorBits, Share]
    attention_share: Share
    layer_us: float = Field(ge=0)
    sequence_us: float = Field(ge=0)
    small_cache: bool = False
    memory_share: Share
    unified_share: Share | None = None
    sequences_max: int = Field(ge=1)
    runtime_mib: float = Field(ge=0)
    dense_spread: Spread
    sparse_spread: Spread
    evidence: str = Field(min_length=5)


class ServeAnswer(Answer):
    """Speeds of all users together and of each.

    `tokens_per_s` is that of all; `between_prompts_tokens_per_s`, where one is served whose prompts are kept, that with
    the reading of prompts in it, as that of several is. `conversation_bytes` is the cache of one at its end, on all
    devices together. `first_prompt_s` is the wait of the first call of many, of whose prompt nothing is kept; None
    where each prompt is read as a whole. `queue_s` is the mean wait for a place, at the stated rate of requests or
    where all ask at once; None where the queue grows without end. `launch` starts llama.cpp so, where the model lies
    in two memories.
    """

    output_tokens_per_s: Range | None = None
    output_tokens_per_s_per_user: float | None = None
    between_prompts_tokens_per_s: Range | None = None
    conversation_bytes: int | None = None
    concurrency: int | None = None
    max_concurrency: int | None = None
    first_prompt_s: float | None = None
    requests_per_s_max: float | None = None
    utilization: float | None = None
    queue_s: float | None = None
    launch: LaunchPlan | None = None

    def rate(self, devices: int) -> Range | None:
        """Tokens a second that all users get together."""
        return self.output_tokens_per_s

    def device_bytes(self, devices: int) -> int:
        """Memory is told of all devices together."""
        return super().device_bytes(devices) // devices

    @property
    def helped_bytes(self) -> tuple[int, ...]:
        """The layers that the processor computes."""
        return tuple(pool.need_bytes for pool in self.memory.pools[1:]) if self.memory is not None else ()
