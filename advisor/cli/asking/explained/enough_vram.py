"""Whether so much VRAM is enough: the best model that it holds whole, what RAM adds, and for what it is not."""

import re
from collections.abc import Iterator, Sequence

from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.best_of_all import first_answers, gib_of
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import speed_number

_ENOUGH = (
    r"(?:enough|sufficient|suffic\w+|too little|too small|plenty|obsolete|viable|future[- ]?proof|usable|okay?|fine"
    r"|(?:still )?good)"
)
_ASKED = re.compile(
    rf"\b(?:is|are|will|would|does|do|can)\b[^.?!]*\b{_ENOUGH}\b|\b{_ENOUGH}\b[^.?!]*\?|\benough\b", re.IGNORECASE
)
_OF_MEMORY = re.compile(
    r"\bvram\b|\b\d+ ?gi?b\b|\bmemory\b|\benough\b|\bsuffic\w+|\btoo (?:little|small)\b", re.IGNORECASE
)
"""Whether a card is any good is another question where nothing tells that its memory is meant."""
_OTHER = re.compile(
    r"\b(?:which|what|how|psu|power supply|watts?|\d{3,4} ?w|fast enough|enough speed|tokens|t/s|ram enough"
    r"|enough ram|system ram"
    r"|\d+ ?gb (?:of )?(?:system )?(?:ram|ddr\d))\b",
    re.IGNORECASE,
)
"""Another thing is to be enough, or it is asked which."""
_STEPS = (
    (12, "RTX 3060 12GB"), (16, "RTX 5060 Ti 16GB"), (24, "RTX 3090"), (32, "RTX 5090"), (48, "2x RTX 3090"),
    (96, "RTX PRO 6000 Blackwell"), (192, "2x RTX PRO 6000 Blackwell"),
)  # fmt: skip
"""What people buy next, by its VRAM."""
_MORE = 0.5
"""A model that can do so many doublings more is of another class (a judgment)."""
_LARGER, _NEAR = 2.0, 1.5
"""Of a larger class is what is twice as large, and not much less able (a judgment)."""
_TRIED = 10


def asks_enough_vram(text: str) -> bool:
    """Whether it is asked if the memory of a card is enough, of no model in particular."""
    return all(one.search(text) for one in (_ASKED, _OF_MEMORY)) and _OTHER.search(text) is None


def enough_vram_words(rig: Sequence[str], workload: str, catalog: Catalog) -> str:
    """For what it is enough, and for what people want next it is not; empty where nothing runs well."""
    gib = gib_of(rig_of(rig, catalog), catalog)
    good = [*_good(rig, workload, catalog)]
    whole = next((one for one in good if _is_whole(one)), None)
    spilled = next((one for one in good if not _is_whole(one)), None)
    if whole is None:
        told = f"With a part in RAM {_told(spilled)}." if spilled is not None else ""
        return "\n".join(filter(None, (f"Not enough: {gib:g} GB of VRAM hold no current model whole.", told)))
    lines = [f"Enough for {whole.model} whole in {gib:g} GB of VRAM, {_speed(whole)}."]
    able = _able(whole, workload, catalog)
    if spilled is not None and _able(spilled, workload, catalog) > able:
        lines.append(f"With a part in RAM also enough for {_told(spilled)}.")
    lines.append(_next(whole, {one.model_id for one in good if _is_whole(one)}, gib, workload, catalog))
    return "\n".join(filter(None, lines))


def _next(whole: AskAnswer, known: set[str], gib: float, workload: str, catalog: Catalog) -> str:
    """What is wanted next and takes more: what can do more, else what is twice as large and about as able."""
    able, larger = _able(whole, workload, catalog), ""
    most = max(catalog.models[one].params for one in known)
    for step, name in _STEPS:
        if step <= gib:
            continue
        for one in _good(("--gpu", name), workload, catalog):
            if not _is_whole(one) or one.model_id in known:
                continue
            if _able(one, workload, catalog) > able + _MORE:
                return f"Not enough to hold {one.model} whole, which people want next: that takes {step} GB."
            is_larger = catalog.models[one.model_id].params >= _LARGER * most
            if not larger and is_larger and _able(one, workload, catalog) > able - _NEAR:
                larger = f"Not enough for the next class: {one.model} takes {step} GB, and is rated no higher."
    return larger


def _good(rig: Sequence[str], workload: str, catalog: Catalog) -> Iterator[AskAnswer]:
    """What the first of the ranking do that run well there in a good file."""
    for one, _ in first_answers(rig, workload, catalog, count=_TRIED):
        if one.is_useful and not loss_steps(one.settings.quant or ""):
            yield one


def _is_whole(one: AskAnswer) -> bool:
    return one.settings.placement == "gpu"


def _able(one: AskAnswer, workload: str, catalog: Catalog) -> float:
    return capability(catalog.models[one.model_id], catalog.blocks, use=workload)


def _told(one: AskAnswer) -> str:
    return f"{one.model}, {_speed(one)}"


def _speed(one: AskAnswer) -> str:
    return f"about {speed_number(one.tokens_per_s.middle)} tokens/s" if one.tokens_per_s is not None else ""
