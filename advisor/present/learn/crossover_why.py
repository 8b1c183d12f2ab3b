"""Why the trip takes as long as it does: the formula of one pass, the rates of every processor, what is judged."""

from advisor.facts.answers.crossover import Crossover, PassCurve
from advisor.predict.speed.crossover import CALL_S, COPY_S, GPU_SHARE, LAUNCH_S, MEASURED_SHARE, ROUND_S
from advisor.present.charts.crossover_chart import crossover_chart
from advisor.present.learn.figures import figure_text
from advisor.present.text.why import input_text
from advisor.present.words.origin import origin_words, source_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, percent, step_time
from advisor.present.words.series import Table
from advisor.present.words.terms import INPUTS
from advisor.present.words.view import Why
from advisor.present.words.words import say, to_say

_FORMULA = to_say(
    "card: two copies + bytes of all rows / link + a round + starts x a start + work; processor: a "
    "call + work; work = the longer of calculations / (arithmetic x share) and bytes / memory"
)


def crossover_why(answer: Crossover) -> Why:
    """Formula, the work of one pass, and the rates of each processor with where they are from."""
    work = answer.work
    rows = (
        (say("calculations for one row"), figure_text(work.flop_per_row, "flop"), source_words(work.name)),
        (say("weights that are read"), capacity(work.weights_bytes), source_words(work.name)),
        (say("sent there and back for one row"), capacity(work.moved_bytes_per_row), source_words(work.name)),
        *(row for curve in answer.curves for row in _rates(curve)),
    )
    return Why(
        title=f"{crossover_chart(answer).title}: {source_words(work.name)}",
        formula=say(_FORMULA),
        inputs=Table((say("Input"), say("Value"), say("From")), rows),
        evidence=(
            say(
                "A copy takes {copy}, a round {round}, a call {call}, and a start {start} where it was not measured.",
                copy=step_time(COPY_S),
                round=step_time(ROUND_S),
                call=step_time(CALL_S),
                start=step_time(LAUNCH_S),
            ),
            say(
                "Of its arithmetic a card reaches {card}, a processor {processor} of what was measured.",
                card=percent(GPU_SHARE),
                processor=percent(MEASURED_SHARE),
            ),
        ),
        changes=(say("A wider or newer slot shortens the trip; more rows at once make it matter less."),),
    )


def _rates(curve: PassCurve) -> tuple[tuple[str, str, str], ...]:
    name = short_name(curve.processor_name)
    return tuple(
        (
            f"{name}: {say(INPUTS[one.name])}",
            input_text(one),
            f"{origin_words(one.origin, source=one.source)}: {source_words(one.source)}",
        )
        for one in curve.inputs
    )
