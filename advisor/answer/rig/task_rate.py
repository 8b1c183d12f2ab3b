"""How fast a task is done, in units of the task a second."""

from advisor.facts.answers.answer import Answer
from advisor.facts.answers.pipeline_answer import ItemsAnswer, PictureAnswer, SpeechAnswer
from advisor.facts.answers.serving import ServeAnswer
from advisor.facts.answers.task_answer import RateRange
from advisor.facts.answers.training_answer import FinetuneAnswer


def task_rate(answer: Answer, *, devices: int) -> RateRange | None:
    """Pictures, clips, texts, tokens or seconds of sound a second of all devices; None where it is not known."""
    if isinstance(answer, PictureAnswer):
        each = _range(answer.low_s_per_item, answer.s_per_item, answer.high_s_per_item)
        return None if each is None else RateRange(low=1 / each.high, middle=1 / each.middle, high=1 / each.low)
    if isinstance(answer, ItemsAnswer):
        return _range(answer.low_items_per_s, answer.items_per_s, answer.high_items_per_s)
    if isinstance(answer, SpeechAnswer):
        return _range(answer.low_realtime_factor, answer.realtime_factor, answer.high_realtime_factor)
    if isinstance(answer, ServeAnswer):
        return _range(answer.low_output_tokens_per_s, answer.output_tokens_per_s, answer.high_output_tokens_per_s)
    times = devices if isinstance(answer, FinetuneAnswer) else 1
    one = _range(answer.low_tokens_per_s, answer.tokens_per_s, answer.high_tokens_per_s)
    return one and RateRange(low=times * one.low, middle=times * one.middle, high=times * one.high)


def _range(low: float | None, middle: float | None, high: float | None) -> RateRange | None:
    """A range, where the middle is known and above zero; without ends it is that figure alone."""
    return RateRange(low=low or middle, middle=middle, high=high or middle) if middle and middle > 0 else None
