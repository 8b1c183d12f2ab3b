"""What a prediction is about: one model at one quantization, and how it is run (docs/physics.md 6.1)."""

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Literal

from advisor.facts.cards.calibration import Calibration, Doubt
from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.quant import BlockType, ModelWeights
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.predict.model.alike_tensors import AlikeTensors, Tally, alike_tensors, matrix_columns, tally
from advisor.predict.model.buffers import BatchSetup
from advisor.predict.model.kv_cache import CacheSetup
from advisor.predict.model.layers import LayerGroups
from advisor.predict.model.tensors import LayerKind, layer_kinds


@frozen
class Subject:
    """A model ready for arithmetic: made once per model and quantization, then asked many times.

    `shape_known` is False where the shape is that of a similar model, `quant_known` where the file type is only alike;
    `doubts` are what else its name leaves open; `extended_tokens` how far its makers document that it reads with YaRN.
    """

    name: str
    shape: ModelShape
    groups: LayerGroups
    weights: ModelWeights
    blocks: Mapping[str, BlockType]
    shape_known: bool = True
    quant_known: bool = True
    is_gguf: bool = True
    doubts: tuple[Doubt, ...] = ()
    extended_tokens: int | None = None

    @property
    def longest_tokens(self) -> int | None:
        """The longest context that it reads, if with its positions stretched; None where nobody states one."""
        own = self.shape.context_tokens
        return None if own is None else max(own, self.extended_tokens or 0)

    @cached_property
    def is_sparse(self) -> bool:
        """Whether it is a mixture of experts."""
        return self.weights.expert_bytes > 0

    @cached_property
    def bytes_per_token(self) -> int:
        """Bytes of weights read for one token of one sequence."""
        return self.weights.bytes_per_token

    @property
    def alike(self) -> tuple[AlikeTensors, ...]:
        """Its tensors, those that are alike counted together."""
        return alike_tensors(self.shape)

    @cached_property
    def tally(self) -> Tally:
        """Its weights by what their tensors are for."""
        return tally(self.alike)

    @cached_property
    def columns(self) -> tuple[float | None, float | None]:
        """Columns of the matrices that every token uses and of experts, in the mean over rows; None without any."""
        return matrix_columns(self.shape)

    @cached_property
    def layer_kinds(self) -> dict[LayerKind, tuple[int, ...]]:
        """Its layers, those of one kind together."""
        return layer_kinds(self.shape)


@frozen
class CardShare:
    """One of several different cards that hold a model together: its part of the layers, 0 to 1.

    `budget_bytes` is what it may hold, None where that is not known.
    """

    processor: Processor
    calibration: Calibration
    budget_bytes: int | None
    share: float


@frozen
class Run:
    """How the model is run. `depth_tokens` are already in the context before the prompt.

    `vision_bytes` is what the part that sees takes where pictures are in the prompt, on the first device.

    `is_request`: one request from its start, so that the prompt lies in the context when generation starts; otherwise
    both phases are asked about apart, as benchmarks measure them.

    `engine` is the program's name without punctuation, where its builds differ from those of others.

    `cards` are the `devices` where they are not alike, in the order in which layers are dealt out; none for equal ones.
    """

    context_tokens: int
    prompt_tokens: int = 512
    depth_tokens: int = 0
    generated_tokens: int = 128
    batch: int = 1
    devices: int = 1
    cards: tuple[CardShare, ...] = ()
    vision_bytes: int = 0
    split: Literal["layer", "tensor"] = "layer"
    threads: int | None = None
    build_date: str | None = None
    engine: str | None = None
    is_request: bool = False
    cache: CacheSetup = field(default_factory=CacheSetup)
    batching: BatchSetup = field(default_factory=BatchSetup)

    @property
    def parallel(self) -> int:
        """Devices that read at the same time: all in a tensor split, one in a layer split."""
        return self.devices if self.split == "tensor" else 1

    @property
    def is_even(self) -> bool:
        """Whether every device holds and does as much as the others: one, or all with a share of every layer."""
        return self.devices == 1 or self.split == "tensor"

    @property
    def middle_tokens(self) -> float:
        """Tokens in the context halfway through generation, depth + generated / 2: what the mean token attends to."""
        return self.depth_tokens + self.generated_tokens / 2

    @cached_property
    def written(self) -> "Run":
        """The run once generation starts."""
        if not self.is_request:
            return self
        return replace(self, depth_tokens=self.depth_tokens + self.prompt_tokens, is_request=False)

    @property
    def of_one(self) -> "Run":
        """The same run as one kind of processor sees it: one of several different cards, or that around them."""
        return replace(self, cards=()) if self.cards else self

    def widened(self, times: int) -> "Run":
        """The same run with so many times the sequences at once."""
        return replace(self, batch=self.batch * times)


def with_cache_type(run: Run, block_type: str) -> Run:
    """The same run with keys and values stored in another type."""
    return replace(run, cache=run.cache._replace(key_type=block_type, value_type=block_type))


def with_ubatch(run: Run, ubatch_tokens: int) -> Run:
    """The same run with prompts worked through in micro batches of so many tokens."""
    batching = run.batching._replace(ubatch_tokens=ubatch_tokens)
    return replace(run, batching=batching, cache=run.cache._replace(ubatch_tokens=ubatch_tokens))
