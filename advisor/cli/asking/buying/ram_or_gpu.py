"""More RAM or a GPU: one line on what each of them would bring, and which comes first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from advisor.answer.money.prices import SECOND
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.worth import CARDS
from advisor.facts.values.range import Range
from advisor.present.upgrade.option_names import best_name, model_names, rate_words
from advisor.present.words.light import usability_word
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import speed_number

_FIRST = "First of both: "
_OF_RAM = ("setting", "sticks", "memory")
_FASTER = 1.1
_NAMED = 3


class MoreRam(NamedTuple):
    """So much RAM in all, what the model does with it, and the models that run well with it and not without."""

    gib: float
    answer: AskAnswer | None
    opens: Sequence[str]


def ram_or_gpu(answer: WorthAnswer, ram: MoreRam, named: Sequence[str]) -> Iterator[str]:
    """What each brings; `named` are ids of the cards that were asked about."""
    meant = [one for one in answer.others if one.id.removeprefix(SECOND) in named]
    card, sticks = next(iter(meant), None) or _card_alone(answer), best_of_kinds(answer, ("sticks",))
    larger = None if _is_opened(ram, answer) else _opening_ram(answer)
    is_opened = larger is not None or _is_opened(ram, answer)
    does_card, does_ram = _does(card), _does(sticks) or is_opened or bool(ram.opens)
    is_advised = answer.best is not None and answer.best.kind in _OF_RAM
    is_ram_first = is_opened and (is_advised or not (card is not None and card.is_opening))
    is_ram_first = is_ram_first or (not answer.question.is_open and _runs_from_ram_alone(card, ram))
    first = "RAM" if is_ram_first else "the GPU" if does_card else "RAM" if does_ram else "neither, for this work"
    yield first_of_both(first, answer)
    yield f"GPU: {of_card(card, answer)}"
    yield f"RAM: {_of_ram(ram, answer) if larger is None else of_card(larger, answer)}"


def _card_alone(answer: WorthAnswer) -> Compared | None:
    """The best of the cards that are sold without more RAM; with it only where none does anything alone."""
    alone = replace(answer, others=tuple(one for one in answer.others if not _adds_ram(one)))
    return best_of_kinds(alone, CARDS) or best_of_kinds(answer, CARDS)


def _opening_ram(answer: WorthAnswer) -> Compared | None:
    """The least RAM with which the model is of use that is judged with; None without such."""
    ways = (one for one in answer.others if one.kind == "memory" and one.is_opening and not one.is_dear)
    return min((one for one in ways if one.price is not None), key=lambda one: one.memory_bytes, default=None)


def _adds_ram(one: Compared) -> bool:
    return one.kind in CARDS and any(each.memory_bytes is not None for each in one.edits)


def _runs_from_ram_alone(card: Compared | None, ram: MoreRam) -> bool:
    """Whether the model that was named does not fit with the card, and runs in the memory, if slowly."""
    is_run = ram.answer is not None and ram.answer.usability != "wont_run"
    return is_run and card is not None and not card.runs


def first_of_both(first: str, answer: WorthAnswer) -> str:
    """Which comes first, as the verdict leaves it: where that is no, only for who buys all the same."""
    if answer.decision.verdict != "no" or first.startswith("neither"):
        return f"{_FIRST}{first}."
    if answer.decision.reason == "enough":
        return f"Neither is needed for {answer.question.model_text}; for more than that, first {first}."
    money = answer.question.money
    if answer.decision.reason == "over_budget" and money.budget_usd is not None:
        return f"{_FIRST}{first}, though not for {currency_of(money).text(money.budget_usd)}."
    return f"Neither is advised; who buys one all the same: first {first}."


def agrees(answer: WorthAnswer, first: Sequence[str]) -> bool:
    """Whether the verdict on all options is the same as what was said of both: one answer has one verdict."""
    if answer.best is None:
        return answer.decision.verdict == "no"
    if not first or not first[0].startswith(_FIRST):
        return True
    kinds = CARDS if first[0].startswith(f"{_FIRST}the GPU") else _OF_RAM if first[0].startswith(f"{_FIRST}RAM") else ()
    return answer.best.kind in kinds and not _adds_ram(answer.best)


def _is_opened(ram: MoreRam, answer: WorthAnswer) -> bool:
    """Whether the model that is judged with is of use with more RAM, and not as it is."""
    is_useful = ram.answer is not None and ram.answer.is_useful
    return is_useful and not answer.now.reached.light.is_useful


def best_of_kinds(answer: WorthAnswer, kinds: Sequence[str]) -> Compared | None:
    """What of these kinds is advised first, else what makes most possible for the money."""
    for one in (answer.best, answer.buys_most):
        if one is not None and one.kind in kinds:
            return one
    ways = [one for one in answer.others if one.kind in kinds and one.price is not None and not one.is_dear]
    easy = [one for one in ways if not one.is_makeshift] or ways
    return next((one for one in easy if one.makes_possible), None) or next(iter(easy), None)


def _does(one: Compared | None) -> bool:
    return one is not None and (bool(one.makes_possible) or _is_faster(one.gain) or one.is_opening)


def _is_faster(gain: Range | None) -> bool:
    return gain is not None and gain.middle >= _FASTER


def of_card(one: Compared | None, answer: WorthAnswer) -> str:
    """What a card costs and brings, beside what is there now."""
    if one is None:
        return "none of the list within this makes a difference."
    question = answer.question
    cost = f" for {span_words(one.price, currency_of(question.money))}" if one.price is not None else ""
    new = ", ".join(model_names(one.with_new, question)[:_NAMED])
    if not one.runs:
        does = f"{question.model_text} does not fit with it"
    else:
        does = rate_words(one.reached, question, with_wait=False)
        now = rate_words(answer.now.reached, question, with_wait=False)
        does += f" (now {now})" if answer.now.reached.rate is not None else ""
    return f"{best_name(one)}{cost}: {does}{f'; makes possible {new}' if new else ''}."


def _of_ram(ram: MoreRam, answer: WorthAnswer) -> str:
    now = rate_words(answer.now.reached, answer.question, with_wait=False)
    new = f"; makes possible {', '.join(ram.opens[:_NAMED])}, in RAM and so slower" if ram.opens else ""
    if ram.answer is None or ram.answer.rate_per_s is None or ram.answer.usability == "wont_run":
        return f"with {ram.gib:g} GB {answer.question.model_text} does not run well either{new}."
    before, rate = answer.now.reached.rate, ram.answer.rate_per_s
    light = usability_word(ram.answer.usability, None).lower()
    if before is not None and rate.middle < _FASTER * before.middle:
        return f"with {ram.gib:g} GB {answer.question.model_text} is no faster{new}."
    speed = f", {speed_number(rate.middle)} tokens/s" if ram.answer.rate_unit == "tokens" else ""
    return (
        f"with {ram.gib:g} GB {answer.question.model_text} is {light}{speed}{f' (now {now})' if before else ''}{new}."
    )
