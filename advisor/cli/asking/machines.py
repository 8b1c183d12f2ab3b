"""Complete computers of the catalog that can be bought for a kind of work, within what may be spent."""

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from typing import NamedTuple

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.built_pcs import BuiltPc, built_pcs
from advisor.answer.which_device.room import little_bytes
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import parted, rig_of
from advisor.cli.asking.best_of_all import best_of_all, gib_of
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.side_by_side import Compared, answered_row, compared
from advisor.cli.asking.steps import Machines
from advisor.cli.asking.versus.for_many import for_many_users, most_for
from advisor.cli.asking.versus.row import LIGHTS, Row, use_of
from advisor.cli.asking.wish import AUTO
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.answers.worth import Price
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.words import joined

_FORMS = ("mini", "desktop", "workstation")
_MANY = "serve-a-team"
_SHOWN = 6
_LEAST_MANY = 4
"""For many at once the model is one that one card or two run: so many more, or shared memory, are no measure."""


def machines_for(asked: Machines, prices: Prices) -> Compared:
    """Those that do it, the cheapest first; where none does, the fastest of them.

    Raises:
        UsageError: none has a price within the budget.
    """
    offers = offers_of(asked, prices)
    if not offers:
        return _unpriced(asked, prices)
    for_many = [one for one in offers if one.built is not None and one.built.cards < _LEAST_MANY]
    some = for_many if asked.workload == _MANY and for_many else offers
    dearest = max(some, key=lambda one: one.price.usd.middle)
    model, quant, note = _model(asked, dearest.way, "dearest", prices.catalog)
    rows = [
        answered_row(one.way, model, asked, quant, prices)._replace(
            price=one.price, ease=one.built.ease if one.built else 1.0
        )
        for one in offers
    ]
    useful = [one for one in rows if one.is_useful] or [one for one in rows if one.is_fast_enough]
    useful = [one for one in useful if _is_sound(one, prices.catalog)] or useful
    fast = [one for one in useful if one.rate >= asked.wanted_per_s]
    useful = fast or useful
    shown = useful or sorted(rows, key=lambda one: (LIGHTS.index(one.answer.usability), -one.rate))
    best = most_for(useful, asked.budget_usd, prices) if asked.workload == _MANY else None
    kept = _best(shown)
    kept += [best] if best is not None and best not in kept else []
    shown = sorted(kept, key=lambda one: one.price.usd.middle if one.price else 0.0)
    told = [one for one in shown if one in useful]  # what the table does not show is not named
    ending = for_many_users(best, useful, prices) if best is not None else _conclusion(told, asked, prices)
    if asked.makers.is_beside and useful:
        ending = " ".join(_of_both(useful, prices)) or ending
    ending = ending if fast or not useful else f"None reaches {asked.wanted_per_s:g} tokens/s. {ending}"
    names = {one.name for one in shown}
    notes = (note, *parts_of([one.built for one in offers if one.built and one.way.name in names], prices))
    others = _without_price(asked, model, quant, prices) if asked.forms else []
    ending += _of_no_price(others, prices)
    return compared([*shown, *others], asked.budget_usd, prices, notes=tuple(filter(None, notes)), said=ending)


def parts_of(built: Sequence[BuiltPc], prices: Prices) -> Iterator[str]:
    """What is in the computers that somebody builds, and what that costs without the card."""
    for base in dict.fromkeys(one.base for one in built):
        cpu, price = prices.catalog.cpus[base.cpu or ""].name, next(one.base_price for one in built if one.base == base)
        rest = f"{base.memory_gib:g} GB of {base.memory_type} and a power supply of {base.power_w:g} W"
        cost = span_words(price, currency_of(prices.money))
        what, its = ("server", "its GPUs") if (base.slots or 0) > 1 else ("PC", "its GPU")
        yield f"The {what} is to be built: {cpu}, {rest}, {cost} without {its}."
    for one in built:
        if one.supply_w is not None:
            yield f"{one.name}: its price is with a power supply of {one.supply_w:,.0f} W."
        if one.held_w is not None:
            yield (
                f"{one.name}: one power supply of {one.base.power_w:,.0f} W carries them only held to "
                f"{one.held_w:.0f} W each (nvidia-smi -pl {one.held_w:.0f}), which costs some speed; a circuit of "
                "120 V gives no more than 1,440 W without a break."
            )


def _model(asked: Machines, way: Way, which: str, catalog: Catalog) -> tuple[str, str, str]:
    """The model that all are compared with, its file, and which that is where nobody named one."""
    if asked.model is not None:
        return asked.model.name, (asked.model.quants or (AUTO,))[0], ""
    rig = rig_of(way.options, catalog)
    work = asked.workload or DEFAULT_WORKLOAD
    model, _ = best_of_all([rig], work, asked.settings, catalog, family=asked.family)
    return model, AUTO, f"Compared with {model}, the best that the {which} of them runs well."


def _unpriced(asked: Machines, prices: Prices) -> Compared:
    """Those that do it where no price of such a computer is known, the least of them first.

    Raises:
        UsageError: some have a price, and none within the budget.
    """
    catalog = prices.catalog
    meant = [one for one, card in catalog.computers.items() if _is_meant(one, asked, catalog) and card.memory_gib]
    if not meant or any(prices.bought(one) for one in meant):
        raise UsageError("no complete computer of the list has a price within this budget; parts: rig-advisor worth")
    by_memory = sorted(meant, key=lambda one: gib_of(rig_of(_way(one, catalog).options, catalog), catalog))
    model, quant, note = _model(asked, _way(by_memory[len(by_memory) // 2], catalog), "middle one", catalog)
    rows = [answered_row(_way(one, catalog), model, asked, quant, prices) for one in by_memory]
    useful = [one for one in rows if one.is_useful]
    least = f"{useful[0].name} is the least that does this well." if useful else "None of them does this well."
    told = (
        f"No price is known for any of these computers{', so the budget is not checked' if asked.budget_usd else ''}."
    )
    found = compared((useful or rows)[:_SHOWN], None, prices, notes=tuple(filter(None, (note, told))), said=least)
    return found._replace(is_unpriced=True)


def _without_price(asked: Machines, model: str, quant: str, prices: Prices) -> list[Row]:
    """The fastest of the usual ones that do it and have no price of today, nor cost more than the budget at launch."""
    catalog, rows = prices.catalog, list[Row]()
    for computer_id, card in catalog.computers.items():
        is_meant = card.usual and card.gpu and card.memory_gib and _is_meant(computer_id, asked, catalog)
        if not is_meant or prices.bought(computer_id) is not None:
            continue
        launch = _at_launch(computer_id, prices)
        if asked.budget_usd is not None and launch is not None and launch.usd.low > asked.budget_usd:
            continue
        row = answered_row(_way(computer_id, catalog), model, asked, quant, prices)
        rows += [row] if row.is_useful else []
    return sorted(rows, key=use_of, reverse=True)[: _SHOWN // 2]


def _at_launch(computer_id: str, prices: Prices) -> Price | None:
    return next(iter(prices.offers(computer_id)), None)


def _of_no_price(rows: Sequence[Row], prices: Prices) -> str:
    """That these have no price of today, with what they began at; empty for none."""
    currency, told = currency_of(prices.money), list[str]()
    for one in rows:
        launch = _at_launch(prices.catalog.computers.find(one.name) or "", prices)
        told.append(f"{one.name}{f' ({span_words(launch, currency)} at launch)' if launch else ''}")
    return f" No price of today is known for {joined(told, ', ')}." if told else ""


def _of_both(useful: list[Row], prices: Prices) -> Iterator[str]:
    """Of Macs and of other computers the cheapest that does it."""
    currency = currency_of(prices.money)
    for name, wanted in (("Mac", True), ("PC", False)):
        some = [one for one in useful if one.name.startswith("Mac") == wanted and one.price]
        cheap = min(some, key=lambda one: one.price.usd.middle if one.price else 0.0, default=None)
        fast = max(some, key=use_of, default=None)
        if cheap is None or cheap.price is None or fast is None:
            yield f"{name}: none within the budget does this well."
            continue
        faster = f", the fastest {fast.name}" if fast is not cheap else ""
        yield f"{name}: {cheap.name} (about {currency.text(cheap.price.usd.middle)}) is the cheapest{faster}."


def _is_meant(computer_id: str, asked: Machines, catalog: Catalog) -> bool:
    """Whether a computer is of the form and of the maker that is wanted."""
    card, makers = catalog.computers[computer_id], asked.makers
    gpu = catalog.gpus.get(card.gpu or "")
    if card.form not in (asked.forms or _FORMS) or (makers.wanted and (gpu is None or gpu.vendor not in makers.wanted)):
        return False
    if (card.memory_gib or 0) < asked.least_gib:
        return False
    is_mac = gpu is not None and gpu.vendor == "apple"
    return not makers.macs or (card.name.startswith(makers.macs) if is_mac else makers.is_beside)


def _best(rows: list[Row]) -> list[Row]:
    """The cheapest of them, and of those that are faster than all cheaper ones, the file counted, the fastest."""
    kept, fastest = list[Row](), 0.0
    for one in sorted(rows, key=lambda one: one.price.usd.middle if one.price else 0.0):
        if use_of(one) > fastest * 1.02 or len(kept) < _SHOWN // 2:
            kept.append(one)
            fastest = max(fastest, use_of(one))
    return kept[:3] + kept[3:][-(_SHOWN - 3) :]


def _is_sound(one: Row, catalog: Catalog) -> bool:
    """Whether it takes a good file, and leaves the system and other programs some of the main memory."""
    if loss_steps(one.answer.settings.quant or ""):
        return False
    installed = rig_of(_rig_words(one.words), catalog).profile.machine.memory.installed_bytes.value
    need = sum(bytes_ for pool, bytes_ in one.answer.need_bytes.items() if pool != "vram")
    return installed is None or need <= installed - little_bytes(installed)


def _rig_words(words: Sequence[str]) -> list[str]:
    """The options of a row that name its computer."""
    rig, _ = parted(words[2:])
    return rig


def _conclusion(useful: list[Row], asked: Machines, prices: Prices) -> str:
    if not useful:
        within = "" if asked.budget_usd is None else " within the budget"
        return f"No complete computer of the list{within} does this well."
    currency = currency_of(prices.money)
    cheap = min(useful, key=lambda one: one.price.usd.middle if one.price else 0.0)
    fast = max(useful, key=use_of)
    cost = f" (about {currency.text(cheap.price.usd.middle)})" if cheap.price else ""
    best = max(useful, key=lambda one: use_of(one) / sqrt(one.price.usd.middle if one.price else inf))
    faster = f" Best for the money: {best.name}." if best not in (cheap, fast) else ""
    faster += f" The fastest: {fast.name}." if fast.rate > cheap.rate * 1.05 else ""
    quant = cheap.answer.settings.quant or ""
    if not cheap.is_useful:
        return f"None does this well; {cheap.name}{cost} is the cheapest that is {cheap.light}.{faster}"
    worse = f" As {quant} it answers noticeably worse than in its usual file." if loss_steps(quant) else ""
    return f"{cheap.name}{cost} is the cheapest that does this well.{faster}{worse}"


class Offer(NamedTuple):
    """A computer with its price; `built` where it is put together of parts."""

    price: Price
    way: Way
    built: BuiltPc | None = None


def offers_of(asked: Machines, prices: Prices) -> list[Offer]:
    """Computers within the budget, of those that are alike inside the cheapest; and those that are built anew."""
    catalog = prices.catalog
    found = dict[tuple[object, ...], Offer]()
    for computer_id, card in catalog.computers.items():
        is_meant = card.gpu and card.memory_gib and _is_meant(computer_id, asked, catalog)
        price = prices.bought(computer_id) if is_meant else None
        if price is None or (asked.budget_usd is not None and price.usd.low > asked.budget_usd):
            continue
        alike = card.gpu, card.memory_gib
        if alike not in found or price.usd.middle < found[alike].price.usd.middle:
            found[alike] = Offer(price, _way(computer_id, catalog))
    is_tower = "desktop" in (asked.forms or _FORMS) and (not asked.makers.macs or asked.makers.is_beside)
    makers = [] if asked.makers.is_beside else asked.makers.wanted
    for_many = asked.workload == _MANY
    towers = built_pcs(prices, budget_usd=asked.budget_usd, makers=makers, for_many=for_many) if is_tower else []
    return [*found.values(), *(Offer(one.price, built_way(one, catalog), one) for one in towers)]


def built_way(one: BuiltPc, catalog: Catalog) -> Way:
    """The parts that decide."""
    base = one.base
    sticks = f"{base.memory_modules}x{(base.memory_gib or 0) / (base.memory_modules or 1):g}"
    cpu, memory = catalog.cpus[base.cpu or ""].name, f"{sticks} {base.memory_type}-{base.memory_mt_per_s}"
    kind = "Server" if (base.slots or 0) > 1 else "PC"
    return Way(("--gpu", one.name, "--cpu", cpu, "--ram", memory), f"{kind} with {one.name}", "")


def _way(computer_id: str, catalog: Catalog) -> Way:
    name = catalog.computers[computer_id].name
    return Way(("--machine", name), name, computer_id)
