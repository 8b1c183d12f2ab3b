"""A second card or another one in its place: one line on what each of them would bring, and which comes first."""

import re
from collections.abc import Iterator

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.cli.asking.buying.ram_or_gpu import best_of_kinds, first_of_both, of_card

_CARD = r"(?:cards?|gpus?|one)"
_ADDED = (
    rf"(?:(?:add(?:ing)?|buy(?:ing)?|get(?:ting)?) )?(?:(?:an?|the) )?(?:second|2nd|another|extra|additional) {_CARD}"
    rf"|add(?:ing)? (?:an?|one) (?:more )?{_CARD}|add(?:ing)? (?:one|another)"
)
_REPLACED = (
    r"(?:replac\w+|swap\w*|sell(?:ing)?|trad(?:e|ing)|upgrad\w+)"
    r"(?: (?:it|them|the|my|old|current|one|card|gpu|in|out))*"
    rf"|(?:(?:an?|one|single) )+(?:new|better|bigger|faster|larger|stronger) {_CARD}"
)
_OR = r"[^.?!]{0,24}?\b(?:or|vs\.?|versus|instead of|rather than)\b[^.?!]{0,16}?"
_EITHER = re.compile(
    rf"\b(?:{_ADDED})\b{_OR}\b(?:{_REPLACED})\b|\b(?:{_REPLACED})\b{_OR}\b(?:{_ADDED})\b", re.IGNORECASE
)
_SECOND, _IN_PLACE = "a second card", "another card in its place"
_CLEARLY = 1.25
"""Below this the cheaper of two that run as many more models comes first (a judgment)."""


def asks_add_or_replace(text: str) -> bool:
    """Whether it is asked which of both to do."""
    return _EITHER.search(text) is not None


def add_or_replace(answer: WorthAnswer, *, has_card: bool) -> Iterator[str]:
    """What each brings for the money; nothing where no card is there."""
    added, instead = best_of_kinds(answer, ("second_card",)), best_of_kinds(answer, ("card",))
    if not has_card and not any(one.kind == "second_card" for one in answer.others):
        return
    yield first_of_both(_first(added, instead, answer), answer)
    yield f"A second card: {of_card(added, answer)}"
    yield f"In its place: {of_card(instead, answer)}"


def _first(added: Compared | None, instead: Compared | None, answer: WorthAnswer) -> str:
    if added is None or instead is None:
        return "neither" if added is instead else _SECOND if instead is None else _IN_PLACE
    one, other = (_brings(way, answer) for way in (added, instead))
    if one != other:
        return _SECOND if one > other else _IN_PLACE
    fast, slow = (way.gain.middle if way.gain is not None else 0.0 for way in (added, instead))
    if max(fast, slow) >= _CLEARLY * min(fast, slow):
        return _SECOND if fast > slow else _IN_PLACE
    return _SECOND if (added.cost_usd or 0.0) < (instead.cost_usd or 0.0) else _IN_PLACE


def _brings(one: Compared, answer: WorthAnswer) -> tuple[bool, bool, int]:
    """Whether it is advised, whether it is put in as it comes, and how many more models it runs well."""
    return one.id == answer.decision.best_id, not one.is_makeshift, len(one.with_new.newly_usable)
