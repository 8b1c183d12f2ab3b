"""Language models: their shape, exactly as their published configuration states it."""

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from advisor.facts.cards.card import ModelArchitectureName, QuantName, Released, Sourced
from advisor.facts.cards.language import LANGUAGE_CODES, MULTILINGUAL
from advisor.facts.cards.model_parts import AdapterTraining, Download, Drafting, Extension, ModelFigure, Sight, Thinking
from advisor.facts.cards.model_rating import Abilities, Ability, Rating
from advisor.facts.cards.pipeline import ModelKind, Pipeline
from advisor.facts.values.reason import FieldError
from advisor.facts.values.record import Record

MOST_LAYERS = 1000
"""The deepest published models have some 130."""

Layers = Annotated[tuple[int, ...], Strict(False)]
"""A TOML array of layer numbers."""

PerLayer = Annotated[tuple[Annotated[int, Field(ge=0)], ...], Strict(False)]
"""A TOML array with one number for each layer, as model files carry it."""

RecurrentKind = Literal["gated_delta", "mamba1", "mamba2", "kimi_delta", "short_convolution"]
"""How a recurrent layer mixes tokens: which matrices it has and how large its state is."""


class ModelShape(Record):
    """The matrices of a decoder-only transformer, enough to list every tensor and every cached row.

    Widths are in elements. `ffn` is the dense width, `expert_ffn` one expert's. `full_attention_every` = p says
    that layer i attends to everything when i mod p == p - 1 (`dense_first`: i mod p == 0); the other layers see
    `sliding_window` tokens (kind "window") or keep a constant state (kind "recurrent").
    `full_head_dim`, `full_kv_heads` and `full_value_is_key` (no value matrix, but cached values) replace the
    common ones in the full layers where those differ (Gemma 4). `output_gate` doubles the query matrix;
    `head_gate` is a gate of one value per head. With latent attention (`kv_lora_rank`) `head_dim` is the
    unrotated part of a query or key head (qk_nope_head_dim); the whole is `head_dim` + `rope_head_dim`.

    Layers of unlike width: `heads_by_layer`, `kv_heads_by_layer` and `ffn_by_layer` replace `heads`, `kv_heads`
    and `ffn`, one entry a layer. No key heads: the layer is recurrent where `other_layers` says so, else it has no
    attention. Width 0: it has no feed-forward part, sparse or dense. `single_part_layers`: a layer is attention,
    or feed-forward, or recurrent, with one norm (Nemotron-H). The last `shared_kv_layers` layers attend to the
    cache of earlier ones and keep none.

    Recurrent layers (`recurrent`): keys = `state_key_heads` x `state_key_dim` (else `state_head_dim`), values =
    `state_value_heads` x `state_head_dim`. Per sequence such a layer keeps, in F32, a matrix of key width x head
    width for each value head, and the last `state_conv_width` - 1 inputs of its convolution (2 keys + values wide).
    Mamba 2 by its own names: groups, state size, heads, head width; Mamba 1 is one head as wide as its inner part, with
    steps of rank `state_step_rank`. A short convolution is `hidden` wide and has
    no matrix. `parallel_state`: every layer has both, attention and a recurrent part (Falcon-H1).

    `ffn_gated` False: two matrices, up and down (StarCoder 2, Nemotron). `projection_bias`: norms and all
    matrices have a bias. `norms_per_layer` where it is not 2 (parallel attention and feed-forward: 1).
    `expert_hidden`: the experts work on tokens of this width, projected down and up again around them.
    `experts_every` = p: only layers with i mod p == p - 1 have experts (Llama 4, Jamba).
    `per_layer_embedding`: a second table, vocabulary x layers x this width, of which a token reads one row
    (Gemma 3n). `altup_inputs` and `laurel_rank` are that model's parallel streams and low-rank residual.

    Attention that picks the tokens it looks at (DeepSeek V3.2, GLM-5, MiniMax M3): `index_heads` queries of
    `index_head_dim` choose `index_tokens` by a row of that width for each token, in `index_layers` (absent: in all);
    layers between take over what the one before chose.

    Compressed attention (DeepSeek V4): beside the window, whose rows serve as keys and values, a layer keeps one row
    for as many tokens as `compress_by_layer` says (0: none). Layers with the least of these choose `index_tokens` of
    the rows by an index of `index_heads` queries, which keeps a row of `index_head_dim` for each. The way out goes
    through `output_groups` groups of rank `output_lora_rank`; `streams` residual streams are mixed around each part.
    """

    architecture: ModelArchitectureName
    layers: int = Field(gt=0, le=MOST_LAYERS)
    hidden: int = Field(gt=0)
    heads: int = Field(gt=0)
    kv_heads: int = Field(gt=0)
    head_dim: int = Field(gt=0)
    value_head_dim: int | None = Field(default=None, gt=0)
    full_head_dim: int | None = Field(default=None, gt=0)
    full_kv_heads: int | None = Field(default=None, gt=0)
    heads_by_layer: PerLayer | None = None
    kv_heads_by_layer: PerLayer | None = None
    ffn_by_layer: PerLayer | None = None
    single_part_layers: bool = False
    shared_kv_layers: int = Field(default=0, ge=0)
    full_value_is_key: bool = False
    ffn: int | None = Field(default=None, gt=0)
    expert_ffn: int | None = Field(default=None, gt=0)
    shared_expert_ffn: int | None = Field(default=None, gt=0)
    experts: int | None = Field(default=None, gt=0)
    active_experts: int | None = Field(default=None, gt=0)
    expert_hidden: int | None = Field(default=None, gt=0)
    ffn_gated: bool = True
    leading_dense_layers: int = Field(default=0, ge=0, le=MOST_LAYERS)
    experts_every: int = Field(default=1, gt=0)
    vocab: int = Field(gt=0)
    tied_embeddings: bool
    context_tokens: int | None = Field(default=None, gt=0)
    sliding_window: int | None = Field(default=None, gt=0)
    full_attention_every: int | None = Field(default=None, gt=0)
    dense_first: bool = False
    full_attention_layers: Layers | None = None
    qk_norm: bool = False
    attention_bias: bool = False
    attention_sinks: bool = False
    projection_bias: bool = False
    output_gate: bool = False
    head_gate: bool = False
    fused_qkv_and_gate: bool = False
    post_norms: bool = False
    norms_per_layer: int | None = Field(default=None, ge=0, le=8)
    kv_lora_rank: int | None = Field(default=None, gt=0)
    q_lora_rank: int | None = Field(default=None, gt=0)
    rope_head_dim: int | None = Field(default=None, gt=0)
    other_layers: Literal["window", "recurrent"] | None = None
    recurrent: RecurrentKind = "gated_delta"
    parallel_state: bool = False
    state_key_heads: int | None = Field(default=None, gt=0)
    state_value_heads: int | None = Field(default=None, gt=0)
    state_head_dim: int | None = Field(default=None, gt=0)
    state_key_dim: int | None = Field(default=None, gt=0)
    state_step_rank: int | None = Field(default=None, gt=0)
    state_conv_width: int = Field(default=4, gt=0)
    per_layer_embedding: int | None = Field(default=None, gt=0)
    altup_inputs: int | None = Field(default=None, gt=1)
    laurel_rank: int | None = Field(default=None, gt=0)
    compress_by_layer: PerLayer | None = None
    index_heads: int | None = Field(default=None, gt=0)
    index_head_dim: int | None = Field(default=None, gt=0)
    index_tokens: int | None = Field(default=None, gt=0)
    index_layers: Layers | None = None
    output_groups: int | None = Field(default=None, gt=0)
    output_lora_rank: int | None = Field(default=None, gt=0)
    streams: int | None = Field(default=None, gt=1)

    @model_validator(mode="after")
    def _one_entry_a_layer(self) -> Self:
        for name in ("heads_by_layer", "kv_heads_by_layer", "ffn_by_layer", "compress_by_layer"):
            listed = getattr(self, name)
            if listed is not None and len(listed) != self.layers:
                raise FieldError("list_not_by_layer", name=name, entries=len(listed), layers=self.layers)
        return self


Use = Literal[
    "chat", "long documents", "coding", "reasoning", "mathematics", "writing", "summaries", "pictures",
    "simple tasks", "phones", "trying out", "embeddings", "search", "reranking", "classification",
    "image classification", "object detection", "segmentation", "image embeddings", "image features", "images",
    "image editing", "video", "transcription", "translation", "speech from text",
]  # fmt: skip
"""What a model is good for. Workloads of text ask for models by it (`chat`, `coding`, `long documents`)."""


_USE_THAT_SHOWS: dict[Ability, Use] = {"sees": "pictures", "hears": "transcription"}
"""What a model is good for tells that it can do this."""


class ModelCard(Sourced):
    """One published model. `shape` is None where its configuration has parts the tensor list does not cover yet.

    `params` and `active_params` are counts of weights as published; `other_params` of them lie in parts that the
    shape does not list (vision and audio towers, layers that predict further tokens). `native_quant` names the only
    form in which the weights were released (gpt-oss: MXFP4). `quality` is a plain sentence for people. Models of
    another `kind` than language have a `pipeline` instead of a shape; their `params` are those of the main network.
    `extension`, `drafting`, `thinking` and `vision` are None where it has none of it, or nobody looked. `uncertain`
    names figures of theirs that rest on one weak source, or on how its relatives are made; answers that rest on them
    say so.
    `discouraged` are methods of fine-tuning that the makers of the program most people use advise against.
    `rating` is what a public comparison says of it, `abilities` what it can do; None where nobody looked.
    `languages` are those that it reads, hears or speaks, as codes of ISO 639, or "multilingual" alone where its maker
    says no more; none where nobody looked.
    `own_program` is the version of a program that alone reads its files; None where those that people have do.
    `download` says by which names programs fetch it.
    """

    family: str
    maker: str
    params: int = Field(gt=0)
    active_params: int = Field(gt=0)
    other_params: int = Field(default=0, ge=0)
    license: str | None = None
    released: Released
    native_quant: QuantName | None = None
    good_for: Annotated[tuple[Use, ...], Strict(False)] = ()
    quality: str | None = None
    languages: Annotated[tuple[str, ...], Strict(False)] = ()
    shape: ModelShape | None = None
    kind: ModelKind = "language"
    pipeline: Pipeline | None = None
    extension: Extension | None = None
    drafting: Drafting | None = None
    thinking: Thinking | None = None
    vision: Sight | None = None
    adapter_training: AdapterTraining | None = None
    abilities: Abilities | None = None
    rating: Rating | None = None
    discouraged: Annotated[tuple[Literal["qlora"], ...], Strict(False)] = ()
    uncertain: Annotated[tuple[ModelFigure, ...], Strict(False)] = ()
    own_program: str | None = None
    download: Download | None = None

    @model_validator(mode="after")
    def _uncertain_figures_are_stated(self) -> Self:
        for figure in self.uncertain:
            part, _, name = figure.partition(".")
            if not getattr(getattr(self, part), name, None):
                raise FieldError("uncertain_but_absent", figure=figure)
        return self

    def is_able(self, ability: Ability) -> bool | None:
        """Whether it can do this; None where nobody looked."""
        parts = {"sees": self.vision, "thinks": self.thinking, "hears": None, "tools": None}
        if parts[ability] is not None or _USE_THAT_SHOWS.get(ability) in self.good_for:
            return True
        return ability in self.abilities.has if self.abilities else None

    def knows_language(self, name: str) -> bool | None:
        """Whether it knows a language by its English name (`german`); None where nobody looked."""
        if not self.languages:
            return None
        return MULTILINGUAL in self.languages or LANGUAGE_CODES.get(name.lower()) in self.languages

    def knows_all_of(self, other: "ModelCard") -> bool:
        """Whether it knows every language that is known of another model."""
        return MULTILINGUAL in self.languages or set(other.languages) <= set(self.languages)

    def doubts(self, part: Literal["drafting", "thinking", "vision"]) -> bool:
        """Whether a figure of this part is uncertain."""
        return any(figure.startswith(f"{part}.") for figure in self.uncertain)
