"""A voice assistant on one computer: a model that hears, one that answers and one that speaks, beside each other."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered, rig_of
from advisor.cli.asking.best_of_all import best_of_all, best_on, cards_and_ram, dedicated_gib
from advisor.cli.asking.steps import Voice
from advisor.cli.asking.versus.row import LIGHTS
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.facts.values.units import GIB
from advisor.present.words.light import usability_word
from advisor.present.words.quantity import capacity, duration, speed_number

_HEARS, _ANSWERS, _SPEAKS = "speech", "chat", "speak"
_SMALL_FILE = "Q4_K_M"
_WHISPER = "Whisper"
"""What most people take to hear; others are faster."""
_USABLE = 0.85
"""The share of the memory that all of it may take (a judgment)."""
_TRIED = 8
_QUICK, _SMALL_BYTES = 5.0, 1.5 * GIB
"""So many times as fast as people speak, in so much memory, a part hardly adds to the wait (judgments)."""
_PROMPT_TOKENS = 150
"""Of a spoken question with a short instruction (a judgment)."""
_AT_ONCE_S, _IN_TIME_S = 3.0, 6.0
"""So long people wait for an answer that is spoken (judgments)."""
_SPOKEN_S, _SENTENCE_TOKENS, _SENTENCE_S = 5.0, 25, 5.0
"""A short question, and the first sentence of an answer: some 15 words, spoken in about as long (a judgment)."""


class Assistant(NamedTuple):
    """What is said of it, how good it is, the answers behind it, and the command of each; its computer and its wait."""

    lines: tuple[str, ...]
    usability: Usability
    answers: tuple[AskAnswer, ...]
    commands: tuple[tuple[str, ...], ...]
    name: str = ""
    wait_s: float | None = None


def voice_assistant(step: Voice, catalog: Catalog) -> Assistant:
    """The best of each part that runs well beside the others, on each of the computers, and which of these is better.

    Raises:
        SentenceError, ReasonError: one of them has no answer.
    """
    found = [_on_one(step._replace(rig=one, others=()), catalog) for one in (step.rig, *step.others)]
    if len(found) == 1:
        return found[0]
    best = min(found, key=lambda one: (LIGHTS.index(one.usability), one.wait_s or 0.0))
    told = "; ".join(
        f"{one.name}: {usability_word(one.usability, None).lower()}"
        f"{f', begins to speak after {duration(one.wait_s)}' if one.wait_s is not None else ''}"
        for one in found
    )
    lines = [f"For a voice assistant {best.name}. {told}."]
    for one in found:
        lines += ["", *one.lines]
    return Assistant(
        tuple(lines),
        best.usability,
        tuple(answer for one in found for answer in one.answers),
        tuple(words for one in found for words in one.commands),
    )


def _on_one(step: Voice, catalog: Catalog) -> Assistant:
    asked = rig_of(step.rig, catalog)
    hears, speaks = (_quick(work, asked, step, catalog) for work in (_HEARS, _SPEAKS))
    whole = _memory_bytes(asked, catalog)
    chats = [step.model] if step.model else list(islice(best_on(asked, _ANSWERS, catalog), _TRIED))
    room = whole if step.model else _USABLE * whole
    found = _answers(_ANSWERS, chats, step, catalog)
    if all(sum(map(_bytes, (hears, one, speaks))) > room for one in found):
        smaller = step._replace(rig=(*step.rig, "--quant", _SMALL_FILE))
        found += _answers(_ANSWERS, chats, smaller, catalog)
    answers = _in_time(found, hears, speaks, room)
    parts = (hears, answers, speaks)
    lights = [*(one.usability for one in parts), _light(_wait_s(*parts))]
    lights += ["slow"] if sum(map(_bytes, parts)) > whole and not _is_divided(answers) else []
    light = max(lights, key=LIGHTS.index)
    return Assistant(
        tuple(_lines(parts, light, asked, catalog, step)),
        light,
        parts,
        tuple(("ask", *_words(one.model, one.workload, step), *_file(one, found)) for one in parts),
        asked.name or answers.rig,
        _wait_s(*parts),
    )


def _file(one: AskAnswer, chats: Sequence[AskAnswer]) -> tuple[str, ...]:
    """The option for a smaller file than the one that would be taken alone."""
    alone = next((each for each in chats if each.model == one.model), one)
    quant = one.settings.quant
    return ("--quant", quant) if quant and quant != alone.settings.quant else ()


def _words(model: str, work: str, step: Voice) -> tuple[str, ...]:
    prompt = ("--set", f"prompt_tokens={_PROMPT_TOKENS}") if work == _ANSWERS else ()
    return (model, "--workload", work, *step.rig, *prompt)


def _answers(work: str, models: Sequence[str], step: Voice, catalog: Catalog) -> list[AskAnswer]:
    """What models do; those without an answer are left out, unless all are."""
    found = list[AskAnswer]()
    for model in models:
        try:
            found.append(answered(_words(model, work, step), catalog)[0])
        except (ReasonError, SentenceError):
            if step.model == model:
                raise
    if not found:
        raise UsageError(f"no model of the list is known for {work} on this computer")
    return found


def _quick(work: str, asked: AskedRig, step: Voice, catalog: Catalog) -> AskAnswer:
    """The first of the ranking that is small and far faster than people speak; else the fastest: a person waits."""
    found = _answers(work, list(islice(best_on(asked, work, catalog), _TRIED)), step, catalog)
    quick = (one for one in found if one.is_useful and _rate(one) >= _QUICK and _bytes(one) <= _SMALL_BYTES)
    return next(quick, None) or min(found, key=lambda one: (LIGHTS.index(one.usability), -_rate(one)))


def _in_time(chats: Sequence[AskAnswer], hears: AskAnswer, speaks: AskAnswer, room: float) -> AskAnswer:
    """The first that answers at once beside the others; else in time; else the one that answers first."""
    fitting = [one for one in chats if _bytes(hears) + _bytes(one) + _bytes(speaks) <= room]
    fitting = fitting or [one for one in chats if _is_divided(one)] or list(chats)
    waits = [(_wait_s(hears, one, speaks), one) for one in fitting]
    known = [(wait, one) for wait, one in waits if wait is not None]
    for most in (_AT_ONCE_S, _IN_TIME_S):
        if (found := next((one for wait, one in known if wait <= most and one.is_useful), None)) is not None:
            return found
    return min(known, key=lambda pair: pair[0])[1] if known else fitting[0]


def _is_divided(one: AskAnswer) -> bool:
    """Whether a part of it lies in RAM: a little more of it can."""
    return one.settings.placement == "gpu+ram" and one.is_useful


def _light(wait_s: float | None) -> Usability:
    return (
        "unknown" if wait_s is None else "great" if wait_s <= _AT_ONCE_S else "fine" if wait_s <= _IN_TIME_S else "slow"
    )


def _rate(one: AskAnswer) -> float:
    return one.rate_per_s.middle if one.rate_per_s else 0.0


def _lines(
    parts: tuple[AskAnswer, ...], light: Usability, asked: AskedRig, catalog: Catalog, step: Voice
) -> Iterator[str]:
    hears, answers, speaks = parts
    name = asked.name or answers.rig
    is_much = sum(map(_bytes, parts)) > _memory_bytes(asked, catalog) and not _is_divided(answers)
    bad = [what for what, one in zip(("hearing", "answering", "speaking"), parts, strict=True) if not one.is_useful]
    if is_much:
        yield f"Too much memory for a voice assistant on {name}: take a smaller model."
    elif not bad:
        yield f"{usability_word(light, None)}: a voice assistant on {name}."
    else:
        yield f"{usability_word(light, None)}: {' and '.join(bad)} on {name}."
    yield f"Hears: {_heard(hears)}{_whisper(hears, asked, catalog, step)}."
    quant = f" as {answers.settings.quant}" if answers.settings.quant else ""
    rate = f", {speed_number(answers.rate_per_s.middle)} tokens/s" if answers.rate_per_s else ""
    yield f"Answers: {answers.model}{quant}, {usability_word(answers.usability, None).lower()}{rate}."
    yield f"Speaks: {_heard(speaks)}."
    if (wait_s := _wait_s(*parts)) is not None:
        told = f"{duration(wait_s)} after a question of {_SPOKEN_S:g} s, with thinking off"
        yield f"It begins to speak about {told}; up to {_AT_ONCE_S:g} s is great, up to {_IN_TIME_S:g} s fine."
    whole = _memory_bytes(asked, catalog)
    more = "; a little more of the model then lies in RAM" if sum(map(_bytes, parts)) > whole and not is_much else ""
    yield f"Memory: all three take {capacity(sum(map(_bytes, parts)))} of {capacity(round(whole))}{more}."


def _heard(one: AskAnswer) -> str:
    rate = f", {speed_number(one.rate_per_s.middle)} times as fast as people speak" if one.rate_per_s else ""
    return f"{one.model}, {usability_word(one.usability, None).lower()}{rate}"


def _whisper(hears: AskAnswer, asked: AskedRig, catalog: Catalog, step: Voice) -> str:
    """The best Whisper that keeps up, beside a model that is no Whisper."""
    if hears.model.startswith(_WHISPER):
        return ""
    model, does = best_of_all([asked], _HEARS, (), catalog, family=_WHISPER)
    if not does:
        return "; no Whisper keeps up"
    return f"; of Whisper the best that keeps up: {_heard(answered(_words(model, _HEARS, step), catalog)[0])}"


def _wait_s(hears: AskAnswer, answers: AskAnswer, speaks: AskAnswer) -> float | None:
    """From the end of a question to the first word that is heard; None where a part has no speed."""
    rates = hears.rate_per_s, answers.rate_per_s, speaks.rate_per_s
    if None in rates or answers.first_token_s is None:
        return None
    hear, write, speak = (one.middle for one in rates if one is not None)
    return _SPOKEN_S / hear + answers.first_token_s + _SENTENCE_TOKENS / write + _SENTENCE_S / speak


def _bytes(one: AskAnswer) -> int:
    """What it takes of the memory that is fast: that of the cards where it lies there."""
    return one.need_bytes.get("vram") or sum(one.need_bytes.values())


def _memory_bytes(asked: AskedRig, catalog: Catalog) -> float:
    """The memory of the cards, else that of the computer."""
    cards, ram_gib = cards_and_ram(asked, catalog)
    return GIB * (dedicated_gib(cards) or ram_gib)
