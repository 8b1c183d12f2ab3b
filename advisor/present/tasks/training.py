"""Fine-tuning and training from nothing."""

from math import log10
from typing import Any, ClassVar

from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.range import Range
from advisor.facts.values.units import MEGA
from advisor.present.tasks.charts import LEAST_STEPS, here, steps_axis
from advisor.present.tasks.knobs import Plan, batch_plan, length_of, named, one_each
from advisor.present.tasks.shown_task import Part, ShownTask, span_words
from advisor.present.tasks.unit import TaskUnit
from advisor.present.words.answer_text import STATE_WORDS
from advisor.present.words.palette import Role
from advisor.present.words.quantity import capacity, count, memory_unit, tokens, wait
from advisor.present.words.series import Line, LineChart, Table, linear_axis
from advisor.present.words.words import joined, say, say_count, to_say, to_say_count

_MOST_TIMES = 3
"""Needs beyond so many times the room would only flatten the others."""
_TRAINING: tuple[tuple[str, str, Role], ...] = (
    ("weights_bytes", to_say("weights"), "weights"),
    ("gradients_bytes", to_say("gradients"), "attention"),
    ("optimizer_bytes", to_say("optimizer"), "buffers"),
    ("activations_bytes", to_say("activations"), "activations"),
    ("logits_bytes", to_say("logits"), "kv_cache"),
    ("runtime_bytes", to_say("program"), "other_programs"),
)
_SHARDS: dict[ReasonCode, str] = {"no_shard_assumed": "none", "zero3_assumed": "zero3"}
"""What several cards divide where nobody said it, by the note on it."""
_SHARDED = {"none": to_say("all weights on each"), "zero3": to_say("weights divided among them")}
_METHODS = {"full": to_say("all weights"), "lora": "LoRA", "qlora": to_say("QLoRA (4 bits)")}


def _millions(amount: float) -> str:
    return say("{amount:,.4g} million tokens", amount=amount / MEGA)


class FinetuneTask(ShownTask):
    """A model taught with examples."""

    unit = TaskUnit(to_say("tokens/s"), to_say("Tokens per second"), 1.0, to_say("one step"))
    wait_name = to_say("Whole training")
    knobs: ClassVar[tuple[Plan, ...]] = (
        Plan("method", to_say("Method"), ("method",), one_each(*_METHODS), named(_METHODS), is_scale=False),
        batch_plan(
            to_say("Examples at once"), to_say_count("{count:,} example at once", "{count:,} examples at once"), 6
        ),
        Plan(
            "sequence",
            to_say("Length"),
            ("sequence_tokens",),
            one_each(256, 512, 1024, 2048, 4096, 8192, 16384, 32768),
            tokens,
            said=length_of(to_say("{length} each")),
            is_advanced=True,
        ),
        Plan(
            "data",
            to_say("Data"),
            ("data_tokens",),
            one_each(*(step * scale * MEGA for scale in (1, 10, 100) for step in (1, 2, 5)), 1000 * MEGA),
            _millions,
            said=lambda amount: say("{millions} in all", millions=_millions(amount)),
        ),
    )

    def parts(self, option: Any) -> tuple[Part, ...]:
        """Weights and what training keeps beside them."""
        memory = option.answer.memory
        return tuple((say(name), getattr(memory, field), role) for field, name, role in _TRAINING) if memory else ()

    def room_words(self, option: Any) -> str:
        """What is left of the memory, whether in Unsloth; of several cards whether they divide the weights."""
        room, codes = super().room_words(option), {note.code for note in option.answer.notes}
        shard = option.request.shard or next((one for code, one in _SHARDS.items() if code in codes), None)
        divided = say(_SHARDED[shard]) if option.devices > 1 and shard in _SHARDED else ""
        if option.is_cpu or option.request.method == "full" or (option.devices > 1 and not divided):
            return room
        program = say("with Unsloth") if option.request.engine == "unsloth" else say("without Unsloth")
        return joined((room, divided, program), ", ")

    def speed(self, option: Any) -> str:
        """The time of one pass over the data, where its amount is stated."""
        data, rate = option.request.data_tokens, option.rate
        if data is None:
            return super().speed(option)
        return say(
            "Training on {amount} takes about {wait}{span}.",
            amount=_millions(data),
            wait=wait(data / rate.middle),
            span=span_words(data / rate.high, data / rate.low),
        )

    def wait_s(self, answer: Any) -> Range | None:
        """One pass over the data."""
        rate: Range | None = answer.chosen.rate
        data = answer.chosen.request.data_tokens
        return rate.into(float(data)) if rate is not None and data is not None else None

    def more(self, option: Any) -> list[str]:
        """The speed, and how many examples fit at once."""
        most = option.answer.largest_batch
        speed = [] if option.rate is None else [say("About {rate}.", rate=self.rate_words(option.rate))]
        if most:
            return [*speed, say_count("Batch 1 fits.", "Batches up to {count:,} fit.", most)]
        if most is None:
            return speed
        other = "" if option.request.method == "qlora" else say(", QLoRA")
        return [*speed, say("Not even one example fits: shorter ones{other} or a smaller model may.", other=other)]

    def steps(self, answer: Any) -> LineChart | None:
        """Memory of one device against the examples that pass through it at once; the limit as a line."""
        budget = answer.chosen.fit.budget_bytes
        most_bytes = float("inf") if budget is None else _MOST_TIMES * budget
        given = [(step, step.option.fit.pools[0].need_bytes) for step in answer.steps]
        drawn = [(one, need) for one, need in given if one.option == answer.chosen or need <= most_bytes]
        if len(drawn) < LEAST_STEPS:
            return None
        steps, needs = [one for one, _ in drawn], [need for _, need in drawn]
        values = tuple(float(step.value) for step in steps)
        xs = tuple(map(log10, values))
        ys = tuple(need / memory_unit().bytes for need in needs)
        texts = tuple(
            say("{value:,} at once: {size}", value=step.value, size=capacity(need))
            for step, need in zip(steps, needs, strict=True)
        )
        lines = [Line(say("need"), xs, ys, "this_rig", label=say("need"), texts=texts)]
        if budget:
            room = (budget / memory_unit().bytes,) * 2
            told = (capacity(budget),) * 2
            lines.append(
                Line(say("room"), (xs[0], xs[-1]), room, "ceiling", "dotted", say("available memory"), texts=told)
            )
        most = answer.chosen.answer.largest_batch
        title = (
            say("Whether they fit is unknown")
            if most is None
            else say_count("One at a time fits", "Up to {count:,} at once fit", most)
        )
        return LineChart(
            title=title if most != 0 else say("Not even one example fits"),
            subtitle=say("Memory of one device in {unit}", unit=memory_unit().name),
            sentence=say("Every extra example adds activation memory; weights are stored once."),
            x_axis=steps_axis(say("Examples at once"), values),
            y_axis=linear_axis(memory_unit().name, largest=max([*ys, (budget or 0) / memory_unit().bytes])),
            lines=tuple(lines),
            marks=here(answer, steps, xs, ys, lambda index: capacity(needs[index])),
            table=Table(
                (say("Examples at once"), say("Memory"), say("Fit")),
                tuple(
                    (count(one.value), capacity(need), say(STATE_WORDS[one.option.fit.verdict]).lower())
                    for one, need in zip(steps, needs, strict=True)
                ),
            ),
        )


class PretrainTask(FinetuneTask):
    """A model trained from nothing."""

    knobs: ClassVar[tuple[Plan, ...]] = FinetuneTask.knobs[1:]

    def more(self, option: Any) -> list[str]:
        """What breaks on a long run, and what writing the state down costs."""
        answer, found = option.answer, super().more(option)
        if answer.checkpoint_interval_s is None or answer.checkpoint_bytes is None:
            return found
        size, interval = capacity(answer.checkpoint_bytes), wait(answer.checkpoint_interval_s)
        found.append(say("Write its state of {size} down every {interval}.", size=size, interval=interval))
        if answer.failures_expected is not None and answer.failures_expected >= 1:
            failures = say("About {count:,.0f} failures are to be expected on the way.", count=answer.failures_expected)
            found.append(failures)
        return found

    def steps(self, answer: Any) -> LineChart | None:
        """No figure is worth a chart."""
        return None
