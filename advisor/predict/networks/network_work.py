"""Arithmetic of one pass of a network on one item of any size, from what its card states (docs/physics.md 11.1).

A transformer: a part that grows with the tokens and attention, 4 x layers x width x tokens squared. A network of
convolutions: with the pixels; where two sizes are stated, the part that grows with their square tells its attention.
"""

from typing import NamedTuple

from advisor.facts.cards.pipeline import Network, Pipeline, Work
from advisor.facts.values.units import GIGA

_ATTENTION = 4.0


class Size(NamedTuple):
    """What one item is: a picture or film of so many pixels and frames, or text of so many tokens."""

    width: int = 0
    height: int = 0
    frames: int = 1
    tokens: int = 0

    @property
    def pixels(self) -> int:
        """Pixels of all frames."""
        return self.width * self.height * self.frames


def tokens_of(network: Network, pipeline: Pipeline, size: Size) -> int:
    """Tokens that a transformer works on: those of its own, of the picture with those of the prompt, or of the text."""
    if network.tokens is not None:
        return network.tokens
    side = pipeline.pixels_per_token
    if side is None or not size.width or network.role not in ("denoiser", "backbone"):
        return size.tokens
    times = 1
    if pipeline.frames_per_token:
        times = 1 + -(-(size.frames - 1) // pipeline.frames_per_token)
    text = pipeline.text_tokens or 0 if network.role == "denoiser" else 1
    return max(1, size.width // side) * max(1, size.height // side) * times + text


def pass_flop(network: Network, pipeline: Pipeline, size: Size) -> float | None:
    """FLOP of one pass on one item; None where neither stated work nor parameters per token tell.

    Transformers: a T + 4 L d T^2; convolutions: by pixels, and their square where two sizes are stated.
    """
    stated = [work for work in pipeline.work if _is_of(work, network, pipeline)]
    tokens = tokens_of(network, pipeline, size)
    if network.layers and network.hidden and tokens:
        attention = _ATTENTION * network.layers * network.hidden
        if stated:
            near = min(stated, key=lambda work: abs(tokens_of(network, pipeline, _size(work)) - tokens))
            known = tokens_of(network, pipeline, _size(near))
            linear = max(0.0, _flop(near) - attention * known**2) / known
            return linear * tokens + attention * tokens**2
        per_token = network.token_params or (network.params if network.role != "autoencoder" else None)
        return 2.0 * per_token * tokens + attention * tokens**2 if per_token else None
    if stated:
        return _by_pixels(stated, size)
    return 2.0 * (network.token_params or network.params) * tokens if tokens else None


def _by_pixels(stated: list[Work], size: Size) -> float:
    """A x pixels + b x pixels squared through the smallest and the largest stated size, else in proportion."""
    ordered = sorted(stated, key=lambda work: _size(work).pixels)
    (least, most) = (ordered[0], ordered[-1])
    small, large, pixels = _size(least).pixels, _size(most).pixels, size.pixels
    if not small or not pixels:
        return _flop(most)
    if large == small:
        return _flop(most) * pixels / large
    square = (_flop(most) / large - _flop(least) / small) / (large - small)
    linear = _flop(least) / small - square * small
    if linear <= 0 or square < 0:
        near = min(stated, key=lambda work: abs(_size(work).pixels - pixels))
        return _flop(near) * pixels / _size(near).pixels
    return linear * pixels + square * pixels**2


def _is_of(work: Work, network: Network, pipeline: Pipeline) -> bool:
    """Whether stated work is that of a network: of its role, else of the first one."""
    return work.role == network.role if work.role is not None else network is pipeline.networks[0]


def _flop(work: Work) -> float:
    return work.gflop * GIGA


def _size(work: Work) -> Size:
    return Size(work.width or 0, work.height or 0, work.frames or 1, work.tokens or 0)
