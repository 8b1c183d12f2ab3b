"""Page Will it run?: one answer of any task with its charts and the numbers behind them."""

from collections.abc import Callable, Mapping
from typing import Any

from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import Reason
from advisor.present.tasks.charts import compare_chart, fit_chart, held_by_others, time_chart, time_words
from advisor.present.tasks.shown import SHOWN, answer_verdict, launch_line
from advisor.present.words.limit import LIMIT_WORDS
from advisor.present.words.quantity import duration
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import CHARTS, Explained, WillItRunView
from advisor.present.words.words import joined, say, sentence


def answer_view(
    answer: TaskAnswer,
    workload: WorkloadCard | TaskCard,
    *,
    file: ModelFile | None = None,
    notes: tuple[Reason, ...] = (),
    rig: Rig | None = None,
    candidates: Callable[[], tuple[Any, ...]] | None = None,
) -> WillItRunView:
    """Everything the page and the report show for one question on one rig.

    `file` is the model's where one was opened, `notes` are on what it says. With the rig, graphics
    processors that cannot be used are said. `candidates` are what the answer is compared with, where it has none yet.
    """
    shown = SHOWN[answer.task]

    def explained() -> Explained:
        whole = answer.changed(candidates=candidates()) if candidates is not None else answer
        return _explained(whole, workload, notes, is_closed=rig is not None and rig.is_closed)

    return WillItRunView(
        subject=shown.subject(answer, say(workload.name)),
        verdict=answer_verdict(answer, workload, file=file, rig=rig),
        answer=answer_sentence(answer),
        first=_in_order({"fit": fit_chart(shown, answer), "speed": shown.steps(answer)}),
        explain=explained,
        launch=launch_line(answer, file),
        offers_measure=not shown.is_measured(answer),
        offers_check=shown.offers_check,
    )


def _explained(
    answer: TaskAnswer, workload: WorkloadCard | TaskCard, notes: tuple[Reason, ...], *, is_closed: bool
) -> Explained:
    """What lies behind the answer."""
    shown = SHOWN[answer.task]
    card = shown.card(answer, workload.enough_first_word_s, is_closed=is_closed)
    charts = {
        "token_time": time_chart(shown, answer),
        "roofline": shown.roofline(answer) if answer.chosen.fit.verdict != "too_big" else None,
        "compare": compare_chart(shown, answer, card, is_closed=is_closed),
    }
    return Explained(
        detail=joined(
            (shown.detail(answer), time_words(shown, answer), held_by_others(answer.chosen), *shown.room(answer))
        ),
        charts=_in_order(charts),
        gpu_sentence=card,
        why=shown.why(answer),
        notes=(*map(in_words, notes), *shown.notes(answer)),
    )


def _in_order(charts: Mapping[str, Any]) -> dict[str, Any]:
    """Those that there are, in the order of the page."""
    return {one.id: charts[one.id] for one in CHARTS if charts.get(one.id) is not None}


def answer_sentence(answer: TaskAnswer) -> str:
    """The whole answer: "Fits with 1.2 GiB to spare. About 2.1 images a minute (1.8 to 2.5). Limit: calculations."."""
    shown, option = SHOWN[answer.task], answer.chosen
    parts = [sentence(shown.fit(option)), shown.speed_sentence(option)]
    if option.runs:
        if option.first_wait_s is not None:
            parts.append(say("First word after {time}.", time=duration(option.first_wait_s)))
        if option.limit:
            parts.append(say("Limit: {limit}.", limit=say(LIMIT_WORDS[option.limit])))
    return joined(parts)
