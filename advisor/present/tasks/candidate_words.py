"""What another card would do of the same work, as a sentence: advice where one goes in, else a comparison."""

from typing import TYPE_CHECKING, Any

from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import times
from advisor.present.words.words import say, uncapital

if TYPE_CHECKING:
    from advisor.present.tasks.shown_task import ShownTask


def elsewhere(sentence: str, *, is_closed: bool) -> str:
    """What another card would do: where none goes in no advice, but a comparison."""
    return say("For comparison, in a PC: {sentence}", sentence=sentence) if is_closed else sentence


def candidate_words(shown: "ShownTask", answer: Any, *, is_closed: bool) -> str:
    """What the best candidate brings; empty where there is none."""
    best, option = answer.best_candidate, answer.chosen
    if best is None or best.rate is None:
        lacks = answer.candidates and option.fit.verdict == "too_big"
        return say("None of the GPUs shown has enough memory.") if lacks else ""
    name, speed = short_name(best.processor_name), uncapital(shown.speed_sentence(best))
    if option.runs and option.rate:
        gain = times(best.rate.middle / option.rate.middle)
        return elsewhere(say("{name}: {gain} as fast.", name=name, gain=gain), is_closed=is_closed)
    if is_closed:
        return elsewhere(say("{name}: {speed}", name=name, speed=speed), is_closed=True)
    if option.fit.verdict == "too_big" and best.fit.verdict == "spills":
        return say("With an {name} it would run, partly in RAM: {speed}", name=name, speed=speed)
    if option.fit.verdict == "too_big":
        return say("It would fit on an {name}: {speed}", name=name, speed=speed)
    return say("The {name} would do it: {speed}", name=name, speed=speed)
