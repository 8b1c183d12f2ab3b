"""Makes the verdict of an answer of any task, once for every place that shows it."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import Any

from advisor.answer.judge.light import GREAT, LATE, short_context
from advisor.answer.rig.idle_gpus import used_gpus
from advisor.answer.which_device.room import little_left_bytes
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Fit
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.facts.answers.usability import Light
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.units import GIB, MIB
from advisor.predict.memory.fit import most_granted_bytes, raised_limit_bytes
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.words.answer_text import unusable_words, why_unknown
from advisor.present.words.light import answer_limits, held_words, leeway, light_word, light_words
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.placement_text import other_model
from advisor.present.words.processor_name import short_name
from advisor.present.words.quality_text import quality_sentences
from advisor.present.words.quantity import UNKNOWN, capacity, duration, speed_number, times, wait, wait_span
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.support_words import own_program_words, support_words
from advisor.present.words.verdict import ACTION_WORDS, NO_FIGURE, Action, Figure, Verdict, verdict_title
from advisor.present.words.words import capital, joined, say, sentence, to_say, uncapital

Workload = WorkloadCard | TaskCard
RAISE_LIMIT = "sudo sysctl iogpu.wired_limit_mb={mb}"
"""Of macOS: what its graphics may hold, until the next start."""
AMD_SHARE = "sudo amd-ttm --set {gb}"
"""Of Linux: what AMD's graphics may map of main memory, after the next start."""
_BESIDE_GIB, _LITTLE_SHARE = 2, 0.01
"""What a desktop takes of that, and the share below which hardly anything of it is left (judgments)."""


def verdict(shown: ShownTask, answer: TaskAnswer, workload: Workload, *, rig: Rig | None, can_run: bool) -> Verdict:
    """The verdict; `can_run`: there are steps to run it as predicted."""
    light = answer.light
    return Verdict(
        light=light.usability,
        light_word=light_words(light),
        title=verdict_title(light_word(light), answer.model_name),
        asked=shown.asked(answer, say(workload.name)),
        figures=(speed_figure(shown, answer), wait_figure(shown, answer), memory_figure(shown, answer.chosen)),
        because=_because(shown, answer, workload),
        actions=tuple(_actions(shown, answer, can_run=can_run)),
        aside=joined((own_program_words(answer.own_program), *_of_rig(answer, rig))),
    )


def _of_rig(answer: TaskAnswer, rig: Rig | None) -> Iterator[str]:
    """What of the rig is not used, and what to mind with the graphics processors that do it."""
    if rig is not None:
        option = answer.chosen
        notes = option.answer.notes if isinstance(option, TaskOption) else ()
        yield unusable_words(rig)
        yield support_words(used_gpus(rig, option), rig.processors[0], notes)
        if isinstance(option, TaskOption):
            yield from (sentence(in_words(note)) for note in notes if note.code == "smaller_batch_to_fit")
            yield _loading_words(option)
        yield _share_words(next(iter(used_gpus(rig, option)), None), option.fit)
        left_bytes = little_left_bytes(option.fit, rig.processors[0].memory_total_bytes.value)
        if left_bytes is not None:
            yield say("Only {size} of memory is left for the system and other programs.", size=capacity(left_bytes))


def _loading_words(option: TaskOption) -> str:
    """That an older vLLM needs room for the 16 bits that it turns into 8, where that is not there; else empty.

    It held them all while loading (github vllm-project/vllm issues 4387, 7200) up to 0.14 of January 2026 (pull
    requests 32773, 31914; its documentation since pull request 37851).
    """
    request, memory = option.request, option.answer.memory
    if not isinstance(request, ServeRequest) or request.engine.lower() != "vllm" or request.precision != "fp8":
        return ""
    pool = option.fit.pools[0] if option.fit.pools and option.runs else None
    if memory is None or pool is None or not pool.total_bytes:
        return ""
    if 2 * memory.weights_bytes <= option.devices * pool.total_bytes:
        return ""
    return say("vLLM up to 0.14 loads 16-bit weights first, which do not fit: take a newer one, or an FP8 repository.")


def _share_words(gpu: Processor | None, fit: Fit) -> str:
    """How graphics that share the main memory get as much of it as this takes; empty where they have it anyway.

    Linux maps half of it for those of AMD unless told otherwise (its commit f7ba887f606b, "Adjust logic around GTT
    size (v3)"; amd-ttm(1) of amd-debug-tools), Windows what is set in AMD Software (amd.com/en/blogs/2025, FAQs: AMD
    Variable Graphics Memory); both are known where a computer was read, so that this is about one that is described.
    """
    pool = fit.pools[0] if fit.pools else None
    if gpu is None or pool is None or gpu.pool != "unified" or fit.verdict != "fits" or not pool.total_bytes:
        return ""
    is_described = gpu.memory_total_bytes.origin == "datasheet"
    if gpu.vendor == "amd" and is_described and pool.need_bytes > pool.total_bytes // 2:
        setting = AMD_SHARE.format(gb=ceil(pool.need_bytes / GIB) + _BESIDE_GIB)
        text = to_say(
            "Linux lets the GPU use half of the RAM; to raise that, run this and restart: {setting}. In Windows set"
            " Variable Graphics Memory in AMD Software."
        )
        return say(text, setting=setting)
    granted = pool.total_bytes - pool.withheld_bytes if pool.withheld_bytes else None
    if granted is None or fit.spare_bytes is None or fit.spare_bytes >= _LITTLE_SHARE * granted:
        return ""
    raised = most_granted_bytes(pool.total_bytes)
    if raised <= granted:
        return ""
    return say("More room for the GPU until you restart: {setting}.", setting=RAISE_LIMIT.format(mb=raised // MIB))


def speed_figure(shown: ShownTask, answer: TaskAnswer) -> Figure:
    """How fast it is in the unit of the task; nothing where it does not run."""
    option, name = answer.chosen, say("Speed")
    if option.rate is None or not option.runs or answer.light.held_by == "context":
        return Figure(name, NO_FIGURE if answer.light.usability == "wont_run" else say(UNKNOWN))
    counted = shown.figure_unit(option.rate)
    unit = say(counted.short or counted.text)
    low, middle, high = map(speed_number, option.rate.times(counted.per_s))
    span = "" if low == high else say("{low} to {high}", low=low, high=high)
    return Figure(name, middle, unit, span, shown.pace(option))


def wait_figure(shown: ShownTask, answer: TaskAnswer) -> Figure:
    """What a person waits for, and what that is made of."""
    name, found = (
        shown.wait_words(answer.chosen),
        None if answer.light.usability == "wont_run" else shown.wait_s(answer),
    )
    if found is None:
        return Figure(name, NO_FIGURE if answer.light.usability == "wont_run" else say(UNKNOWN))
    return Figure(name, *_split(wait(found.middle)), wait_span(found.low, found.high), shown.wait_meaning(answer))


def memory_figure(shown: ShownTask, option: Any) -> Figure:
    """What it takes of which memories."""
    pools, name, needed_bytes = shown.pools(option), say("Memory"), shown.needed_bytes(option)
    if needed_bytes is None:
        return Figure(name, say(UNKNOWN))
    first, devices = pools[0], shown.devices(option)
    where, whole_bytes = say(POOL_WORDS[first.pool]), devices * (first.total_bytes or 0)
    span = say("of {total} {memory}", total=capacity(whole_bytes), memory=where) if whole_bytes else ""
    if whole_bytes and first.withheld_bytes:
        span = say("of {total} that the GPU may use", total=capacity(whole_bytes - first.withheld_bytes))
    span = shown.memory_span(option, span)
    if devices > 1:
        each = capacity(first.need_bytes)
        span = say("{span}, {each} on each of {count}", span=span, each=each, count=devices)
    return Figure(name, *_split(capacity(needed_bytes)), span, shown.room_words(option))


def _split(text: str) -> tuple[str, str]:
    """A figure and its unit; together where there are several: "2 min 20 s"."""
    value, gap, unit = text.partition(" ")
    return (text, "") if not gap or " " in unit else (value, unit)


def _because(shown: ShownTask, answer: TaskAnswer, workload: Workload) -> str:
    """Why the light is what it is, in one sentence."""
    option, light = answer.chosen, answer.light
    if light.usability == "wont_run":
        return _missing(shown, answer, workload)
    if option.blocked is not None:
        name = short_name(option.processor_name)
        return say("{name} cannot be used as it is: {why}.", name=name, why=in_words(option.blocked))
    if light.usability == "unknown":
        return why_unknown(option) if option.rate is None else sentence(shown.fit(option))
    pace = joined((_pace(shown, answer, workload), leeway(light), shown.otherwise(answer)))
    pace = say("With thinking off: {sentence}", sentence=uncapital(pace)) if light.thinks is False else pace
    return joined((pace, quality_sentences(answer)))


def _pace(shown: ShownTask, answer: TaskAnswer, workload: Workload) -> str:
    """What is reached beside what is enough."""
    light, option = answer.light, answer.chosen
    if light.held_by == "model":
        return say("It runs well, but can do too little for this work.")
    if light.held_by == "memory" and not light.is_useful:
        return _read_again(option)
    if held := held_words(light):
        return held
    if light.share is None:
        return say("It runs. This work has no deadline: faster only saves time.")
    if limits := answer_limits(light):
        return limits
    if light.held_by == "first_word" and option.first_wait_s:
        return _first_word(option.first_wait_s, light, light.share.middle)
    first_prompt_s = getattr(option.answer, "first_prompt_s", None) if light.held_by == "first_prompt" else None
    if first_prompt_s and workload.enough_first_prompt_s:
        taken, needed = duration(first_prompt_s), duration(workload.enough_first_prompt_s)
        return say("The first prompt takes about {taken}; up to {needed} is fine.", taken=taken, needed=needed)
    return shown.enough(answer, workload) or say(
        "It is {times} as fast as this work needs.", times=times(light.share.middle)
    )


def _read_again(option: Any) -> str:
    """That RAM lacks room for what waits there, and what of the time that is."""
    read_s = getattr(option.answer, "disk_s", None)
    if read_s is None:
        return say("Memory holds only a part of it: the rest is read from disk each time.")
    return say(
        "Not advised: it fills the RAM, so little else runs beside it, and {size} of it are read from disk each time"
        " (about {time}, more with an old drive).",
        size=capacity(option.answer.read_again_bytes),
        time=wait(read_s),
    )


def _first_word(wait_s: float, light: Light, share: float) -> str:
    """How long the prompt takes, beside what would be the next better light: more where the answer is there soon."""
    taken, needed_s = duration(wait_s), wait_s * share
    is_soon = bool(light.answer_s and light.needed_s and GREAT * light.answer_s.middle < light.needed_s)
    if light.usability == "fine" and share > 1:
        text = to_say("Reading the prompt takes about {taken}; up to {needed} is great.")
        if is_soon:
            text = to_say("Reading the prompt takes about {taken}; up to {needed} is great, as the answer is quick.")
        return say(text, taken=taken, needed=duration(needed_s / LATE))
    needed = duration(needed_s)
    if taken == needed and light.usability == "slow":
        return say("Reading the prompt takes about {taken}, just about the limit of what is fine.", taken=taken)
    text = to_say("Reading the prompt takes about {taken}; up to {needed} is fine.")
    if is_soon:
        text = to_say("Reading the prompt takes about {taken}; up to {needed} is fine, as the answer is quick.")
    return say(text, taken=taken, needed=needed)


def _missing(shown: ShownTask, answer: TaskAnswer, workload: Workload) -> str:
    """What it would take to run, or what does the same work here."""
    option, nearest = answer.chosen, other_model(answer)
    spare = option.fit.spare_bytes
    memory = say(POOL_WORDS[shown.lacking(option)])
    needs = say("It needs more {memory}", memory=memory)
    read_again = option.answer.read_again_bytes if isinstance(option, TaskOption) else 0
    if missing := -spare if spare is not None and spare < 0 else read_again:
        needs = say("It needs {missing} more {memory}", missing=capacity(missing), memory=memory)
        needs = _into_reserve(option.fit, memory) or needs
    if answer.light.held_by == "context" and isinstance(workload, WorkloadCard):
        needs = capital(in_words(short_context(answer.model_name, option.longest_tokens, workload)))
    elif option.fit.others_closed is not None:
        return say("{needs}: close other programs, and it fits.", needs=needs)
    if (limit := raised_limit_bytes(option.fit)) is not None:
        setting = RAISE_LIMIT.format(mb=limit // MIB)
        return say("{needs}. This lets the GPU use it, tightly: {setting}", needs=needs, setting=setting)
    if answer.better is not None:
        setting, light = shown.attempt(answer.better).text, light_word(answer.better.light)
        return say("{needs}; with {setting}: {light}.", needs=needs, setting=setting, light=light)
    if nearest is None:
        return say("{needs}.", needs=needs)
    return say("{needs}; {model} runs well here.", needs=needs, model=nearest.model_name)


def _into_reserve(fit: Fit, memory: str) -> str:
    """That only what is kept free is lacking, where all of it would go into what is free now; else empty."""
    free, need = (fit.pools[0].free_bytes, fit.pools[0].need_bytes) if len(fit.pools) == 1 else (None, 0)
    if free is None or not fit.reserve_bytes or need > free or -(fit.spare_bytes or 0) > fit.reserve_bytes:
        return ""
    text = to_say("It leaves {left} of {memory}; {reserve} is kept free for the system")
    return say(text, left=capacity(free - need), memory=memory, reserve=capacity(fit.reserve_bytes))


def _actions(shown: ShownTask, answer: TaskAnswer, *, can_run: bool) -> Iterator[Action]:
    """What helps most first."""
    is_useful = answer.light.is_useful
    if answer.better is not None:
        turned = shown.attempt(answer.better)
        yield replace(turned, text=say("Try {setting}", setting=turned.text))
    if not shown.is_measured(answer) and answer.light.usability != "wont_run":
        yield _action("measure")
    if is_useful and can_run:
        yield _action("run")
    yield Action("see", say("See what else fits")) if is_useful else _action("see")
    if can_run and not is_useful:
        yield _action("run")


def _action(kind: Any) -> Action:
    return Action(kind, say(ACTION_WORDS[kind]))


def instead_action(best_id: str, asked_id: str, catalog: Catalog) -> Action:
    """What to do where there is no answer: ask about the best model for this work, else see what fits."""
    card = catalog.models.get(best_id) or catalog.other_models.get(best_id)
    if card is None or best_id == asked_id:
        return _action("see")
    return Action("try", say("Ask about {model}", model=card.name), "model", best_id)
