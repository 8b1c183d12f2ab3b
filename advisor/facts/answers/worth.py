"""What `rig-advisor worth` answers: whether a card, memory, another computer, rent or an API is worth its money."""

import datetime
from typing import Literal, Self

from pydantic import Field, model_validator

from advisor.facts.answers.estimate import Limit, RateUnit, Verdict
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.price import PriceKind
from advisor.facts.values.fact import Origin, Source
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import FieldError
from advisor.facts.values.record import Record
from advisor.facts.values.units import GIGA

RuleName = Literal["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"]
Favors = Literal["gpu", "cpu", "neither"]


class RuleFinding(Record):
    """What one rule says: `figure` is what it looked at, `boundary` where its answer turns, both in `unit`.

    Units are `times` (a ratio), `s`, `share`, `bytes`, `flop_per_byte`. `neither`: the rule does not decide here.
    """

    rule: RuleName
    favors: Favors
    figure: float
    boundary: float
    unit: Literal["times", "s", "share", "bytes", "flop_per_byte"]


NeverReason = Literal["saves_nothing", "not_used", "price_unknown"]


class BreakEven(Record):
    """Days until what a purchase saves equals its price; 0 where it costs nothing.

    `days` is None where that day never comes, and `never` says why: it saves nothing a day, nobody uses it, or its
    price is not known.
    """

    days: float | None
    never: NeverReason | None = None


class OwnCost(Record):
    """One owned machine or part of it: its price, and the watts it draws at work and idle (more than without it)."""

    price_usd: float | None
    load_w: float
    idle_w: float = 0.0


class Use(Record):
    """How much is asked of it in a day: hours at work, hours idle but on, and the price of a kilowatt hour."""

    busy_hours_per_day: float
    idle_hours_per_day: float
    usd_per_kwh: float


CandidateKind = Literal["nothing", "setting", "sticks", "memory", "card", "second_card", "computer", "rent", "api"]
"""`setting` costs nothing (sticks that run below their rate); `sticks` fill channels or run faster, `memory` is more
of it; `computer` is another one beside this."""

Doubt = Literal[
    "slot_unknown",
    "second_slot_unknown",
    "third_slot",
    "two_makers",
    "length_unknown",
    "supply_unknown",
    "supply_in_price",
    "memory_slots_unknown",
    "most_memory_unknown",
    "may_be_soldered",
    "die_limits",
    "largest_memory_meant",
    "no_fan",
    "resizable_bar",
    "no_resizable_bar",
    "outside",
]
"""What is not known about a candidate, or what to mind with it."""

PURCHASES: tuple[CandidateKind, ...] = ("setting", "sticks", "memory", "card", "second_card", "computer")

CARDS: tuple[CandidateKind, ...] = ("card", "second_card")
WITH_CARD: tuple[CandidateKind, ...] = (*CARDS, "computer")
"""What brings a graphics card, or is a computer with graphics."""

CLOUD: tuple[CandidateKind, ...] = ("rent", "api")
"""Ways in which the work leaves the computer: compared only where somebody asks for them."""

WorthVerdict = Literal["yes", "no", "depends"]
Sureness = Literal["sure", "likely", "depends"]
"""`sure`: the low and the high end of all speeds say the same; `likely`: the middle and one end do."""

WorthReason = Literal[
    "not_used",
    "enough",
    "speed_unknown",
    "nothing_helps",
    "over_budget",
    "pays_back",
    "costs_nothing",
    "for_here",
    "price_unknown",
    "pays_back_late",
    "may_it_leave",
    "cheaper_elsewhere",
    "only_elsewhere",
    "dear",
    "other_model",
    "still_slow",
    "faster_yet_slow",
    "far_faster",
    "worse_file",
    "better_file",
    "little_room",
    "more_capable",
    "better_models",
    "sooner",
    "free_gain",
    "small_step",
    "to_think",
]
"""What a verdict rests on.

`other_model`: another model does the same work well on what is here;
`for_here`: it has to run here, and this makes it fast enough; `may_it_leave`: elsewhere is cheaper, so that it turns on
whether the work may leave this computer; `only_elsewhere`: it may, and nothing that can be paid does it here; `dear`:
what is enough costs more than a good computer, and nobody said what may be spent; `still_slow`: the best within the
budget is faster and not enough; `faster_yet_slow`: so much faster that patience decides; `more_capable`: what is here
is enough for the named model, and what was said may be spent makes far better ones possible; `better_models`: the same,
and those are better, not another class; `free_gain`: something is to be had for nothing, whatever is bought then;
`small_step`: what is here is enough, and little money makes it clearly faster; `to_think`: it is enough while the model
is kept from thinking.
"""


class OwnPrice(Record):
    """A price that a person typed: of a card, a computer or memory by its candidate's id, in US dollars.

    Of an API by the id of its model: `usd` for a million tokens written, `prompt_usd` for a million read.
    """

    of: str
    kind: PriceKind
    usd: float = Field(ge=0, le=GIGA)
    prompt_usd: float | None = Field(default=None, ge=0, le=GIGA)

    @model_validator(mode="after")
    def _has_both_prices_of_an_api(self) -> Self:
        """Only an API has two prices."""
        if (self.prompt_usd is None) == (self.kind == "api"):
            raise FieldError("api_price_incomplete")
        return self


class Price(Ranged):
    """What something costs: the middle of what dated sources say, or what a person typed.

    `as_of` is the oldest of their days, None for a typed price. `source` is where that is said.
    """

    usd: Range
    as_of: datetime.date | None = None
    is_old: bool = False
    condition: Literal["new", "used", "launch"] | None = None
    origin: Origin = "datasheet"
    source: Source


class Needs(Record):
    """What a computer must have for a card: a power supply of so many watts, boards so many `slots` wide, its length.

    `cards` of them stand in it then. None where that is not stated. Without a fan of its own it needs the airflow of a
    server, or one put before it.
    """

    supply_w: float | None = None
    slots: int | None = None
    length_mm: float | None = None
    has_fan: bool = True
    cards: int | None = None


class PayBack(Record):
    """Days until a purchase has paid for itself at so many hours a day: at its price, and at both ends of that.

    None where that day never comes.
    """

    hours_per_day: float
    days: float | None
    low_days: float | None
    high_days: float | None


class WorthCandidate(Ranged):
    """One way to have it otherwise. What is not known is None, and `notes` say why.

    `tokens_per_s` are those of models that write text or train; `rate_per_s` is the speed in `rate_unit` of any task.
    `cost_usd` is what has to be paid at once, `running_usd_per_day` electricity, rent or tokens of a day.
    `break_even_days` counts against the cheapest other way to the same work, `worth_below_usd` is the price up to which
    it pays for itself within its life. `newly_usable_models` are the most capable current models that it makes of use
    for the work, `needs` what the computer must have for it.
    """

    candidate: str
    kind: CandidateKind
    fit: Verdict | None
    tokens_per_s: Range | None
    speed_up: float | None
    cost_usd: float | None
    break_even_days: float | None
    worth_below_usd: float | None
    newly_usable_models: tuple[str, ...] = ()
    id: str = ""
    rate_per_s: Range | None = None
    rate_unit: RateUnit = "tokens"
    time_to_first_token_s: float | None = None
    limit: Limit | None = None
    is_enough: bool | None = None
    price: Price | None = None
    running_usd_per_day: float | None = None
    saved_usd_per_day: float | None = None
    usd_per_million: float | None = None
    never: NeverReason | None = None
    notes: tuple[str, ...] = ()
    usability: Usability | None = None
    needs: Needs | None = None


class Worth(Record):
    """The verdict in one sentence, three reasons, what would change it, how sure it is, and every way compared.

    `best` is the id of what the verdict is about; `pay_backs` are of that. `usability` is the light of this computer as
    it is, `model` and `quant` what it is judged with, None where the numbers are the task's own. Where no purchase
    makes the named model run well, `instead` is the id of one that does the same work here.
    """

    schema_version: Literal[1] = 1
    verdict: WorthVerdict
    sentence: str
    rules: tuple[str, ...]
    candidates: tuple[WorthCandidate, ...]
    reason: WorthReason
    best: str | None = None
    sureness: Sureness = "sure"
    reasons: tuple[str, ...] = ()
    would_change: tuple[str, ...] = ()
    findings: tuple[RuleFinding, ...] = ()
    pay_backs: tuple[PayBack, ...] = ()
    hours_per_day: float = 0.0
    currency: str = "USD"
    notes: tuple[str, ...] = ()
    usability: Usability = "unknown"
    model: str = ""
    quant: str | None = None
    instead: str | None = None
