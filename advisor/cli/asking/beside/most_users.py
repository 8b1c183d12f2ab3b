"""How many may use a model at once before their answers come too slowly."""

from bisect import bisect_left
from dataclasses import replace

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.wish import AUTO, Wish
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import count

USERS = "concurrency"
_USEFUL = ("great", "fine")
_TRIED = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 100, 128, 160, 200, 256)


def most_users_line(wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog) -> str:
    """The most of the numbers that are tried for which it is still fine; empty for other work."""
    work = catalog.other_workloads.get(answer.workload)
    if work is None or USERS not in work.fields or USERS in wish.fields:
        return ""
    same_file = replace(wish, quant=answer.settings.quant or AUTO) if wish.quant in (None, AUTO) else wish

    def is_too_many(users: int) -> bool:
        wished = replace(same_file, fields={**wish.fields, USERS: users})
        return asked_answer(wished, asked, catalog)[0].usability not in _USEFUL

    place = bisect_left(_TRIED, True, key=is_too_many)
    if not place:
        return "Too slow even for one user."
    more = "more were not tried" if place == len(_TRIED) else f"with {count(_TRIED[place])} it is too slow"
    return f"At once: {count(_TRIED[place - 1])} users, {more}."
