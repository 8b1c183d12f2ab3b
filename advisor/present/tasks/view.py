"""Page Will it run?: one answer of any task with its charts and the numbers behind them."""

from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import Reason
from advisor.present.tasks.charts import compare_chart, fit_chart, held_by_others, time_chart
from advisor.present.tasks.shown import SHOWN, answer_verdict, launch_line
from advisor.present.words.limit import LIMIT_WORDS
from advisor.present.words.quantity import duration
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import CHARTS, WillItRunView
from advisor.present.words.words import joined, say, sentence


def answer_view(
    answer: TaskAnswer,
    workload: WorkloadCard | TaskCard,
    *,
    file: ModelFile | None = None,
    notes: tuple[Reason, ...] = (),
    rig: Rig | None = None,
) -> WillItRunView:
    """Everything the page and the report show for one question on one rig.

    `file` is the model's where one was opened, `notes` are on what it says. With the rig, graphics
    processors that cannot be used are said.
    """
    shown = SHOWN[answer.task]
    card, launch = shown.card(answer, workload.enough_first_word_s), launch_line(answer, file)
    charts = {
        "fit": fit_chart(shown, answer),
        "speed": shown.steps(answer),
        "token_time": time_chart(shown, answer),
        "roofline": shown.roofline(answer),
        "compare": compare_chart(shown, answer, card),
    }
    return WillItRunView(
        subject=shown.subject(answer, say(workload.name)),
        verdict=answer_verdict(answer, workload, file=file, rig=rig),
        answer=answer_sentence(answer),
        detail=joined((shown.detail(answer), held_by_others(answer.chosen), *shown.room(answer))),
        charts={one.id: charts[one.id] for one in CHARTS if charts.get(one.id) is not None},
        gpu_sentence=card,
        why=shown.why(answer),
        notes=(*map(in_words, notes), *shown.notes(answer)),
        launch=launch,
        offers_measure=not shown.is_measured(answer),
        offers_check=shown.offers_check,
    )


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
