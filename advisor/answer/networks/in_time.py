"""Whether a picture or film may be made in time at all, as the arithmetic of its steps alone tells."""

from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

from advisor.answer.networks.network_answer import cards_by_style
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import ENOUGH_SHARE
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.pipeline import Pipeline
from advisor.facts.cards.workload import TaskCard, whole_amount
from advisor.facts.rig.rig import Processor
from advisor.predict.networks.network_time import Size, most_flop_per_s, pass_flop

_DEFAULT_PIXELS, _DEFAULT_STEPS = 1024, 30


class Passes(NamedTuple):
    """How often the denoiser runs for one item: over pieces of a size, in steps of so many passes."""

    size: Size
    pieces: int
    steps: int
    passes_per_step: int

    @property
    def in_all(self) -> int:
        """All of them."""
        return self.pieces * self.steps * self.passes_per_step


def passes_of(asked: Mapping[str, Any], card: ModelCard, pipeline: Pipeline) -> Passes:
    """Those of a request by its fields, else as the maker's example runs the model."""
    usual = pipeline.defaults
    width = asked.get("width") or asked.get("height") or usual.width or _DEFAULT_PIXELS
    height = asked.get("height") or asked.get("width") or usual.height or _DEFAULT_PIXELS
    frames = asked.get("frames") or (usual.frames or 1 if card.kind == "video" else 1)
    is_guided: bool | None = asked.get("guidance")
    passes = (usual.passes_per_step or 1) if is_guided is None else 2 if is_guided else 1
    at_once = min(frames, pipeline.frames_at_once or frames)
    steps = asked.get("steps") or usual.steps or _DEFAULT_STEPS
    return Passes(Size(width, height, at_once), ceil(frames / at_once), steps, passes)


def may_be_in_time(processor: Processor, asked: Mapping[str, Any], catalog: Catalog, workload: TaskCard) -> bool:
    """Whether the highest rate of arithmetic is enough for one item; so where the work or the rate is not known."""
    card = catalog.other_models.get(catalog.other_models.find(asked["model"]) or "")
    if workload.enough_s is None or card is None or card.pipeline is None:
        return True
    denoiser = next((one for one in card.pipeline.networks if one.role == "denoiser"), None)
    if denoiser is None:
        return True
    passes = passes_of(asked, card, card.pipeline)
    flop = pass_flop(denoiser, card.pipeline, passes.size)
    rate = most_flop_per_s(processor, cards_by_style(catalog)[denoiser.built])
    if flop is None or rate is None:
        return True
    return whole_amount(workload) * flop * passes.in_all * ENOUGH_SHARE <= rate * workload.enough_s
