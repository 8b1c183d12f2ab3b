"""How networks that write no text use devices: constants of the formulas of time, one card per way of building."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.cards.calibration import Share, Spread
from advisor.facts.cards.card import Sourced, Vendor
from advisor.facts.cards.named import ArchitectureId
from advisor.facts.cards.pipeline import Style

CoreWidth = Literal["wide", "other", "neon", "none"]
"""How wide the vectors of a processor core are: 512 bits, the usual ones, 128 bits of ARM, none worth it."""

Styles = Annotated[tuple[Style, ...], Strict(False)]


class NetworkCard(Sourced):
    """Constants of the time of one pass of networks of these `styles`.

    Matrices reach `share` of the peak of their format (`maker_share` on devices of some makers), at most `tflop_per_j`
    x power by architecture (without limit on others; in 8 and 4 bits `bits_factor` times that); compiled programs
    `compiled_factor` times that share. What lies between the matrices passes through memory: `passes` times the hidden
    states per layer (`compiled_passes` in compiled programs), or `bytes_per_flop` where layers are not listed, at
    `bandwidth_share` of the bandwidth; `overlaps` where reading hides behind arithmetic. `half_accumulate`: programs
    that sum in fp16 are used. Programs start kernels, `launch_us` per layer or, without listed layers, per pass,
    `compiled_launch_us` in compiled ones, while the device works; `tail_us` per pass are kernels too small to fill it.

    A processor computes `core_gflop_per_s` per core by its vector instructions, at most `gflop_per_j` x power.
    Activations take `hidden_copies` of the hidden states at once, or `pixel_bytes` for each pixel.
    `gflop_per_megapixel` is the work where the model's card states none. Without flash attention a pass takes
    `plain_attention_factor` times as long, or what every word says to every other passes `plain_attention_passes` times
    through memory. Devices that meet in main memory send to each other at
    `host_exchange_share` of their links.
    """

    styles: Styles
    share: Share
    maker_share: dict[Vendor, Share] = Field(default_factory=dict)
    bits_factor: dict[Literal["8", "4"], float] = Field(default_factory=dict)
    tflop_per_j: dict[ArchitectureId, float] = Field(default_factory=dict)
    compiled_factor: float = Field(default=1.0, ge=1)
    half_accumulate: bool = False
    passes: float = Field(default=0, ge=0)
    compiled_passes: float = Field(default=0, ge=0)
    bytes_per_flop: float = Field(default=0, ge=0)
    bandwidth_share: Share = 0.8
    overlaps: bool = False
    launch_us: float = Field(default=0, ge=0)
    compiled_launch_us: float = Field(default=0, ge=0)
    tail_us: float = Field(default=0, ge=0)
    core_gflop_per_s: dict[CoreWidth, float]
    gflop_per_j: float | None = Field(default=None, gt=0)
    plain_attention_factor: float = Field(default=1.0, ge=1)
    plain_attention_passes: float = Field(default=0, ge=0)
    host_exchange_share: Share = 0.3
    hidden_copies: float = Field(default=0, ge=0)
    pixel_bytes: float = Field(default=0, ge=0)
    gflop_per_megapixel: float | None = Field(default=None, gt=0)
    spread: Spread
    evidence: str = Field(min_length=5)
