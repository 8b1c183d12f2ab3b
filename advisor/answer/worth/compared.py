"""Ways to have it otherwise with their speed and their money, counted alike."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property
from typing import Self

from advisor.answer.money.prices import ApiPrice, Electricity, api_id
from advisor.answer.worth.days_work import LIFE_DAYS, Work, per_million, running_usd, work_of
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import NOT_HERE, Reached
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.worth import PURCHASES, BreakEven, CandidateKind, Doubt, Needs, Price
from advisor.facts.asked.question import Edit
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import SECONDS_PER_HOUR
from advisor.predict.worth.cost import (
    HOURS_PER_DAY,
    break_even,
    rent_usd_per_day,
    worth_below_usd,
)
from advisor.predict.worth.rules import FELT_SPEED_UP
from advisor.predict.worth.verdict import Option

RENTED_SHOWN = 2
START_S, FETCHED_BYTES_PER_S = 120.0, 250e6
"""Of a rented computer: until it answers, and how fast it fetches the model, once for each session (a judgment)."""
_HALF, A_TENTH = 0.5, 1.1
"""The gain from which something is called faster, and its inverse slower: a tenth is noticed."""
_DIVIDED, _REDUCED, _CRAMPED, _TIGHT = 0.5, 0.6, 0.3, 0.7
"""What a processor works on, alone or beside a card, is slower with every long prompt; a small file answers worse, and
so does a model that is kept from thinking; what fills the memory leaves none for a browser or some context."""
_BLOWER_USD = Range(25.0, 35.0, 50.0)
"""A blower in a printed duct with the power adapter that a server's card takes (ariezlabs.com/blog/p40; a judgment)."""
_UNKNOWN = BreakEven(days=None, never="price_unknown")


@frozen
class Compared:
    """One way with its speed and its money. `gain` is how many times as fast a request is as now.

    `name` is that of a product or a provider, or what it is where it has none. `ease` is the part of its use that is
    left after what is a nuisance about it, `is_roomy` where its memory leaves room. `edits` make the same of this
    computer, where it changes, `card` is the graphics card that is put in. `newly_usable` are ids of models that it
    makes of use, `in_better_file` those of them that run well as it is in a file that answers noticeably worse.
    `bare_price` is without the power supply that its price includes, None where that includes none. `is_twin`: it is
    one more of the cards that are there. `is_opening`: what was asked about is of use with it, and not without.
    `opened` is what the first of `newly_usable` reaches, where that was asked.
    """

    id: str
    kind: CandidateKind
    name: str | Reason
    reached: Reached
    gain: Range | None = None
    price: Price | None = None
    api: ApiPrice | None = None
    running: Range | None = None
    usd_per_day: float | None = None
    saved_usd_per_day: float | None = None
    break_even: BreakEven = _UNKNOWN
    worth_below_usd: float | None = None
    usd_per_million: float | None = None
    newly_usable: tuple[str, ...] = ()
    in_better_file: tuple[str, ...] = ()
    is_opening: bool = False
    opened: Reached | None = None
    needs: Needs | None = None
    maker: str | None = None
    ease: float = 1.0
    is_roomy: bool = False
    is_dear: bool = False
    setting: SmallerSetting | None = None
    doubts: tuple[Doubt, ...] = ()
    edits: tuple[Edit, ...] = ()
    card: Processor | None = None
    is_twin: bool = False
    bare_price: Price | None = None

    @property
    def plain(self) -> Self:
        """The same, its models without the files in which they run."""
        return replace(self, in_better_file=())

    @property
    def with_new(self) -> Self:
        """The same with the models alone that do not run well as it is in whatever file, where there are such."""
        new = self._new
        opened = self.opened if new[:1] == self.newly_usable[:1] else None
        return replace(self, newly_usable=new, in_better_file=(), opened=opened) if new else self

    @property
    def makes_possible(self) -> str | None:
        """The most capable model that does not run well as it is, in whatever file; None without one."""
        return next(iter(self._new), None)

    @property
    def _new(self) -> tuple[str, ...]:
        return tuple(one for one in self.newly_usable if one not in self.in_better_file)

    @property
    def runs(self) -> bool:
        """Whether it does the work at a speed that is known."""
        return self.reached.runs

    @cached_property
    def as_option(self) -> Option:
        """What the verdict looks at."""
        return Option(
            id=self.id,
            enough=self.reached.enough,
            gain=self.gain,
            price_usd=self.price.usd.middle if self.price else None,
            saved_usd_per_day=self.saved_usd_per_day,
            is_dear=self.is_dear,
            ease=self.whole_ease,
            is_setting=self.kind == "setting",
            is_reduced=self.setting is not None,
            is_makeshift=self.is_makeshift,
            is_roomy=self.is_roomy,
            is_worse_file=self.reached.is_only_reduced,
            is_cramped=self.kind != "nothing" and self.reached.is_cramped,
            needs_place=self.needs_place,
            **{"is_tight": self.reached.is_tight, "is_held": self.reached.is_held},
        )

    @property
    def memory_bytes(self) -> float:
        """The memory of what it runs on, of several cards together."""
        owner, cards = self.reached.processor, self.reached.devices
        return float(cards * (owner.memory_total_bytes.value or 0)) if owner is not None else 0.0

    @property
    def needs_place(self) -> bool:
        """Whether it wants a board for several cards, and a power supply, that nobody told of."""
        return "supply_unknown" in self.doubts and not {"second_slot_unknown", "third_slot"}.isdisjoint(self.doubts)

    @property
    def is_makeshift(self) -> bool:
        """Whether it works only with parts that nobody sells with it."""
        return "no_fan" in self.doubts

    @cached_property
    def whole_ease(self) -> float:
        """The same with what is a nuisance about the way it then runs."""
        reached, owner = self.reached, self.reached.processor
        is_on_cpu = reached.fit == "spills" or (owner is not None and owner.kind == "cpu")
        prompts = _DIVIDED if is_on_cpu and reached.unit == "tokens" else 1.0
        room = _CRAMPED if reached.is_cramped else _TIGHT if reached.is_nearly_full else 1.0
        is_less = reached.is_reduced or reached.is_smaller or reached.light.thinks is False
        return self.ease * prompts * room * (_REDUCED if is_less else 1.0)

    @property
    def takes_speed(self) -> bool:
        """Whether this computer would be slower with it at what it does now; another one stands beside it."""
        return self.kind != "computer" and self.gain is not None and self.gain.middle < 1 / A_TENTH

    @property
    def is_short(self) -> bool:
        """Whether it is known not to be fast enough."""
        return self.reached.is_enough is False

    @property
    def cost_usd(self) -> float | None:
        """What has to be paid at once; None where that is not known."""
        if self.kind in ("nothing", "rent") or self.api is not None:
            return 0.0
        return self.price.usd.middle if self.price else None

    @property
    def otherwise_usd_per_day(self) -> float | None:
        """What the same work costs a day without it."""
        saved, own = self.saved_usd_per_day, self.usd_per_day
        return None if saved is None or own is None else saved + own

    @property
    def is_felt(self) -> bool:
        """Whether a person notices: clearly faster than now, or half of enough where nothing runs now."""
        if not self.runs:
            return False
        if self.gain is not None:
            return self.gain.middle >= FELT_SPEED_UP
        return self.reached.enough is not None and self.reached.enough.middle >= _HALF


@frozen
class Counted:
    """Counts the money of every way against the cheapest of the others."""

    question: WorthQuestion
    electricity: Electricity
    now: Reached
    rented: tuple[Compared, ...]
    api: ApiPrice | None
    sold_id: str | None = None
    """The model that the API sells, where it is another than the one that was asked about."""

    def work_of(self, one: Compared) -> Work:
        """What a way is counted for: of a machine that works by itself no more than this computer does in its hours.

        Where rent and API are compared, too, it is all that the way itself does in them.
        """
        own = work_of(self.question, one.reached)
        return work_of(self.question, self.now) if self.does_as_much(one) else own

    def does_as_much(self, one: Compared) -> bool:
        """Whether a purchase is counted for what this computer does in its hours, which takes it less of them."""
        question = self.question
        is_of_person = question.is_interactive or question.units_per_day is not None
        if one.kind not in PURCHASES or question.with_cloud or is_of_person:
            return False
        return self.now.runs and work_of(question, self.now).units < work_of(question, one.reached).units

    def as_it_is(self, one: Compared) -> Compared:
        """What is here or would be: it costs its electricity, and the share of its price."""
        if not one.runs:
            return one
        work = self.work_of(one)
        running = running_usd(self.question, one.reached, work, one.kind, self.electricity)
        daily = running.middle if running else None
        usd = 0.0 if one.kind == "nothing" else one.price.usd.middle if one.price else None
        return replace(one, running=running, usd_per_day=daily, usd_per_million=per_million(daily, work, price_usd=usd))

    def purchase(self, one: Compared) -> Compared:
        """Something that is bought: what it saves a day, when it has paid for itself, and what it may cost."""
        is_beyond = one.price is None or self.question.is_beyond(_with_parts(one.price, one))
        one = replace(one, is_dear=is_beyond and self.question.money.budget_usd is not None)
        if not one.runs:
            return one
        bill = self.question.bill_usd_per_day if self.question.is_computer_for_bill(one.id, one.kind) else None
        one, other = self.as_it_is(one), self._cheapest(self.work_of(one)) if bill is None else bill
        usd, saved = one.cost_usd, None if other is None else other - (one.usd_per_day or 0.0)
        if self.question.hours_per_day <= 0 and usd != 0:
            back = BreakEven(days=None, never="not_used")
        else:
            is_unknown = usd is None or saved is None
            back = _UNKNOWN if is_unknown else break_even(price_usd=usd or 0.0, saved_usd_per_day=saved or 0.0)
        return replace(
            one,
            saved_usd_per_day=saved,
            break_even=back,
            worth_below_usd=None if saved is None else worth_below_usd(saved_usd_per_day=saved, life_days=LIFE_DAYS),
        )

    def elsewhere(self, bought: Reached | None) -> tuple[Compared, ...]:
        """Rent and API for the work of what would be bought, else of the rig as it is, else of what is rented.

        Where nothing here does any work, they are counted for as much as the cheapest hour does.
        """
        done = next((one for one in (bought, self.now) if one is not None and one.runs), None)
        if done is None:
            hours = (self._rent(one, work_of(self.question, one.reached)) for one in self.rented)
            first = min(hours, key=_rent_order, default=None)
            done = first.reached if first is not None else None
        work = work_of(self.question, done or self.now)
        found = [self._rent(one, work) for one in self.rented]
        paid = sorted((one for one in found if one.usd_per_day is not None), key=_rent_order)
        named = [one for one in found if self.question.asks_about(one.id) and one not in paid[:RENTED_SHOWN]]
        return (*paid[:RENTED_SHOWN], *named, *self._api(work))

    def _api(self, work: Work) -> tuple[Compared, ...]:
        """The API of the model; without a price where nobody has told one."""
        model_id, api = self.question.api_model_id, self.api
        if model_id is None:
            return ()
        daily = self._api_usd(work)
        cost = per_million(daily, work, price_usd=0.0)
        name = api.provider if api else ""
        if api is not None and self.sold_id is not None:
            model_id, name = self.sold_id, f"{name} ({self.question.catalog.models[self.sold_id].name})"
        return (Compared(api_id(model_id), "api", name, NOT_HERE, api=api, usd_per_day=daily, usd_per_million=cost),)

    def _api_usd(self, work: Work) -> float | None:
        """The tokens of a day at a provider's prices."""
        if self.api is None:
            return None
        return self.api.usd(work.prompt_tokens, work.units, kept_share=self.question.kept_share)

    def _rent(self, one: Compared, work: Work) -> Compared:
        """What is rented, with what the work of a day costs there."""
        daily = self._rent_usd(one, work)
        if daily is None:
            return one
        return replace(one, usd_per_day=daily, usd_per_million=per_million(daily, work, price_usd=0.0))

    def _rent_usd(self, one: Compared, work: Work) -> float | None:
        """The hours of a day that have to be rented: those in which a person uses it, or those that the work takes.

        Before them it starts and fetches the model. None without a speed or a price.
        """
        rate, own = one.reached.rate, self.question.hours_per_day
        if rate is None or one.price is None:
            return None
        is_told = self.question.units_per_day is not None
        hours = 0.0 if self.question.is_interactive else work.units / rate.middle / SECONDS_PER_HOUR
        hours = max(hours, own) if self.question.is_attended and not (is_told and hours) else hours
        start_s = START_S + (one.reached.need_bytes or 0) / FETCHED_BYTES_PER_S if hours else 0.0
        hours += start_s / SECONDS_PER_HOUR
        return rent_usd_per_day(usd_per_hour=one.price.usd.middle, hours_per_day=hours)

    @cached_property
    def _cheapest(self) -> Callable[[Work], float | None]:
        """The cheapest way for some work: kept, as most of what is bought does the same."""
        return cache(self._cheapest_for)

    def _cheapest_for(self, work: Work) -> float | None:
        """What the same work costs a day without buying anything; None where nothing that does it has a price.

        Where this computer does it well enough at an unknown cost, what anything would save is unknown, too.
        """
        bill = self.question.bill_usd_per_day
        if bill is not None and not (self.now.light.is_useful and self._keeps_up(work)):
            return bill
        if bill is not None:  # who has what does the work saves the bill without buying anything
            own = running_usd(self.question, self.now, work, "nothing", self.electricity)
            return min(bill, own.middle) if own is not None else 0.0
        costs: list[float | None] = []
        if not self.question.stays_here:
            asked = [(one.is_short, self._rent_usd(one, work)) for one in self.rented]
            paid = [(is_short, usd) for is_short, usd in asked if usd is not None]
            costs += [min(paid)[1]] if paid else []
            costs.append(self._api_usd(work))
        if self.sold_id is None and self._keeps_up(work):
            running = running_usd(self.question, self.now, work, "nothing", self.electricity)
            if running is None and self.now.is_enough:
                return None
            costs.append(running.middle if running is not None else None)
        return min((one for one in costs if one is not None), default=None)

    def _keeps_up(self, work: Work) -> bool:
        """Whether the rig as it is does the same work in time: fast enough for a person, or within a day."""
        if self.now.rate is None or self.question.is_interactive:
            return self.now.rate is not None and self.now.is_enough is True
        return work.units / self.now.rate.middle <= HOURS_PER_DAY * SECONDS_PER_HOUR


def _with_parts(price: Price, one: Compared) -> Price:
    """What has to be spent: with the parts that it works with alone and that nobody sells with it."""
    is_told = price.as_of is None  # by whoever knows what it comes with
    return price.changed(usd=price.usd.plus(_BLOWER_USD)) if one.is_makeshift and not is_told else price


def _rent_order(one: Compared) -> tuple[bool, float]:
    """What is fast enough first, then what costs least."""
    return (one.is_short, one.usd_per_day or 0.0)
