"""Pictures and films."""

from typing import Any, ClassVar

from advisor.facts.values.range import middle
from advisor.facts.values.units import SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from advisor.present.tasks.knobs import Plan, batch_plan, count_text, counted, one_each, pixels, precision_plan
from advisor.present.tasks.networks import items_chart, network_parts
from advisor.present.tasks.shown_task import Part, ShownTask, TaskUnit, span_words
from advisor.present.tasks.step_chart import here, nothing_drawn, running
from advisor.present.words.answer_text import main_pool
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.quantity import capacity, rough_time, speed_number, times
from advisor.present.words.series import Line, LineChart, Table, linear_axis
from advisor.present.words.words import say, say_count, to_say, to_say_count

_DENOISED = {
    None: to_say("the best that fits"),
    "bf16": to_say("16 bits"),
    "fp8": to_say("8 bits (FP8)"),
    "Q8_0": to_say("8 bits (Q8_0)"),
    "nf4": to_say("4 bits (NF4)"),
    "fp32": to_say("32 bits"),
}
_STEPS = Plan(
    "steps",
    to_say("Steps"),
    ("steps",),
    one_each(1, 2, 4, 8, 12, 15, 20, 25, 28, 30, 40, 50),
    count_text,
    said=counted(to_say_count("{count:,} step", "{count:,} steps")),
)


class _DenoisedTask(ShownTask):
    """Pictures and films alike: parts may take turns in the memory."""

    def parts(self, option: Any) -> tuple[Part, ...]:
        """The networks."""
        return network_parts(option)

    def fit(self, option: Any) -> str:
        """How a model goes in that does not fit as a whole."""
        if option.fit.verdict != "spills":
            return super().fit(option)
        how = (
            say("its parts take turns there")
            if option.answer.offload == "parts"
            else say("its layers stream in for every pass")
        )
        return say("Does not fit into the {pool} as a whole: {how}", pool=say(POOL_WORDS[main_pool(option)]), how=how)

    def speed(self, option: Any) -> str:
        """The time of each."""
        rate = option.rate
        return say(
            "{name} takes about {time}{span}.",
            name=say(self.unit.whole).capitalize(),
            time=rough_time(1 / rate.middle),
            span=span_words(1 / rate.high, 1 / rate.low),
        )

    def more(self, option: Any) -> list[str]:
        """What waits in main memory, and the time of each where that is short."""
        each_s, pools = middle(option.answer.s_per_item), option.fit.pools
        if not option.runs or not each_s:
            return []
        waits = [say("{size} wait in main memory.", size=capacity(pools[1].need_bytes))] if len(pools) > 1 else []
        is_short = each_s < SECONDS_PER_MINUTE
        return [*waits, say("Each takes {time}.", time=rough_time(each_s))] if is_short else waits


class PictureTask(_DenoisedTask):
    """Pictures from words."""

    unit = TaskUnit(to_say("images a minute"), to_say("Images a minute"), SECONDS_PER_MINUTE, to_say("one image"))
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

    def speed(self, option: Any) -> str:
        """So many a minute, or so long for each."""
        if option.rate.middle * SECONDS_PER_MINUTE >= 1:
            return ShownTask.speed(self, option)
        return super().speed(option)

    def steps(self, answer: Any) -> LineChart:
        """Images at once against speed."""
        return items_chart(self, answer, say("Images at once"))


class FilmTask(_DenoisedTask):
    """Films from words."""

    unit = TaskUnit(to_say("clips an hour"), to_say("Clips an hour"), float(SECONDS_PER_HOUR), to_say("one clip"))
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

    def steps(self, answer: Any) -> LineChart:
        """Frames against time."""
        return _frames(answer)


def _frames(answer: Any) -> LineChart:
    """Minutes of one clip against its frames."""
    steps = running(answer)
    rates = [step.option.rate for step in steps if step.option.rate]
    xs = tuple(float(step.value) for step in steps)
    ys = tuple(1 / rate.middle / SECONDS_PER_MINUTE for rate in rates)
    band = (
        tuple(1 / rate.high / SECONDS_PER_MINUTE for rate in rates),
        tuple(1 / rate.low / SECONDS_PER_MINUTE for rate in rates),
    )
    texts = tuple(
        say_count("{count:,.0f} frame: {time} min", "{count:,.0f} frames: {time} min", x, time=speed_number(y))
        for x, y in zip(xs, ys, strict=True)
    )
    longer = xs[-1] / xs[0] if xs else 1.0
    title = (
        say("{times} the frames take {times_2} the time", times=times(longer), times_2=times(ys[-1] / ys[0]))
        if len(ys) > 1
        else nothing_drawn(answer)
    )
    return LineChart(
        title=title[:1].upper() + title[1:],
        subtitle=say("Minutes of one clip; the band is the range"),
        sentence=say("Every picture of a film looks at all others: the work grows faster than its length."),
        x_axis=linear_axis(say("Frames of the clip"), largest=max(xs, default=1.0)),
        y_axis=linear_axis("min", largest=max(band[1], default=1.0)),
        lines=(Line(say("this rig"), xs, ys, "this_rig", band=band, texts=texts),) if len(ys) > 1 else (),
        marks=here(
            answer, steps, lambda step: 1 / step.option.rate.middle / SECONDS_PER_MINUTE if step.option.rate else 0.0
        ),
        table=Table(
            (say("Frames"), say("Minutes")), tuple((f"{x:,.0f}", speed_number(y)) for x, y in zip(xs, ys, strict=True))
        ),
    )
