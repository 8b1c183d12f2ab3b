"""What the products, chips and memory of a plain question were told to cost."""

from collections.abc import Sequence

from advisor.cli.asking.sentence.chips import Chip
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.kinds.thing_prices import amounts_of_things, is_of_a_rig, with_memory
from advisor.cli.asking.sentence.memory import NamedRam
from advisor.cli.asking.sentence.money import Spent


def asked_of(
    chips: Sequence[Chip],
    gpus: Sequence[NamedPart],
    rams: Sequence[NamedRam],
    amounts: Sequence[Spent],
    text: str,
) -> tuple[dict[int, Spent], list[NamedRam]]:
    """What was told to cost so much: products and chips by where they begin; and the memory, with that."""
    sized = [(one.start, one.end) for one in rams]
    parts = [*((one.start, one.end) for one in chips), *((one.start, one.end) for one in gpus)]
    alone = [one for one in rams if one.end and not is_of_a_rig(text, one.start, parts)]
    parts = [with_memory(text, one, sized) if one[1] not in (ram.start for ram in alone) else one for one in parts]
    told = amounts_of_things(text, [*parts, *((one.start, one.end) for one in alone)], amounts)
    starts = [start for start, _ in (*parts, *((one.start, one.end) for one in alone))]
    by_start = {starts[place]: amount for place, amount in told.items()}
    return by_start, [one._replace(asked=by_start.get(one.start)) if one in alone else one for one in rams]
