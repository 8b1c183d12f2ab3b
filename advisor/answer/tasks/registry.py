"""Every task by the name that requests and workloads give it."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.tasks.task import Task
from advisor.answer.tasks.writing import answer_writing, printed_estimate
from advisor.answer.text.generate import answer_generate
from advisor.facts.asked.request import PredictRequest, plain_task
from advisor.facts.cards.workload import TRAINING

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


class _Tasks(Tasks):
    """Each is brought when it is first asked for: one question is about one of them, and all take a while to load."""

    _homes: Mapping[str, Callable[[], Tasks]] = {
        TEXT: _writing,
        "serve": _serving,
        **dict.fromkeys(("image", "video", "embed", "classify", "speech"), _networks),
        **dict.fromkeys(TRAINING, _training),
    }

    def __getitem__(self, name: str) -> Task[Any]:
        return _brought(self._homes[name])[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

    def __contains__(self, name: object) -> bool:
        return name in self._homes


@cache
def _brought(home: Callable[[], Tasks]) -> Tasks:
    return home()


TASKS: Tasks = _Tasks()


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
