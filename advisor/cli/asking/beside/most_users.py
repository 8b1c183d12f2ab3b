"""How many may use a model at once before their answers come too slowly."""

from bisect import bisect_left
from dataclasses import replace

from advisor.advice.assembled import assembled
from advisor.advice.question import judged_answer
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.wish import AUTO, Wish, meant, question_of
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.quantity import count, duration, speed_number

USERS = "concurrency"
_FULL = "serve-many"
_USEFUL = ("great", "fine")
_TRIED = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 100, 128, 160, 200, 256)


def most_users_line(wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog) -> str:
    """The most of the numbers that are tried for which it is fine and has room; empty for other work."""
    work = catalog.other_workloads.get(answer.workload)
    if work is None or USERS not in work.fields or USERS in wish.fields:
        return ""
    same_file = replace(wish, quant=answer.settings.quant or AUTO) if wish.quant in (None, AUTO) else wish

    def is_too_many(users: int) -> bool:
        wished = replace(same_file, fields={**wish.fields, USERS: users})
        return asked_answer(wished, asked, catalog)[0].usability not in _USEFUL

    room = _room(same_file, asked, catalog)
    held = [one for one in _TRIED if room is None or one < room] + ([room] if room else [])
    place = bisect_left(held, True, key=is_too_many)
    if not place:
        return "Too slow even for one user."
    if place < len(held):
        more = f"with {count(held[place])} it is too slow"
    else:
        more = "more have no room in memory and wait" if room else "more were not tried"
    most = held[place - 1]
    users = "1 user" if most == 1 else f"{count(most)} users"
    each = _each(replace(same_file, fields={**wish.fields, USERS: most}), most, asked, catalog)
    return f"At once: {users}{each}, {more}.{_longer(same_file, asked, catalog)}"


def _each(wish: Wish, users: int, asked: AskedRig, catalog: Catalog) -> str:
    """The speed for each of so many, and what they wait for the first word."""
    answer = asked_answer(wish, asked, catalog)[0]
    if answer.rate_per_s is None:
        return ""
    first = f", first word after {duration(answer.first_token_s)}" if answer.first_token_s is not None else ""
    work = catalog.other_workloads[answer.workload].fields
    read, written = (wish.fields.get(name, work.get(name)) for name in ("prompt_tokens", "generated_tokens"))
    lengths = f" (prompts of {read:,} tokens, answers of {written:,})" if read and written else ""
    return f" at {speed_number(answer.rate_per_s.middle / users)} tokens/s each{first}{lengths}"


def _longer(wish: Wish, asked: AskedRig, catalog: Catalog) -> str:
    """What the work at full load counts, whose answers are longer: fewer have room; empty where it has no answer."""
    fields = {name: value for name, value in wish.fields.items() if name == "cache_type"}
    try:
        _, verdict = asked_answer(replace(wish, workload=_FULL, fields=fields), asked, catalog)
    except (ReasonError, SentenceError):
        return ""
    speed = verdict.figures[0] if verdict.figures else None
    if speed is None or "users" not in speed.meaning:
        return ""
    return f" With long answers, 1,000 tokens read and 1,000 written ({_FULL}): {speed.meaning}."


def _room(wish: Wish, asked: AskedRig, catalog: Catalog) -> int | None:
    """How many conversations have room at once; None where that is unknown."""
    about, (_, rig) = meant(wish, catalog), assembled(asked.profile, catalog, name=asked.name)
    question, is_quant_own, _ = question_of(wish, about, rig)
    found, _ = judged_answer(question, rig, about.known, is_quant_own=is_quant_own)
    return getattr(found.chosen.answer, "max_concurrency", None) or None
