"""The best model that all of several computers run well, with what was asked for."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from advisor.advice.assembled import assembled
from advisor.answer.rig.rank import each_of_best
from advisor.answer.rig.ranked import Ranked
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.family import is_of_family
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answer_if_any, answered_if_any, rig_of
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.cards.card import GpuCard
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_rating import Ability
from advisor.facts.values.units import GIB
from advisor.present.words.verdict import Verdict

_OF_CHIP, _OF_CPU = 0.75, 0.25
_TRIED = 12
"""So many of the first of the ranking are tried (a judgment)."""
_ALIKE = 2.0
"""From so many doublings on a model is much less able than another (a judgment)."""
_COMPARED = 40
"""So many of two rankings are held against each other."""


def best_of_all(
    rigs: Sequence[AskedRig],
    workload: str,
    settings: Sequence[str],
    catalog: Catalog,
    *,
    family: str = "",
    abilities: Sequence[Ability] = (),
) -> tuple[str, bool]:
    """The best model of the computer with the least memory that every one runs well, and whether there is such a one.

    Those of a family alone where one is named, and those that can do what is wished for. First come those of which each
    has a good file; one that no computer has to lay in RAM beside its cards comes before others, unless it is much less
    able. Where there is none, it is the first of that ranking.

    Raises:
        UsageError: no model of the list does such work.
    """
    least = min(rigs, key=lambda one: gib_of(one, catalog))
    ranked, asked = (
        list(best_ranked(least, workload, catalog, family, abilities=abilities)),
        least if settings or len(rigs) > 1 else None,
    )
    if not ranked:
        raise UsageError(f"no model{f' of {family}' if family else ''} in the list does {workload.replace('-', ' ')}")
    if asked is None:
        return ranked[0].model.name, ranked[0].light_is_useful
    found = list[_OfAll]()
    for place, one in enumerate(ranked):
        name = one.model.name
        asks = [(name, "--workload", workload, *rig.parts, *settings) for rig in rigs] if one.light_is_useful else []
        known = [answer for words in asks if (answer := answer_if_any(words, catalog)) is not None and answer.is_useful]
        if not known or len(known) < len(rigs):
            continue
        is_good = not any(loss_steps(answer.settings.quant or "") for answer in known)
        is_whole = all(answer.settings.placement != "gpu+ram" for answer in known)
        able = capability(one.model, catalog.blocks, use=workload)
        found.append(_OfAll(place, name, able, is_good, is_whole or len(rigs) == 1))
        most = max(capability(other.model, catalog.blocks, use=workload) for other in ranked)
        if found[-1].order(most) == (False, False, place):
            break
    if not found:
        return ranked[0].model.name, False
    most = max(one.able for one in found if one.is_good or not any(other.is_good for other in found))
    return min(found, key=lambda one: one.order(most)).name, True


class _OfAll(NamedTuple):
    """A model that all run well: its place, how able it is.

    `is_good`: each has a good file of it; `is_whole`: none lays it in RAM beside its cards.
    """

    place: int
    name: str
    able: float
    is_good: bool
    is_whole: bool

    def order(self, most: float) -> tuple[bool, bool, int]:
        """Good ones first; of those not much less able than the most able what lies whole on cards."""
        return not self.is_good, not (self.is_whole and self.able > most - _ALIKE), self.place


def best_on(asked: AskedRig, workload: str, catalog: Catalog, family: str = "") -> Iterator[str]:
    """The names of the first models of its ranking, of a family alone where one is named."""
    yield from (one.model.name for one in best_ranked(asked, workload, catalog, family))


def first_answers(
    rig: Sequence[str], workload: str, catalog: Catalog, settings: Sequence[str] = (), *, count: int = _TRIED
) -> Iterator[tuple[AskAnswer, Verdict]]:
    """What the first models of its ranking do; those that cannot be asked that are left out."""
    for name in islice(best_on(rig_of(rig, catalog), workload, catalog), count):
        found = answered_if_any((name, "--workload", workload, *settings, *rig), catalog)
        if found is not None:
            yield found[:2]


def newly_useful(now: AskedRig, then: AskedRig, workload: str, catalog: Catalog) -> list[str]:
    """The first models that run well on the second of two computers and not on the first."""
    useful = [
        [one.model.name for one in best_ranked(rig, workload, catalog, count=_COMPARED) if one.light_is_useful]
        for rig in (now, then)
    ]
    return [one for one in useful[1] if one not in useful[0]]


def best_ranked(
    asked: AskedRig,
    workload: str,
    catalog: Catalog,
    family: str = "",
    *,
    count: int = _TRIED,
    abilities: Sequence[Ability] = (),
) -> Iterator[Ranked]:
    """The first models of its ranking, of a family alone where one is named, that can do what is wished for."""
    rig = assembled(asked.profile, catalog, name=asked.name).rig
    is_meant = is_of_family(family) if family else lambda _: True

    def wanted(card: ModelCard) -> bool:
        return is_meant(card) and all(map(card.is_able, abilities))

    yield from filter(None, each_of_best(rig, catalog, workload_id=workload, count=count, wanted=wanted))


def gib_of(asked: AskedRig, catalog: Catalog) -> float:
    """The memory in which a model is fast: that of the cards, else a part of all."""
    cards, ram_gib = cards_and_ram(asked, catalog)
    return dedicated_gib(cards) or ram_gib * (_OF_CHIP if cards else _OF_CPU)


def cards_and_ram(asked: AskedRig, catalog: Catalog) -> tuple[list[GpuCard], float]:
    """Its GPUs that are known, and its RAM in GiB: what of it can be used where nobody says what it has."""
    machine = asked.profile.machine
    named = (one.card.value for one in machine.gpus)
    cards = [catalog.gpus[one] for one in named if one is not None and one in catalog.gpus]
    return cards, (machine.memory.installed_bytes.value or machine.memory.usable_bytes.value or 0) / GIB


def dedicated_gib(cards: Iterable[GpuCard]) -> float:
    """What graphics cards have of memory of their own, together."""
    return sum(one.memory_gib or 0.0 for one in cards if one.memory_kind == "dedicated")
