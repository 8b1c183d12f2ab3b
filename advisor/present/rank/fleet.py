"""One model on many computers, as a record and as a table for the terminal."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from advisor.answer.rig.many_rigs import ForMany, best_place
from advisor.answer.rig.ranked import Ranked
from advisor.answer.rig.split_rigs import Split
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.fleet import (
    Fleet,
    FleetBuying,
    FleetFault,
    FleetModel,
    FleetRig,
    FleetSplit,
    FleetTensor,
    SplitRig,
)
from advisor.facts.answers.ranking import RankedModel
from advisor.facts.values.label_order import by_numbers
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIGA
from advisor.predict.speed.remote import Network
from advisor.present.rank.records import main_need, quant_name, ranked_model
from advisor.present.tasks.shown import SHOWN
from advisor.present.words.light import LIGHT_WORDS, usability_word, with_thinking
from advisor.present.words.limit import LIMIT_WORDS
from advisor.present.words.quantity import capacity, count, speed_range, step_time, wait
from advisor.present.words.words import capital, joined, say, say_count, to_say

Labelled = tuple[str, Ranked]
ORDERS = ("light", "speed", "memory", "name")
_HEADINGS = (to_say("Rig"), to_say("Verdict"), "", to_say("Ready in"), to_say("Memory"), to_say("Held back by"))
_SPEED = 2


def in_order(found: Sequence[Labelled], order: str) -> tuple[Labelled, ...]:
    """The computers in an order of `ORDERS`; of equals by their labels."""
    return tuple(sorted(found, key=lambda one: (_place(one[1], order), by_numbers(one[0]))))


def fleet_record(
    found: Sequence[Labelled],
    shown: Sequence[Labelled],
    *,
    different: int,
    workload_id: str,
    catalog: Catalog,
    for_many: tuple[ForMany | None, ForMany | None] = (None, None),
    split: FleetSplit | None = None,
    tensor: FleetTensor | None = None,
    users: Mapping[str, Range | None] | None = None,
    prices: Mapping[str, Range | None] | None = None,
    buying: FleetBuying | None = None,
    faults: Sequence[FleetFault] = (),
) -> Fleet:
    """All that was found, with the rows that are `shown`; `users` of each label where they were asked for."""
    users, prices = users or {}, prices or {}
    task = find_workload(workload_id, catalog).task
    lights = Counter(one.usability for _, one in found)
    first = in_order(found, "light")[0]
    runs = first[1].usability not in ("wont_run", "unknown")
    for_all, for_most = (
        FleetModel(model=one.model.name, model_id=one.model_id, rigs=one.rigs) if one else None for one in for_many
    )
    kinds: dict[int, FleetRig] = {}
    rows = []
    for label, one in shown:
        like = kinds.get(id(one))
        if like is None:
            told = ranked_model(one, task)
            fields = {name: getattr(told, name) for name in RankedModel.annotated}
            fields |= {"users": users.get(label), "price_usd": prices.get(label)}
            like = kinds[id(one)] = FleetRig(label=label, processor=processor_name(one), **fields)
        rows.append(like.model_copy(update={"label": label}))
    return Fleet(
        model=first[1].model.name,
        model_id=first[1].model_id,
        quant=quant_name(first[1]),
        workload=workload_id,
        rigs=len(found),
        different=different,
        best=first[0] if runs else None,
        rows=tuple(rows),
        for_all=for_all,
        for_most=for_most,
        split=split,
        tensor=tensor,
        users=_sum(users.values()),
        buying=buying,
        faults=tuple(faults),
        great=lights["great"],
        fine=lights["fine"],
        slow=lights["slow"],
        unknown=lights["unknown"],
        wont_run=lights["wont_run"],
    )


def _sum(users: Iterable[Range | None]) -> Range | None:
    """All of whom something is known, together."""
    known = [one for one in users if one is not None]
    return reduce(Range.plus, known) if known else None


def fleet_table(fleet: Fleet, catalog: Catalog) -> tuple[tuple[str, ...], ...]:
    """Rows of texts, the headings first."""
    task = SHOWN[find_workload(fleet.workload, catalog).task]
    headings = [say(text) if text else "" for text in _HEADINGS]
    headings[_SPEED] = capital(say(task.unit.text))
    if fleet.users is not None:
        headings.append(say("Users"))
    rows = [
        (
            row.label,
            usability_word(row.usability, row.held_by),
            "" if row.usability == "wont_run" else task.rate_text(row.rate_per_s),
            with_thinking(wait(row.wait_s.middle), thinks=row.thinks)
            if row.wait_s and row.usability != "wont_run"
            else "",
            of_memory(row),
            held_back(row),
            *(() if fleet.users is None else (count(round(row.users.middle)) if row.users else "",)),
        )
        for row in fleet.rows
    ]
    return (tuple(headings), *rows)


def fleet_sentences(fleet: Fleet) -> tuple[str, ...]:
    """How many rigs run it well, which is the best, and what all of them can run."""
    name, well = f"{fleet.model} {fleet.quant}".strip(), fleet.great + fleet.fine
    lines = [say("{model} runs well on {well} of {rigs} rigs.", model=name, well=well, rigs=fleet.rigs)]
    if fleet.best is not None:
        lines.append(say("Best rig: {name}.", name=fleet.best))
    if fleet.for_all is not None:
        lines.append(say("The best model that all of them run well: {model}.", model=fleet.for_all.model))
    if fleet.for_most is not None and fleet.for_most != fleet.for_all:
        told = fleet.for_most
        lines.append(say("The best that most run well: {model}, on {rigs} rigs.", model=told.model, rigs=told.rigs))
    return tuple(lines)


def split_record(found: Split, labels: Sequence[Sequence[str]], network: Network) -> FleetSplit:
    """A split with the labels of its rigs; `labels` are those of each different rig."""
    left = [iter(one) for one in labels]
    return FleetSplit(
        network_gbit_per_s=network.bit_per_s / GIGA,
        latency_s=network.latency_s,
        parts=tuple(
            SplitRig(
                label=next(left[one.rig]),
                processor=one.option.processor.name,
                layers=one.layers,
                need_bytes=one.need_bytes,
                free_bytes=one.free_bytes,
            )
            for one in found.parts
        ),
        tokens_per_s=found.rate,
        prompt_s=found.prompt_s,
        first_token_s=found.first_s,
        network_s=found.network_s,
        usability=found.light.usability if found.light else "unknown" if found.missing_bytes == 0 else "wont_run",
        limit=found.limit,
        missing_bytes=found.missing_bytes,
        alone=None if found.alone is None else labels[found.alone][0],
        alone_tokens_per_s=found.alone_rate,
        slowest=None if found.slowest is None else labels[found.slowest][0],
    )


def split_sentences(split: FleetSplit) -> tuple[str, ...]:
    """How fast the best split is, what each rig holds, and whether one of them alone is faster."""
    if split.missing_bytes:
        return (say("All of them together lack {size} for it.", size=capacity(split.missing_bytes)),)
    if split.tokens_per_s is None:
        return (say("How fast a split of it is, is not known."),)
    names = [
        say_count(
            "{name} ({count} layer, {size})",
            "{name} ({count} layers, {size})",
            one.layers,
            name=one.label,
            size=capacity(one.need_bytes),
        )
        for one in split.parts
    ]
    rate, light = speed_range(split.tokens_per_s), say(LIGHT_WORDS[split.usability])
    lines = [
        say("Split by llama.cpp RPC: {light}, {rate} tokens/s.", light=light, rate=rate),
        say("On {names}.", names=joined(names, ", ")),
        say("Calls and network take {time} of each token.", time=step_time(split.network_s)),
    ]
    if split.first_token_s is not None:
        lines.insert(2, say("First word after {time}.", time=wait(split.first_token_s)))
    if split.slowest is None:
        lines.append(say("Held back by the network."))
    else:
        lines.append(say("Held back by {name}, the slowest.", name=split.slowest))
    mine = split.alone_tokens_per_s
    if split.alone is not None and mine is not None and mine.middle >= split.tokens_per_s.middle:
        lines.append(say("{name} alone is faster: {rate} tokens/s.", name=split.alone, rate=speed_range(mine)))
    return tuple(lines)


def processor_name(one: Ranked) -> str:
    """What does the work."""
    if one.way is None:
        return ""
    option = one.way.option.result if hasattr(one.way, "option") else one.way
    return str(option.processor_name)


def _place(one: Ranked, order: str) -> tuple[float, ...]:
    """Smaller comes earlier."""
    if order == "light":
        return best_place(one)
    if order == "speed":
        return (one.usability == "wont_run", -(one.rate.middle if one.rate else 0.0))
    pool = main_need(one) if order == "memory" else None
    return (-(pool.total_bytes or 0) if pool else 0,)


def held_back(row: FleetRig) -> str:
    """What holds its speed back; nothing where that is not known."""
    if row.fit == "too_big":
        return say(LIMIT_WORDS["capacity"])
    return say(LIMIT_WORDS[row.limit]) if row.limit else ""


def of_memory(row: FleetRig) -> str:
    """What it takes of the memory that is there."""
    if row.memory_bytes is None:
        return ""
    if row.memory_total_bytes is None:
        return capacity(row.memory_bytes)
    return say("{need} of {size}", need=capacity(row.memory_bytes), size=capacity(row.memory_total_bytes))
