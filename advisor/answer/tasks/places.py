"""Where a rig can do a task: on each of its processors, and on equal cards together."""

from collections.abc import Iterator

from advisor.facts.rig.rig import Processor, Rig
from advisor.predict.memory.fit import free_bytes


def places_of(rig: Rig, *, shares_cards: bool, is_each: bool) -> Iterator[tuple[Processor, int]]:
    """Every processor, of equal cards the emptiest or each, and those together where the task shares them.

    Of three, five or more also the largest power of two: programs divide a model's heads evenly. Each is looked at
    once: a saved computer may have dozens of them.
    """
    alike: dict[object, list[Processor]] = {}
    for one in rig.processors:
        alike.setdefault(kind_of(one), []).append(one)
    emptiest = {id(max(some, key=lambda one: free_bytes(one) or 0)) for some in alike.values()}
    yield from ((one, 1) for one in rig.processors if is_each or id(one) in emptiest)
    for some in alike.values() if shares_cards else ():
        whole, even = len(some), 1 << (len(some).bit_length() - 1)
        for count in dict.fromkeys((even, whole)) if whole > 1 else ():
            fullest = sorted(some, key=lambda one: -(free_bytes(one) or 0))[:count][-1]
            yield fullest, count


def kind_of(one: Processor) -> tuple[str, str]:
    """What graphics cards of the same name that can be used share; all else is of its own kind."""
    return ("cards", one.name) if one.pool == "vram" and one.blocked is None else ("", one.id)
