"""Computers that are held against each other with one model: in the same file, and with the same thinking."""

from collections.abc import Callable, Iterator, Sequence

from advisor.answer.which_model.published_forms import loss_steps
from advisor.cli.asking.versus.row import NEAR, Row, bytes_of, file_of
from advisor.facts.asked.question import THINKING
from advisor.present.words.quantity import speed_number, tokens
from advisor.present.words.words import joined

_USUAL = "Q4_K_M"
"""The file in which most people run a model: good enough for any work (cards in specs/quants)."""
_OFF = "thinking off"
_LARGER = 1.5
"""Files that differ by so much are no comparison: 8 bits against 4 (a judgment)."""

_PRECISIONS = ("bf16", "fp8")
"""In which models that draw are held against each other, the most bits first: fewer are for who has no room."""

Again = Callable[[Row, str, tuple[str, ...]], Row]
"""Answers a row in another file, with further options."""


def alike(rows: Sequence[Row], again: Again, *, is_file_free: bool) -> list[Row]:
    """The rows, each model on all computers in one file and with or without thinking, where that sets them apart.

    A noticeably worse file makes a card fast that has no room for the usual one, and without thinking an answer is
    there at once: neither is a reason for a card. `is_file_free`: nobody named a file.
    """
    found = list(rows)
    for model in dict.fromkeys(one.answer.model_id for one in rows):
        places = [place for place, one in enumerate(rows) if one.answer.model_id == model and _writes(one)]
        some = [rows[place] for place in places]
        if len({one.name for one in some}) < 2 or len({one.name for one in some}) < len(some):
            continue
        if is_file_free and (_differ_in_worth(some) or _differ_in_thinking(some)):
            some = _in_one_file(some, again)
        elif is_file_free and _differ_in_size(some):
            some = _in_one_file(some, again, is_smallest=True)
        if _differ_in_thinking(some):
            some = [again(one, file_of(one), ("--set", f"{THINKING}=off")) for one in some]
        for place, one in zip(places, some, strict=True):
            found[place] = one
    return _drawn_alike(found, again) if is_file_free else found


def _drawn_alike(rows: Sequence[Row], again: Again) -> list[Row]:
    """The rows, a model that draws or films in the most bits that all computers hold whole, where they differ in it."""
    found = list(rows)
    for model in dict.fromkeys(one.answer.model_id for one in rows if one.answer.rate_unit == "items"):
        places = [place for place, one in enumerate(rows) if one.answer.model_id == model]
        some = [rows[place] for place in places]
        if len({one.name for one in some}) < len(some) or len({file_of(one) for one in some}) < 2:
            continue
        for precision in _PRECISIONS:
            same = [again(one, precision, ()) for one in some]
            if all(one.rate and not one.lacking and one.answer.settings.placement == "gpu" for one in same):
                for place, one in zip(places, same, strict=True):
                    found[place] = one
                break
    return found


def held_whole(rows: Sequence[Row]) -> Iterator[str]:
    """Of each model which computers hold its file whole, where others keep a part of the same file in RAM."""
    for model in dict.fromkeys(one.answer.model for one in rows):
        some = [one for one in rows if one.answer.model == model and _runs(one)]
        part = [one for one in some if not _is_whole(one)]
        whole = [one for one in some if one.answer.settings.placement == "gpu" and file_of(one) in map(file_of, part)]
        if not part or not whole or {one.name for one in whole} & {one.name for one in part}:
            continue
        context = whole[0].answer.settings.context_tokens
        room = f" with {tokens(context)} of context" if context else ""
        holders, others = (joined(dict.fromkeys(one.name for one in each), " and ") for each in (whole, part))
        hold, keep = ("holds" if len(whole) == 1 else "hold"), ("keeps" if len(part) == 1 else "keep")
        yield f"Only {holders} {hold} {model} as {file_of(whole[0])} whole{room}; {others} {keep} a part in RAM."


def what_sets_apart(before: Sequence[Row], rows: Sequence[Row]) -> Iterator[str]:
    """Which file the computers would take of themselves that are answered in that of others."""
    for old, one in zip(before, rows, strict=True):
        same = [other for other in rows if other.answer.model_id == one.answer.model_id]
        if old is one or not any(map(_is_whole, same)):
            continue
        if one.answer.rate_unit == "items":
            if old.rate > one.rate:
                yield f"As {file_of(old)} {one.name} takes {old.verdict.figures[1].amount}."
            continue
        rate, file = speed_number(old.rate), file_of(old)
        if loss_steps(file) and not loss_steps(file_of(one)):
            yield f"As {file} {one.name} writes {rate} tokens/s, but answers noticeably worse."
        elif bytes_of(old) >= _LARGER * bytes_of(one):
            whole = f"{one.answer.model} as {file}" if len({row.answer.model for row in rows}) > 1 else file
            yield f"{one.name} has room for {whole}, which keeps more: {rate} tokens/s."


def stands_back(one: Row, rows: Sequence[Row]) -> bool:
    """Whether another computer has it in a clearly better file, or whole and not clearly slower."""
    same = [other for other in rows if other is not one and other.answer.model_id == one.answer.model_id]
    same = [other for other in same if other.is_useful]
    if loss_steps(file_of(one)) and any(not loss_steps(file_of(other)) for other in same):
        return True
    whole = max((other.rate for other in same if _is_whole(other)), default=0.0)
    return not _is_whole(one) and one.rate < NEAR * whole


def _in_one_file(rows: Sequence[Row], again: Again, *, is_smallest: bool = False) -> list[Row]:
    """All in the usual file; where one has none, in the smallest good one; as they are where one lacks room.

    `is_smallest`: in the smallest good one first.
    """
    good = [one for one in rows if not loss_steps(file_of(one))]
    least = [file_of(min(good, key=bytes_of))] if good else []
    for quant in dict.fromkeys((*least, _USUAL) if is_smallest else (_USUAL, *least)):
        same = [one if file_of(one) == quant else again(one, quant, ()) for one in rows]
        are_all = all(file_of(one) == quant and _writes(one) and not one.lacking for one in same)
        if are_all and any(one.is_useful for one in same):
            return same
    return [*rows]


def _differ_in_worth(rows: Sequence[Row]) -> bool:
    """Whether one of them is fast for a noticeably worse file alone."""
    return len({loss_steps(file_of(one)) > 0 for one in rows}) > 1


def _differ_in_size(rows: Sequence[Row]) -> bool:
    """Whether one of them writes slowly for a file that is far larger."""
    return max(map(bytes_of, rows)) >= _LARGER * min(map(bytes_of, rows))


def _differ_in_thinking(rows: Sequence[Row]) -> bool:
    """Whether a model thinks on one computer and not on another."""
    is_off = [_OFF in one.verdict.light_word for one in rows]
    thinks = [THINKING in one.verdict.figures[1].text for one in rows]
    return any(is_off) and any(yes and not off for yes, off in zip(thinks, is_off, strict=True))


def _writes(one: Row) -> bool:
    return one.answer.rate_unit == "tokens" and _runs(one)


def _runs(one: Row) -> bool:
    return one.answer.usability != "wont_run" and one.rate > 0


def _is_whole(one: Row) -> bool:
    return one.answer.settings.placement != "gpu+ram"
