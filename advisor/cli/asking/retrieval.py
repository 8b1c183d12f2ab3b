"""Answers from documents (RAG): passages are embedded once and looked up; a model answers from what was found."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import inf
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered, rig_of
from advisor.cli.asking.beside.volume_words import all_lines, whole_s
from advisor.cli.asking.best_of_all import best_on
from advisor.cli.asking.sentence.items import Items
from advisor.cli.asking.steps import Retrieval
from advisor.cli.asking.versus.row import LIGHTS
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import USEFUL, Usability
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.facts.values.units import SECONDS_PER_HOUR
from advisor.present.words.light import usability_word
from advisor.present.words.quantity import count, duration, speed_number

_HOW = (
    "How: Open WebUI or AnythingLLM reads the documents, with Ollama or LM Studio behind it and this embedding model "
    "(or a small one such as bge-m3); scanned pages need text recognition (OCR) first."
)
_EMBEDS, _ANSWERS = "embeddings", "chat"
READ_TOKENS = 3000
"""Read for each answer: ten passages of 256 tokens, the question and an instruction (a judgment)."""
_ROOM = ("--context", "8192", "--set", f"prompt_tokens={READ_TOKENS}")
_USUAL = Items(10_000, "pages")
"""What the time is told for where nobody says how many documents there are."""
_AT_ONCE_S, _IN_TIME_S = 10.0, 30.0
"""So long people wait for an answer that was looked up (judgments)."""
_SOON_S, _OVERNIGHT_S = 1.0 * SECONDS_PER_HOUR, 12.0 * SECONDS_PER_HOUR
"""So long a collection may be embedded, once (judgments)."""
_TRIED = 12


class Found(NamedTuple):
    """What is said of it, how good it is, the answers behind it, and the command of each."""

    lines: tuple[str, ...]
    usability: Usability
    answers: tuple[AskAnswer, ...]
    commands: tuple[tuple[str, ...], ...]


class _OnOne(NamedTuple):
    """Both steps on one computer, and how good they are together."""

    name: str
    embeds: AskAnswer
    answers: AskAnswer
    light: Usability
    commands: tuple[tuple[str, ...], ...]
    assumed: str = ""

    @property
    def is_useful(self) -> bool:
        return self.light in USEFUL


def retrieval(step: Retrieval, catalog: Catalog) -> Found:
    """Both steps with the best models that do them well.

    Raises:
        SentenceError, ReasonError: one of them has no answer.
    """
    here = _on(step.rig, step, catalog)
    alike = step._replace(embedder=here.embeds.model)
    other = _on(step.beside, alike, catalog) if step.beside else None
    all_of_them = [here] if other is None else [here, other]
    return Found(
        tuple(_lines(here, other, step, catalog)),
        here.light,
        tuple(answer for one in all_of_them for answer in (one.embeds, one.answers)),
        tuple(words for one in all_of_them for words in one.commands),
    )


def _on(rig: Sequence[str], step: Retrieval, catalog: Catalog) -> _OnOne:
    asked = rig_of(rig, catalog)
    room = tuple(step.options) if "--context" in step.options else (*_ROOM, *step.options)
    items = step.items or _USUAL
    embeds, embedding = _first_in_time(
        [("ask", one, "--workload", _EMBEDS, *rig) for one in _models(step.embedder, _EMBEDS, asked, catalog)],
        lambda one: _whole_s(one, items, catalog),
        (_OVERNIGHT_S,),
        catalog,
    )
    answers, answering = _first_in_time(
        [("ask", one, "--workload", _ANSWERS, *rig, *room) for one in _models(step.model, _ANSWERS, asked, catalog)],
        lambda one: one.first_token_s,
        (_AT_ONCE_S, _IN_TIME_S),
        catalog,
    )
    lights = (_light(_whole_s(embeds, items, catalog), (_SOON_S, _OVERNIGHT_S)), _answers_light(answers))
    light = max((embeds.usability, *lights) if step.items is None else lights, key=LIGHTS.index)
    assumed = asked.note_on(with_ram=True)
    return _OnOne(asked.name or answers.rig, embeds, answers, light, (embedding, answering), assumed)


def _models(named: str, work: str, asked: AskedRig, catalog: Catalog) -> list[str]:
    return [named] if named else list(islice(best_on(asked, work, catalog), _TRIED))


def _first_in_time(
    lines: Sequence[tuple[str, ...]],
    time_s: Callable[[AskAnswer], float | None],
    limits_s: tuple[float, ...],
    catalog: Catalog,
) -> tuple[AskAnswer, tuple[str, ...]]:
    """The first that does it well at once, else in time, else the soonest, with its command."""
    found = list[tuple[AskAnswer, tuple[str, ...]]]()
    for line in lines:
        try:
            found.append((answered(line[1:], catalog)[0], line))
        except (ReasonError, SentenceError):
            if line == lines[-1] and not found:
                raise
    for limit_s in limits_s:
        for answer, line in found:
            if answer.is_useful and (time_s(answer) or inf) <= limit_s:
                return answer, line
    return min(found, key=lambda pair: (LIGHTS.index(pair[0].usability) > LIGHTS.index("slow"), time_s(pair[0]) or inf))


def _whole_s(embeds: AskAnswer, items: Items, catalog: Catalog) -> float | None:
    """How long all documents take."""
    return None if embeds.usability == "wont_run" else whole_s(items, embeds, catalog)


def _light(time_s: float | None, limits_s: tuple[float, float]) -> Usability:
    if time_s is None:
        return "unknown"
    return "great" if time_s <= limits_s[0] else "fine" if time_s <= limits_s[1] else "slow"


def _answers_light(answers: AskAnswer) -> Usability:
    return max((answers.usability, _light(answers.first_token_s, (_AT_ONCE_S, _IN_TIME_S))), key=LIGHTS.index)


def _lines(here: _OnOne, other: _OnOne | None, step: Retrieval, catalog: Catalog) -> Iterator[str]:
    if step.asks_need:
        yield _need(here, other)
    else:
        yield f"{usability_word(here.light, None)}: RAG on {here.name}."
    yield f"Embeds the documents once: {here.embeds.model}. {_embedding(here.embeds, step.items, catalog)}"
    yield f"Answers: {_answering(here.answers)}; up to {_AT_ONCE_S:g} s is great, up to {_IN_TIME_S:g} s fine."
    yield (
        f"Counted: an answer reads about {count(READ_TOKENS)} tokens, the passages that were found and the question, "
        "not the documents."
    )
    yield _HOW
    if here.assumed:
        yield here.assumed
    if other is not None:
        told = _embedding(other.embeds, step.items, catalog, is_short=True)
        yield f"With {step.beside[1]}: {told} {_answering(other.answers)}."


def _need(here: _OnOne, other: _OnOne | None) -> str:
    """Whether a GPU is needed for it."""
    if here.is_useful:
        return f"No: RAG runs without a GPU, {usability_word(here.light, None).lower()} on {here.name}."
    if other is not None and other.is_useful:
        return f"Yes: RAG is slow on {here.name}, {usability_word(other.light, None).lower()} on {other.name}."
    return f"{usability_word(here.light, None)}: RAG on {here.name}."


def _embedding(embeds: AskAnswer, items: Items | None, catalog: Catalog, *, is_short: bool = False) -> str:
    """How long all documents take."""
    told = " ".join(all_lines(items or _USUAL, embeds, catalog)) or usability_word(embeds.usability, None)
    return told.split(" Counted")[0] if is_short else told


def _answering(answers: AskAnswer) -> str:
    quant = f" as {answers.settings.quant}" if answers.settings.quant else ""
    wait = f", first word after {duration(answers.first_token_s)}" if answers.first_token_s is not None else ""
    rate = f", about {speed_number(answers.rate_per_s.middle)} tokens/s" if answers.rate_per_s else ""
    return f"{answers.model}{quant}, {usability_word(_answers_light(answers), None).lower()}{wait}{rate}"
