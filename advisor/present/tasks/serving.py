"""Serving: one model answers many people at once."""

from math import log10
from typing import Any, ClassVar

from advisor.answer.tasks.put_request import users_of
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import TaskStep
from advisor.facts.cards.workload import READING_TOKENS_PER_S, TaskCard, WorkloadCard, whole_amount
from advisor.facts.values.range import Range
from advisor.facts.values.units import SECONDS_PER_MINUTE
from advisor.present.charts.lines import range_line, reading_line
from advisor.present.run_it.steps import serving_line, vllm_line
from advisor.present.tasks.charts import LEAST_STEPS, here, running, steps_axis
from advisor.present.tasks.knobs import Plan, count_text, counted, length_of, named, one_each
from advisor.present.tasks.shown_task import Part, ShownTask
from advisor.present.tasks.unit import TaskUnit
from advisor.present.words.quantity import (
    capacity,
    count,
    duration,
    percent,
    speed,
    speed_number,
    stated,
    times,
    tokens,
    wait,
)
from advisor.present.words.series import Line, LineChart, Table, log_axis
from advisor.present.words.words import joined, say, say_count, to_say, to_say_count

_GAIN = 1.15
"""Less than that lies within the range of the estimate."""
_LEAST_EACH_TOKENS_PER_S = 1.0
"""A fifth of reading: nobody puts so many users there that each gets less."""
_IN_SLOTS = "llama.cpp"
"""The program that keeps a whole context for each from the start."""
_SERVED = {
    (None, None): to_say("the best that fits"),
    ("bf16", "vLLM"): to_say("16 bits, vLLM"),
    ("fp8", "vLLM"): to_say("8 bits (FP8), vLLM"),
    ("AWQ INT4", "vLLM"): to_say("4 bits (AWQ), vLLM"),
    ("Q8_0", "llama.cpp"): to_say("Q8_0, llama.cpp"),
    ("Q4_K_M", "llama.cpp"): to_say("Q4_K_M, llama.cpp"),
}


def _form_words(precision: str | None, engine: str | None, kv_type: str | None) -> str:
    """In what form it runs, and with which cache where that is not the usual one."""
    form = named(_SERVED)(precision, engine)
    return say("{form}, {kv_type} cache", form=form, kv_type=kv_type) if kv_type not in (None, "f16") else form


class ServingTask(ShownTask):
    """Text for several people."""

    unit = TaskUnit(to_say("tokens/s"), to_say("Tokens per second"), 1.0, to_say("one token for everyone"))
    beside = to_say("in RAM")
    divided = to_say(", divided")
    hatched = to_say("; hatched: partly in RAM")
    knobs: ClassVar[tuple[Plan, ...]] = (
        Plan(
            "users",
            to_say("Users at once"),
            ("concurrency",),
            one_each(*(2**n for n in range(9)), None),
            count_text,
            said=counted(to_say_count("{count:,} user", "{count:,} users")),
        ),
        Plan(
            "prompt",
            to_say("Prompt"),
            ("prompt_tokens",),
            one_each(*(2**n for n in range(7, 18))),
            tokens,
            said=length_of(to_say("prompt {length}")),
        ),
        Plan(
            "answer",
            to_say("Answer"),
            ("generated_tokens",),
            one_each(*(2**n for n in range(5, 14))),
            tokens,
            said=length_of(to_say("answer {length}")),
            is_advanced=True,
        ),
        Plan(
            "context",
            to_say("Context"),
            ("context_tokens",),
            one_each(None, *(2**n for n in range(12, 18))),
            lambda length: say("prompt and answer") if length is None else tokens(length),
            is_scale=False,
            said=lambda length: "" if length is None else say("context {length}", length=tokens(length)),
            is_advanced=True,
        ),
        Plan(
            "rate",
            to_say("Requests"),
            ("requests_per_s",),
            one_each(None, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0),
            lambda rate: (
                say("all ask at once")
                if rate is None
                else say("{seconds_per_minute} a minute", seconds_per_minute=speed_number(SECONDS_PER_MINUTE * rate))
            ),
            is_scale=False,
            is_advanced=True,
            said=lambda rate: (
                "" if rate is None else say("{count} requests a minute", count=speed_number(SECONDS_PER_MINUTE * rate))
            ),
        ),
        Plan(
            "form",
            to_say("Precision"),
            ("precision", "engine", "kv_type"),
            tuple((*form, None) for form in _SERVED),
            _form_words,
            is_scale=False,
            is_advanced=True,
        ),
    )

    def parts(self, option: Any) -> tuple[Part, ...]:
        """What is missing in the memory of one device are weights elsewhere."""
        memory, need = option.answer.memory, option.fit.pools[0].need_bytes if option.fit.pools else 0
        if memory is None:
            return ()
        all_bytes, weights, cache = (
            size // option.devices for size in (memory.total_bytes, memory.weights_bytes, memory.kv_cache_bytes)
        )
        weights = max(0, weights - max(0, all_bytes - need))
        cache = min(cache, need - weights)
        return (
            (say("weights"), weights, "weights"),
            (say("conversations"), cache, "kv_cache"),
            (say("buffers"), need - weights - cache, "buffers"),
        )

    def needs(self, answer: Any) -> str:
        """All that the verdict counts, with what works in main memory."""
        option, pools = answer.chosen, answer.chosen.fit.pools
        needs = super().needs(answer)
        if len(pools) > 1:
            text = to_say("Needs {all}: {size} in RAM; in VRAM {listed}.")
            if option.devices > 1:
                text = to_say("Needs {all}: {size} in RAM; in VRAM on each GPU {listed}.")
            whole, size = capacity(self.needed_bytes(option)), capacity(pools[1].need_bytes)
            needs = say(text, all=whole, size=size, listed=self.listed(option))
        one_bytes, most = option.answer.conversation_bytes, option.answer.max_concurrency
        further = ""
        if one_bytes and most and most > users_of(option.request, option.answer):
            size = capacity(one_bytes // option.devices)
            further = say("Each further conversation takes up to {size}.", size=size)
        return joined(one for one in (needs, further) if one)

    def fit(self, option: Any) -> str:
        """With how many requests have room."""
        most, users = option.answer.max_concurrency, users_of(option.request, option.answer)
        if option.fit.verdict != "fits" or not most:
            return super().fit(option)
        if most < users:
            return say("Fits, with room for {most:,} of {users:,} conversations at once", most=most, users=users)
        return say_count(
            "Fits, with room for {count:,} conversation at once",
            "Fits, with room for {count:,} conversations at once",
            most,
        )

    def speed(self, option: Any) -> str:
        """Of all together, and of each."""
        users, rate = users_of(option.request, option.answer), option.rate
        if users == 1:
            return say("About {rate}.", rate=self.rate_words(rate))
        return say(
            "About {speed} for {users:,} users ({low} to {high}), {each} for each.",
            speed=speed(rate.middle),
            users=users,
            low=speed_number(rate.low),
            high=speed_number(rate.high),
            each=speed_number(rate.middle / users),
        )

    def pace(self, option: Any) -> str:
        """What each of several users gets."""
        users = users_of(option.request, option.answer)
        if users == 1:
            return ""
        each, most = speed_number(option.rate.middle / users), option.answer.max_concurrency
        if most and most < users:
            return say("{each} for each of {users:,} users, waits for a place included", each=each, users=users)
        return say("{each} for each of {users:,} users", each=each, users=users)

    def whole_words(self, option: Any) -> str:
        """One token of all that are served at once, or of the one."""
        return say("one token") if _served_at_once(option) == 1 else super().whole_words(option)

    def wait_meaning(self, answer: Any) -> str:
        """Of calls that follow one another what each waits, and the first of them, of whose prompt nothing is kept."""
        first_s = answer.chosen.answer.first_prompt_s
        if first_s is None:
            return super().wait_meaning(answer)
        return say("for each call of the agent; {time} for its first", time=wait(first_s))

    def room_words(self, option: Any) -> str:
        """How many requests have room."""
        most, users = option.answer.max_concurrency, users_of(option.request, option.answer)
        if option.fit.verdict != "fits" or not most:
            return super().room_words(option)
        if most < users:
            return say("room for {most:,} of {users:,} conversations at once, the rest wait", most=most, users=users)
        return say_count("room for {count:,} conversation at once", "room for {count:,} conversations at once", most)

    def enough(self, answer: Any, workload: WorkloadCard | TaskCard) -> str:
        """What each user gets."""
        users = users_of(answer.chosen.request, answer.chosen.answer)
        if workload.pile_requests and workload.enough_s:
            return say(
                "{count:,} requests: about {taken}; up to {needed} is fine.",
                count=workload.pile_requests,
                taken=duration(whole_amount(workload) / answer.chosen.rate.middle),
                needed=duration(workload.enough_s),
            )
        if users == 1 or not workload.enough_tokens_per_s:
            return super().enough(answer, workload)
        each = speed(answer.chosen.rate.middle / users)
        enough = stated(workload.enough_tokens_per_s)
        if answer.light.usability == "slow":
            return say("Each user gets about {each}; {need} is needed.", each=each, need=enough)
        return say("Each user gets about {each}; {need} is enough.", each=each, need=enough)

    def more(self, option: Any) -> list[str]:
        """What comes of a stated rate of requests, and the most there can be."""
        answer = option.answer
        said: list[str] = []
        if not option.holds:
            return said
        if answer.utilization is not None and answer.queue_s is not None:
            wait = duration(answer.queue_s)
            said.append(
                say(
                    "It is busy {share} of the time; requests wait {wait} in line.",
                    share=percent(min(1.0, answer.utilization)),
                    wait=wait,
                )
            )
        elif answer.utilization is not None:
            said.append(say("Requests arrive faster than it can answer: the queue never empties."))
        if answer.requests_per_s_max:
            most = speed_number(SECONDS_PER_MINUTE * answer.requests_per_s_max)
            said.append(say("At most {most} requests a minute.", most=most))
        return said

    def steps(self, answer: Any) -> LineChart | None:
        """Speed of all users together, with its range, and of each, both axes logarithmic; None without several."""
        steps = _of_use(answer)
        rates = [rate for step in steps if (rate := _shared_rate(step))]
        if len(rates) < LEAST_STEPS:
            return None
        values = tuple(float(step.value) for step in steps)
        own = users_of(answer.chosen.request, answer.chosen.answer)
        each = tuple(rate.middle / value for rate, value in zip(rates, values, strict=True))
        texts = tuple(
            say("{value:,} at once: {all}, {one} each", value=step.value, all=speed(rate.middle), one=speed(one))
            for step, rate, one in zip(steps, rates, each, strict=True)
        )
        whole, one_user = say("all together"), say("each user")
        together = range_line(whole, map(log10, values), rates, "this_rig", scale=log10, label=whole, texts=texts)
        single = Line(one_user, together.xs, tuple(map(log10, each)), "this_rig", "dashed", label=one_user, texts=texts)
        smallest = min([*each, READING_TOKENS_PER_S])
        largest = max([READING_TOKENS_PER_S, *(rate.high for rate in rates)])
        xs = together.xs
        return LineChart(
            title=_users_title([rate.middle for rate in rates], values),
            subtitle=say("Tokens per second while prompts are read in between (log scales); shaded: likely range"),
            sentence=_users_sentence(answer, each, values),
            x_axis=steps_axis(say("Users at once"), values),
            y_axis=log_axis(say("tokens/s"), smallest=smallest, largest=largest),
            lines=(together, single, reading_line(xs[0], xs[-1], scale=log10)),
            marks=here(answer, steps, xs, together.ys, lambda index: speed_number(rates[index].middle))
            if own > 1
            else (),
            table=Table(
                (say("Users at once"), say("All together, tokens/s"), say("Each, tokens/s")),
                tuple(
                    (count(step.value), self.rate_text(rate), speed_number(one))
                    for step, rate, one in zip(steps, rates, each, strict=True)
                ),
            ),
        )

    def launch(self, answer: Any, file: ModelFile | None) -> str:
        """The command of llama.cpp's server, or of vLLM; empty where another engine is asked about."""
        return serving_line(answer) or vllm_line(answer)


def _shared_rate(step: TaskStep) -> Range | None:
    """The speed with the reading of prompts in it: that of one who asks alone is told without, and of several with."""
    return getattr(step.option.answer, "between_prompts_tokens_per_s", None) or step.option.rate


def _of_use(answer: Any) -> list[TaskStep]:
    """The steps that are done, as far as each user gets something to read, or as far as is asked about."""
    steps = running(answer)
    last = max(
        (
            index
            for index, step in enumerate(steps)
            if step.option == answer.chosen
            or (step.option.rate and step.option.rate.middle >= _LEAST_EACH_TOKENS_PER_S * step.value)
        ),
        default=0,
    )
    return steps[: max(last + 1, LEAST_STEPS)]


def _users_title(alls: list[float], values: tuple[float, ...]) -> str:
    users, gain = values[-1], alls[-1] / alls[0]
    if gain * _GAIN < 1:
        return say("{values:,.0f} users together: {times} the tokens of one", values=users, times=times(gain))
    if gain < _GAIN:
        return say("Several users share one user's speed")
    return say("{values:,.0f} users: {times} the tokens of one", values=users, times=times(gain))


def _readers(each: tuple[float, ...], values: tuple[float, ...]) -> int:
    """How many get text faster than they read: where the line as it is drawn crosses reading speed; 0 for none."""
    readers = 0
    for index, (value, one) in enumerate(zip(values, each, strict=True)):
        if one >= READING_TOKENS_PER_S:
            readers = int(value)
            continue
        if index and each[index - 1] > READING_TOKENS_PER_S:
            before, faster = values[index - 1], each[index - 1]
            share = log10(faster / READING_TOKENS_PER_S) / log10(faster / one)
            readers = int(before * (value / before) ** share)
        break
    return readers


def _served_at_once(option: Any) -> int:
    """How many of those who ask have room."""
    users, most = users_of(option.request, option.answer), option.answer.max_concurrency
    return min(users, most) if most else users


def _room_sentence(answer: Any, last: float) -> str:
    """How many have room, and why the chart may end before that; of slots for how long a conversation of each."""
    most, request = answer.chosen.answer.max_concurrency, answer.chosen.request
    if not most:
        return ""
    if most <= last and request.engine == _IN_SLOTS:
        text = to_say(" Room for {most:,} at once, with {tokens} of context each.")
        return say(text, most=most, tokens=tokens(request.held_tokens))
    if most <= last:
        return say(" At most {most:,} are served at once.", most=most)
    if max((step.value for step in running(answer)), default=0) > last:
        return say(" Memory: room for {most:,}, with under 1 token/s each.", most=most)
    return ""


def _users_sentence(answer: Any, each: tuple[float, ...], values: tuple[float, ...]) -> str:
    readers, full = _readers(each, values), _room_sentence(answer, values[-1])
    if not readers:
        text = to_say("Waits for prompts included, one user gets {rate} on average: below reading speed.{full}")
        return say(text, rate=speed(each[0]), full=full)
    if readers >= values[-1]:
        waiting = users_of(answer.chosen.request, answer.chosen.answer) - _served_at_once(answer.chosen)
        if waiting > 0:
            return say("Those with a place get text faster than they read; the others wait.{full}", full=full)
        return say("Everyone still gets text faster than they read.{full}", full=full)
    return say_count(
        "One user gets text faster than people read; two do not.{full}",
        "Up to about {count:,} users get text faster than they read.{full}",
        readers,
        full=full,
    )
