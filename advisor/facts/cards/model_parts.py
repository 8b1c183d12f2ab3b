"""What a language model can have beside the layers that write: drafts, thinking, a part that sees."""

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from advisor.facts.cards.card import ModelIds, QuantName
from advisor.facts.values.reason import FieldError
from advisor.facts.values.record import Record

Share = Annotated[float, Field(gt=0, lt=1)]

ModelFigure = Literal[
    "drafting.layers", "drafting.params", "drafting.engines", "drafting.acceptance", "thinking.habit",
    "thinking.tokens", "vision.params", "vision.most_tokens",
]  # fmt: skip
"""Figures of a model's parts that a card can call uncertain: they rest on one weak source, or on its relatives."""

DraftEngine = Literal["llama.cpp", "ik_llama.cpp", "vllm", "sglang", "tensorrt-llm", "mlx"]
"""Programs that can use the layers of a model that predict further tokens."""


class DraftHead(Record):
    """A small network, published apart, that guesses from a model's own hidden states (EAGLE-3 and the like).

    `params` are those that act on every guess, its output matrix among them.
    """

    name: str
    params: int = Field(gt=0)
    source: str = Field(min_length=5)


class Drafting(Record):
    """What can guess a model's next tokens ahead, so that it has to check them only (docs/physics.md 6.7).

    `layers` are those published with it that predict further tokens (`num_nextn_predict_layers`,
    `mtp_num_hidden_layers`), each a layer like its last one behind a matrix that joins hidden state and embedding;
    embedding and output are the model's own unless `own_output`. `params` are theirs together, where published.
    `engines` can use them, llama.cpp from the month `llama_cpp_since` on. `models` are smaller models with
    its vocabulary, the usual one first, `heads` networks published apart.
    `acceptance`: the lowest and highest published share of its own layers' guesses that were right, of the first
    guess in a step.
    """

    layers: int = Field(default=0, ge=0, le=8)
    params: int | None = Field(default=None, gt=0)
    own_output: bool = False
    engines: Annotated[tuple[DraftEngine, ...], Strict(False)] = ()
    llama_cpp_since: str | None = Field(default=None, pattern=r"^\d{4}-\d{2}$")
    models: ModelIds = ()
    heads: Annotated[tuple[DraftHead, ...], Strict(False)] = ()
    acceptance: Annotated[tuple[Share, Share], Strict(False)] | None = None
    source: str = Field(min_length=5)


class Extension(Record):
    """How far its makers document that a model reads beyond what it was made for, with YaRN set to that length.

    `trained_tokens` is what the positions are stretched from. Short texts lose a little by it.
    """

    tokens: int = Field(gt=0)
    trained_tokens: int = Field(gt=0)
    source: str = Field(min_length=5)


ThinkingHabit = Literal["always", "unless_switched_off", "if_asked"]

Counted = Annotated[int, Field(gt=0)] | None


class ThinkingTokens(Record):
    """Tokens of thinking on average, by what was asked: simple questions, logic puzzles, contest mathematics, a mix."""

    questions: Counted = None
    puzzles: Counted = None
    mathematics: Counted = None
    science: Counted = None
    coding: Counted = None
    mixed: Counted = None

    @property
    def counts(self) -> tuple[int, ...]:
        """All that are known."""
        found = (self.questions, self.puzzles, self.mathematics, self.science, self.coding, self.mixed)
        return tuple(one for one in found if one is not None)


class Thinking(Record):
    """Whether a model thinks before it answers, and how many tokens it writes meanwhile.

    `tokens` are means over published tests, by what they ask; a model without any is known to think, not how long.
    """

    habit: ThinkingHabit
    tokens: ThinkingTokens = ThinkingTokens()
    source: str = Field(min_length=5)


class Sight(Record):
    """The part of a model that sees: a vision transformer and the projector that hands its patches on.

    `params` are both together, `projector_params` of it act on the joined patches only. A picture is cut into squares
    of `patch_pixels`; `merge` x `merge` of them become one token. Pictures are scaled to `image_pixels` a side where
    the model has one size, else kept between `least_tokens` and `most_tokens`; `image_tokens` where every picture
    has the same number. `tiles`: large pictures are cut into up to so many of that size, each seen apart.
    `window_layers` of the layers attend within windows of `window_pixels` a side.
    """

    params: int = Field(gt=0)
    projector_params: int | None = Field(default=None, gt=0)
    layers: int = Field(gt=0)
    hidden: int = Field(gt=0)
    ffn: int = Field(gt=0)
    heads: int = Field(gt=0)
    ffn_gated: bool = False
    patch_pixels: int = Field(gt=0)
    merge: int = Field(default=1, gt=0)
    image_pixels: int | None = Field(default=None, gt=0)
    image_tokens: int | None = Field(default=None, gt=0)
    least_tokens: int | None = Field(default=None, gt=0)
    most_tokens: int | None = Field(default=None, gt=0)
    tiles: int | None = Field(default=None, gt=0)
    window_layers: int = Field(default=0, ge=0)
    window_pixels: int | None = Field(default=None, gt=0)
    source: str = Field(min_length=5)

    @model_validator(mode="after")
    def _has_a_size(self) -> Self:
        if self.image_tokens is None and self.most_tokens is None and self.image_pixels is None:
            raise FieldError("picture_size_missing")
        return self


class AdapterTraining(Record):
    """What a program that trains adapters (LoRA) of a model that writes no text is said to need.

    With `usual_gib` of a card's memory its plain settings do, with `least_gib` all that saves memory.
    """

    least_gib: float = Field(gt=0)
    usual_gib: float = Field(gt=0)
    source: str = Field(min_length=5)


class Download(Record):
    """The names by which programs fetch the files of a model; None where nobody looked, or found none.

    `ollama` is a name in Ollama's library, `ollama_quant` the form of the file that it gives; None where that is not
    known. `gguf` is a repository on Hugging Face with files in GGUF; which forms it has depends on its owner.
    """

    ollama: str | None = Field(default=None, pattern=r"^[a-z0-9][a-z0-9._-]*:[\w.-]+$")
    ollama_quant: QuantName | None = None
    gguf: str | None = Field(default=None, pattern=r"^[\w-][\w.-]*/[\w-][\w.-]*$")
    source: str = Field(min_length=5)
