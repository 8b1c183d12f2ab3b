"""Writing text for one person."""

from typing import TYPE_CHECKING, ClassVar

from advisor.answer.which_model.published_forms import loss_steps
from advisor.facts.answers.estimate import Estimate, PoolNeed
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import BetterSetting
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.card import Pool
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.range import Range, middle
from advisor.present.tasks.candidate_words import elsewhere
from advisor.present.tasks.shown_task import Part, ShownTask
from advisor.present.tasks.unit import TaskUnit
from advisor.present.text.beside import beside_sentences, draft_sentence
from advisor.present.text.choices import AUTOMATIC
from advisor.present.words.answer_text import (
    embeddings_sentence,
    fit_words,
    lacking_pool,
    main_pool,
    reading_words,
    until_measured,
    why_unknown,
)
from advisor.present.words.limit import HELPS, capacity_sentence, limit_sentence, what_if
from advisor.present.words.palette import Role
from advisor.present.words.placement_text import cache_words, is_beside_gpu, launch_line, room_sentences
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, count, duration, speed, times, tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.terms import TEXT_TERMS
from advisor.present.words.verdict import Action
from advisor.present.words.words import capital, joined, say, to_say

if TYPE_CHECKING:  # a verdict draws nothing
    from advisor.present.words.series import LineChart, RangeBar
    from advisor.present.words.view import Why

_NO_CHANGE = 1.03
_BRIEF_S = 0.05
"""Thinking that takes less is none."""
_NOTABLE_SHARE, _SEEN_SHARE = 0.01, 0.001
"""Of a memory: what divides less unevenly is not worth a word, and is not seen at all."""


class WritingTask(ShownTask):
    """A model that writes, token by token."""

    unit = TaskUnit(to_say("tokens/s"), to_say("Tokens per second"), 1.0, to_say("one token"))
    terms = TEXT_TERMS
    beside = to_say("in RAM")
    divided = to_say(", partly in RAM")
    hatched = to_say("; hatched: partly in RAM")
    offers_check: ClassVar[bool] = True
    least_end = READING_TOKENS_PER_S
    wait_name = to_say("Whole answer")

    def parts(self, option: Estimate) -> tuple[Part, ...]:
        """What is missing in the first memory against the total are weights elsewhere."""
        memory, need = option.memory, option.fit.pools[0].need_bytes if option.fit.pools else 0
        elsewhere = max(0, memory.total_bytes - need)
        return (
            (say("weights"), memory.weights_bytes - elsewhere, "weights"),
            (say("conversation"), memory.kv_cache_bytes, "kv_cache"),
            (say("buffers"), memory.compute_bytes + memory.output_bytes + memory.runtime_bytes, "buffers"),
            *(((say("pictures"), memory.vision_bytes, "buffers"),) if memory.vision_bytes else ()),
        )

    def pools(self, option: Estimate) -> tuple[PoolNeed, ...]:
        """Main memory only where a part of the model spills, or would: what lies there in any case is left out."""
        is_divided = option.fit.verdict == "spills" or lacking_pool(option) != main_pool(option)
        return option.fit.pools if is_divided else option.fit.pools[:1]

    def fit(self, option: Estimate) -> str:
        """The fit without a full stop."""
        return fit_words(option)

    def needs(self, answer: TextAnswer) -> str:
        """What the verdict counts, part by part: without what lies in main memory in any case."""
        memory = answer.chosen.memory
        counted = self.needed_bytes(answer.chosen) or memory.total_bytes
        return say(
            "Needs {all}: {weights} weights, {conversation} conversation memory, the rest buffers.",
            all=capacity(counted),
            weights=capacity(memory.weights_bytes - max(0, memory.total_bytes - counted)),
            conversation=capacity(memory.kv_cache_bytes),
        )

    def room(self, answer: TextAnswer) -> tuple[str, ...]:
        """The margin, what stays free elsewhere, and what lies in main memory in any case."""
        option, parts = answer.chosen, []
        first = option.fit.pools[0] if option.fit.pools else None
        if first and first.free_bytes is not None and option.fit.reserve_bytes:
            parts.append(say("{size} stays reserved as a safety margin.", size=capacity(option.fit.reserve_bytes)))
        left = self.uneven_bytes(option)
        if first and left > _NOTABLE_SHARE * (first.total_bytes or first.free_bytes or 0):
            text = to_say("Layers can't be split evenly, so {size} stay unused on the other cards.")
            parts.append(say(text, size=capacity(left)))
        return (*parts, *filter(None, (embeddings_sentence(option),)))

    def uneven_bytes(self, option: Estimate) -> int:
        """What stays free on other cards once the fullest is full: layers do not divide evenly."""
        spare, first = option.fit.spare_bytes, option.fit.pools[0] if option.fit.pools else None
        if not option.holds or spare is None or first is None:
            return 0
        limit = first.free_bytes if first.total_bytes is None else first.total_bytes
        if limit is None:
            return 0
        held = 0 if first.total_bytes is None or first.free_bytes is None else first.total_bytes - first.free_bytes
        used = (held, option.fit.reserve_bytes or 0, *(size for _, size, _ in self.parts(option)))
        left = limit - sum(max(0, size) for size in used) - spare
        return left if left > _SEEN_SHARE * limit else 0

    def time_sentence(self, option: Estimate) -> str:
        """What a faster chip or faster memory would change."""
        changed = what_if(option.decode)
        if changed is None:
            return why_unknown(option)
        return say(
            "Twice the compute: {if_changed} Twice the memory speed: {if_changed_2}",
            if_changed=_if_changed(total_s=changed.total_s, new_s=changed.faster_chip_s),
            if_changed_2=_if_changed(total_s=changed.total_s, new_s=changed.faster_memory_s),
        )

    def unknown(self, option: Estimate) -> str:
        """Main memory is measured, the memory of a graphics card is not."""
        return until_measured(option)

    def subject(self, answer: TextAnswer, workload_name: str) -> str:
        """Model, quantization and context."""
        context = tokens(answer.context_tokens)
        return say("{model} as {quant}, context {tokens}", model=answer.model_name, quant=answer.quant, tokens=context)

    def asked(self, answer: TextAnswer, workload_name: str) -> str:
        """The work, quantization, context and processor."""
        name = short_name(answer.chosen.processor_name)
        return say(
            "{workload}: {quant}, prompt {prompt}, context {tokens}, on {name}",
            workload=workload_name,
            prompt=count(answer.chosen.prompt_tokens),
            quant=answer.quant,
            tokens=joined((tokens(answer.context_tokens), cache_words(answer)), ", "),
            name=say("the CPU ({name})", name=name) if is_beside_gpu(answer) else name,
        )

    def devices(self, option: Estimate) -> int:
        """The name of its processor tells how many there are."""
        return 1

    def pace(self, option: Estimate) -> str:
        """The speed against reading."""
        return reading_words(option.rate.middle) if option.rate is not None else ""

    def wait_s(self, answer: TextAnswer) -> Range | None:
        """From the question to the last word."""
        return answer.light.answer_s

    def wait_meaning(self, answer: TextAnswer) -> str:
        """The waits it is made of: the prompt, or the first word of what does not think, thinking, writing."""
        option, whole_s = answer.chosen, answer.light.answer_s
        if option.rate is None or option.first_wait_s is None or whole_s is None:
            return ""
        writing_s = option.generated_tokens / option.rate.middle
        thinking_s = _thinking_s(answer)
        first, writing = duration(option.first_wait_s), duration(writing_s)
        if answer.light.thinks is False:
            return say("thinking off: first word {first} + writing {writing}", first=first, writing=writing)
        if thinking_s < _BRIEF_S:
            return say("first word {first} + writing {writing}", first=first, writing=writing)
        thinking = duration(thinking_s)
        return say(
            "prompt {first} + thinking {thinking} + writing {writing}",
            first=first,
            thinking=thinking,
            writing=writing,
        )

    def otherwise(self, answer: TextAnswer) -> str:
        """What the draft brings that was asked for; how long a slow answer takes without thinking."""
        return joined((draft_sentence(answer.draft), self._without_thinking(answer)))

    def _without_thinking(self, answer: TextAnswer) -> str:
        light, thinking_s = answer.light, _thinking_s(answer)
        if light.usability != "slow" or light.held_by != "answer" or not light.answer_s or thinking_s < _BRIEF_S:
            return ""
        rate = answer.chosen.rate
        if rate is not None and rate.middle < READING_TOKENS_PER_S:
            return ""  # it would stay slow
        without = duration(light.answer_s.middle - thinking_s)
        if answer.thinking is not None and answer.thinking.habit == "unless_switched_off":
            return say("With thinking off the answer takes about {without}.", without=without)
        return say("A version that does not think (instruct) takes about {without}.", without=without)

    def lacking(self, option: Estimate) -> Pool:
        """Main memory where that would have to hold the rest, else that of the processor."""
        return lacking_pool(option)

    def attempt(self, better: BetterSetting) -> Action:
        """The quantization that is chosen automatically, or a shorter context."""
        context = better.fields.get("context_tokens")
        if isinstance(context, int):
            return Action("try", say("{tokens} of context", tokens=tokens(context)), "context", str(context))
        return Action("try", str(better.fields["quant"]), "quant", AUTOMATIC)

    def detail(self, answer: TextAnswer) -> str:
        """Speed against reading, what it was asked with, what limits it, and where the parts of the model lie."""
        option, parts = answer.chosen, []
        needs_less = answer.smaller is None and not answer.light.is_useful
        asked = say("at the start of a conversation")
        if option.depth_tokens:
            asked = say("with {tokens} in the conversation", tokens=tokens(option.depth_tokens))
        if option.decode.tokens_per_s is not None and option.runs:
            pace, name = capital(reading_words(option.decode.tokens_per_s.middle)), short_name(option.processor_name)
            parts.append(say("{pace}, {asked}, on {name}.", pace=pace, asked=asked, name=name))
            parts.append(limit_sentence(option.decode, pool=main_pool(option), hint=needs_less))
        if option.fit.verdict == "too_big":
            parts.append(capacity_sentence(main_pool(option), hint=needs_less))
        if option.holds and answer.largest_context_tokens:
            most = tokens(answer.largest_context_tokens)
            parts.append(say("Longest context that fits as {quant}: {tokens}.", quant=answer.quant, tokens=most))
        parts.extend(beside_sentences(answer) if option.runs else ())
        parts.extend(room_sentences(answer))
        return joined(parts)

    def card(self, answer: TextAnswer, enough_wait_s: float | None, *, is_closed: bool = False) -> str:
        """One yes or no: whether a (better) graphics card would help."""
        return card_sentence(answer, enough_wait_s=enough_wait_s, is_closed=is_closed)

    def own_bars(self, answer: TextAnswer) -> "list[RangeBar]":
        """Each processor once: alone, or with the rest of the model in main memory."""
        divided = answer.offloaded
        options = (*answer.options, *((divided,) if divided else ()), answer.chosen)
        own = {one.processor_name: one for one in options}.values()
        chosen = answer.chosen.processor_name
        roles: list[Role] = ["this_rig" if one.processor_name == chosen else "processor" for one in own]
        return [self._bar(one, role, is_divided=one == divided) for one, role in zip(own, roles, strict=True)]

    def bar(self, option: Estimate, role: Role) -> "RangeBar":
        """A card that does not hold all of the model has no speed."""
        return self._bar(option, role, is_divided=False)

    def _bar(self, option: Estimate, role: Role, *, is_divided: bool) -> "RangeBar":
        from advisor.present.words.series import RangeBar

        name, rate = short_name(option.processor_name) + (say(" + RAM") if is_divided else ""), option.rate
        if not is_divided and option.fit.verdict in ("spills", "too_big"):
            return RangeBar(name, None, None, None, say("won't fit"), role)
        if rate is None:
            return RangeBar(name, None, None, None, self.rate_text(None), role)
        remark = say(" if it could be used: {blocked}", blocked=in_words(option.blocked)) if option.blocked else ""
        remark = say(self.divided) if is_divided else remark
        text = f"{self.rate_text(rate)}{remark}"
        return RangeBar(name, rate.low, rate.middle, rate.high, text, role, hatched=is_divided)

    def steps(self, answer: TextAnswer) -> "LineChart":
        """How the speed falls while the conversation grows."""
        from advisor.present.charts.speed_chart import speed_chart

        return speed_chart(answer)

    def roofline(self, answer: TextAnswer) -> "LineChart | None":
        """The ceilings of every processor."""
        from advisor.present.charts.roofline_chart import roofline_chart

        return roofline_chart(answer)

    def why(self, answer: TextAnswer) -> "tuple[Why, ...]":
        """Speed, the wait for the first word, and memory."""
        from advisor.present.text.why import why_tables

        return why_tables(answer.chosen)

    def notes(self, answer: TextAnswer) -> tuple[str, ...]:
        """What the estimate assumes."""
        return tuple(map(in_words, answer.chosen.notes))

    def launch(self, answer: TextAnswer, file: ModelFile | None) -> str:
        """The command that starts llama.cpp as predicted."""
        own_file = answer.model_name if file is not None and file.format == "gguf" else None
        return launch_line(answer, file_name=own_file)

    def is_measured(self, answer: TextAnswer) -> bool:
        """Whether the bandwidth of a processor was measured."""
        return any(roofline.bandwidth_origin == "measured" for roofline in answer.rooflines)


def _thinking_s(answer: TextAnswer) -> float:
    """Seconds of thinking within the whole answer; 0 where nothing is known of it."""
    option, whole_s = answer.chosen, answer.light.answer_s
    if option.rate is None or option.first_wait_s is None or whole_s is None:
        return 0.0
    return whole_s.middle - option.first_wait_s - option.generated_tokens / option.rate.middle


def _if_changed(*, total_s: float, new_s: float) -> str:
    if total_s / new_s < _NO_CHANGE:
        return say("{speed}, no change.", speed=speed(1 / total_s))
    if total_s / new_s < HELPS:
        return say("about {speed}, hardly faster.", speed=speed(1 / new_s))
    return say("about {speed}.", speed=speed(1 / new_s))


_SOONER = 2.0
"""A first word so many times as soon is worth a card."""


def card_sentence(answer: TextAnswer, *, enough_wait_s: float | None = None, is_closed: bool = False) -> str:
    """What a (better) graphics card would change for this model on this rig: nothing where what is here does the work.

    `enough_wait_s` is how long a person waits for the first word without minding, where that is known. Into a closed
    rig goes no card.
    """
    now, best = answer.chosen, answer.faster_candidate
    rate = now.rate
    if rate is None:
        return say("Whether a faster GPU helps is unknown until measured.")
    if answer.light.is_useful or (now.runs and rate.low >= READING_TOKENS_PER_S):
        sooner = _slow_start(now, best, enough_wait_s)
        if sooner:
            return elsewhere(sooner, is_closed=is_closed)
        return _enough_sentence(answer, rate.middle, None if is_closed else best)
    if best is None or best.rate is None:
        if any(one.holds for one in answer.candidates):
            return say("None of the GPUs shown is faster.")
        return say("None of the GPUs shown holds {model} alone.", model=now.model_name)
    reach = speed(middle(best.rate))
    if now.fit.verdict == "too_big":
        return elsewhere(_holding_words(answer, best), is_closed=is_closed)
    name, gain = short_name(best.processor_name), times(best.rate.middle / rate.middle)
    told = say("{name}: {gain} as fast (about {reach}).", name=name, gain=gain, reach=reach)
    if not now.holds:
        text = to_say("{name}: {gain} as fast (about {reach}), with all {need} in VRAM.")
        told = say(text, name=name, gain=gain, reach=reach, need=capacity(now.memory.total_bytes))
    return elsewhere(told, is_closed=is_closed)


def _enough_sentence(answer: TextAnswer, rate_tokens_per_s: float, best: Estimate | None) -> str:
    """That no card is needed, unless for a file that answers as well as the model can; and what the fastest reaches."""
    now = answer.chosen
    on_cpu = answer.cpu is not None and now.processor_id == answer.cpu.processor_id and now != answer.offloaded
    card, name = say("GPU") if on_cpu else say("faster GPU"), short_name(now.processor_name)
    enough = say(
        "No {card} needed: {name} runs at {pace}.", card=card, name=name, pace=reading_words(rate_tokens_per_s)
    )
    if now.quant is not None and loss_steps(now.quant):
        enough = say("Fast enough as {quant}; more VRAM allows better files.", quant=now.quant)
    if best is None or any(pool.pool == "unified" for pool in now.fit.pools):  # a card goes into no such computer
        return enough
    reach = speed(middle(best.rate))
    return joined((enough, say("{name}: about {reach}.", name=short_name(best.processor_name), reach=reach)))


def _slow_start(now: Estimate, best: Estimate | None, enough_wait_s: float | None) -> str:
    """What to say where words come fast enough, but the first one late; empty where no card helps with that."""
    wait_s, reach_s = now.time_to_first_token_s, best.time_to_first_token_s if best is not None else None
    if best is None or wait_s is None or reach_s is None or enough_wait_s is None:
        return ""
    if wait_s <= enough_wait_s or wait_s < _SOONER * reach_s:
        return ""
    name, wait, reach = short_name(best.processor_name), duration(wait_s), duration(reach_s)
    return say("{name}: first word after {reach} instead of {wait}.", name=name, reach=reach, wait=wait)


def _holding_words(answer: TextAnswer, best: Estimate) -> str:
    """The smallest candidate that holds a model nothing here holds, and the fastest one where that is another."""
    least = answer.best_candidate or best
    need, reach = capacity(answer.chosen.memory.total_bytes), speed(middle(least.rate))
    holding = say(
        "{name}: holds all {need}, about {reach}.", name=short_name(least.processor_name), need=need, reach=reach
    )
    if least == best:
        return holding
    most = speed(middle(best.rate))
    return joined((holding, say("{name}: about {reach}.", name=short_name(best.processor_name), reach=most)))
