"""Which file of a model fits, where that is asked: all that memory holds whole, the next ones, and which to take."""

import re
from collections.abc import Iterator, Sequence

from advisor.advice.assembled import assembled
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.fits.each_file import File, files_on
from advisor.cli.asking.fits.larger_file import next_larger
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.wish import AUTO, Wish, meant, question_of
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import tokens

_FILE = r"(?:quants?|quanti[sz]ations?|ggufs?|files?|bits?|quant levels?|versions? of|variants?)"
_ASKED = re.compile(
    rf"\b(?:which|what|whats|what's|best|largest|biggest|highest|right) (?:[\w-]+ ){{0,3}}?{_FILE}\b"
    rf"|\b{_FILE} (?:should|do|would|can) (?:i|you|we)\b|\bhow many bits\b",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\b(?:difference|between|better than|vs|versus|mean|means|stands? for)\b", re.IGNORECASE)
_NAMED = 3


def asks_which_file(told: Said, wish: Wish) -> bool:
    """Whether it is asked which file of a model to take, and no file is named."""
    text = told.wording.text
    return wish.quant in (None, AUTO) and _ASKED.search(text) is not None and _OTHER.search(text) is None


def which_fits_lines(told: Said, wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """Which file to take, which fit whole with so much to spare, and what the next larger ones lack."""
    if answer.model_id not in catalog.models or not asks_which_file(told, wish):
        return
    _, rig = assembled(asked.profile, catalog, name=asked.name)
    about = meant(wish, catalog)
    question, *_ = question_of(wish, about, rig)
    files = files_on(question, rig, about.known)
    if not files:
        if native := catalog.models[answer.model_id].native_quant:
            file = answer.settings.quant or native
            yield f"Take {file}: {answer.model} was released in it, and other files gain nothing."
        return
    yield from _lines(files, answer)


def _lines(files: Sequence[File], answer: AskAnswer) -> Iterator[str]:
    whole, divided = [one for one in files if one.is_whole], [one for one in files if not one.is_whole]
    taken = next((one for one in files if one.quant == answer.settings.quant), None)
    if taken is None or answer.usability == "wont_run":
        least = files[-1]
        yield f"None: the smallest, {least.quant}, is {least.room}."
        return
    yield _first(taken, whole, is_slow=answer.usability == "slow" and not taken.found.light.is_too_weak)
    context = f" with {tokens(answer.settings.context_tokens)} of context" if answer.settings.context_tokens else ""
    if whole:
        listed = ", ".join(f"{one.quant} ({one.room})" for one in whole[:_NAMED])
        smaller = " and all smaller ones" if len(whole) > _NAMED else ""
        yield f"Fits whole{context}: {listed}{smaller}."
    else:
        yield f"Fits whole{context}: none."
    if divided:
        near = divided[-_NAMED:][::-1]
        listed = ", ".join(f"{one.quant} ({', '.join(filter(None, (one.room, one.speed)))})" for one in near)
        others = " and all larger ones" if len(divided) > _NAMED else ""
        yield f"Not whole: {listed}{others}."


def _first(taken: File, whole: Sequence[File], *, is_slow: bool) -> str:
    """Which one is taken, how fast it is and what it leaves, or what of it lies elsewhere."""
    figures = ", ".join(filter(None, (taken.speed, taken.room)))
    if is_slow:
        return f"None is fast enough here; the best is {taken.quant}: {figures}."
    if not taken.is_whole:
        why = "; it answers better than those that fit, and is fast enough" if whole else ""
        return f"Take {taken.quant}: {figures}{why}."
    larger = next_larger(taken, whole)
    largest = ", the largest that fits whole" if larger is None else ""
    word = "slower" if larger is not None and larger.rate < taken.rate else "tighter"
    beside = f"; {larger.quant} fits, too, and is {word}" if larger is not None else ""
    return f"Take {taken.quant}{largest}: {figures}{beside}."
