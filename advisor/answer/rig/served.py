"""How many people a rig serves at once with one model, so that nobody waits longer than the work allows."""

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from advisor.answer.tasks.ask import find_workload, task_fields
from advisor.answer.tasks.device_options import best_option, task_options
from advisor.answer.tasks.registry import TASKS
from advisor.answer.which_device.device import Device
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import Ending, Range

TEAM = "serve-a-team"
"""What each person asks of a server, and what is enough for them, where the work itself serves nobody."""
_ENDS: tuple[Ending, ...] = ("low", "middle", "high")


class Paid(NamedTuple):
    """What each of so many people gets: tokens a second at both ends and in the middle, and the first word's wait."""

    each: Range
    first_s: float


def users_served(rig: Rig, catalog: Catalog, *, workload_id: str, model_id: str) -> Range | None:
    """People at once who each read as fast as they are written to, and get their first word in time.

    By the low, middle and high end of the speed; 0 where it does not serve one, None where no speed is known.
    The engine and the form of the model are those of the task of serving for the team of its workload.
    """
    card = serving_work(workload_id, catalog)
    task = TASKS["serve"]
    fields = {**task_fields(card, model_id, catalog), "task": "serve", "model": catalog.models[model_id].name}
    options, _ = task_options(rig, task, fields, catalog, card, is_each=False)
    ways = [one for one in options if one.blocked is None]
    if not ways:
        return None
    way = best_option(ways)
    if not way.holds:
        return Range.exactly(0.0)
    if way.rate is None:
        return None
    most = getattr(way.answer, "max_concurrency", None) or 1
    return most_served(_paid(way, rig, catalog), card, most)


def serving_work(workload_id: str, catalog: Catalog) -> TaskCard:
    """The workload itself where people are served, else that of a team."""
    asked = find_workload(workload_id, catalog)
    found = asked if isinstance(asked, TaskCard) and asked.task == "serve" else find_workload(TEAM, catalog)
    assert isinstance(found, TaskCard)
    return found


def most_served(paid: Callable[[int], Paid | None], card: TaskCard, most: int) -> Range:
    """The most people, up to so many, who each get what the work needs, at each end of the speed.

    What is enough for many is enough for fewer.
    """
    return Range(*(float(bisect_left(range(1, most + 1), True, key=_falls_short(paid, card, end))) for end in _ENDS))


def _paid(way: TaskOption, rig: Rig, catalog: Catalog) -> Callable[[int], Paid | None]:
    host = next((one for one in rig.processors if one.kind == "cpu"), None)
    own = next(one for one in rig.processors if one.id == way.processor_id)
    device = Device(own, host=None if host == own else host)

    @cache
    def paid(count: int) -> Paid | None:
        answer = TASKS["serve"].answer(way.request.changed(concurrency=count), (), catalog, device)
        rate, first_s = answer.tokens_per_s, answer.time_to_first_token_s
        return None if rate is None or first_s is None else Paid(rate.times(1 / count), first_s)

    return paid


def _falls_short(paid: Callable[[int], Paid | None], card: TaskCard, end: Ending) -> Callable[[int], bool]:
    """Whether one of so many people gets less than the work needs."""

    def short(count: int) -> bool:
        found = paid(count)
        if found is None:
            return True
        rate, late = found.each.at(end), found.first_s * found.each.middle / found.each.at(end)
        is_slow = card.enough_tokens_per_s is not None and rate < card.enough_tokens_per_s
        return is_slow or (card.enough_first_word_s is not None and late > card.enough_first_word_s)

    return short
