"""Chart "Layers on the GPU": what each part more on the card brings, and where its memory is full."""

from advisor.facts.answers.text_answer import LayerStep, LayerSteps
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.range import Range, middle
from advisor.present.charts.lines import range_line, reading_line
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import count, speed, speed_number, speed_range, times
from advisor.present.words.series import Axis, Line, LineChart, Mark, Table, linear_axis
from advisor.present.words.words import local_number, say

_QUARTERS = 4
_NOTICED = 1.05
"""Less than so many times as fast is told as hardly faster (a judgment)."""


def layers_chart(found: LayerSteps) -> LineChart | None:
    """Speed over the part of the model on the card; None where no speed is known."""
    known = [step for step in found.steps if step.tokens_per_s is not None]
    fitting = [step for step in known if step.fits]
    if len(fitting) < 2:
        return None
    here = next((step for step in fitting if step.on_card == found.chosen), fitting[-1])
    places = sorted({round(found.most * quarter / _QUARTERS) for quarter in range(_QUARTERS + 1)})
    ticks = tuple((float(place), local_number(f"{place}")) for place in places)
    here_rate = _rate(here).middle
    beyond = [here, *(step for step in known if not step.fits)]
    y_axis = linear_axis(say("tokens/s"), largest=max([READING_TOKENS_PER_S, *(_rate(step).high for step in known)]))
    return LineChart(
        title=_title(found, first=fitting[0], here=here),
        subtitle=say("Tokens per second; shaded: likely range"),
        sentence=_sentence(found, here=here, whole=known[-1]),
        x_axis=Axis(_axis_words(found), 0.0, float(found.most), ticks),
        y_axis=y_axis,
        lines=(
            _line(found, fitting, say("fits on the GPU")),
            *((_line(found, beyond, say("if it fit"), is_own=False),) if len(beyond) > 1 else ()),
            reading_line(0.0, float(found.most)),
        ),
        marks=(Mark(float(here.on_card), here_rate, say("here: {rate}", rate=speed_number(here_rate)), "this_rig"),),
        table=Table(
            (_axis_words(found), say("Speed, tokens/s"), say("Fit")),
            tuple((count(step.on_card), _cell(step), say("fits") if step.fits else say("no room")) for step in known),
        ),
    )


def _axis_words(found: LayerSteps) -> str:
    if found.what == "experts":
        return say("Layers with their experts on the GPU")
    return say("Layers on the GPU")


def _line(found: LayerSteps, steps: list[LayerStep], label: str, *, is_own: bool = True) -> Line:
    return range_line(
        label,
        (float(step.on_card) for step in steps),
        list(map(_rate, steps)),
        "this_rig",
        with_band=is_own,
        dash="solid" if is_own else "dashed",
        label=label,
        texts=tuple(
            say(
                "{part} of {all}: {cell} tokens/s",
                part=count(one.on_card),
                all=count(found.most),
                cell=_cell(one),
            )
            for one in steps
        ),
    )


def _title(found: LayerSteps, *, first: LayerStep, here: LayerStep) -> str:
    parts = {"part": count(here.on_card), "all": count(found.most)}
    if first == here or not first.tokens_per_s:
        return say("{part} of {all} layers fit on the GPU", **parts)
    gain = _rate(here).middle / first.tokens_per_s.middle
    if found.what == "experts":  # without them the rest of the model is on the GPU already
        return say("Experts of {part} of {all} layers on GPU", **parts)
    if gain < _NOTICED:
        return say("{part} of {all} layers: hardly above CPU", **parts)
    return say("{part} of {all} layers: {times} CPU speed", times=times(gain), **parts)


def _sentence(found: LayerSteps, *, here: LayerStep, whole: LayerStep) -> str:
    name = short_name(found.processor_name)
    if whole.on_card < found.most or _rate(whole).middle <= _rate(here).middle:
        return say("{name} is full.", name=name)
    return say(
        "{name} is full. With all layers on it, it would reach about {speed}: the last layers bring the most.",
        name=name,
        speed=speed(middle(whole.tokens_per_s)),
    )


def _rate(step: LayerStep) -> Range:
    return step.tokens_per_s or Range.exactly(0.0)


def _cell(step: LayerStep) -> str:
    return speed_range(_rate(step))
