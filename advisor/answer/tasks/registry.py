"""Every task by the name that requests and workloads give it."""

from collections.abc import Mapping
from typing import Any

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.tasks.task import Task
from advisor.answer.tasks.writing import answer_writing, printed_estimate
from advisor.answer.text.generate import answer_generate
from advisor.facts.asked.request import PredictRequest, plain_task
from advisor.facts.cards.workload import TRAINING
from advisor.facts.values.brought import Brought

TEXT = "generate"

Tasks = Mapping[str, Task[Any]]


def _writing() -> Tasks:
    return {TEXT: Task(PredictRequest, answer_generate, answer_writing, rate_unit="tokens", printed=printed_estimate)}


def _serving() -> Tasks:
    from advisor.answer.tasks.serving_task import SERVING_TASKS

    return SERVING_TASKS


def _networks() -> Tasks:
    from advisor.answer.tasks.network_tasks import NETWORK_TASKS

    return NETWORK_TASKS


def _training() -> Tasks:
    from advisor.answer.tasks.training_tasks import TRAINING_TASKS

    return TRAINING_TASKS


TASKS: Tasks = Brought(
    {
        TEXT: _writing,
        "serve": _serving,
        **dict.fromkeys(("image", "video", "embed", "classify", "speech"), _networks),
        **dict.fromkeys(TRAINING, _training),
    }
)


def find_task(name: object) -> Task[Any]:
    """The task that a request names; writing text where it names none.

    Raises:
        ProblemError: there is no such task.
    """
    if not isinstance(name, str):
        return TASKS[TEXT]
    word = plain_task(name)
    if word not in TASKS:
        raise ProblemError("task_unknown", name=shortened(name), known=tuple(TASKS))
    return TASKS[word]
