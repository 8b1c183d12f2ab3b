"""How much a model is likely to be able to do, from what its card says: a rough order, no figure for people."""

from collections.abc import Mapping
from math import exp, log2
from typing import NamedTuple

from advisor.facts.cards.card import month_of
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_rating import Place, Rating, RatingScale
from advisor.facts.cards.quant import BlockType
from advisor.facts.values.units import BITS_PER_BYTE

HALVING_MONTHS = 5.5
"""Months after which half the parameters do the same.

What the 65 rated models on our cards say (5.4), between two findings: the training compute for one result halves every
8 months (Ho et al. 2024, https://arxiv.org/abs/2403.05812), and the parameters for one result in the tests of the day
halve every 3.5 months (Xiao et al. 2024, https://arxiv.org/abs/2412.04315).
"""

_ACTIVE_SHARE = 0.25
"""A mixture of experts counts like a dense model of all^0.75 x active^0.25 parameters (same fit: 0.26)."""

_BITS_THAT_COUNT = 2.67
"""A weight of p bits counts as 1 - exp(-p / this) of one (Kumar et al. 2024, https://arxiv.org/abs/2411.04330)."""

_FULL_SENTENCES_BITS, _PER_BIT_BELOW = 3.0, 2.0
"""Below so many bits answers break down: what each bit less costs in doublings (a judgment; cards in specs/quants)."""

_OTHER_USE_DOUBLINGS = 2.0
"""A model that its card does not name as good for a use counts like one of a quarter of its size (a judgment)."""

_MADE_FOR_IT_DOUBLINGS = 1.0
"""A model made for a use alone, as coders are, counts in it like one of twice its size (a judgment)."""


class _Axis(NamedTuple):
    """A rating in doublings: `middle_score` stands at `middle`, a doubling is so many points.

    Size and age tell `told` of what they tell elsewhere, and half the parameters do the same after `halving_months`: a
    model without a rating counts as its like have on average.
    """

    middle_score: float
    middle: float
    points_per_doubling: float
    told: float = 1.0
    halving_months: float = HALVING_MONTHS


_AXES: Mapping[RatingScale, _Axis] = {
    "benchmarks_0_100": _Axis(56.0, 4453.7, 3.36),  # least squares of 65 models, within 3.8 points
    "word_error_percent": _Axis(6.5, 4449.6, -0.4, told=0.4),  # of 7 models: -0.16 points by size and age
    "speech_elo": _Axis(1067.0, 4448.7, 40.0, told=0.4),  # two models; the points are a judgment
    "imagenet_top1_percent": _Axis(80.9, 698.5, 1.62, halving_months=36.0),  # of 83 models, within 3.4 points
    "coco_map_percent": _Axis(47.8, 1122.9, 3.97, halving_months=22.1),  # of 26 models, within 1.6 points
}
"""Of what sees, size and age were fitted apart: it gains far less with the years than what writes."""

_FIRST, _LAST = 77.0, 20.0
"""About the scores of the first and the last model in `benchmarks_0_100`, between which the others lie evenly."""

_BY_USE: Mapping[str, RatingScale] = {
    "image classification": "imagenet_top1_percent",
    "object detection": "coco_map_percent",
}
"""What models that see are rated on, by what they are good for."""

_OF_SKILL = 0.25
"""How much of it the place in a single skill decides, which rests on few tests (a judgment)."""

_UNRATED_DOUBLINGS = 1.0
"""What a model that writes text loses where nobody rated it: as far as ratings lie from size and age (a judgment)."""

_AFTER_TRAINING = 2.0
"""A file made after training loses so many times what a model trained in as few bits does (a judgment)."""


def capability(model: ModelCard, blocks: Mapping[str, BlockType], *, use: str, kept_bits: float | None = None) -> float:
    """Doublings of parameters of a dense model of year 0, by published rating, else size and age; and by use.

    A mixture of experts counts like a smaller dense model, a model trained to weights of few bits, or kept in
    `kept_bits`, like one of fewer weights. A bare year counts as its middle.
    """
    able = _rated(model.rating, use) if model.rating else _unrated(model, blocks)
    if kept_bits is not None and model.native_quant is None:
        able += _AFTER_TRAINING * _by_bits(kept_bits) - _PER_BIT_BELOW * max(_FULL_SENTENCES_BITS - kept_bits, 0.0)
    if use not in model.good_for:
        is_ranked_in_it = model.rating is not None and _place(model.rating, use) is not None
        return able if is_ranked_in_it else able - _OTHER_USE_DOUBLINGS
    is_made_for_it = model.kind == "language" and model.good_for[0] == use and "chat" not in model.good_for
    return able + _MADE_FOR_IT_DOUBLINGS if is_made_for_it else able


def able_at(score: float, scale: RatingScale = "benchmarks_0_100") -> float:
    """The doublings at which a score stands."""
    axis = _AXES[scale]
    return axis.middle + (score - axis.middle_score) / axis.points_per_doubling


def _rated(rating: Rating, use: str) -> float:
    """By the score, partly by the place in the skill that a use asks for, where the model has one."""
    score, place = rating.score, _place(rating, use)
    if place is not None:
        score += _OF_SKILL * (_FIRST + (_LAST - _FIRST) * place[0] / place[1] - score)
    return able_at(score, rating.scale)


def _place(rating: Rating, use: str) -> Place | None:
    return {"chat": rating.chat, "coding": rating.coding}.get(use)


def _unrated(model: ModelCard, blocks: Mapping[str, BlockType]) -> float:
    """By size and age."""
    active_share = _ACTIVE_SHARE if model.active_params < model.params else 0.0
    able = log2(model.params) * (1 - active_share) + log2(model.active_params) * active_share
    block = blocks.get(model.native_quant or "")
    if block is not None:
        able += _by_bits(block.block_bytes * BITS_PER_BYTE / block.block_weights)
    scale = _scale(model)
    if scale is None:
        able += month_of(model.released) / HALVING_MONTHS
        return able - _UNRATED_DOUBLINGS if model.kind == "language" else able
    axis = _AXES[scale]
    able += month_of(model.released) / axis.halving_months
    return axis.middle + axis.told * (able - axis.middle)


def _scale(model: ModelCard) -> RatingScale | None:
    """What others are rated on that hear, speak or see as it does; None of all else."""
    if model.kind == "speech":
        return "speech_elo" if "speech from text" in model.good_for else "word_error_percent"
    if model.kind == "vision":
        return next((scale for use, scale in _BY_USE.items() if use in model.good_for), None)
    return None


def _by_bits(bits: float) -> float:
    """Doublings, below 0, that weights of so many bits cost."""
    return log2(1 - exp(-bits / _BITS_THAT_COUNT))
