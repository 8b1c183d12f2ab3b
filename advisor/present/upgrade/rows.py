"""The ways that are compared for their money, one row each, as finished texts."""

from collections.abc import Iterator

from advisor.answer.money.prices import set_count
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.days_work import IDLE_W, busy_hours, idle_hours, load_w
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.answers.worth import CARDS, CLOUD, PURCHASES, Price
from advisor.facts.asked.question import Edit
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import SECONDS_PER_HOUR
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.predict.worth.verdict import surely_reaches
from advisor.present.upgrade.money_form import api_text
from advisor.present.upgrade.option_names import (
    million_words,
    needs_words,
    option_name,
    possible_names,
    range_words,
    rate_heading,
    rate_words,
    run_words,
)
from advisor.present.upgrade.speed_cell import ARROW, is_partly_in_ram, speed_cell
from advisor.present.upgrade.text import electricity_rate, pay_words
from advisor.present.upgrade.worth import doubts
from advisor.present.words.cell import Cell
from advisor.present.words.light import light_word
from advisor.present.words.money import CONDITIONS, Currency, short_month, span_words
from advisor.present.words.origin import addresses
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, power, rough_time
from advisor.present.words.words import capital, joined, say, sentence, to_say, uncapital

NAME, LIGHT, SPEED, PRICE, NEEDS, NEWLY_USABLE = range(6)
"""Places of the columns."""

ASK_PRICE = to_say("add price")
_YOURS = to_say("yours")


@frozen
class WorthRow:
    """One way: a cell for each column, and all there is to say of it as `detail`.

    `price_text` is what stands in the field when its price is typed anew, None where it has none to type. `edits` make
    the same of this computer, `computer` is the id of another one: with neither it cannot stand beside this rig.
    """

    way_id: str
    usability: Usability
    cells: tuple[Cell, ...]
    detail: tuple[str, ...]
    price_text: str | None
    is_best: bool = False
    is_price_typed: bool = False
    is_elsewhere: bool = False
    edits: tuple[Edit, ...] = ()
    computer: str = ""

    @property
    def name(self) -> str:
        """What the way is called."""
        return self.cells[NAME].text

    @property
    def can_stand_beside(self) -> bool:
        """Whether it is a rig that can be put beside this one."""
        return bool(self.edits or self.computer)

    @property
    def asks_price(self) -> bool:
        """Whether its price is unknown and may be typed."""
        return self.price_text == ""


def worth_columns(answer: WorthAnswer) -> tuple[str, ...]:
    """The titles of the columns; that of the speed names its unit."""
    return (
        say("Option"),
        say("Verdict"),
        rate_heading(answer.question),
        say("Price"),
        say("Needs"),
        say("Newly runs well"),
    )


def heading(answer: WorthAnswer, *, is_all: bool = True) -> str:
    """What the table is, by the order in which it stands; `is_all`: nothing of it is left out."""
    if not _offers(answer):
        return say("This computer as it is")
    if not is_all:
        return say("Options, best value first") if answer.is_by_value else say("Options, cheapest first")
    return say("All options, best value first") if answer.is_by_value else say("All options, cheapest first")


def order_lines(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What that order means, and what stands out of it; where there is nothing to order, why."""
    if not _offers(answer):
        if answer.limits.hindrance == "virtual":
            return (say("It can't be upgraded: it is a virtual machine."),)
        return (_nothing_better(answer, currency),)
    order = say("No option is noticeably faster at this work, so the cheapest come first.")
    if answer.is_by_value:
        order = say("Value: how much faster it feels for its price.")
    elif answer.counted.now.is_enough:
        order = say("This computer is fast enough, so the cheapest come first.")
    if not answer.is_by_value and _is_by_middle(answer):
        order = joined((order, say("Price ranges count by their middle.")))
    quant = answer.usual_quant if answer.question.is_interactive else None
    file = say("Every row runs {quant} unless it names another file.", quant=quant) if quant else ""
    first = say("Our advice stands first.") if _is_best_moved(answer) else ""
    last = joined(_placed_last(answer), ", ")
    last = say("At the end: {kinds}.", kinds=last) if last else ""
    less = joined(_less_worth(answer), ", ") if answer.is_by_value else ""
    less = say("Counts less: {kinds}.", kinds=less) if less else ""
    return tuple(filter(None, (order, file, less, joined((first, last, _left_out(answer, currency))))))


def _is_best_moved(answer: WorthAnswer) -> bool:
    """Whether what is advised would stand elsewhere by the order alone."""
    best = answer.best
    if best is None or best.kind not in PURCHASES:
        return False
    if best.is_makeshift or best.price is None:
        return True
    others = (one.price for one in _priced(answer) if not one.is_makeshift and one.price is not None)
    cheapest_usd = min((one.usd.middle for one in others), default=best.price.usd.middle)
    return not answer.is_by_value and best.price.usd.middle > cheapest_usd


def _less_worth(answer: WorthAnswer) -> Iterator[str]:
    """What counts against the speed of a way, of what is listed: the rows tell which it is true of."""
    ways = [one for one in _priced(answer) if one.runs]
    if any(is_partly_in_ram(one.reached) for one in ways):
        yield say("models partly in RAM")
    if any(one.reached.is_reduced for one in ways):
        yield say("files of low quality")
    if any(one.reached.is_cramped for one in ways):
        yield say("hardly any memory left")
    if any(one.kind in CARDS and set_count(one.id) == 1 and not one.is_roomy for one in ways):
        yield say("little VRAM")
    if any({"second_slot_unknown", "third_slot"} & {*one.doubts} for one in ways):
        yield say("several GPUs")
    if any(one.kind in CARDS and one.maker in ("amd", "intel") for one in ways):
        yield say("AMD and Intel (fewer programs)")


def _priced(answer: WorthAnswer) -> list[Compared]:
    """What is bought and has a price."""
    return [one for one in _offers(answer) if one.kind in PURCHASES and one.price is not None]


def _is_by_middle(answer: WorthAnswer) -> bool:
    """Whether one end of the spans rises otherwise than their middles, by which they stand."""
    plain = [one for one in _priced(answer) if not one.is_makeshift and one.id != answer.decision.best_id]
    spans = sorted(one.price.usd for one in plain if one.price is not None)
    spans.sort(key=lambda span: span.middle)
    return any([end(one) for one in spans] != sorted(map(end, spans)) for end in (min, max))


def _placed_last(answer: WorthAnswer) -> Iterator[str]:
    """What stands below its place by price or value, of what is listed."""
    ways = [one for one in _offers(answer) if one.kind in PURCHASES and one.id != answer.decision.best_id]
    priced = [one for one in ways if one.price is not None]
    plain = [one for one in priced if not (one.is_dear or one.is_makeshift or one.kind == "setting")]
    prices = [one.price.usd.middle for one in plain if one.price is not None]
    if not answer.is_by_value and prices != sorted(prices):
        yield say("slower ones")
    if answer.is_by_value and len({surely_reaches(one.as_option, "middle") for one in plain}) > 1:
        yield say("those that may be too slow")
    if any(one.is_makeshift for one in ways):
        yield say("those that need an extra fan")
    if any(one.is_dear for one in priced):
        yield say("those over budget")
    if len(priced) < len(ways):
        yield say("those without a price")
    if any(one.kind in CLOUD for one in _offers(answer)):
        yield say("those paid by the month")


def _left_out(answer: WorthAnswer, currency: Currency) -> str:
    """That a budget hides what costs more, where nothing of it is listed: a span that begins within it stays."""
    budget = answer.question.money.budget_usd
    if budget is None or any(one.is_dear and one.price is not None for one in answer.others):
        return ""
    return say("What costs more than {budget} even at a good price is left out.", budget=currency.text(budget))


def _nothing_better(answer: WorthAnswer, currency: Currency) -> str:
    """That no purchase is listed, and for which model: another one may gain by what this one does not need."""
    model, budget = answer.question.model_text, answer.question.money.budget_usd
    if not answer.counted.now.is_enough:
        nothing = to_say("Nothing that can be bought for it does better.")
        nothing = nothing if budget is None else to_say("Nothing within {budget} does better.")
        return say(nothing, budget=currency.text(budget))
    if budget is None:
        return say("Nothing that can be bought for it makes {model} noticeably faster.", model=model)
    return say("Nothing within {budget} makes {model} noticeably faster.", model=model, budget=currency.text(budget))


def worth_rows(answer: WorthAnswer, currency: Currency) -> tuple[WorthRow, ...]:
    """First this rig as it is, then every other way, the best first."""
    return tuple(_row(one, answer, currency) for one in (answer.now, *_offers(answer)))


def _offers(answer: WorthAnswer) -> tuple[Compared, ...]:
    """Every way but this computer as it is; what is paid by the month stands last, the cheapest of it first."""
    ways = [one for one in answer.others if one.kind != "nothing"]
    monthly = [one for one in ways if one.kind in CLOUD and one.id != answer.decision.best_id]
    monthly.sort(key=lambda one: (one.usd_per_day is None, one.usd_per_day))
    last = {one.id for one in monthly}
    return (*(one for one in ways if one.id not in last), *monthly)


def _row(one: Compared, answer: WorthAnswer, currency: Currency) -> WorthRow:
    name, names = _row_name(one, answer), possible_names(one, answer.question)
    others = [each for each in names if each != answer.question.model_text] or names
    newly = "".join(others[:1])
    if len(others) > 1:
        newly = say("{name} and more", name=newly)
    light = one.reached.light
    cells = (
        Cell(name, name.lower()),
        Cell(light_words(one, answer), -float(light.place)),
        speed_cell(one, answer),
        _price_cell(one, answer, currency),
        Cell(needs_words(one), one.needs.supply_w if one.needs else None),
        Cell(newly, float(len(names))),
    )
    return WorthRow(
        way_id=one.id,
        usability=light.usability,
        cells=cells,
        detail=_detail(one, answer, currency, names),
        price_text=_price_text(one, currency),
        is_best=one.id == answer.decision.best_id,
        is_price_typed=_is_typed(one),
        is_elsewhere=one.kind in CLOUD,
        edits=_told_apart(one, answer),
        computer=one.id if one.kind == "computer" and one.id in answer.question.catalog.computers else "",
    )


def _told_apart(one: Compared, answer: WorthAnswer) -> tuple[Edit, ...]:
    """Its edits; with the kit that is bought, where another way makes the same of this computer."""
    alike = [other for other in answer.others if other.edits and other.edits == one.edits]
    if one.kind != "memory" or len(alike) == 1:
        return one.edits
    return tuple(edit.changed(kit=one.id) for edit in one.edits)


def _row_name(one: Compared, answer: WorthAnswer) -> str:
    """What a way is called in the list; a card that takes the place of another one tells that, too."""
    name, old = option_name(one), _old_cards(one, answer)
    if not old:
        return name
    name = uncapital(name) if set_count(one.id) > 1 else name
    return say("Replace one with {name}", name=name) if old[1:] else say("Replace with {name}", name=name)


def light_words(one: Compared, answer: WorthAnswer) -> str:
    """The light now and then: "Slow → Great"; one word where it stays."""
    if one.kind == "api":
        return ""
    before, after = (light_word(done.light) for done in (answer.counted.now, one.reached))
    return after if before == after else f"{before} {ARROW} {after}"


def _price_cell(one: Compared, answer: WorthAnswer, currency: Currency) -> Cell:
    """The price with its span and its day; of what is not bought the price of a month and of a million tokens."""
    if one.kind == "nothing":
        return Cell("", 0.0)
    if one.kind in CLOUD:
        return _running_cell(one, answer, currency)
    price = one.price
    if price is None:
        return Cell(say(ASK_PRICE), None)
    if one.kind == "setting":
        return Cell(say("nothing"), 0.0)
    text = _dated(span_words(price, currency), price)
    return Cell(joined((text, say("over budget")), ", ") if one.is_dear else text, price.usd.middle)


def _running_cell(one: Compared, answer: WorthAnswer, currency: Currency) -> Cell:
    if one.usd_per_day is None:
        return Cell(say(ASK_PRICE) if one.price is None else "", None)
    monthly = say("{amount} a month", amount=currency.text(one.usd_per_day * DAYS_PER_MONTH))
    million = million_words(one, answer.question, currency)
    return Cell(joined((monthly, million), ", "), one.usd_per_day * DAYS_PER_MONTH)


def _dated(amount: str, price: Price) -> str:
    used = f" {say(CONDITIONS[price.condition])}" if price.condition else ""
    day = short_month(price.as_of) if price.as_of is not None else say(_YOURS) if price.origin == "user" else ""
    return joined((f"{amount}{used}", day), ", ")


def _electricity(one: Compared, answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What a day costs, and how that is counted: what is new idles beside the work, what is here does so anyway."""
    if one.kind in CLOUD:
        return (say("All of it: {amount} a day.", amount=currency.text(one.usd_per_day)),)
    question, done = answer.question, one.reached
    watts, busy = load_w(question, done), busy_hours(question, done, answer.counted.work_of(one))
    idle = idle_hours(question, one.kind, busy, done) * SECONDS_PER_HOUR
    text = to_say("{time} of work at {power}; idle power is left out, as it is on anyway.")
    if idle:
        text = to_say("{time} of work at {power}, {idle} idle at {idle_power}.")
    counted = say(
        text,
        time=rough_time(busy * SECONDS_PER_HOUR),
        power=power(watts.middle) if watts else say(UNKNOWN),
        idle=rough_time(idle),
        idle_power=power(IDLE_W.middle),
    )
    amount, rate = currency.text(one.usd_per_day), electricity_rate(answer, currency)
    return (say("Electricity: {amount} a day at {rate}.", amount=amount, rate=rate), capital(counted))


def _price_text(one: Compared, currency: Currency) -> str | None:
    """The amount in its field, both of an API; empty where it is unknown."""
    if one.kind in ("nothing", "setting"):
        return None
    if one.api is not None:
        return api_text(one.api.prompt_usd / currency.usd, one.api.generated_usd / currency.usd)
    return "" if one.price is None else f"{one.price.usd.middle / currency.usd:.2f}".removesuffix(".00")


def _is_typed(one: Compared) -> bool:
    if one.api is not None:
        return one.api.as_of is None
    return one.price is not None and one.price.origin == "user"


def _old_cards(one: Compared, answer: WorthAnswer) -> list[Processor]:
    """The GPUs of which a card takes the place of one; none where it takes no place."""
    return [part for part in answer.parts if part.pool == "vram"] if one.kind == "card" and one.edits else []


def _replaced(one: Compared, answer: WorthAnswer) -> Iterator[str]:
    """Which GPU a card takes the place of; the others stay."""
    if old := _old_cards(one, answer):
        name = short_name(old[0].name)
        words = to_say("In place of one {name}, beside the rest.") if old[1:] else to_say("In place of the {name}.")
        yield say(words, name=name)


def _detail(one: Compared, answer: WorthAnswer, currency: Currency, models: tuple[str, ...]) -> tuple[str, ...]:
    """Everything that is known of one way, in sentences."""
    found: list[str] = []
    if one.runs:
        span = range_words(one.reached, answer.question)
        rate = capital(rate_words(one.reached, answer.question))
        found.append(say("{rate}; range {span}.", rate=rate, span=span))
    if one.price is not None and one.kind != "setting":
        found.append(say("Its price: {source}.", source=addresses(one.price.source)))
    if answer.question.with_cloud and one.price is not None and one.kind not in CLOUD:
        found.append(sentence(pay_words(one)))
    if one.usd_per_day is not None:
        found += _electricity(one, answer, currency)
        found += run_words(one, answer.question, currency)
    found += _replaced(one, answer)
    if needs := needs_words(one):
        found.append(say("Needs: {needs}.", needs=needs))
    if models:
        found.append(say("Newly runs well: {models}.", models=joined(models, ", ")))
    notes = joined(map(sentence, doubts(one, currency)))
    return (*found, notes) if notes else tuple(found)
