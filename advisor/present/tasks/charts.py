"""Charts of a task: what lies in which memory, where the time goes, and this rig beside other cards."""

from collections.abc import Iterator
from dataclasses import replace

from advisor.facts.answers.answer import AnswerMemory
from advisor.facts.answers.estimate import PoolNeed
from advisor.facts.answers.pipeline_answer import PartsMemory
from advisor.facts.answers.serving import ServeAnswer
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.facts.answers.training_answer import TrainingMemory
from advisor.facts.values.units import MILLISECOND, SECONDS_PER_MINUTE
from advisor.present.charts.fit_chart import bar_name
from advisor.present.charts.memory_stack import MemoryStack
from advisor.present.tasks.text import best_candidate, card_sentence, option_name, option_remark, task_fit_words
from advisor.present.tasks.words import UNITS, term_text
from advisor.present.words.answer_text import main_pool
from advisor.present.words.capital import capital
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.memory_unit import memory_unit
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, percent, rough_time, step_time, times
from advisor.present.words.series import Axis, Bar, BarChart, RangeBar, RangeChart, Role, Segment, Table
from advisor.present.words.ticks import linear_axis
from advisor.present.words.words import say, to_say

_LABELED_SHARE = 0.02
"""Smaller parts stand in the table only."""
_SHORT_TICK = 3
_TRAINING: tuple[tuple[str, str, Role], ...] = (
    ("weights_bytes", to_say("weights"), "weights"),
    ("gradients_bytes", to_say("gradients"), "attention"),
    ("optimizer_bytes", to_say("optimizer"), "buffers"),
    ("activations_bytes", to_say("kept values"), "this_rig"),
    ("logits_bytes", to_say("scores of words"), "kv_cache"),
    ("runtime_bytes", to_say("program"), "other_programs"),
)
PARTS = (
    to_say("text encoder"),
    to_say("image encoder"),
    to_say("denoiser"),
    to_say("autoencoder"),
    to_say("encoder"),
    to_say("decoder"),
    to_say("backbone"),
)
"""What the networks of a model are called."""
_NETWORKS: tuple[Role, ...] = ("weights", "kv_cache", "this_rig", "attention")
Part = tuple[str, int, Role]


def task_fit_chart(answer: TaskAnswer[TaskOption]) -> BarChart:
    """One bar per pool, each as long as the whole memory of one device; a memory of unknown size has none."""
    option = answer.chosen
    pools = [pool for pool in option.fit.pools if pool.total_bytes or pool.free_bytes]
    stacks = [_stack(option, pool, first=index == 0) for index, pool in enumerate(pools)]
    names = [bar_name(option.processor_name, pool) for pool in pools]
    return BarChart(
        title=task_fit_words(option),
        subtitle=say("Each bar is one whole memory; figures in {unit}", unit=memory_unit().name),
        sentence=_fit_sentence(answer),
        axis=linear_axis(say("% of the memory"), largest=max([100.0, *(stack.end_percent() for stack in stacks)])),
        bars=tuple(
            Bar(name, stack.segments(), limit=100.0, limit_text=capacity(stack.limit_bytes))
            for name, stack in zip(names, stacks, strict=True)
        ),
        table=Table(
            (say("Memory"), say("Part"), say("Size")),
            tuple(
                (name, part, capacity(amount))
                for name, stack in zip(names, stacks, strict=True)
                for part, amount in stack.rows
            ),
        ),
    )


def memory_parts(option: TaskOption) -> tuple[Part, ...]:
    """Name, size and color of what lies in the memory of one device."""
    memory, need = option.answer.memory, option.fit.pools[0].need_bytes if option.fit.pools else 0
    if isinstance(memory, TrainingMemory):
        return tuple((say(name), getattr(memory, field), role) for field, name, role in _TRAINING)
    if isinstance(memory, PartsMemory):
        return tuple(_network_parts(memory, need))
    if isinstance(memory, AnswerMemory):
        all_bytes, weights, cache = (
            size // option.devices for size in (memory.total_bytes, memory.weights_bytes, memory.kv_cache_bytes)
        )
        weights = max(0, weights - max(0, all_bytes - need))  # what is missing here are weights elsewhere
        cache = min(cache, need - weights)
        return (
            (say("weights"), weights, "weights"),
            (say("conversations"), cache, "kv_cache"),
            (say("buffers"), need - weights - cache, "buffers"),
        )
    return ()


def task_time_chart(answer: TaskAnswer[TaskOption]) -> BarChart:
    """One bar: where the time of one item or step goes. Empty where the speed is unknown."""
    option, whole = answer.chosen, say(UNITS[answer.task].whole)
    terms = [term for term in option.answer.terms if term.s > 0]
    total_s = sum(term.s for term in terms)
    unit_s, unit = (1.0, "s") if total_s >= 1 else (MILLISECOND, "ms")
    segments, start_s = [], 0.0
    for term in terms:
        words, role = term_text(term)
        text = f"{words} {step_time(term.s)}" if term.s >= _LABELED_SHARE * total_s else ""
        segments.append(Segment(words, start_s / unit_s, term.s / unit_s, text, role))
        start_s += term.s
    largest = max(terms, key=lambda term: term.s, default=None)
    sentence = say("How fast this processor calculates or reads its memory is not known: measure, or type it in.")
    if largest is not None:
        share = percent(largest.s / total_s)
        sentence = say("{what}: {share} of the time.", what=capital(term_text(largest)[0]), share=share)
    return BarChart(
        title=_time_title(option, whole, _whole_time(total_s)) if terms else say("The speed is unknown"),
        subtitle=say("Seconds") if unit_s == 1.0 else say("Milliseconds"),
        sentence=sentence,
        axis=linear_axis(unit, largest=total_s / unit_s),
        bars=(Bar(capital(whole), tuple(segments)),) if segments else (),
        table=Table(
            (say("Part"), say("Time"), say("Share")),
            tuple((term_text(term)[0], step_time(term.s), percent(term.s / total_s)) for term in terms),
        ),
    )


def _whole_time(time_s: float) -> str:
    """Long times as the answer says them: a film takes 28 min, not 1,677 s."""
    return step_time(time_s) if time_s < SECONDS_PER_MINUTE else rough_time(time_s)


def _time_title(option: TaskOption, whole: str, time: str) -> str:
    if option.fit.verdict == "too_big":
        return say("Where the {time} of {whole} would go", time=time, whole=whole)
    return say("Where the {time} of {whole} go", time=time, whole=whole)


def task_compare_chart(answer: TaskAnswer[TaskOption]) -> RangeChart:
    """The speed of every processor of the rig and of the candidates, with ranges."""
    own = {option_name(option): option for option in (*answer.options, answer.chosen)}.values()
    entries = [(option, "this_rig" if option == answer.chosen else "processor", say("yours")) for option in own]
    entries += [(option, "candidate", say("candidate")) for option in answer.candidates]
    bars = tuple(_bar(answer.task, option, role) for option, role, _ in entries)  # type: ignore[arg-type]
    unit = say(UNITS[answer.task].text)
    hatched = ""
    if any(bar.hatched for bar in bars):
        is_text = answer.task == "serve"
        hatched = say("; hatched: a part in main memory") if is_text else say("; hatched: parts wait in main memory")
    return RangeChart(
        title=_compare_title(answer),
        subtitle=say("{words}, with the range{hatched}", words=say(UNITS[answer.task].words), hatched=hatched),
        sentence=card_sentence(answer),
        axis=_with_room(linear_axis(unit, largest=max((bar.high or 0.0 for bar in bars), default=0.0))),
        bars=bars,
        table=Table(
            (say("Processor"), say("Whose"), say("Speed")),
            tuple((bar.name, whose, bar.text) for bar, (_, _, whose) in zip(bars, entries, strict=True)),
        ),
    )


def _stack(option: TaskOption, pool: PoolNeed, *, first: bool) -> MemoryStack:
    stack = MemoryStack(limit_bytes=pool.total_bytes if pool.total_bytes is not None else pool.free_bytes)
    if pool.total_bytes is not None and pool.free_bytes is not None:
        stack.add(say("other programs"), pool.total_bytes - pool.free_bytes, "other_programs")
    if first:
        stack.add(say("kept free"), option.fit.reserve_bytes or 0, "guide", hatched=True)
        for name, size, role in memory_parts(option):
            stack.add(name, size, role)
    else:
        is_text = isinstance(option.answer, ServeAnswer)
        stack.add(say("spilled part") if is_text else say("waiting parts"), pool.need_bytes, "spill", hatched=True)
    stack.close(say("free") if pool.free_bytes is not None else say("free or other programs"))
    return stack


def _network_parts(memory: PartsMemory, need_bytes: int) -> Iterator[Part]:
    """The networks one by one, or what of them is there at once."""
    values = memory.compute_bytes
    if need_bytes >= memory.total_bytes:
        for index, part in enumerate(memory.parts):
            yield say(part.name), part.weights_bytes, _NETWORKS[index % len(_NETWORKS)]
    else:
        values = min(values, need_bytes - memory.runtime_bytes)
        yield say("parts at work"), need_bytes - memory.runtime_bytes - values, "weights"
    yield say("values"), values, "buffers"
    yield say("program"), memory.runtime_bytes, "other_programs"


def _fit_sentence(answer: TaskAnswer[TaskOption]) -> str:
    option = answer.chosen
    parts = [_need_words(answer)]
    first = option.fit.pools[0] if option.fit.pools else None
    if first and first.total_bytes is not None and first.free_bytes is not None:
        held = first.total_bytes - first.free_bytes
        memory = say(POOL_WORDS[main_pool(option)])
        if held > 0:
            parts.append(say("Other programs hold {held} of the {memory}.", held=capacity(held), memory=memory))
    return " ".join(parts)


def _need_words(answer: TaskAnswer[TaskOption]) -> str:
    """What one device has to hold, part by part, and what of a language model works elsewhere."""
    option = answer.chosen
    held = memory_parts(option)
    needs = say(
        "{model} needs {all}{each}: {listed}.",
        model=answer.model_name,
        all=capacity(sum(size for _, size, _ in held)),
        each=say(" on each of them") if option.devices > 1 else "",
        listed=", ".join(f"{capacity(size)} {name}" for name, size, _ in held if size > 0),
    )
    if not isinstance(option.answer, ServeAnswer) or len(option.fit.pools) < 2:
        return needs
    rest = capacity(option.fit.pools[1].need_bytes)
    return f"{needs} {say('{size} more work in main memory.', size=rest)}"


def _with_room(axis: Axis) -> Axis:
    """Every second tick where their texts are long: the names and figures beside the bars take the room."""
    is_long = any(len(text) > _SHORT_TICK for _, text in axis.ticks)
    return replace(axis, ticks=axis.ticks[::2]) if is_long else axis


def _bar(task: str, option: TaskOption, role: Role) -> RangeBar:
    text, rate, per_s = option_remark(task, option), option.rate, UNITS[task].per_s
    if not option.runs or rate is None:
        return RangeBar(option_name(option), None, None, None, text, role)
    low, middle, high = (one * per_s for one in (rate.low, rate.middle, rate.high))
    hatched = option.fit.verdict == "spills" or option.blocked is not None
    return RangeBar(option_name(option), low, middle, high, text, role, hatched=hatched)


def _compare_title(answer: TaskAnswer[TaskOption]) -> str:
    best, now = best_candidate(answer), answer.chosen
    if not answer.candidates:
        return say("How fast each part of this rig would be")
    if best is None or best.rate is None:
        holding = any(one.runs for one in answer.candidates)
        if holding:
            return say("None of the cards compared would be faster")
        return say("None of the cards compared would hold it")
    name = short_name(best.processor_name)
    if now.rate is None:
        return say("The {name} would do it", name=name)
    if now.fit.verdict == "too_big":
        return say("The {name} would hold it", name=name)
    return say("The {name} would be {gain} as fast", name=name, gain=times(best.rate.middle / now.rate.middle))
