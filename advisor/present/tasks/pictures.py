"""Pictures and films."""

from collections.abc import Sequence
from itertools import pairwise
from math import isclose
from typing import Any, ClassVar

from advisor.facts.values.range import Range, middle
from advisor.facts.values.units import SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from advisor.present.charts.lines import range_line
from advisor.present.tasks.charts import LEAST_STEPS, here, running
from advisor.present.tasks.knobs import (
    BEST_THAT_FITS,
    Plan,
    batch_plan,
    count_text,
    counted,
    one_each,
    pixels,
    precision_plan,
)
from advisor.present.tasks.networks import items_chart, network_parts
from advisor.present.tasks.shown_task import Part, ShownTask, span_words
from advisor.present.tasks.unit import TaskUnit
from advisor.present.words.answer_text import main_pool
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.quantity import capacity, count, speed_number, times, wait
from advisor.present.words.series import LineChart, Table, linear_axis
from advisor.present.words.words import capital, joined, say, to_say, to_say_count

_DENOISED = {
    None: BEST_THAT_FITS,
    "bf16": to_say("16 bits"),
    "fp8": to_say("8 bits (FP8)"),
    "Q8_0": to_say("8 bits (Q8_0)"),
    "Q4_K_M": to_say("4 bits (GGUF Q4_K_M)"),
    "nf4": to_say("4 bits (NF4)"),
    "fp32": to_say("32 bits"),
}
_REDUCED = ("fp8", "Q8_0", "Q4_K_M", "nf4")
"""Files of the denoiser that leave more room for the other parts."""
_STEPS = Plan(
    "steps",
    to_say("Steps"),
    ("steps",),
    one_each(1, 2, 4, 8, 12, 15, 20, 25, 28, 30, 40, 50),
    count_text,
    said=counted(to_say_count("{count:,} step", "{count:,} steps")),
    is_advanced=True,
)


def _is_in_turns(option: Any) -> bool:
    """Whether not all parts are in one memory at once."""
    return option.answer.memory is not None and option.answer.offload in ("parts", "layers")


class _DenoisedTask(ShownTask):
    """Pictures and films alike: parts may take turns in the memory."""

    def parts(self, option: Any) -> tuple[Part, ...]:
        """The networks."""
        return network_parts(option)

    def needed_bytes(self, option: Any) -> int | None:
        """All parts with what they work on, each once: one that takes its turn lies on the card or waits."""
        memory = option.answer.memory
        if not _is_in_turns(option):
            return super().needed_bytes(option)
        return int(memory.weights_bytes + memory.compute_bytes + memory.runtime_bytes)

    def memory_span(self, option: Any, whole: str) -> str:
        """Of parts in turns what lies in each memory at once, which is no sum: RAM takes all of them back."""
        if not _is_in_turns(option):
            return super().memory_span(option, whole)
        pools = self.pool_texts(option)
        if len(pools) > 1:
            return say("up to {pools}", pools=joined(pools, ", "))
        need = capacity(self.pools(option)[0].need_bytes)
        return say("at once {size} {whole}", size=need, whole=whole) if whole else say("at once {size}", size=need)

    def span_at_once(self, option: Any) -> str:
        """Of parts in turns what lies in the one memory at once."""
        return self.memory_span(option, "") if _is_in_turns(option) and len(self.pools(option)) == 1 else ""

    def room_words(self, option: Any) -> str:
        """The same; of parts that wait in RAM why both memories are more than the whole."""
        is_divided = _is_in_turns(option) and option.fit.verdict == "spills"
        return say("parts take turns, so the two overlap") if is_divided else super().room_words(option)

    def needs(self, answer: Any) -> str:
        """Where parts take turns what lies on the card at once, and the largest by name; the chart has all of them."""
        option = answer.chosen
        if not _is_in_turns(option):
            return super().needs(answer)
        memory = option.answer.memory
        size, name = max((one.weights_bytes, say(one.name)) for one in memory.parts)
        return say(
            "Needs {all}, at once {need} in {pool}; largest: {size} {name}.",
            all=capacity(self.needed_bytes(option)),
            need=capacity(self.pools(option)[0].need_bytes),
            pool=say(POOL_WORDS[main_pool(option)]),
            size=capacity(size),
            name=name,
        )

    def fit(self, option: Any) -> str:
        """How a model goes in: as a whole, which smaller files do that take more at once for it, or in turns."""
        if option.fit.verdict in ("fits", "tight"):
            return self._held(option)
        if option.fit.verdict != "spills":
            return super().fit(option)
        if option.answer.offload == "parts":
            return say("Runs with parts taking turns in {pool}", pool=say(POOL_WORDS[main_pool(option)]))
        return say("Runs with some layers waiting in RAM")

    def _held(self, option: Any) -> str:
        """How one memory holds it, where that is not plain: one of parts in turn has room for a larger file."""
        fit = super().fit(option)
        if option.answer.offload == "parts":
            return say("{fit}, parts taking turns", fit=fit)
        is_reduced = option.request.precision in _REDUCED and len(self.parts(option)) > 1
        return say("{fit}, all parts at once", fit=fit) if is_reduced else fit

    def speed(self, option: Any) -> str:
        """The time of each."""
        rate = option.rate
        return say(
            "{name} takes about {time}{span}.",
            name=capital(say(self.unit.whole)),
            time=wait(1 / rate.middle),
            span=span_words(1 / rate.high, 1 / rate.low),
        )

    def rate_words(self, rate: Range) -> str:
        """So many in the time of the unit, or how long one takes that does not get ready in it."""
        if rate.middle * self.unit.per_s >= 1:
            return super().rate_words(rate)
        span = span_words(1 / rate.high, 1 / rate.low)
        return say("{whole} in {time}{span}", whole=say(self.unit.whole), time=wait(1 / rate.middle), span=span)

    def wait_s(self, answer: Any) -> Range | None:
        """The time of each."""
        rate: Range | None = answer.chosen.rate
        return rate and rate.into(1.0)

    def more(self, option: Any) -> list[str]:
        """What waits in main memory, and the time of each where that is short."""
        each_s, pools = middle(option.answer.s_per_item), option.fit.pools
        if not option.runs or not each_s:
            return []
        size = capacity(pools[1].need_bytes) if len(pools) > 1 else ""
        waits = [say("Parts of {size} wait in RAM.", size=size)] if size else []
        is_short, whole = each_s < SECONDS_PER_MINUTE, capital(say(self.unit.whole))
        return [*waits, say("{whole} takes {time}.", whole=whole, time=wait(each_s))] if is_short else waits


class PictureTask(_DenoisedTask):
    """Pictures from words."""

    unit = TaskUnit(to_say("images a minute"), to_say("Images a minute"), SECONDS_PER_MINUTE, to_say("one image"))
    an_hour = TaskUnit(to_say("images an hour"), to_say("Images an hour"), float(SECONDS_PER_HOUR), unit.whole)
    wait_name = to_say("One image")
    knobs: ClassVar[tuple[Plan, ...]] = (
        Plan(
            "size",
            to_say("Size"),
            ("width", "height"),
            ((512, 512), (768, 768), (1024, 1024), (1536, 1536), (2048, 2048)),
            pixels,
        ),
        _STEPS,
        batch_plan(to_say("Images at once"), to_say_count("{count:,} image", "{count:,} images"), 4),
        precision_plan(_DENOISED),
    )

    def figure_unit(self, rate: Range) -> TaskUnit:
        """Images an hour where one takes longer than a minute."""
        return self.unit if rate.middle * self.unit.per_s >= 1 else self.an_hour

    def speed(self, option: Any) -> str:
        """So many a minute, or so long for each."""
        if option.rate.middle * SECONDS_PER_MINUTE >= 1:
            return ShownTask.speed(self, option)
        return super().speed(option)

    def steps(self, answer: Any) -> LineChart | None:
        """Images at once against speed."""
        return items_chart(self, answer, say("Images at once"))


_ABOUT = 1.05
"""Time and length that differ by less than this factor grow alike."""


_IN_PIECES = to_say("This model makes films in pieces of one length, so time grows in steps.")


def _is_in_pieces(minutes: Sequence[Range]) -> bool:
    """Whether films of two lengths take as long as each other."""
    return any(isclose(one.middle, other.middle, rel_tol=1e-3) for one, other in pairwise(minutes))


def _grows(factor: float) -> str:
    """How the time of a clip grows with its length."""
    if factor > _ABOUT:
        return to_say("Attention links all frames, so time grows faster than length.")
    if factor < 1 / _ABOUT:
        return to_say("Part of the work is the same for any length, so time grows slower.")
    return to_say("Time grows about as length does.")


class FilmTask(_DenoisedTask):
    """Films from words."""

    unit = TaskUnit(to_say("clips an hour"), to_say("Clips an hour"), float(SECONDS_PER_HOUR), to_say("one clip"))
    wait_name = to_say("One clip")
    knobs: ClassVar[tuple[Plan, ...]] = (
        Plan("size", to_say("Size"), ("width", "height"), ((480, 272), (832, 480), (1280, 720), (1920, 1080)), pixels),
        Plan(
            "frames",
            to_say("Length"),
            ("frames",),
            one_each(17, 33, 49, 81, 121, 161, 241),
            counted(to_say_count("{count:,} frame", "{count:,} frames")),
        ),
        _STEPS,
        precision_plan(_DENOISED),
    )

    def steps(self, answer: Any) -> LineChart | None:
        """Minutes of one clip against its frames; None where there is nothing to compare."""
        steps = running(answer)
        rates = [step.option.rate for step in steps if step.option.rate]
        if len(rates) < LEAST_STEPS:
            return None
        minutes = [Range(*(1 / one / SECONDS_PER_MINUTE for one in reversed(rate))) for rate in rates]
        rows = [(count(step.value), speed_number(one.middle)) for step, one in zip(steps, minutes, strict=False)]
        texts = tuple(say("{x} frames: {y} min", x=x, y=y) for x, y in rows)
        line = range_line(say("this rig"), (float(one.value) for one in steps), minutes, "this_rig", texts=texts)
        more, slower = line.xs[-1] / line.xs[0], line.ys[-1] / line.ys[0]
        frames, longer = times(more), times(slower)
        return LineChart(
            title=say("{times} the frames: {times_2} the time", times=frames, times_2=longer),
            subtitle=say("Minutes per clip; shaded: likely range"),
            sentence=say(_IN_PIECES if _is_in_pieces(minutes) else _grows(slower / more)),
            x_axis=linear_axis(say("Frames of the clip"), largest=max(line.xs)),
            y_axis=linear_axis("min", largest=max(one.high for one in minutes)),
            lines=(line,),
            marks=here(answer, steps, line.xs, line.ys, lambda index: say("{y} min", y=rows[index][1])),
            table=Table((say("Frames"), say("Minutes")), tuple(rows)),
        )
