"""Chart "Speed against context": the range as a band, a person's reading speed as a guide, the processor dashed."""

from advisor.facts.answers.text_answer import SweepPoint, TextAnswer
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.range import Range
from advisor.present.charts.lines import range_line, reading_line
from advisor.present.words.answer_text import kind_words, main_pool, reading_words, why_unknown
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, count, short_tokens, speed, speed_number, speed_range, tokens
from advisor.present.words.series import Line, LineChart, Mark, Table, linear_axis, tokens_axis
from advisor.present.words.shown_sweep import ShownSweep, rate_at, shown_sweep
from advisor.present.words.words import capital, say, to_say

_SEEN = 0.03
"""Of the chart's width at least."""
_ALIKE = 0.03
"""Two speeds of one way that differ less are told as one."""
Cells = dict[int, str]
"""The speed at each depth with its range, as a text."""


def speed_chart(answer: TextAnswer) -> LineChart:
    """Generation speed of the chosen processor and of the CPU while the conversation grows, as far as it fits.

    Empty where unknown.
    """
    found = (shown_sweep(sweep, answer.chosen, cut=_holds(answer)) for sweep in answer.sweeps)
    largest_tokens = max((point.depth_tokens for sweep in answer.sweeps for point in sweep.points), default=1)
    sweeps = [one for one in found if one and (_is_chosen(one, answer) or _is_seen(one, largest_tokens))]
    cells = [{point.depth_tokens: speed_range(_range(point)) for point in sweep.points} for sweep in sweeps]
    own = next((sweep for sweep in sweeps if _is_chosen(sweep, answer)), None)
    full = rate_at(own, answer.context_tokens) if own and _holds(answer) else None
    title, sentence = _words(answer, own, full)
    largest = max((_range(point).high for sweep in sweeps for point in sweep.points), default=READING_TOKENS_PER_S)
    marks = _marks(answer, own, full)
    x_axis = tokens_axis(say("Tokens in the conversation"), largest_tokens=largest_tokens)
    lines = tuple(_line(*one, answer) for one in zip(sweeps, cells, strict=True))
    is_shaded = any(line.band is not None for line in lines)
    return LineChart(
        title=title,
        subtitle=say("Tokens per second; shaded: likely range") if is_shaded else say("Tokens per second"),
        sentence=sentence,
        x_axis=x_axis,
        y_axis=linear_axis(say("tokens/s"), largest=max([largest, READING_TOKENS_PER_S, *(mark.y for mark in marks)])),
        lines=(*lines, reading_line(0.0, x_axis.high)) if lines else (),
        marks=marks,
        table=_table(sweeps, cells),
    )


def _holds(answer: TextAnswer) -> bool:
    """Whether the sweeps describe a way in which the model really runs: in one memory, or divided."""
    verdict = answer.chosen.fit.verdict
    return verdict != "too_big" and (verdict != "spills" or answer.chosen == answer.offloaded)


def _words(answer: TextAnswer, own: ShownSweep | None, full: SweepPoint | None) -> tuple[str, str]:
    """Title and sentence, also where the model lies partly, or does not go, outside the memory of the sweep."""
    if own is None:
        return say("The speed is unknown"), why_unknown(answer.chosen)
    if full is not None:
        return _title(_first_rate(own, answer), full), _sentence(own, answer.quant)
    kind, here = kind_words(answer, answer.chosen.processor_id), answer.chosen.rate
    first, last = (speed_number(_rate(point)) for point in (own.points[0], own.points[-1]))
    sentence = say("It won't run here: it needs more memory.")
    if answer.chosen.fit.verdict == "spills" and here is not None:
        sentence = say("It runs at about {speed} here, as part of it is in RAM.", speed=speed(here.middle))
    if answer.chosen.fit.verdict == "too_big":
        if main_pool(answer.chosen) == "vram":
            return say("On a GPU that held it: {speed} tokens/s", speed=first), sentence
        return say("With enough memory: {speed} tokens/s", speed=first), sentence
    speeds = say("{first} to {last} tokens/s", first=first, last=last)
    return capital(say("{kind} alone: {speeds}", kind=kind, speeds=speeds)), sentence


def _range(point: SweepPoint) -> Range:
    return point.tokens_per_s or Range.exactly(0.0)


def _rate(point: SweepPoint) -> float:
    return _range(point).middle


def _is_chosen(sweep: ShownSweep, answer: TextAnswer) -> bool:
    """Whether it is the way that is taken: CPU and GPU of one chip have one name, ways of one GPU one id."""
    chosen = answer.chosen
    return (sweep.processor_name, sweep.processor_id) == (chosen.processor_name, chosen.processor_id)


def _is_seen(sweep: ShownSweep, largest_tokens: int) -> bool:
    """Whether a line is long enough to be seen: nobody finds what a label without one is of."""
    return sweep.points[-1].depth_tokens >= _SEEN * largest_tokens


def _line(sweep: ShownSweep, cells: Cells, answer: TextAnswer) -> Line:
    own = _is_chosen(sweep, answer) and _holds(answer)
    is_cpu = answer.cpu is not None and sweep.processor_id == answer.cpu.processor_id
    return range_line(
        short_name(sweep.processor_name),
        (float(point.depth_tokens) for point in sweep.points),
        list(map(_range, sweep.points)),
        "this_rig" if own else "processor" if is_cpu else "candidate",
        with_band=own,
        dash="solid" if own else "dashed",
        label=_label(sweep, answer, own=own),
        texts=tuple(say("{tokens}: {cell} tokens/s", tokens=tokens(depth), cell=cell) for depth, cell in cells.items()),
    )


def _label(sweep: ShownSweep, answer: TextAnswer, *, own: bool) -> str:
    kind = kind_words(answer, sweep.processor_id)
    if answer.offloaded is not None and sweep.processor_name == answer.offloaded.processor_name:
        return say("{kind} + RAM", kind=kind)
    is_cpu = answer.cpu is not None and sweep.processor_id == answer.cpu.processor_id
    words = say("CPU only") if is_cpu and not own else kind
    estimates = {one.processor_name: one for one in (*answer.options, answer.chosen)}
    verdict = estimates[sweep.processor_name].fit.verdict if sweep.processor_name in estimates else "unknown"
    if verdict in ("spills", "too_big") and not sweep.is_full:
        return say("{words}, if it fit", words=words)
    return words


def _marks(answer: TextAnswer, own: ShownSweep | None, full: SweepPoint | None) -> tuple[Mark, ...]:
    """Where this question lies, where its context is used up, and where the memory is full."""
    marks, chosen = [], answer.chosen
    if chosen.fit.verdict != "too_big" and chosen.decode.tokens_per_s is not None:
        rate = chosen.decode.tokens_per_s.middle
        marks.append(Mark(float(chosen.depth_tokens), rate, say("here: {rate}", rate=speed_number(rate)), "this_rig"))
    if full is not None and full.depth_tokens > chosen.depth_tokens:
        text = say("{context}: {rate}", context=short_tokens(full.depth_tokens), rate=speed_number(_rate(full)))
        marks.append(Mark(float(full.depth_tokens), _rate(full), text, "this_rig"))
    if own is not None and own.is_full:
        marks.append(Mark(float(own.points[-1].depth_tokens), _rate(own.points[-1]), say("memory full"), "ceiling"))
    return tuple(marks)


def _first_rate(own: ShownSweep, answer: TextAnswer) -> float:
    """The speed that the verdict tells, where that of an empty context is as good as the same."""
    told, first = answer.chosen.decode.tokens_per_s, _rate(own.points[0])
    return told.middle if told is not None and abs(told.middle - first) <= _ALIKE * first else first


def _title(first_rate: float, full: SweepPoint) -> str:
    """The speed of a first answer, and the one where the context is used up."""
    first, last, context = speed_number(first_rate), speed_number(_rate(full)), short_tokens(full.depth_tokens)
    if first == last:
        return say("{first} tokens/s, also at {context}", first=first, context=context)
    return say("{first} tokens/s at first, {last} at {context}", first=first, last=last, context=context)


def _sentence(own: ShownSweep, quant: str) -> str:
    points, last, fits = own.points, own.points[-1], own.fits_tokens
    full = ""
    if fits is not None and own.is_full:
        full = say(" The memory is full at {tokens}.", tokens=tokens(fits))
    elif fits is not None:
        full = say(" Longest context that fits as {quant}: {tokens}.", quant=quant, tokens=tokens(fits))
    slow = next((point for point in points if _rate(point) < READING_TOKENS_PER_S), None)
    if slow is points[0]:
        pace = speed(READING_TOKENS_PER_S)
        return say("Slower than reading speed ({speed}).{full}", speed=pace, full=full)
    if slow is not None:
        depth = short_tokens(slow.depth_tokens)
        text = to_say("Beyond about {short_tokens} tokens it is slower than reading speed.{full}")
        return say(text, short_tokens=depth, full=full)
    pace = reading_words(_rate(last))
    if own.is_full and fits is not None:
        return say("Still {pace} when the memory is full, at {tokens}.", tokens=tokens(fits), pace=pace)
    depth = short_tokens(last.depth_tokens)
    return say("Still {pace} at {short_tokens} tokens.{full}", short_tokens=depth, pace=pace, full=full)


def _table(sweeps: list[ShownSweep], cells: list[Cells]) -> Table:
    depths = sorted({depth for those in cells for depth in those})
    columns = (
        say("Tokens in the conversation"),
        *(say("{name}, tokens/s", name=short_name(sweep.processor_name)) for sweep in sweeps),
    )
    rows = ((count(depth), *(those.get(depth, say(UNKNOWN)) for those in cells)) for depth in depths)
    return Table(columns, tuple(rows))
