"""What is asked when something is to be worth its money."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from math import sqrt
from typing import Literal

from advisor.answer.asked.problem import ProblemError, UnknownModelError, shortened
from advisor.answer.judge.light import is_too_short, short_context
from advisor.answer.judge.thinking import Thought, thought_of
from advisor.answer.money.prices import MEMORY_IDS, RENT, SECOND, Mix, within_usd
from advisor.answer.tasks.ask import of_so_much, use_of
from advisor.answer.text.text_answer import typical_request
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.worth import CandidateKind, Price
from advisor.facts.asked.question import ThinkingWish
from advisor.facts.cards.card import Vendor
from advisor.facts.cards.memory_kit import MEMORY_KITS
from advisor.facts.cards.workload import READING_TOKENS_PER_S, TaskCard, WorkloadCard
from advisor.facts.kept.settings import Money
from advisor.facts.values.frozen import frozen
from advisor.predict.model.subject import Run, Subject, with_cache_type, with_ubatch

Part = Literal["card", "memory", "computer"]
PARTS: Mapping[Part, tuple[CandidateKind, ...]] = {
    "card": ("card", "second_card"),
    "memory": ("memory", "sticks"),
    "computer": ("computer",),
}
"""What is bought of each."""
WRITING = ("generate", "serve")
"""Tasks whose product is text."""
_LOOKED_AT = ("image", "video")
"""Tasks of which a person looks at one result and then asks for the next."""
USUAL_HOURS_PER_DAY = 2.0
"""Where nobody says how long a day it is used (a judgment)."""


def is_beyond(price: Price, money: Money) -> bool:
    """Whether it is likely to cost more than may be spent."""
    return money.budget_usd is not None and _payable_usd(price) > money.budget_usd


def _payable_usd(price: Price) -> float:
    """What somebody pays who waits for an offer: in shops the lowest price, of what is used less than the middle.

    Of a wide span that is the middle: what is far below it is rare.
    """
    least_usd = within_usd(price)
    return sqrt(least_usd * price.usd.middle) if price.condition == "used" else least_usd


@frozen
class WorthQuestion:
    """One model for one kind of use, so many hours a day, and what was said about money.

    `quant` is what somebody named; `usual_quant` the file that suits the rig as it is, in which ways are compared.
    `is_open`: nobody named the model, it is the first of the ranking. `users` are served at once where it is
    served, `tokens_per_day` are read and written in a day, where somebody said so. Only of `makers` something is
    bought (none: of all), with at least `least_vram_gib` on a card; `named_cards` are ids of cards that are listed
    in any case, `new_cards` of those that are to be bought new; `bill_usd_per_day` is what the same work costs
    elsewhere today. `part` is what alone is to be bought; None for whatever helps. `rented_counts`: how many of a
    card are rented at once, one where nothing is said. `thinking` is whether somebody wants the model to think.
    """

    catalog: Catalog
    workload_id: str
    model_name: str | None
    quant: str | None
    money: Money
    usual_quant: str | None = None
    is_open: bool = False
    users: int | None = None
    tokens_per_day: float | None = None
    makers: tuple[Vendor, ...] = ()
    named_cards: tuple[str, ...] = ()
    new_cards: tuple[str, ...] = ()
    least_vram_gib: float = 0.0
    bill_usd_per_day: float | None = None
    part: Part | None = None
    rented_counts: tuple[tuple[str, int], ...] = ()
    thinking: ThinkingWish = "auto"

    @cached_property
    def thought(self) -> Thought | None:
        """What the model thinks before it answers, as somebody wants it; None for one that answers at once."""
        card = self.catalog.models.get(self.model_id or "")
        return thought_of(card, self.catalog, name=card.name, wish=self.thinking) if card is not None else None

    @cached_property
    def workload(self) -> WorkloadCard | TaskCard:
        """The kind of use. Raises ProblemError where there is none of that id."""
        catalog, name = self.catalog, self.workload_id
        for index in (catalog.workloads, catalog.other_workloads):
            found = index.find(name)
            if found is not None:
                return self._for_users(index[found])
        raise ProblemError(
            "workload_unknown", name=shortened(name), known=(*catalog.workloads, *catalog.other_workloads)
        )

    def _for_users(self, card: WorkloadCard | TaskCard) -> WorkloadCard | TaskCard:
        if self.users is None or not isinstance(card, TaskCard) or "concurrency" not in card.fields:
            return card
        return of_so_much(card, {"concurrency": self.users})

    @property
    def at_once(self) -> int | None:
        """How many are served at the same time; None where the work is none that is served."""
        found = self.workload.fields.get("concurrency") if isinstance(self.workload, TaskCard) else None
        return int(found) if found else None

    @property
    def task(self) -> str:
        """The task of the workload."""
        return self.workload.task

    @property
    def hours_per_day(self) -> float:
        """Hours of a day in which a person uses it, or in which it works."""
        told = self.money.hours_per_day
        return USUAL_HOURS_PER_DAY if told is None else told

    @property
    def units_per_day(self) -> float | None:
        """The tokens that are written in a day where somebody said how many are read and written; None otherwise."""
        if self.tokens_per_day is None or self.task not in WRITING:
            return None
        return self.tokens_per_day / (1.0 + self.prompt_per_generated)

    def asks_about(self, way_id: str) -> bool:
        """Whether a way was named, bought, added or rented; any memory, where that alone is asked about."""
        if self.part == "memory" and (way_id in MEMORY_IDS or way_id in MEMORY_KITS):
            return True
        if way_id in dict(self.rented_counts):  # several were named, not one
            return False
        return way_id.removeprefix(SECOND).removeprefix(RENT) in self.named_cards

    def is_computer_for_bill(self, way_id: str, kind: CandidateKind) -> bool:
        """Whether it is another computer that somebody asks about in place of a bill, whatever this one does."""
        return kind == "computer" and self.bill_usd_per_day is not None and self.asks_about(way_id)

    def is_beyond(self, price: Price) -> bool:
        """Whether it is likely to cost more than may be spent."""
        return is_beyond(price, self.money)

    def is_of_part(self, kind: CandidateKind) -> bool:
        """Whether such a way is asked about: what costs nothing always is."""
        return self.part is None or kind == "setting" or kind in PARTS[self.part]

    @property
    def with_cloud(self) -> bool:
        """Whether rent and API are compared: only where somebody asks for that, and the work may leave."""
        return not self.stays_here

    @property
    def stays_here(self) -> bool | None:
        """Whether the work stays on this computer; None where both are compared and nobody decided."""
        return self.money.stays_here if self.money.cloud or self.money.stays_here is False else True

    @property
    def is_interactive(self) -> bool:
        """Whether a person waits for every word, so that reading sets the pace."""
        return self.workload.is_interactive

    @property
    def is_attended(self) -> bool:
        """Whether a person sits there meanwhile: what is rented stands for the whole session, not for pure work."""
        if self.task == "serve":
            return self.at_once is not None
        return self.is_interactive or self.task in _LOOKED_AT

    @cached_property
    def model_id(self) -> str | None:
        """The id of a model that writes text; None for other kinds.

        Raises:
            ProblemError: there is no such model, none was named, or its context does not hold the work.
        """
        name = self.named_model
        found = self.catalog.models.find(name)
        if found is None and self.is_interactive:
            if near := self.catalog.models.nearest(name):
                raise UnknownModelError("model_unknown_near", name=name, near=near)
            raise UnknownModelError("model_unknown", name=name)
        model, workload = self.catalog.models[found] if found else None, self.workload
        longest = model.shape.context_tokens if model is not None and model.shape is not None else None
        if isinstance(workload, WorkloadCard) and is_too_short(workload, longest):
            raise ProblemError(short_context(name, longest, workload))
        return found

    @cached_property
    def use(self) -> str:
        """What a model has to be good for."""
        return use_of(self.whole_workload_id, self.catalog)

    @property
    def whole_workload_id(self) -> str:
        """The id of the workload, by whichever of its names it was called."""
        index = self.catalog.workloads.find(self.workload_id) or self.catalog.other_workloads.find(self.workload_id)
        return index or self.workload_id

    @property
    def any_model_id(self) -> str | None:
        """The id of the model, of whatever kind; None where there is none of that name."""
        return self.catalog.models.find(self.named_model) or self.catalog.other_models.find(self.named_model)

    @property
    def api_model_id(self) -> str | None:
        """The id of the model where an API could do the work: those sell tokens; None otherwise."""
        return self.model_id if self.task in WRITING else None

    @property
    def named_model(self) -> str:
        """The model as it was named, else the one that people take for the task."""
        if self.model_name:
            return self.model_name
        if self.workload.model:
            return self.workload.model
        raise ProblemError("no_model_named")

    @property
    def model_text(self) -> str:
        """The name of the model for people."""
        other = self.catalog.other_models.find(self.named_model)
        if self.model_id is not None:
            return self.catalog.models[self.model_id].name
        return self.catalog.other_models[other].name if other else self.named_model

    @cached_property
    def subject(self) -> Subject:
        """The model at its quantization, for tasks that write text to one person."""
        model = self.catalog.models[self.model_id or ""]
        return subject_of(model, find_quant(self.quant or self.usual_quant, model, self.catalog)[0], self.catalog)

    @cached_property
    def run(self) -> Run:
        """The typical request from its start."""
        assert isinstance(self.workload, WorkloadCard)
        return typical_request(self.workload, self.catalog.models[self.model_id or ""])

    def asked(self, setting: SmallerSetting | None) -> tuple[Subject, Run]:
        """Model and run, with one setting changed where one is given."""
        subject, run = self.subject, self.run
        if setting is None:
            return subject, run
        if setting.quant is not None:
            model = self.catalog.models[self.model_id or ""]
            return subject_of(model, find_quant(setting.quant, model, self.catalog)[0], self.catalog), run
        if setting.context_tokens is not None:
            return subject, replace(run, context_tokens=setting.context_tokens)
        if setting.cache_type is not None:
            return subject, with_cache_type(run, setting.cache_type)
        return subject, with_ubatch(run, setting.ubatch_tokens or run.batching.ubatch_tokens)

    @property
    def pace_tokens_per_s(self) -> float:
        """How fast a person takes in what is written."""
        return self.workload.enough_tokens_per_s or READING_TOKENS_PER_S

    def used_per_s(self, rate_per_s: float) -> float:
        """How much is done in a second of the hours of use, of what could be done at a rate.

        A person takes in what is written at their pace, or as slowly as it comes, each of several who are served at
        theirs; an agent, too, waits for what it calls and for whoever looks at it. A machine that nobody waits for does
        all it can.
        """
        if self.is_interactive:
            return min(self.pace_tokens_per_s, rate_per_s) if rate_per_s else self.pace_tokens_per_s
        pace = self.workload.enough_tokens_per_s
        return min(rate_per_s, self.at_once * pace) if self.at_once and pace and self.is_attended else rate_per_s

    @property
    def kept_share(self) -> float:
        """The share of a prompt that is still held from the call before: an agent adds little to what it sent."""
        if self.is_interactive:
            return 0.0
        prompt, new = (self.workload.fields.get(name) for name in ("prompt_tokens", "new_tokens"))
        return max(0.0, 1.0 - float(new) / float(prompt)) if prompt and new else 0.0

    @property
    def mix(self) -> Mix:
        """What is read for each token that is written."""
        return Mix(self.prompt_per_generated or 1.0, self.kept_share)

    @property
    def prompt_per_generated(self) -> float:
        """Tokens read for each token written."""
        if self.is_interactive:
            return self.run.prompt_tokens / self.run.generated_tokens
        fields = self.workload.fields
        prompt, generated = fields.get("prompt_tokens"), fields.get("generated_tokens")
        return float(prompt) / float(generated) if prompt and generated else 0.0
