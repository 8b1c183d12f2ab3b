"""Another model that does the work here, in place of a purchase for the one that was named."""

from dataclasses import replace

from advisor.answer.rig.nearest import quick_forms
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.worth_answer import WorthAnswer, advised_first
from advisor.predict.worth.revised import other_model


def with_other_model(answer: WorthAnswer, newly: NewlyUsable) -> WorthAnswer:
    """The answer without a purchase, where another model does the same work here well enough for that.

    A model that writes is chosen for itself, and money is set aside for what was named: then only a small step is none,
    and what may fall short with it beside one as capable that is great here.
    """
    question, best = answer.question, answer.best
    if (answer.decision.verdict != "yes" and answer.decision.reason != "dear") or (here := newly.here()) is None:
        return answer
    is_quick = here.model_id in quick_forms(question.any_model_id, question.catalog)
    is_open = not question.is_interactive and question.money.budget_usd is None
    is_matched = here.usability == "great" and newly.able(here.model_id) >= newly.able(question.any_model_id)
    enough = best.reached.enough if best is not None and question.is_interactive else None
    is_hardly = is_matched and here.model_id != question.any_model_id and enough is not None and enough.low < 1
    is_as_able = is_hardly or (is_open and (is_quick or is_matched))
    decision = other_model(answer.case, answer.decision, is_as_able=is_as_able)
    if is_quick or decision is not answer.decision:
        others = advised_first(answer.others, decision)
        return replace(answer, decision=decision, others=others, instead=here.model_id)
    if here.model_id == question.any_model_id:
        return answer
    return replace(answer, runs_well=here.model_id, is_matched_here=is_matched)
