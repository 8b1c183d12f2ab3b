"""Charts of what was measured: reading from cache to memory, and how a rate holds out under load."""

from math import log10

from advisor.facts.machine.disturbance import disturbance
from advisor.facts.machine.measurement import Measurement, Measurements, Soak
from advisor.facts.values.units import GB, KIB, MIB, TERA
from advisor.present.measured.text import measured_name, value_text
from advisor.present.words.quantity import bandwidth, capacity, duration, marked, percent, times
from advisor.present.words.series import Axis, Line, LineChart, Table, linear_axis, log_axis
from advisor.present.words.words import say, say_count

_HEADROOM = 1.5
_HELD = 0.97
"""What is left of a rate from here on is as good as all of it."""
_SCALES = {"bytes_per_s": ("GB/s", GB), "flop_per_s": ("TFLOPS", TERA), "op_per_s": ("TOPS", TERA)}


def measured_charts(measurements: Measurements | None) -> tuple[LineChart, ...]:
    """Every curve that was measured."""
    if measurements is None:
        return ()
    curves = [one for one in measurements.results if one.name == "cache_curve" and isinstance(one.value, tuple)]
    drawn = [cache_chart(curves)] if curves else []
    return (*drawn, *(soak_chart(soak) for soak in measurements.soaks))


def cache_chart(curves: list[Measurement]) -> LineChart:
    """The read rate over the size of what is read again and again, both axes logarithmic; a line per kind of core."""
    is_uncertain = any(disturbance(curve) is not None for curve in curves)

    def rate_text(rate: float) -> str:
        return marked(bandwidth(rate), is_uncertain=is_uncertain)

    points = {curve.device: curve.value for curve in curves if isinstance(curve.value, tuple)}
    sizes = [size for line in points.values() for size, _ in line]
    rates = [rate for line in points.values() for _, rate in line]
    first, last = rates[0], next(iter(points.values()))[-1][1]
    lines = tuple(
        Line(
            name=measured_name("cache_curve", device=device),
            xs=tuple(log10(size / MIB) for size, _ in line),
            ys=tuple(log10(rate / GB) for _, rate in line),
            role="this_rig" if index == 0 else "processor",
            dash="solid" if index == 0 else "dashed",
            label=say("{device} cores", device=device.partition(":")[2]) if ":" in device else "",
            texts=tuple(f"{capacity(size)}: {rate_text(rate)}" for size, rate in line),
        )
        for index, (device, line) in enumerate(points.items())
    )
    threads = curves[0].threads
    cores = say_count("one thread", "{count} threads", threads or 1)
    return LineChart(
        title=say("The fastest cache is {times} as fast as RAM", times=times(first / last)),
        subtitle=say("Read speed by data size, {cores}, measured here", cores=cores),
        sentence=(
            say(
                "Cache ({size}): {rate}. RAM: {bandwidth_2}. Models are far larger than any cache.",
                size=capacity(sizes[0]),
                rate=rate_text(first),
                bandwidth_2=rate_text(last),
            )
        ),
        x_axis=_size_axis(sizes),
        y_axis=log_axis(say("GB/s (log scale)"), smallest=min(rates) / GB, largest=_HEADROOM * max(rates) / GB),
        lines=lines,
        marks=(),
        table=Table(
            (say("Cores"), say("Size"), say("Read rate")),
            tuple(
                (device.partition(":")[2] or say("all"), capacity(size), rate_text(rate))
                for device, line in points.items()
                for size, rate in line
            ),
        ),
    )


def soak_chart(soak: Soak) -> LineChart:
    """A rate over the seconds of a test under load, with its beginning and its end as lines."""
    unit, factor = _SCALES.get(soak.unit, ("s", 1.0))
    longest_s = soak.points[-1][0]
    burst, kept = (value_text(rate, unit=soak.unit) for rate in (soak.burst, soak.sustained))
    rows = [(at_s, rate, value_text(rate, unit=soak.unit)) for at_s, rate in soak.points]
    name = measured_name(soak.name, device=soak.device)
    title = say("Full speed under load")
    sentence, end = say("At first {burst}, after a minute {kept}", burst=burst, kept=kept), "."
    guides = [(say("burst"), soak.burst, burst)]
    if soak.ratio < _HELD:
        title = say("{ratio} of its speed is left after a minute", ratio=percent(soak.ratio))
        end = say(": heat and power limits take the rest. Long answers and training run at the lower speed.")
        guides.append((say("sustained"), soak.sustained, kept))
    measured = Line(
        name=name,
        xs=tuple(at_s for at_s, *_ in rows),
        ys=tuple(rate / factor for _, rate, _ in rows),
        role="this_rig",
        texts=tuple(say("after {time}: {value}", time=duration(at_s), value=text) for at_s, _, text in rows),
    )
    ends = (
        Line(words, (0.0, longest_s), (rate / factor,) * 2, "guide", "dashed", label=f"{words} {text}")
        for words, rate, text in guides
    )
    return LineChart(
        title=title,
        subtitle=say("{name}, measured here", name=name),
        sentence=f"{sentence}{end}",
        x_axis=linear_axis(say("Seconds under load"), largest=longest_s),
        y_axis=linear_axis(unit, largest=max(rate for _, rate, _ in rows) / factor),
        lines=(measured, *ends),
        marks=(),
        table=Table((say("Seconds"), say("Rate")), tuple((f"{at_s:.0f}", text) for at_s, _, text in rows)),
    )


def _size_axis(sizes: list[int]) -> Axis:
    """Sizes as powers of two; positions are log10 of MiB."""
    ticks, size = [], 16 * KIB
    while size <= max(sizes):
        if size >= min(sizes):
            ticks.append((log10(size / MIB), capacity(size)))
        size *= 16
    low, high = log10(min(sizes) / MIB), log10(max(sizes) / MIB)
    return Axis(say("Data size (log scale)"), low, max(high, low + 1), tuple(ticks), log=True)
