"""Everything page Upgrade and the report show of a verdict."""

from dataclasses import replace
from itertools import chain
from typing import Literal

from advisor.answer.rig.crossover import crossover, model_work
from advisor.answer.worth.conclusions import trip_card
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import WorthVerdict
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.predict.memory.fit import budget_bytes
from advisor.present.charts.crossover_chart import crossover_chart
from advisor.present.upgrade.charts import worth_cost_chart, worth_price_chart, worth_speed_chart
from advisor.present.upgrade.rows import NAME, WorthRow, heading, order_lines, worth_columns, worth_rows
from advisor.present.upgrade.sureness import sureness_sentence
from advisor.present.upgrade.text import hours_words, reasons, verdict_sentence, would_change
from advisor.present.upgrade.why import worth_why
from advisor.present.upgrade.worth import notes
from advisor.present.words.answer_text import left_aside
from advisor.present.words.cell import Cell
from advisor.present.words.money import Currency, currency_of
from advisor.present.words.series import Chart, LineChart, RangeChart
from advisor.present.words.view import Why
from advisor.present.words.words import joined, say, to_say

WORDS: dict[WorthVerdict, str] = {"yes": to_say("Yes"), "no": to_say("No"), "depends": to_say("It depends")}
_ICONS: dict[WorthVerdict, Literal["good", "note", "unknown"]] = {"yes": "good", "no": "note", "depends": "unknown"}


@frozen
class WorthView:
    """The verdict in one sentence, what it rests on, its charts, and every way as a row; `icon` also is a role.

    `heading` and `order_lines` say how the rows stand. `trip` is None where there is no card whose trip could be shown;
    `offers_measure`: a measurement is what it lacks. `takes_parts`: a GPU could be put in, or beside it.
    """

    title: str
    word: str
    icon: Literal["good", "note", "unknown"]
    subject: str
    use: str
    model: str
    sureness: str
    reasons: tuple[str, ...]
    would_change: tuple[str, ...]
    speed: RangeChart
    cost: LineChart
    million: RangeChart
    trip: LineChart | None
    columns: tuple[str, ...]
    heading: str
    order_lines: tuple[str, ...]
    rows: tuple[WorthRow, ...]
    why: tuple[Why, ...]
    notes: tuple[str, ...]
    offers_measure: bool = False
    takes_parts: bool = True
    unusable: str = ""
    """Which GPUs nothing can use; `sureness` begins with it."""

    @property
    def order(self) -> str:
        """How the rows stand, in one line."""
        return joined(self.order_lines)

    @property
    def telling(self) -> dict[str, Chart]:
        """The charts by their names, but those with a bar or none: these are `told`."""
        return {name: chart for name, chart in self._charts.items() if _tells(chart)}

    @property
    def told(self) -> tuple[str, ...]:
        """What the other charts say, in words; nothing of months where costs of the same options are drawn.

        Nothing either where no option is there: all of it stands above.
        """
        if len(self.rows) == 1:
            return ()
        told = [name for name in self._charts if name not in self.telling]
        charts = (self._charts[name] for name in told if not (name == "cost" and "million" in self.telling))
        return tuple(f"{chart.title}. {chart.sentence}" for chart in charts)

    @property
    def _charts(self) -> dict[str, Chart]:
        charts: dict[str, Chart] = {"speed": self.speed, "cost": self.cost, "million": self.million}
        return charts if self.trip is None else {**charts, "trip": self.trip}


def worth_view(answer: WorthAnswer, trip: LineChart | None) -> WorthView:
    """The view of one answer, with what `worth_trip` shows."""
    question = answer.question
    currency = currency_of(question.money)
    verdict, unusable = answer.decision.verdict, left_aside(answer.unusable)
    return WorthView(
        title=verdict_sentence(answer, currency),
        word=say(WORDS[verdict]),
        icon=_ICONS[verdict],
        subject=_subject(answer, currency),
        use=say(question.workload.name),
        model=question.model_text,
        sureness=joined((unusable, sureness_sentence(answer))),
        reasons=tuple(chain.from_iterable(reasons(answer, currency))),
        would_change=would_change(answer, currency),
        speed=worth_speed_chart(answer),
        cost=worth_cost_chart(answer, currency),
        million=worth_price_chart(answer, currency),
        trip=trip,
        columns=worth_columns(answer),
        heading=heading(answer),
        order_lines=order_lines(answer, currency),
        rows=worth_rows(answer, currency),
        why=worth_why(answer, currency),
        notes=notes(answer, currency),
        offers_measure=answer.decision.reason == "speed_unknown",
        takes_parts=answer.limits.hindrance not in ("virtual", "apple"),
        unusable=unusable,
    )


def in_thought(view: WorthView, what_if: str) -> WorthView:
    """The view while something is tried on: its first row, the rig, says so, as rigs beside it hold the real one."""
    if not what_if:
        return view
    (first, *rest), name = view.rows, say("This computer with {changes}", changes=what_if)
    cells = (*first.cells[:NAME], Cell(name, name.lower()), *first.cells[NAME + 1 :])
    return replace(view, rows=(replace(first, cells=cells), *rest))


def _subject(answer: WorthAnswer, currency: Currency) -> str:
    """What was asked: the model, the work, its hours, whether it is to think, and the budget where there is one."""
    question, budget = answer.question, answer.question.money.budget_usd
    told = (question.model_text, say(question.workload.name), hours_words(answer))
    wish = {"on": (say("thinking on"),), "off": (say("thinking off"),)}.get(question.thinking, ())
    limit = () if budget is None else (say("budget {amount}", amount=currency.text(budget)),)
    return " · ".join((*told, *wish, *limit))


def upgrade_question(view: WorthView) -> str:
    """What a verdict answers, where it stands beside other answers."""
    return say("{use}: worth upgrading?", use=view.use)


def _tells(chart: Chart) -> bool:
    """Whether there is something to compare at a glance."""
    if isinstance(chart, LineChart):
        return len(chart.lines) > 1
    return isinstance(chart, RangeChart) and sum(bar.middle is not None for bar in chart.bars) > 1


def worth_trip(answer: WorthAnswer, rig: Rig) -> LineChart | None:
    """The trip over the link to the card of this rig, else to the best one that could be put in.

    None for work of another kind than writing: a pass through some layer would say nothing of it. None either where
    the card does not hold the weights, which it is to have loaded.
    """
    question = answer.question
    card = trip_card(answer, rig)
    if card is None or rig.processors[0].kind != "cpu" or not question.is_interactive:
        return None
    if (budget_bytes(card) or 0) < question.subject.weights.total_bytes:
        return None
    pair, work = rig.changed(processors=(rig.processors[0], card)), model_work(question.subject)
    return crossover_chart(crossover(pair, work, question.catalog, model=question.subject))
