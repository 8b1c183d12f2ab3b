"""What models other than language models are made of, and the work of one pass, as their sources state it."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.cards.calibration import Share, Spread
from advisor.facts.cards.card import ArchitectureId, Sourced, Vendor
from advisor.facts.values.record import Record

ModelKind = Literal["language", "embedding", "image", "video", "speech", "vision"]


Role = Literal["text_encoder", "image_encoder", "denoiser", "autoencoder", "encoder", "decoder", "vocoder", "backbone"]


Style = Literal[
    "dit", "vit", "encoder", "unet", "cnn", "depthwise", "autoencoder", "film_autoencoder",
    "sound", "conformer", "decoder", "language", "transducer", "vocoder",
]  # fmt: skip
"""How a network is built, which decides how well it fills a device: transformers that denoise, see or read, U-Nets,
convolutions, thin convolutions by channel, what turns latents into pixels of pictures and of films, what hears,
transformers or those with convolutions between, what writes, transformers, language models or small recurrent ones, and
what makes sound.
"""

_STYLE_OF_LAYERS: dict[Role, Style] = {"denoiser": "dit", "backbone": "vit", "autoencoder": "autoencoder"}
_STYLE_WITHOUT: dict[Role, Style] = {"denoiser": "unet", "backbone": "cnn", "autoencoder": "autoencoder"}


class Network(Record):
    """One of the networks that a model loads.

    `token_params` are the weights that act on every token; the others are tables or act once per pass (None: nobody
    states it). `layers` and `hidden` tell the arithmetic of its attention: 4 x layers x hidden x tokens squared per
    pass. `tokens` is how many it always works on (77 of CLIP, 1500 of Whisper's encoder), where that is fixed.
    `style` is told where role and layers do not tell it. `turns` are equal networks of these parameters together that
    work one after another (Wan 2.2 A14B: one for the first steps, one for the last).
    """

    role: Role
    name: str | None = None
    params: int = Field(gt=0)
    token_params: int | None = Field(default=None, gt=0)
    layers: int | None = Field(default=None, gt=0)
    hidden: int | None = Field(default=None, gt=0)
    tokens: int | None = Field(default=None, gt=0)
    style: Style | None = None
    turns: int = Field(default=1, ge=1)

    @property
    def built(self) -> Style:
        """How it is built: as told, else by its role, a transformer where it has layers."""
        return self.style or (_STYLE_OF_LAYERS if self.layers else _STYLE_WITHOUT).get(self.role, "encoder")


class Work(Record):
    """FLOP of one pass of the first network, or of the one named, on one item of a stated size.

    An autoencoder's work is that of its decoder alone.
    """

    role: Role | None = None
    gflop: float = Field(gt=0)
    width: int | None = Field(default=None, gt=0)
    height: int | None = Field(default=None, gt=0)
    frames: int | None = Field(default=None, gt=0)
    tokens: int | None = Field(default=None, gt=0)
    audio_s: float | None = Field(default=None, gt=0)


class Defaults(Record):
    """How the maker's own example runs it. `passes_per_step` is 2 with classifier-free guidance, else 1."""

    width: int | None = Field(default=None, gt=0)
    height: int | None = Field(default=None, gt=0)
    frames: int | None = Field(default=None, gt=0)
    frames_per_s: float | None = Field(default=None, gt=0)
    steps: int | None = Field(default=None, gt=0)
    passes_per_step: int | None = Field(default=None, ge=1, le=2)
    tokens: int | None = Field(default=None, gt=0)


class Pipeline(Record):
    """The networks of a model that does not write text, their work, and the size of what they work on.

    One token of the denoiser or backbone stands for a square of `pixels_per_token` pixels a side, in video for
    `frames_per_token` frames; `text_tokens` of the prompt join them. Longer films are made in pieces of
    `frames_at_once`. `longest_tokens` is the limit of an encoder, `dimensions` the length of the vector it returns.
    `own_size_only`: its maker supports pictures of about as many pixels as its example has, and no smaller ones.
    `starts_from`: what it has to be given beside words, so that one without does another work; `takes_picture`: it may
    be given a picture, too; `joins_start`: that picture stands among the tokens, with as many as the result has (what
    such models scale it to). `fp8_is_plain`: people run its weights in FP8 from a file without scales, which programs
    multiply in 16 bits unless they are told otherwise. `needs_bf16`: programs do not run it in fp16, where values may
    overflow, and take fp32 where a graphics processor has no bf16. `vulkan_program` runs it on graphics processors that
    PyTorch has no build for (READMEs of stable-diffusion.cpp and whisper.cpp, else the card's source); absent where
    none is known.

    Of speech: a decoder that is a language model reads `heard_per_s` tokens for each second of sound before it writes;
    one that speaks writes `written_per_s` tokens of sound a second. `follows_one`: it follows one reading only.
    `pads_sound`: it hears whole windows, how short a recording may be.
    """

    networks: Annotated[tuple[Network, ...], Strict(False)] = Field(min_length=1)
    work: Annotated[tuple[Work, ...], Strict(False)] = ()
    defaults: Defaults = Defaults()
    pixels_per_token: int | None = Field(default=None, gt=0)
    frames_per_token: int | None = Field(default=None, gt=0)
    text_tokens: int | None = Field(default=None, gt=0)
    frames_at_once: int | None = Field(default=None, gt=0)
    longest_tokens: int | None = Field(default=None, gt=0)
    dimensions: int | None = Field(default=None, gt=0)
    own_size_only: bool = False
    starts_from: Literal["picture", "film"] | None = None
    takes_picture: bool = False
    joins_start: bool = False
    fp8_is_plain: bool = False
    needs_bf16: bool = False
    vulkan_program: str | None = None
    heard_per_s: float | None = Field(default=None, gt=0)
    written_per_s: float | None = Field(default=None, gt=0)
    follows_one: bool = False
    pads_sound: bool = True

    @property
    def speaks(self) -> bool:
        """Of speech: whether it makes sound of text."""
        return not any(one.role == "encoder" for one in self.networks)

    @property
    def searches(self) -> bool:
        """Of speech: whether it may follow several readings at once."""
        return not (self.speaks or self.follows_one)


CoreWidth = Literal["wide", "other", "neon", "none"]
"""How wide the vectors of a processor core are: 512 bits, the usual ones, 128 bits of ARM, none worth it."""

Styles = Annotated[tuple[Style, ...], Strict(False)]


class NetworkCard(Sourced):
    """Constants of the time of one pass of networks of these `styles`.

    Matrices reach `share` of the peak of their format (`maker_share` on devices of some makers, known as well as
    `maker_spread` says, `architecture_share` on those of some architectures), at most `tflop_per_j` x power by
    architecture (without limit on others; in 8 and 4 bits `bits_factor` times that); compiled programs
    `compiled_factor` times that share. What lies between the matrices passes through memory: `passes` times the hidden
    states per layer (`compiled_passes` in compiled programs), or `bytes_per_flop` where layers are not listed (fewer
    in compiled ones), at `bandwidth_share` of the bandwidth; `overlaps` where reading hides behind arithmetic.
    `half_accumulate`: programs that sum in fp16 are used. Programs start kernels, `launch_us` per layer or, without
    listed layers, per pass, `compiled_launch_us` in compiled ones, while the device works; `tail_us` per pass are
    kernels too small to fill it, `token_us` pass for each token of a decoder.

    A processor computes `core_gflop_per_s` per core by its vector instructions, at most `gflop_per_j` x power.
    Activations take `hidden_copies` of the hidden states at once, or `pixel_bytes` for each pixel; of films
    `lean_hidden_copies` in programs that free them early. Those decode tiles of `tile_pixels` a side, of which the next
    one repeats `tile_overlap`. All but makers' own programs decode films in 16 bits, `half_factor` times as fast.
    `gflop_per_megapixel` is the work where the model's card states none. Without flash attention a pass takes
    `plain_attention_factor` times as long, or what every word says to every other passes `plain_attention_passes` times
    through memory. Devices that meet in main memory send to each other at
    `host_exchange_share` of their links.
    """

    styles: Styles
    share: Share
    maker_share: dict[Vendor, Share] = Field(default_factory=dict)
    maker_spread: dict[Vendor, Spread] = Field(default_factory=dict)
    architecture_share: dict[ArchitectureId, Share] = Field(default_factory=dict)
    bits_factor: dict[Literal["8", "4"], float] = Field(default_factory=dict)
    tflop_per_j: dict[ArchitectureId, float] = Field(default_factory=dict)
    compiled_factor: float = Field(default=1.0, ge=1)
    half_accumulate: bool = False
    passes: float = Field(default=0, ge=0)
    compiled_passes: float = Field(default=0, ge=0)
    bytes_per_flop: float = Field(default=0, ge=0)
    compiled_bytes_per_flop: float | None = Field(default=None, ge=0)
    bandwidth_share: Share = 0.8
    overlaps: bool = False
    launch_us: float = Field(default=0, ge=0)
    compiled_launch_us: float = Field(default=0, ge=0)
    tail_us: float = Field(default=0, ge=0)
    token_us: float = Field(default=0, ge=0)
    core_gflop_per_s: dict[CoreWidth, float]
    gflop_per_j: float | None = Field(default=None, gt=0)
    plain_attention_factor: float = Field(default=1.0, ge=1)
    plain_attention_passes: float = Field(default=0, ge=0)
    host_exchange_share: Share = 0.3
    hidden_copies: float = Field(default=0, ge=0)
    lean_hidden_copies: float = Field(default=0, ge=0)
    half_factor: float = Field(default=1.0, ge=1)
    tile_pixels: int | None = Field(default=None, gt=0)
    tile_overlap: int = Field(default=0, ge=0)
    pixel_bytes: float = Field(default=0, ge=0)
    gflop_per_megapixel: float | None = Field(default=None, gt=0)
    spread: Spread
    evidence: str = Field(min_length=5)

    def spread_of(self, vendor: str) -> Spread:
        """How far what is predicted of devices of a maker may be off."""
        return next((spread for maker, spread in self.maker_spread.items() if maker == vendor), self.spread)
