"""A ranking as records and as a table for the terminal, each model with why it stands there."""

from collections.abc import Sequence

from advisor.answer.judge.light import short_context
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.registry import TASKS
from advisor.answer.text.one_setting import Setting
from advisor.answer.which_model.published_forms import published_forms
from advisor.facts.answers.estimate import PoolNeed
from advisor.facts.answers.ranking import RankedModel
from advisor.facts.values.reason import reason
from advisor.present.tasks.shown import SHOWN
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.words.answer_text import fit_words, main_pool, reading_words, why_unknown
from advisor.present.words.light import light_word, with_thinking
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.quantity import UNKNOWN, count, speed, wait
from advisor.present.words.reasons.in_words import in_words, problem_words
from advisor.present.words.support_words import own_program_words
from advisor.present.words.words import capital, joined, say, sentence, to_say, uncapital

_HEADINGS = (
    to_say("Model"),
    to_say("Quantization"),
    to_say("Verdict"),
    "",
    to_say("Ready in"),
    to_say("Longest context"),
)
_SPEED = 3
_NO_PROCESSOR = to_say("Neither CPU nor GPU of this rig can run it.")


def ranking_table(rows: Sequence[tuple[str, ...]], task: str) -> tuple[tuple[str, ...], ...]:
    """Rows of texts, as `ranking_row` makes them, below their headings."""
    headings = [say(text) if text else "" for text in _HEADINGS]
    headings[_SPEED] = capital(say(SHOWN[task].unit.text))
    columns = zip(headings, *rows, strict=True)
    told = [column for column in columns if column[0] != headings[-1] or any(column[1:])]
    return tuple(zip(*told, strict=True))


def ranked_model(one: Ranked, task: str) -> RankedModel:
    """One model as a record, with why it stands where it does."""
    unit, pool = TASKS[task].rate_unit, main_need(one)
    return RankedModel(
        model=one.model.name,
        model_id=one.model_id,
        quant=quant_name(one),
        fit=one.fit.verdict if one.fit else "unknown",
        tokens_per_s=one.rate if unit == "tokens" else None,
        rate_per_s=one.rate,
        rate_unit=unit,
        limit=one.limit,
        usability=one.usability,
        held_by=one.light.held_by,
        thinks=one.light.thinks,
        wait_s=one.wait_s,
        memory_bytes=pool.need_bytes if pool else None,
        memory_total_bytes=pool.total_bytes if pool else None,
        largest_context_tokens=one.largest_context_tokens,
        released=one.model.released,
        older=one.older,
        too_weak=one.is_weak,
        why=why(one, SHOWN[task]),
    )


def quant_name(one: Ranked) -> str:
    """The form in which a model is run: a file type, or the numbers it calculates with."""
    if isinstance(one.way, Setting):
        return one.way.option.subject.weights.quant
    return (
        (getattr(one.way.answer, "precision", None) or getattr(one.way.request, "precision", None) or "")
        if one.way
        else ""
    )


def main_need(one: Ranked) -> PoolNeed | None:
    """What it takes of the memory of the processor that runs it."""
    return one.fit.pools[0] if one.fit and one.fit.pools else None


def needed_bytes(one: Ranked, shown: ShownTask) -> int | None:
    """What it takes of all memories together, as its verdict says; None where that is not known."""
    option = one.way.option if isinstance(one.way, Setting) else one.way
    return None if option is None else shown.needed_bytes(option)


def why(one: Ranked, shown: ShownTask) -> str:
    """One sentence: "Fits with 3.1 GiB to spare in the graphics memory; about 42 tokens/s, 8 times as fast as ..."."""
    if one.way is None:
        return joined(map(sentence, problem_words(one.refused))) if one.refused else say(_NO_PROCESSOR)
    if not isinstance(one.way, Setting):
        fit, rate = shown.fit(one.way), one.rate
        speed_text = _lowered(shown.speed_sentence(one.way)) if rate is not None else ""
        told = say("{fit}; {speed}", fit=fit, speed=speed_text) if speed_text else sentence(fit)
        return joined((told, sentence(in_words(reason("qlora_discouraged"))))) if one.is_advised_against else told
    option = one.way.option
    if one.light.held_by == "context":
        return sentence(in_words(short_context(one.model.name, option.subject.shape.context_tokens, one.way.workload)))
    fit, middle = fit_words(option), option.tokens_per_s
    if option.fit.verdict == "too_big":
        quant = option.subject.weights.quant
        if one.model.native_quant or quant == published_forms(one.model)[-1]:
            return say("{fit}, even as {quant}.", fit=fit, quant=quant)
        return say("{fit} as {quant}. A file that fits would answer worse than a smaller model.", fit=fit, quant=quant)
    if option.fit.verdict == "fits":
        fit = say("{fit} in {pool}", fit=fit, pool=say(POOL_WORDS[main_pool(option)]))
    if middle is None:
        unknown = why_unknown(option)
        return joined((fit, _lowered(unknown)), "; ")
    told = say("{fit}; about {speed}, {reading}.", fit=fit, speed=speed(middle), reading=reading_words(middle))
    on_cpu = say("Runs on the CPU alone.") if _is_on_cpu(one) else ""
    thinking = say("Thinking off, to be in time.") if one.light.thinks is False else ""
    return joined((told, on_cpu, thinking, own_program_words(one.own_program)))


def rate_text(one: Ranked, shown: ShownTask) -> str:
    """The speed; nothing where it won't run."""
    return "" if one.usability == "wont_run" else shown.rate_text(one.rate)


def wait_text(one: Ranked) -> str:
    """How long until the useful answer, the item or the run is there; nothing where that is no measure of the work."""
    return wait(one.wait_s.middle) if one.wait_s and one.usability != "wont_run" else ""


def ready_text(one: Ranked) -> str:
    """The same for a cell, and that the model thinks meanwhile, reads too long, or runs on the CPU beside a GPU."""
    text = wait_text(one)
    told = with_thinking(text, thinks=one.light.thinks) if text else ""
    if told and one.light.held_by == "first_word":
        told = say("{wait}, slow prompt", wait=told)
    return say("{wait}, on the CPU", wait=told) if told and _is_on_cpu(one) else told


def _is_on_cpu(one: Ranked) -> bool:
    return isinstance(one.way, Setting) and one.way.is_on_cpu


def _lowered(text: str) -> str:
    return uncapital(text)


def _no_longest(one: Ranked) -> str:
    """What stands in place of the longest context: nothing where a model has none or does not run."""
    return say(UNKNOWN) if isinstance(one.way, Setting) and one.usability != "wont_run" else ""


def ranking_row(one: Ranked, task: str) -> tuple[str, ...]:
    """One model as a row of texts."""
    shown = SHOWN[task]
    longest = count(one.largest_context_tokens) if one.largest_context_tokens else _no_longest(one)
    light = light_word(one.light)
    return (one.model.name, quant_name(one), light, rate_text(one, shown), ready_text(one), longest)
