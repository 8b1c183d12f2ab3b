"""A larger file of a model that fits whole, too, where a smaller one is chosen: what speaks for which."""

from collections.abc import Sequence

from advisor.advice.known_models import KnownModels
from advisor.answer.which_model.published_forms import loss_steps
from advisor.cli.asking.fits.each_file import File, files_on
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig
from advisor.present.words.quantity import times

_FELT = 1.2
"""From so many times the speed on a smaller file is taken for it (a judgment)."""


def larger_whole(found: TextAnswer, question: Question, rig: Rig, known: KnownModels) -> str:
    """The next larger file that fits whole beside one that answers noticeably worse; empty for none."""
    if not loss_steps(found.quant) or not found.light.is_useful or found.chosen.fit.verdict != "fits":
        return ""
    files = files_on(question, rig, known)
    taken = next((one for one in files if one.quant == found.quant), None)
    larger = next_larger(taken, [one for one in files if one.is_whole]) if taken is not None else None
    return against_larger(taken, larger) if taken is not None and larger is not None else ""


def next_larger(taken: File, whole: Sequence[File]) -> File | None:
    """The next larger one of those that fit whole; None for none."""
    place = whole.index(taken) if taken in whole else 0
    return whole[place - 1] if place else None


def against_larger(taken: File, larger: File) -> str:
    """What speaks for a file though a larger one fits whole, and for the larger one."""
    faster = taken.rate / larger.rate if larger.rate else 1.0
    gain = f"{times(faster)} as fast" if faster >= _FELT else "no slower"
    told = f"{larger.quant} fits, too, with {larger.room}; {taken.quant} is {gain} and leaves more room."
    size = next((one for one in sorted(taken.lost) if one in larger.lost), None)
    if size is None:
        return f"{told} {larger.quant} answers slightly better."
    loses = (
        f"{larger.lost[size]:.2g} more of 100 answers wrong as {larger.quant}, {taken.lost[size]:.2g} as {taken.quant}"
    )
    return f"{told} In tests {size:g}B models got {loses}."
