"""What all graphics processors of one architecture have in common: one card each in specs/architectures."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.cards.card import Sourced, Texts, Vendor
from advisor.facts.values.record import Record

MatrixFormat = Literal["TF32", "BF16", "FP16", "FP8", "INT8", "FP6", "FP4", "INT4"]


class GpuTraits(Record):
    """The rules that go by the architecture of a graphics processor. What is absent is not known, or does not hold.

    `matrix_units` says whether all, some or none of its chips have units for whole matrices, `matrix_formats` which
    numbers those multiply (white papers of the makers). Where no fp16 rate is known the fp32 rate stands in, unless
    matrix units are several times as fast (`fp32_stands_for_matrix`). `fp32_counts_pairs`: data sheets count two
    instructions at a time, which programs seldom find.

    `flop_per_byte` is FLOP of the fastest fp16 mode per byte of memory bandwidth, the median of the cards in specs/gpus
    that state both; of Apple's chips since the M5 what 608 tokens/s of a 7B model say
    (https://github.com/ggml-org/llama.cpp/pull/16634). `usual_read_share` is the read rate over that of the data sheet,
    the middle of 69 published figures (GeForce RTX 11 rows, 0.85 to 0.95; older GeForce 7; server cards 5; Radeon 4;
    Instinct 6; Apple 4; Arc judged). `flop_per_clock_per_unit` is the fp32 work of one compute unit where it is not
    that of most chips of the maker.

    `targets` are beginnings of what drivers call its chips: NVIDIA's compute capability (`8.9`), AMD's graphics target
    (`gfx1100`); the longest that fits holds. On those in `one_warp_falls_short` the matrix instruction of one warp does
    not reach the peak: they have others (arXiv 2501.12084).
    """

    targets: Texts = ()
    matrix_units: Literal["all", "some", "none"] | None = None
    matrix_formats: Annotated[tuple[MatrixFormat, ...], Strict(False)] = ()
    fp32_stands_for_matrix: bool = True
    fp32_counts_pairs: bool = False
    one_warp_falls_short: Texts = ()
    flop_per_byte: float | None = Field(default=None, gt=0)
    usual_read_share: float | None = Field(default=None, gt=0, le=1)
    flop_per_clock_per_unit: int | None = Field(default=None, gt=0)


class GpuArchitecture(GpuTraits, Sourced):
    """The card of one architecture of one maker; graphics cards name it by its id."""

    vendor: Vendor
