"""Answers one request of `rig-advisor predict` by its task."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from advisor.answer.asked.checked_request import AnyRequest, checked_request, request_id
from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.networks.items import answer_items
from advisor.answer.networks.pictures import answer_picture
from advisor.answer.networks.speech import answer_speech
from advisor.answer.request.energy_and_cost import with_energy_and_money
from advisor.answer.request.named_place import named_place
from advisor.answer.serve.serve import answer_serve
from advisor.answer.text.generate import answer_generate
from advisor.answer.training.finetune import answer_finetune, answer_pretrain
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.asked.pipeline_request import ItemsRequest, PictureRequest, SpeechRequest
from advisor.facts.asked.request import PredictRequest, plain_task
from advisor.facts.asked.training_request import FinetuneRequest, PretrainRequest


@dataclass(frozen=True)
class Task(Generic[AnyRequest]):
    """What is asked in a task and what answers it: from the request, names of what was ignored in it, and the catalog.

    But for `generate` it also takes a device of a rig, where the request names none.
    """

    record: type[AnyRequest]
    answer: Callable[..., Answer]

    def answered(self, fields: Any, catalog: Catalog) -> Answer:
        """The answer to a request as read from JSON. Raises ProblemError where there is none."""
        stated, ignored = checked_request(fields, self.record)
        request, notes = named_place(stated, catalog)
        answer = with_energy_and_money(self.answer(request, ignored, catalog), request, catalog)
        return answer.changed(notes=(*notes, *answer.notes)) if notes else answer


TASKS: dict[str, Task[Any]] = {
    "generate": Task(PredictRequest, answer_generate),
    "serve": Task(ServeRequest, answer_serve),
    "image": Task(PictureRequest, answer_picture),
    "video": Task(PictureRequest, answer_picture),
    "embed": Task(ItemsRequest, answer_items),
    "classify": Task(ItemsRequest, answer_items),
    "speech": Task(SpeechRequest, answer_speech),
    "finetune": Task(FinetuneRequest, answer_finetune),
    "pretrain": Task(PretrainRequest, answer_pretrain),
}
"""By the name of the task in a request."""


def answer_request(fields: Any, catalog: Catalog) -> Answer:
    """The answer to one request as read from JSON; what cannot be answered carries an error and the rest is None."""
    try:
        return _task(fields).answered(fields, catalog)
    except ProblemError as problem:
        return Answer(id=request_id(fields), error=problem.error)


def _task(fields: Any) -> Task[Any]:
    """The task a request names; `generate` where it names none."""
    named = fields.get("task") if isinstance(fields, dict) else None
    if not isinstance(named, str):
        return TASKS["generate"]
    word = plain_task(named)
    if word not in TASKS:
        raise ProblemError(f"task: {shortened(named)!r} is not known; known: {', '.join(TASKS)}")
    return TASKS[word]
