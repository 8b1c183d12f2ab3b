"""One card in place of another for several models: a verdict for each in their order, then one in all."""

from collections.abc import Sequence
from typing import NamedTuple

from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered, pairs
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import times
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import joined

_FASTER = 1.3
"""From so many times as fast on somebody notices it (a judgment)."""
_USEFUL = ("great", "fine")


class _Model(NamedTuple):
    """What a model does with each of both cards, and whether the new one is worth it for that."""

    line: str
    name: str
    is_worth: bool
    is_enough: bool
    stays_slow: bool = False


def each_of(
    told: Said, answer: WorthAnswer, also: Sequence[str], rig: Sequence[str], catalog: Catalog
) -> tuple[str, ...]:
    """A verdict for each model in their order, then one in all; empty where no card is swapped for several models."""
    cards, owned = [gpu for one in told.hardware.offered for gpu in one.gpus], told.hardware.owned
    is_swap = len(cards) == 1 and cards[0].number == 1 and len(owned) == 1 and len(owned[0].gpus) == 1
    if not also or not is_swap or owned[0].gpus[0].card_id == cards[0].card_id or told.is_outside:
        return ()
    judged = {answer.question.model_text, *also}
    models = [one for one in (_called(one.name, catalog) for one in told.models) if one in judged]
    return _each_model(list(dict.fromkeys(models)), rig, cards[0].name, answer.question.workload_id, catalog)


def _called(name: str, catalog: Catalog) -> str:
    """A model by the name of its card."""
    for index in (catalog.models, catalog.other_models):
        if (found := index.find(name)) is not None:
            return index[found].name
    return name


def _each_model(models: Sequence[str], rig: Sequence[str], card: str, work: str, catalog: Catalog) -> tuple[str, ...]:
    others = [word for name, value in pairs(rig) if name != "--gpu" for word in (name, value)]
    found = [_of_one(model, rig, ("--gpu", card, *others), work, card, catalog) for model in models]
    worth = [one.name for one in found if one.is_worth]
    return (*(one.line for one in found), _in_all(found, worth, card))


def _of_one(model: str, rig: Sequence[str], then: Sequence[str], work: str, card: str, catalog: Catalog) -> _Model:
    of_work = ("--workload", work) if work else ()
    now, now_verdict, _ = answered((model, *of_work, *rig), catalog)
    new, new_verdict, _ = answered((model, *of_work, *then), catalog)
    is_now, is_new = (one.usability in _USEFUL for one in (now, new))
    before, after = (_told(*one) for one in ((now, now_verdict), (new, new_verdict)))
    ratio = _ratio(now, new)
    speed = f", {times(ratio)} as fast" if ratio else ""
    change = f"{before} now, {after} with the {card}{speed}"
    if not is_new and new.usability == "slow" and ratio >= _FASTER:
        told = f"{new.model}: helps, but stays slow; {change}."
        return _Model(told, new.model, is_worth=False, is_enough=False, stays_slow=True)
    if not is_new:
        return _Model(f"{new.model}: no; {change}.", new.model, is_worth=False, is_enough=False)
    if is_now:
        is_noticed = now.usability == "fine" and ratio >= _FASTER
        word = "helps" if is_noticed else "not needed"
        return _Model(f"{new.model}: {word}; {change}.", new.model, is_worth=is_noticed, is_enough=True)
    return _Model(f"{new.model}: yes; {change}.", new.model, is_worth=True, is_enough=False)


def _told(answer: AskAnswer, verdict: Verdict) -> str:
    """Its light, with how long one takes."""
    wait = verdict.figures[1]
    is_run = answer.usability != "wont_run" and wait.amount
    return f"{verdict.light_word.lower()}{f' ({wait.amount})' if is_run else ''}"


def _ratio(now: AskAnswer, new: AskAnswer) -> float:
    """How many times as fast; 0 where that is not known."""
    if "wont_run" in (now.usability, new.usability) or now.rate_per_s is None or new.rate_per_s is None:
        return 0.0
    return new.rate_per_s.middle / now.rate_per_s.middle if now.rate_per_s.middle else 0.0


def _in_all(found: Sequence[_Model], worth: Sequence[str], card: str) -> str:
    """One verdict on the card."""
    if worth and len(worth) == len(found):
        return f"In all yes: the {card} is worth it for all of them."
    if worth:
        enough = [one.name for one in found if one.is_enough and not one.is_worth]
        beside = f"; for {joined(enough, ' and ')} alone what you have is enough" if enough else ""
        return f"In all yes, for {joined(worth, ' and ')}{beside}."
    if all(one.is_enough for one in found):
        return "In all no: what you have does all of them well."
    if slow := [one.name for one in found if one.stays_slow]:
        return f"In all hardly: {joined(slow, ' and ')} gets faster with the {card}, but stays slow."
    return f"In all no: not with the {card}."
