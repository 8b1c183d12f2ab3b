"""What lies in memory of a model that is made of networks."""

from dataclasses import replace
from math import log10
from typing import TYPE_CHECKING, Any, ClassVar

from advisor.facts.values.range import Range
from advisor.present.charts.lines import range_line
from advisor.present.tasks.charts import LEAST_STEPS, here, running, steps_axis
from advisor.present.tasks.knobs import (
    BEST_THAT_FITS,
    Plan,
    batch_plan,
    length_of,
    named,
    one_each,
    pixels,
    precision_plan,
    setting_words,
)
from advisor.present.tasks.shown_task import Part, ShownTask, span_words
from advisor.present.tasks.unit import TaskUnit
from advisor.present.words.palette import Role
from advisor.present.words.quantity import count, duration, speed_number, times, tokens, wait
from advisor.present.words.series import LineChart, Table, linear_axis
from advisor.present.words.words import say, to_say, to_say_count

if TYPE_CHECKING:
    from advisor.facts.cards.pipeline import Pipeline

PARTS = (
    to_say("text encoder"),
    to_say("image encoder"),
    to_say("denoiser"),
    to_say("autoencoder"),
    to_say("encoder"),
    to_say("decoder"),
    to_say("vocoder"),
    to_say("backbone"),
)
"""What the networks of a model are called."""
_NETWORKS: tuple[Role, ...] = ("weights", "kv_cache", "attention", "overhead")


def network_parts(option: Any) -> tuple[Part, ...]:
    """The networks one by one, or what of them is there at once."""
    memory = option.answer.memory
    if memory is None:
        return ()
    need_bytes = option.fit.pools[0].need_bytes if option.fit.pools else 0
    values = memory.compute_bytes
    held: tuple[Part, ...] = tuple(
        (say(part.name), part.weights_bytes, _NETWORKS[index % len(_NETWORKS)])
        for index, part in enumerate(memory.parts)
    )
    if need_bytes < memory.total_bytes:
        values = min(values, need_bytes - memory.runtime_bytes)
        held = ((say("weights in use"), need_bytes - memory.runtime_bytes - values, "weights"),)
    return (
        *held,
        (say("activations"), values, "activations"),
        (say("program"), memory.runtime_bytes, "other_programs"),
    )


_GAIN = 1.15
"""Less than that lies within the range of the estimate."""


class EmbedTask(ShownTask):
    """Vectors of texts."""

    unit = TaskUnit(to_say("texts/s"), to_say("Texts per second"), 1.0, to_say("one batch"))
    at_once = to_say("Texts at once")
    wait_name = to_say("One batch")
    knobs: ClassVar[tuple[Plan, ...]] = (
        Plan(
            "sequence",
            to_say("Length"),
            ("sequence_tokens",),
            one_each(32, 64, 128, 256, 512, 1024, 2048, 4096, 8192),
            tokens,
            said=length_of(to_say("texts of {length}")),
        ),
        batch_plan(to_say("Texts at once"), to_say_count("{count:,} text", "{count:,} texts"), 8),
        precision_plan({None: BEST_THAT_FITS, "fp16": to_say("16 bits"), "fp32": to_say("32 bits")}),
    )

    def parts(self, option: Any) -> tuple[Part, ...]:
        """The networks."""
        return network_parts(option)

    def wait_s(self, answer: Any) -> Range | None:
        """One batch."""
        latency_s = answer.chosen.answer.latency_s
        return None if latency_s is None else Range.exactly(latency_s)

    def steps(self, answer: Any) -> LineChart | None:
        """Items at once against speed."""
        return items_chart(self, answer, say(self.at_once))


class ClassifyTask(EmbedTask):
    """What is on pictures."""

    unit = TaskUnit(to_say("pictures/s"), to_say("Pictures per second"), 1.0, to_say("one batch"))
    at_once = to_say("Pictures at once")
    knobs: ClassVar[tuple[Plan, ...]] = (
        Plan("size", to_say("Size"), ("width", "height"), ((224, 224), (384, 384), (640, 640), (1280, 1280)), pixels),
        batch_plan(to_say("Pictures at once"), to_say_count("{count:,} picture", "{count:,} pictures"), 8),
        precision_plan({None: to_say("16 bits"), "fp32": to_say("32 bits"), "int8": to_say("8 bits")}),
    )


def items_chart(shown: ShownTask, answer: Any, name: str) -> LineChart | None:
    """Items in a time against how many are made at once; None where there is nothing to compare."""
    steps, rate = running(answer), answer.chosen.rate
    unit = shown.unit if rate is None else shown.figure_unit(rate)
    words = say(unit.text)
    rates = [step.option.rate.times(unit.per_s) for step in steps if step.option.rate]
    if len(rates) < LEAST_STEPS:
        return None
    values = tuple(float(step.value) for step in steps)
    told_rates = [shown.rate_text(one.option.rate, unit) for one in steps]
    texts = tuple(
        say(
            "{value:,} at once: {rate} {unit}", value=one.value, rate=shown.rate_text(one.option.rate, unit), unit=words
        )
        for one in steps
    )
    line = range_line(say("this rig"), map(log10, values), rates, "this_rig", texts=texts)
    gain = rates[-1].middle / rates[0].middle
    title, told = say("Batching hardly helps"), to_say("One at a time already uses most of the GPU or CPU.{full}")
    if gain > _GAIN:
        title = say("Batching is {times} as fast", times=times(gain))
        told = to_say("Batching helps until the GPU or CPU is fully used.{full}")
    most = next((step.value for step in answer.steps if step.option.fit.verdict == "too_big"), None)
    full = say(" {most:,} at once do not fit.", most=most) if most and most > 1 else ""
    return LineChart(
        title=title,
        subtitle=say("{words}; shaded: likely range", words=say(unit.words)),
        sentence=say(told, full=full),
        x_axis=steps_axis(name, values),
        y_axis=linear_axis(words, largest=max(rate.high for rate in rates)),
        lines=(line,),
        marks=here(answer, steps, line.xs, line.ys, lambda index: speed_number(rates[index].middle)),
        table=Table(
            (name, words), tuple((count(one.value), text) for one, text in zip(steps, told_rates, strict=True))
        ),
    )


_BEAMS = {1: to_say("quick (beam of 1)"), 5: to_say("careful (beam of 5)")}


def _beams_said(beams: int | None) -> str:
    """How it searches for words; nothing of the quickest way, which needs no word."""
    return "" if beams == 1 else named(_BEAMS)(beams)


_SPOKEN = to_say("Length")


class SpeechTask(ShownTask):
    """Sound to text, or text to sound."""

    unit = TaskUnit(
        to_say("times the speed of speech"),
        to_say("Times the speed of speech"),
        1.0,
        to_say("the recording"),
        to_say("x real time"),
    )
    wait_name = to_say("Whole recording")
    knobs: ClassVar[tuple[Plan, ...]] = (
        Plan("audio", to_say("Recording"), ("audio_s",), one_each(60, 600, 1800, 3600, 7200, 14400), duration),
        Plan(
            "beams",
            to_say("Search"),
            ("beams",),
            one_each(1, 5),
            named(_BEAMS),
            is_scale=False,
            said=_beams_said,
            is_advanced=True,
        ),
        precision_plan(
            {
                None: BEST_THAT_FITS,
                "fp32": to_say("32 bits"),
                "fp16": to_say("16 bits"),
                "Q8_0": to_say("8 bits (Q8_0)"),
                "Q5_0": to_say("5 bits (Q5_0)"),
                "Q4_K_M": to_say("4 bits (Q4_K_M)"),
            }
        ),
    )

    def knobs_of(self, pipeline: "Pipeline | None") -> tuple[Plan, ...]:
        """No search for a model that follows one reading, and none of a recording where it speaks."""
        if pipeline is None or pipeline.searches:
            return self.knobs
        plans = tuple(plan for plan in self.knobs if plan.id != "beams")
        if not pipeline.speaks:
            return plans
        return tuple(replace(plan, label=_SPOKEN) if plan.id == "audio" else plan for plan in plans)

    def settings(self, option: Any) -> str:
        """How it searches only where it does."""
        searches = option.answer.searches
        return setting_words([one for one in self.knobs if searches or one.id != "beams"], dict(option.request))

    def wait_words(self, option: Any) -> str:
        """All of the sound that it hears or makes."""
        return say("Whole speech") if option.answer.speaks else super().wait_words(option)

    def whole_words(self, option: Any) -> str:
        """The same within a sentence."""
        return say("the speech") if option.answer.speaks else super().whole_words(option)

    def parts(self, option: Any) -> tuple[Part, ...]:
        """The networks."""
        return network_parts(option)

    def wait_s(self, answer: Any) -> Range | None:
        """The time of the whole recording."""
        rate: Range | None = answer.chosen.rate
        return rate and rate.into(float(answer.chosen.request.audio_s))

    def speed(self, option: Any) -> str:
        """The time of the whole recording."""
        audio_s, rate = float(option.request.audio_s), option.rate
        if option.answer.speaks:
            return say(
                "Speaks {length} in about {time}{span}: {pace} as fast as it sounds.",
                length=duration(audio_s),
                time=wait(audio_s / rate.middle),
                span=span_words(audio_s / rate.high, audio_s / rate.low),
                pace=times(rate.middle),
            )
        return say(
            "Writes {length} down in about {time}{span}: {pace} as fast as it is spoken.",
            length=duration(audio_s),
            time=wait(audio_s / rate.middle),
            span=span_words(audio_s / rate.high, audio_s / rate.low),
            pace=times(rate.middle),
        )
