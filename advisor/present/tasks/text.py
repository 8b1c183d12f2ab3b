"""The answer to a task as sentences: fit, speed, limit, what it was asked with, and what a card would change."""

from advisor.facts.answers.pipeline_answer import PictureAnswer
from advisor.facts.answers.serving import ServeAnswer
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.facts.answers.training_answer import FinetuneAnswer, PretrainAnswer
from advisor.facts.values.units import SECONDS_PER_MINUTE
from advisor.present.tasks.knobs import setting_words
from advisor.present.tasks.words import rate_text, rate_words, speed_words
from advisor.present.words.answer_text import fit_words, main_pool
from advisor.present.words.capital import capital
from advisor.present.words.limit import LIMIT_WORDS, POOL_WORDS, cause_words
from advisor.present.words.processor_name import grouped, short_name
from advisor.present.words.quantity import capacity, duration, percent, rough_time, speed_number, times
from advisor.present.words.retold import retold
from advisor.present.words.words import say

WORTH_SAYING = 1.15
"""A candidate below this speed-up is no gain: it lies within the range of the estimate."""

_FOR_PROGRAMS = ("no cost: state", "no duration: state")
"""Notes on fields that nothing on the page sets."""


def task_answer_sentence(answer: TaskAnswer[TaskOption]) -> str:
    """The whole answer: "Fits with 1.2 GiB to spare. About 2.1 images a minute (1.8 to 2.5). Limit: calculations."."""
    option = answer.chosen
    limit = (
        say("Limit: {limit}.", limit=say(LIMIT_WORDS[option.answer.limit]))
        if option.runs and option.answer.limit
        else ""
    )
    return " ".join(part for part in (f"{task_fit_words(option)}.", speed_words(answer.task, option), limit) if part)


def task_fit_words(option: TaskOption) -> str:
    """The fit without a full stop."""
    answer, verdict = option.answer, option.fit.verdict
    if isinstance(answer, ServeAnswer) and verdict == "fits" and answer.max_concurrency:
        most = answer.max_concurrency
        return say(
            "Fits, with room for {most:,} {part} at once",
            most=most,
            part=say("request") if most == 1 else say("requests"),
        )
    if isinstance(answer, PictureAnswer) and verdict == "spills":
        how = (
            say("its parts take turns there")
            if answer.offload == "parts"
            else say("its layers stream in for every pass")
        )
        return say("Does not fit into the {pool} as a whole: {how}", pool=say(POOL_WORDS[main_pool(option)]), how=how)
    if verdict == "too_big" and len(option.fit.pools) > 1 and option.fit.spare_bytes is not None:
        missing = capacity(abs(option.fit.spare_bytes))
        return say("Does not fit: {missing} missing in the main memory, where its parts would wait", missing=missing)
    if verdict == "too_big" and (option.fit.spare_bytes or 0) >= 0:
        return say("Does not fit into the {pool}", pool=say(POOL_WORDS[main_pool(option)]))
    return fit_words(option)


def task_detail(answer: TaskAnswer[TaskOption]) -> str:
    """What stands under the answer: where it runs, with which settings, what limits it, and what else fits."""
    option = answer.chosen
    settings = setting_words(answer.task, dict(option.request))
    parts = [say("On {name}.", name=option_name(option))]
    if settings:
        parts = [say("On {name}: {settings}.", name=option_name(option), settings=settings)]
    if option.runs and option.answer.limit:
        parts.append(say("What limits it: {cause}.", cause=cause_words(option.answer.limit, main_pool(option))))
    parts += _more(option)
    if answer.alike == 1:
        parts.append(say("The other card does the same beside it."))
    elif answer.alike:
        parts.append(say("{count} other cards each do the same beside it.", count=answer.alike))
    return " ".join(parts)


def option_name(option: TaskOption) -> str:
    """The processor as people say it, with how many of it work together."""
    return grouped(short_name(option.processor_name), option.devices)


def card_sentence(answer: TaskAnswer[TaskOption]) -> str:
    """What this rig's card brings against its processor, and what a candidate would."""
    parts, option = [], answer.chosen
    cpu = next((one for one in answer.options if one.is_cpu), None)
    if cpu is not None and cpu.rate and option.rate and cpu.runs and option.runs and not option.is_cpu:
        gain = times(option.rate.middle / cpu.rate.middle)
        parts.append(say("{name} is {gain} as fast as the processor alone.", name=option_name(option), gain=gain))
    best = best_candidate(answer)
    if best is not None and best.rate is not None:
        name, speed = short_name(best.processor_name), _lowered(speed_words(answer.task, best))
        if option.runs and option.rate:
            gain = times(best.rate.middle / option.rate.middle)
            parts.append(say("The {name} would be {gain} as fast.", name=name, gain=gain))
        elif option.fit.verdict == "too_big":
            parts.append(say("The {name} would hold it: {speed}", name=name, speed=speed))
        else:
            parts.append(say("The {name} would do it: {speed}", name=name, speed=speed))
    elif answer.candidates and option.fit.verdict == "too_big":
        parts.append(say("None of the cards compared holds it."))
    return " ".join(parts)


def best_candidate(answer: TaskAnswer[TaskOption]) -> TaskOption | None:
    """The fastest candidate that is clearly faster; where nothing here holds it, the smallest that does."""
    running = [one for one in answer.candidates if one.runs]
    now = answer.chosen.rate
    if answer.chosen.fit.verdict == "too_big":
        return min(running, key=lambda one: one.fit.pools[0].total_bytes or 0, default=None)
    least = WORTH_SAYING * now.middle if now is not None else 0.0
    faster = [one for one in running if one.rate and one.rate.middle > least]
    return max(faster, key=lambda one: one.rate.middle if one.rate else 0.0, default=None)


def option_remark(task: str, option: TaskOption) -> str:
    """The speed of a way in a chart, or why it has none."""
    if option.fit.verdict == "too_big":
        return say("does not fit")
    remark = say(" if it could be used: {blocked}", blocked=retold(option.blocked)) if option.blocked else ""
    if option.fit.verdict == "spills":
        remark = say(", divided") if task == "serve" else say(", part by part")
    return f"{rate_text(task, option.rate)}{remark}"


def _more(option: TaskOption) -> list[str]:
    """What else a person wants to know of a task."""
    answer = option.answer
    if isinstance(answer, ServeAnswer):
        return _queue(answer)
    if isinstance(answer, FinetuneAnswer):
        speed = [] if option.rate is None else [say("About {rate}.", rate=rate_words("finetune", option.rate))]
        most = answer.largest_batch
        if most:
            speed.append(
                say("Up to {most:,} examples fit at once.", most=most)
                if most > 1
                else say("One example at a time fits.")
            )
        elif most == 0:
            other = "" if getattr(option.request, "method", "") == "qlora" else say(", QLoRA")
            speed.append(say("Not even one example fits: shorter ones{other} or a smaller model may.", other=other))
        return [*speed, *_breaks(answer)]
    if isinstance(answer, PictureAnswer) and option.runs and answer.s_per_item:
        room = (
            say("{size} wait in main memory.", size=capacity(option.fit.pools[1].need_bytes))
            if len(option.fit.pools) > 1
            else ""
        )
        each = (
            say("Each takes {time}.", time=rough_time(answer.s_per_item.middle))
            if answer.s_per_item.middle < SECONDS_PER_MINUTE
            else ""
        )
        return [part for part in (room, each) if part]
    return []


def _breaks(answer: FinetuneAnswer) -> list[str]:
    """What breaks on a long run from nothing, and what writing the state down costs."""
    if (
        not isinstance(answer, PretrainAnswer)
        or answer.checkpoint_interval_s is None
        or answer.checkpoint_bytes is None
    ):
        return []
    size, interval = capacity(answer.checkpoint_bytes), rough_time(answer.checkpoint_interval_s)
    found = [say("Write its state of {size} down every {interval}.", size=size, interval=interval)]
    if answer.failures_expected is not None and answer.failures_expected >= 1:
        found.append(say("About {count:,.0f} failures are to be expected on the way.", count=answer.failures_expected))
    return found


def _queue(answer: ServeAnswer) -> list[str]:
    """What comes of a stated rate of requests, and the most there can be."""
    said = []
    if answer.utilization is not None and answer.queue_s is not None:
        wait = duration(answer.queue_s)
        said.append(
            say(
                "It is busy {share} of the time; a request waits {wait} for its turn.",
                share=percent(min(1.0, answer.utilization)),
                wait=wait,
            )
        )
    elif answer.utilization is not None:
        said.append(say("Requests come faster than they are answered: the queue grows without end."))
    if answer.requests_per_s_max:
        most = speed_number(SECONDS_PER_MINUTE * answer.requests_per_s_max)
        said.append(say("At most {most} requests a minute.", most=most))
    return said


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def note_texts(answer: TaskAnswer[TaskOption]) -> tuple[str, ...]:
    """Notes of the answer and why other processors cannot do it, as sentences."""
    notes = dict.fromkeys((*answer.chosen.answer.notes, *answer.refusals))
    return tuple(capital(retold(note)) for note in notes if not note.startswith(_FOR_PROGRAMS))
