"""What an amount of work takes at the speed that was answered."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.items import LONGEST_TEXT_TOKENS, TOKENS_A_PAGE, USUAL_PAGES, Items
from advisor.cli.asking.sentence.volume import Volume
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.units import SECONDS_PER_DAY, SECONDS_PER_HOUR
from advisor.present.words.quantity import count, rough_time

_WHOLE = ("chunks", "texts", "passages", "sentences", "images", "pictures", "photos")
"""Things that are one text or one picture each; of others it is said as what they are counted."""
_OF_PICTURES = ("images", "pictures", "photos", "scans")
SEQUENCE = "sequence_tokens"
_MADE = ("image", "video")
_SHORT_ANSWER_TOKENS = 10
"""Of an answer of a word or two (a judgment)."""
_AT_ONCE = "A server that answers many at once is faster: --workload serve-a-team."


def volume_lines(volume: Volume, answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """How long the items take, and whether a speed that was asked for is reached."""
    rate, items = answer.rate_per_s, volume.items
    if answer.usability == "wont_run" or rate is None:
        return
    if items is not None:
        each = _each(items, answer, catalog)
        yield from _all(items, each) if each is not None else _uncounted(items, answer, catalog)
    if volume.audio_s and answer.workload == "speech":
        span = f"{rough_time(volume.audio_s / rate.high)} to {rough_time(volume.audio_s / rate.low)}"
        hours = count(round(volume.audio_s / SECONDS_PER_HOUR))
        yield f"All {hours} hours of sound: {rough_time(volume.audio_s / rate.middle)} ({span})."
    if volume.wanted_per_s and answer.rate_unit == "tokens":
        reached = "reached" if rate.middle >= volume.wanted_per_s else "not reached"
        yield f"Wanted: {volume.wanted_per_s:g} tokens/s; {reached}."
    if volume.tokens_per_day and answer.rate_unit == "tokens":
        taken = rough_time(volume.tokens_per_day / rate.middle)
        yield f"Writing {count(round(volume.tokens_per_day))} tokens takes {taken} of each day."


def all_recorded(volume: Volume, answers: Sequence[AskAnswer]) -> str:
    """How long each of several computers takes for all that was recorded, as a line; empty where nothing was."""
    rates = [(one.rig, one.rate_per_s) for one in answers if one.workload == "speech" and one.rate_per_s is not None]
    if not volume.audio_s or not rates:
        return ""
    each = ", ".join(f"{rig} {rough_time(volume.audio_s / rate.middle)}" for rig, rate in rates)
    return f"All {count(round(volume.audio_s / SECONDS_PER_HOUR))} hours of sound: {each}.\n"


class _Each(NamedTuple):
    """Seconds of one item at the highest, middle and lowest speed; `told` is what was counted for it.

    `is_text`: it is read and written.
    """

    high: float
    middle: float
    low: float
    told: str = ""
    is_text: bool = False


def _each(items: Items, answer: AskAnswer, catalog: Catalog) -> _Each | None:
    """How long one of them takes; None where that is not known of this work."""
    rate, work = answer.rate_per_s, catalog.other_workloads.get(answer.workload)
    if rate is None:
        return None
    if work is not None:
        is_made = work.task == "image" and items.called in _OF_PICTURES
        is_counted = answer.rate_unit == "items" and (is_made or work.task not in _MADE)
        if not is_counted:
            return None
        parts, told = _parts(items, work.fields.get(SEQUENCE))
        return _Each(parts / rate.high, parts / rate.middle, parts / rate.low, told)
    if answer.first_token_s is None:
        return None
    usual = catalog.workloads[answer.workload]
    read = items.tokens or usual.prompt_tokens
    wrote = {"short": _SHORT_ANSWER_TOKENS, "as long": read}.get(items.answers, usual.generated_tokens)
    told = f"one after the other, {count(read)} tokens read and {count(wrote)} written for each, without thinking"
    low, middle, high = (answer.first_token_s + wrote / one for one in (rate.high, rate.middle, rate.low))
    return _Each(low, middle, high, told, is_text=True)


def _parts(items: Items, usual_tokens: object) -> tuple[int, str]:
    """In how many texts one of them is embedded, and in words what was counted for that."""
    pages = USUAL_PAGES.get(items.called, 0) if items.tokens is None and isinstance(usual_tokens, int) else 0
    tokens = items.tokens or pages * TOKENS_A_PAGE
    least = usual_tokens if pages else LONGEST_TEXT_TOKENS
    is_divided = isinstance(usual_tokens, int) and isinstance(least, int) and tokens > least
    parts = ceil(tokens / usual_tokens) if is_divided and isinstance(usual_tokens, int) else 1
    length = usual_tokens if is_divided else tokens or usual_tokens
    texts = "one text" if parts == 1 else f"{parts} texts"
    of_pages = f"{pages} pages of {TOKENS_A_PAGE} tokens" if pages > 1 else f"{TOKENS_A_PAGE} tokens a page"
    assumed = f" (assumed: {of_pages})" if pages else ""
    return parts, f"each as {texts} of {length} tokens{assumed}" if items.called not in _WHOLE and length else ""


def all_lines(items: Items, answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """How long all of them take; nothing where that is not known."""
    each = _each(items, answer, catalog)
    yield from _all(items, each) if each is not None else ()


def whole_s(items: Items, answer: AskAnswer, catalog: Catalog) -> float | None:
    """How long all of them probably take; None where that is not known."""
    each = _each(items, answer, catalog)
    return None if each is None else items.number * each.middle


def _all(items: Items, each: _Each) -> Iterator[str]:
    """How long all take, or those of a day."""
    number = count(round(items.number))
    high, middle, low = (rough_time(items.number * one) for one in (each.high, each.middle, each.low))
    told = f" Counted: {each.told}." if each.told else ""
    told += f" {_AT_ONCE}" if each.is_text and items.number * each.middle > SECONDS_PER_DAY else ""
    if not items.is_daily:
        yield f"All {number} {items.called}: {middle} ({high} to {low}).{told}"
    elif items.number * each.middle > SECONDS_PER_DAY:
        yield f"{number} {items.called} a day are too many: they take {middle} ({high} to {low}).{told}"
    else:
        yield f"{number} {items.called} take {middle} ({high} to {low}) of each day.{told}"


def _uncounted(items: Items, answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """That they are not counted, but for examples of training, whose number is in the settings."""
    work = catalog.other_workloads.get(answer.workload)
    if work is None or "data_tokens" not in work.fields:
        yield f"Not counted: {count(round(items.number))} {items.called}."
