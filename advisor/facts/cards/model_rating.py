"""How good a model is among others, and what it can do beside writing, as public sources say."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.values.record import Record

RatingScale = Literal[
    "benchmarks_0_100", "word_error_percent", "speech_elo", "imagenet_top1_percent", "coco_map_percent"
]
"""What a rating counts: benchmarks of many sources joined to one score, words heard wrong of a hundred, votes, pictures
of ImageNet-1k named right of a hundred, or how exactly the objects of COCO are found (mAP 50-95)."""

Place = Annotated[tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=2)]], Strict(False)]
"""A place in an order, and how many stand in it."""


class Rating(Record):
    """A model's `score` in a public comparison of many models, and its places among them for single skills."""

    scale: RatingScale
    score: float
    chat: Place | None = None
    coding: Place | None = None
    source: str = Field(min_length=5)


Ability = Literal["sees", "hears", "thinks", "tools"]
"""What a model that writes can do: take in pictures or sound, think before it answers, call functions."""


class Abilities(Record):
    """All that a model is known to do, in one of its forms; what is not listed none of them can."""

    has: Annotated[tuple[Ability, ...], Strict(False)]
    source: str = Field(min_length=5)
