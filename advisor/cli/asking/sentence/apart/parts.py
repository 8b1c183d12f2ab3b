"""The CPU and the RAM of each of several computers that are held against each other."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.sentence.memory import NamedRam
from advisor.cli.asking.sentence.sentence import Sentence

if TYPE_CHECKING:
    from advisor.cli.asking.sentence.hardware import Computer

_AGAINST = re.compile(
    r"\b(?:or|vs\.?|versus|against|than|compared (?:to|with)|instead of|rather than)\b", re.IGNORECASE
)

ADDED = re.compile(r"\b(?:add\w*|e-?gpu|plus|put)\b", re.IGNORECASE)
"""Beside these a card goes into the computer that is named before it."""

Cpu = tuple[str, int]
"""Its name, and where it stands."""


def sides(sentence: Sentence, places: Sequence[int]) -> list[int]:
    """Where the sides begin on which the things at these places stand: the words between that hold them apart."""
    starts, ordered = [0], sorted(places)
    for before, behind in pairwise(ordered):
        apart = [one.end() + before for one in _AGAINST.finditer(sentence.text[before:behind])]
        starts += apart[-1:]
    return starts


def with_own_parts(
    computers: Sequence["Computer"], cpus: Sequence[Cpu], rams: Sequence[NamedRam], sentence: Sentence
) -> tuple[list["Computer"], list[Cpu], list[NamedRam]]:
    """The computers with the parts of their own side, and the parts that are left for all of them.

    Parts belong to a side alone where another side has its own, too.
    """
    starts = sides(sentence, [*(one.start for one in computers), *(place for _, place in cpus)])
    if len(starts) < 2 or len(computers) < 2:
        return [*computers], [*cpus], [*rams]

    def side(place: int) -> int:
        return bisect_right(starts, place) - 1

    sized = [one for one in rams if one.told.gib]
    alone = {side(one.start) for one in computers if one.cpu and not one.gpus}
    are_all_alone = all(one.cpu and not one.gpus for one in computers)
    is_of_alone = not are_all_alone and any(side(one.start) in alone for one in sized)
    is_of_alone = is_of_alone and ADDED.search(sentence.text) is None
    is_ram_own = len({side(one.start) for one in sized}) > 1 or is_of_alone
    is_cpu_own = len({side(place) for _, place in cpus}) > 1
    found = list["Computer"]()
    for one in computers:
        mine = [ram for ram in rams if side(ram.start) == side(one.start)] if is_ram_own else []
        cpu = next((name for name, place in cpus if is_cpu_own and side(place) == side(one.start)), "")
        found.append(one._replace(cpu=one.cpu or cpu, ram=_whole(mine)))
    return found, [] if is_cpu_own else [*cpus], [] if is_ram_own else [*rams]


def cpus_alone(computers: Sequence["Computer"], cpus: Sequence[Cpu], sentence: Sentence) -> list[Cpu]:
    """The CPUs that stand on a side without a computer, against a side that names no CPU; of CPUs alone all of two."""
    starts = sides(sentence, [*(one.start for one in computers), *(place for _, place in cpus)])
    if len(starts) < 2:
        return []
    of_computers = {bisect_right(starts, one.start) for one in computers}
    of_cpus = {bisect_right(starts, place) for _, place in cpus}
    if not computers:
        return [*cpus] if len(of_cpus) > 1 else []
    return [] if of_computers & of_cpus else [one for one in cpus if bisect_right(starts, one[1]) not in of_computers]


def _whole(rams: Sequence[NamedRam]) -> NamedMemory | None:
    """What all the words about it tell together."""
    found = NamedMemory()
    for one in rams:
        found = found.filled_from(one.told)
    return found if any(found) else None
