"""Chart "Roofline": the ceilings of this rig's processors, and where answering and reading the prompt lie."""

from collections.abc import Iterator
from math import log10

from advisor.facts.answers.estimate import Estimate, Limit
from advisor.facts.answers.text_answer import Roofline, TextAnswer
from advisor.facts.values.fact import Origin
from advisor.facts.values.range import middle
from advisor.facts.values.units import TERA
from advisor.present.words.answer_text import kind_words, main_pool, why_unknown
from advisor.present.words.limit import LIMIT_WORDS, POOL_WORDS
from advisor.present.words.origin import origin_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import bandwidth, capacity, compute, marked, speed
from advisor.present.words.series import Axis, Line, LineChart, Mark, Table, log_axis
from advisor.present.words.words import capital, joined, local_number, say, to_say

_HEADROOM = 8.0
"""Room above the highest ceiling for its label."""
_CACHE_TIMES = 1.5
"""A cache is drawn where one core reads it so many times as fast as all cores read memory."""
_CACHES = (to_say("nearest cache"), to_say("last cache"))
_FROM: dict[Origin, str] = {
    "measured": to_say("measured"),
    "estimated": to_say("scaled"),
    "datasheet": to_say("data sheet"),
    "detected": to_say("detected"),
}
_TOUCHED: dict[Limit, str] = {
    "compute": to_say("Writing is limited by compute"),
    "memory_bandwidth": to_say("Writing is limited by memory bandwidth"),
}
_PHASES = (to_say("writing"), to_say("reading your prompt"))


def roofline_chart(answer: TextAnswer) -> LineChart | None:
    """Ceilings over calculations per byte read, both axes logarithmic; dots for the chosen processor.

    None where no ceiling is known.
    """
    rooflines = _of_one_memory(answer.rooflines)
    lines = [roofline for roofline in rooflines if _ceilings(roofline)]
    if not lines:
        return None
    own = next((line for line in rooflines if line.processor_name == answer.chosen.processor_name), None)
    dots = _dots(own, answer) if own else []
    x_axis, y_axis = _axes(lines, dots)
    return LineChart(
        title=_title(answer),
        subtitle=_subtitle(own),
        sentence=_sentence(answer, own),
        x_axis=x_axis,
        y_axis=y_axis,
        lines=(
            *(_line(line, answer, x_axis) for line in lines),
            *(cache for line in lines for cache in _caches(line, x_axis)),
        ),
        marks=tuple(Mark(log10(x), log10(y), name, "this_rig") for name, x, y in dots),
        table=_table(rooflines),
    )


def _of_one_memory(rooflines: tuple[Roofline, ...]) -> tuple[Roofline, ...]:
    """What reads as fast as the CPU to a reader reads the same memory, and that is known from one place."""
    main = next((one for one in rooflines if one.processor_id == "cpu" and one.bandwidth_origin), None)
    if main is None:
        return rooflines
    same = bandwidth(main.bandwidth_bytes_per_s)
    return tuple(
        one.changed(bandwidth_origin=main.bandwidth_origin)
        if one.bandwidth_origin == "datasheet" and bandwidth(one.bandwidth_bytes_per_s) == same
        else one
        for one in rooflines
    )


def _ceilings(roofline: Roofline) -> tuple[float, float] | None:
    """Bandwidth and peak where both are known."""
    if roofline.bandwidth_bytes_per_s is None or roofline.peak_flop_per_s is None:
        return None
    return roofline.bandwidth_bytes_per_s, roofline.peak_flop_per_s


def _dots(roofline: Roofline, answer: TextAnswer) -> list[tuple[str, float, float]]:
    """(phase, FLOP per byte, TFLOPS) of both phases as they run in the chosen way, where known."""
    chosen = answer.chosen
    phases = (
        (roofline.decode_flop_per_byte, middle(chosen.decode.tokens_per_s)),
        (roofline.prefill_flop_per_byte, middle(chosen.prefill.tokens_per_s)),
    )
    found = zip(map(say, _PHASES), phases, (chosen.flop_per_token, _prompt_flop(chosen)), strict=True)
    return [(name, x, rate * flop / TERA) for name, (x, rate), flop in found if x > 0 and rate]


def _prompt_flop(chosen: Estimate) -> float:
    """Of one token of a prompt, which leaves out what only the last one of it needs."""
    inputs = (one for term in chosen.prefill.terms for one in term.inputs)
    params = next((one.value for one in inputs if one.name == "layer_params"), None)
    return chosen.flop_per_token if params is None else 2 * params


def _axes(lines: list[Roofline], dots: list[tuple[str, float, float]]) -> tuple[Axis, Axis]:
    ceilings = [pair for line in lines if (pair := _ceilings(line))]
    xs = [x for _, x, _ in dots] + [peak / rate for rate, peak in ceilings] + [1.0]
    x_axis = log_axis(say("Calculations per byte read (log scale)"), smallest=min(xs), largest=max(xs) * 1.5)
    left = 10.0**x_axis.low
    ys = [y for _, _, y in dots]
    ys += [peak / TERA for _, peak in ceilings] + [min(rate * left, peak) / TERA for rate, peak in ceilings]
    return x_axis, log_axis(
        say("TFLOPS (log scale)"),
        smallest=min(ys, default=0.1),
        largest=_HEADROOM * max(ys, default=1.0),
    )


def _line(roofline: Roofline, answer: TextAnswer, x_axis: Axis) -> Line:
    rate, peak = _ceilings(roofline) or (0.0, 0.0)
    own = roofline.processor_name == answer.chosen.processor_name
    ridge = log10(peak / rate)
    xs = (x_axis.low, min(max(ridge, x_axis.low), x_axis.high), x_axis.high)
    text = to_say("{count:,.3g} calculations per byte: at most {rate}")
    return Line(
        name=short_name(roofline.processor_name),
        xs=xs,
        ys=tuple(log10(min(rate * 10.0**x, peak) / TERA) for x in xs),
        role="ceiling" if own else "processor",
        dash="solid" if own else "dashed",
        label=joined((kind_words(answer, roofline.processor_id), _ceiling_words(roofline)), ": "),
        texts=tuple(say(text, count=10.0**x, rate=compute(min(rate * 10.0**x, peak))) for x in xs),
        short_label=f"{kind_words(answer, roofline.processor_id)}: {_peak_text(roofline)}, {_rate_text(roofline)}",
        least_label=kind_words(answer, roofline.processor_id),
    )


def _caches(roofline: Roofline, x_axis: Axis) -> Iterator[Line]:
    """The slanted ceilings of the nearest and the last cache of one core, as far as they lie above that of memory."""
    rate, peak = _ceilings(roofline) or (0.0, 0.0)
    above = [point for point in roofline.cache_curve or () if point[1] > _CACHE_TIMES * rate]
    for words, (size, cache) in dict(zip(_CACHES, (above[0], above[-1]), strict=True)).items() if above else ():
        end = min(max(log10(peak / cache), x_axis.low), x_axis.high)
        xs = (x_axis.low, end)
        yield Line(
            name=say("{cache} of {processor}", cache=say(words), processor=short_name(roofline.processor_name)),
            xs=xs,
            ys=tuple(log10(min(cache * 10.0**x, peak) / TERA) for x in xs),
            role="guide",
            dash="dotted",
            label=say("caches, one core (measured)") if words == _CACHES[0] else "",
            texts=(say("one core reads {size} at {rate}, measured", size=capacity(size), rate=bandwidth(cache)),) * 2,
        )


def _title(answer: TextAnswer) -> str:
    limit = answer.chosen.decode.limit
    ceiling = say(LIMIT_WORDS[limit])
    if limit in _TOUCHED:
        return say(_TOUCHED[limit])
    return say("{ceiling} keeps it below full speed", ceiling=capital(ceiling))


def _subtitle(own: Roofline | None) -> str:
    """Where the two ceilings come from."""
    origins = ((say("bandwidth"), own.bandwidth_origin), (say("arithmetic"), own.peak_origin)) if own else ()
    words = [joined((name, origin_words(origin)), ": ") for name, origin in origins if origin]
    return joined([say("Limits of this rig"), *words], "; ")


def _rate_text(roofline: Roofline) -> str:
    return marked(bandwidth(roofline.bandwidth_bytes_per_s), is_uncertain=roofline.bandwidth_is_uncertain)


def _peak_text(roofline: Roofline) -> str:
    return marked(compute(roofline.peak_flop_per_s, roofline.peak_kind), is_uncertain=roofline.peak_is_uncertain)


def _ceiling_words(roofline: Roofline) -> str:
    """Both ceilings, and whether each is measured, scaled from another rate, or from the data sheet."""
    texts = (_peak_text(roofline), _rate_text(roofline))
    origins = (roofline.peak_origin, roofline.bandwidth_origin)
    words = [say(_FROM[one]) if one in _FROM else origin_words(one) if one else "" for one in origins]
    if words[0] == words[1]:
        return f"{joined(texts, ', ')} ({words[0]})"
    return joined((f"{text} ({word})" for text, word in zip(texts, words, strict=True)), ", ")


def _sentence(answer: TextAnswer, own: Roofline | None) -> str:
    ceilings = _ceilings(own) if own else None
    if own is None or ceilings is None:
        return why_unknown(answer.chosen)
    ridge = ceilings[1] / ceilings[0]
    rate = answer.chosen.prefill.tokens_per_s
    at_rate = "" if rate is None else say(" at {rate}", rate=speed(rate.middle))
    return say(
        "Writing does {few:.1f} calculations per byte read; {name} could do {ridge:,.0f}. Reading the "
        "prompt does {many:,.0f} per byte{at_rate}, limited by {ceiling}.",
        few=own.decode_flop_per_byte,
        name=short_name(own.processor_name),
        ridge=ridge,
        many=own.prefill_flop_per_byte,
        at_rate=at_rate,
        ceiling=_prompt_ceiling(answer, own, ridge),
    )


def _prompt_ceiling(answer: TextAnswer, own: Roofline, ridge: float) -> str:
    """What holds reading the prompt back; what main memory holds is none of the ceilings drawn."""
    found = answer.chosen.prefill.limit
    if answer.chosen.fit.verdict == "spills" and found in ("memory_bandwidth", "capacity"):
        return say("the part that is in RAM")
    is_compute = found == "compute" if found in _TOUCHED else own.prefill_flop_per_byte >= ridge
    if is_compute:
        return say("calculations")
    return say("how fast {memory} can be read", memory=say(POOL_WORDS[main_pool(answer.chosen)]))


def _table(rooflines: tuple[Roofline, ...]) -> Table:
    rows = []
    for line in rooflines:
        name, phases = short_name(line.processor_name), list(map(say, _PHASES))
        reading = say("memory bandwidth, {origin}", origin=origin_words(line.bandwidth_origin))
        peak = say("calculations, {origin}", origin=origin_words(line.peak_origin))
        few, many = (f"{one:,.1f}" for one in (line.decode_flop_per_byte, line.prefill_flop_per_byte))
        rows += [
            (name, reading, "", _rate_text(line)),
            (name, peak, "", _peak_text(line)),
            (name, phases[0], local_number(few), compute(line.decode_flop_per_s)),
            (name, phases[1], local_number(many), compute(line.prefill_flop_per_s)),
        ]
    return Table((say("Processor"), say("Limit or phase"), say("Calculations per byte"), say("Rate")), tuple(rows))
