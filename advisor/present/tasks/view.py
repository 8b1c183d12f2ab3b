"""Page Will it run?: one answer of any task with its charts and the numbers behind them."""

from collections.abc import Callable
from typing import Any

from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.present.run_it.steps import serving_line
from advisor.present.tasks.charts import task_compare_chart, task_fit_chart, task_time_chart
from advisor.present.tasks.knobs import setting_words
from advisor.present.tasks.step_chart import task_step_chart
from advisor.present.tasks.text import card_sentence, note_texts, task_answer_sentence, task_detail
from advisor.present.tasks.why import task_why
from advisor.present.text.will_it_run import text_subject, will_it_run_view
from advisor.present.words.answer_text import STATE_WORDS
from advisor.present.words.view import WillItRunView
from advisor.present.words.words import say


def answer_view(
    answer: TaskAnswer[Any],
    workload: WorkloadCard | TaskCard,
    *,
    file: ModelFile | None = None,
    notes: tuple[str, ...] = (),
) -> WillItRunView:
    """Everything the page and the report show for one question on one rig.

    `file` is the model's where one was opened, `notes` are on what it says.
    """
    return VIEWS.get(answer.task, task_view)(answer, workload, file=file, notes=notes)


def subject_words(answer: TaskAnswer[Any], workload: WorkloadCard | TaskCard) -> str:
    """What is asked, in words."""
    return SUBJECTS.get(answer.task, task_subject)(answer, workload.name)


def task_view(answer: TaskAnswer[TaskOption], workload: TaskCard, **_: object) -> WillItRunView:
    """Everything the page and the report show for one task with one model on one rig."""
    option = answer.chosen
    return WillItRunView(
        subject=task_subject(answer, workload.name),
        state=option.fit.verdict,
        state_word=say(STATE_WORDS[option.fit.verdict]),
        answer=task_answer_sentence(answer),
        detail=task_detail(answer),
        fit=task_fit_chart(answer),
        speed=task_step_chart(answer),
        token_time=task_time_chart(answer),
        roofline=None,
        compare=task_compare_chart(answer),
        gpu_sentence=card_sentence(answer),
        why=task_why(answer),
        notes=note_texts(answer),
        offers_measure=not any(one.origin == "measured" for one in answer.inputs),
        launch=serving_line(answer),
        offers_check=False,
    )


def task_subject(answer: TaskAnswer[TaskOption], workload_name: str) -> str:
    """What is asked, in words."""
    return f"{workload_name}: {answer.model_name}, {setting_words(answer.task, dict(answer.chosen.request))}"


VIEWS: dict[str, Callable[..., WillItRunView]] = {"generate": will_it_run_view}
SUBJECTS: dict[str, Callable[..., str]] = {"generate": text_subject}
