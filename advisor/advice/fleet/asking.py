"""One model on many computers: how each runs it, what they reach together, whom they serve, and what to buy."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import partial

from advisor.advice.fleet.reading import FleetError, Rigs
from advisor.answer.money.prices import Prices
from advisor.answer.rig.many_rigs import ForMany, models_for_many, on_each
from advisor.answer.rig.ranked import Ranked
from advisor.answer.rig.rig_price import rig_price
from advisor.answer.rig.served import users_served
from advisor.answer.rig.split_rigs import split_over
from advisor.answer.rig.tensor_rigs import tensor_over
from advisor.answer.worth.for_many import advised_each
from advisor.answer.worth.question import WorthQuestion
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.fleet import Fleet, FleetBuying, FleetFault, FleetSplit, FleetTensor
from advisor.facts.answers.usability import Usability
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.label_order import by_numbers
from advisor.facts.values.local_time import local_today
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason, told
from advisor.predict.speed.remote import Network
from advisor.present.rank.fleet import ORDERS, fleet_record, in_order, split_record
from advisor.present.rank.fleet_group import buying_record, tensor_record
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.search import nearest_first

MOST_ADVISED = 24
"""So many different rigs are asked what to buy: each takes a moment."""
_USEFUL = ("great", "fine")


@frozen
class FleetQuestion:
    """What is asked of all; without a model it is the best that all of them, or most, run well.

    `network` joins them, None where nothing is said of one; `money` is what the person said of it.
    """

    workload_id: str
    model: str | None = None
    quant: str | None = None
    network: Network | None = None
    with_users: bool = False
    with_buying: bool = False
    money: Money = field(default_factory=Money)


@frozen
class Shown:
    """Which rows are asked for, and in what order."""

    only: tuple[Usability, ...] = ()
    find: str = ""
    sort: str = ORDERS[0]
    limit: int | None = None


Labelled = tuple[str, Ranked]


def asked_fleet(rigs: Rigs, question: FleetQuestion, catalog: Catalog, *, shown: Shown | None = None) -> Fleet:
    """The answer of all computers that were read, with what to buy where that was asked; errors of `fleet_steps`."""
    *_, fleet = fleet_steps(rigs, question, catalog, shown=shown)
    return fleet


def fleet_steps(
    rigs: Rigs, question: FleetQuestion, catalog: Catalog, *, shown: Shown | None = None
) -> Iterator[Fleet]:
    """The answer of all computers that were read; then again with more of what was asked, as each takes longer.

    First are their rows, then whom they serve and what they reach together, then what to buy.

    Raises:
        ProblemError: there is no such model or quantization, or it cannot do the work.
        FleetError: none of them gave an answer, or no model is named and none suits more than half of them.
    """
    shown, faults = shown or Shown(), [FleetFault(label=one, sentence=in_words(why.reason)) for one, why in rigs.faults]
    for_many = (None, None) if question.model or not rigs.labels else _for_many(rigs, question, catalog)
    wanted = question.model or next((one.model.name for one in for_many if one), None)
    if wanted is None and rigs.labels:
        raise FleetError("fleet_no_model")
    each: Sequence[Ranked | None] = ()
    if wanted is not None and rigs.labels:
        _, each = on_each(rigs.different, catalog, workload_id=question.workload_id, model=wanted, quant=question.quant)
    found: list[Labelled] = []
    for label, place in rigs.labels:
        one = each[place]
        if one is None:
            faults.append(FleetFault(label=label, sentence=in_words(reason("machine_impossible", name=label))))
        else:
            found.append((label, one))
    if not found:
        said = " ".join(one.sentence for one in faults[:_MOST_TOLD])
        raise FleetError(told(said)) if said else FleetError("fleet_empty")
    rows = _rows(found, rigs, shown)
    model = found[0][1]
    told_with = partial(
        fleet_record,
        found,
        rows,
        different=len(rigs.known),
        workload_id=question.workload_id,
        catalog=catalog,
        for_many=for_many,
        prices=_prices(rigs, question, catalog),
        faults=faults,
    )
    if question.with_users or question.network is not None:
        yield told_with()
    split, tensor = _together(model, rigs, question, catalog)
    users = _users(rigs, question, model.model_id, catalog) if question.with_users else {}
    fleet = told_with(split=split, tensor=tensor, users=users)
    yield fleet
    if question.with_buying:
        yield fleet.changed(buying=_buying(model, rows, rigs, question, catalog))


_MOST_TOLD = 20


def _for_many(rigs: Rigs, question: FleetQuestion, catalog: Catalog) -> tuple[ForMany | None, ForMany | None]:
    counts = [len(labels) for labels in rigs.labels_of]
    return models_for_many(rigs.different, counts, catalog, workload_id=question.workload_id)


def _rows(found: Sequence[Labelled], rigs: Rigs, shown: Shown) -> tuple[Labelled, ...]:
    """The rows that are asked for, in the order asked for; the nearest name first where words are looked for."""
    rows = in_order([one for one in found if not shown.only or one[1].usability in shown.only], shown.sort)
    if shown.find:
        words = [words_of(one.rig) for one in rigs.known]
        places = dict(rigs.labels)
        rows = nearest_first(((one, one[0], words[places[one[0]]]) for one in rows), shown.find)
    return rows[: shown.limit]


def words_of(rig: Rig) -> str:
    """What a computer is found by beside its label."""
    return " · ".join(one.name for one in rig.processors).lower()


def _together(
    one: Ranked, rigs: Rigs, question: FleetQuestion, catalog: Catalog
) -> tuple[FleetSplit | None, FleetTensor | None]:
    """The best split, and the one that shares every layer, where a network was stated."""
    if question.network is None:
        return None, None
    labels = rigs.labels_of
    order = sorted(range(len(labels)), key=lambda place: [by_numbers(one) for one in labels[place]])
    several = [rigs.known[place].rig for place in order]
    counts, named = [len(labels[place]) for place in order], [sorted(labels[place], key=by_numbers) for place in order]
    found = split_over(
        several,
        counts,
        catalog,
        workload_id=question.workload_id,
        model=one.model,
        quant=question.quant,
        network=question.network,
    )
    shared = tensor_over(
        several,
        counts,
        catalog,
        workload_id=question.workload_id,
        model=one.model,
        quant=question.quant,
        network=question.network,
    )
    return split_record(found, named, question.network), None if shared is None else tensor_record(
        shared, named, question.network
    )


def _users(rigs: Rigs, question: FleetQuestion, model_id: str, catalog: Catalog) -> dict[str, Range | None]:
    """Whom each computer serves, by its label; nothing for models that write no text."""
    if model_id not in catalog.models:
        return {}
    each = [users_served(one.rig, catalog, workload_id=question.workload_id, model_id=model_id) for one in rigs.known]
    return {label: each[place] for label, place in rigs.labels}


def _prices(rigs: Rigs, question: FleetQuestion, catalog: Catalog) -> dict[str, Range | None]:
    """What each computer costs, by its label."""
    prices = Prices(catalog, question.money, local_today())
    each = [rig_price(one, prices) for one in rigs.known]
    return {label: each[place] for label, place in rigs.labels}


def _buying(
    one: Ranked,
    rows: Sequence[Labelled],
    rigs: Rigs,
    question: FleetQuestion,
    catalog: Catalog,
) -> FleetBuying:
    """What to buy for those that are shown: asked first are those that do not run it well, the most alike ahead."""
    places, shown = dict(rigs.labels), {label for label, _ in rows}
    well = {label for label, ranked in rows if ranked.usability in _USEFUL}
    needy = [place for place, _ in Counter(places[label] for label, _ in rows if label not in well).most_common()]
    wanted = [*needy, *dict.fromkeys(places[label] for label, _ in rows if label in well)]
    asked = WorthQuestion(catalog, question.workload_id, one.model.name, question.quant, question.money)
    advised = advised_each(rigs.known, wanted[:MOST_ADVISED], asked, today=local_today())
    labels = [[label for label in group if label in shown] for group in rigs.labels_of]
    return buying_record(advised, labels, well, left_out=len(needy[MOST_ADVISED:]), money=question.money)
