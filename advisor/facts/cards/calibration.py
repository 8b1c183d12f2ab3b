"""Calibrations: how an engine uses a kind of hardware, fitted on published or own measurements (specs/engines)."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.cards.card import (
    ArchitectureId,
    ArchitectureIds,
    Design,
    GraphicsMemory,
    HardwareIds,
    Pool,
    RateName,
    Sourced,
    Vector,
    Vendor,
)
from advisor.facts.cards.engine import Backends, Engines
from advisor.facts.values.os_name import OsName
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

Rates = dict[RateName, float]
"""A rate by block type (`Q4_K`, `F16`)."""

EnergyRates = dict[GraphicsMemory, float]
"""Nanojoules for each byte that is read, by kind of memory."""

Low = Annotated[float, Field(gt=0, lt=1)]
High = Annotated[float, Field(gt=1)]
Spread = Annotated[tuple[Low, High], Strict(False)]
"""Measured over predicted: a tenth of the speeds lies below the first, a tenth above the second."""


class Spreads(Record):
    """How far each of three causes puts a speed of one phase off the prediction, by itself (docs/physics.md 8.1).

    `source`: who ran it, with which build and settings. `machine`: host, cooling and other programs, of a system that
    is not known; of one that is, `linux`, `windows` or `macos` where rows tell it apart. Then the model and its type:
    dense ones and mixtures of experts in a short context, and both in a deep one. `several` devices lie so much closer
    together (a power of the ends). The defaults are for calibrations without enough rows to leave any out.
    """

    source: Spread = (0.85, 1.15)
    machine: Spread = (0.75, 1.20)
    linux: Spread | None = None
    windows: Spread | None = None
    macos: Spread | None = None
    dense: Spread = (0.7, 1.35)
    sparse: Spread = (0.6, 1.45)
    deep: Spread = (0.55, 1.45)
    several: Annotated[float, Field(gt=0, le=1)] = 1.0

    def of_machine(self, os: OsName | None) -> Spread:
        """The part of a machine that is like others with this system."""
        by_name = {"linux": self.linux, "windows": self.windows, "macos": self.macos}
        return (by_name[os] if os else None) or self.machine


class Doubt(Record):
    """One thing that is not known about a speed, and the spread it adds."""

    reason: Reason
    spread: Spread


class OwnScale(Record):
    """What runs on this machine say of a calibration: measured over predicted, its spread, and the run in words.

    `same_model` where a run was of the very model and quantization that is asked about; it lay at `depth_tokens`.
    Where several runs tell them apart, the fixed time per layer has a factor of its own, and cache and attention too.
    """

    factor: float = Field(gt=0)
    layer_factor: float | None = Field(default=None, gt=0)
    cache_factor: float | None = Field(default=None, gt=0)
    spread: Spread
    same_model: bool
    depth_tokens: int = Field(default=0, ge=0)
    evidence: Reason

    def of(self, term: str) -> float:
        """The factor of one term of a prediction."""
        if term in ("overhead", "interconnect"):
            return self.layer_factor or self.factor
        return (self.cache_factor or self.factor) if term in ("kv_cache", "attention") else self.factor


Share = Annotated[float, Field(gt=0, le=1)]
Month = Annotated[str, Field(pattern=r"^\d{4}-\d{2}$")]


HeadWidth = Annotated[str, Field(pattern=r"^[1-9]\d*$")]
"""Elements of one head of attention, of a latent row as a whole."""

Designs = Annotated[tuple[Design, ...], Strict(False)]
Product = Literal["q4_0_dot", "q8_0_dot", "f16_dot"]
"""Measured products of stored weights."""


class PrefillShare(Record):
    """Shares of the peak that prompt processing reaches: on dense weights by block type, and in flash attention.

    Against the fp16-accumulate peak where the device has one of its own, else the fp16 peak, else fp32; for quantized
    weights against the int8 rate where the device has no matrix units. The first that fits holds: of `architectures`
    or, where the design is not known, of `vectors` (both empty = any), with one of `memories` where any is named,
    `before` = builds from before a month (ISO).
    `flash_by_width` is the share on heads of that many elements or more, `flash` that on narrower ones: kernels hold
    whole rows of a head, so that wide ones fill the units otherwise. `tflop_per_j` and `expert_share` take the place of
    the calibration's. `flop_per_clock` and `flash_flop_per_clock` bound what a compute unit does in a clock, where
    kernels use slower instructions than those that reach the peak.
    """

    architectures: Designs = ()
    vectors: Annotated[tuple[Vector, ...], Strict(False)] = ()
    memories: Annotated[tuple[GraphicsMemory, ...], Strict(False)] = ()
    before: str | None = Field(default=None, pattern=r"^\d{4}-\d{2}$")
    share: dict[RateName, Share]
    flash: float = Field(gt=0, le=1)
    flash_by_width: dict[HeadWidth, Share] = Field(default_factory=dict)
    tflop_per_j: float | None = Field(default=None, gt=0)
    expert_share: Share | None = None
    flop_per_clock: Rates = Field(default_factory=dict)
    flash_flop_per_clock: float | None = Field(default=None, gt=0)


class PromptCore(Record):
    """One core that read prompts here: what was measured of it, and FLOP per second on weights of each type.

    `peak_share` of its time (16 bits: `plain_peak_share`) goes with the peak of its arithmetic, the rest with the
    product of weights that its type goes by (`dot_gb_per_s`, memory aside). It speaks for cores of `vendors`, which the
    same kernels were written for; those of `alike` designs or `alike_vectors` have its vector units, so that data
    sheets tell enough, and reach `unmeasured_share` of what follows from it.
    """

    vendors: Annotated[tuple[Vendor, ...], Strict(False)]
    int8_gop_per_s: float = Field(gt=0)
    fma_gflop_per_s: float = Field(gt=0)
    dot_gb_per_s: dict[Product, float]
    gflop_per_s: Rates
    peak_share: Share
    plain_peak_share: Share
    alike: Designs = ()
    alike_vectors: Annotated[tuple[Vector, ...], Strict(False)] = ()
    unmeasured_share: Share = 1


class TiledTypes(Record):
    """Block types that builds since a month (ISO) multiply in tiles or from interleaved rows, on some cores."""

    since: Month
    vendors: Annotated[tuple[Vendor, ...], Strict(False)]
    types: Annotated[tuple[RateName, ...], Strict(False)]


class Seen(Record):
    """What published rows of one phase were of: cards of hardware, their architectures, and main block types."""

    hardware: HardwareIds = ()
    architectures: Designs = ()
    types: Annotated[tuple[RateName, ...], Strict(False)] = ()


class OldBuilds(Record):
    """Builds of an engine from before a month (ISO): they cost other fixed times per layer.

    On `architectures` later builds do too, on those of `architectures_before` until another month, and so do those of
    the programs of `engines_before`.
    """

    before: Month
    architectures: ArchitectureIds = ()
    architectures_before: dict[ArchitectureId, Month] = Field(default_factory=dict)
    engines_before: dict[str, Month] = Field(default_factory=dict)
    layer_us: float = Field(ge=0)


class OldAttention(Record):
    """Builds of an engine from before a month (ISO): without flash attention, another rate per unit and clock."""

    before: Month
    per_clock_plain: float = Field(gt=0)
    head_width: int = Field(default=1, ge=1)


class Calibration(Sourced):
    """Constants of the speed formulas for one engine family on one kind of hardware.

    Generation: `bandwidth_share` of the theoretical bandwidth is what reading weights reaches; `layer_us` passes per
    layer of a token (`old_builds`: in earlier builds; `layer_us_on`: on some architectures), on a CPU also
    `core_layer_us` per core, times `sparse_layer_factor` in mixtures of experts; a layer that carries a state counts
    `recurrent_layer_factor` times, one with norms behind attention and feed-forward part `post_norm_layer_factor`
    times. On cards with stacked memory `clocked_layer_share` of a layer's time goes with the clock (`layer_us` at 2.5
    GHz).
    `kv_factor_*` multiply the time of reading the KV cache, and `attention_per_clock_*` are key elements x query
    heads that one compute unit works through per clock, with and without flash attention (there heads count as
    `plain_head_width` elements at least; `old_attention` in earlier builds; latent caches are then transposed in each
    step at `latent_copy_share` of the bandwidth); `cap_bytes_per_clock` bounds the bytes
    of weights one compute unit takes in per clock, by block type (`expert_cap_share` of that in experts, where
    their path lags behind); `unit_share` of both on older architectures, `read_share` of the bandwidth share on
    those whose memory reads that much slower than its rate says. `system_share` of cap and
    `attention_per_clock_*` where the driver of a system makes so much less of the units in generation.
    Where guessed tokens are checked, each beyond the first takes `check_share` of reading and unpacking once more.
    A power limit leaves, beside `idle_unit_w` per compute unit, the energy of a step: `read_nj_per_byte` by kind of
    memory and `weight_nj` per weight by architecture.
    Of several sequences each beyond the first takes `column_share` of the unpacking time once more; more than eight,
    or 16-bit types, take the arithmetic of prompts. Both come on top of reading; without the key they hide behind it,
    but where products of few columns take as long as if they had `tile_tokens` more, those of each touched expert, too.
    On a CPU `core_gb_per_s` takes the place of the cap (weights one core works through per second, `vector_share` of
    that on cores with few vector instructions, `unit_share` on architectures with narrower ones) and
    `attention_core_gmac_per_s` that of the attention rates.
    `further_socket_share` is what a second socket adds to the read rate of one, where the program cares for sockets.
    The key `other` holds for block types that are not named. `split` is how several devices share a model.

    Prompts: `prefill` shares of the matrix peak, bounded by `prefill_tflop_per_j` x the power limit; on a CPU
    `prefill_core_gflop_per_s`. Experts reach `expert_share` of that where each sees many tokens, half as much where it
    sees `expert_tile_tokens` (by block type); with `experts_by_token` they are multiplied with one token at a time, as
    in generation, but for types that are `tiled`; prompts of `interleaved` types go by the `prompt_core`. Builds before
    `unpacks_before` (ISO month) store quantized weights as 16 bit first and multiply those. Without flash attention the
    scores are written and read again, `attention_score_bytes` each; with it the cache is read again for every
    `flash_tile_tokens` of the prompt, where that is more than the arithmetic hides; on a CPU attention runs at
    `attention_core_gflop_per_s`. Between products the hidden states are read or written `row_passes` times per layer. A
    product takes as long as if each row had `fixed_columns` more; starting a kernel takes the host `launch_us`, while
    the device works. One unit changes `state_per_clock` elements of the states of recurrent layers.

    `decode_spread` and `prefill_spread` are how far speeds of others lie from the formulas and why, `decode_seen` and
    `prefill_seen` what rows of the phase were of (both by `tools.calibrate spread`). `doubts` and `own_*` never stand
    on a card: the question adds what it leaves open, and runs on this machine what they say.

    Where the cores of a CPU were measured: `dot_share` is the rate per core of a block type over that of the measured
    product it goes by (`q4_0_dot`), and prompts go by the measured arithmetic over what a core of the fit has:
    `fitted_core_int8_gop_per_s` (quantized), `fitted_core_fma_gflop_per_s` (the rest), or for types that it knows by
    what the `prompt_core` reached. Attention in generation then
    goes by that arithmetic, too: a core of `known_core_fma_gflop_per_s` reads its cache at `known_core_kv_gb_per_s`
    and multiplies `known_core_attention_gmac_per_s`.

    `runtime_mib` is what the engine's runtime occupies on one device. `pools` narrows the card to one kind of memory
    (`unified`); the narrowest wins.
    """

    engines: Engines
    backends: Backends
    vendors: Annotated[tuple[Vendor, ...], Strict(False)] = ()
    pools: Annotated[tuple[Pool, ...], Strict(False)] = ()
    bandwidth_share: float = Field(gt=0, le=1)
    layer_us: float = Field(ge=0)
    layer_us_on: dict[Design, float] = Field(default_factory=dict)
    core_layer_us: float = Field(default=0, ge=0)
    clocked_layer_share: float = Field(default=0, ge=0, le=1)
    sparse_layer_factor: float = Field(default=1.0, ge=1)
    post_norm_layer_factor: float = Field(default=1.0, ge=1)
    recurrent_layer_factor: float = Field(default=1.0, ge=1)
    kv_factor_flash: float = Field(ge=1)
    kv_factor_plain: float = Field(ge=1)
    latent_copy_share: Share | None = None
    attention_per_clock_flash: float | None = Field(default=None, gt=0)
    attention_per_clock_plain: float | None = Field(default=None, gt=0)
    plain_head_width: int = Field(default=1, ge=1)
    old_attention: OldAttention | None = None
    old_builds: OldBuilds | None = None
    split: Literal["layer", "tensor"] = "layer"
    cap_bytes_per_clock: Rates = Field(default_factory=dict)
    expert_cap_share: Rates = Field(default_factory=dict)
    check_share: float = Field(default=0.0, ge=0, le=1)
    further_socket_share: float | None = Field(default=None, ge=-0.9, le=1)
    column_share: float | None = Field(default=None, gt=0)
    tile_tokens: float | None = Field(default=None, gt=0)
    read_nj_per_byte: EnergyRates = Field(default_factory=dict)
    weight_nj: dict[ArchitectureId, float] = Field(default_factory=dict)
    idle_unit_w: float = Field(default=0, ge=0)
    unit_share: dict[Design, float] = Field(default_factory=dict)
    system_share: dict[OsName, Share] = Field(default_factory=dict)
    read_share: dict[ArchitectureId, Share] = Field(default_factory=dict)
    core_gb_per_s: Rates = Field(default_factory=dict)
    vector_share: dict[Vector, float] = Field(default_factory=dict)
    prefill_core_gflop_per_s: Rates = Field(default_factory=dict)
    attention_core_gflop_per_s: float = Field(default=50, gt=0)
    attention_core_gmac_per_s: float | None = Field(default=None, gt=0)
    prefill: Annotated[tuple[PrefillShare, ...], Strict(False)] = ()
    prefill_tflop_per_j: float | None = Field(default=None, gt=0)
    unpacks_before: str | None = Field(default=None, pattern=r"^\d{4}-\d{2}$")
    row_passes: float = Field(default=20, gt=0)
    fixed_columns: float = Field(default=0, ge=0)
    launch_us: float = Field(default=0, ge=0)
    state_per_clock: float | None = Field(default=None, gt=0)
    flash_tile_tokens: float | None = Field(default=None, gt=0)
    expert_share: float = Field(default=0.8, gt=0, le=1)
    expert_tile_tokens: Rates = Field(default_factory=dict)
    experts_by_token: bool = False
    tiled: TiledTypes | None = None
    interleaved: TiledTypes | None = None
    prompt_core: PromptCore | None = None
    attention_score_bytes: float = Field(default=30, gt=0)
    dot_share: dict[Product, Rates] = Field(default_factory=dict)
    fitted_core_int8_gop_per_s: float | None = Field(default=None, gt=0)
    fitted_core_fma_gflop_per_s: float | None = Field(default=None, gt=0)
    known_core_fma_gflop_per_s: float | None = Field(default=None, gt=0)
    known_core_kv_gb_per_s: float | None = Field(default=None, gt=0)
    known_core_attention_gmac_per_s: float | None = Field(default=None, gt=0)
    runtime_mib: float = Field(default=0, ge=0)
    decode_spread: Spreads = Spreads()
    prefill_evidence: str | None = None
    prefill_spread: Spreads = Spreads()
    decode_seen: Seen = Seen()
    prefill_seen: Seen = Seen()
    doubts: tuple[Doubt, ...] = ()
    own_decode: OwnScale | None = None
    own_prefill: OwnScale | None = None
    evidence: str = Field(min_length=5)
