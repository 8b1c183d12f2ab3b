"""What articles say about AI and hardware in figures, and what recomputing it gives."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from advisor.facts.answers.estimate import Input
from advisor.facts.cards.card import CardPath, ModelName, QuantName, Sourced, Texts
from advisor.facts.values.fact import Fact
from advisor.facts.values.reason import FieldError
from advisor.facts.values.record import Record
from advisor.facts.values.units import (
    GB,
    GIB,
    GIGA,
    MEGA,
    MIB,
    MICROSECOND,
    SECONDS_PER_DAY,
    SECONDS_PER_HOUR,
    TERA,
)

Outcome = Literal["agrees", "only_if", "does_not_hold"]
FormulaName = Literal[
    "product", "clocked", "ratio", "read_per_watt", "share", "link_ratio", "slice_units", "slice_memory",
    "layer_flop", "layer_over_ridge", "requests_to_fill", "used_share", "whole_speed_up", "busy_share", "cache_share",
    "trip_worth", "request_speed_up", "token_flop", "cache_bytes", "need_share", "cards_needed", "stored_share",
    "file_ratio", "read_speed", "read_share", "reading_speed", "run_flop", "run_time", "device_time",
    "needed_utilization", "stop_interval", "write_interval", "time_at_work", "state_per_weight", "state_bytes",
    "state_ratio", "tuning_share", "served_tokens", "same_job", "token_cost", "token_cost_ratio",
    "rented_request_ratio", "idle_year", "work_year", "hours_at_work", "time_owned", "conversations", "offload_speed",
    "shared_pool", "answers_per_s", "over_ceiling", "guessed_ahead", "compute_speed", "cost_per_flop_ratio",
    "useful_hour", "run_cost", "fitting_params", "hosted_hour", "slice_read_ratio", "job_time", "read_token_cost",
]  # fmt: skip
"""What recomputes a claim."""

Bound = Literal["about", "at_least", "at_most"]

RigFigure = Literal[
    "ram_bytes_per_s", "ram_bytes", "card_bytes_per_s", "vram_bytes_per_s", "card_bytes", "card_flop_per_s", "card_w",
    "card_link_bytes_per_s", "model_bytes_per_s", "model_bytes", "cpu_flop_per_s", "cpu_cache_bytes", "cpu_cores",
    "cpu_multiply_adds", "cpu_w", "best_flop_per_s", "best_w", "held_bytes", "gpu_count",
    "picture_share", "card_prompt_flop_per_s", "prompt_flop_per_s", "usd_per_kwh",
]  # fmt: skip
"""A figure of a rig that takes the place of the one in an article. `card`: its fastest graphics processor, `vram`
where that has memory of its own; `model`: where a model is run best, which is the card or else main memory; `best`:
the card or else the CPU. `cpu_multiply_adds` are those of one core in a tick, `held_bytes` what other programs hold of
the memory where a model is run best. `gpu_count` is 1 where the CPU works alone. `picture_share` is what a picture
takes of the `best` arithmetic, as the page that predicts it says. Peaks of a card have sums in 32 bits, as those of
articles do; `prompt` are the fastest, with which prompts are read. `usd_per_kwh` is what purchases are counted with."""

CLAIM_UNITS: Mapping[str, tuple[str, float]] = {
    "count": ("count", 1),
    "cores": ("cores", 1),
    "cards": ("cards", 1),
    "times": ("times", 1),
    "share": ("share", 1),
    "flop": ("flop", 1),
    "gflop": ("flop", GIGA),
    "flop_per_s": ("flop_per_s", 1),
    "tflop_per_s": ("flop_per_s", TERA),
    "bytes": ("bytes", 1),
    "mib": ("bytes", MIB),
    "gib": ("bytes", GIB),
    "bytes_per_weight": ("bytes_per_weight", 1),
    "bits": ("bits", 1),
    "bytes_per_s": ("bytes_per_s", 1),
    "gb_per_s": ("bytes_per_s", GB),
    "s": ("s", 1),
    "microseconds": ("s", MICROSECOND),
    "minutes": ("s", 60),
    "hours": ("s", SECONDS_PER_HOUR),
    "days": ("s", SECONDS_PER_DAY),
    "tokens": ("tokens", 1),
    "trillion_tokens": ("tokens", TERA),
    "tokens_per_s": ("tokens_per_s", 1),
    "params": ("params", 1),
    "billion_params": ("params", GIGA),
    "usd": ("usd", 1),
    "usd_per_hour": ("usd_per_hour", 1),
    "usd_per_kwh": ("usd_per_kwh", 1),
    "usd_per_million_tokens": ("usd_per_token", 1 / MEGA),
    "mhz": ("hz", MEGA),
    "w": ("w", 1),
    "per_s": ("per_s", 1),
    "words_per_s": ("words_per_s", 1),
}
"""Units of the figures in specs/learn, by the last words of their keys: the base unit, and how many of it one is."""


class ClaimInput(Record):
    """One thing that goes into a claim: a number, a `text` (an id, a name), or the `field` of the card `of` that id.

    A number has a unit and a source; `is_judged`: nobody states it. `label` is what people call it here. `on_rig` names
    the figure of a person's own rig that can take its place.
    """

    name: str
    label: str | None = None
    value: float | None = None
    text: str | None = None
    of: CardPath | None = None
    field: str | None = None
    unit: str | None = None
    source: str | None = None
    is_judged: bool = False
    on_rig: RigFigure | None = None

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        kinds = [self.value is not None, self.text is not None, self.of is not None]
        if sum(kinds) != 1 or (self.of is None) != (self.field is None):
            raise FieldError("claim_input_unclear")
        if self.value is not None and not self.source:
            raise FieldError("claim_value_without_source")
        if self.unit is not None and self.unit not in CLAIM_UNITS:
            raise FieldError("claim_unit_unknown", units=tuple(CLAIM_UNITS))
        return self


Inputs = Annotated[tuple[ClaimInput, ...], Strict(False)]
"""A TOML array of inputs."""


SaidBy = Literal["articles", "others"]
"""Who says it: one of the four articles this page began with, or others."""

ARTICLE_CLAIMS = 40
"""How many claims the four articles make."""


class Said(Record):
    """One claim in our words, whose it is, and what is true of it. `article_claim` is its number in the articles."""

    id: str = Field(pattern=r"^[a-z0-9-]+$")
    title: str
    text: str
    said_by: SaidBy
    article_claim: int | None = Field(default=None, ge=1, le=ARTICLE_CLAIMS)
    reason: str

    @model_validator(mode="after")
    def _is_somebodys(self) -> Self:
        if (self.said_by == "articles") != (self.article_claim is not None):
            raise FieldError("claim_of_nobody")
        return self


class ExplainedClaim(Said):
    """A claim in which there is nothing to compute; `source` states what is true of it."""

    source: str = Field(min_length=5)


class Claim(Said):
    """One quantitative claim, how it is recomputed, and what comes of it.

    It holds where the figure computed from `inputs` is `about` the `claimed` one, `at_least` or `at_most` that, up to
    the share `tolerance`. `otherwise` replaces some inputs by the case next to it, which `turns` names and where it
    comes out the other way; where the claim forgets to leave that case out, `only_if` does. `figure` and
    `otherwise_figure` are what the app computed when the card was written, `reason` says why in words. `on_rig` is the
    sentence for a person's own rig.
    """

    formula: FormulaName
    inputs: Inputs = Field(min_length=1)
    claimed: float
    bound: Bound = "about"
    tolerance: float = Field(ge=0, lt=1)
    unit: str
    figure: float
    otherwise: Inputs = ()
    otherwise_figure: float | None = None
    turns: str | None = None
    outcome: Outcome
    only_if: str | None = None
    on_rig: str | None = None

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.unit not in CLAIM_UNITS:
            raise FieldError("claim_unit_unknown", units=tuple(CLAIM_UNITS))
        if not bool(self.otherwise) == (self.otherwise_figure is not None) == (self.turns is not None):
            raise FieldError("claim_case_incomplete")
        if (self.outcome == "only_if") != (self.only_if is not None) or (self.only_if and not self.otherwise):
            raise FieldError("claim_condition_incomplete")
        if bool(self.on_rig) != any(one.on_rig for one in self.inputs):
            raise FieldError("claim_rig_incomplete")
        return self


Picture = Literal[
    "layer_trip", "model_trip", "number_formats", "live_layer", "side_by_side", "cost_of_arithmetic", "training_time"
]
"""What a card of Learn can show besides claims: the trip of one layer and of a whole model over the rows that come at
once, the formats of numbers of each graphics card, a layer run live; `chips` beside those of the rig by what they do,
by what their arithmetic costs, and by how long they train a small network."""


class Word(Record):
    """One word of the glossary and what it `means`; `also` are other words for it, as other pages write them.

    `is_linked`: where it stands on another page, a link leads here; not where it stands everywhere.
    """

    name: str
    also: Texts = ()
    is_linked: bool = True
    means: str


class Chip(Record):
    """A CPU or graphics card `of` the catalog to compare with; `usd` is a price no price card has, with its source."""

    of: CardPath
    usd: float | None = Field(default=None, gt=0)
    source: str | None = None

    @model_validator(mode="after")
    def _names_its_source(self) -> Self:
        if (self.usd is None) != (self.source is None):
            raise FieldError("claim_value_without_source")
        return self


class Short(Record):
    """The answer, in 25 words at most, to what people ask with one of the phrases `asked`.

    A phrase is meant where its words begin words of a question, in their order. `rests_on` names what of the card says
    so: claims by their id, words of the glossary, or the idea.
    """

    asked: Texts = Field(min_length=1)
    answer: str
    rests_on: Texts = Field(min_length=1)


class LearnCard(Sourced):
    """One idea to learn: a plain paragraph, and the claims that belong to it. `order` places it on the page.

    `words` are those of the glossary that belong here. A `model_trip` is that of `model` at the quantization `quant`;
    tables compare the rig with `chips`. `short` are answers for the command line.
    """

    order: int
    idea: str
    words: Annotated[tuple[Word, ...], Strict(False)] = ()
    shows: Annotated[tuple[Picture, ...], Strict(False)] = ()
    model: ModelName | None = None
    quant: QuantName | None = None
    chips: Annotated[tuple[Chip, ...], Strict(False)] = ()
    claims: Annotated[tuple[Claim, ...], Strict(False)] = Field(min_length=1)
    explained: Annotated[tuple[ExplainedClaim, ...], Strict(False)] = ()
    short: Annotated[tuple[Short, ...], Strict(False)] = ()

    @property
    def terms(self) -> tuple[str, ...]:
        """Words on other pages that lead here."""
        return tuple(text for word in self.words if word.is_linked for text in (word.name, *word.also))

    @model_validator(mode="after")
    def _names_its_model(self) -> Self:
        if ("model_trip" in self.shows) != (self.model is not None and self.quant is not None):
            raise FieldError("claim_trip_incomplete")
        return self


class ClaimFinding(Record):
    """A claim recomputed: figures in base units.

    `names` are the models, forms and ways it is about, by what they stand for. `rig_figure` is the same formula with
    the figures of a rig, None where nothing of a rig goes into it.
    """

    claim: Claim
    unit: str
    claimed: float
    figure: float
    otherwise_figure: float | None
    outcome: Outcome
    inputs: tuple[Input, ...]
    names: tuple[tuple[str, str], ...] = ()
    rig_figure: Fact[float] | None = None
    rig_inputs: tuple[Input, ...] = ()


class LearnFinding(Record):
    """One card with all its claims recomputed."""

    id: str
    card: LearnCard
    claims: tuple[ClaimFinding, ...]
