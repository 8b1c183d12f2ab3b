"""How fast something does a kind of work, in the words of that work."""

from advisor.answer.worth_question import WorthQuestion
from advisor.answer.worth_speed import Reached
from advisor.facts.units import MEGA, SECONDS_PER_HOUR
from advisor.facts.workload import TaskCard
from advisor.present.answer_text import reading_words
from advisor.present.capital import capital
from advisor.present.quantity import UNKNOWN, duration, speed, speed_number, tokens

_EACH = {"image": "a picture", "video": "a clip"}
_NO_LINE = "not known"
_ITEMS = {"embed": "passages", "classify": "pictures"}


def rate_words(one: Reached, question: WorthQuestion) -> str:
    """The speed: "about 42 tokens/s, 8.4 times as fast as you read", "a picture in 12 s", "135 passages a second"."""
    if one.rate is None:
        return "does not fit" if one.fit == "too_big" else "at a speed that is not known"
    middle, workload = one.rate.middle, question.workload
    if question.is_interactive:
        wait = "" if one.first_word_s is None else f", the first word after {duration(one.first_word_s)}"
        return f"about {speed(middle)}, {reading_words(middle)}{wait}"
    if question.task in _EACH:
        return f"{_EACH[question.task]} in about {duration(1 / middle)}"
    if question.task in _ITEMS:
        return f"about {speed_number(middle)} {_ITEMS[question.task]} a second"
    if question.task == "speech":
        return f"about {speed_number(middle)} times as fast as people speak"
    amount = _data_tokens(workload) if isinstance(workload, TaskCard) else None
    if amount:
        return f"a run of {tokens(amount)} in about {duration(amount / middle)}"
    return f"about {speed(middle)} for all together"


def range_words(one: Reached, question: WorthQuestion) -> str:
    """The range in the words of the speed: "36 to 48", "10 s to 15 s"."""
    if one.rate is None:
        return ""
    if question.task in _EACH:
        return f"{duration(1 / one.rate.high)} to {duration(1 / one.rate.low)}"
    amount = _data_tokens(question.workload) if isinstance(question.workload, TaskCard) else None
    if amount:
        return f"{duration(amount / one.rate.high)} to {duration(amount / one.rate.low)}"
    return f"{speed_number(one.rate.low)} to {speed_number(one.rate.high)}"


def rate_heading(question: WorthQuestion) -> str:
    """What `short_rate` counts, as the title of a column."""
    if question.task in _EACH:
        return f"{capital(_EACH[question.task])} in"
    if question.task in _ITEMS:
        return f"{capital(_ITEMS[question.task])} a second"
    if question.task == "speech":
        return "Times as fast as spoken"
    if isinstance(question.workload, TaskCard) and _data_tokens(question.workload):
        return "One run in"
    return "Tokens/s"


def short_rate(one: Reached, question: WorthQuestion) -> str:
    """The speed and its range without their unit: "42 (36 to 48)", "12 s (10 s to 15 s)"."""
    if one.rate is None:
        return "" if one.fit == "too_big" else UNKNOWN
    amount = _data_tokens(question.workload) if isinstance(question.workload, TaskCard) else None
    is_time = question.task in _EACH or bool(amount)
    middle = duration((amount or 1) / one.rate.middle) if is_time else speed_number(one.rate.middle)
    return f"{middle} ({range_words(one, question)})"


def cost_unit(question: WorthQuestion) -> tuple[str, float]:
    """What a cost is told for, and how many units of the speed that is: a million tokens, a picture, one run."""
    if question.task in _EACH:
        return _EACH[question.task], 1.0
    if question.task in _ITEMS:
        return f"a million {_ITEMS[question.task]}", MEGA
    if question.task == "speech":
        return "an hour of sound", SECONDS_PER_HOUR
    amount = _data_tokens(question.workload) if isinstance(question.workload, TaskCard) else None
    return ("one run", float(amount)) if amount else ("a million tokens", MEGA)


def enough_words(question: WorthQuestion) -> str:
    """What is enough for the work: "5 tokens/s and a first word within 10 s"."""
    workload = question.workload
    if not isinstance(workload, TaskCard):
        wait = workload.enough_first_word_s
        second = f" and the first word within {duration(wait)}" if wait else ""
        return f"{speed(workload.enough_tokens_per_s)}{second}"
    if workload.enough_items_per_s:
        return f"{speed_number(workload.enough_items_per_s)} {_ITEMS.get(question.task, 'items')} a second"
    if workload.enough_tokens_per_s:
        return f"{speed(workload.enough_tokens_per_s)} for each"
    if workload.enough_s:
        what = _EACH.get(question.task, "a run" if _data_tokens(workload) else "a recording of that length")
        return f"{what} in {duration(workload.enough_s)}"
    return _NO_LINE


def has_line(question: WorthQuestion) -> bool:
    """Whether it is known how much is enough for the work."""
    return enough_words(question) != _NO_LINE


def _data_tokens(workload: TaskCard) -> int | None:
    amount = workload.fields.get("data_tokens")
    return int(amount) if amount else None
