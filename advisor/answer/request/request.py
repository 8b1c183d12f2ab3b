"""Answers one request of `rig-advisor predict` by its task."""

from typing import Any

from advisor.answer.asked.checked_request import checked_request, request_id
from advisor.answer.asked.problem import ProblemError
from advisor.answer.request.energy_and_cost import with_energy_and_money
from advisor.answer.request.named_place import named_place
from advisor.answer.tasks.registry import find_task
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import Answer


def answer_request(fields: Any, catalog: Catalog) -> Answer:
    """The answer to one request as read from JSON; what cannot be answered carries an error and the rest is None."""
    try:
        return _answered(fields, catalog)
    except ProblemError as problem:
        return Answer(id=request_id(fields), error=problem.error)


def _answered(fields: Any, catalog: Catalog) -> Answer:
    task = find_task(fields.get("task") if isinstance(fields, dict) else None)
    stated, ignored = checked_request(fields, task.record)
    request, notes = named_place(stated, catalog)
    answer = with_energy_and_money(task.answer(request, ignored, catalog), request, catalog)
    return answer.changed(notes=(*notes, *answer.notes)) if notes else answer
