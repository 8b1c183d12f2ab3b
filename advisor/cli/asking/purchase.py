"""Decides how a plain question about money is answered: a purchase, a complete computer, or offers side by side."""

import re
from collections.abc import Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.buying.added import slots_told
from advisor.cli.asking.buying.asked_prices import (
    asked_words,
    beside_list,
    built_places,
    is_built,
    is_sold_built,
    kit_size,
    of_size,
    told_of_wholes,
    without_own,
)
from advisor.cli.asking.buying.new_prices import asked_new
from advisor.cli.asking.buying.rented import rented_steps
from advisor.cli.asking.buying.set_offer import SET_RAM_GB, set_offer
from advisor.cli.asking.buying.told_money import ToldMoney
from advisor.cli.asking.buying.whole_offer import whole_offer
from advisor.cli.asking.sentence.apart.owners import WISHED_LARGER
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.hardware import Computer
from advisor.cli.asking.sentence.kinds.whose import names_a_rig
from advisor.cli.asking.sentence.least_vram import asks_for_card
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.money import Spent
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.sentence.told_prices import ToldPrice, told_prices
from advisor.cli.asking.sentence.trade import asks_ram_or_card
from advisor.cli.asking.steps import Held, Line, Machines, Step, Told, Vram
from advisor.cli.asking.swap import for_larger, largest_for, model_for_more, swap_first, swap_notes, swapped
from advisor.cli.asking.told_rig import ToldRig
from advisor.cli.asking.told_work import MOST, ToldWork, held
from advisor.cli.asking.versus.built_way import cards_alone, pc_around
from advisor.cli.asking.versus.costs import with_told_prices
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.cli.frame.rig_options import USUAL_RAM_GB
from advisor.present.words.money import currency_of, price_words

_FIRST = ("--limit", "10")
_TEAM = "serve-a-team"
USUAL_PC = ("--gpu", "none", "--ram", f"{USUAL_RAM_GB}")
_SMALL_BOX = re.compile(r"\b(?:mini[ -]?pcs?|unified[ -]memory)\b", re.IGNORECASE)
_ABOUT = 1.15
"""So many times what is told as about so much may be spent (a judgment)."""
_QUIET = ("quiet", "silent", "noiseless")


class Purchase:
    """Finds the steps; `notes` are whole sentences about what was taken how."""

    def __init__(self, told: Said, rig: ToldRig, work: ToldWork, prices: Prices, *, family: str = "") -> None:
        self.told, self.rig, self.work, self.prices, self.family = told, rig, work, prices, family
        self.money = prices.money
        self.amounts = ToldMoney(told, prices.money)
        self.notes = list[str]()
        self.quiet = tuple(one for one in told.unknown if one.lower() in _QUIET)

    @property
    def is_meant(self) -> bool:
        """Whether it is about money."""
        is_wanted = self.told.is_wanted and not self.rig.is_told
        is_meant = self.told.is_bought or self.told.trade.vram_gib is not None or self._is_for_team
        return is_meant or (is_wanted and self._is_complete)

    @property
    def _is_for_team(self) -> bool:
        """Whether it is asked what several people need, without a model and a computer."""
        told = self.told
        is_asked = told.asks.needs and told.volume.users is not None and not told.models
        return is_asked and not (self.rig.is_told or told.is_of_mine)

    @property
    def is_quiet(self) -> bool:
        """Whether only computers that make little noise are meant."""
        return bool(self.quiet) and self._is_complete

    @property
    def _is_complete(self) -> bool:
        """Whether a complete computer is to be bought."""
        told = self.told
        if told.makers.is_to_buy and told.spent is not None and all(one.chip for one in told.hardware.computers):
            return True
        is_complete = told.is_complete or (self._is_for_team and not told.is_bought)
        return is_complete and not self.rig.has_own and not told.hardware.offered and not told.is_outside

    def steps(self) -> list[Step]:
        """What is run."""
        found, spent = self._steps(), self.told.spent
        if spent is not None and self._most(spent) > spent.amount:
            most = self._most(spent)
            self.notes.append(f"About {spent.amount:,.0f} {spent.currency}: up to {most:,.0f} is counted.")
        are_worth = all(isinstance(one, Line) and one.words[0] == "worth" for one in found)
        self.notes += self.amounts.notes(is_shown=are_worth)
        return found

    def _steps(self) -> list[Step]:
        told, offered = self.told, self.told.hardware.offered
        whole = [one for one in offered if one.chip is not None]
        if told.trade.vram_gib is not None and not self.rig.has_own:
            return [Vram(told.trade.vram_gib, self._budget_usd(), told.makers, is_one=told.trade.is_one_card)]
        if self._is_complete:
            return self._machines()
        if whole and told.bill is not None and not self.rig.has_own:
            return self._worth()
        if rented := rented_steps(told, self.rig, self.work, self.prices):
            return rented
        if swapped := self._swapped():
            return swapped
        if len(offered) > 1 and not told.is_outside:
            return self._held()
        if whole and not self.rig.has_own and not told.is_outside:
            return self._held() if len(self.rig.ways(whole[0])) > 1 else self._offered()
        is_pc = len(offered) == 1 and told.spent is not None and is_sold_built(offered[0], told.wording.text)
        is_pc = is_pc and not (told.hardware.owned or self.rig.given.rig or told.is_outside)
        if is_pc and self._built_around(offered[0]) is not None:
            return self._offered()
        is_held = self.rig.has_own or told.is_outside or told.bill is not None
        if len(offered) == 1 and self._is_set(offered[0]) and not is_held:
            return self._offered()
        is_of_sizes = told.models and self.rig.rams() and not asks_ram_or_card(told.wording.text)
        larger = held(told, self.rig, self.work) if is_of_sizes else []
        return [*larger, *self._worth(), *(self._held() if whole and told.hardware.owned else [])]

    def _held(self) -> list[Step]:
        """All computers that are named, with what may be spent."""
        told, computers = self.told, self.told.hardware.computers
        ways = [of_size(one, self.rig.ways(one), self.amounts.usd, self.prices) for one in computers]
        wholes = [(one, some[0]) for one, some in zip(computers, ways, strict=True) if len(some) == 1]
        built = () if self.rig.has_own else built_places(computers, told.wording.text)
        if self.rig.has_own and not told.trade.is_sold:
            ways = [*without_own(computers, ways)]
        self.notes += beside_list(wholes, self.amounts.usd, self.prices)
        if not (self.rig.has_own or told.is_of_mine):
            self.notes += cards_alone([some[0] for some in ways], built, self.prices)
        self.work.leave_load()
        steps: list[Step] = []
        for one in self.work.works_with(self.family)[:MOST]:
            models = tuple(model for model in told.models if self.work.is_for(model.name, one))
            settings = self.work.settings(one or self.work.home(models))
            quant = next(iter(told.quants), "")
            families = (self.family,) if self.family and not models else ()
            held_all = Held(models, one, tuple(ways), settings, self._budget_usd(), quant, families=families)
            prices = tuple(
                (at.card.card_id, self.amounts.usd(at.spent._replace(amount=at.amount))) for at in self._prices()
            )
            prices = (*prices, *told_of_wholes(wholes, self.amounts.usd))
            own, is_offered = self.rig.own_beside(), not self.rig.has_own
            held_all = for_larger(held_all, own, told, self.prices.catalog)
            held_all = held_all._replace(told_prices=prices, is_offered=is_offered, built=built, own=own)
            steps.append(with_told_prices(held_all, told, self.notes))
        return steps

    def _swapped(self) -> list[Step]:
        """What is there beside what takes its place, with what that costs less what is sold; empty for no such swap."""
        owned, offered = self.told.hardware.owned, self.told.hardware.offered
        if not self.told.trade.is_sold or len(owned) != 1 or len(offered) != 1 or not owned[0].gpus:
            return []
        bought, sold = self.rig.ways(offered[0])[0], self.rig.ways(owned[0])[0]
        self.notes += swap_notes(bought, sold, self.prices)
        first = swap_first(bought, sold, self.prices.catalog)
        told, held = swapped(bought, sold, self.prices), [one for one in self._held() if isinstance(one, Held)]
        if told.more and len(held) == 1 and not held[0].models:
            model = model_for_more(bought, held[0].workload or DEFAULT_WORKLOAD, self.prices.catalog)
            held = [held[0]._replace(models=(model,))] if model is not None else held
            told = told._replace(is_for_larger=model is not None)
        held = [one._replace(swapped=told) for one in held]
        return [*([Told(first, is_aside=True)] if first else []), *held]

    def _is_set(self, one: Computer) -> bool:
        """Whether several of a card would be bought."""
        return len(one.gpus) == 1 and one.gpus[0].number > 1

    def _offered(self) -> list[Step]:
        """The one computer, or set of cards, that would be bought: its price, what it does, what else that buys."""
        one = self.told.hardware.offered[0]
        way = self.rig.ways(one)[0]
        self.work.leave_load()
        whole = way if one.chip is not None else self._built_around(one)
        if whole is not None and self.told.spent is not None:
            return self._at_a_price(whole, self.amounts.usd(self.told.spent))
        if way.number > 1 and one.chip is None:
            return self._set(way)
        price = self.prices.bought(way.priced)
        each = " each" if way.number > 1 else ""
        words = (
            f"{price_words(price, currency_of(self.money))}{each}" if price is not None else "its price is not known"
        )
        first: list[Step] = [Told(f"{way.name}: {words}.")]
        work = self.work.works()[0]
        if self.told.models:
            return [*first, *(self.work.line(one, way.options) for one in self.told.models[:MOST])]
        ranked = Line(("rank", "--workload", work or DEFAULT_WORKLOAD, *_FIRST, *way.options))
        budget = price.usd.high * way.number if price is not None else None
        others = [Machines(None, work, budget, makers=self.told.makers)] if budget is not None else []
        return [*first, ranked, *others]

    def _set(self, way: Way) -> list[Step]:
        """So many of a card: whether to buy them, and what they do."""
        told, work = self.told, self.work.works()[0]
        if work == _TEAM and told.volume.users is None:  # a program for many was named, no users
            work = ""
        models = told.models[:MOST]
        named = work or self.work.home(models)
        if "--ram" not in way.options:
            way = way._replace(options=(*way.options, "--ram", f"{SET_RAM_GB}"))
        each = next((one for one in self._prices()), None)
        asked_usd = None if each is None else self.amounts.usd(each.spent._replace(amount=each.amount)) * way.number
        judged = set_offer(way, asked_usd, named, [one.name for one in models], self.prices)
        lines = [self.work.line(one, way.options) for one in models]
        ranked = [Line(("rank", "--workload", named, *_FIRST, *way.options))]
        return [Told("\n".join(judged), is_aside=True), *(lines or ranked)]

    def _built_around(self, one: Computer) -> Way | None:
        """The computer with a card that is offered as a whole, a laptop as it is; None where the card alone is."""
        way = self.rig.ways(one)[0]
        card = self.prices.catalog.gpus.get(way.priced)
        if card is not None and card.form == "laptop":
            return way._replace(name=f"a laptop with {way.name.removesuffix(' Laptop')}")
        return pc_around(way, self.prices) if is_built(one, self.told.wording.text) else None

    def _at_a_price(self, way: Way, asked_usd: float) -> list[Step]:
        """A complete computer at the price that is asked: whether to take it, what it does, what else that buys."""
        models, work = self.told.models[:MOST], self.work.works()[0]
        named = work or self.work.home(models)
        judged = whole_offer(way, asked_usd, named, models[0].name if models else "", self.prices)
        lines = [self.work.line(one, way.options) for one in models]
        ranked = [Line(("rank", "--workload", named, *_FIRST, *way.options))]
        others = Machines(models[0] if models else NamedModel(judged.model, 0), named, asked_usd)
        return [Told(judged.text, is_aside=True), *(lines or ranked), others]

    def _machines(self) -> list[Step]:
        """Complete computers of the list."""
        if self.quiet:
            self.notes.append("Quiet: small computers with one chip, without a graphics card of their own.")
        is_laptop = self.told.is_of_laptops or self.told.makers.macs == "MacBook"
        is_small = bool(self.quiet) or _SMALL_BOX.search(self.told.wording.text) is not None
        forms = ("laptop",) if is_laptop else ("mini",) if is_small else ()
        self.work.leave_load()
        return [
            Machines(
                model,
                work,
                self._budget_usd(),
                forms,
                self.work.settings(work or DEFAULT_WORKLOAD),
                self.told.makers,
                self.family,
                self.told.wording.least.ram_gib,
            )
            for work in self.work.works()[:MOST]
            for model in self._for_machines() or (None,)
        ]

    def _for_machines(self) -> Sequence[NamedModel]:
        """The models for which computers are listed; of those that a kind stands for the first."""
        models = self.told.models
        return models[:1] if models and models[0].sized else models[:MOST]

    def _worth(self) -> list[Step]:
        """A purchase beside what somebody has; for two kinds of work each, for models of one by the heaviest."""
        told, options = self.told, self._options()
        rig, before = self._computer()
        best_on = self._best_on()
        options = (*options, *slots_told(told, is_usual_pc=rig == USUAL_PC))
        steps: list[Step] = []
        for work, models in self.work.groups():
            of_work = ("--workload", work) if work else ()
            model = models[0] if models else None
            named = (model.name,) if model else (self.family,) if self.family else ("",) if best_on else ()
            files = (model.quants if model else ()) or told.quants
            quant = ("--quant", files[0]) if files else ()
            line = ("worth", *named, *of_work, *quant, *rig, *options)
            also = tuple(one.name for one in models[1 : 1 + MOST])
            steps.append(Line(line, wants_best=named == ("",), best_on=best_on, before=before, also=also))
        return steps

    def _computer(self) -> tuple[tuple[str, ...], str]:
        """What a purchase is for, and what is said of that first.

        A usual PC where nobody says, and nothing can be put into the one this runs on.
        """
        told, words = self.told, self.rig.words()
        if words or told.is_of_mine:
            return words, ""
        if told.bill is not None and not told.hardware.offered and names_a_rig(told.wording.text):
            return USUAL_PC, f"Answered for a usual PC with a card to buy ({' '.join(USUAL_PC)})."
        if self._wholes():
            return USUAL_PC, f"Beside a usual PC ({' '.join(USUAL_PC)})."
        if self.rig.given.takes_no_card():
            usual = " ".join(USUAL_PC)
            return USUAL_PC, f"This computer takes no GPU; answered for a usual PC ({usual}): name yours."
        return words, "Answered for this computer: name another one, or say that you have none."

    def _best_on(self) -> tuple[str, ...]:
        """The computer with what would be bought, or rented: it has to do well what is done elsewhere."""
        told, cards, wholes = self.told, self._cards(), self._wholes()
        if not (told.models or self.family or cards or wholes) and WISHED_LARGER.search(told.wording.text):
            return largest_for(self._budget_usd(), self.prices) if self.rig.has_own and not told.works else ()
        if told.models or self.family or not (cards or wholes):
            return ()
        is_large = told.trade.is_rented and not self.rig.has_own and not told.works
        if told.bill is None and not is_large:
            return ()
        return wholes[0].options if wholes else ("--gpu", cards[0].value, *USUAL_PC[-2:])

    def _named(self) -> list[str]:
        """What is listed in any case, new where it is to be bought new; of rented cards as many as are rented."""
        is_counted = self.told.trade.is_rented or (self.told.is_outside and self.told.bill is None)
        new = () if is_counted else asked_new(self.told)
        cards = [one.value if is_counted else one.name for one in self._cards()]
        cards = [f"new {name}" if one.card_id in new else name for name, one in zip(cards, self._cards(), strict=True)]
        return [*cards, *(one.name for one in self._wholes())]

    def _wholes(self) -> list[Way]:
        """Complete computers held against a bill, of several sizes that are sold the least and the largest."""
        if self.told.bill is None and not self.told.is_outside:
            return []
        ways = [one.chip.ways for one in self.told.hardware.offered if one.chip is not None]
        sold = [[way for way in some if self.prices.bought(way.priced)] or some[:1] for some in ways]
        return [way for some in sold for way in dict.fromkeys((some[0], some[-1])) if way.priced]

    def _cards(self) -> list[NamedPart]:
        return [gpu for one in self.told.hardware.offered for gpu in one.gpus]

    def _options(self) -> tuple[str, ...]:
        """What was told of money and of the load, as options of `worth`; what it has no option for is told."""
        told, volume = self.told, self.told.volume
        found = {
            "--budget": self._budget(),
            "--currency": self.amounts.currency(),
            "--hours-per-day": None if volume.hours_per_day is None else f"{volume.hours_per_day:.2g}",
            "--tokens-per-day": f"{volume.tokens_per_day:.0f}" if volume.tokens_per_day else None,
            "--users": f"{volume.users}" if volume.users else None,
            "--psu-w": f"{volume.psu_w}" if volume.psu_w else None,
            "--electricity": None if told.electricity is None else f"{self.amounts.told(told.electricity):g}",
            "--part": "memory" if self._is_of_ram else "card" if self._is_of_card else None,
            "--stays-here": "yes" if told.is_private else None,
            "--bill": None if told.bill is None else f"{self.amounts.told(told.bill):g}",
        }
        of_context = [f"{volume.context} of context"] if volume.context else []
        self.work.leave((*(f"{value} {name.replace('_', ' ')}" for name, value in volume.fields.items()), *of_context))
        self.work.leave_items()
        words = [word for name, value in found.items() if value is not None for word in (name, value)]
        words += [word for name in self._named() for word in ("--consider", name)]
        words += [word for size in self._ram_sizes() for word in ("--consider", f"{size:g}GB RAM")]
        words += [word for one in self._prices() for word in ("--price", f"{one.card.name}={one.amount:g}")]
        words += asked_words(
            told.hardware, lambda one: self.rig.ways(one)[0], self.amounts.told, is_outside=told.is_outside
        )
        words += [word for one in told.makers.wanted for word in ("--maker", one)]
        words += ["--least-vram", f"{told.wording.least.vram_gib:g}"] if told.wording.least.vram_gib else []
        return (*words, "--cloud") if told.is_outside and not told.is_private else tuple(words)

    @property
    def _is_of_ram(self) -> bool:
        """Whether main memory alone is to be bought."""
        hardware = self.told.hardware
        is_told = any(one.asked for one in hardware.offered_rams) and not asks_ram_or_card(self.told.wording.text)
        return (self.told.trade.is_of_ram or is_told) and not hardware.offered

    @property
    def _is_of_card(self) -> bool:
        """Whether a card alone is asked about: no memory answers which one to take."""
        told, text = self.told, self.told.wording.text
        is_alone = not (told.hardware.offered or told.hardware.offered_rams or self._wholes() or told.is_outside)
        return is_alone and asks_for_card(text) and not asks_ram_or_card(text)

    def _ram_sizes(self) -> list[float]:
        """How much memory there would be, where that alone is to be bought."""
        own = self.told.hardware.ram
        rams = (*self.told.hardware.offered_rams, *self.told.hardware.rams)
        least = own.gib if own is not None and own.gib else 0.0
        sizes = dict.fromkeys(kit_size(one, least) for one in rams if self._is_of_ram)
        return [size for size in sizes if size > least > 0]

    def _most(self, spent: Spent) -> float:
        """What may be spent at most: of an amount that was told as about so much somewhat more."""
        is_price = any(one.spent == spent for one in self._prices())
        return round(spent.amount * (_ABOUT if spent.is_about and not is_price else 1.0), 2)

    def _budget(self) -> str | None:
        spent = self.told.spent
        return None if spent is None else f"{self.amounts.told(spent._replace(amount=self._most(spent))):g}"

    def _budget_usd(self) -> float | None:
        """What may be spent in dollars; an amount in a currency whose rate nobody knows is taken as so many dollars."""
        spent = self.told.spent
        is_price = spent is not None and (spent.is_asked or any(one.spent == spent for one in self._prices()))
        return None if spent is None or is_price else self.amounts.usd(spent._replace(amount=self._most(spent)))

    def _prices(self) -> tuple[ToldPrice, ...]:
        """The cards that were told at a price."""
        return tuple(told_prices(self.told.wording.text, self._cards(), self.told.wording.amounts))
