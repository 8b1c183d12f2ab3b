"""Whether a way is outgrown soon: no good file of the model lies with some context in the memory that holds it."""

from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.run_options import find_run_options
from advisor.answer.text.setting import USUAL
from advisor.answer.text.text_answer import typical_request
from advisor.answer.which_model.published_forms import GOOD_FORMS
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.answer.worth.question import WorthQuestion
from advisor.facts.answers.estimate import Estimate
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.rig.rig import Rig

SOME_CONTEXT = 16_384
"""Tokens that a purchase should have room for: some pages, a file of code, or an hour of chat (a judgment)."""


def is_tight(rig: Rig, question: WorthQuestion, one: Estimate) -> bool:
    """Whether it does; of a model that was asked about in one file, that file."""
    if one.fit.verdict != "fits":
        return one.fit.verdict in ("spills", "tight")
    workload, catalog = question.workload, question.catalog
    model = catalog.models[question.model_id or ""]
    assert isinstance(workload, WorkloadCard)
    longest = model.shape.context_tokens if model.shape is not None else None
    context = max(workload.context_tokens, min(SOME_CONTEXT, longest or SOME_CONTEXT))
    run, targets = typical_request(workload, model, context_tokens=context), execution_targets(rig, catalog)
    for file in _files(question, one.quant, has_own=bool(model.native_quant)):
        subject = subject_of(model, find_quant(file, model, catalog)[0], catalog)
        if find_run_options(targets, subject, run).best.result.fit.verdict == "fits":
            return False
    return True


def _files(question: WorthQuestion, taken: str | None, *, has_own: bool) -> tuple[str | None, ...]:
    """The file that is taken where it is a good one, and the usual one."""
    if question.quant is not None or has_own:
        return (taken,)
    is_good = taken is not None and (taken not in (*USUAL, *GOOD_FORMS) or taken in GOOD_FORMS[: -len(_FEWER)])
    return tuple(dict.fromkeys((taken, USUAL[0]) if is_good else (USUAL[0],)))


_FEWER = GOOD_FORMS[GOOD_FORMS.index(USUAL[0]) + 1 :]
"""Good files that are smaller than the usual one."""
