"""What many computers reach together, whom they serve, and what to buy for all of them: records and sentences."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from advisor.answer.rig.tensor_rigs import Tensor
from advisor.answer.worth.for_many import Advised
from advisor.facts.answers.fleet import Fleet, FleetBuying, FleetPurchase, FleetTensor
from advisor.facts.kept.settings import Money
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.predict.speed.remote import Network
from advisor.present.upgrade.option_names import best_name
from advisor.present.upgrade.text import verdict_sentence
from advisor.present.words.light import LIGHT_WORDS
from advisor.present.words.money import Currency, currency_of
from advisor.present.words.quantity import capacity, count, speed_range, step_time, times
from advisor.present.words.verdict import MOST_TITLE_WORDS
from advisor.present.words.words import capital, joined, say, say_count, uncapital

_SHOWN = 3


def tensor_record(found: Tensor, labels: Sequence[Sequence[str]], network: Network) -> FleetTensor:
    """Equal rigs that share every layer, with their labels; `labels` are those of each different rig."""
    left = [iter(one) for one in labels]
    return FleetTensor(
        labels=tuple(next(left[place]) for place in found.rigs),
        processor=found.processor.name,
        precision=found.precision,
        tokens_per_s=found.rate,
        users=found.users,
        need_bytes=found.need_bytes,
        free_bytes=found.free_bytes,
        network_s=found.network_s,
        limit=found.limit,
        assumes_rdma=network.has_rdma,
    )


def buying_record(
    advised: Sequence[Advised],
    labels: Sequence[Sequence[str]],
    well: AbstractSet[str],
    *,
    left_out: int,
    money: Money,
) -> FleetBuying:
    """The purchases that are advised; `labels` are those of each different rig, `well` those that need none."""
    currency = currency_of(money)
    asked = {label for one in advised for label in labels[one.place]}
    bought = {label for one in advised if one.best is not None for label in labels[one.place]}
    purchases = tuple(
        FleetPurchase(
            label=labels[one.place][0],
            rigs=len(labels[one.place]),
            candidate=capital(best_name(one.best)),
            id=one.best.id,
            kind=one.best.kind,
            name=one.best.name,
            setting=one.best.setting,
            doubts=one.best.doubts,
            cost_usd=one.best.cost_usd,
            speed_up=one.answer.speed_up(one.best),
            rate_per_s=one.best.reached.rate,
            usability=one.best.reached.light.usability,
            sentence=verdict_sentence(one.answer, currency),
        )
        for one in advised
        if one.best is not None
    )
    return FleetBuying(
        verdict="yes" if purchases else "no",
        purchases=purchases,
        asked=len(asked),
        enough=len(well - bought),
        without=len(asked - well - bought),
        left_out=left_out,
    )


def tensor_sentences(fleet: Fleet) -> tuple[str, ...]:
    """How fast equal GPUs that share every layer are; that there are none where nothing of it is known."""
    tensor = fleet.tensor
    if tensor is None:
        return (say("Tensor parallelism needs equal GPUs that vLLM supports and that hold it together."),)
    return (
        say(
            "Tensor parallel by vLLM on {names} as {precision}: {rate} tokens/s for one person, {users} at once.",
            names=joined(tensor.labels, ", "),
            precision=tensor.precision,
            rate=speed_range(tensor.tokens_per_s),
            users=_people(tensor.users),
        ),
        _network_sentence(tensor.assumes_rdma, size=capacity(tensor.need_bytes), time=step_time(tensor.network_s)),
    )


def _network_sentence(assumes_rdma: bool, **words: str) -> str:
    if assumes_rdma:
        return say("{size} on each; the network takes {time} of each token, if its adapters do RDMA.", **words)
    return say("{size} on each; the network takes {time} of each token.", **words)


def users_sentence(fleet: Fleet) -> str:
    """How many people all computers serve at once; empty where nothing is known of that."""
    if fleet.users is None:
        return ""
    return say("All of them together serve {users} at once, each on one rig.", users=_people(fleet.users))


def buying_sentences(buying: FleetBuying, currency: Currency) -> Iterator[str]:
    """What to buy first, or that nothing should be bought."""
    for one in buying.purchases[:_SHOWN]:
        yield say(
            "Buy {name} for {label}, {amount}: {light}, {rate}.",
            name=uncapital(one.candidate),
            label=_with_others(one),
            amount=currency.text(one.cost_usd),
            light=say(LIGHT_WORDS[one.usability]),
            rate=_gain(one),
        )
    if not buying.purchases:
        yield say("Buy nothing.")
        yield from _why_nothing(buying)
    if buying.left_out:
        yield say_count(
            "{count} more kind of rig was not asked.", "{count} more kinds of rigs were not asked.", buying.left_out
        )


@frozen
class BuyingView:
    """What to buy for all rigs, or nothing: a title, and what it costs and brings, or why."""

    title: str
    line: str


def buying_view(buying: FleetBuying, currency: Currency) -> BuyingView:
    """The purchase that is worth most for its money, for all rigs that it is advised for."""
    if not buying.purchases:
        return BuyingView(say("Buy nothing for these rigs"), joined(_why_nothing(buying)))
    first = buying.purchases[0]
    same = [one for one in buying.purchases if one.id == first.id]
    rigs, others = sum(one.rigs for one in same), len(buying.purchases) - len(same)
    amount = currency.text(first.cost_usd)
    lines = [
        say_count(
            "For {label}, {amount}: {light}, {rate}.",
            "For {label} and {more} more rigs, {amount} each: {light}, {rate}.",
            rigs,
            label=first.label,
            more=count(rigs - 1),
            amount=amount,
            light=say(LIGHT_WORDS[first.usability]),
            rate=_gain(first),
        )
    ]
    if others:
        lines.append(say_count("{count} other purchase pays.", "{count} other purchases pay.", others))
    name = best_name(first).split()
    cut = " ".join(name[: MOST_TITLE_WORDS - 1]) + ("…" if len(name) >= MOST_TITLE_WORDS else "")
    return BuyingView(say("Buy {name}", name=cut), joined(lines))


def _why_nothing(buying: FleetBuying) -> Iterator[str]:
    if buying.enough:
        yield say_count("It runs well on {count} rig.", "It runs well on {count} rigs.", buying.enough)
    if buying.without and buying.enough:
        yield say_count(
            "No purchase is worth its price for the other one.",
            "No purchase is worth its price for the other {count}.",
            buying.without,
        )
    elif buying.without:
        yield say_count(
            "No purchase is worth its price for this rig.",
            "No purchase is worth its price for any of the {count} rigs.",
            buying.without,
        )


def _gain(one: FleetPurchase) -> str:
    """What it brings where it is."""
    if one.speed_up:
        return say("{times} as fast", times=times(one.speed_up))
    return say("where it does not run now")


def _with_others(one: FleetPurchase) -> str:
    if one.rigs == 1:
        return one.label
    return say("{label} and {more} like it", label=one.label, more=count(one.rigs - 1))


def _people(users: Range) -> str:
    """A number of people with its ends."""
    number = round(users.middle)
    if users.low == users.high:
        return say_count("{count} user", "{count} users", number, count=count(number))
    return say_count(
        "{count} user ({low} to {high})",
        "{count} users ({low} to {high})",
        number,
        count=count(number),
        low=count(round(users.low)),
        high=count(round(users.high)),
    )
